"""A CSV table read back, with the view that belongs to its columns."""

from __future__ import annotations

from os import PathLike

from cdaflow.scoring.metric import metrics
from cdaflow.tables import (
    corpora,
    evaluations,
    example_table,
    funnel,
    gfst,
    judgements,
    pronouns,
    published_papers,
    published_tables,
)
from cdaflow.tables.metrics import metric_view
from cdaflow.tables.render import Table, read_csv, unknown_table

#: The kinds of tables that are not of a metric, and whose columns are always the same.
LAYOUTS = (
    evaluations.ANNOTATORS,
    evaluations.AGREEMENT,
    evaluations.INFLECTION,
    evaluations.COUNTERFACTUALS,
    corpora.DATASETS,
    corpora.SHARES,
    funnel.FUNNEL,
)


def read_table(path: str | PathLike[str]) -> Table:
    """Return the table in a CSV file; of any other CSV, its columns as they are.

    Raises InputError where the file is no CSV with a header.
    """
    columns, records = read_csv(path)
    for metric in metrics():
        if columns == metric.columns:
            view = pronouns.pronoun_view if metric.name == "pronouns" else None
            return view(records) if view else metric_view(metric, records)
    for layout in LAYOUTS:
        if columns == layout.columns:
            return layout.table(records)
    if columns == example_table.COLUMNS:
        return example_table.example_view(records)
    if columns == judgements.GENDER_COLUMNS:
        return judgements.gender_view(records)
    if columns == judgements.FILTER_COLUMNS:
        return judgements.filter_view(records)
    if columns[: len(gfst.COLUMNS)] == gfst.COLUMNS:
        return gfst.gfst_view(columns, records)
    for kind, about in published_papers.KINDS.items():
        if columns == about.columns:
            return published_tables.published_view(kind, records)
    if columns[:3] == funnel.PROFESSION_COLUMNS and columns[-1] == "kept":
        return funnel.professions_view(columns, records)
    if columns[:4] == ("language", "part", "corpus", "lines"):
        return corpora.corpus_view(columns, records)
    return unknown_table(columns, records)
