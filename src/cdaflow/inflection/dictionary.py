"""The form of a word with other features, looked up in a lexicon.

Lemmata of feminine nouns differ between resources: "enfermera" has the lemma enfermera here and
enfermero there. So the paradigms of a word are those that have its form, and those of its lemma.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.trees import Token

#: For each part of speech those in whose paradigms its forms may be found, the best first:
#: "andata" is a participle in one resource and an adjective in another.
_ALSO = {
    "ADJ": ("ADJ", "VERB", "NOUN", "DET"),
    "AUX": ("AUX", "VERB", "ADJ"),
    "NOUN": ("NOUN", "ADJ", "VERB"),
    "PROPN": ("PROPN", "NOUN"),
    "VERB": ("VERB", "AUX", "ADJ", "NOUN"),
}

#: Features that stay as they are, said or not: bellissima is no form of bello.
_STAYING = (
    "Case", "Definite", "Degree", "HebBinyan", "Number[psor]", "Person", "Person[psor]", "Tense",
    "VerbForm",
)  # fmt: skip

#: Of those, what a resource may well not say.
_OPTIONAL = frozenset({"Case", "Definite", "HebBinyan", "Person", "Tense", "VerbForm"})


class Found(NamedTuple):
    """An entry with the form that is wanted; `sure`: its paradigm has the word's form as well."""

    entry: Entry
    sure: bool


class _Candidate(NamedTuple):
    """A paradigm that the word may belong to; sorted, the likely ones come first.

    `doubt`: 0 if its entry `own` has the word, 1 if it has it in another number than the one
    that is told of it, 2 if the lemma alone leads to it. `distance`: how far its part of speech
    is. `link`: 0 a word list, 1 a paradigm of the same lemma, 2 of another. `rank`: the place of
    its source. `place`: that of `own`.
    """

    doubt: int
    distance: int
    link: int
    rank: int
    place: int
    own: Entry


def look_up(token: Token, feats: Mapping[str, str], lexicon: Lexicon) -> Found | None:
    """Return the entry with the features `feats` of the word, None if the lexicon has none.

    Preferred are the word's part of speech, then word lists of persons, then a paradigm of the
    word's own lemma, then the source that comes first; within a paradigm the entry with the most
    features as wanted (person, tense), of equal ones what most sources know, then the first.
    """
    seen = set()
    for candidate in sorted(_candidates(token, feats, lexicon)):
        own, doubt = candidate.own, candidate.doubt
        number = own.feats.get("Number") if doubt == 1 else feats.get("Number")
        key = own.source, own.lemma, own.upos, number, own.feats.get("Degree"), doubt == 2
        if key not in seen:
            seen.add(key)
            wanted = {**feats, "Number": number} if doubt == 1 and number else feats
            entry = _cell(candidate, token, wanted, lexicon)
            if entry is not None:
                return Found(entry, doubt < 2)
    return None


def _candidates(token: Token, feats: Mapping[str, str], lexicon: Lexicon) -> Iterator[_Candidate]:
    verb = token.upos in ("VERB", "AUX")
    participle = verb and token.feats.get("VerbForm") in ("Part", None)
    # What is taken for a finite verb or infinitive and is to have a gender is none.
    known = ("ADJ", "NOUN") if verb and not participle else _ALSO.get(token.upos, (token.upos,))
    lemma = token.lemma.lower()
    for place, entry in enumerate(lexicon.by_form(token.form)):
        if entry.upos in known and _has_reading(entry, token, participle=participle):
            # Word lists of persons are written with care; elsewhere lemmata tell homographs apart.
            listed = entry.source.startswith("wordlist:")
            link = 0 if listed else 1 if entry.lemma.lower() == lemma else 2
            doubt = int(_has_other_number(entry, token, feats))
            # A treebank may lack the right number; of the others it is known that they have none.
            if doubt and "Number" in token.feats and entry.source.startswith("treebank:"):
                continue
            distance, rank = known.index(entry.upos), lexicon.rank(entry.source)
            yield _Candidate(doubt, distance, link, rank, place, entry)
    seen = set()
    for place, entry in enumerate(lexicon.by_lemma(lemma)):
        if entry.upos == token.upos and entry.upos in known and entry.source not in seen:
            seen.add(entry.source)
            yield _Candidate(2, 0, 1, lexicon.rank(entry.source), place, entry)


def is_fixed(token: Token, feats: Mapping[str, str], lexicon: Lexicon) -> bool:
    """Return whether the word lists have a noun, but in no paradigm with the gender of `feats`.

    "Pareja" is feminine for everybody, whatever other dictionaries make of "parejo".
    """
    gender = feats.get("Gender")
    listed = [
        entry
        for entry in lexicon.by_form(token.form)
        if token.upos == entry.upos == "NOUN" and entry.source.startswith("wordlist:")
    ]
    return bool(gender and listed) and not any(
        other.feats.get("Gender") == gender
        for entry in listed
        for other in lexicon.by_lemma(entry.lemma)
        if (other.upos, other.source) == (entry.upos, entry.source)
    )


def _has_other_number(entry: Entry, token: Token, feats: Mapping[str, str]) -> bool:
    """Return whether the form has another number than the features say that it has.

    They may be wrong, or the number was guessed from neighbours: then the form knows better.
    """
    number = entry.feats.get("Number")
    return number not in (None, token.feats.get("Number", feats.get("Number")))


def _has_reading(entry: Entry, token: Token, *, participle: bool) -> bool:
    """Return whether the entry may be the word as it stands."""
    if entry.upos in ("VERB", "AUX"):
        tense = token.feats.get("Tense", entry.feats.get("Tense"))
        if entry.feats.get("VerbForm") != "Part" and (participle or token.upos != entry.upos):
            return token.feats.get("VerbForm") is None and "VerbForm" not in entry.feats
        if token.upos in ("VERB", "AUX") and entry.feats.get("Tense") not in (None, tense):
            return False
    if entry.feats.get("Definite") == "Cons" != token.feats.get("Definite"):
        return False
    return all(
        entry.feats.get(name) in (None, token.feats.get(name, entry.feats.get(name)))
        for name in ("Gender", "Case")
    )


def _cell(
    candidate: _Candidate, token: Token, feats: Mapping[str, str], lexicon: Lexicon
) -> Entry | None:
    """Return the entry of a paradigm for the features that are wanted."""
    own, listed = candidate.own, candidate.doubt < 2
    best: list[Entry] = []
    most = 0
    for entry in lexicon.by_lemma(own.lemma):
        if entry.upos != own.upos or entry.source != own.source:
            continue
        if not _like(entry, own.feats if listed else token.feats):
            continue
        if not listed and _is_wanted(entry, token.feats, lexicon):
            return None  # the word is written otherwise in this paradigm: it is of another one
        if _is_wanted(entry, feats, lexicon):
            equal = sum(feats.get(name) == value for name, value in entry.feats.items())
            # Of a number that nothing tells, the singular is the usual one.
            equal += "Number" not in feats and entry.feats.get("Number") == "Sing"
            if equal > most:
                best, most = [], equal
            if equal == most:
                best.append(entry)
    if len(best) < 2 or own.source.startswith("wordlist:"):
        return best[0] if best else None
    return max(best, key=lambda entry: _likelihood(entry, token, feats, lexicon))


def _like(entry: Entry, feats: Mapping[str, str]) -> bool:
    """Return whether the features that stay are the same, the optional ones as far as both say."""
    for name in _STAYING:
        value, wanted = entry.feats.get(name), feats.get(name)
        optional = name in _OPTIONAL and "Cons" not in (value, wanted)
        if value != wanted and not (optional and (value is None or wanted is None)):
            return False
    return True


def _is_wanted(entry: Entry, feats: Mapping[str, str], lexicon: Lexicon) -> bool:
    """Return whether the form of an entry has the gender and number that are wanted.

    An adjective without gender in a treebank has any ("rouge"), unless others of its lemma have
    one; in UniMorph, where common gender is written out, nothing is known of it.
    """
    for name in ("Gender", "Number"):
        wanted, value = feats.get(name), entry.feats.get(name)
        if wanted and value and value != wanted:
            return False
    if "Gender" in entry.feats or "Gender" not in feats:
        return True
    if entry.upos != "ADJ" or not entry.source.startswith("treebank:"):
        return False
    return not any("Gender" in other.feats for other in lexicon.by_lemma(entry.lemma))


def tagged_wrongly(token: Token, lexicon: Lexicon) -> bool:
    """Return whether the lexicon knows the form, but in no part of speech with its gender."""
    gender = token.feats.get("Gender")
    known = _ALSO.get(token.upos, (token.upos,))
    genders = {
        entry.feats.get("Gender")
        for entry in lexicon.by_form(token.form)
        if entry.upos in known
        and (entry.upos not in ("VERB", "AUX") or entry.feats.get("VerbForm") == "Part")
    }
    return bool(genders) and None not in genders and gender not in genders


def _likelihood(
    entry: Entry, token: Token, feats: Mapping[str, str], lexicon: Lexicon
) -> tuple[int, int]:
    """Return how many sources have the form in the wanted gender and number, and with how many
    letters it begins like the word (perse, persi, not perduti)."""
    sources = {
        other.source
        for other in lexicon.by_form(entry.form)
        if other.lemma == entry.lemma and _is_wanted(other, feats, lexicon)
    }
    same = zip(entry.form.lower(), token.form.lower(), strict=False)
    return len(sources), sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], same))
