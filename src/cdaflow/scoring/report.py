"""What a scorer returns: the scores of a system on a test set, and what they were made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cdaflow.statistics.estimates import Estimate, as_json
from cdaflow.statistics.warnings import count_warnings


@dataclass(frozen=True)
class ScoreReport:
    """The result of a metric for one system; `as_json` is the file that `cdaflow score` writes.

    inputs: SHA-256 of each file by its role. lines: how many were scored, for the share of those
    that `warnings` are about. signature: two scores are comparable where theirs are equal ("" where
    each score has its own). counts: every numerator and denominator. outcomes: what became of each
    sentence, so that two systems can be compared sentence by sentence. details: what this metric
    alone reports.
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
    details: Mapping[str, Any] = field(default_factory=dict)

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
            "scores": as_json(self.scores),
            "inputs": dict(self.inputs),
            "warnings": [dict(warning) for warning in self.warnings],
            "warned": self.warned,
            **{name: part for name in optional if (part := getattr(self, name))},
            **self.details,
        }
