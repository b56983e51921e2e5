"""Tables of the data: what each filter drops and leaves, and what data sets consist of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cdaflow.cli.options import LanguageLabels, ScoreFiles, TableFiles
from cdaflow.option_types import OutputPath, Value

Labels = Annotated[
    Sequence[str],
    Value(
        metavar="LANGUAGE/NAME",
        help="label of each file, such as es/train: one label a file, in the same order",
    ),
]


def corpus(drops: Sequence[Path], /, *, label: Labels, files: TableFiles) -> None:
    """Write the table of lines read, dropped and kept.

    Args:
        drops (DROPS.tsv): tables of drops
        label (LANGUAGE/PART): label of each file, such as es/train: one label a file, in the same
            order
    """
    from cdaflow.tables.corpora import corpus_table

    files.write(corpus_table(drops, label))


def funnel(
    reports: Sequence[Path],
    /,
    *,
    label: LanguageLabels,
    professions: OutputPath | None = None,
    files: TableFiles,
) -> None:
    """Write the table of a selection: what each filter drops and leaves.

    Args:
        reports (FUNNEL.json): reports of cdaflow select
        professions (TABLE.csv): also the counts by profession and gender
    """
    from cdaflow.tables.funnel import funnel_table, professions_table, read_selections
    from cdaflow.tables.render import write_table

    selections = read_selections(reports, label)
    if professions:
        write_table(professions_table(selections), professions)
    files.write(funnel_table(selections))


def counterfactual(scores: ScoreFiles, /, *, label: Labels, files: TableFiles) -> None:
    """Write the table of counterfactuals whose correct form is known: how many are correct.

    Args:
        scores: files of cdaflow counterfactual evaluate
        label (LANGUAGE/METHOD.GUARD): label of each file, such as es/full.repair: one label a file,
            in the same order
    """
    from cdaflow.tables.evaluations import COUNTERFACTUALS, read_counterfactuals

    files.write(COUNTERFACTUALS.table(read_counterfactuals(scores, label)))


def datasets(pairs: Sequence[Path], /, *, label: Labels, files: TableFiles) -> None:
    """Write the table of data sets: sizes, and what they consist of.

    Args:
        pairs (PAIRS.parquet): the data sets; or .tsv
    """
    from cdaflow.tables.corpora import DATASETS, read_datasets

    files.write(DATASETS.table(read_datasets(pairs, label)))


def gfst(
    reports: Sequence[Path],
    /,
    *,
    label: Labels,
    source: Sequence[Path] = (),
    balance: Sequence[Path] = (),
    balance_language: Sequence[str] = (),
    files: TableFiles,
) -> None:
    """Write how many monolingual sentences each filter of GFST leaves, and why.

    Args:
        reports (TARGET.json): reports of cdaflow gfst target
        label (LANGUAGE/GENDER): label of each file, such as es/fem: one label a file, in the same
            order
        source (SOURCE.json): reports of cdaflow gfst source on the monolingual text, one for each
            part of it
        balance (BALANCE.json): reports of cdaflow gfst balance
        balance_language (LANGUAGE): the language of each of these, in the same order
    """
    from cdaflow.tables.gfst import gfst_table, read_sizes

    files.write(gfst_table(read_sizes(reports, label, source, balance, balance_language)))


def shares(counts: Sequence[Path], /, *, label: Labels, files: TableFiles) -> None:
    """Write the shares of feminine and masculine sentences in corpora.

    Args:
        counts (COUNTS.json): files of cdaflow gfst count, or reports of cdaflow gfst source
    """
    from cdaflow.tables.corpora import SHARES, read_shares

    files.write(SHARES.table(read_shares(counts, label)))


def augmentation(reports: Sequence[Path], /, *, files: TableFiles) -> None:
    """Write the table of training text with gender alternatives: what is left out, and why.

    Args:
        reports (REPORT.json): files of cdaflow alternatives gather --report, one a language
    """
    from cdaflow.tables.augmentation import AUGMENTATION, read_augmentation

    files.write(AUGMENTATION.table(read_augmentation(reports)))
