"""Counterfactuals of whole files: pairs and trees in; pairs, decisions and a report out."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import pyarrow as pa

from cdaflow.alignment.pharaoh import AlignmentReader
from cdaflow.counterfactual.candidates import NEEDED, Candidate, read_candidates
from cdaflow.counterfactual.decisions import (
    FORMAT,
    Decision,
    Tally,
    decision_lines,
    read_decisions,
)
from cdaflow.counterfactual.generator import CounterfactualGenerator
from cdaflow.counterfactual.selection.sampling import ProfessionSampler, rows_with_ids
from cdaflow.io.columns import extended, take, with_columns
from cdaflow.io.files import write_json, write_lines
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, write_pairs
from cdaflow.progress import progress
from cdaflow.text.duplicates import HeldOut
from cdaflow.trees import read_conllu

#: The columns that a counterfactual adds to its pair.
COLUMNS = (
    pa.field("counterfactual_source", pa.string(), nullable=False),
    pa.field("counterfactual_target", pa.string(), nullable=False),
)


def generate_file(
    generator: CounterfactualGenerator,
    pairs: str,
    output: Sequence[str],
    *,
    english_trees: str,
    target_trees: str,
    decisions: str | None = None,
    report: str | None = None,
    alignments: str | None = None,
    alignment_units: str = "words",
    per_profession: int = 0,
    seed: int = 1,
    held_out: HeldOut | None = None,
    about: Mapping[str, Any] | None = None,
) -> Tally:
    """Write the counterfactuals of a file, and what became of each candidate; return the counts.

    `english_trees`, `target_trees`: CoNLL-U of source and target. `alignments`: a Pharaoh file,
    and what it counts (`alignment_units`). At most `per_profession` of each profession are kept,
    sampled by `seed` (0: all), and none with a side in `held_out`. `about`: what stands at the top
    of the report. Memory does not grow with the file.

    Raises InputError where a file is at fault or files are not of one another.
    """
    check_kinds([pairs], output)
    sampler = ProfessionSampler(per_profession, seed)
    schema = extended(pair_schema([pairs], NEEDED), COLUMNS)
    language = generator.language
    links = None if alignments is None else AlignmentReader(alignments, language, alignment_units)
    trees = read_conllu(english_trees), read_conllu(target_trees)
    batches = progress(read_candidates([pairs], *trees, links), "counterfactuals", unit="block")
    tally = Tally()
    # Who is kept is known at the end only: until then all lies beside the output.
    folder = Path(output[0]).resolve().parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".make-") as scratch:
        kept, table = str(Path(scratch) / "pairs.parquet"), Path(scratch) / "decisions.tsv"
        with table.open("w", encoding="utf-8", newline="\n") as lines:
            write_pairs([kept], schema, _generated(generator, batches, sampler, lines, held_out))
        ids = sampler.sampled()
        write_pairs(output, schema, rows_with_ids(read_pairs([kept], ["id"]), ids))
        final = decision_lines(_final(read_decisions(table), ids, tally))
        if decisions is not None:
            write_lines(decisions, final)
        else:
            deque(final, maxlen=0)
    if report is not None:
        write_json(report, {"format": FORMAT, **(about or {}), **tally.to_json()})
    return tally


def _generated(
    generator: CounterfactualGenerator,
    batches: Iterable[tuple[pa.RecordBatch, list[Candidate]]],
    sampler: ProfessionSampler,
    table: TextIO,
    held_out: HeldOut | None,
) -> Iterator[pa.RecordBatch]:
    """Yield the pairs that are kept, and write all decisions."""
    table.write("\t".join(Decision._fields) + "\n")
    for batch, candidates in batches:
        decisions = generator.generate(candidates)
        if held_out is not None:
            decisions = _without(held_out, decisions)
        _, *lines = decision_lines(decisions)
        table.writelines(line + "\n" for line in lines)
        kept = [(row, each) for row, each in enumerate(decisions) if each.outcome != "dropped"]
        if kept:
            sampler.add([each.id for _, each in kept], [each.profession for _, each in kept])
            texts = [(each.counterfactual_source, each.counterfactual_target) for _, each in kept]
            yield with_columns(take(batch, [row for row, _ in kept]), COLUMNS, texts)


def _without(held_out: HeldOut, decisions: Sequence[Decision]) -> list[Decision]:
    """Return decisions that drop the counterfactuals of which a side is in a test set."""
    found = held_out.sources(each.counterfactual_source for each in decisions)
    found |= held_out.targets(each.counterfactual_target for each in decisions)
    return [
        each._replace(outcome="dropped", cause="held-out", detail="")
        if is_held_out and each.outcome != "dropped"
        else each
        for each, is_held_out in zip(decisions, found, strict=True)
    ]


def _final(
    decisions: Iterable[Decision], ids: frozenset[int] | None, tally: Tally
) -> Iterator[Decision]:
    """Yield decisions, those that were not sampled as dropped, and count them."""
    for each in decisions:
        if ids is not None and each.outcome != "dropped" and each.id not in ids:
            each = each._replace(outcome="dropped", cause="over-number", detail="")
        tally.add(each)
        yield each
