"""What is wrong in the lists of English: professions and how often women have them, persons, ...

The readers of these lists find most of it; here they are called before a rule needs the list.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.languages.en import PRONOUNS
from cdaflow.wordlists.english_lists import (
    load_stereotypes,
    read_english_professions,
    read_gendered_nouns,
    read_gendered_pronouns,
)
from cdaflow.wordlists.genders import endings, is_pair
from cdaflow.wordlists.lists import Finding

#: The list against which others are checked.
PROFESSIONS = "professions.tsv"


def check_english(path: str | os.PathLike[str]) -> list[Finding]:
    """Return what is found in a list of English, which is known by its name.

    Raises InputError for a name that no list has.
    """
    checks: Mapping[str, Callable[[str], Iterator[Finding]]] = {
        PROFESSIONS: _professions,
        "persons.en.tsv": _persons,
        "gendered.en.tsv": _gendered,
        "pronouns.en.tsv": _pronouns,
        "stereotypes.tsv": _stereotypes,
    }
    name = Path(path).name
    if name not in checks:
        raise InputError(
            "this is not the name of a word list", file=path, hint=f"known are {', '.join(checks)}"
        )
    try:
        return list(checks[name](str(path)))
    except InputError as error:
        return [Finding(error)]


def profession_names(path: str | os.PathLike[str]) -> list[str]:
    """Return the professions of the English list; InputError as `read_table` raises it."""
    return [row["profession"].strip() for _, row in read_table(path, ("profession",))]


def _professions(path: str) -> Iterator[Finding]:
    read_english_professions(path)
    columns = ("profession", "feminine", "plural", "feminine_plural")
    for number, row in read_table(path, columns, whole=True):
        yield from _exchanged(path, number, row, (columns[:2], columns[2:]))


def _persons(path: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for number, row in read_table(path, ("person", "plural"), whole=True):
        person, plural = row["person"].strip(), row["plural"].strip()
        if not person or not plural:
            yield _found("a person and its plural are wanted", path, number)
        elif person in seen:
            yield _found(f"{person!r} is duplicated", path, number)
        seen.add(person)
    if not seen:
        yield Finding(InputError("there is no row below the header", file=path))


def _gendered(path: str) -> Iterator[Finding]:
    read_gendered_nouns(path)
    pairs = (("masculine", "feminine"), ("masculine_plural", "feminine_plural"))
    first: dict[tuple[str, str], tuple[str, int]] = {}
    for number, row in read_table(path, [column for pair in pairs for column in pair]):
        yield from _exchanged(path, number, row, pairs)
        for pair in pairs:
            for column in pair:
                form = row[column].strip()
                before, line = first.setdefault((pair[0], form), (column, number))
                if form and before != column:
                    yield _found(
                        f"{form!r} is in the column {column}, but {before} in line {line}",
                        path,
                        number,
                    )


def _exchanged(
    path: str, line: int, row: Mapping[str, str], pairs: tuple[tuple[str, ...], ...]
) -> Iterator[Finding]:
    known = endings("en")
    for one, other in pairs:
        masculine, feminine = row[one].strip(), row[other].strip()
        if not masculine or not feminine or is_pair(masculine, feminine, known):
            continue
        if is_pair(feminine, masculine, known):
            yield _found(
                f"the columns {one} and {other} are exchanged: {feminine!r} is masculine beside "
                f"{masculine!r}",
                path,
                line,
            )


def _pronouns(path: str) -> Iterator[Finding]:
    read_gendered_pronouns(path)
    known: dict[str, set[str]] = {}
    for pronoun in PRONOUNS:
        known.setdefault(pronoun.form, set()).add(pronoun.gender)
    for number, row in read_table(path, ("form", "gender")):
        genders = known.get(row["form"].strip().lower())
        if genders and row["gender"].strip() not in genders:
            yield _found(
                f"{row['form']!r} is {' or '.join(sorted(genders))}, not {row['gender']!r}",
                path,
                number,
            )


def _stereotypes(path: str) -> Iterator[Finding]:
    list(read_table(path, ("profession", "feminine_share"), whole=True))
    load_stereotypes(path, dict.fromkeys(profession_names(Path(path).with_name(PROFESSIONS))))
    yield from ()


def _found(problem: str, path: str, line: int) -> Finding:
    return Finding(InputError(problem, file=path, line=line))
