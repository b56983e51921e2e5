"""The scores of a system as means over its trainings, from the reports of each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cdaflow.errors import InputError
from cdaflow.lazy import numpy as np
from cdaflow.scoring.compare import paired_trainings, training_of, why_not
from cdaflow.scoring.metric import Metric, Outcomes
from cdaflow.scoring.observed import SharedRows, observe
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Estimate, Interval, cluster_sums, estimate
from cdaflow.statistics.student import t_quantile
from cdaflow.statistics.trainings import (
    ResampledTrainings,
    fully_correlated_covariance,
    over_trainings,
)


def mean_scores(
    metric: Metric,
    singles: Sequence[Mapping[str, Estimate]],
    reports: Sequence[Outcomes],
    *,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Estimate]:
    """Return the mean of each score over the trainings of a system, a `TrainingsEstimate`.

    `singles`: the scores of each training by name, as tables have them; `reports`: the report of
    each, in the same order. With one training these are its scores, as they are. Scores that are
    statistics of sentences have both intervals; others (COMET) a t interval in which the sentences
    move all trainings alike, by the intervals of the single scores, and none by the crossed
    bootstrap. A score that is not defined in one of the trainings has no mean.

    Raises InputError where the reports are not of the same data, language, scorer and sentences.
    """
    if len(singles) == 1:
        return dict(singles[0])
    for report in reports[1:]:
        reason = why_not(reports[0].report, report.report)
        if reason is not None:
            raise InputError(
                "training.other-system",
                f"not a training of the same system as {reports[0].name}: {reason}",
                file=report.name,
                hint="score all trainings of a system on the same test set, with the same options",
            )
    names = [name for name in singles[0] if all(name in scores for scores in singles)]
    scores = {name: [training_scores[name] for training_scores in singles] for name in names}
    resampled = {
        name: 100 * values for name, values in _resampled(metric, names, reports, bootstrap, seed)
    }
    means = {}
    for name, estimates in scores.items():
        item = metric.field_of(name)
        bounds = item.bounds if item else (-math.inf, math.inf)
        means[name] = _mean(estimates, bounds, resampled.get(name), seed)
    return means


def scores_against(
    metric: Metric,
    base: Sequence[Outcomes],
    other: Sequence[Outcomes],
    *,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Estimate]:
    """Return the figures of a system that need the baseline's sentences beside it, by name.

    `base`, `other`: the reports of their trainings, which are paired by `paired_trainings`. Of
    several pairs these are means, as in `mean_scores`; none where the metric has no such figures,
    or no training of the two is paired. Raises InputError where they are of other sentences.
    """
    if metric.against is None:
        return {}
    sides = ([training_of(report.report) for report in side] for side in (base, other))
    observed = [metric.against(base[i], other[j]) for i, j in paired_trainings(*sides)]
    if not observed:
        return {}
    sums = [cluster_sums(rows.rows, rows.clusters) for rows in observed]
    return means_of_rows(metric, SharedRows(sums, observed[0].statistics), bootstrap, seed)


def means_of_rows(
    metric: Metric,
    rows: SharedRows,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Estimate]:
    """Return the mean over trainings of each field whose statistic the rows have, by name.

    With one training it is the estimate over sentences. Where all rows are right, or none, in every
    training, the interval is that of one training; there is none where that has no width either.
    """
    fields = {item.compared: item for item in metric.fields}
    resampled = ResampledTrainings.of(rows.sums, bootstrap, seed, rows.resampling)
    single = len(rows.sums) == 1
    means = {}
    for name in filter(fields.__contains__, rows.statistics):
        statistic, _ = rows.statistics[name]
        estimates = [
            estimate(statistic, sums, samples if single else samples[:0])
            for sums, samples in zip(rows.sums, resampled.samples, strict=True)
        ]
        item, values = fields[name], 100 * statistic(resampled.samples)
        mean = estimates[0] if single else _mean(estimates, item.bounds, values, seed)
        is_sure = mean.interval is not None and mean.low == mean.high
        means[item.name] = replace(mean, low=None, high=None) if is_sure else mean
    return means


def _resampled(
    metric: Metric, names: Iterable[str], reports: Sequence[Outcomes], bootstrap: int, seed: int
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the name of each score that is a statistic of sentences, and its values in resamples.

    As shares, shape (trainings, samples).
    """
    names_by_statistic = {
        item.compared + name.removeprefix(item.name): name
        for name in names
        if (item := metric.field_of(name))
    }
    if not bootstrap or not all(report.report.get("outcomes") for report in reports):
        return
    for rows in observe(reports, metric):
        trainings = ResampledTrainings.of(rows.sums, bootstrap, seed, rows.resampling)
        for name, (statistic, _) in rows.statistics.items():
            if name in names_by_statistic:
                yield names_by_statistic[name], statistic(trainings.samples)


def _mean(
    estimates: Sequence[Estimate], bounds: Interval, resampled: np.ndarray | None, seed: int
) -> Estimate:
    values = [item.value for item in estimates if item.value is not None]
    signature = estimates[0].signature
    if len(values) < len(estimates):
        return Estimate(None, signature=signature)
    covariance = None
    if resampled is None and all(item.interval for item in estimates):
        covariance = fully_correlated_covariance([_standard_error(item) for item in estimates])
    mean = over_trainings(
        values, covariance, resampled, bounds=bounds, seed=seed, signature=signature
    )
    intervals = [item.interval for item in estimates if item.interval]
    if mean.interval and mean.low == mean.high and len(intervals) == len(values):
        # All rows are right, or none, in every training: as sure as one training is.
        low, high = (sum(ends) / len(ends) for ends in zip(*intervals, strict=True))
        return replace(mean, low=low, high=high, crossed=None)
    return mean


def _standard_error(score: Estimate) -> float:
    """Return the standard error that belongs to the 95 % interval of a score."""
    low, high = score.interval or (math.nan, math.nan)
    return (high - low) / (2 * t_quantile(math.inf))
