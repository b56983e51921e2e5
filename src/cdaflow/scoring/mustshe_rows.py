"""The rows of MuST-SHE (Bentivogli et al. 2020): is each annotated word in the right gender?

A row has a reference, a wrong reference in which the words that mark the gender are swapped,
and those words (the terms) as pairs of the right and the wrong form. Rows of category 1 speak
of the speaker, whose gender only the voice tells; in category 2 the sentence tells it.

A term is looked for once, and a generated word stands for one term only. The right forms of all
terms are looked for first: the order of the terms does not matter, and a term with both forms
in the sentence (one of them as a word of its own) counts as right. The published script goes
term by term instead, so that with two terms "le la" the sentence "le ... la" has the first both
right and wrong and the second missing; its counts are kept apart.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cdaflow.alignment.words import splitter
from cdaflow.errors import InputError
from cdaflow.io.files import check_count, read_lines, row_cells
from cdaflow.io.recognition import Content, unquoted
from cdaflow.scoring.translations import repaired_lines
from cdaflow.statistics.warnings import Warnings


@dataclass(frozen=True)
class Term:
    """A word that marks gender: its words in the reference, and in the wrong reference."""

    correct: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class MustSheRow:
    """A row of MuST-SHE. category: 1F, 1M, 2F or 2M; source: "" where the file has none."""

    category: str
    source: str
    reference: str
    wrong_reference: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class MustSheItem:
    """How many terms a sentence has, and what became of them.

    correct, wrong: terms in the right form, in the wrong form. swapped: terms of the wrong
    reference that are generated, whatever is found of the right one. published_*: as the script
    of the paper counts them.
    """

    terms: int
    correct: int
    wrong: int
    swapped: int
    published_found: int
    published_correct: int
    published_wrong: int


def score_item(row: MustSheRow, words: Sequence[str]) -> MustSheItem:
    """Return what became of the terms of a row in the words of its translation.

    Case does not matter, nor the shape of apostrophes.
    """
    generated = [word.lower() for word in words]
    left = list(generated)
    missing = [term for term in row.terms if not _take(left, term.correct)]
    wrong = sum(_take(left, term.wrong) for term in missing)
    alone = list(generated)
    swapped = sum(_take(alone, term.wrong) for term in row.terms)
    correct = len(row.terms) - len(missing)
    return MustSheItem(len(row.terms), correct, wrong, swapped, *_published(row, generated))


def _published(row: MustSheRow, generated: Sequence[str]) -> tuple[int, int, int]:
    """Return the terms found, found right and found wrong, as the published script does."""
    left = list(generated)
    covered = correct = wrong = 0
    for term in row.terms:
        right, swapped = _take(left, term.correct), _take(left, term.wrong)
        covered += right or swapped
        correct += right
        wrong += swapped
    return covered, correct, wrong


def _take(words: list[str], form: Sequence[str]) -> bool:
    """Remove the first place of a form (most often one word); return whether there is one."""
    size = len(form)
    for start in range(len(words) - size + 1):
        if words[start : start + size] == list(form):
            # Not closed up: words that were apart must not become neighbours.
            words[start : start + size] = [""]
            return True
    return False


#: The columns that are read, by name: their order, and what else there is, does not matter.
_READ = ("REF", "WRONG-REF", "CATEGORY", "GENDERTERMS")

#: A sentence of more terms is no sentence of MuST-SHE; each count is one character in a report.
MAX_TERMS = 35

_HINT = "give MONOLINGUAL.<language>_v1.2.tsv as the owners of MuST-SHE hand it out"


def read_rows(path: str | os.PathLike[str], language: str) -> list[MustSheRow]:
    """Return the rows of a table of MuST-SHE: tab-separated, with a header.

    Raises InputError, with the line, where a column is missing, a category is none, a term is
    not two words ("right-form wrong-form"), or the column LANG names another language.
    """
    split = splitter(language)
    lines = read_lines(path)
    header = [cell.strip().strip('"') for cell in next(lines, "").split("\t")]
    for name in _READ:
        if header.count(name) != 1:
            fault = "stands there twice" if name in header else "is missing"
            raise InputError(
                "column.duplicate" if name in header else "column.missing",
                f"the column {name} {fault}",
                file=path,
                line=1,
                hint=_HINT,
            )
    rows = []
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        cells = row_cells(path, number, header, [unquoted(cell) for cell in line.split("\t")])
        try:
            rows.append(_row(cells, language, split))
        except ValueError as error:
            raise InputError(
                "row.malformed", str(error), file=path, line=number, hint=_HINT
            ) from None
    if not rows:
        raise InputError("table.no-rows", "the table has no rows", file=path, hint=_HINT)
    return rows


def _row(cells: dict[str, str], language: str, split: Callable[[str], list[str]]) -> MustSheRow:
    category = cells["CATEGORY"].strip().upper()
    if re.fullmatch("[12][FM]", category) is None:
        raise ValueError(f"the category {category!r} is none of 1F, 1M, 2F, 2M")
    named = re.fullmatch("(?:en[-_])?([a-z]{2})", cells.get("LANG", "").strip().lower())
    if named is not None and named[1] != language:
        raise ValueError(
            f"LANG is {cells['LANG']!r}, but translations into {language!r} are scored"
        )
    return MustSheRow(
        category,
        cells.get("SRC", "").strip(),
        cells["REF"].strip(),
        cells["WRONG-REF"].strip(),
        tuple(_terms(cells["GENDERTERMS"], split)),
    )


def _terms(cell: str, split: Callable[[str], list[str]]) -> Iterator[Term]:
    items = [item for item in cell.split(";") if item.strip()]
    if not items:
        raise ValueError("there is no term in GENDERTERMS")
    if len(items) > MAX_TERMS:
        raise ValueError(f"{len(items)} terms in one sentence, at most {MAX_TERMS} are taken")
    for item in items:
        forms = item.lower().split()
        if len(forms) != 2:
            raise ValueError(f"the term {item.strip()!r} is not a right form and a wrong form")
        correct, wrong = (tuple(split(form)) for form in forms)
        if correct == wrong:
            raise ValueError(f"the two forms of the term {item.strip()!r} are the same")
        yield Term(correct, wrong)


def read_sources(path: str | os.PathLike[str], language: str) -> list[str]:
    """Return the English sentence of each row (the column SRC), to be translated.

    Raises as `read_rows`, and where a row has no English sentence.
    """
    sources = [row.source for row in read_rows(path, language)]
    if not all(sources):
        raise InputError(
            "row.no-source",
            f"row {sources.index('') + 1} has no English sentence (column SRC)",
            file=path,
            hint=_HINT,
        )
    return sources


def read_translations(
    path: str | os.PathLike[str], rows: Sequence[MustSheRow], warnings: Warnings | None = None
) -> list[str]:
    """Return the translation of each row, by line; InputError for another number of lines.

    `warnings`: see `repaired_lines`.
    """
    lines = repaired_lines(path, read_lines(path, Content.SENTENCES), warnings)
    check_count(
        path,
        lines,
        len(rows),
        f"MuST-SHE has {len(rows)} rows",
        hint="one translation a row is expected, in the order of the table (without its header)",
    )
    return [line.strip() for line in lines]
