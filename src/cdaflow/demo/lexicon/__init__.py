"""The words of the demo grammar: what may be said (the inventory), and how a language says it.

The inventory is the TSV files beside this module, one row a concept; the words of a language are
the TSV files of its folder, by the same keys. The professions are word lists of the configuration
(config/wordlists/professions*.tsv), since the scorers and the counterfactuals use them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.wordlists.rows import read_person_rows

FOLDER = Path(__file__).parent

#: One row of a table: what each column holds.
Row = Mapping[str, str]


@dataclass(frozen=True)
class Lexicon:
    """The words of one language.

    `professions`: by English noun, the forms (masculine, feminine, masculine plural, feminine
    plural) of the first row of the word list. `tables`: by file name without ".tsv", then key,
    then column: tables["verbs"]["work"]["pres3s"].
    """

    language: str
    professions: Mapping[str, tuple[str, str, str, str]]
    tables: Mapping[str, Mapping[str, Row]]


@dataclass(frozen=True)
class Inventory:
    """What the demo can talk about: the keys of each kind with their classes.

    `adjectives`: the nouns that take it ("person", "thing") and its kinds (attribute, trait,
    state, comparable, origin, because-subject, because-object). `nouns`: classes of things.
    `classes`: of things that each adjective is said of. `places`: keys. `times`: the tense of
    each, "Past" or "Pres". `verbs`: by frame, each verb with the classes of things that it takes.
    `people`: professions that are no occupations: kin, role, rank or office. `reasons`: by verb,
    the adjectives and the verb phrases that are a reason to do it.
    """

    adjectives: Mapping[str, tuple[frozenset[str], frozenset[str]]]
    classes: Mapping[str, frozenset[str]]
    nouns: Mapping[str, frozenset[str]]
    places: tuple[str, ...]
    times: Mapping[str, str]
    verbs: Mapping[str, Mapping[str, frozenset[str]]]
    people: Mapping[str, str]
    reasons: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]

    def adjectives_of(self, kinds: str, of: str = "person") -> list[str]:
        """Return, in order, the adjectives said of `of` with one of `kinds` ("trait|state")."""
        requested_kinds = set(kinds.split("|"))
        return [
            key
            for key, (nouns, has) in self.adjectives.items()
            if of in nouns and not requested_kinds.isdisjoint(has)
        ]

    def adjectives_for(self, noun: str, kinds: str) -> list[str]:
        """Return, in order, the adjectives with one of `kinds` that may be said of a thing."""
        return [
            key
            for key in self.adjectives_of(kinds, "thing")
            if not self.classes[key].isdisjoint(self.nouns[noun])
        ]

    def nouns_of(self, classes: Iterable[str]) -> list[str]:
        """Return, in order, the things of at least one of `classes`."""
        return [key for key, has in self.nouns.items() if not has.isdisjoint(classes)]


def read_keyed(path: Path) -> dict[str, Row]:
    """Return the rows of a table by their column `key`; InputError where one comes twice."""
    rows: dict[str, Row] = {}
    for number, row in read_table(path, ("key",)):
        if not row["key"]:
            raise InputError("row.no-key", "the row has no key", file=path, line=number)
        if row["key"] in rows:
            raise InputError(
                "row.duplicate-key", f"the key {row['key']!r} is duplicated", file=path, line=number
            )
        rows[row["key"]] = row
    return rows


def read_professions(path: Path, language: str) -> dict[str, tuple[str, str, str, str]]:
    """Return the forms in the first row of each profession of a word list.

    In the English list an empty feminine means that the noun is the same; those of the other
    languages have all forms. Rows with the note "pronoun" are passed over: the lists have
    "someone" for the scorers, and the demo speaks of nouns.
    """
    rows = _english_forms(path) if language == "en" else _target_forms(path)
    forms: dict[str, tuple[str, str, str, str]] = {}
    for number, profession, row_forms in rows:
        if not all((profession, *row_forms)):
            raise InputError(
                "professions.form-missing",
                "a form of the profession is missing",
                file=path,
                line=number,
                hint="write the same form twice where the genders share it",
            )
        masculine, feminine, plural, feminine_plural = row_forms
        forms.setdefault(profession, (masculine, feminine, plural, feminine_plural))
    return forms


def _english_forms(path: Path) -> Iterator[tuple[int, str, Sequence[str]]]:
    for number, row in read_table(path, ("profession", "plural", "feminine", "feminine_plural")):
        noun, plural = row["profession"], row["plural"]
        feminine_plural = row["feminine_plural"] or plural
        yield number, noun, (noun, row["feminine"] or noun, plural, feminine_plural)


def _target_forms(path: Path) -> Iterator[tuple[int, str, Sequence[str]]]:
    for row in read_person_rows(path):
        if "pronoun" not in row.note.marks:
            yield row.line, row.name, tuple(row.forms.values())


def load_lexicon(language: str, professions: Path) -> Lexicon:
    """Return the words of `language`, its professions read from the word list at `professions`.

    Raises InputError at a bad table.
    """
    tables = {path.stem: read_keyed(path) for path in sorted((FOLDER / language).glob("*.tsv"))}
    return Lexicon(language, read_professions(professions, language), tables)


def _classes(path: Path, column: str = "classes") -> dict[str, frozenset[str]]:
    """Return a column of several words of a table, by its key."""
    return {key: frozenset(row[column].split()) for key, row in read_keyed(path).items()}


@cache
def load_inventory(folder: Path = FOLDER) -> Inventory:
    """Return what the demo can talk about, from the tables of the package."""
    verbs: dict[str, dict[str, frozenset[str]]] = {}
    for _, row in read_table(folder / "verbs.tsv", ("key", "frame", "things")):
        verbs.setdefault(row["frame"], {})[row["key"]] = frozenset(row["things"].split())
    adjectives = folder / "adjectives.tsv"
    of, kinds = _classes(adjectives, "of"), _classes(adjectives, "kind")
    return Inventory(
        adjectives={key: (of[key], kinds[key]) for key in of},
        classes=_classes(adjectives),
        nouns=_classes(folder / "nouns.tsv"),
        places=tuple(read_keyed(folder / "places.tsv")),
        times={key: row["tense"] for key, row in read_keyed(folder / "times.tsv").items()},
        verbs=verbs,
        people={key: row["kind"] for key, row in read_keyed(folder / "people.tsv").items()},
        reasons={
            key: (tuple(row["adjectives"].split()), tuple(row["verbs"].split()))
            for key, row in read_keyed(folder / "reasons.tsv").items()
        },
    )
