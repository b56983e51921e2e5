"""Feminine and masculine pseudo-parallel pairs in equal number (Choubey et al. 2021, section 2).

The gender that has more pairs is sampled down to the other. As in `cdaflow.text.sample` each pair
draws a number from its id and the seed, and the smallest are taken, so that a smaller set lies
inside a larger one of the same seed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import numbers_of, strings, take
from cdaflow.io.files import read_table
from cdaflow.io.pairs import ROWS, check_kinds, read_pairs, write_pairs
from cdaflow.languages import en
from cdaflow.text.ids import draws

#: What a set may be of, and the genders of its pairs.
Genders = Literal["both", "fem", "msc"]
GENDERS: Mapping[Genders, tuple[str, ...]] = {
    "both": ("fem", "msc"),
    "fem": ("fem",),
    "msc": ("msc",),
}

#: What the column `gender` has for them, as in the other data sets.
_VALUES = {"fem": "Fem", "msc": "Masc"}

SCHEMA = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("target", pa.string(), nullable=False),
        pa.field("gender", pa.string(), nullable=False),
    ]
)

#: The same for what is put in order, which may be more than 2 GB of text.
_LARGE = pa.schema(
    [f.with_type(pa.large_string()) if pa.types.is_string(f.type) else f for f in SCHEMA]
)

#: Sources that are looked at for their gender; how many must tell it, and which share of these.
_LOOKED_AT, _LEAST, _SHARE = 5000, 20, 0.8

_WORD = re.compile(r"[a-z]+")

_Numbers = NDArray[np.uint64]


def balance(
    feminine: Sequence[str],
    masculine: Sequence[str],
    outputs: Sequence[str],
    *,
    genders: Genders = "both",
    maximum: int = 0,
    size: int | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """Write as many pairs of each gender as the rarer one has, in an order decided by the seed.

    `genders`: of one gender alone there are as many, too, so that the sets can be compared (section
    6.2). `maximum`: at most N of each gender; 0 for any number. `size`: the number of pairs in all
    (half of them of each gender, the odd one feminine) in place of as many as there are. The pairs
    that are written are held in memory.

    Returns by gender how many pairs there were and were taken, and how many in all. Raises
    ConfigError where `size` is more than there is, InputError where a file is at fault, there is no
    pair of a gender, one lacks its id or a side, or the two genders are exchanged.
    """
    files = {"fem": feminine, "msc": masculine}
    for paths in files.values():
        check_kinds(paths, outputs)
    _check_genders(feminine, masculine)
    numbers = {gender: _numbers(paths, seed) for gender, paths in files.items()}
    quotas = _wanted(files, numbers, GENDERS[genders], maximum, size)
    chosen = [_chosen(files[name], numbers[name], count, name) for name, count in quotas.items()]
    pairs = pa.Table.from_batches([batch for batches, _ in chosen for batch in batches], SCHEMA)
    order = np.argsort(np.concatenate([taken for _, taken in chosen]), kind="stable")
    write_pairs(outputs, SCHEMA, _in_order(pairs, order))
    counts = {
        name: {"pairs": len(taken), "taken": quotas.get(name, 0)} for name, taken in numbers.items()
    }
    return {"genders": counts, "pairs": len(order)}


def _check_genders(feminine: Sequence[str], masculine: Sequence[str]) -> None:
    """Raise InputError where the English pronouns show that a file is of the other gender."""
    for paths, own, other in ((feminine, "Fem", "Masc"), (masculine, "Masc", "Fem")):
        genders = _genders(paths)
        decided = genders["Fem"] + genders["Masc"]
        if decided >= _LEAST and genders[other] >= _SHARE * decided:
            raise InputError(
                "pair.other-gender",
                f"expected pairs of the gender {own}, but {genders[other]} of {decided} sources "
                f"with pronouns of one gender are {other}",
                file=paths[0],
                hint="check whether the files of --fem and --msc are swapped",
            )


def _genders(paths: Sequence[str]) -> Counter[str]:
    """Return how many of the first sources have pronouns of one gender alone, by gender."""
    counts: Counter[str] = Counter()
    pronouns = {
        row["form"]: row["gender"]
        for _, row in read_table(Path(en.__file__).with_name("pronouns.tsv"), ("form", "gender"))
        if row["gender"] in ("Fem", "Masc")
    }
    sources = (text for batch in read_pairs(paths) for text in batch.column("source").to_pylist())
    for text in islice(sources, _LOOKED_AT):
        genders = {
            pronouns[word] for word in _WORD.findall((text or "").lower()) if word in pronouns
        }
        if len(genders) == 1:
            counts.update(genders)
    return counts


def _wanted(
    files: Mapping[str, Sequence[str]],
    numbers: Mapping[str, _Numbers],
    genders: Sequence[str],
    maximum: int,
    size: int | None,
) -> dict[str, int]:
    """Return how many pairs are taken, by gender."""
    there = {name: len(taken) for name, taken in numbers.items()}
    if size is not None:
        if size < 1:
            raise ConfigError(
                "set-size.out-of-range",
                f"a set has at least 1 pair, found {size}",
                hint="give a size from 1",
            )
        halves = {name: (size + odd) // 2 for name, odd in (("fem", 1), ("msc", 0))}
        quotas = {name: halves[name] if len(genders) > 1 else size for name in genders}
        for name, count in quotas.items():
            if count > there[name]:
                largest = there[name] * len(genders)
                raise ConfigError(
                    "pair.too-few-for-size",
                    f"a set of {size} pairs requires {count} {name} pairs, but "
                    f"{' and '.join(files[name])} has {there[name]}",
                    hint=f"the data set whose size is taken may have at most {largest} pairs (max: "
                    f"{largest // 2}, if of both genders); or use more monolingual text",
                )
    else:
        for name, count in there.items():
            if not count:
                raise InputError(
                    "pair.none-of-gender",
                    "the file has no pairs",
                    file=files[name][0],
                    hint="the filters kept nothing of this gender: use more monolingual text",
                )
        smaller = min(there.values())
        quotas = dict.fromkeys(genders, min(smaller, maximum) if maximum else smaller)
    return {name: count for name, count in quotas.items() if count}


def _numbers(paths: Sequence[str], seed: int) -> _Numbers:
    """Return the number that each pair gets by its id; shape (N,)."""
    numbers = [np.empty(0, dtype=np.uint64)]
    for batch in read_pairs(paths):
        ids = batch.column("id")
        if not pa.types.is_integer(ids.type) or ids.null_count:
            raise InputError(
                "id.not-a-number",
                "the column id must contain whole numbers, without gaps",
                file=paths[0],
            )
        numbers.append(draws(numbers_of(ids).astype(np.uint64), seed))
    return np.concatenate(numbers)


def _chosen(
    paths: Sequence[str], numbers: _Numbers, count: int, gender: str
) -> tuple[list[pa.RecordBatch], _Numbers]:
    """Return the pairs with the smallest numbers, in their order, and these numbers."""
    indices = np.sort(np.argsort(numbers, kind="stable")[:count])
    batches = list(_taken(paths, indices, gender))
    return batches, numbers[indices]


def _taken(
    paths: Sequence[str], indices: NDArray[np.intp], gender: str
) -> Iterator[pa.RecordBatch]:
    start = 0
    for batch in read_pairs(paths):
        within = slice(*np.searchsorted(indices, [start, start + batch.num_rows]))
        some = take(batch, indices[within] - start)
        start += batch.num_rows
        sides = [some.column(name) for name in ("source", "target")]
        if any(side.null_count for side in sides):
            raise InputError(
                "pair.side-missing", "a pair has no source or no target (a null)", file=paths[0]
            )
        labels = strings([_VALUES[gender]] * some.num_rows)
        yield pa.RecordBatch.from_arrays([some.column("id"), *sides, labels], schema=SCHEMA)


def _in_order(pairs: pa.Table, order: NDArray[np.intp]) -> Iterator[pa.RecordBatch]:
    # One batch of all, since rows of many are gathered slowly.
    (together,) = pairs.cast(_LARGE).combine_chunks().to_batches()
    for start in range(0, len(order), ROWS):
        yield take(together, order[start : start + ROWS]).cast(SCHEMA)
