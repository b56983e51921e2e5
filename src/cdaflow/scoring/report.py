"""What a scorer is given beside the text, and what it returns: the scores with their evidence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cdaflow.lazy import numpy as np
from cdaflow.option_types import Count, Positive
from cdaflow.provenance import source_digest
from cdaflow.scoring.metric import METRICS, Metric
from cdaflow.statistics import RESAMPLES, SEED, check_resamples, signature
from cdaflow.statistics.estimates import Counts, Estimate, as_json, cluster_sums, resampled_sums
from cdaflow.statistics.warnings import count_warnings


@dataclass(frozen=True)
class ScoreOptions:
    """Report.

    Attributes:
        system: name of the system, for the tables
        training: seed of the training of the system, where it was trained several times
        base_training (SEED): seed of the training of its base that it starts from (default: its
            own)
        bootstrap: resamples for the intervals (at least 100; 0: none)
        seed: seed of the resampling
    """

    system: str | None = None
    training: Positive | None = None
    base_training: Positive | None = None
    bootstrap: Count = RESAMPLES
    seed: Count = SEED

    def __post_init__(self) -> None:
        """Raise ConfigError for resamples too few for an interval."""
        check_resamples(self.bootstrap)

    @property
    def resampling(self) -> dict[str, Any]:
        """The arguments of whatever resamples."""
        return {"bootstrap": self.bootstrap, "seed": self.seed}

    def estimates(
        self, metric: Metric, rows: Counts, clusters: Sequence[int] = ()
    ) -> dict[str, Estimate]:
        """Return the scores of a metric that are statistics of sentences.

        `rows`: what each sentence adds to each sum, shape (sentences, columns). `clusters`: as in
        `ScoreReport`.
        """
        rows = cluster_sums(rows, np.array(clusters, dtype=np.int64) if len(clusters) else None)
        return metric.estimates(rows, resampled_sums(rows, self.bootstrap, self.seed))

    def signature(self, metric: Metric, **parts: Any) -> str:
        """Return the signature of the scores; `parts`: what systems must share, in this order.

        Its `code` is a digest of the source of the scorer with all that this uses, tables of
        languages included: an edit that could change a score changes it, in a version or between.
        """
        code = source_digest(METRICS[metric.name].partition(":")[0])
        return signature(metric.name, {**parts, "code": code}, **self.resampling)


@dataclass(frozen=True)
class ScoreReport:
    """The result of a metric for one system; `as_json` is the file that `cdaflow score` writes.

    training: the seed of the training, None where the system has only one. base_training: that of
    the training of its base that it starts from, None for the same seed. inputs: SHA-256 of each
    file by its role. lines: how many were scored, for the share of those
    that `warnings` are about. signature: two scores are comparable where theirs are equal ("" where
    each score has its own). counts: every numerator and denominator. outcomes: what became of each
    sentence, so that two systems can be compared sentence by sentence. clusters: a number for each
    of these sentences, equal for those that belong together (a sentence with "he" and with "she"),
    none where each stands for itself. details: what this metric
    alone reports. sentences: the lines of the file of --sentences (TSV with a header), of a metric
    that has one.
    """

    metric: str
    language: str
    system: str | None
    scores: Mapping[str, Estimate]
    inputs: Mapping[str, Any]
    lines: int
    warnings: Sequence[Mapping[str, Any]] = ()
    signature: str = ""
    testset: str = ""
    counts: Mapping[str, Any] = field(default_factory=dict)
    outcomes: Mapping[str, str] = field(default_factory=dict)
    training: int | None = None
    base_training: int | None = None
    clusters: Sequence[int] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    sentences: Iterable[str] = ()

    @property
    def warned(self) -> dict[str, Any]:
        """How many lines look wrong: see `count_warnings`."""
        return count_warnings(self.warnings, self.lines)

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON; parts that the metric does not have are left out."""
        optional = ("signature", "testset", "counts", "outcomes")
        return {
            "metric": self.metric,
            "language": self.language,
            "system": self.system,
            "training": self.training,
            **({"base_training": self.base_training} if self.base_training else {}),
            "scores": as_json(self.scores),
            "inputs": dict(self.inputs),
            "warnings": [dict(warning) for warning in self.warnings],
            "warned": self.warned,
            **{name: part for name in optional if (part := getattr(self, name))},
            **self._clusters(),
            **self.details,
        }

    def _clusters(self) -> dict[str, str]:
        """Return the clusters as one text, which takes a line of the file; {} for single rows."""
        several = len(set(self.clusters)) < len(self.clusters)
        return {"clusters": " ".join(map(str, self.clusters))} if several else {}


@dataclass(frozen=True)
class ScoreReports:
    """The reports of one metric on several test sets, scored in one call."""

    reports: Sequence[ScoreReport]
    sentences: Iterable[str] = ()

    def as_json(self) -> dict[str, Any]:
        """Return that of a single report, else all of them as "testsets"."""
        if len(self.reports) == 1:
            return self.reports[0].as_json()
        return {
            "metric": self.reports[0].metric,
            "testsets": [report.as_json() for report in self.reports],
        }


#: What a file of scores or of a comparison begins with, in this order; all else is sorted.
_FIRST = ("metric", "language", "testset", "system", "training", "scores", "comparisons")


def json_text(report: Mapping[str, Any]) -> str:
    """Return the text of a file of scores or of a comparison, what and how much first."""
    return json.dumps(_ordered(report), ensure_ascii=False, indent=2)


def _ordered(value: Any) -> Any:
    """Return JSON whose objects are sorted by name, those of _FIRST first."""
    if isinstance(value, Mapping):
        names = sorted(value)
        names = [name for name in _FIRST if name in value] + [n for n in names if n not in _FIRST]
        return {name: _ordered(value[name]) for name in names}
    return [_ordered(element) for element in value] if isinstance(value, (list, tuple)) else value
