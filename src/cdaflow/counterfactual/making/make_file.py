"""Counterfactuals of whole files: pairs and trees in; pairs, decisions and a report out."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from cdaflow.counterfactual.making.candidates import NEEDED, read_candidates
from cdaflow.counterfactual.making.decisions import (
    Decision,
    Tally,
    decision_lines,
    read_decisions,
    write_report,
)
from cdaflow.counterfactual.making.maker import Maker
from cdaflow.counterfactual.selection.per_profession import Lots, chosen
from cdaflow.counterfactual.target.links import Links
from cdaflow.io.columns import extended, take, with_columns
from cdaflow.io.files import write_lines
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, write_pairs
from cdaflow.progress import progress
from cdaflow.trees import read_conllu

#: The columns that a counterfactual adds to its pair.
COLUMNS = (
    pa.field("counterfactual_source", pa.string(), nullable=False),
    pa.field("counterfactual_target", pa.string(), nullable=False),
)


@dataclass(frozen=True)
class MakeFiles:
    """What is read and written.

    `pairs`: the candidates; `english`, `trees`: CoNLL-U of source and target; `alignments`: a
    Pharaoh file, and what it counts (`units`). `output`: pairs; `decisions`, `report`: or None.
    """

    pairs: Sequence[str]
    english: str
    trees: str
    output: Sequence[str]
    decisions: str | None = None
    report: str | None = None
    alignments: str | None = None
    units: str = "words"


def make_file(
    files: MakeFiles,
    maker: Maker,
    *,
    per_profession: int = 0,
    seed: int = 1,
    about: Mapping[str, Any] | None = None,
) -> Tally:
    """Write the counterfactuals of a file, and what became of each candidate; return the counts.

    At most `per_profession` of each profession are kept, by lot (0: all). `about`: what stands at
    the top of the report. Memory does not grow with the file.

    Raises InputError where a file is at fault or files are not of one another.
    """
    check_kinds(files.pairs, files.output)
    lots = Lots(per_profession, seed)
    schema = extended(pair_schema(files.pairs, NEEDED), COLUMNS)
    tally = Tally()
    # Who is kept is known at the end only: until then all lies beside the output.
    folder = Path(files.output[0]).resolve().parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".make-") as scratch:
        pairs, table = str(Path(scratch) / "pairs.parquet"), str(Path(scratch) / "decisions.tsv")
        with _Table(table) as all_decisions:
            write_pairs([pairs], schema, _made(files, maker, lots, all_decisions))
        ids = lots.drawn()
        write_pairs(files.output, schema, chosen(read_pairs([pairs], ["id"]), ids))
        final = _final(read_decisions(table), ids, tally)
        if files.decisions is not None:
            write_lines(files.decisions, decision_lines(final))
        else:
            for _ in final:
                pass
    if files.report is not None:
        write_report(files.report, about or {}, tally)
    return tally


class _Table:
    """A table of decisions that is written as they come."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._handle = Path(path).open("w", encoding="utf-8", newline="\n")  # noqa: SIM115

    def __enter__(self) -> _Table:
        self.write([], header=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._handle.close()

    def write(self, decisions: Iterable[Decision], *, header: bool = False) -> None:
        lines = decision_lines(decisions)
        first = next(lines)
        if header:
            self._handle.write(first + "\n")
        self._handle.writelines(line + "\n" for line in lines)


def _made(files: MakeFiles, maker: Maker, lots: Lots, table: _Table) -> Iterator[pa.RecordBatch]:
    """Yield the pairs that are kept, and write down all decisions."""
    language = maker.method.model.language
    links = None if files.alignments is None else Links(files.alignments, language, files.units)
    batches = read_candidates(
        files.pairs, read_conllu(files.english), read_conllu(files.trees), links
    )
    for batch, candidates in progress(batches, "counterfactuals", unit="block"):
        decisions = maker.make(candidates)
        table.write(decisions)
        rows = [row for row, each in enumerate(decisions) if each.outcome != "dropped"]
        if rows:
            kept = [decisions[row] for row in rows]
            lots.add([each.id for each in kept], [each.profession for each in kept])
            values = [(each.counterfactual_source, each.counterfactual_target) for each in kept]
            yield with_columns(take(batch, rows), COLUMNS, values)


def _final(
    decisions: Iterable[Decision], ids: frozenset[int] | None, tally: Tally
) -> Iterator[Decision]:
    """Yield decisions, of those that had no lot that they were dropped, and count them."""
    for each in decisions:
        if ids is not None and each.outcome != "dropped" and each.id not in ids:
            each = each._replace(outcome="dropped", cause="over-number", detail="")
        tally.add(each)
        yield each
