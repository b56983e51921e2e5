"""The figures of the whole sentence and of the labels of people, in WinoMT.

What they mean stands in `cdaflow.scoring.winomt_figures`, of whose metric they are a part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdaflow.lazy import numpy as np
from cdaflow.scoring.challenge import GENDERS
from cdaflow.scoring.evidence import Gender, Label
from cdaflow.statistics.estimates import Counts, Share, Statistic, minus, ratio
from cdaflow.statistics.field import Direction, Field, Test, Unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: What the whole sentence of a row shows: gold gender, gender found. Its label, of gendered rows.
WHOLE_CELLS: tuple[tuple[str, str], ...] = tuple(
    (gold, predicted) for gold in GENDERS for predicted in map(str, Gender)
)
LABEL_CELLS: tuple[tuple[str, str], ...] = tuple(
    (gold, label) for gold in ("male", "female") for label in map(str, Label)
)


def _whole(gold: str = "", predicted: str = "", *, correct: bool = False) -> list[int]:
    """Return the columns of WHOLE_CELLS of a gender and of what was found, "" for any."""
    return [
        column
        for column, (g, f) in enumerate(WHOLE_CELLS)
        if gold in ("", g) and predicted in ("", f) and (not correct or g == f)
    ]


def _whole_f1(gender: str) -> Statistic:
    """Return F1 as of the noun phrase: 2 correct / (found + gold)."""
    predicted, gold, right = _whole(predicted=gender), _whole(gender), _whole(gender, gender)

    def f1(sums: Counts) -> NDArray[np.float64]:
        correct, predicted_rows, gold_rows = (
            sums[..., c].sum(axis=-1) for c in (right, predicted, gold)
        )
        return np.where(gold_rows == 0, np.nan, ratio(2 * correct, predicted_rows + gold_rows))

    return f1


def _whole_recall(gender: str) -> Share:
    return Share(_whole(gender, gender), _whole(gender))


_OF_GENDER = {("male", Label.MASCULINE), ("female", Label.FEMININE)}


def _labels(*more: Label, of_gender: bool = True) -> Share:
    """Return the share of the label of the right gender, if it counts, and of `more` labels."""
    right = [
        column
        for column, (gold, label) in enumerate(LABEL_CELLS)
        if label in more or (of_gender and (gold, label) in _OF_GENDER)
    ]
    return Share(right, range(len(LABEL_CELLS)))


#: The figures of the whole sentence.
WHOLE_FIELDS = (
    Field("accuracy_whole", "Whole",
          "entities to which the whole sentence gives the right gender, pronouns and all",
          direction=Direction.HIGHER, test=Test.SIGN_FLIP,
          statistic=Share(_whole(correct=True), _whole())),
    Field("delta_g_whole", about="ΔG of the whole sentence", unit=Unit.POINTS,
          direction=Direction.ZERO, test=Test.BOOTSTRAP,
          column="delta_g_whole",
          statistic=minus(_whole_f1("male"), _whole_f1("female"))),
    Field("delta_r_whole", about="ΔR of the whole sentence", unit=Unit.POINTS,
          direction=Direction.ZERO, test=Test.BOOTSTRAP,
          column="delta_r_whole",
          statistic=minus(_whole_recall("male"), _whole_recall("female"))),
    Field("unknown_whole", about="entities whose gender the whole sentence leaves open",
          direction=Direction.LOWER, test=Test.SIGN_FLIP,
          column="unknown_whole", statistic=Share(_whole(predicted="unknown"), _whole())),
)  # fmt: skip

#: The figures of the labels of people.
LABEL_FIELDS = (
    *(
        Field(f"label_{name}", about=f"accuracy by the five labels of GFST, {legend}",
              direction=Direction.HIGHER, test=Test.SIGN_FLIP,
              column=f"label_{name}", statistic=_labels(*right))
        for name, legend, right in (
            ("gfst", "ambiguous right, inconsistent wrong, as in the paper", (Label.AMBIGUOUS,)),
            ("lenient", "ambiguous and inconsistent right", (Label.AMBIGUOUS, Label.INCONSISTENT)),
            ("strict", "ambiguous and inconsistent wrong", ()),
        )
    ),
    *(
        Field(f"label_{label}", about=f"rows with the label {label}", test=Test.SIGN_FLIP,
              column=f"label_{label}",
              statistic=_labels(label, of_gender=False))
        for label in (Label.INCONSISTENT, Label.AMBIGUOUS, Label.NA)
    ),
)  # fmt: skip
