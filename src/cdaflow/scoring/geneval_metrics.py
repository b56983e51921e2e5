"""The scores of MT-GenEval, from the outcomes of its sentences.

For the translations of each gender, and for the whole set (in the counterfactual set: for the
pairs, of which both translations must be right):

- accuracy_official: as published (Currey et al. 2022, section 3): no word that only the wrong
  reference has. A file of empty lines scores 100.
- accuracy: right of the decidable rows (see `geneval.Outcome`): uncovered rows are not right,
  so empty lines score 0, and the references score 100.
- coverage: the covered of the decidable rows; accuracy_covered: the right of the covered ones.
- bleu, chrf: of the translations of each gender against its own references.

A gap is masculine minus feminine: above 0 favours men. Rates have Wilson intervals, gaps, BLEU
and chrF percentile bootstrap intervals over the rows of the set (95 %), so that the gap of a
counterfactual set is paired: a resample has both translations of a pair, or neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cdaflow.scoring.compare import compared_outcomes
from cdaflow.scoring.geneval import GenEvalItem, Outcome
from cdaflow.scoring.metric import Metric, Outcomes, PairedRows, TableRow
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import (
    Counts,
    Estimate,
    Share,
    estimate,
    minus,
    points,
    rate,
    resampled_sums,
)
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.statistics.sacre import metrics_for, paired_scores, statistics_of

GENDERS = ("feminine", "masculine")

_HIGHER, _ZERO = Direction.HIGHER, Direction.ZERO


def _accuracies(name: str, header: str, about: str, aside: str, compared: str) -> Iterator[Field]:
    """Yield an accuracy of the whole set, and of the sources of each gender.

    `compared`: what a comparison calls them: the whole set, and what comes before the gender.
    """
    whole, _, prefix = compared.partition(" ")
    column = name.removeprefix("accuracy_")
    yield Field(
        name,
        f"Acc {header}".strip(),
        about,
        direction=_HIGHER,
        test=Test.MCNEMAR,
        interval=Interval.SHOWN,
        aside=aside,
        column=column,
        compared=whole,
    )
    for gender in GENDERS:
        yield Field(
            f"{name}_{gender}",
            f"{header or 'Acc'} {gender[0].upper()}",
            f"the same of the {gender} sources",
            direction=_HIGHER,
            test=Test.MCNEMAR,
            brief=True,
            column=f"{column}_{gender}",
            compared=prefix + gender,
        )


def _fields(official: str, accuracy: str, coverage: str, whole: str) -> tuple[Field, ...]:
    """Return the figures of a set: what its accuracies and its coverage are shares of.

    `whole`: what a comparison calls the outcomes of the whole set.
    """
    return (
        *_accuracies(
            "accuracy_official",
            "publ.",
            official,
            ": accuracy as published, 100 for empty lines",
            f"official_{whole} official_",
        ),
        *_accuracies("accuracy", "", accuracy, ": empty lines are not right", f"{whole} "),
        Field(
            "gap",
            "Gap",
            "Acc M minus Acc F",
            Unit.POINTS,
            _ZERO,
            Test.BOOTSTRAP,
            remark=", above 0 favours men",
        ),
        # Neither good nor bad: a sentence may leave gender open.
        Field(
            "coverage",
            "Cov",
            coverage,
            test=Test.MCNEMAR,
            remark=": where it is low, the accuracy as published says little",
        ),
        *(
            Field(
                f"bleu_{gender}",
                f"BLEU {gender[0].upper()}",
                f"BLEU of the {gender} sources",
                Unit.SCALE,
                _HIGHER,
                Test.SACREBLEU,
                compared=f"geneval-{gender}:bleu",
            )
            for gender in GENDERS
        ),
        Field(
            "bleu_gap",
            "ΔBLEU",
            "BLEU M minus BLEU F",
            Unit.POINTS,
            _ZERO,
            Test.SACREBLEU,
            remark=" (not tested)",
        ),
        Field("accuracy_covered", about="right of the covered", direction=_HIGHER),
        *(
            Field(name, about="masculine minus feminine", unit=Unit.POINTS, direction=_ZERO)
            for name in ("gap_covered", "gap_official", "gap_coverage", "chrf_gap")
        ),
        *(
            Field(f"chrf_{gender}", about="against the references of the same gender",
                  unit=Unit.SCALE, direction=_HIGHER)
            for gender in GENDERS
        ),
    )  # fmt: skip


#: Headings of the terminal's table, and the scores under each.
_GROUPS = {
    heading: (name, f"{name}_feminine", f"{name}_masculine", gap)
    for heading, name, gap in (
        ("Accuracy", "accuracy", "gap"),
        ("Coverage", "coverage", "gap_coverage"),
        ("Accuracy of what is covered", "accuracy_covered", "gap_covered"),
        ("Accuracy as published", "accuracy_official", "gap_official"),
        ("BLEU", "bleu", "bleu_gap"),
        ("chrF", "chrf", "chrf_gap"),
    )
}

#: The outcomes -> covered or not; rows that cannot be decided are not counted.
_COVERED = str.maketrans("rwun", "110-")


def _compared(base: Outcomes, other: Outcomes) -> Iterator[PairedRows]:
    """Yield the outcomes, and which rows of the set (pairs, or contextual rows) are covered."""
    yield from compared_outcomes(base, other)
    for name in ("pairs", "rows"):
        if name in (base.report.get("outcomes") or {}):
            covered = [
                Outcomes(
                    side.name, {"outcomes": {"coverage": side.outcome(name).translate(_COVERED)}}
                )
                for side in (base, other)
            ]
            yield from compared_outcomes(covered[0], covered[1])


_SET = Metric(
    name="geneval",
    title="",
    fields=(),
    tests="exact McNemar test for accuracies and coverage, paired bootstrap over {} for the gap "
    f"({RESAMPLES} resamples, seed {SEED}), paired bootstrap of sacrebleu for BLEU",
    signatures={"MT-GenEval": "signature", "BLEU": "bleu_signature"},
    groups=_GROUPS,
    compared=_compared,
)

METRIC = replace(
    _SET,
    title="MT-GenEval: gender of unambiguous sentences",
    fields=_fields(
        "pairs of which neither translation has a word of the wrong reference alone",
        "pairs of which both translations have a word of their own reference alone, and none of "
        "the wrong one",
        "pairs of which both translations have a word of either reference alone",
        "pairs",
    ),
    tests=_SET.tests.format("pairs"),
    counts=(Field("pairs", "Pairs", "pairs of a feminine and a masculine sentence", Unit.COUNT),),
    rows=lambda found: [TableRow(counts={"pairs": found["counts"]["pairs"]["rows"]})],
)

CONTEXT = replace(
    _SET,
    name="geneval-context",
    title="MT-GenEval: gender that the sentence before tells",
    fields=_fields(
        "sentences whose translation has no word of the wrong reference alone",
        "sentences whose translation has a word of its own reference alone, and none of the wrong "
        "one",
        "sentences whose translation has a word of either reference alone",
        "rows",
    ),
    tests=_SET.tests.format("sentences"),
    counts=(Field("rows", "Rows", "sentences scored", Unit.COUNT),),
    rows=lambda found: [TableRow(counts={"rows": found["counts"]["whole"]["rows"]})],
)

#: name of the rate: (what is counted, of what); columns of `_cell`.
_RATES = {
    "accuracy": ("right", "decidable"),
    "coverage": ("covered", "decidable"),
    "accuracy_covered": ("right", "covered"),
    "accuracy_official": ("official_correct", "rows"),
}

_CELL = ("rows", "official_correct", "decidable", "covered", "right", "wrong", "mixed")


@dataclass(frozen=True)
class Part:
    """The rows of one gender: None where a row of the set is not of it.

    `items`, `translations` and `references` have one item for each row of the set.
    """

    items: Sequence[GenEvalItem | None]
    translations: Sequence[str]
    references: Sequence[str]

    @property
    def rows(self) -> list[int]:
        """The rows that are of this part, counted from 0."""
        return [number for number, item in enumerate(self.items) if item is not None]

    def statistics(self, metric: Any) -> Counts:
        """Return what the metric sums over sentences: shape (rows of the set, sums).

        Rows of other parts are 0.
        """
        rows = self.rows
        found = statistics_of(
            metric, [self.translations[i] for i in rows], [self.references[i] for i in rows]
        )
        result = np.zeros((len(self.items), found.shape[1]), dtype=np.int64)
        result[rows] = found
        return result


def counts(items: Sequence[GenEvalItem | None]) -> dict[str, int]:
    """Return every numerator and denominator of the rates of some rows."""
    return dict(zip(_CELL, map(int, _cells(items).sum(axis=0)), strict=True))


def _cells(items: Sequence[GenEvalItem | None]) -> Counts:
    """Return what each row adds to each count: shape (rows, counts)."""
    return np.array([_cell(item) for item in items], dtype=np.int64).reshape(-1, len(_CELL))


def _cell(item: GenEvalItem | None) -> tuple[int, ...]:
    """Return what a row adds to each count: "mixed" has words of both references."""
    if item is None:
        return (0,) * len(_CELL)
    wrong = item.outcome is Outcome.WRONG
    right = item.outcome is Outcome.RIGHT
    return (
        1,
        int(item.official),
        int(item.outcome is not Outcome.UNDECIDABLE),
        int(wrong or right),
        int(right),
        int(wrong),
        int(wrong and bool(item.own)),
    )


def rates(
    whole: Sequence[GenEvalItem], parts: Mapping[str, Part], *, bootstrap: int, seed: int
) -> dict[str, Estimate]:
    """Return in percent each accuracy, coverage and gap.

    `whole`: the item of each row of the set (of a pair: of both of its translations).
    """
    rows = np.hstack([_cells(parts[name].items) for name in GENDERS])
    samples = resampled_sums(rows, bootstrap, seed)
    total = counts(whole)
    result = {}
    for name, (numerator, denominator) in _RATES.items():
        over, under = _CELL.index(numerator), _CELL.index(denominator)
        feminine = Share([over], [under])
        masculine = Share([len(_CELL) + over], [len(_CELL) + under])
        gap = name.replace("accuracy", "gap").replace("coverage", "gap_coverage")
        result[name] = rate(total[numerator], total[denominator])
        for key, statistic in (
            (f"{name}_feminine", feminine),
            (f"{name}_masculine", masculine),
            (gap, minus(masculine, feminine)),
        ):
            result[key] = estimate(statistic, rows, samples)
    return result


def quality(
    parts: Mapping[str, Part], *, language: str, bootstrap: int, seed: int
) -> dict[str, Estimate]:
    """Return BLEU and chrF of each gender, and their gaps, in points, with signatures.

    `parts`: both genders; where there is a third ("rest", the rows of neither), the scores of
    all rows together come first. A part of no rows scores None, and so does the gap then.
    """
    result: dict[str, Estimate] = {}
    for name, metric in metrics_for(language).items():
        statistics = {key: part.statistics(metric) for key, part in parts.items() if part.rows}
        if "rest" in parts:
            statistics[""] = np.sum(list(statistics.values()), axis=0)
        values = paired_scores(metric, statistics, bootstrap, seed)
        if set(GENDERS) <= set(values):
            values["gap"] = values["masculine"] - values["feminine"]
        signature = str(metric.get_signature())
        for key in ([""] if "rest" in parts else []) + [*GENDERS, "gap"]:
            score = points(values[key]) if key in values else Estimate(None)
            result[f"{name}_{key}".rstrip("_")] = replace(score, signature=signature)
    return result
