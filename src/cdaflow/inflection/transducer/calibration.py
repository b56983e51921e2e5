"""From which probability on a form is to be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.inflection.transducer.examples import Example, changes
from cdaflow.inflection.transducer.model import Transducer

#: The lowest threshold: from it on both halves of the mixture (form and lemma, see
#: `Transducer.answers`) give the form more than one half, so that they agree.
_LEAST = math.log(0.75)
#: Fewer dev questions of a kind say nothing of it.
_ENOUGH = 50
_KINDS = {"": "lemma", "Gender": "gender", "Number": "number"}


def calibrate(
    model: Transducer, dev: Sequence[Example], precision: float
) -> tuple[float, dict[str, Any]]:
    """Return the log p from which on forms are right with at least `precision`, and its counts.

    The lowest threshold at which so many of the accepted dev forms are right; but never below
    log 0.75, where form and lemma may disagree, however many dev forms are right. Where
    no threshold reaches `precision` only forms are accepted of which the model is certain.

    It holds for forms made of lemmata, for forms put in the other gender and for those put in the
    other number, each by itself: the highest of their thresholds is taken. Kinds with fewer than
    50 dev forms are not asked, and where none has so many there is one threshold for all.
    """
    forms = [found[0] for found in model.answers(dev)]
    right = np.array([form.form == e.target for form, e in zip(forms, dev, strict=True)])
    scores = np.array([form.log_p for form in forms])
    kinds = np.array([_KINDS[changes(example)] for example in dev])
    parts = {kind: kinds == kind for kind in sorted(set(kinds.tolist()))}
    thresholds = {
        kind: _threshold(scores[part], right[part], precision)
        for kind, part in parts.items()
        if part.sum() >= _ENOUGH
    }
    threshold = max(thresholds.values(), default=_threshold(scores, right, precision))
    return threshold, {
        "precision_wanted": precision,
        **_counts(scores, right, threshold),
        "kinds": {
            kind: {
                "threshold": thresholds.get(kind),
                **_counts(scores[part], right[part], threshold),
            }
            for kind, part in parts.items()
        },
    }


def _threshold(scores: NDArray[Any], right: NDArray[Any], precision: float) -> float:
    levels, level = np.unique(np.floor(scores * 1e4), return_inverse=True)
    accepted = np.bincount(level)[::-1].cumsum()  # at each level and above, the highest first
    share = np.bincount(level, weights=right)[::-1].cumsum() / accepted
    enough = np.flatnonzero(share >= precision)
    if not len(enough):
        return -1e-4
    return max(float(levels[::-1][enough[-1]]), math.floor(_LEAST * 1e4)) / 1e4


def _counts(scores: NDArray[Any], right: NDArray[Any], threshold: float) -> dict[str, int]:
    accepted = scores >= threshold
    return {
        "dev": len(scores),
        "right": int(right.sum()),
        "accepted": int(accepted.sum()),
        "accepted_right": int((accepted & right).sum()),
    }
