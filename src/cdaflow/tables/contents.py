"""What the report shows, read from its files; a CSV read back with the view of its columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_json
from cdaflow.scoring.metric import metrics
from cdaflow.tables import (
    EVALUATIONS,
    bias,
    corpora,
    evaluations,
    example_table,
    funnel,
    gfst,
    judgements,
)
from cdaflow.tables.evaluations import evaluation
from cdaflow.tables.inputs import Paths
from cdaflow.tables.metrics import metric_table, metric_view
from cdaflow.tables.papers import check_paper
from cdaflow.tables.pictures import Picture, read_picture
from cdaflow.tables.published import published_view
from cdaflow.tables.published_kinds import KINDS
from cdaflow.tables.scores import Score, read_all_scores
from cdaflow.tables.system_diffs import SystemDiff, sample, shown_sentences
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import read_csv
from cdaflow.tables.trainings import by_system

#: The kinds of tables that need nothing but their fields, beside EVALUATIONS.
LAYOUTS = (
    evaluations.COUNTERFACTUALS,
    corpora.DATASETS,
    corpora.SHARES,
    judgements.FILTER,
    judgements.METHODS,
    corpora.AUGMENTATION,
    bias.BIAS,
)

#: Others whose columns are always the same -> their view.
_VIEWS = {
    funnel.FUNNEL.columns: funnel.funnel_view,
    example_table.COLUMNS: example_table.example_view,
    judgements.GENDER.columns: judgements.gender_view,
    judgements.QUALITY.columns: judgements.quality_view,
}


def read_table(path: str | PathLike[str]) -> Table:
    """Return the table in a CSV file; of any other CSV, its columns as they are.

    Raises InputError where the file is no CSV with a header.
    """
    columns, records = read_csv(path)
    frame = text_frame(records, columns)
    for metric in metrics():
        if columns == metric.columns:
            return metric_view(metric, frame)
    for layout in (*map(evaluations.evaluation, EVALUATIONS), *LAYOUTS):
        if columns == layout.columns:
            return layout.table(frame)
    if columns in _VIEWS:
        return _VIEWS[columns](frame)
    if columns[: len(gfst.COLUMNS)] == gfst.COLUMNS:
        return gfst.gfst_view(frame)
    for kind, table_kind in KINDS.items():
        if columns == table_kind.columns:
            return published_view(kind, frame)
    if columns[:3] == funnel.PROFESSION_COLUMNS and columns[-1] == "kept":
        return funnel.professions_view(frame)
    if columns[:4] == ("language", "part", "corpus", "lines"):
        return corpora.corpus_view(frame)
    return _unknown_table(frame)


def _unknown_table(frame: pd.DataFrame) -> Table:
    """Return any CSV as a table: each column as it is, numbers flush right."""

    def numeric(cells: pd.Series) -> bool:
        codes = [cell for cell in cells if cell]
        return bool(codes) and all(re.fullmatch(r"-?\d+(\.\d+)?", cell) for cell in codes)

    fields = [(count if numeric(frame[name]) else label)(name, name) for name in frame.columns]
    return Layout("", tuple(fields)).table(frame)


@dataclass(frozen=True)
class Report:
    """All that the page shows; whatever is empty is left out of it.

    scores: by name of the metric, those that others are read from included. evaluations: tables of
    `cdaflow.tables.EVALUATIONS` by name. examples: sentences of each language as of `sample`, of
    one training of each system (`shown_trainings`). baseline: as in `metric_table`. data: tables of
    the training data by their names; data_pictures: figures of the same. example_rows: those of
    `example_table`. published: papers whose figures are set beside ours. commit: which state of the
    repository the results were made with, in words.
    """

    scores: Mapping[str, Sequence[Score]]
    evaluations: Mapping[str, Table] = field(default_factory=dict)
    examples: Mapping[str, Sequence[SystemDiff]] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    config: Any = None
    baseline: str | None = None
    data: Mapping[str, Table] = field(default_factory=dict)
    data_pictures: Sequence[Picture] = ()
    example_rows: pd.DataFrame = field(
        default_factory=lambda: text_frame((), example_table.COLUMNS)
    )
    published: Sequence[str] = ()
    commit: str = ""

    @cached_property
    def score_tables(self) -> dict[str, Table]:
        """The tables of scores and evaluations, by the id they have in the page."""
        tables = {
            name: metric_table(
                scores,
                self.baseline,
                mean_of_languages=bool(self.published) and name == "winomt",
            ).with_intervals()
            for name, scores in self.scores.items()
        }
        return tables | dict(self.evaluations)

    @cached_property
    def single_tables(self) -> dict[str, Table]:
        """The tables of single trainings, by the id of the means, if any."""
        return {
            name: metric_table(scores, single=True).with_intervals()
            for name, scores in self.scores.items()
            if len(by_system(scores)) < len(scores)
        }


def read_report(
    scores: Mapping[str, Paths],
    sentences: Paths = (),
    figures: Paths = (),
    config: str | PathLike[str] | None = None,
    examples: int = 100,
    baseline: str | None = None,
    *,
    evaluations: Mapping[str, Paths] | None = None,
    data_tables: Paths = (),
    data_figures: Paths = (),
    example_tables: Paths = (),
    published: Sequence[str] = (),
    commit: str = "",
) -> Report:
    """Return the contents of the page from its files.

    `scores`: score files by name of the metric; `evaluations`: those of EVALUATIONS. `sentences`:
    the per-sentence tables of the score files of WinoMT, if any, as of `shown_sentences`;
    `examples` is how many sentences are taken for each language. Raises InputError for a faulty
    file, ConfigError where there is nothing to report or the numbers differ.
    """
    if not any(scores.values()) and not data_tables:
        raise ConfigError(
            "report.no-scores",
            "there are no scores to report",
            hint="give WinoMT or BLEU score files, or tables",
        )
    for paper in published:
        check_paper(paper)
    scores_by_metric = read_all_scores(scores)
    winomt = scores_by_metric.get("winomt", [])
    sampled_scores, tables = shown_sentences(winomt, sentences, baseline) if sentences else ([], [])
    example_rows = pd.concat(
        [text_frame((), example_table.COLUMNS), *map(_read_examples, example_tables)]
    )
    lines: dict[str, set[str]] = {}
    of_systems = example_rows[example_rows["part"] == "systems"]
    for language, line in zip(of_systems["language"], of_systems["id"], strict=True):
        lines.setdefault(language, set()).add(line)
    return Report(
        scores=scores_by_metric,
        evaluations={
            name: evaluation(name).of(paths) for name, paths in (evaluations or {}).items() if paths
        },
        examples=sample(sampled_scores, tables, examples, baseline, lines) if tables else {},
        pictures=[read_picture(path) for path in figures],
        config=None if config is None else read_json(config),
        baseline=baseline,
        data=_data_tables(data_tables),
        data_pictures=[read_picture(path) for path in data_figures],
        example_rows=example_rows,
        published=published,
        commit=commit,
    )


def _read_examples(path: str | PathLike[str]) -> pd.DataFrame:
    columns, records = read_csv(path)
    if columns != example_table.COLUMNS:
        hint = "give the CSV of `cdaflow tables examples`"
        raise InputError("table.no-examples-table", "not a table of examples", file=path, hint=hint)
    return text_frame(records, columns)


def _data_tables(paths: Paths) -> dict[str, Table]:
    """Return tables by the names of their files, with which they are found in the page."""
    tables: dict[str, Table] = {}
    for path in paths:
        name = re.sub(r"[^A-Za-z0-9.-]", "-", Path(path).stem)
        if f"data.{name}" in tables:
            raise ConfigError(
                "table.duplicate-name", f"two tables of the data have the name {name}"
            )
        table = read_table(path)
        # One of no known kind has no title of its own.
        titled = replace(table.layout, title=table.title or Path(path).stem)
        tables[f"data.{name}"] = replace(table, layout=titled)
    return tables
