"""Each system compared with each other one, and p-values corrected for their number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal

from cdaflow.lazy import numpy as np
from cdaflow.scoring.compare import Side, compare

Correction = Literal["holm", "bonferroni", "none"]


def compare_all(sides: Sequence[Side], names: Sequence[Sequence[str]], **options: Any) -> Any:
    """Return the comparisons of all pairs of systems, the one given first as the base of a pair.

    As `compare.compare`, but "metric" is "all-pairs", "base" is null, and each of "comparisons" has
    its own "base" and "base_warned"; "systems" has all names in order. `sides`: the reports of each
    system; `names`: what to call them in errors; `options`: those of `compare`. Raises as that.
    """
    results = []
    comparisons = []
    for (base, base_names), (other, other_names) in combinations(zip(sides, names, strict=True), 2):
        result = compare(base, other, names=[*base_names, *other_names], **options)
        (item,) = result["comparisons"]
        comparisons.append({**item, "base": result["base"], "base_warned": result["warned"]})
        results.append(result)
    systems = dict.fromkeys(
        name for comparison in comparisons for name in (comparison["base"], comparison["system"])
    )
    first = results[0]
    return {
        **first,
        "metric": "all-pairs",
        "base": None,
        "warned": None,
        "systems": list(systems),
        "comparisons": comparisons,
    }


def correct(result: dict[str, Any], correction: Correction) -> dict[str, Any]:
    """Return comparisons whose scores also have "p_corrected".

    For each score over all its comparisons, that is over systems, not over scores. `holm` (1979)
    and `bonferroni` hold whatever the tests have to do with each other; "correction" says which it
    was.
    """
    if correction == "none":
        return result
    comparisons = [
        {**comparison, "scores": dict(comparison["scores"])} for comparison in result["comparisons"]
    ]
    names = dict.fromkeys(name for comparison in comparisons for name in comparison["scores"])
    for name in names:
        tested = [
            comparison
            for comparison in comparisons
            if comparison["scores"].get(name, {}).get("p") is not None
        ]
        values = [comparison["scores"][name]["p"] for comparison in tested]
        for comparison, p in zip(tested, adjusted(values, correction), strict=True):
            comparison["scores"][name] = {**comparison["scores"][name], "p_corrected": p}
    return {**result, "correction": correction, "comparisons": comparisons}


def adjusted(values: Sequence[float], correction: Correction) -> list[float]:
    """Return p-values corrected for their number, in the same order.

    Bonferroni: n p. Holm: of the k-th smallest the largest (n - j + 1) p of those up to it. Both at
    most 1.
    """
    p = np.array(values, dtype=float)
    factors = np.full(len(p), len(p))
    if correction == "holm":
        order = np.argsort(p, kind="stable")
        factors[order] -= np.arange(len(p))
        scaled = p * factors
        scaled[order] = np.maximum.accumulate(scaled[order])
    elif correction == "bonferroni":
        scaled = p * factors
    else:
        scaled = p
    p_values: list[float] = np.minimum(scaled, 1.0).tolist()
    return p_values
