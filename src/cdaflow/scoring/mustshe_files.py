"""MuST-SHE from files: reads and checks the corpus and its translations, scores and reports."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cdaflow.alignment.words import splitter, unescape_moses
from cdaflow.errors import InputError
from cdaflow.io.files import check_count, digest, read_lines
from cdaflow.scoring import mustshe_metrics
from cdaflow.scoring.mustshe import MustSheItem, MustSheRow, Term, score_item
from cdaflow.scoring.report import ScoreReport
from cdaflow.scoring.sanity import check
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.signature import short, signature

#: The columns that are read, by name: their order, and what else there is, does not matter.
COLUMNS = ("REF", "WRONG-REF", "CATEGORY", "GENDERTERMS")

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
    for name in COLUMNS:
        if header.count(name) != 1:
            found = "stands there twice" if name in header else "is missing"
            raise InputError(f"the column {name} {found}", file=path, line=1, hint=_HINT)
    rows = []
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        cells = [_unquoted(cell) for cell in line.split("\t")]
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells where the header has {len(header)}",
                file=path,
                line=number,
                hint=_HINT,
            )
        try:
            rows.append(_row(dict(zip(header, cells, strict=True)), language, split))
        except ValueError as error:
            raise InputError(str(error), file=path, line=number, hint=_HINT) from None
    if not rows:
        raise InputError("the table has no rows", file=path, hint=_HINT)
    return rows


def _unquoted(cell: str) -> str:
    """Return a cell without the quotes of a CSV writer, which doubles those inside.

    Quotes of the text itself, at both ends of a sentence, stay.
    """
    inner = cell[1:-1]
    if len(cell) > 1 and cell[0] == cell[-1] == '"' and '""' in inner:
        plain = inner.replace('""', "\0")
        if '"' not in plain:
            return plain.replace("\0", '"')
    return cell


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
            f"row {sources.index('') + 1} has no English sentence (column SRC)",
            file=path,
            hint=_HINT,
        )
    return sources


def read_translations(path: str | os.PathLike[str], rows: Sequence[MustSheRow]) -> list[str]:
    """Return the translation of each row, by line; InputError for another number of lines."""
    lines, _ = unescape_moses(list(read_lines(path)))
    check_count(
        path,
        lines,
        len(rows),
        f"MuST-SHE has {len(rows)} rows",
        hint="one translation a row is wanted, in the order of the table (without its header)",
    )
    return [line.strip() for line in lines]


def score_mustshe(
    data: str | os.PathLike[str],
    translation: str | os.PathLike[str],
    *,
    language: str,
    system: str | None = None,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> ScoreReport:
    """Return the report (see `report`) of a file of translations.

    Raises InputError for a file that is not what it should be, ConfigError for a language that
    cdaflow cannot split into words.
    """
    rows = read_rows(data, language)
    translations = read_translations(translation, rows)
    split = splitter(language)
    return report(
        rows,
        [score_item(row, split(text)) for row, text in zip(rows, translations, strict=True)],
        translations,
        language=language,
        system=system,
        inputs={"data": digest(data), "translation": digest(translation)},
        warnings=check(
            translations,
            language,
            sources=[row.source for row in rows],
            references=[row.reference for row in rows],
        ),
        bootstrap=bootstrap,
        seed=seed,
    )


def report(
    rows: Sequence[MustSheRow],
    items: Sequence[MustSheItem],
    translations: Sequence[str],
    *,
    language: str,
    system: str | None,
    inputs: Mapping[str, str],
    warnings: Sequence[Mapping[str, Any]] = (),
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> ScoreReport:
    """Return the whole result: counts, scores in percent (BLEU in points), signature."""
    cells = mustshe_metrics.cells(items)
    part_rows = mustshe_metrics.parts([row.category for row in rows])
    scores = mustshe_metrics.term_scores(cells, part_rows, bootstrap=bootstrap, seed=seed)
    bleu, bleu_signature = mustshe_metrics.bleu_scores(
        rows, translations, part_rows, language=language, bootstrap=bootstrap, seed=seed
    )
    return ScoreReport(
        metric=mustshe_metrics.METRIC.name,
        language=language,
        system=system,
        scores=scores | bleu,
        inputs=inputs,
        lines=len(rows),
        warnings=warnings,
        signature=signature(
            "mustshe", {"data": short(inputs["data"])}, bootstrap=bootstrap, seed=seed
        ),
        counts=mustshe_metrics.counts(cells, part_rows),
        outcomes={
            "category": "".join(row.category[0] for row in rows),
            "gender": "".join(row.category[1] for row in rows),
            **mustshe_metrics.outcomes(cells),
        },
        details={"bleu_signature": bleu_signature},
    )
