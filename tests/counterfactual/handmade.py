"""Trees, and candidates for tests, from short lines."""

from pathlib import Path

from cdaflow.counterfactual.candidates import Candidate
from cdaflow.rewriting.resolver import CorefQuery
from cdaflow.syntax.tree import word_spans
from cdaflow.trees import Sentence, Token

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"

#: What FEATS are, in short.
FEATS = {
    "M": "Gender=Masc|Number=Sing",
    "F": "Gender=Fem|Number=Sing",
    "S": "Number=Sing",
    "P": "Number=Plur",
    "PM": "Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "PF": "Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "PS": "Number=Sing|Person=3|PronType=Prs",
    "V": "Number=Sing|Person=3|VerbForm=Fin",
    "PPM": "Gender=Masc|Number=Sing|VerbForm=Part",
    "PPF": "Gender=Fem|Number=Sing|VerbForm=Part",
}


def tree(words, name="1"):
    """The tree of words "form[=lemma]/UPOS/head/relation[/feats]", a "+" for no blank behind."""
    tokens = []
    for number, word in enumerate(words.split(), 1):
        joined = word.endswith("+")
        form, upos, head, relation, *feats = word.rstrip("+").split("/")
        form, _, lemma = form.partition("=")
        full = FEATS.get(feats[0], feats[0]) if feats else ""
        items = dict(item.split("=") for item in full.split("|")) if full else {}
        tokens.append(
            Token(
                number,
                form,
                lemma or form.lower(),
                upos,
                items,
                int(head),
                relation,
                misc={"SpaceAfter": "No"} if joined else {},
            )
        )
    return Sentence(tuple(tokens), comments=(f"sent_id = {name}",))


def find(sentence, form):
    """The id of the first word with a form."""
    return next(token.id for token in sentence.tokens if token.form == form)


def question(words, pronoun, noun, case, gender="Masc"):
    """The question whether a pronoun is the noun's, both by form."""
    sentence = tree(words)
    text = sentence.text
    ids = find(sentence, pronoun), find(sentence, noun)
    starts = tuple(text.index(form) for form in (pronoun, noun))
    ends = (starts[0] + len(pronoun), starts[1] + len(noun))
    return CorefQuery(text, sentence, *ids, case, gender, starts, ends)


def candidate(english, target, noun, profession=None, gender="Masc", number=1, linked=()):
    """A candidate of two trees; `noun`: the English form of the profession."""
    sides = tree(english, str(number)), tree(target, str(number))
    source = sides[0].text
    start = source.index(noun)
    return Candidate(
        number, source, sides[1].text, profession or noun, "Sing", start, start + len(noun),
        gender, *sides, tuple(word_spans(sides[0], source)), linked,
    )  # fmt: skip
