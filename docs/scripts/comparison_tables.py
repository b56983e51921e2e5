"""The table of docs/scoring.md: how often equal systems differ, by benchmarks/equal_systems.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from page_tables import table
from published_run import Published

#: Score -> as a reader sees it.
_NAMES = {"bleu": "BLEU", "chrf": "chrF"}


def equal_systems(run: Published) -> Iterator[str]:
    """Yield the shares of pairs of equal systems with a significant difference."""
    rows = run.content["rows"]

    def line(row: dict[str, Any]) -> tuple[str, ...]:
        shares = (
            f"{100 * row[name] / row['pairs']:.1f}"
            for name in ("significant", "significant_by_sacrebleu", "zero_outside_interval")
        )
        return (_NAMES[row["score"]], f"{row['sentences']:,}", f"{row['pairs']:,}", *shares)

    yield from table(
        ("Score", "sentences", "pairs", "p < 0.05, %", "by sacrebleu, %", "0 outside interval, %"),
        map(line, rows),
        left=1,
    )
    provenance = run.provenance
    yield ""
    yield (
        f"Pairs made from two translations of {run.content['text']}, {rows[0]['resamples']:,} "
        f"resamples; {provenance['date']}, commit {provenance['commit'][:7]}."
    )
