"""Trees made ready for an intervention: features that say what a word agrees in, and no more.

The model takes its tags from FEATS. An annotator leaves some genders out ("nuestro"), or guesses
them from the words around; and treebanks give a gender to participles that agree with nothing ("ha
comido", "elle a mangé"), which teaches the model that participles seldom agree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from cdaflow.agreement.tree_faults import mended
from cdaflow.trees import Sentence, Token

#: The genders that a form may have, none if nothing is known of it, "" for none at all.
Genders = Callable[[Token], Collection[str]]

#: The auxiliary of the perfect with which a participle does not agree with the subject.
_HAVE = {"es": "haber", "fr": "avoir", "it": "avere"}

#: Languages in which that participle agrees with an object that stands before it.
_OBJECTS = frozenset({"fr", "it"})

_WITH_GENDER = frozenset({"ADJ", "AUX", "DET", "NOUN", "NUM", "PRON", "VERB"})


def prepared(sentence: Sentence, language: str, genders: Genders | None = None) -> Sentence:
    """Return the sentence with the genders of its forms, if known, and of agreeing words alone.

    `genders`: what is known of forms; a word of which one gender is known gets it, whatever it had.
    A pronoun that doubles the noun behind it becomes its determiner. Else forms, lemmata and tree
    stay.
    """
    sentence = mended(sentence, language)
    tokens: list[Token] = []
    changed = False
    for token in sentence.tokens:
        new = token if (noun := _noun_of(sentence, token)) is None else _determiner(token, noun)
        if genders is not None and token.upos in _WITH_GENDER:
            new = _with_gender(new, _narrowed(sentence, new, genders))
        if "Gender" in new.feats and is_idle(sentence, token, language):
            rest = {name: value for name, value in new.feats.items() if name != "Gender"}
            new = new.changed(feats=rest)
        changed |= new is not token
        tokens.append(new)
    return replace(sentence, tokens=tuple(tokens)) if changed else sentence


def _narrowed(sentence: Sentence, token: Token, genders: Genders) -> Collection[str]:
    """Return the genders of a word; of a noun with several that which two determiners show."""
    known = genders(token)
    if len(known) < 2 or token.upos != "NOUN":
        return known
    shown = [
        set(own)
        for child in sentence.children(token.id)
        if child.upos == "DET" and len(own := genders(child)) == 1 and "" not in own
    ]
    # One determiner may itself be wrong; two outweigh the annotator: "il tuo musicista".
    common = set(known).intersection(*shown) if len(shown) > 1 else set(known)
    return common if len(common) == 1 else known


def _noun_of(sentence: Sentence, pronoun: Token) -> Token | None:
    """Return the noun right behind a pronoun that agrees with it and has its head and relation.

    No verb has two subjects or objects: the pronoun is a determiner ("Nuestro profesor dijo").
    """
    if pronoun.upos != "PRON" or pronoun.id >= len(sentence.tokens):
        return None
    noun = sentence.tokens[pronoun.id]
    alike = (noun.head, noun.deprel) == (pronoun.head, pronoun.deprel)
    agree = all(noun.feats.get(f) == pronoun.feats.get(f) for f in ("Gender", "Number"))
    return noun if noun.upos == "NOUN" and alike and agree and "Gender" in noun.feats else None


def _determiner(token: Token, noun: Token) -> Token:
    return token.changed(upos="DET", head=noun.id, deprel="det")


def _with_gender(token: Token, genders: Collection[str]) -> Token:
    if len(genders) != 1 or (gender := next(iter(genders))) in ("", token.feats.get("Gender", "")):
        return token
    return token.changed(feats={**token.feats, "Gender": gender})


def is_idle(sentence: Sentence, token: Token, language: str) -> bool:
    """Whether a word is a participle of the perfect that agrees with nothing.

    In French and Italian it agrees with an object before it ("l'a accompagnée").
    """
    if token.feats.get("VerbForm") != "Part" or language not in _HAVE:
        return False
    helped = token if token.upos == "VERB" else _helped(sentence, token)
    auxiliaries = [
        child.lemma
        for child in sentence.children(helped.id)
        if child.upos == "AUX" and child.id < token.id
    ]
    if not auxiliaries and (before := _before(sentence, token)) is not None:
        auxiliaries = [before.lemma]  # "ayant reçu", taken for two verbs
    if not auxiliaries and (verb := _have_before(sentence, token, language)) is not None:
        return language not in _OBJECTS or preceding_object(sentence, verb) is None
    if auxiliaries[-1:] != [_HAVE[language]]:
        return False
    return (
        token is not helped or language not in _OBJECTS or preceding_object(sentence, token) is None
    )


def _have_before(sentence: Sentence, participle: Token, language: str) -> Token | None:
    """Return the word right before a participle if it is the auxiliary, taken for a main verb.

    "Avete detto" is then two clauses to the annotator.
    """
    if participle.upos != "VERB" or participle.id == 1:
        return None
    before = sentence.tokens[participle.id - 2]
    return before if (before.upos, before.lemma) == ("VERB", _HAVE[language]) else None


def _before(sentence: Sentence, token: Token) -> Token | None:
    """Return the verb in front of a word, adverbs between them left out; None for other words."""
    for other in reversed(sentence.tokens[: token.id - 1]):
        if other.upos != "ADV":
            return other if other.upos in ("AUX", "VERB") else None
    return None


def _helped(sentence: Sentence, auxiliary: Token) -> Token:
    """Return the verb of an auxiliary: "été" and "sido" are beside "avoir" and "haber"."""
    return sentence.tokens[auxiliary.head - 1] if auxiliary.head else auxiliary


def preceding_object(sentence: Sentence, participle: Token) -> Token | None:
    """Return the object that stands before a participle, None if it has none."""
    for child in sentence.children(participle.id):
        if child.deprel.partition(":")[0] == "obj" and child.id < participle.id:
            return child
    return None
