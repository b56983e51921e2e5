"""Pairs of a masculine and a feminine noun in lexicons: by lemma, by gender, by ending.

Lexicons differ: the Spanish one of FreeLing has both genders of a noun under one lemma
("ingeniero": ingeniero, ingeniera), Morph-it! has a lemma for each ("infermiere", "infermiera"),
and a Hebrew one of UniMorph says no gender.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines
from cdaflow.io.recognition import Content
from cdaflow.wordlists.lexicon import split_features, unimorph_rows
from cdaflow.wordlists.plausibility import Endings, bare, endings, is_pair

#: How a pair was found: under one lemma; one form for both genders ("artista"); two lemmas that
#: differ by endings of the language's genders ("infermiere", "infermiera"); an adjective, which may
#: name persons, too ("veuf"); a feminine that the lexicon lacks, see `feminines`.
PAIRINGS = ("lemma", "common", "ending", "adjective", "made")

_GENDERS = {"MASC": ("masculine",), "FEM": ("feminine",), "MASC/FEM": ("masculine", "feminine")}
_NUMBERS = {"SG": ("",), "PL": ("_plural",), "SG/PL": ("", "_plural")}

#: Features of forms that are no citation form: Hebrew construct states and forms with a possessor.
_BOUND = frozenset({"PSSD", "DEF"})


@dataclass(frozen=True)
class Candidate:
    """A noun with forms in both genders, by column of word lists ("" for none).

    `pairing`: see PAIRINGS; "" where it is not known.
    """

    lemma: str
    forms: Mapping[str, str]
    pairing: str = ""

    @property
    def pair(self) -> tuple[str, str]:
        """The masculine and the feminine singular."""
        return self.forms["masculine"], self.forms["feminine"]


#: The forms of a lemma by column; in `Nouns.unknown` the columns are "" and "_plural".
_Forms = dict[str, dict[str, None]]


@dataclass(frozen=True)
class Nouns:
    """The nouns of lexicons, without names and words with digits.

    `lemmas`: forms by lemma and column of word lists; `unknown`: those without a gender, whose
    columns are "" and "_plural"; `adjectives`: the adjectives that have genders, as `lemmas`.
    """

    lemmas: Mapping[str, _Forms] = field(default_factory=dict)
    unknown: Mapping[str, _Forms] = field(default_factory=dict)
    adjectives: Mapping[str, _Forms] = field(default_factory=dict)

    def forms(self) -> frozenset[str]:
        """Return all forms of nouns."""
        return frozenset(
            form
            for lemmas in (self.lemmas, self.unknown)
            for forms in lemmas.values()
            for column in forms
            for form in forms[column]
        )

    def of_one_gender(self) -> Iterator[str]:
        """Yield the singulars of lemmas that have one gender: things, but for some persons."""
        for forms in self.lemmas.values():
            genders = {column.partition("_")[0] for column in forms}
            if len(genders) == 1:
                yield from forms.get(genders.pop(), ())


def read_nouns(paths: Iterable[str | os.PathLike[str]]) -> Nouns:
    """Read the nouns of UniMorph tables, together.

    Raises InputError for a line without three columns.
    """
    lemmas: dict[str, _Forms] = {}
    unknown: dict[str, _Forms] = {}
    adjectives: dict[str, _Forms] = {}
    for path in paths:
        for _, lemma, form, bundle in unimorph_rows(path):
            features, _ = split_features(bundle)
            if features[0] not in ("N", "ADJ") or form != form.lower() or not _is_word(form):
                continue
            genders = next((_GENDERS[f] for f in features if f in _GENDERS), None)
            numbers = next((_NUMBERS[f] for f in features if f in _NUMBERS), ())
            if _BOUND & set(features):
                continue
            if features[0] == "N":
                table = unknown if genders is None else lemmas
            elif genders is None:
                continue
            else:
                table = adjectives
            for number in numbers:
                for gender in genders or ("",):
                    table.setdefault(lemma, {}).setdefault(gender + number, {})[form] = None
    return Nouns(lemmas, unknown, adjectives)


def read_derived_nouns(path: str | os.PathLike[str]) -> frozenset[str]:
    """Return the nouns of a table of derivations of UniMorph.

    Columns: base, derivative, parts of speech ("V:N") and affix. Raises InputError for a line that
    is not so.
    """
    nouns = set[str]()
    for number, line in enumerate(read_lines(path, Content.TABLE), 1):
        cells = line.split("\t")
        kinds = cells[2].split(":") if len(cells) > 2 else []
        if line.strip() and len(kinds) != 2:
            raise InputError(
                "derived-noun.malformed-line",
                "expected base, derivative, parts of speech (V:N) and affix, separated by tabs",
                file=path,
                line=number,
            )
        nouns.update(word for word, kind in zip(cells, kinds, strict=False) if kind == "N")
    return frozenset(nouns)


def _is_word(form: str) -> bool:
    return all(letter.isalpha() or letter in "-'\"׳״" for letter in form)


def find_pairs(nouns: Nouns, language: str) -> list[Candidate]:
    """Return the pairs of nouns, by lemma, without duplicates: the first of PAIRINGS counts."""
    candidates: dict[tuple[str, str], Candidate] = {}
    pair_endings = endings(language)
    for candidate in (
        *_by_lemma(nouns.lemmas, pair_endings),
        *_by_ending(nouns, pair_endings),
        *_by_adjective(nouns, pair_endings),
    ):
        candidates.setdefault(candidate.pair, candidate)
    return sorted(candidates.values(), key=lambda candidate: (candidate.lemma, candidate.pair))


def _by_lemma(lemmas: Mapping[str, _Forms], pair_endings: Endings) -> Iterator[Candidate]:
    """Yield the pairs of each lemma; of a lemma with variants, those that fit one another."""
    for lemma, forms in lemmas.items():
        pairs = [
            (masculine, feminine)
            for masculine in forms.get("masculine", ())
            for feminine in forms.get("feminine", ())
        ]
        fitting = [pair for pair in pairs if pair[0] == pair[1] or is_pair(*pair, pair_endings)]
        for masculine, feminine in fitting or pairs:
            # "escritor", "escritora" beside a common "escritora": no pair of its own
            if masculine == feminine and len(fitting) > 1:
                continue
            plurals = {
                column: _plural(singular, forms.get(column, ()))
                for column, singular in (
                    ("masculine_plural", masculine),
                    ("feminine_plural", feminine),
                )
            }
            pairing = "common" if masculine == feminine else "lemma"
            yield Candidate(
                lemma, {"masculine": masculine, "feminine": feminine, **plurals}, pairing
            )


def _by_adjective(nouns: Nouns, pair_endings: Endings) -> Iterator[Candidate]:
    """Yield the pairs of adjectives."""
    for candidate in _by_lemma(nouns.adjectives, pair_endings):
        yield replace(candidate, pairing="adjective")


def _plural(singular: str, plurals: Iterable[str]) -> str:
    """Return the plural of a singular; "" where none is its, or several may be."""
    candidates = list(plurals)
    if len(candidates) > 1:
        regular = [singular + ending for ending in ("s", "es", "x", "")]
        candidates = [form for form in regular if form in candidates][:1]
    return candidates[0] if len(candidates) == 1 else ""


def _by_ending(nouns: Nouns, pair_endings: Endings) -> Iterator[Candidate]:
    """Yield the pairs of different lemmas, or of nouns without gender, that endings make."""
    feminines = _index(nouns, "feminine")
    for masculine, lemma, forms, gender in _singulars(nouns, "masculine"):
        for ending, feminine in pair_endings:
            if not masculine.endswith(ending):
                continue
            key = bare(masculine[: len(masculine) - len(ending)] + feminine)
            for partner, of, other_forms, other_gender in feminines.get(key, ()):
                if (
                    (of == lemma and gender)
                    or masculine == partner
                    or not is_pair(masculine, partner, pair_endings)
                ):
                    continue
                if masculine.count("ñ") != partner.count("ñ"):  # no accent of the stem: año, ana
                    continue
                plurals = {
                    "masculine_plural": _plural(masculine, forms.get(f"{gender}_plural", ())),
                    "feminine_plural": _plural(
                        partner, other_forms.get(f"{other_gender}_plural", ())
                    ),
                }
                yield Candidate(
                    lemma, {"masculine": masculine, "feminine": partner, **plurals}, "ending"
                )


_Singular = tuple[str, str, _Forms, str]


def _singulars(nouns: Nouns, gender: str) -> Iterator[_Singular]:
    """Yield form, lemma, all forms and column of the singulars that may have a gender."""
    for column, lemmas in ((gender, nouns.lemmas), ("", nouns.unknown)):
        for lemma, forms in lemmas.items():
            for form in forms.get(column, ()):
                yield form, lemma, forms, column


def _index(nouns: Nouns, gender: str) -> Mapping[str, Sequence[_Singular]]:
    """Return the singulars by their forms without accents."""
    index: dict[str, list[_Singular]] = {}
    for singular in _singulars(nouns, gender):
        index.setdefault(bare(singular[0]), []).append(singular)
    return index


def add_forms(nouns: Nouns, words: Iterable[str]) -> Nouns:
    """Return nouns with words of another source (a wordnet), of which no gender is known.

    Words of several parts, with a capital, and those that are known already are left out.
    """
    forms = nouns.forms()
    added: dict[str, _Forms] = {
        word: {"": {word: None}}
        for word in words
        if word == word.lower() and word not in forms and _is_word(word)
    }
    return Nouns(nouns.lemmas, {**nouns.unknown, **added}, nouns.adjectives)


#: Of how many letters the endings are that decide.
_LENGTHS = range(5, 0, -1)

#: How many pairs an ending needs, and which share of these a change.
_LEAST, _SHARE = 3, 0.15


class Changes:
    """Changes of word endings, learned from pairs of a word and its derived form.

    So feminines that a lexicon lacks are made as those that it has ("auteur": auteure, autrice):
    dictionaries are older than many names of professions. A made form is no more than a candidate.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._counts: dict[str, Counter[tuple[str, str]]] = {}
        for word, derived in pairs:
            shared = _shared(word, derived)
            change = word[shared:], derived[shared:]
            for length in _LENGTHS:
                if len(change[0]) <= length < len(word):
                    self._counts.setdefault(word[-length:], Counter())[change] += 1

    def apply(self, word: str) -> list[str]:
        """Return the forms derived from a word by its longest known ending, the likeliest first.

        Empty where no ending is known.
        """
        for length in _LENGTHS:
            counts = self._counts.get(word[-length:], Counter[tuple[str, str]]())
            total = sum(counts.values())
            if len(word) > length and total >= _LEAST:
                return [
                    word[: len(word) - len(old)] + new
                    for (old, new), count in counts.most_common()
                    if count >= _SHARE * total
                ]
        return []


def _shared(first: str, second: str) -> int:
    """Return how many letters two words have in common at their beginning."""
    pairs = zip(first, second, strict=False)
    return next(
        (index for index, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second))
    )


def made_feminines(
    nouns: Nouns, pairs: Collection[Candidate], listed: Collection[tuple[str, str]]
) -> Iterator[Candidate]:
    """Yield pairs of masculines without a feminine and the feminines derived from them.

    `pairs`: those of the lexicon; `listed`: those of word lists, from which is learned, too. Nouns
    of common gender are left out.
    """
    feminine = Changes(
        [pair for pair in listed if pair[0] != pair[1]]
        + [candidate.pair for candidate in pairs if candidate.pairing == "lemma"]
    )
    plural = Changes(
        (candidate.forms["feminine"], candidate.forms["feminine_plural"])
        for candidate in pairs
        if candidate.forms["feminine_plural"]
    )
    paired = {candidate.forms["masculine"] for candidate in pairs}
    for lemma, forms in nouns.lemmas.items():
        plurals = list(forms.get("masculine_plural", ()))
        for word in forms.get("masculine", ()):
            if word in paired or len(plurals) > 1:
                continue
            for derived in feminine.apply(word):
                columns = {
                    "masculine": word,
                    "feminine": derived,
                    "masculine_plural": "".join(plurals),
                    "feminine_plural": next(iter(plural.apply(derived)), ""),
                }
                yield Candidate(lemma, columns, "made")
