"""The build: several corpora in, one cleaned Parquet file and a table of drops out."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_text, batched
from cdaflow.io.formats import Record
from cdaflow.io.parquet import MONO_SIDES, PAIR_SIDES, shard_schema, write_batches
from cdaflow.progress import progress, say
from cdaflow.text.check import ContentCheck
from cdaflow.text.clean import (
    DUPLICATE,
    HELD_OUT_SOURCE,
    HELD_OUT_TARGET,
    REASONS,
    WEIGHT,
    Limits,
    clean,
    detokenized,
)
from cdaflow.text.duplicates import HeldOut, SeenHashes, hash_sides
from cdaflow.text.ids import MAX_CORPORA, draws, make_id
from cdaflow.text.spec import CorpusSpec, check_language, check_names, read_corpus

#: Pairs that are looked at together, so that hashes are compared by the array.
_BATCH = 32768


@dataclass
class Tally:
    """What became of the lines of one corpus.

    `lines` = sum of `dropped` + `kept`; `written` differs from `kept` by the copies that a
    weight above 1 makes.
    """

    corpus: str
    lines: int = 0
    dropped: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REASONS, 0))
    kept: int = 0
    written: int = 0

    def __str__(self) -> str:
        drops = ", ".join(f"{count} {why}" for why, count in self.dropped.items() if count)
        return (
            f"{self.corpus}: {self.lines} lines, {self.kept} kept, {self.written} written"
            f" (dropped: {drops or 'none'})"
        )


def build_corpus(
    specs: Sequence[CorpusSpec],
    languages: Sequence[str],
    output: str | os.PathLike[str],
    drops: str | os.PathLike[str] | None = None,
    limits: Limits | None = None,
    seed: int = 1,
    held_out: HeldOut | None = None,
) -> list[Tally]:
    """Clean the corpora into the Parquet file `output`; return a tally for each.

    With two `languages` it makes pairs (columns source and target), with one monolingual text
    (column text); see `cdaflow.io.parquet`. `drops` is a TSV with the tallies. Order is kept;
    of equal pairs the first stays, over all corpora. A pair of which a side is in `held_out` is
    dropped. `seed` decides which pairs a fractional
    weight takes: that depends on the text of a pair alone, so appending lines moves no other.

    Memory: 8 bytes for each distinct pair and some ten MB besides. Both files appear together
    at the end or not at all. Raises InputError for a faulty corpus or one of which nothing
    stays, ConfigError for a wrong setting.
    """
    check_names(specs)
    if len(specs) > MAX_CORPORA:
        raise ConfigError(
            "corpus.too-many", f"too many corpora ({len(specs)})", hint=f"at most {MAX_CORPORA}"
        )
    languages = [check_language(language) for language in languages]
    sides = PAIR_SIDES if len(languages) == 2 else MONO_SIDES
    limits = limits or Limits()
    corpora = [{"name": s.name, "files": list(s.paths), "weight": s.weight} for s in specs]
    schema = shard_schema(sides, languages, corpora)
    tallies = [Tally(spec.name) for spec in specs]
    names = pa.array([spec.name for spec in specs], pa.string())
    seen = None if limits.keep_duplicates else SeenHashes()

    def batches() -> Iterator[pa.RecordBatch]:
        for index, (spec, tally) in enumerate(zip(specs, tallies, strict=True)):
            content = ContentCheck(spec, languages)
            records = content.watch(read_corpus(spec, languages, content.repairs))
            if spec.detokenize:
                records = detokenized(records, languages)
            records = progress(records, spec.name)
            cleaned = _cleaned(records, limits, held_out, tally)
            for chosen in _chosen(cleaned, spec, seen, seed, tally):
                yield _batch(schema, names, index, chosen)
            for warning in content.finish():
                say(f"warning: {warning}")
            _check_left(spec, tally)

    if drops is None:
        write_batches(output, schema, batches())
    else:
        with atomic_text(drops) as handle:
            write_batches(output, schema, batches())
            handle.writelines(line + "\n" for line in drops_table(tallies))
    return tallies


def drops_table(tallies: Iterable[Tally]) -> Iterator[str]:
    """Yield the lines of the table of drops, tab-separated, header first."""
    yield "\t".join(("corpus", "lines", *REASONS, "kept", "written"))
    for tally in tallies:
        numbers = (tally.lines, *(tally.dropped[r] for r in REASONS), tally.kept, tally.written)
        yield "\t".join((tally.corpus, *map(str, numbers)))


#: Id and sides of the pairs of a batch that are written.
Chosen = list[tuple[int, int, tuple[str, ...]]]


#: Lines and sides of the pairs of a batch.
_Cleaned = tuple[list[int], list[tuple[str, ...]]]


def _cleaned(
    records: Iterator[Record], limits: Limits, held_out: HeldOut | None, tally: Tally
) -> Iterator[_Cleaned]:
    """Yield by the batch what the limits and the held-out sentences leave, and count the rest."""
    for records_of_batch in batched(records, _BATCH):
        tally.lines += len(records_of_batch)
        lines: list[int] = []
        rows: list[tuple[str, ...]] = []
        for line, raw in records_of_batch:
            result = clean(raw, limits)
            if isinstance(result, str):
                tally.dropped[result] += 1
            else:
                lines.append(line)
                rows.append(result)
        if rows and held_out is not None:
            lines, rows = _not_held_out(lines, rows, held_out, tally)
        if rows:
            yield lines, rows


def _not_held_out(
    lines: list[int], rows: list[tuple[str, ...]], held_out: HeldOut, tally: Tally
) -> _Cleaned:
    """Return the pairs of which no side is held out; a pair of two such counts by its source."""
    source = held_out.sources(row[0] for row in rows)
    target = held_out.targets(row[-1] for row in rows)
    tally.dropped[HELD_OUT_SOURCE] += int(source.sum())
    tally.dropped[HELD_OUT_TARGET] += int((target & ~source).sum())
    remaining = np.flatnonzero(~(source | target)).tolist()
    return [lines[n] for n in remaining], [rows[n] for n in remaining]


def _chosen(
    cleaned: Iterator[_Cleaned],
    spec: CorpusSpec,
    seen: SeenHashes | None,
    seed: int,
    tally: Tally,
) -> Iterator[Chosen]:
    """Yield (line, copies, sides) of the selected pairs in batches, and count the rest."""
    for lines, rows in cleaned:
        copies = _copies(rows, spec.weight, seen, seed, tally)
        chosen = [
            (line, count, row)
            for line, count, row in zip(lines, copies.tolist(), rows, strict=True)
            if count
        ]
        tally.kept += len(chosen)
        tally.written += int(copies.sum())
        yield chosen


def _copies(
    rows: list[tuple[str, ...]], weight: float, seen: SeenHashes | None, seed: int, tally: Tally
) -> NDArray[np.int64]:
    """Return how often each row is written, 0 for one that its weight or a twin puts out.

    The weight comes first, so that a pair left out by one corpus may come in by another.
    """
    whole = math.floor(weight)
    copies = np.full(len(rows), whole, dtype=np.int64)
    if seen is None and weight == whole:
        return copies
    hashes = hash_sides(rows)
    if weight != whole:
        copies += draws(hashes, seed) / 2.0**64 < weight - whole
        tally.dropped[WEIGHT] += int((copies == 0).sum())
    if seen is not None:
        (taken,) = np.nonzero(copies)
        again = taken[~seen.add(hashes[taken])]
        copies[again] = 0
        tally.dropped[DUPLICATE] += len(again)
    return copies


def _batch(schema: pa.Schema, names: pa.Array, index: int, chosen: Chosen) -> pa.RecordBatch:
    """Return the rows of one batch, with the copies of a pair side by side."""
    ids: list[int] = []
    rows: list[tuple[str, ...]] = []
    for line, copies, row in chosen:
        for copy in range(copies):
            ids.append(make_id(index, line, copy))
            rows.append(row)
    sides = [pa.array([row[side] for row in rows], pa.string()) for side in range(len(schema) - 2)]
    indices = pa.array(np.full(len(rows), index, dtype=np.int32))
    corpus = pa.DictionaryArray.from_arrays(indices, names)
    return pa.RecordBatch.from_arrays([pa.array(ids, pa.int64()), *sides, corpus], schema=schema)


def _check_left(spec: CorpusSpec, tally: Tally) -> None:
    """Raise InputError where nothing is left of a corpus."""
    if tally.kept:
        return
    if not tally.lines:
        raise InputError(
            "corpus.empty", f"the corpus {spec.name!r} has no lines", file=spec.paths[0]
        )
    drops = ", ".join(f"{count} {reason}" for reason, count in tally.dropped.items() if count)
    hint = "relax the limit that drops the most pairs, or leave out the corpus"
    if tally.dropped[HELD_OUT_SOURCE] + tally.dropped[HELD_OUT_TARGET] > 0.5 * tally.lines:
        hint = (
            "its sentences also occur in a development or test set: check whether a file is "
            "given in both places"
        )
    raise InputError(
        "corpus.nothing-remains",
        f"nothing remains of the corpus {spec.name!r}: {tally.lines} lines, dropped: {drops}",
        file=spec.paths[0],
        hint=hint,
    )
