"""The metrics of WinoMT, from the outcomes of its sentences.

Metrics, after Stanovsky et al. (2019, section 3), Naik et al. (2023, section 6.1) and Choubey
et al. (2021, section 3.1); every one in percent:

- accuracy: right rows of all rows. As in the original, neutral rows count;
  `accuracy_gendered` is over the gendered rows alone. A row of unknown gender is wrong.
- accuracy_neutral: of the neutral rows ("they"). Right is a neuter, and beyond the original a
  noun or pronoun that shows no gender ("alguien") or has one for all persons ("quelqu'un").
- accuracy_pro, accuracy_anti: of the pro- and the anti-stereotypical half; delta_s is their
  difference.
- delta_s_f1: the same difference in F1, as Stanovsky et al. and Choubey et al. define it. Neither
  says how the F1 of a half is made of two genders, nor publishes a half's F1 beside it; here it
  is the mean of F1 male and F1 female within the half (macro F1; a half has no neutral rows).
- precision, recall and F1 of each gender, neutral rows included in what is predicted, as in
  the original; delta_g is F1 male minus F1 female.
- delta_r: recall male minus recall female; recall looks at gendered rows only.
- unknown_rate: rows of unknown gender of all rows.

Those of the other person and of the pronoun are in `cdaflow.scoring.winomt_others`.

Proportions have Wilson intervals, the rest bootstrap intervals over sentences (95 %). A score
whose denominator is 0 is null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from cdaflow.scoring.challenge import GENDERS
from cdaflow.scoring.evidence import Gender
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import (
    Counts,
    Score,
    Statistic,
    bootstrapped,
    rate,
    ratio,
    resample,
)
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit

#: What became of a sentence: gold gender, predicted gender, half ("pro", "anti" or "-").
Outcome = tuple[str, str, str]

_HIGHER, _ZERO = Direction.HIGHER, Direction.ZERO

#: The figures of the gender of the entity, those of the table first.
FIELDS = (
    Field(
        "accuracy",
        "Acc",
        "entities translated in the right gender",
        direction=_HIGHER,
        test=Test.MCNEMAR,
        interval=Interval.SHOWN,
    ),
    Field(
        "accuracy_pro",
        "Pro",
        "accuracy where the gender follows the stereotype of the profession",
        direction=_HIGHER,
        test=Test.MCNEMAR,
        interval=Interval.SCORE,
        column="pro",
    ),
    Field(
        "accuracy_anti",
        "Anti",
        "accuracy where the gender goes against the stereotype",
        direction=_HIGHER,
        test=Test.MCNEMAR,
        interval=Interval.SCORE,
        column="anti",
    ),
    Field(
        "delta_s",
        "ΔS",
        "Pro minus Anti",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        interval=Interval.SCORE,
        remark=", above 0 leans on stereotypes",
    ),
    Field(
        "delta_g",
        "ΔG",
        "F1 of masculine minus F1 of feminine",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        interval=Interval.SCORE,
    ),
    Field(
        "delta_r",
        "ΔR",
        "recall of masculine minus recall of feminine",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        interval=Interval.SCORE,
        remark=", above 0 favours men",
    ),
    *(
        Field(
            f"f1_{gender}",
            f"F1 {gender[0]}",
            f"F1 of {name} entities",
            direction=_HIGHER,
            test=Test.BOOTSTRAP,
            interval=Interval.SCORE,
        )
        for gender, name in (("male", "masculine"), ("female", "feminine"))
    ),
    Field(
        "unknown_rate",
        "Unk",
        "entities whose gender could not be read off the translation",
        direction=Direction.LOWER,
        test=Test.MCNEMAR,
        interval=Interval.SCORE,
        remark=" (they count as wrong)",
        column="unknown",
    ),
    # Only to be set beside figures of papers.
    Field(
        "delta_s_f1",
        about="ΔS in F1 (mean of both genders), as GFST has it",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        interval=Interval.SCORE,
        column="delta_s_f1",
    ),
    Field("accuracy_gendered", about="accuracy of the rows that are not neutral",
          direction=_HIGHER, test=Test.MCNEMAR),
    Field("accuracy_neutral", about="accuracy of the neutral rows",
          direction=_HIGHER, test=Test.MCNEMAR),
    *(
        Field(f"{name}_{gender}", about=f"right, of all that are {where}", test=Test.BOOTSTRAP)
        for gender, shown in (("male", "masculine"), ("female", "feminine"))
        for name, where in (
            ("precision", f"{shown} in the translation"),
            ("recall", f"{gender} in the source"),
        )
    ),
)  # fmt: skip

PREDICTIONS = tuple(map(str, Gender))
HALVES = ("pro", "anti", "-")


class _Cells:
    """Sums over the outcomes of a sentence: gold gender, predicted gender, half."""

    outcomes: tuple[Outcome, ...] = tuple(
        (g, p, h) for g in GENDERS for p in PREDICTIONS for h in HALVES
    )

    def __init__(
        self,
        gold: str | None = None,
        predicted: str | None = None,
        half: str | None = None,
        *,
        correct: bool = False,
        gendered: bool = False,
    ) -> None:
        self._columns = [
            column
            for column, (g, p, h) in enumerate(self.outcomes)
            if (gold is None or g == gold)
            and (predicted is None or p == predicted)
            and (half is None or h == half)
            and (not correct or g == p)
            and (not gendered or g != "neutral")
        ]

    def __call__(self, cells: Counts) -> Counts:
        """Return the sum for each sample; `cells` has shape (..., outcomes)."""
        total: Counts = cells[..., self._columns].sum(axis=-1)
        return total


_PROPORTIONS: dict[str, tuple[_Cells, _Cells]] = {
    "accuracy": (_Cells(correct=True), _Cells()),
    "accuracy_gendered": (_Cells(correct=True, gendered=True), _Cells(gendered=True)),
    "accuracy_neutral": (_Cells(correct=True, gold="neutral"), _Cells(gold="neutral")),
    "accuracy_pro": (_Cells(correct=True, half="pro"), _Cells(half="pro")),
    "accuracy_anti": (_Cells(correct=True, half="anti"), _Cells(half="anti")),
    "unknown_rate": (_Cells(predicted="unknown"), _Cells()),
}
for _gender in ("male", "female"):
    _right = _Cells(gold=_gender, predicted=_gender)
    _PROPORTIONS[f"precision_{_gender}"] = (_right, _Cells(predicted=_gender))
    _PROPORTIONS[f"recall_{_gender}"] = (_right, _Cells(gold=_gender))


def _proportion(name: str) -> Statistic:
    numerator, denominator = _PROPORTIONS[name]
    return lambda cells: ratio(numerator(cells), denominator(cells))


def hits(name: str) -> Callable[[Counts], Counts]:
    """Return the function that tells which rows a proportion counts as right, of their cells."""
    return _PROPORTIONS[name][0]


def _f1(gender: str, half: str | None = None) -> Statistic:
    """Return F1 = 2 correct / (predicted + gold), not defined where there is no gold row."""
    right = _Cells(gold=gender, predicted=gender, half=half)
    predicted, gold = _Cells(predicted=gender, half=half), _Cells(gold=gender, half=half)

    def metric(cells: Counts) -> NDArray[np.float64]:
        # Without a single gold row of the gender there is nothing to be measured.
        value = ratio(2 * right(cells), predicted(cells) + gold(cells))
        return np.where(gold(cells) == 0, np.nan, value)

    return metric


def _macro_f1(half: str) -> Statistic:
    male, female = _f1("male", half), _f1("female", half)
    return lambda cells: (male(cells) + female(cells)) / 2


def _difference(one: Statistic, other: Statistic) -> Statistic:
    return lambda cells: one(cells) - other(cells)


_BOOTSTRAPPED: dict[str, Statistic] = {
    "f1_male": _f1("male"),
    "f1_female": _f1("female"),
    "delta_s": _difference(_proportion("accuracy_pro"), _proportion("accuracy_anti")),
    "delta_s_f1": _difference(_macro_f1("pro"), _macro_f1("anti")),
    "delta_g": _difference(_f1("male"), _f1("female")),
    "delta_r": _difference(_proportion("recall_male"), _proportion("recall_female")),
}


def scores(
    tally: Mapping[Outcome, int], *, bootstrap: int = RESAMPLES, seed: int = SEED
) -> dict[str, Score]:
    """Return {"value", "low", "high"} in percent of each metric; null where not defined.

    `tally`: how many sentences had each outcome (0 where absent).
    """
    cells = np.array([tally.get(outcome, 0) for outcome in _Cells.outcomes], dtype=np.int64)
    samples = resample(cells, bootstrap, seed)
    return {
        name: rate(int(numerator(cells)), int(denominator(cells)))
        for name, (numerator, denominator) in _PROPORTIONS.items()
    } | {name: bootstrapped(metric, cells, samples) for name, metric in _BOOTSTRAPPED.items()}


#: The outcomes in the order of the columns that METRICS take.
OUTCOMES = _Cells.outcomes

#: Every metric as a function of the counts of OUTCOMES, as a share.
METRICS: dict[str, Statistic] = {
    **{name: _proportion(name) for name in _PROPORTIONS},
    **_BOOTSTRAPPED,
}
