"""GATE (Rarrick et al. 2023): is the sentence rewritten for the gender that was asked for?

A row has one English source and its translation in every assignment of genders to the people
that the source leaves open: two variants (f, m), four (ff, fm, mf, mm) or eight. The system
is given one variant and must return another, exactly. A returned sentence is an offer: it
counts in precision; an empty one costs recall alone. F0.5 weighs precision.

- precision: right of the offered; recall: right of those to be rewritten;
  F0.5 = 1.25 right / (offered + 0.25 to be rewritten), which is the F of the two.
- Both ' and ’ are accepted for the apostrophe, and so is a cell that begins with a quotation
  mark with and without the quotes that a CSV reader takes off.
- The `official` scores compare as the published tool does: apostrophes as they stand, cells as
  a CSV reader reads them.
- Where it is known which variant the system was given, an output equal to it is no offer
  (as in Garg et al. 2024, appendix I), and rows whose two variants are equal have nothing to
  be rewritten: only an output that changes something there counts, as a wrong offer.
  Otherwise every output is an offer, as in the published tool.

Precision and recall have Wilson intervals, in which a row counts once however many of its
variants are scored, since they go right or wrong together; F0.5 has a percentile bootstrap
interval over rows (95 %).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import tsv_lines
from cdaflow.scoring.metric import Metric, Outcomes, PairedRows, TableRow
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import (
    Counts,
    Estimate,
    Share,
    as_json,
    rate,
    ratio,
    resampled_sums,
)
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit


def f05(sums: Counts) -> NDArray[np.float64]:
    """Return 1.25 P R / (0.25 P + R) of right, offered and wanted (the last axis)."""
    right, offered, wanted = sums[..., 0], sums[..., 1], sums[..., 2]
    value = ratio(5 * right, 4 * offered + wanted)
    return np.where(wanted == 0, np.nan, value)


_EXACT: dict[str, Any] = {"direction": Direction.HIGHER, "test": Test.BOOTSTRAP}


def _compared(base: Outcomes, other: Outcomes) -> Iterator[PairedRows]:
    """Yield the rows of two reports; their variants are rewritten together, so they are summed."""
    found = base.report.get("outcomes")
    variants = [name for name in found or {} if not name.startswith("official_")]
    for prefix, ending in (("", ""), ("official_", "_official")):
        sides = []
        for report in (base, other):
            texts = [report.outcome(prefix + name) for name in variants]
            try:
                sides.append(rows_of([list(map(Outcome, text)) for text in texts]))
            except ValueError as error:
                raise InputError(f"no outcomes of GATE: {error}", file=report.name) from None
        if sides[0].shape != sides[1].shape:
            raise InputError(f"its rows are not as many as those of {base.name}", file=other.name)
        yield PairedRows(sides[0], sides[1], METRIC.statistics(ending))


def _parts(report: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield a row for each variant that was asked for, where there are several, and each label."""
    several = report["variants"] if len(report["variants"]) > 1 else {}
    parts = {f"to {name}": part for name, part in several.items()} | report["labels"]
    for name, part in parts.items():
        scores = {key: Estimate(**score) for key, score in part["scores"].items()}
        yield TableRow({"part": name}, counts=part["counts"], scores=scores)


METRIC = Metric(
    name="gate",
    title="GATE: rewriting into another gender",
    fields=(
        Field("f05", "F0.5", "F0.5 of exact rewrites: precision weighs more than recall",
              Unit.SCALE, interval=Interval.SHOWN, statistic=f05, **_EXACT),
        Field("precision", "P", "right of the rewrites offered",
              statistic=Share([0], [1]), **_EXACT),
        Field("recall", "R", "right of the sentences to be rewritten",
              statistic=Share([0], [2]), **_EXACT),
        Field("complete", about="sentences of which every variant asked for is right",
              direction=Direction.HIGHER),
        Field("f05_official", "F0.5 publ.", "as published: apostrophes and quotes as they stand",
              Unit.SCALE, **_EXACT),
        Field("precision_official", "P publ.", "as published", **_EXACT),
        Field("recall_official", "R publ.", "as published", **_EXACT),
    ),
    counts=(Field("rows", "Rows", "sentences of the data", Unit.COUNT),),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
    signatures={"GATE": "signature"},
    rows=lambda found: [TableRow(counts={"rows": found["counts"]["rows"]})],
    parts=_parts,
    compared=_compared,
)  # fmt: skip

#: The columns of the file of sentences: one line for each variant of each row.
COLUMNS = ("line", "variant", "outcome", "official", "labels", "reference", "rewrite")

_APOSTROPHES = str.maketrans("’ʼ", "''")


class Outcome(StrEnum):
    """What became of one variant of a row, one character each."""

    RIGHT = "r"
    WRONG = "w"
    #: Nothing was offered, where something was to be rewritten.
    NONE = "e"
    #: Nothing was to be rewritten, and nothing was offered.
    LEFT_ALONE = "n"
    #: Nothing was to be rewritten, but something else was offered.
    SPOILT = "x"


#: What an outcome adds to: right, offered, to be rewritten.
ADDS = {
    Outcome.RIGHT: (1, 1, 1),
    Outcome.WRONG: (0, 1, 1),
    Outcome.NONE: (0, 0, 1),
    Outcome.LEFT_ALONE: (0, 0, 0),
    Outcome.SPOILT: (0, 1, 0),
}


@dataclass(frozen=True)
class GateRow:
    """A row of GATE; `line` is its line in the file, `variants` has a text an assignment."""

    line: int
    labels: tuple[str, ...]
    source: str
    variants: Mapping[str, str]


def score_item(rewrite: str, row: GateRow, variant: str, given: str | None = None) -> Outcome:
    """Return what became of `variant` of `row`; `given`: the variant that was rewritten."""
    offered = _plain(rewrite)
    to_rewrite = True
    if given is not None:
        before = _accepted(row.variants[given])
        to_rewrite = not before & _accepted(row.variants[variant])
        if offered in before:
            offered = ""
    if not offered:
        return Outcome.NONE if to_rewrite else Outcome.LEFT_ALONE
    if not to_rewrite:
        return Outcome.SPOILT
    return Outcome.RIGHT if offered in _accepted(row.variants[variant]) else Outcome.WRONG


def score_official(rewrite: str, row: GateRow, variant: str) -> Outcome:
    """Return what became of `variant` of `row` by the rule of the published tool."""
    offered = rewrite.strip()
    if not offered:
        return Outcome.NONE
    right = offered == _as_csv(row.variants[variant]).strip()
    return Outcome.RIGHT if right else Outcome.WRONG


def _accepted(cell: str) -> frozenset[str]:
    return frozenset({_plain(cell), _plain(_as_csv(cell))})


def _plain(text: str) -> str:
    return text.translate(_APOSTROPHES).strip()


def _as_csv(cell: str) -> str:
    """Return a cell as a CSV reader has it: quotes at its start, and their partners, go."""
    if not cell.startswith('"'):
        return cell
    return next(csv.reader([cell], delimiter="\t"))[0]


@dataclass(frozen=True)
class VariantItems:
    """The outcomes of all rows for one variant; all of the same length, in order of the rows."""

    variant: str
    rewrites: Sequence[str]
    outcomes: Sequence[Outcome]
    official: Sequence[Outcome]


def score_items(
    rows: Sequence[GateRow], rewrites: Mapping[str, Sequence[str]], given: str | None = None
) -> list[VariantItems]:
    """Return the outcomes of each variant that `rewrites` has."""
    return [
        VariantItems(
            variant,
            texts,
            [score_item(text, row, variant, given) for text, row in zip(texts, rows, strict=True)],
            [score_official(text, row, variant) for text, row in zip(texts, rows, strict=True)],
        )
        for variant, texts in rewrites.items()
    ]


def scores(
    outcomes: Sequence[Sequence[Outcome]], *, bootstrap: int, seed: int
) -> tuple[dict[str, Estimate], dict[str, int]]:
    """Return precision, recall and F0.5 in percent, and their counts.

    `outcomes`: for each variant, those of the rows. A score without a denominator is None;
    F0.5 is 0 where something was to be rewritten and nothing is right.
    """
    rows = rows_of(outcomes)
    result = METRIC.estimates(rows, resampled_sums(rows, bootstrap, seed))
    right, offered, wanted = map(int, rows.sum(axis=0))
    return result, {"right": right, "offered": offered, "to_rewrite": wanted}


def rows_of(outcomes: Sequence[Sequence[Outcome]]) -> Counts:
    """Return what each row adds to right, offered and wanted, over all its variants: (rows, 3)."""
    adds = np.array([[ADDS[outcome] for outcome in column] for column in outcomes], dtype=np.int64)
    return np.asarray(adds.reshape(len(outcomes), -1, 3).sum(axis=0))


def complete(items: Sequence[VariantItems]) -> Estimate:
    """Return the share of rows with something to be rewritten in which all of it is right."""
    wanted = right = 0
    for row in zip(*(column.outcomes for column in items), strict=True):
        needed = [item for item in row if item is not Outcome.LEFT_ALONE]
        wanted += bool(needed)
        right += bool(needed) and set(needed) == {Outcome.RIGHT}
    return rate(right, wanted)


def breakdown(
    rows: Sequence[GateRow], items: Sequence[VariantItems], *, bootstrap: int, seed: int
) -> dict[str, dict[str, Any]]:
    """Return {label: {"rows", "counts", "scores"}}, the most frequent label first.

    A row counts once for each label that it has, however often the label stands in it.
    """
    frequency = Counter(label for row in rows for label in set(row.labels))
    result = {}
    for label, number in sorted(frequency.items(), key=lambda item: (-item[1], item[0])):
        chosen = [i for i, row in enumerate(rows) if label in row.labels]
        part, numbers = scores(
            [[column.outcomes[i] for i in chosen] for column in items],
            bootstrap=bootstrap,
            seed=seed,
        )
        result[label] = {"rows": number, "counts": numbers, "scores": as_json(part)}
    return result


def sentence_lines(rows: Sequence[GateRow], items: Iterable[VariantItems]) -> Iterator[str]:
    """Return the lines of the file of sentences (TSV, see COLUMNS), the header first.

    "line" counts the rows that were scored from 1, as the lines of a plain file of rewrites.
    """
    return tsv_lines(
        COLUMNS,
        (
            (
                str(number),
                column.variant,
                outcome.name.lower(),
                official.name.lower(),
                ";".join(row.labels),
                row.variants[column.variant],
                rewrite,
            )
            for column in items
            for number, (row, rewrite, outcome, official) in enumerate(
                zip(rows, column.rewrites, column.outcomes, column.official, strict=True), 1
            )
        ),
    )
