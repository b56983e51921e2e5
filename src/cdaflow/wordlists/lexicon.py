"""The gender that nouns show: the profession word list of a language, and any UniMorph lexicon."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, read_table
from cdaflow.io.recognition import Content
from cdaflow.languages import Language, Slot, Slots, frozen
from cdaflow.wordlists.rows import FORMS, read_person_rows

Key = tuple[str, ...]


class Match(NamedTuple):
    """A form found in a sentence: words `start` to `end` (excluded), with its readings.

    `fixed`: the noun has one gender for men and women ("la víctima"). `listed`: it is of the
    profession list, hence a noun for persons; a general lexicon has every kind.
    """

    start: int
    end: int
    slots: Slots
    fixed: bool = False
    listed: bool = True


@dataclass(frozen=True)
class Professions:
    """The forms of each profession in one language.

    `forms`: for each English noun, in lower case, its forms (tuples of lower-case words) with
    the readings of each; `all_forms`: the same of every profession together; `fixed`: the forms
    whose gender says nothing of the person.
    """

    forms: Mapping[str, Mapping[Key, Slots]]
    all_forms: Mapping[Key, Slots]
    longest: int
    fixed: frozenset[Key] = frozenset()

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The words with which any form begins."""
        return frozenset(key[0] for key in self.all_forms)

    @cached_property
    def english_first_words(self) -> frozenset[str]:
        """The words with which any English noun begins."""
        return frozenset(name.split()[0] for name in self.forms)

    @cached_property
    def _longest(self) -> Mapping[str, Mapping[str, int]]:
        """For each English noun, the first words of its forms with the longest form of each."""
        lengths: dict[str, dict[str, int]] = {}
        for profession, forms in self.forms.items():
            longest = lengths.setdefault(profession, {})
            for key in forms:
                longest[key[0]] = max(len(key), longest.get(key[0], 0))
        return lengths

    def find(self, profession: str, words: Sequence[str]) -> list[Match]:
        """Return where forms of an English noun stand among lower-case words, from the left.

        Of forms inside one another only the longest counts.
        """
        name = profession.casefold()
        longest = self._longest.get(name, {})
        matches: list[Match] = []
        end = 0
        for start, word in enumerate(words):
            if word in longest and start >= end:
                match = self._longest_at(words, start, self.forms[name], longest[word])
                if match is not None:
                    matches.append(match)
                    end = match.end
        return matches

    def at(self, words: Sequence[str], start: int) -> Match | None:
        """Return the longest form of any profession that begins at word `start`."""
        if words[start] not in self.first_words:
            return None
        return self._longest_at(words, start, self.all_forms, self.longest)

    def _longest_at(
        self, words: Sequence[str], start: int, forms: Mapping[Key, Slots], longest: int
    ) -> Match | None:
        for end in range(min(start + longest, len(words)), start, -1):
            key = tuple(words[start:end])
            if key in forms:
                return Match(start, end, forms[key], key in self.fixed)
        return None


def read_professions(path: str | os.PathLike[str], language: Language) -> Professions:
    """Read config/wordlists/professions.<language>.tsv.

    Columns profession, masculine, feminine, masculine_plural, feminine_plural, by the names in
    the header. A profession may have several rows (variants); an epicene noun has the same form
    in both genders; a cell may be empty. A note "fixed:Fem" (Masc, Neut) says that the noun has
    that grammatical gender for everybody, unless said_of.tsv has it as said of men or women alone
    ("femme de ménage"); what that has as said of anybody is fixed as well ("qualcuno"). Each form
    counts in all the spellings that the language gives it in running text (cases, prefixes; see
    `Morphology.spellings`).

    Raises InputError as `read_person_rows` does.
    """
    slots_by_profession: dict[str, dict[Key, set[Slot]]] = {}
    fixed: set[Key] = set()
    fixed_persons = _fixed_persons(language)
    for row in read_person_rows(path):
        profession = row.name.casefold()
        for column, (gender, plurality) in FORMS.items():
            key = _key(row.forms[column], language)
            fixed_for = fixed_persons.get(key, "anybody" if row.note.fixed else "")
            slot = (row.note.fixed or gender, plurality)
            for written, reading in language.morphology.spellings(key, slot) if key else ():
                slots_by_profession.setdefault(profession, {}).setdefault(written, set()).add(
                    reading
                )
                if fixed_for == "anybody":
                    fixed.add(written)
    return _professions(slots_by_profession, fixed)


def _fixed_persons(language: Language) -> dict[Key, str]:
    """Return to whom nouns without a note refer: men, women or anybody."""
    path = Path(__file__).with_name("said_of.tsv")
    rows = read_table(path, ("language", "form", "of"))
    return {_key(row["form"], language): row["of"] for _, row in rows
            if row["language"] == language.code}  # fmt: skip


def _key(form: str, language: Language) -> Key:
    return tuple(word.lower() for word in language.words(form))


def _professions(
    slots_by_profession: Mapping[str, Mapping[Key, set[Slot]]], fixed: Collection[Key]
) -> Professions:
    together: dict[Key, set[Slot]] = {}
    for forms in slots_by_profession.values():
        for key, slots in forms.items():
            together.setdefault(key, set()).update(slots)
    return Professions(
        forms={profession: frozen(forms) for profession, forms in slots_by_profession.items()},
        all_forms=frozen(together),
        longest=max(map(len, together), default=0),
        fixed=frozenset(fixed),
    )


@dataclass(frozen=True)
class Lexicon:
    """Single words of a language: `nouns` with their readings, and the set of `adjectives`."""

    nouns: Mapping[str, Slots] = field(default_factory=dict)
    adjectives: Collection[str] = frozenset()


_GENDERS = {"MASC": ("Masc",), "FEM": ("Fem",), "MASC/FEM": ("Masc", "Fem")}
_NUMBERS = {"SG": "Sing", "PL": "Plur"}


_POSSESSOR = re.compile(r"PSS[123][SPD]?")
_GENDER = re.compile(r"(?:MASC|FEM|NEUT)(?:/(?:MASC|FEM|NEUT))*")


class UniMorphRow(NamedTuple):
    """A line of a UniMorph table: its number, the cells, and the bundle as its features."""

    line: int
    lemma: str
    form: str
    bundle: str


def split_features(bundle: str) -> tuple[list[str], list[str]]:
    """Return the features of a word, flat or nested in the bundle, and those of its possessor.

    The possessor's are PSS1S and the like, and a gender behind: that of `N;SG;PSSD;PSS3S;MASC`, a
    Hebrew noun with "his", is not the noun's.
    """
    features = [part for part in re.split(r"[;()\s]+", bundle) if part]
    owned = (n for n, part in enumerate(features) if n and _POSSESSOR.fullmatch(part))
    start = next(owned, len(features))
    owner = [p for p in features[start:] if _POSSESSOR.fullmatch(p) or _GENDER.fullmatch(p)]
    return [*features[:start], *(part for part in features[start:] if part not in owner)], owner


def unimorph_rows(path: str | os.PathLike[str]) -> Iterator[UniMorphRow]:
    """Yield the lines of a UniMorph table: lemma, form and features, flat or nested.

    Further columns, such as a segmentation, may follow. Raises InputError for a line without lemma,
    form and features.
    """
    for number, line in enumerate(read_lines(path, Content.TABLE), 1):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) < 3 or not all(cell.strip(" ;()") for cell in cells[:3]):
            raise InputError(
                "unimorph.malformed-line",
                "expected a UniMorph line: lemma, form and features, separated by tabs",
                file=path,
                line=number,
            )
        yield UniMorphRow(number, cells[0], cells[1], cells[2])


def read_lexicon(paths: Iterable[str | os.PathLike[str]]) -> Lexicon:
    """Read UniMorph tables (lemma, form, features; flat or nested), together as one lexicon.

    Nouns of which no row says a gender are left out. A gender MASC/FEM (common gender) gives
    both readings. Raises InputError for a line without three columns.
    """
    nouns: dict[str, set[Slot]] = {}
    adjectives: set[str] = set()
    for path in paths:
        for row in unimorph_rows(path):
            form, (features, _) = row.form.lower(), split_features(row.bundle)
            if features[0] == "N":
                number_ = next((_NUMBERS[f] for f in features if f in _NUMBERS), "")
                for value in features:
                    for gender in _GENDERS.get(value, ()):
                        nouns.setdefault(form, set()).add((gender, number_))
            elif features[0] in ("ADJ", "V.PTCP"):
                adjectives.add(form)
    return Lexicon(frozen(nouns), adjectives)
