"""The words of the demo grammar: what may be said (the inventory), and how a language says it.

The inventory is the TSV files beside this module, one row a concept; the words of a language are
the TSV files of its folder, by the same keys. The professions are word lists of the configuration
(config/wordlists/professions*.tsv), since the scorers and the counterfactuals use them too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cdaflow.demo.constructions import CONSTRUCTIONS
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.io.structured import whole_number

FOLDER = Path(__file__).parent

#: One row of a table: what each column holds.
Row = Mapping[str, str]

#: The columns of a list of professions that hold its forms: masculine, feminine, the same plural.
_FORMS = ("masculine", "feminine", "masculine_plural", "feminine_plural")
_ENGLISH_FORMS = ("profession", "feminine", "plural", "feminine_plural")


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
    the adjectives and the verb phrases that are a reason to do it. `weights`: how often each
    construction is drawn.
    """

    adjectives: Mapping[str, tuple[frozenset[str], frozenset[str]]]
    classes: Mapping[str, frozenset[str]]
    nouns: Mapping[str, frozenset[str]]
    places: tuple[str, ...]
    times: Mapping[str, str]
    verbs: Mapping[str, Mapping[str, frozenset[str]]]
    people: Mapping[str, str]
    reasons: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    weights: Mapping[str, int]

    def adjectives_of(self, kinds: str, of: str = "person") -> list[str]:
        """Return, in order, the adjectives said of `of` with one of `kinds` ("trait|state")."""
        wanted = set(kinds.split("|"))
        return [
            key
            for key, (nouns, has) in self.adjectives.items()
            if of in nouns and not wanted.isdisjoint(has)
        ]

    def adjectives_for(self, noun: str, kinds: str) -> list[str]:
        """Return, in order, the adjectives with one of `kinds` that may be said of a thing."""
        return [
            key
            for key in self.adjectives_of(kinds, "thing")
            if not self.classes[key].isdisjoint(self.nouns[noun])
        ]

    def nouns_of(self, classes: frozenset[str] | set[str]) -> list[str]:
        """Return, in order, the things of at least one of `classes`."""
        return [key for key, has in self.nouns.items() if not has.isdisjoint(classes)]


def read_table(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, Row]]:
    """Yield the rows of a TSV file with a header, each with its line number.

    `columns` must be in the header; empty columns at the end of a row may be left out, and lines
    of nothing but blanks are passed over. Raises InputError with file and line otherwise.
    """
    lines = read_lines(path)
    header = next(lines, "").split("\t")
    if missing := [name for name in columns if name not in header]:
        raise InputError(
            f"the header has no column {', '.join(missing)}",
            file=path,
            line=1,
            hint=f"columns are divided by tabs; wanted: {', '.join(columns)}",
        )
    for number, text in enumerate(lines, 2):
        if not text.strip():
            continue
        values = [value.strip() for value in text.split("\t")]
        if len(values) > len(header):
            raise InputError(
                f"{len(values)} columns, the header has {len(header)}", file=path, line=number
            )
        values += [""] * (len(header) - len(values))
        yield number, dict(zip(header, values, strict=True))


def read_keyed(path: Path) -> dict[str, Row]:
    """Return the rows of a table by their column `key`; InputError where one comes twice."""
    rows: dict[str, Row] = {}
    for number, row in read_table(path, ("key",)):
        if not row["key"]:
            raise InputError("the row has no key", file=path, line=number)
        if row["key"] in rows:
            raise InputError(f"the key {row['key']!r} comes twice", file=path, line=number)
        rows[row["key"]] = row
    return rows


def read_professions(path: Path, language: str) -> dict[str, tuple[str, str, str, str]]:
    """Return the forms in the first row of each profession of a word list.

    The English list has the columns profession, plural, feminine, feminine_plural, where an empty
    feminine means that the noun is the same; the others have profession, masculine, feminine,
    masculine_plural, feminine_plural, all filled. Rows with the note "pronoun" are passed over:
    the lists have "someone" for the scorers, and the demo speaks of nouns.
    """
    columns = _ENGLISH_FORMS if language == "en" else ("profession", *_FORMS)
    forms: dict[str, tuple[str, str, str, str]] = {}
    for number, row in read_table(path, columns):
        if "pronoun" in row.get("note", ""):
            continue
        if language == "en":
            noun, plural = row["profession"], row["plural"]
            found = (noun, row["feminine"] or noun, plural, row["feminine_plural"] or plural)
        else:
            found = tuple(row[name] for name in _FORMS)  # type: ignore[assignment]
        if not row["profession"] or not all(found):
            raise InputError(
                "a form of the profession is missing",
                file=path,
                line=number,
                hint="write the same form twice where the genders share it",
            )
        forms.setdefault(row["profession"], found)
    return forms


def load_lexicon(language: str, professions: Path) -> Lexicon:
    """Return the words of `language`, its professions read from the word list at `professions`.

    Raises ConfigError where the demo does not speak the language, InputError at a bad table.
    """
    folder = FOLDER / language
    if not language.isalpha() or not folder.is_dir():
        known = sorted(
            path.name for path in FOLDER.iterdir() if path.is_dir() and "_" not in path.name
        )
        raise ConfigError(
            f"the demo has no language {language!r}", hint=f"it has: {', '.join(known)}"
        )
    tables = {path.stem: read_keyed(path) for path in sorted(folder.glob("*.tsv"))}
    return Lexicon(language, read_professions(professions, language), tables)


@cache
def load_inventory(folder: Path = FOLDER) -> Inventory:
    """Return what the demo can talk about, from the tables of the package."""
    verbs: dict[str, dict[str, frozenset[str]]] = {}
    path = folder / "verbs.tsv"
    for number, row in read_table(path, ("key", "frame", "things")):
        keys = verbs.setdefault(row["frame"], {})
        if row["key"] in keys:
            raise InputError(
                f"{row['key']!r} comes twice in the frame {row['frame']!r}", file=path, line=number
            )
        keys[row["key"]] = frozenset(row["things"].split())
    adjectives = list(read_table(folder / "adjectives.tsv", ("key", "of", "kind", "classes")))
    return Inventory(
        adjectives={
            row["key"]: (frozenset(row["of"].split()), frozenset(row["kind"].split()))
            for _, row in adjectives
        },
        classes={row["key"]: frozenset(row["classes"].split()) for _, row in adjectives},
        nouns={
            row["key"]: frozenset(row["classes"].split())
            for _, row in read_table(folder / "nouns.tsv", ("key", "classes"))
        },
        places=tuple(row["key"] for _, row in read_table(folder / "places.tsv", ("key",))),
        times={
            row["key"]: row["tense"]
            for _, row in read_table(folder / "times.tsv", ("key", "tense"))
        },
        verbs=verbs,
        people={
            row["key"]: row["kind"] for _, row in read_table(folder / "people.tsv", ("key", "kind"))
        },
        reasons={
            row["verb"]: (tuple(row["adjectives"].split()), tuple(row["verbs"].split()))
            for _, row in read_table(folder / "reasons.tsv", ("verb", "adjectives", "verbs"))
        },
        weights=read_weights(folder / "weights.tsv"),
    )


def read_weights(path: Path) -> dict[str, int]:
    """Return the weight of each construction, from a table construction, weight.

    Raises InputError at an unknown construction and at a weight that is no whole number from 0.
    """
    weights: dict[str, int] = {}
    for number, row in read_table(path, ("construction", "weight")):
        if row["construction"] not in CONSTRUCTIONS:
            raise InputError(
                f"unknown construction {row['construction']!r}",
                file=path,
                line=number,
                hint=f"known: {', '.join(CONSTRUCTIONS)}",
            )
        weight = whole_number(row["weight"])
        if weight is None:
            raise InputError(
                f"a weight is a whole number from 0, found {row['weight']!r}",
                file=path,
                line=number,
            )
        weights[row["construction"]] = weight
    if not any(weights.values()):
        raise InputError("no construction has a weight above 0", file=path)
    return weights
