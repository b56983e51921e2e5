"""Whole files: persons of English sentences, and the corrected pairs of their translations."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa

from cdaflow.counterfactual.candidates import read_candidates
from cdaflow.counterfactual.correction.corrector import CORRECTED, DROPPED, Corrector
from cdaflow.counterfactual.correction.sampling import Decision, Sampling
from cdaflow.counterfactual.correction.stated import SCHEMA, StatedPerson, StatedPersons
from cdaflow.errors import InputError
from cdaflow.io.columns import column_of, strings
from cdaflow.io.files import tsv_lines, write_json, write_lines
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, read_rows, write_pairs
from cdaflow.progress import progress
from cdaflow.syntax.tree import TreesOfTexts
from cdaflow.text.duplicates import HeldOut
from cdaflow.text.ids import draws
from cdaflow.trees import read_conllu

FORMAT = 1

#: The columns by which a sentence came with the answer.
_GIVEN = ("profession", "gender")

_HINT = "annotate this very file: cdaflow trees annotate --lang en --column source"


def has_answers(path: str) -> bool:
    """Whether the sentences of a file say the person and the gender in columns of their own."""
    return set(_GIVEN) <= set(pair_schema([path], ()).names)


def candidates_file(
    persons: StatedPersons,
    inputs: Sequence[str],
    output: str,
    *,
    report: str | os.PathLike[str] | None = None,
    size: int = 0,
    seed: int = 1,
) -> int:
    """Write the sentences that may state the gender of a person (`id`, `source`); return how many.

    `inputs`: text, or files with a column source, text or sentence.

    Of all that have a person and pronouns of one gender at most `size` are sampled (0: all). Their
    ids are numbers from 1. Raises InputError where a file is at fault or no sentence is left.
    """
    texts = [
        text
        for path in inputs
        for batch, column in progress(read_rows(path), "select", unit="block")
        for text in persons.candidates(batch.column(column))
    ]
    if not texts:
        raise InputError(
            "person.none-with-pronouns",
            "no sentence has a person and pronouns of one gender",
            file=inputs[0],
        )
    found = len(texts)
    if size and found > size:
        drawn = draws(np.arange(found, dtype=np.uint64), seed)
        texts = [texts[row] for row in sorted(np.argsort(drawn)[:size].tolist())]
    schema = pa.schema([SCHEMA.field("id"), SCHEMA.field("source")])
    ids = column_of(range(1, len(texts) + 1), pa.int64())
    batch = pa.RecordBatch.from_arrays([ids, strings(texts)], schema=schema)
    rows = write_pairs([output], schema, [batch])
    if report is not None:
        counts = {"candidates": found, "sampled": rows, "dropped": _counts(persons.dropped)}
        write_json(report, {"format": FORMAT, **counts})
    return rows


def stated_file(
    persons: StatedPersons,
    inputs: Sequence[str],
    output: str,
    *,
    trees: str | os.PathLike[str] | None = None,
    report: str | os.PathLike[str] | None = None,
    held_out: HeldOut | None = None,
) -> Counter[str]:
    """Write the persons of sentences and of their swapped copies; return how many of each version.

    `trees`: CoNLL-U of the sources of all files, in order; None where each file has the columns
    `profession` and `gender`. A sentence is dropped, with its copy, where one of them is in
    `held_out`.

    Raises InputError where a file is at fault, trees are of other texts, or nobody is found.
    """
    versions: Counter[str] = Counter()
    batches = chain.from_iterable(read_pairs([path], ("source",)) for path in inputs)
    found = _with_trees(persons, batches, trees) if trees else _given(persons, batches)

    def rows() -> Iterator[pa.RecordBatch]:
        done = 0
        for block in found if held_out is None else _without(held_out, found, persons.dropped):
            versions.update(each.version for each in block)
            ids = range(done + 1, done + 1 + len(block))
            cells = zip(*((n, *each) for n, each in zip(ids, block, strict=True)), strict=True)
            columns = [column_of(c, f.type) for c, f in zip(cells, SCHEMA, strict=True)]
            yield pa.RecordBatch.from_arrays(columns, schema=SCHEMA)
            done += len(block)
        if not done:
            raise InputError(
                "person.gender-never-stated",
                f"no sentence states the gender of a person ({_said(persons.dropped)})",
                file=inputs[0],
            )

    write_pairs([output], SCHEMA, rows())
    if report is not None:
        counts = {"sentences": dict(versions), "dropped": _counts(persons.dropped)}
        write_json(report, {"format": FORMAT, **counts})
    return versions


def _without(
    held_out: HeldOut, blocks: Iterable[list[StatedPerson]], dropped: Counter[str]
) -> Iterator[list[StatedPerson]]:
    """Yield blocks without the sentences of which a version is in a test set; counts these."""
    for block in blocks:
        members = held_out.sources(each.source for each in block)
        origins = {each.origin for each, found in zip(block, members, strict=True) if found}
        dropped["held-out"] += len(origins)
        if left := [each for each in block if each.origin not in origins]:
            yield left


def _with_trees(
    persons: StatedPersons, batches: Iterable[pa.RecordBatch], path: str | os.PathLike[str]
) -> Iterator[list[StatedPerson]]:
    trees = TreesOfTexts(read_conllu(path), "the sentence", _HINT)
    for batch in progress(batches, "persons", unit="block"):
        rows = batch.select(["id", "source"]).to_pylist()
        found = list(persons.stated(rows, [trees.next(row["source"]) for row in rows]))
        if found:
            yield found
    trees.finish()


def _given(
    persons: StatedPersons, batches: Iterable[pa.RecordBatch]
) -> Iterator[list[StatedPerson]]:
    done = 0
    for batch in batches:
        rows = batch.select(["source", "profession"]).to_pylist()
        # Of several files the ids may be the same.
        found = list(persons.given([{**row, "id": done + n} for n, row in enumerate(rows, 1)]))
        done += batch.num_rows
        if found:
            yield found


#: The columns of a corrected data set. `changed`: 1 where the person was rewritten; `others`: how
#: many other persons the English names.
COLUMNS = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("target", pa.string(), nullable=False),
        pa.field("profession", pa.string(), nullable=False),
        pa.field("gender", pa.string(), nullable=False),
        pa.field("changed", pa.int8(), nullable=False),
        pa.field("others", pa.int32(), nullable=False),
        pa.field("version", pa.string(), nullable=False),
        pa.field("origin", pa.int64(), nullable=False),
    ]
)


def correct_file(
    corrector: Corrector,
    pairs: str,
    output: Sequence[str],
    *,
    english_trees: str | os.PathLike[str],
    target_trees: str | os.PathLike[str],
    decisions: str | None = None,
    report: str | os.PathLike[str] | None = None,
    sampling: Sampling | None = None,
    about: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Write the corrected pairs of a file and what became of each; return the counts.

    `pairs`: sentences of `stated_file` with a column `target`. `about`: what stands at the top of
    the report.

    Raises InputError where a file is at fault, files are not of one another, or no pair is left.
    """
    check_kinds([pairs], output)
    sampling = sampling or Sampling()
    trees = read_conllu(english_trees), read_conllu(target_trees)
    batches = progress(read_candidates([pairs], *trees), "correct", unit="block")
    found = list(_decisions(corrector, batches))
    final = sampling.apply(found)
    counts = _report(found, final)
    kept = [each for each in final if each.outcome != DROPPED]
    if not kept:
        raise InputError(
            "translations.none-left",
            f"no translation is left ({_said(counts['dropped'])})",
            file=pairs,
            hint="give other sentences, or --balance none",
        )
    rows = [
        (d.id, d.source, d.target, d.profession, d.gender, int(d.outcome == CORRECTED), d.others,
         d.version, d.origin)
        for d in kept
    ]  # fmt: skip
    cells = [column_of(c, f.type) for c, f in zip(zip(*rows, strict=True), COLUMNS, strict=True)]
    write_pairs(output, COLUMNS, [pa.RecordBatch.from_arrays(cells, schema=COLUMNS)])
    if decisions is not None:
        lines = ([str(cell) for cell in decision] for decision in final)
        write_lines(decisions, tsv_lines(Decision._fields, lines))
    if report is not None:
        write_json(report, {"format": FORMAT, **(about or {}), **counts})
    return counts


def _decisions(
    corrector: Corrector, batches: Iterable[tuple[pa.RecordBatch, list[Any]]]
) -> Iterator[Decision]:
    for batch, candidates in batches:
        names = batch.schema.names
        versions, origins = (
            batch.column(name).to_pylist() if name in names else [default] * batch.num_rows
            for name, default in (("version", ""), ("origin", 0))
        )
        made = corrector.correct(candidates)
        for candidate, each, version, origin in zip(
            candidates, made, versions, origins, strict=True
        ):
            yield Decision(
                candidate.id, int(origin), candidate.profession, candidate.gender, version,
                each.outcome, each.cause, each.detail, len(each.others),
                " ".join(gender or "-" for gender in each.others), candidate.source, each.before,
                each.text,
            )  # fmt: skip


def _report(found: Sequence[Decision], final: Sequence[Decision]) -> dict[str, Any]:
    """Return the counts: outcomes before the sampling and after it, by gender, and causes."""
    outcomes = Counter(each.outcome for each in found)
    kept = [each for each in final if each.outcome != DROPPED]
    return {
        "translations": len(found),
        "by_outcome": _counts(outcomes),
        "dropped": _counts(Counter(each.cause for each in final if each.cause)),
        "kept": {
            "pairs": len(kept),
            "professions": len({each.profession for each in kept}),
            "with_others": sum(each.others > 0 for each in kept),
            "by_outcome": _counts(Counter(each.outcome for each in kept)),
            "by_gender": {
                gender: _counts(Counter(each.outcome for each in kept if each.gender == gender))
                for gender in ("Masc", "Fem")
            },
        },
    }


def _counts(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: count for name, count in sorted(counts.items()) if count}


def _said(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in _counts(counts).items()) or "none at all"
