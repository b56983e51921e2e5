"""Words that look like a noun of persons but are another word or no noun where they stand.

Annotators take adjectives beside a noun for nouns ("vecchie canzoni", "approcci critici"), and word
lists have forms that other nouns have too ("conti": counts and accounts, "morte": dead women and
death). What is found here is better sent back than changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.trees import Sentence, Token

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
    beside = [sentence.tokens[place - 1] for place in (token.id - 1, token.id + 1)
              if 1 <= place <= len(sentence.tokens)]  # fmt: skip
    return any(
        other.upos == "NOUN"
        and other.feats.get("Gender", "") == token.feats.get("Gender")
        and other.feats.get("Number", number) == number
        and not _listed(other, lexicon)
        and any(entry.upos == "NOUN" for entry in lexicon.by_form(other.form))
        and not any(entry.upos == "ADJ" for entry in lexicon.by_form(other.form))
        for other in beside
    )
