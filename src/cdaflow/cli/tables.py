"""Tables, figures and the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.cli.options import (
    Baseline,
    LanguageLabels,
    ScoreFiles,
    SentenceFiles,
    TableFiles,
)
from cdaflow.option_types import OutputPath, Positive, Seed, Value
from cdaflow.scoring.metric import METRICS, SCORED_BY
from cdaflow.tables import EVALUATIONS
from cdaflow.tables.scores import read_scores


@dataclass(frozen=True)
class TableRows:
    """Rows of the table: the mean over the trainings of each system.

    Attributes:
        single: a row for each training in place of their mean
        mean_of_languages: also the mean over all languages, as language "all"
    """

    single: bool = False
    mean_of_languages: bool = False


def _metric_command(name: str) -> Callable[..., None]:
    """Return the command that writes the table of a metric."""

    def write(
        scores: ScoreFiles,
        /,
        *,
        baseline: Baseline | None = None,
        rows: TableRows = TableRows(),
        files: TableFiles,
    ) -> None:
        from cdaflow.tables.metrics import metric_table

        table = metric_table(
            read_scores(name, scores),
            baseline,
            single=rows.single,
            mean_of_languages=rows.mean_of_languages,
        )
        files.write(table)

    write.__doc__ = _help(name)
    return write


def _evaluation_command(name: str) -> Callable[..., None]:
    """Return the command that writes the table of an evaluation."""

    def write(scores: ScoreFiles, /, *, files: TableFiles) -> None:
        from cdaflow.tables.evaluations import evaluation

        files.write(evaluation(name).of(scores))

    write.__doc__ = _help(name)
    return write


def _help(name: str) -> str:
    """Return the docstring of the command of a metric or of an evaluation, which loads neither."""
    if name in METRICS:
        return _METRIC_TABLE.format(name, SCORED_BY.get(name, name))
    table = EVALUATIONS[name]
    return (
        f"Write the table of {table.title}.\n\nArgs:\n    scores ({table.metavar}): {table.help}\n"
    )


#: The docstring of the command of the table of a metric: its name, and that of its scorer.
_METRIC_TABLE = """Write the table of the metric {}: languages x systems.

Args:
    scores: files of cdaflow score {}, of all trainings
"""


def bias(scores: Sequence[Path], /, *, files: TableFiles) -> None:
    """Write the table of sentence encoders by their training text, beside the controls.

    Args:
        scores (SCORES.json): files of cdaflow bias seat and cdaflow bias validity, of all trainings
    """
    from cdaflow.tables.bias import bias_table, read_systems

    files.write(bias_table(read_systems(scores)))


def examples(
    *,
    winomt_scores: ScoreFiles = (),
    sentences: SentenceFiles = (),
    decisions: Sequence[Path] = (),
    label: Sequence[str] = (),
    rejected: Sequence[Path] = (),
    rejected_label: Sequence[str] = (),
    number: Positive = 8,
    swaps: Positive = 2,
    rejections: Positive = 2,
    seed: Seed = 1,
    baseline: Baseline | None = None,
    files: TableFiles,
) -> None:
    """Sample sentences in which systems differ, and pairs that were caught or rejected.

    Examples are sampled by a rule and a seed: sentences of WinoMT in which a system differs from
    the baseline, pairs whose counterfactual would have been harmful without the guard (Naik et al.
    2023, Tables 4 to 6), and translations that the target filter of self-training rejected
    (Choubey et al. 2021, Tables 2 and 16).

    Args:
        decisions (DECISIONS.tsv): decisions of cdaflow counterfactual make
        label (LANGUAGE/GUARD): label of each table of decisions, such as es/repair, in the same
            order
        rejected (REJECTED.tsv): pairs that cdaflow gfst target rejected
        rejected_label (LANGUAGE/GENDER): label of each of these files, such as es/fem, in the same
            order
        number: sentences of a language
        swaps: swaps of each cause
        rejections: rejected pairs of each gender and reason
    """
    from cdaflow.tables.example_table import example_table

    table = example_table(
        winomt_scores,
        sentences,
        decisions,
        label,
        rejected,
        rejected_label,
        number=number,
        swaps=swaps,
        rejections=rejections,
        seed=seed,
        baseline=baseline,
    )
    files.write(table)


def published(
    paper: str,
    kind: Literal[
        "sizes",
        "shares",
        "gfst",
        "winomt",
        "mustshe",
        "human",
        "quality",
        "bleu",
        "alternatives",
        "students",
        "gate",
        "tagger",
        "filter",
        "agreement",
        "animate",
        "inflection",
        "bias-tests",
        "bias-texts",
        "lm",
    ],
    /,
    *,
    beside: Path | None = None,
    baseline: Baseline | None = None,
    files: TableFiles,
) -> None:
    """Write the figures of a paper next to ours.

    Args:
        paper (PAPER): naik2023: Naik et al. (2023); choubey2021: Choubey et al. (2021);
            garg2024: Garg et al. (2024); zmigrod2019: Zmigrod et al. (2019); dolci2023: Dolci et
            al. (2023)
        kind: the table
        beside (TABLE.csv): our table to compare it with: the table of the same name, except
            datasets for sizes, alternatives for students, and the tables of cdaflow sheet read for
            human, quality and filter

    Papers: naik2023 (sizes, winomt, bleu), choubey2021 (sizes to filter), garg2024 (sizes, bleu,
    alternatives, students, gate, tagger), zmigrod2019 (inflection, agreement, animate, lm),
    dolci2023 (bias-tests, bias-texts).
    """
    from cdaflow.tables.published import published_table

    files.write(published_table(paper, kind, beside, baseline))


def show(table: Path, /) -> None:
    """Print a table (CSV or TSV) with its legend.

    Args:
        table (TABLE.csv): the table
    """
    from cdaflow.tables.contents import read_table
    from cdaflow.tables.render import terminal_text

    print(terminal_text(read_table(table)), end="")


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
        pairs (PAIRS.parquet): the data sets (.parquet or .tsv)
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
    from cdaflow.tables.corpora import AUGMENTATION

    files.write(AUGMENTATION.of(reports))
