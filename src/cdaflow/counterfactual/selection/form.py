"""The form of a pair: how long its sides are, and how the English begins and ends.

Judged in whole columns: Arrow counts the tokens as `str.split` does, and knows the capitals and
punctuation marks of ASCII; texts beyond that are looked at one by one.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.counterfactual.selection.limits import Form
from cdaflow.io.columns import numbers_of, rows_where, take, truths_of

#: The filters of form, in their order.
FORM_FILTERS = ("length", "ratio", "wellformed")

#: What is wrong with the form of a pair: the filter that drops it, and why. The first counts.
FAULTS = (
    ("length", "both sides"),
    ("length", "source"),
    ("length", "target"),
    ("ratio", "empty side"),
    ("ratio", "too long"),
    ("wellformed", "beginning"),
    ("wellformed", "end"),
)

#: ASCII signs of Unicode's category P, at the end.
_PUNCTUATION = r"[!-#%-*,-/:;?@\[-\]_{}]\z"

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class FormFaults:
    """The first fault of each of N pairs; `codes`: its index in FAULTS, or their number."""

    codes: Numbers

    @property
    def none(self) -> Truths:
        """Which pairs have no fault: shape (N,)."""
        return np.equal(self.codes, len(FAULTS))

    def counts(self) -> dict[tuple[str, str], int]:
        """Return how many pairs have each fault."""
        counts = np.bincount(self.codes, minlength=len(FAULTS)).tolist()
        return dict(zip(FAULTS, counts, strict=False))

    def named(self) -> list[tuple[str, str] | None]:
        """Return the fault of each pair."""
        return [(*FAULTS, None)[code] for code in self.codes.tolist()]


def form_faults(form: Form, source: pa.StringArray, target: pa.StringArray) -> FormFaults:
    """Return what is wrong with the form of each pair."""
    tokens, others = count_tokens(source), count_tokens(target)
    longer, shorter = np.maximum(tokens, others), np.minimum(tokens, others)
    limit, ratio = form.max_tokens or np.inf, form.length_ratio
    begun, ended = begins_and_ends_well(source)
    conditions = (
        shorter > limit,
        (tokens > limit) & (tokens > others),
        longer > limit,
        shorter == 0,
        (ratio > 0) & (longer > ratio * shorter),
        form.capital & ~begun,
        form.punctuation & ~ended,
    )
    return FormFaults(np.select(conditions, list(range(len(FAULTS))), len(FAULTS)))


def count_tokens(column: pa.StringArray) -> Numbers:
    """Return how many tokens with white space between each text has, as `str.split` has them."""
    trimmed = pc.utf8_trim_whitespace(column)
    tokens = numbers_of(pc.list_value_length(pc.utf8_split_whitespace(trimmed))).astype(np.int64)
    tokens[numbers_of(pc.binary_length(trimmed)) == 0] = 0
    return tokens


def begins_and_ends_well(column: pa.StringArray) -> tuple[Truths, Truths]:
    """Return which texts begin with a capital letter, and which end in a punctuation mark.

    That is a sign of Unicode's category P.
    """
    begun = truths_of(pc.match_substring_regex(column, r"\A[A-Z]"))
    ended = truths_of(pc.match_substring_regex(column, _PUNCTUATION))
    # Of what is not ASCII Arrow's patterns know too little.
    others = rows_where(pc.invert(pc.string_is_ascii(column)))
    for row, text in zip(others.tolist(), take(column, others).to_pylist(), strict=True):
        begun[row] = text[0].isupper()
        ended[row] = unicodedata.category(text[-1])[0] == "P"
    return begun, ended
