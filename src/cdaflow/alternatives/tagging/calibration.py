"""Probabilities that mean what they say: a temperature, and a threshold for `ambiguous`.

Both are chosen on held-out sentences. Temperature scaling: Guo et al. 2017.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cdaflow.alternatives.structures import AMBIGUOUS
from cdaflow.alternatives.tagging.data import LABELS
from cdaflow.lazy import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_OPEN = LABELS.index(AMBIGUOUS)

#: Temperatures that are tried: from a twentieth to twenty.
_LOG_RANGE = (-3.0, 3.0)

BINS = 10

#: Thresholds whose F1 (0 to 1) differs by less are taken for equally good.
TOLERANCE = 0.001


@dataclass(frozen=True)
class Calibration:
    """How logits become labels.

    `temperature`: logits are divided by it. `threshold`: a word is ambiguous from this probability
    on; else it has the most probable one of the other labels.
    """

    temperature: float = 1.0
    threshold: float = 0.5

    def probabilities(self, logits: NDArray[Any]) -> NDArray[np.float64]:
        """Return the probability of each label: shape (words, labels)."""
        return softmax(np.asarray(logits, dtype=np.float64) / self.temperature)

    def labels(self, probabilities: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the number of the label of each word: shape (words,)."""
        others = probabilities.copy()
        others[:, _OPEN] = -1.0
        chosen = others.argmax(axis=1) if len(others) else np.zeros(0, dtype=np.int64)
        return np.where(probabilities[:, _OPEN] >= self.threshold, _OPEN, chosen)


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return probabilities by row."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def calibrate(logits: NDArray[Any], gold: NDArray[np.int64]) -> Calibration:
    """Return temperature and threshold for words whose labels are known.

    The threshold has about the highest F1 of `ambiguous` (see `best_threshold`).
    """
    temperature = fit_temperature(logits, gold)
    probabilities = Calibration(temperature).probabilities(logits)[:, _OPEN]
    return Calibration(temperature, best_threshold(probabilities, gold == _OPEN)[0])


def fit_temperature(logits: NDArray[Any], gold: NDArray[np.int64]) -> float:
    """Return the temperature of the highest likelihood; `logits`: shape (items, labels).

    By golden-section search: the likelihood is concave in 1 / T.
    """
    logits = np.asarray(logits, dtype=np.float64)
    low, high = _LOG_RANGE
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(40):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if _surprise(logits, gold, math.exp(left)) < _surprise(logits, gold, math.exp(right)):
            high = right
        else:
            low = left
    return round(math.exp((low + high) / 2), 4)


def _surprise(logits: NDArray[np.float64], gold: NDArray[np.int64], temperature: float) -> float:
    scaled = logits / temperature
    scaled = scaled - scaled.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(scaled).sum(axis=1))
    return float(np.mean(log_sum - scaled[np.arange(len(gold)), gold])) if len(gold) else 0.0


def best_threshold(
    probabilities: NDArray[np.float64], right: NDArray[np.bool_]
) -> tuple[float, float]:
    """Return a threshold (in hundredths) for the highest F1, and that F1 (0 to 1).

    Of all thresholds whose F1 is lower by TOLERANCE at most, the nearest to 0.5 is taken: a single
    word of the dev data shall not move it to an extreme.
    """
    found = []
    for threshold in (hundredth / 100 for hundredth in range(1, 100)):
        chosen = probabilities >= threshold
        total = int(chosen.sum()) + int(right.sum())
        found.append((threshold, 2 * int((chosen & right).sum()) / total if total else 0.0))
    best = max(f1 for _, f1 in found)
    near = [threshold for threshold, f1 in found if f1 >= best - TOLERANCE]
    return min(near, key=lambda threshold: abs(threshold - 0.5)), best


def reliability(
    probabilities: NDArray[np.float64], right: NDArray[np.bool_], bins: int = BINS
) -> dict[str, Any]:
    """Return how far probabilities are from the shares that are right.

    By bins of equal width: words, mean probability, share that is right; `ece`: the expected
    calibration error over all words in points (sum of n_b / N |p_b - share_b|), `ece_open` that
    without the lowest bin, in which nearly all words are.
    """
    numbers = np.minimum((probabilities * bins).astype(int), bins - 1)
    rows: list[dict[str, Any]] = []
    for number in range(bins):
        inside = numbers == number
        count = int(inside.sum())
        rows.append(
            {
                "low": number / bins,
                "high": (number + 1) / bins,
                "words": count,
                "right": int(right[inside].sum()),
                "mean": float(probabilities[inside].mean()) if count else None,
            }
        )
    return {"bins": rows, "ece": calibration_error(rows), "ece_open": calibration_error(rows[1:])}


def calibration_error(rows: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the expected calibration error of bins of `reliability`, in points; None of none."""
    total = sum(row["words"] for row in rows)
    gaps = [abs(row["words"] * row["mean"] - row["right"]) for row in rows if row["words"]]
    return 100 * sum(gaps) / total if total else None
