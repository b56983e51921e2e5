"""A sheet on the target filter: is the gender preserved? (Choubey et al. 2021, appendix D).

The paper draws lines at random. Where the filter keeps few, these are then hardly judged; with a
share of kept lines that is chosen, they are, and the shares in the table are weighted by how many
pairs the filter kept and rejected.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from typing import TypeVar

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_table
from cdaflow.progress import say
from cdaflow.scoring.annotation.sheets import Item, Sheet, shares_of

#: Gender of a file -> as the annotator sees it.
GENDERS = {"fem": "feminine", "msc": "masculine"}

T = TypeVar("T")


@dataclass(frozen=True)
class Filtered:
    """The pairs of one gender that the target filter kept (Parquet or TSV), and rejected (TSV)."""

    gender: str
    kept: str | PathLike[str]
    rejected: str | PathLike[str]


def filter_sheet(
    language: str,
    filtered: Sequence[Filtered],
    *,
    size: int,
    seed: int,
    kept_share: float | None = None,
) -> Sheet:
    """Return a sheet of `size` pairs, as many of each gender.

    kept_share: how many of them the filter kept, 0 to 1; None for whatever the draw gives.

    Raises ConfigError where a gender is not known or given twice, InputError where a file is none
    of `cdaflow gfst target`.
    """
    genders = [one.gender for one in filtered]
    if not genders or set(genders) - set(GENDERS) or len(set(genders)) != len(genders):
        raise ConfigError(f"genders {', '.join(genders) or 'none'}", hint="give fem, msc or both")
    items: list[Item] = []
    totals = {}
    for one, wanted in zip(filtered, shares_of(size, len(filtered)), strict=True):
        drawn, totals[one.gender] = _drawn(one, wanted, kept_share, seed)
        if len(drawn) < wanted:
            say(f"{language}, {one.gender}: {len(drawn)} lines, for want of more (not {wanted})")
        items += drawn
    if not items:
        raise InputError("there are no pairs to judge", file=filtered[0].kept)
    return Sheet("filter", language, items, {"totals": totals, "kept_share": kept_share})


def _drawn(
    files: Filtered, size: int, kept_share: float | None, seed: int
) -> tuple[list[Item], dict[str, int]]:
    """Return lines of a gender, and how many pairs it has by verdict."""
    numbers = random.Random(f"{seed}/{files.gender}")
    totals = {"kept": 0, "rejected": 0}
    kept, rejected = (_items(files, verdict, totals) for verdict in totals)
    if kept_share is None:
        return reservoir(chain(kept, rejected), size, numbers), totals
    first = round(size * kept_share)
    drawn = reservoir(kept, first, numbers) + reservoir(rejected, size - first, numbers)
    return drawn, totals


def _items(files: Filtered, verdict: str, totals: dict[str, int]) -> Iterator[Item]:
    """Yield the lines of a verdict, and count them."""
    rows = _kept(files.kept) if verdict == "kept" else _rejected(files.rejected)
    for source, target, *why in rows:
        totals[verdict] += 1
        known = dict(zip(("reason", "word"), why, strict=False))
        hidden = {"gender": files.gender, "verdict": verdict, **known}
        yield Item((GENDERS[files.gender], source, target), hidden)


def reservoir(rows: Iterable[T], size: int, numbers: random.Random) -> list[T]:
    """Return `size` of the rows at random, all if there are fewer (Vitter 1985, algorithm R)."""
    drawn: list[T] = []
    for place, row in enumerate(rows):
        if place < size:
            drawn.append(row)
        elif (taken := int(numbers.random() * (place + 1))) < size:
            drawn[taken] = row
    return drawn


def _kept(path: str | PathLike[str]) -> Iterator[tuple[str, ...]]:
    if not str(path).endswith(".parquet"):
        columns = ("source", "target")
        yield from (tuple(row[name] for name in columns) for _, row in read_table(path, columns))
        return
    from cdaflow.io.parquet import read_rows  # takes a while to import

    yield from read_rows(path, ("source", "target"))


def _rejected(path: str | PathLike[str]) -> Iterator[tuple[str, ...]]:
    columns = ("source", "target", "reason", "word")
    for _, row in read_table(path, columns):
        yield tuple(row[name] for name in columns)
