"""Training text with less bias: its most biased examples are left out, or their swaps are added.

Dolci et al. 2023, sections 4.1 and 4.2: "Sub" leaves the examples above a percentile of Abs out,
"Aug" adds each of them once more in the other gender. Both at once is their future work: what has a
swap gets it, what has none is left out. The paper has no control; here each has one of its size:
random examples in place of the most biased, or these once more as they are in place of their swaps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.bias.examples import TEXTS, column_names
from cdaflow.bias.selection import Criterion, consistency, most_biased, random_values
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.pairs import check_kinds, open_rows, read_rows

#: subtract: the most biased are left out; augment: their swaps are added; combined: those that
#: have no swap are left out, and the swaps of the others are added.
Mode = Literal["subtract", "augment", "combined"]

#: Columns that have both sides of a pair in the other gender, in place of source and target: with
#: all of its persons changed, as the swap of the paper is, or else with one of them.
_SIDES = ("source", "target")
_SWAPS = ("swapped_", "counterfactual_")

Rows = NDArray[np.int64]

#: Says how a text reads in the other gender, and which gender it states (1, -1, 0).
SwapText = Callable[[str], str]
Stated = Callable[[str], int]


@dataclass(frozen=True)
class Adjusted:
    """What was done: examples before, the most biased of them, those left out and those added.

    largest: Abs of the most biased example; largest_kept: of those that are not left out.
    """

    examples: int
    selected: int
    dropped: int
    added: int
    written: int
    largest: float
    largest_kept: float

    def to_json(self) -> dict[str, float]:
        """Return the counts and scores by name."""
        return asdict(self)


def plan(
    absolute: NDArray[np.float64],
    ranked: NDArray[np.float64],
    has_swap: NDArray[np.bool_],
    mode: Mode,
    share: float,
    *,
    control: bool,
) -> tuple[Rows, Rows]:
    """Return the rows that are left out, and those whose swaps are added, in order.

    `absolute`, `ranked`: Abs and what is selected by, shape (n,). `control`: `ranked` is chance; as
    many rows with a swap, and as many without, are taken as the most biased by Abs have.
    """
    most = most_biased(ranked, share)
    none = np.zeros(0, dtype=np.int64)
    if mode == "subtract":
        return most, none
    if control:
        biased_has_swap = has_swap[most_biased(absolute, share)]
        parts = []
        for number, of in (
            (int((~biased_has_swap).sum()), ~has_swap),
            (int(biased_has_swap.sum()), has_swap),
        ):
            rows = np.flatnonzero(of)
            order = np.argsort(-ranked[rows], kind="stable")[:number]
            parts.append(np.sort(rows[order]))
        without, with_swap = parts
    else:
        without, with_swap = most[~has_swap[most]], most[has_swap[most]]
    return (without if mode == "combined" else none), with_swap


def adjust_file(
    path: str,
    output: str,
    mode: Mode,
    share: float,
    *,
    criterion: Criterion,
    seed: int,
    swap: SwapText,
    stated: Stated,
    copies: bool = False,
) -> Adjusted:
    """Write the examples of a scored file with less bias, in a random order; return the counts.

    The file has the columns of `cdaflow bias score`, and text: pairs with their swaps
    (swapped_source and swapped_target, else counterfactual_source and counterfactual_target), or
    English alone (premise and hypothesis, text, sentence), which `swap` swaps; a swap that changes
    nothing is none. `copies`: examples are added as they are, in place of their swaps.

    Raises InputError where columns are missing or nothing is left, ConfigError for a share that is
    not above 0 and at most 1, or pairs without counterfactuals.
    """
    if not 0 < share <= 1:
        raise ConfigError(
            "share.out-of-range", f"the share must be above 0 and at most 1, not {share:g}"
        )
    check_kinds([path], [output])
    table, name = _read(path)
    absolute = _numbers(table, "bias_abs", path)
    ranked = absolute
    if criterion == "random":
        ranked = random_values(np.arange(1, len(absolute) + 1), seed)
    elif criterion == "consistent":
        f, m = (_numbers(table, column, path) for column in ("bias_f", "bias_m"))
        ranked = consistency(f, m, [stated(text or "") for text in table[name].to_pylist()])
    other = table if mode == "subtract" else _swapped(table, swap, path)
    has_swap = _differs(table, other)
    dropped, added = plan(absolute, ranked, has_swap, mode, share, control=criterion == "random")
    remaining = np.delete(np.arange(len(absolute)), dropped)
    whole = pa.concat_tables([table.take(remaining), (table if copies else other).take(added)])
    if not whole.num_rows:
        raise InputError(
            "example.none-left", "no example remains", file=path, hint="give a smaller share"
        )
    order = np.random.default_rng([seed, len(absolute)]).permutation(whole.num_rows)
    with open_rows(output) as write:
        for batch in whole.take(order).combine_chunks().to_batches():
            write(batch, name)
    selected = len(most_biased(absolute, share))
    largest, largest_kept = (
        round(float(some.max(initial=0)), 6) for some in (absolute, absolute[remaining])
    )
    return Adjusted(
        *(len(absolute), selected, len(dropped), len(added), whole.num_rows), largest, largest_kept
    )


def _read(path: str) -> tuple[pa.Table, str]:
    """Return all rows of a file, and the name of its first column of English."""
    names = column_names(path)
    column = next((texts[0] for texts in TEXTS[:2] if texts[0] in names), None)
    read = list(read_rows(path, column))
    if not read:
        raise InputError("example.missing", "the file has no examples", file=path)
    return pa.Table.from_batches([batch for batch, _ in read]), read[0][1]


def _numbers(table: pa.Table, column: str, path: str) -> NDArray[np.float64]:
    if column not in table.column_names:
        raise InputError(
            "column.missing",
            f"there is no column {column!r}; the columns are: {', '.join(table.column_names)}",
            file=path,
            hint="cdaflow bias score writes this column",
        )
    try:
        scores = np.array([float(str(cell)) for cell in table[column].to_pylist()])
    except ValueError as error:
        raise InputError(
            "bias-score.not-a-number", f"a bias score is not a number ({error})", file=path
        ) from None
    if not np.isfinite(scores).all():
        raise InputError("bias-score.not-finite", "a bias score is not finite", file=path)
    return scores


def _swapped(table: pa.Table, swap: SwapText, path: str) -> pa.Table:
    """Return the table with its texts in the other gender; those without a swap as they are."""
    names = table.column_names
    swapped_columns: dict[str, Sequence[Any]] = {}
    prefix = next((p for p in _SWAPS if all(p + side in names for side in _SIDES)), None)
    if prefix is not None:
        others = [table[prefix + side].to_pylist() for side in _SIDES]
        # A pair is swapped as a whole, or not at all.
        has = [all(both) for both in zip(*others, strict=True)]
        for side, other in zip(_SIDES, others, strict=True):
            now = table[side].to_pylist()
            swapped_columns[side] = [o if h else n for n, o, h in zip(now, other, has, strict=True)]
    elif "target" in names:
        raise ConfigError(
            "translations.unknown-of-swapped",
            "the swapped English sentences have no translations",
            file=path,
            hint="give pairs with counterfactual_source and counterfactual_target, as cdaflow "
            "counterfactual makes them, or with swapped_source and swapped_target",
        )
    else:
        texts = next((t for t in TEXTS if set(t) <= set(names)), None)
        if texts is None:
            raise InputError(
                "column.no-english",
                f"there is no English text to swap; the columns are: {', '.join(names)}",
                file=path,
            )
        for column in texts:
            swapped_columns[column] = [swap(text or "") for text in table[column].to_pylist()]
    for column, values in swapped_columns.items():
        # Of the type of the column, since both tables become one.
        index = names.index(column)
        table = table.set_column(index, column, pa.array(values, table.schema.types[index]))
    return table


def _differs(table: pa.Table, other: pa.Table) -> NDArray[np.bool_]:
    """Return which rows have another text in the other table: shape (n,)."""
    differs = np.zeros(table.num_rows, dtype=bool)
    for column in table.column_names:
        if not other[column].equals(table[column]):
            pairs = zip(table[column].to_pylist(), other[column].to_pylist(), strict=True)
            differs |= np.array([a != b for a, b in pairs], dtype=bool)
    return differs
