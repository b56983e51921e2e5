"""The table of corpora with gender alternatives: what is left out of them, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cdaflow.tables.evaluations import Row, read_evaluations
from cdaflow.tables.inputs import Paths
from cdaflow.tables.table import Layout, count, label

AUGMENTATION = Layout(
    "Training text with gender alternatives (Garg et al. 2024, Algorithm 1)",
    (
        label("language", "Language"),
        count("pairs", "Pairs", "pairs of the corpus that were rewritten"),
        count("offered", "With alternatives", "pairs that have alternatives now"),
        count("plain", "Without", "pairs in which nobody's gender is open, and which stay as they "
              "are"),
        count("left_out", "Left out", "pairs whose alternatives are not whole"),
        label("causes", "Causes", "why pairs are left out"),
    ),
    labels=("language",),
)  # fmt: skip


def read_augmentation(paths: Paths) -> list[Row]:
    """Return the rows of files of `cdaflow alternatives gather --report`.

    Raises InputError where a file is none.
    """
    command = "alternatives gather --report"
    return read_evaluations(paths, "augmentation", "a corpus with alternatives", command, _rows)


def _rows(report: Mapping[str, Any]) -> list[Row]:
    pairs, kept_pairs, offered = (int(report[key]) for key in ("pairs", "kept", "offered"))
    causes = sorted(report["left_out"].items(), key=lambda item: (-int(item[1]), item[0]))
    return [
        {
            "language": str(report["language"]),
            "pairs": pairs,
            "offered": offered,
            "plain": kept_pairs - offered,
            "left_out": pairs - kept_pairs,
            "causes": ", ".join(f"{cause} {int(number)}" for cause, number in causes),
        }
    ]
