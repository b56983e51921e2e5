"""What the report shows, read from its files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.structured import read_json
from cdaflow.scoring.metric import metric_named
from cdaflow.tables import example_table
from cdaflow.tables.differing import Differing
from cdaflow.tables.evaluations import read_agreement, read_annotators, read_inflection
from cdaflow.tables.examples import read_sentences
from cdaflow.tables.metrics import read_metric
from cdaflow.tables.papers import check_paper
from cdaflow.tables.pictures import Picture, read_picture
from cdaflow.tables.render import Record, Table, read_csv
from cdaflow.tables.sample import sample
from cdaflow.tables.scores import (
    Bleu,
    Comparisons,
    Scored,
    WinoMT,
    read_bleu,
    read_bleu_comparisons,
    read_winomt,
)
from cdaflow.tables.show import read_table


@dataclass(frozen=True)
class Report:
    """All that the page shows; whatever is empty is left out of it.

    examples: sentences of each language as of `sample`. comparisons: tests of BLEU between systems.
    baseline: as in `metric_table`. data: tables of the training data by their names; data_pictures:
    figures of the same. drawn: rows of `example_table`. published: papers whose figures are set
    beside ours.
    """

    winomt: Sequence[WinoMT] = ()
    bleu: Sequence[Bleu] = ()
    examples: Mapping[str, Sequence[Differing]] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    config: Any = None
    comparisons: Comparisons = field(default_factory=dict)
    baseline: str | None = None
    geneval: Sequence[Scored] = ()
    mustshe: Sequence[Scored] = ()
    annotators: Sequence[Record] = ()
    agreement: Sequence[Record] = ()
    inflection: Sequence[Record] = ()
    data: Mapping[str, Table] = field(default_factory=dict)
    data_pictures: Sequence[Picture] = ()
    drawn: Sequence[Record] = ()
    published: Sequence[str] = ()


def read_report(
    winomt: Sequence[str | PathLike[str]],
    bleu: Sequence[str | PathLike[str]],
    sentences: Sequence[str | PathLike[str]] = (),
    figures: Sequence[str | PathLike[str]] = (),
    config: str | PathLike[str] | None = None,
    examples: int = 100,
    comparisons: Sequence[str | PathLike[str]] = (),
    baseline: str | None = None,
    *,
    geneval: Sequence[str | PathLike[str]] = (),
    mustshe: Sequence[str | PathLike[str]] = (),
    annotators: Sequence[str | PathLike[str]] = (),
    agreement: Sequence[str | PathLike[str]] = (),
    inflection: Sequence[str | PathLike[str]] = (),
    data_tables: Sequence[str | PathLike[str]] = (),
    data_figures: Sequence[str | PathLike[str]] = (),
    example_tables: Sequence[str | PathLike[str]] = (),
    published: Sequence[str] = (),
) -> Report:
    """Return the contents of the page from its files.

    `sentences` has none or one per-sentence table for each of `winomt`, in the same order;
    `examples` is how many sentences are taken for each language. Raises InputError for a
    faulty file, ConfigError where there is nothing to report or the numbers differ.
    """
    if not (winomt or bleu or geneval or mustshe):
        raise ConfigError("there are no scores to report", hint="give WinoMT or BLEU score files")
    if sentences and len(sentences) != len(winomt):
        raise ConfigError(
            f"{len(sentences)} tables of sentences for {len(winomt)} WinoMT score files",
            hint="give one for each score file, in the same order",
        )
    for paper in published:
        check_paper(paper)
    scores = read_winomt(winomt)
    tables = [
        read_sentences(path, score)
        for path, score in zip(sentences, scores if sentences else (), strict=True)
    ]
    drawn = [record for path in example_tables for record in _read_drawn(path)]
    return Report(
        winomt=scores,
        bleu=read_bleu(bleu),
        examples=sample(scores, tables, examples, baseline, _lines(drawn)) if tables else {},
        pictures=[read_picture(path) for path in figures],
        config=None if config is None else read_json(config),
        comparisons=read_bleu_comparisons(comparisons),
        baseline=baseline,
        geneval=read_metric(metric_named("geneval"), geneval),
        mustshe=read_metric(metric_named("mustshe"), mustshe),
        annotators=read_annotators(annotators),
        agreement=read_agreement(agreement),
        inflection=read_inflection(inflection),
        data=_data_tables(data_tables),
        data_pictures=[read_picture(path) for path in data_figures],
        drawn=drawn,
        published=published,
    )


def _data_tables(paths: Sequence[str | PathLike[str]]) -> dict[str, Table]:
    """Return tables by the names of their files, with which they are found in the page."""
    tables: dict[str, Table] = {}
    for path in paths:
        name = re.sub(r"[^A-Za-z0-9.-]", "-", Path(path).stem)
        if f"data.{name}" in tables:
            raise ConfigError(f"two tables of the data are called {name}")
        tables[f"data.{name}"] = read_table(path)
    return tables


def _read_drawn(path: str | PathLike[str]) -> list[Record]:
    columns, records = read_csv(path)
    if columns != example_table.COLUMNS:
        hint = "give the CSV of `cdaflow tables examples`"
        raise InputError("this is no table of examples", file=path, hint=hint)
    return records


def _lines(drawn: Sequence[Record]) -> dict[str, set[str]]:
    """Return the lines of the challenge set that a table of examples has, by language."""
    lines: dict[str, set[str]] = {}
    for record in drawn:
        if record["part"] == "systems":
            lines.setdefault(record["language"], set()).add(record["id"])
    return lines
