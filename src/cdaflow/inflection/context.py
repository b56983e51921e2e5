"""What a sentence says of one of its words: its number, a possessor, whether it is a person at all.

Annotators take adjectives beside a noun for nouns ("vecchie canzoni", "approcci critici"), and word
lists have forms that other nouns have too ("conti": counts and accounts, "morte": dead women and
death). What `is_other_word` finds is better rejected than changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.trees import Sentence, Token

#: Relations of a word that agrees with its head.
_ATTRIBUTES = frozenset({"acl", "amod", "appos", "det", "nummod"})

#: Relations of words that show the number of their head, the verb before one of two subjects.
_WITNESSES = ("cop", "aux", "nsubj", "det", "amod", "nummod")

_DEPTH = 4


def number_around(sentence: Sentence, token: Token, depth: int = _DEPTH) -> str | None:
    """Return the number of the word itself or of what it agrees with, None if nothing shows it.

    That is the noun that it modifies, its subject, determiner or copula, or the word with which
    it is coordinated.
    """
    if "Number" in token.feats:
        return token.feats["Number"]
    if not depth:
        return None
    relation = token.deprel.partition(":")[0]
    head = sentence.tokens[token.head - 1] if token.head else None
    if relation in _ATTRIBUTES and head is not None:
        return number_around(sentence, head, depth - 1)
    children = list(sentence.children(token.id))
    for wanted in _WITNESSES:
        for child in children:
            if child.deprel.partition(":")[0] == wanted and "Number" in child.feats:
                return child.feats["Number"]
    # The subject of "je la rends heureuse" and "ils sont partis heureux" is the head's.
    if relation in ("conj", "xcomp", "advcl") and head is not None:
        return number_around(sentence, head, depth - 1)
    return None


def with_numbers(sentence: Sentence, has_numbers: Callable[[Token], bool]) -> Sentence:
    """Return a sentence in which adjectives and participles have the number of what they agree with
    where their form does not show it: of "il a été surpris", "il est heureux" annotators guess.

    `has_numbers`: whether a word is written the same in both numbers.
    """
    tokens = list(sentence.tokens)
    for token in sentence.tokens:
        if token.upos not in ("ADJ", "VERB") or not has_numbers(token):
            continue
        feats = {name: value for name, value in token.feats.items() if name != "Number"}
        # Of "heureux, si heureux" the second has the number that the first has got.
        number = number_around(replace(sentence, tokens=tuple(tokens)), token.changed(feats=feats))
        if number and "Number" in token.feats:
            tokens[token.id - 1] = token.changed(feats={**feats, "Number": number})
    return replace(sentence, tokens=tuple(tokens))


def context(sentence: Sentence, token: Token) -> Mapping[str, str]:
    """Return what the tables of closed classes may ask of a word's neighbours.

    `Possessed=Yes`: a noun with a possessive determiner, or one with a name of whom she or he is
    something ("sa femme", "la fille de Jean"). `Governed=Yes`: a pronoun right behind a
    preposition ("chez elle"), which is no object of a verb behind it ("pour lui parler").
    """
    relation = token.deprel.partition(":")[0]
    if token.upos == "NOUN":
        singular = token.feats.get("Number") != "Plur"  # les filles de Paris
        if any(_possesses(child, names=singular) for child in sentence.children(token.id)):
            return {"Possessed": "Yes"}
    before = sentence.tokens[token.id - 2].upos if token.id > 1 else ""
    if token.upos == "PRON" and before == "ADP" and relation not in ("expl", "iobj", "obj"):
        return {"Governed": "Yes"}
    return {}


def _possesses(child: Token, *, names: bool) -> bool:
    if child.upos == "DET":
        return child.feats.get("Poss") == "Yes"
    return names and child.upos == "PROPN" and child.deprel.partition(":")[0] == "nmod"


_LISTED = "wordlist:"

#: What an entry must share with a word that it is a reading of.
_SHOWN = ("Gender", "Number")


def is_other_word(sentence: Sentence, token: Token, lexicon: Lexicon) -> bool:
    """Return whether a noun that is to change is likely to be another word than the lists have."""
    if token.upos != "NOUN" or not _listed(token, lexicon):
        return False
    return _has_own_lemma(token, lexicon) or _is_attribute(sentence, token, lexicon)


def _listed(token: Token, lexicon: Lexicon) -> list[Entry]:
    return [entry for entry in lexicon.by_form(token.form) if entry.source.startswith(_LISTED)]


def _has_own_lemma(token: Token, lexicon: Lexicon) -> bool:
    """Return whether the lemma is that of another noun with this form: conti of conto, not conte.

    Some resources have "amica" for a lemma, and "signore" for that of "signor": any singular form
    of the lists counts as one.
    """
    named = any(
        entry.source.startswith(_LISTED) and entry.feats.get("Number") == "Sing"
        for entry in lexicon.by_form(token.lemma)
    )
    # Dictionaries have rare nouns, too, that only a wrong lemma leads to: "giudici" of "giudico".
    used = any(
        entry.upos == "NOUN" and entry.source.startswith("treebank:")
        for entry in lexicon.by_lemma(token.lemma)
    )
    return used and not named and any(_fits(entry, token) for entry in _own(token, lexicon))


def _own(token: Token, lexicon: Lexicon) -> Iterator[Entry]:
    """Yield the entries of a dictionary that have the form and the lemma as a noun."""
    for entry in lexicon.by_form(token.form):
        dictionary = entry.upos == "NOUN" and entry.source.startswith("unimorph:")
        if dictionary and entry.lemma.lower() == token.lemma.lower():
            yield entry


def _fits(entry: Entry, token: Token) -> bool:
    return all(
        entry.feats.get(name, value) == value
        for name in _SHOWN
        if (value := token.feats.get(name)) is not None
    )


def _is_attribute(sentence: Sentence, token: Token, lexicon: Lexicon) -> bool:
    """Return whether the word is an adjective of a noun beside it that is no noun of persons."""
    readings = [entry for entry in lexicon.by_form(token.form) if entry.upos == "ADJ"]
    if not any(_fits(entry, token) for entry in readings):
        return False
    number = token.feats.get("Number", "")
    beside = [sentence.tokens[position - 1] for position in (token.id - 1, token.id + 1)
              if 1 <= position <= len(sentence.tokens)]  # fmt: skip
    return any(
        other.upos == "NOUN"
        and other.feats.get("Gender", "") == token.feats.get("Gender")
        and other.feats.get("Number", number) == number
        and not _listed(other, lexicon)
        and any(entry.upos == "NOUN" for entry in lexicon.by_form(other.form))
        and not any(entry.upos == "ADJ" for entry in lexicon.by_form(other.form))
        for other in beside
    )
