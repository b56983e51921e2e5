"""From which probability on a form is to be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from cdaflow.inflection.transducer.examples import Example
from cdaflow.inflection.transducer.model import Transducer

#: The lowest threshold: below it all other forms together are more probable.
_LEAST = math.log(0.5)


def calibrate(
    model: Transducer, dev: Sequence[Example], precision: float
) -> tuple[float, dict[str, Any]]:
    """Return the log p from which on forms are right with at least `precision`, and its counts.

    The lowest threshold at which so many of the accepted dev forms are right; but never below
    log 0.5, where other forms are together as probable, however many dev forms are right. Where
    no threshold reaches `precision` only forms are accepted of which the model is certain.
    """
    forms = [found[0] for found in model.transduce(dev, beam=3)]
    right = np.array([form.form == e.target for form, e in zip(forms, dev, strict=True)])
    scores = np.array([form.log_p for form in forms])
    order = np.argsort(-scores, kind="stable")
    share = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(share >= precision)
    taken = int(enough[-1]) + 1 if len(enough) else 0
    threshold = max(float(scores[order[taken - 1]]), _LEAST) if taken else -1e-6
    threshold = math.floor(threshold * 1e4) / 1e4
    accepted = scores >= threshold
    return threshold, {
        "precision_wanted": precision,
        "dev": len(dev),
        "right": int(right.sum()),
        "accepted": int(accepted.sum()),
        "accepted_right": int((accepted & right).sum()),
    }
