"""The form of a word with other features, looked up in a lexicon.

Lemmata of feminine nouns differ between resources: "enfermera" has the lemma enfermera here and
enfermero there. So the paradigms of a word are those that have its form, and those of its lemma.
`look_up` inflects words of a sentence, whose forms are known and say which paradigm is meant;
`citation_form` knows the lemma alone, the question that reinflection is scored by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.transducer.examples import FEATURES
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
    that its features say, 2 if the lemma alone leads to it. `distance`: how far its part of speech
    is. `link`: 0 a word list, 1 a paradigm of the same lemma, 2 of another. `rank`: that of
    its source. `position`: that of `own` among the entries.
    """

    doubt: int
    distance: int
    link: int
    rank: int
    position: int
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
    for position, entry in enumerate(lexicon.by_form(token.form)):
        if entry.upos in known and _has_reading(entry, token, participle=participle):
            # Word lists of persons are written with care; elsewhere lemmata tell homographs apart.
            listed = entry.source.startswith("wordlist:")
            link = 0 if listed else 1 if entry.lemma.lower() == lemma else 2
            doubt = int(_has_other_number(entry, token, feats))
            # A treebank may lack the right number; of the others it is known that they have none.
            if doubt and "Number" in token.feats and entry.source.startswith("treebank:"):
                continue
            distance, rank = known.index(entry.upos), lexicon.rank(entry.source)
            yield _Candidate(doubt, distance, link, rank, position, entry)
    seen = set()
    for position, entry in enumerate(lexicon.by_lemma(lemma)):
        if entry.upos == token.upos and entry.upos in known and entry.source not in seen:
            seen.add(entry.source)
            yield _Candidate(2, 0, 1, lexicon.rank(entry.source), position, entry)


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
    """Return whether the entry may be the unchanged word."""
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
            # Where nothing shows the number, the singular is the usual one.
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


#: Where the forms of a noun or adjective may be found as well: resources part them differently.
_SIMILAR_UPOS = {"ADJ": "NOUN", "NOUN": "ADJ"}


def citation_form(lemma: str, upos: str, feats: Mapping[str, str], lexicon: Lexicon) -> str | None:
    """Return the form of `lemma` with `feats`, None if the lexicon has none.

    Looked at are the paradigms of the lemma, then those in which it is a form that may stand as a
    lemma (those of feminine nouns differ between resources); the word's own part of speech comes
    first, then the order of the sources. Of the entries of a paradigm that have what is wanted
    the one is taken that shares most features, then the one whose form most sources have, then
    the first.
    """
    parts = [upos, _SIMILAR_UPOS[upos]] if upos in _SIMILAR_UPOS else [upos]
    for part in parts:
        also = [entry for entry in lexicon.by_form(lemma) if _is_citable(entry, feats)]
        for found in (lexicon.by_lemma(lemma), also):
            for paradigm in _paradigms(found, part, lexicon):
                fitting = [e for e in paradigm if _fits(e, feats, paradigm)]
                if fitting:
                    return max(fitting, key=lambda e: _rank(e, feats, lexicon)).form
    return None


def _paradigms(found: Sequence[Entry], upos: str, lexicon: Lexicon) -> Iterator[list[Entry]]:
    """Yield the paradigms of entries that have a part of speech, by the order of the sources."""
    keys = dict.fromkeys((e.source, e.lemma) for e in found if e.upos == upos)
    for source, lemma in sorted(keys, key=lambda key: lexicon.rank(key[0])):
        yield [e for e in lexicon.by_lemma(lemma) if (e.source, e.upos) == (source, upos)]


def _is_citable(entry: Entry, wanted: Mapping[str, str]) -> bool:
    """Whether a form may stand as a lemma: without article, suffix or construct, and a singular.

    A noun that is plural alone has a plural lemma, and is wanted in the plural.
    """
    feats = entry.feats
    owned = any(name.endswith("[psor]") for name in feats)
    plural = feats.get("Number") == "Plur" and wanted.get("Number") != "Plur"
    return not owned and not plural and _said(feats, "Definite") is None


def _fits(entry: Entry, feats: Mapping[str, str], paradigm: Sequence[Entry]) -> bool:
    has = entry.feats
    if any(name.endswith("[psor]") for name in has):
        return False
    for name in FEATURES:
        wanted, value = _said(feats, name), _said(has, name)
        if value is not None and value != wanted and (wanted is not None or name not in _UNSAID):
            return False
        if value is None and wanted is not None and name not in _UNSAID:
            return False
    if "Gender" in feats and "Gender" not in has:
        # A treebank leaves it out where the form does not show it; some lexicons for all nouns.
        silent = all("Gender" not in other.feats for other in paradigm)
        return entry.source.startswith("treebank:") or (entry.upos == "NOUN" and silent)
    return True


#: Features that one resource says and another leaves out.
_UNSAID = frozenset({"Gender", "Number", "Tense", "VerbForm"})


def _said(feats: Mapping[str, str], name: str) -> str | None:
    value = feats.get(name)
    return None if (name, value) == ("Definite", "Ind") else value


def _rank(entry: Entry, feats: Mapping[str, str], lexicon: Lexicon) -> tuple[int, bool, int]:
    shared = sum(feats.get(name) == value for name, value in entry.feats.items())
    sources = len({e.source for e in lexicon.by_form(entry.form) if e.upos == entry.upos})
    # Where the number is not said the form does not show it; the lemma is the best guess.
    plain = "Number" not in feats and entry.form == entry.lemma
    return shared, plain, sources
