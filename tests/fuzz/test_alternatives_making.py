"""Alternatives of any trees: valid structures that give each text, or a cause; never a traceback.

Annotators make trees that no linguist would: relations that do not fit, pronouns as verbs, empty
sentences, words of one sign, hundreds of people. What is offered must still be consistent.
"""

import re
from functools import cache

import pytest
from bounds import PROFILE, bounded
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.alternatives.making import make_alternatives
from cdaflow.alternatives.marked import read_marked
from cdaflow.alternatives.structures import (
    LABELS,
    MAX_OPEN,
    Entity,
    as_json,
    from_json,
    marked,
    validate,
)
from cdaflow.languages import written_languages
from cdaflow.trees import MultiwordToken, Sentence, Token

#: For each language words with part of speech, gender and number.
WORDS = {
    "es": "el/DET/MS la/DET/FS los/DET/MP un/DET/MS médico/NOUN/MS médica/NOUN/FS jefes/NOUN/MP "
    "amiga/NOUN/FS mesa/NOUN/FS bueno/ADJ/MS contratado/VERB/MS lo/PRON/MS ellos/PRON/MP de/ADP "
    "a/ADP y/CCONJ duerme/VERB está/AUX Ana/PROPN me/PRON todos/PRON/MP",
    "fr": "le/DET/MS l'/DET/MS la/DET/FS les/DET/MP une/DET/FS médecin/NOUN/MS avocate/NOUN/FS "
    "amis/NOUN/MP table/NOUN/FS beau/ADJ/MS embauché/VERB/MS il/PRON/MS elles/PRON/FP de/ADP à/ADP "
    "et/CCONJ dort/VERB est/AUX Anne/PROPN je/PRON tous/PRON/MP",
    "it": "il/DET/MS lo/DET/MS la/DET/FS gli/DET/MP un/DET/MS medico/NOUN/MS avvocata/NOUN/FS "
    "amici/NOUN/MP tavola/NOUN/FS buono/ADJ/MS assunto/VERB/MS lo/PRON/MS lei/PRON/FS di/ADP a/ADP "
    "e/CCONJ dorme/VERB è/AUX Anna/PROPN mi/PRON tutti/PRON/MP",
    "pt": "o/DET/MS a/DET/FS os/DET/MP um/DET/MS médico/NOUN/MS médica/NOUN/FS chefes/NOUN/MP "
    "amiga/NOUN/FS mesa/NOUN/FS bom/ADJ/MS contratado/VERB/MS lo/PRON/MS eles/PRON/MP de/ADP a/ADP "
    "e/CCONJ dorme/VERB está/AUX Ana/PROPN me/PRON todos/PRON/MP",
    "en": "the/DET a/DET doctor/NOUN lawyers/NOUN boss/NOUN friend/NOUN table/NOUN tired/ADJ "
    "hired/VERB he/PRON her/PRON they/PRON somebody/PRON I/PRON of/ADP and/CCONJ sleeps/VERB "
    "is/AUX Ana/PROPN police/NOUN officer/NOUN",
}  # fmt: skip

#: Words with what trips: an empty sign would be no word.
ODD = ("\u202e", "\u200b", "🙂", "e\u0301", "]]", "/", "\\", "'", "a b", "\u00a0", "ß", "\u0130")

RELATIONS = (
    "nsubj", "obj", "iobj", "obl", "nmod", "amod", "det", "cop", "aux", "aux:pass", "conj", "cc",
    "case", "appos", "flat", "xcomp", "ccomp", "acl:relcl", "advcl", "expl", "mark", "punct", "dep",
)  # fmt: skip

GENDERS = {"M": "Masc", "F": "Fem"}
NUMBERS = {"S": "Sing", "P": "Plur"}


@st.composite
def tree(draw, language, longest=9):
    """Draw a sentence with any tree over its words."""
    count = draw(st.integers(0, longest))
    # A tree: each word but the first has its head among those drawn before it, then all move.
    order = draw(st.permutations(range(1, count + 1)))
    head = {order[0]: 0} if count else {}
    for place in range(1, count):
        head[order[place]] = order[draw(st.integers(0, place - 1))]
    tokens = []
    for number in range(1, count + 1):
        if draw(st.integers(0, 19)):
            form, upos, *slot = draw(st.sampled_from(WORDS[language].split())).split("/")
        else:
            form, upos, slot = draw(st.sampled_from(ODD)), draw(st.sampled_from(("NOUN", "X"))), []
        feats = {"Gender": GENDERS[slot[0][0]], "Number": NUMBERS[slot[0][1]]} if slot else {}
        if upos in ("PRON", "AUX", "VERB") and draw(st.booleans()):
            feats["Person"] = draw(st.sampled_from("123"))
        if upos == "PRON":
            feats["PronType"] = "Prs"
        misc = {"SpaceAfter": "No"} if not draw(st.integers(0, 9)) else {}
        deprel = draw(st.sampled_from(RELATIONS)) if head[number] else "root"
        tokens.append(
            Token(number, form, form.lower(), upos, dict(sorted(feats.items())),
                  head=head[number], deprel=deprel, misc=misc)
        )  # fmt: skip
    multiwords = ()
    if count > 1 and not draw(st.integers(0, 3)):
        start = draw(st.integers(1, count - 1))
        pair = tokens[start - 1].form + tokens[start].form
        multiwords = (MultiwordToken(start, start + 1, draw(st.sampled_from((pair, "x")))),)
    return Sentence(tuple(tokens), multiwords)


@st.composite
def heads(draw, text):
    """Draw marks at some words of a text, or one at any characters; None for no tagger."""
    if not text or draw(st.booleans()):
        return None
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    if not spans or draw(st.booleans()):
        start = draw(st.integers(0, len(text) - 1))
        spans = [(start, draw(st.integers(start + 1, len(text))))]
    labels = st.sampled_from((*LABELS, None))
    marks = [(span, draw(labels)) for span in spans]
    return [Entity(*span, label, 0.5) for span, label in marks if label]


@pytest.fixture(scope="session")
def rewriter(make_rewriter):
    return cache(make_rewriter)


def check(made):
    found = made.alternatives
    validate(found)
    assert from_json(as_json(found)) == found
    assert read_marked(marked(found))[0] == found.text
    if made.cause not in ("", "too-many"):
        assert found.structures == ()
    elif made.cause == "":
        assert found.structures
        texts = [text for _, text in found.texts()]
        assert texts[0] == found.text
        assert texts[-1] == found.feminine
        assert len(texts) == 2 ** len(found.choices)


@pytest.mark.parametrize("language", written_languages())
def test_any_trees(language, rewriter):
    @PROFILE
    @given(st.data())
    def run(data):
        target, english = data.draw(tree(language)), data.draw(tree("en"))
        marks = data.draw(heads(english.text))
        by = data.draw(st.sampled_from(("both", "tags", "rules")))
        with bounded():
            (made,) = make_alternatives(rewriter(language), [target], [english], [marks], by=by)
        check(made)
        assert made.alternatives.source == english.text
        if len({mark.label for mark in marks or ()}) < 2:
            open_people = set(made.alternatives.open)
            assert open_people.issuperset(made.alternatives.choices)

    run()


def sentences(people, language="es"):
    """Return "el médico duerme ." and "the doctor sleeps ." that often, as one tree each."""
    target, english = [], []
    words = {
        "es": ("el el DET", "médico médico NOUN", "duerme dormir VERB", ". . PUNCT"),
        "en": ("the the DET", "doctor doctor NOUN", "sleeps sleep VERB", ". . PUNCT"),
    }
    for code, tokens in ((language, target), ("en", english)):
        for start in range(0, 4 * people, 4):
            for place, word in enumerate(words[code]):
                form, lemma, upos = word.split()
                feats = {"Gender": "Masc", "Number": "Sing"} if place < 2 and code != "en" else {}
                head = (start + 2, start + 3, 3 if start else 0, start + 3)[place]
                deprel = ("det", "nsubj", "parataxis" if start else "root", "punct")[place]
                tokens.append(
                    Token(start + place + 1, form, lemma, upos, feats, head=head, deprel=deprel)
                )
    return Sentence(tuple(target)), Sentence(tuple(english))


@pytest.mark.parametrize("people", [MAX_OPEN, MAX_OPEN + 1])
def test_as_many_people_as_are_combined_and_one_more(people, rewriter):
    target, english = sentences(people)
    with bounded():
        (made,) = make_alternatives(rewriter("es"), [target], [english])
    check(made)
    assert made.cause == ("too-many" if people > MAX_OPEN else "")
    assert made.alternatives.feminine == " ".join(["la médica duerme ."] * people)
    if people > MAX_OPEN:
        assert made.alternatives.choices == ()
        assert "9 people" in made.detail
    else:
        assert len(list(made.alternatives.texts())) == 2**people


def test_a_line_of_three_thousand_words(rewriter):
    """One person among 3,000 words, and a text without anybody of that length."""
    target, english = sentences(1)
    filler = [Token(n, "y", "y", "CCONJ", {}, head=3, deprel="cc") for n in range(5, 3001)]
    nobody = [Token(n, "and", "and", "CCONJ", {}, head=3, deprel="cc") for n in range(5, 3001)]
    long = [Sentence((*target.tokens, *filler)), Sentence((*english.tokens, *nobody))]
    with bounded():
        (made,) = make_alternatives(rewriter("es"), [long[0]], [long[1]])
    check(made)
    assert marked(made.alternatives).startswith("[[el médico/la médica]] duerme . y y")


def words_of(lines):
    """Return a tree of words "form upos head [slot]"."""
    tokens = []
    for number, line in enumerate(lines.split(","), 1):
        form, upos, head, *slot = line.split()
        feats = {"Gender": GENDERS[slot[0][0]], "Number": NUMBERS[slot[0][1]]} if slot else {}
        deprel = "root" if head == "0" else "nsubj"
        tokens.append(Token(number, form, form, upos, feats, head=int(head), deprel=deprel))
    return tuple(tokens)


def test_bad_trees_do_not_end_in_circles(rewriter):
    """What was found here: heads that repairs made a circle of, which stopped a whole file.

    A noun below its determiner by way of another word; a word of two parts, one of them below what
    hangs on the other; a pronoun that is joined to the next word.
    """
    below = Sentence(words_of("la DET 5 FS,avocate NOUN 4 FS,x X 5,le DET 1 MS,y NOUN 0"))
    parts = words_of("il DET 3 MS,x NOUN 0,medico NOUN 2 MS")
    apart = Sentence(parts, (MultiwordToken(1, 2, "ilx"),))
    english = Sentence(words_of("the DET 2,lawyer NOUN 0"))
    joined = words_of("her PRON 2,doctor NOUN 0")
    joined = Sentence((joined[0].changed(misc={"SpaceAfter": "No"}), joined[1]))
    for language, tree_, source in (
        ("fr", below, english),
        ("it", apart, english),
        ("es", Sentence(()), joined),
    ):
        (made,) = make_alternatives(rewriter(language), [tree_], [source])
        check(made)
