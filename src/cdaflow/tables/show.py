"""A CSV table read back, with the view that belongs to its columns."""

from __future__ import annotations

from os import PathLike

from cdaflow.scoring.metric import metric_named
from cdaflow.tables import (
    agreement,
    annotators,
    bleu,
    counterfactual,
    datasets,
    example_table,
    funnel,
    geneval,
    gfst,
    inflection,
    judgements,
    mustshe_table,
    pronouns,
    published_papers,
    published_tables,
    shares,
    winomt,
)
from cdaflow.tables.corpus import corpus_view
from cdaflow.tables.render import Table, read_csv, unknown_table


def read_table(path: str | PathLike[str]) -> Table:
    """Return the table in a CSV file; of any other CSV, its columns as they are.

    Raises InputError where the file is no CSV with a header.
    """
    columns, records = read_csv(path)
    if columns == metric_named("winomt").columns:
        return winomt.winomt_view(records)
    if columns == metric_named("bleu").columns:
        return bleu.bleu_view(records)
    if columns == metric_named("geneval").columns:
        return geneval.geneval_view(records)
    if columns == metric_named("mustshe").columns:
        return mustshe_table.mustshe_view(records)
    if columns == annotators.COLUMNS:
        return annotators.annotators_view(records)
    if columns == agreement.COLUMNS:
        return agreement.agreement_table(records)
    if columns == inflection.COLUMNS:
        return inflection.inflection_table(records)
    if columns == metric_named("pronouns").columns:
        return pronouns.pronoun_view(records)
    if columns == funnel.COLUMNS:
        return funnel.funnel_view(records)
    if columns == counterfactual.COLUMNS:
        return counterfactual.counterfactual_table(records)
    if columns == datasets.COLUMNS:
        return datasets.datasets_view(records)
    if columns == example_table.COLUMNS:
        return example_table.example_view(records)
    if columns == shares.COLUMNS:
        return shares.shares_table(records)
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
        return corpus_view(columns, records)
    return unknown_table(columns, records)
