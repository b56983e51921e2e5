"""Pairs that the target filter of GFST rejected, out of the files of `cdaflow gfst target`.

Choubey et al. (2021) show two that were rightly rejected (Table 2) and two that were not (Table
16). Which is which only a reader can say: see `cdaflow gfst sheet filter`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike

from cdaflow.errors import ConfigError
from cdaflow.io.files import read_table
from cdaflow.scoring.annotation.sheets import GENDERS, reservoir
from cdaflow.tables.inputs import Paths, labelled
from cdaflow.tables.text import Record

#: The columns of the file (those of `cdaflow.gfst.filtering.REJECTED`, whose import takes long).
_COLUMNS = ("id", "reason", "word", "source", "target")

#: Reasons for which there is nothing to show.
_NOT_SHOWN = frozenset({"empty", "no-tree"})


@dataclass(frozen=True)
class RejectedExample:
    """A pair that was rejected.

    gender: of its English (fem or msc). row: what its file says, by its columns.
    count: how many pairs of the gender were rejected for its reason, `total` in all.
    """

    language: str
    gender: str
    row: Record
    count: int
    total: int


def read_rejected_examples(
    files: Paths, labels: Sequence[str], *, number: int, seed: int
) -> list[RejectedExample]:
    """Return at most `number` pairs for each reason from each file, sampled by the seed.

    `labels`: LANGUAGE/GENDER of each file. The most frequent reasons come first, the pairs of one
    in the order of the file.

    Raises ConfigError where labels and files are not as many or a label is none, InputError where a
    file lacks the columns of rejected pairs.
    """
    found: list[RejectedExample] = []
    for file, language, gender in labelled(files, labels, "GENDER", "es/fem"):
        if gender not in GENDERS:
            raise ConfigError(
                f'the label "{language}/{gender}" has no gender', hint="such as es/fem or es/msc"
            )
        reasons = Counter(row["reason"] for row in _rows(file))
        for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            if reason in _NOT_SHOWN:
                continue
            rows = ((n, row) for n, row in enumerate(_rows(file)) if row["reason"] == reason)
            numbers = random.Random(f"{seed}/{language}/{gender}/{reason}")
            drawn = sorted(reservoir(rows, number, numbers), key=lambda item: item[0])
            found += [
                RejectedExample(language, gender, row, count, reasons.total()) for _, row in drawn
            ]
    return found


def _rows(path: str | PathLike[str]) -> Iterator[Record]:
    for _, row in read_table(path, _COLUMNS):
        yield row
