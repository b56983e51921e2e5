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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.scoring.geneval import Judged, Outcome
from cdaflow.scoring.rates import percent, rate, resampled_sums
from cdaflow.scoring.sacre import metrics_for, score_of, statistics_of
from cdaflow.scoring.statistics import percentile_interval, ratio

GENDERS = ("feminine", "masculine")

#: What each score means, for the terminal.
LEGENDS = {
    "accuracy": "has a gendered word of its own reference, none of the wrong one",
    "accuracy_feminine": "the same, of feminine sources",
    "accuracy_masculine": "the same, of masculine sources",
    "gap": "masculine minus feminine: above 0 favours men",
    "coverage": "has a gendered word of either reference",
    "accuracy_covered": "right of the covered",
    "gap_covered": "masculine minus feminine",
    "accuracy_official": "as published: no word of the wrong reference (100 for empty lines)",
    "gap_official": "masculine minus feminine",
    "bleu_feminine": "against the references of the same gender",
    "bleu_gap": "masculine minus feminine",
    "chrf_feminine": "against the references of the same gender",
    "chrf_gap": "masculine minus feminine",
}

#: Headings of the terminal's table, and the scores under each.
GROUPS = {
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

    `judged`, `translations` and `references` have one item for each row of the set.
    """

    judged: Sequence[Judged | None]
    translations: Sequence[str]
    references: Sequence[str]

    @property
    def rows(self) -> list[int]:
        """The rows that are of this part, counted from 0."""
        return [number for number, item in enumerate(self.judged) if item is not None]

    def statistics(self, metric: Any) -> NDArray[np.int64]:
        """Return what the metric sums over sentences: shape (rows of the set, sums).

        Rows of other parts are 0.
        """
        rows = self.rows
        found = statistics_of(
            metric, [self.translations[i] for i in rows], [self.references[i] for i in rows]
        )
        result = np.zeros((len(self.judged), found.shape[1]), dtype=np.int64)
        result[rows] = found
        return result


def counts(judged: Sequence[Judged | None]) -> dict[str, int]:
    """Return every numerator and denominator of the rates of some rows."""
    cells = np.array([_cell(item) for item in judged], dtype=np.int64).reshape(-1, len(_CELL))
    return dict(zip(_CELL, map(int, cells.sum(axis=0)), strict=True))


def _cell(item: Judged | None) -> tuple[int, ...]:
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
    whole: Sequence[Judged], parts: Mapping[str, Part], *, bootstrap: int, seed: int
) -> dict[str, dict[str, float | None]]:
    """Return {"value", "low", "high"} in percent of each accuracy, coverage and gap.

    `whole`: the judgement of each row of the set (of a pair: of both of its translations).
    """
    samples = resampled_sums(
        np.hstack(
            [np.array([_cell(item) for item in parts[name].judged]) for name in GENDERS]
        ).astype(np.int64),
        bootstrap,
        seed,
    )
    totals = {"": counts(whole)} | {f"_{name}": counts(parts[name].judged) for name in GENDERS}
    result = {}
    for name, (numerator, denominator) in _RATES.items():
        for suffix, total in totals.items():
            result[name + suffix] = rate(total[numerator], total[denominator])
        result[name.replace("accuracy", "gap").replace("coverage", "gap_coverage")] = _gap(
            result[f"{name}_feminine"]["value"],
            result[f"{name}_masculine"]["value"],
            samples,
            numerator,
            denominator,
        )
    return result


def _gap(
    feminine: float | None,
    masculine: float | None,
    samples: NDArray[np.int64],
    numerator: str,
    denominator: str,
) -> dict[str, float | None]:
    if feminine is None or masculine is None:
        return percent(None)

    def statistic(sums: NDArray[np.int64]) -> NDArray[np.float64]:
        over, under = _CELL.index(numerator), _CELL.index(denominator)
        first = ratio(sums[:, over], sums[:, under])
        second = ratio(sums[:, len(_CELL) + over], sums[:, len(_CELL) + under])
        return second - first

    return percent((masculine - feminine) / 100, percentile_interval(statistic, samples))


def quality(
    parts: Mapping[str, Part], *, language: str, bootstrap: int, seed: int
) -> dict[str, dict[str, Any]]:
    """Return BLEU and chrF of each gender, and their gaps, in points, with signatures.

    `parts`: both genders; where there is a third ("rest", the rows of neither), the scores of
    all rows together come first. A part of no rows scores None, and so does the gap then.
    """
    result: dict[str, dict[str, Any]] = {}
    for name, metric in metrics_for(language).items():
        statistics = {key: part.statistics(metric) for key, part in parts.items() if part.rows}
        if "rest" in parts:
            whole = np.sum(list(statistics.values()), axis=0)
            statistics = {
                "": whole,
                **{key: statistics[key] for key in GENDERS if key in statistics},
            }
        signature = str(metric.get_signature())
        values = {
            key: float(score_of(metric, found.sum(axis=0))) for key, found in statistics.items()
        }
        samples = _quality_samples(metric, statistics, bootstrap, seed)
        for key in dict.fromkeys([*statistics, *GENDERS]):
            label = f"{name}_{key}".rstrip("_")
            result[label] = _points(values.get(key), samples.get(key), signature)
        result[f"{name}_gap"] = (
            _points(
                values["masculine"] - values["feminine"],
                samples["masculine"] - samples["feminine"],
                signature,
            )
            if set(GENDERS) <= set(values)
            else _points(None, None, signature)
        )
    return result


def _quality_samples(
    metric: Any, statistics: Mapping[str, NDArray[np.int64]], bootstrap: int, seed: int
) -> dict[str, NDArray[np.float64]]:
    """Return the metric of each part in each resample of the rows of the set."""
    sums = resampled_sums(np.hstack(list(statistics.values())), bootstrap, seed)
    width = sums.shape[1] // len(statistics)
    return {
        key: score_of(metric, sums[:, width * n : width * (n + 1)])
        for n, key in enumerate(statistics)
    }


def _points(
    value: float | None, samples: NDArray[np.float64] | None, signature: str
) -> dict[str, Any]:
    low = high = None
    if value is not None and samples is not None and len(samples):
        low, high = (float(x) for x in np.percentile(samples, [2.5, 97.5]))
    return {"value": value, "low": low, "high": high, "signature": signature}
