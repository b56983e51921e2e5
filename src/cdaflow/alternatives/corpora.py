"""Parallel text with gender alternatives: pairs that get some, and those that are left out.

Garg et al. (2024), Algorithm 1: a corpus of pairs in, one with structures and people out.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cdaflow.alternatives.files import json_line, write_alternatives
from cdaflow.alternatives.shards import gathered
from cdaflow.alternatives.structures import Alternatives
from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, read_lines
from cdaflow.io.pairs import read_pairs

#: Causes for which nothing is offered rightly: all that is open is offered, or nobody is open. For
#: any other cause alternatives may lack that should be there, which a model should not learn: of
#: 1,463 pairs of the embedded corpus (es) that are "unchanged", 1,200 have a feminine noun with one
#: form for both genders (la turista), which the rewriter does not make masculine.
RIGHT_CAUSES = ("", "nobody-open")

_HEADER = ("line", "cause", "detail")


@dataclass
class Gathered:
    """How many pairs a corpus has, by cause; how many are kept, and how many have structures."""

    causes: Counter[str] = field(default_factory=Counter)
    kept: int = 0
    offered: int = 0

    def report(self, language: str) -> dict[str, Any]:
        """Return the same as a report for tables; `left_out`: pairs by their cause."""
        left_out = {cause: n for cause, n in self.causes.items() if cause not in RIGHT_CAUSES}
        return {
            "metric": "augmentation",
            "language": language,
            "pairs": self.causes.total(),
            "kept": self.kept,
            "offered": self.offered,
            "left_out": left_out,
        }


def write_corpus(pairs: Sequence[str], output: str | os.PathLike[str]) -> int:
    """Write pairs (see `cdaflow.io.pairs`) as alternatives without structures; return how many."""

    def items() -> Iterator[Alternatives]:
        for batch in read_pairs(pairs):
            columns = (batch.column(name).to_pylist() for name in ("source", "target"))
            for source, target in zip(*columns, strict=True):
                yield Alternatives(source, target)

    return write_alternatives(output, items())


def gather_corpus(
    shards: Sequence[str | os.PathLike[str]],
    reasons: Sequence[str | os.PathLike[str]],
    sentences: str | os.PathLike[str],
    output: str | os.PathLike[str],
    left_out: str | os.PathLike[str],
) -> Gathered:
    """Write the lines of `shards` whose alternatives are whole; return how many, and the causes.

    `reasons`: those of each shard. `left_out` gets the others: line of `sentences`, cause, detail
    and source. The counts are of all causes. Raises InputError as `gather_alternatives` does, and
    where the reasons are not those of the shards.
    """
    if len(shards) != len(reasons):
        raise InputError(f"{len(reasons)} files of reasons for {len(shards)} shards")
    found = Gathered()
    known: dict[int, tuple[str, str]] = {}
    shard = ""
    first = 0
    with atomic_text(output) as handle, atomic_text(left_out) as others:
        others.write("\t".join((*_HEADER, "source")) + "\n")
        for number, (path, line, value) in enumerate(gathered(shards, sentences), 1):
            if str(path) != shard or line == 1:
                _check_used(known, shard)
                shard, first = str(path), number - line
                known = dict(_read_reasons(reasons[[str(s) for s in shards].index(shard)]))
            cause, detail = known.pop(number - first, ("", ""))
            found.causes[cause] += 1
            if cause in RIGHT_CAUSES:
                handle.write(json_line(value))
                found.kept += 1
                found.offered += bool(value.get("structures"))
            else:
                source = str(value.get("source")).replace("\t", " ")
                others.write("\t".join((str(number), cause, detail, source)) + "\n")
        _check_used(known, shard)
    return found


def _read_reasons(path: str | os.PathLike[str]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield line number, cause and detail of a file of reasons."""
    for number, text in enumerate(read_lines(path), 1):
        row = text.split("\t")
        if number == 1 and tuple(row) == _HEADER:
            continue
        if number == 1 or len(row) != len(_HEADER) or not row[0].isdecimal():
            raise InputError(
                "no reasons: the columns line, cause and detail are expected",
                file=path,
                line=number,
            )
        yield int(row[0]), (row[1], row[2])


def _check_used(known: dict[int, tuple[str, str]], shard: str) -> None:
    if known:
        raise InputError(
            f"{shard} has no line {min(known)}, of which its reasons say something",
            hint="give the reasons in the order of the shards",
        )
