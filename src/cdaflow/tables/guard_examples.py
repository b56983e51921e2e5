"""Harmful swaps that the guard caught, out of the decisions of `cdaflow counterfactual make`.

Naik et al. (2023, Tables 5 and 6) show two: the English pronoun is of another person than the
profession, or its counterpart in the translation stays as it was.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cdaflow.counterfactual.decisions import Decision, read_decisions
from cdaflow.tables.inputs import Paths, labelled

#: The cause of a pair that the guard repaired.
REPAIRED = "pronoun repaired"

#: Causes that have nothing to do with pronouns.
_NO_GUARD = frozenset({"name", "over-number", "held-out"})


@dataclass(frozen=True)
class GuardExample:
    """A pair that would have been harmful without the guard.

    `cause`: why it was dropped, or REPAIRED; `count`: how many swaps of its cause there are.
    """

    language: str
    guard: str
    decision: Decision
    cause: str
    count: int


def read_guard_examples(
    files: Paths, labels: Sequence[str], *, number: int, seed: int
) -> list[GuardExample]:
    """Return at most `number` harmful swaps of each cause from each file.

    `labels`: LANGUAGE/GUARD of each file. Harmful is what would have been written without a guard
    and was dropped or written otherwise with it. Causes come in the order of how often they
    happen, the pairs of one in a seeded order.

    Raises ConfigError where labels and files are not as many or a label is none, InputError where
    a file has no decisions.
    """
    found: list[GuardExample] = []
    for file, language, guard in labelled(files, labels, "GUARD", "es/drop"):
        causes: dict[str, list[Decision]] = {}
        for decision in read_decisions(file):
            if _is_harmful(decision):
                causes.setdefault(decision.cause or REPAIRED, []).append(decision)
        for cause, swaps in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
            swaps.sort()
            random.Random(f"{seed}/{language}/{cause}").shuffle(swaps)
            found += [
                GuardExample(language, guard, one, cause, len(swaps)) for one in swaps[:number]
            ]
    return found


def _is_harmful(decision: Decision) -> bool:
    """Return whether no guard would have written a counterfactual that the guard did not."""
    unguarded = decision.unguarded_target
    if decision.outcome == "kept" or decision.cause in _NO_GUARD:
        return False
    if unguarded in ("", decision.target):
        return False
    return decision.outcome == "dropped" or unguarded != decision.counterfactual_target
