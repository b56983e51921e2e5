"""A CSV table read back, with the view that belongs to its columns."""

from __future__ import annotations

import re
from os import PathLike

import pandas as pd

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
from cdaflow.tables.metrics import metric_view
from cdaflow.tables.published import published_view
from cdaflow.tables.published_kinds import KINDS
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import read_csv

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
