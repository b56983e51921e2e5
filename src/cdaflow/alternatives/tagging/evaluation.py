"""How well head words are found and labelled: precision and recall by word, calibration.

A word counts for a label where it is the head word of a person with that label. Words of one
sentence go together, so intervals are those of sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cdaflow.alternatives.structures import AMBIGUOUS
from cdaflow.alternatives.structures import LABELS as PERSON_LABELS
from cdaflow.alternatives.tagging.calibration import Calibration, reliability, softmax
from cdaflow.alternatives.tagging.data import LABELS, labelled
from cdaflow.alternatives.tagging.tags import TaggedSentence
from cdaflow.errors import InputError
from cdaflow.lazy import numpy as np
from cdaflow.statistics.estimates import (
    Estimate,
    Share,
    clustered_rate,
    percentile_interval,
    resampled_sums,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: All labels of people together: whether a word is a head word at all.
HEAD = "head"

_OPEN = LABELS.index(AMBIGUOUS)


def label_matrix(
    gold: Sequence[TaggedSentence], found: Sequence[TaggedSentence]
) -> NDArray[np.int64]:
    """Return how often each gold label got each label: shape (sentences, labels, labels).

    Raises InputError where the sentences are not the same.
    """
    if len(gold) != len(found):
        raise InputError(
            "tag.sentence-count", f"{len(found)} tagged sentences, but {len(gold)} gold ones"
        )
    matrix = np.zeros((len(gold), len(LABELS), len(LABELS)), dtype=np.int64)
    for number, (right, one) in enumerate(zip(gold, found, strict=True)):
        if right.source != one.source:
            raise InputError(
                "tag.not-gold-sentence",
                f"sentence {number + 1} is not the gold one: {one.source[:80]!r}",
                hint="give tags of the same sentences, in the same order",
            )
        np.add.at(matrix[number], (list(labelled(right).labels), list(labelled(one).labels)), 1)
    return matrix


def scores(
    matrix: NDArray[np.int64], *, bootstrap: int = 1000, seed: int = 1
) -> dict[str, dict[str, Any]]:
    """Return precision, recall and F1 (percent) by label, with counts.

    `matrix`: see `label_matrix`. Labels are those of people and HEAD. Intervals of precision and
    recall: Wilson's with the effective size; of F1: bootstrap of sentences.
    """
    report: dict[str, dict[str, Any]] = {}
    for name in (*PERSON_LABELS, HEAD):
        chosen = (
            slice(1, None) if name == HEAD else slice(LABELS.index(name), LABELS.index(name) + 1)
        )
        right = matrix[:, chosen, chosen].sum(axis=(1, 2))
        found = matrix[:, :, chosen].sum(axis=(1, 2))
        wanted = matrix[:, chosen, :].sum(axis=(1, 2))
        f1 = _f1(np.stack([2 * right, found + wanted], axis=1), bootstrap, seed)
        report[name] = {
            "precision": clustered_rate(right, found).as_json(),
            "recall": clustered_rate(right, wanted).as_json(),
            "f1": f1.as_json(),
            "right": int(right.sum()),
            "found": int(found.sum()),
            "gold": int(wanted.sum()),
        }
    return report


def _f1(rows: NDArray[np.int64], bootstrap: int, seed: int) -> Estimate:
    statistic = Share((0,), (1,))
    value = float(statistic(rows.sum(axis=0)))
    if np.isnan(value):
        return Estimate(None)
    ends = percentile_interval(statistic(resampled_sums(rows, bootstrap, seed)))
    low, high = (100 * end for end in ends) if ends else (None, None)
    return Estimate(100 * value, low, high)


def calibration_report(
    gold: Sequence[TaggedSentence], logits: Sequence[NDArray[Any]], calibration: Calibration
) -> dict[str, Any]:
    """Return the reliability of the probability of `ambiguous`, before and after temperature.

    `logits`: of each sentence, shape (words, labels).
    """
    right = np.array([label == _OPEN for one in gold for label in labelled(one).labels], dtype=bool)
    scores = np.concatenate([np.zeros((0, len(LABELS))), *logits]).astype(np.float64)
    return {
        "temperature": calibration.temperature,
        "threshold": calibration.threshold,
        "before": reliability(softmax(scores)[:, _OPEN], right),
        "after": reliability(calibration.probabilities(scores)[:, _OPEN], right),
    }
