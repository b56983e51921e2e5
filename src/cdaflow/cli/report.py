"""The report: one HTML page of all results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Annotated

from cdaflow.cli.options import Baseline, Comparisons, ScoreFiles, SentenceFiles
from cdaflow.option_types import OutputPath, Positive, Value
from cdaflow.scoring.metric import METRICS, SCORED_BY


@dataclass(frozen=True)
class ReportFiles:
    """Results to show.

    Attributes:
        annotator_scores: files of cdaflow trees evaluate
        agreement_scores: files of cdaflow agreement evaluate
        inflection_scores: files of cdaflow inflect evaluate
        figures (FIGURE.svg): figures of the scores
        data_tables (TABLE.csv): tables of the training data: funnel, datasets, corpus
        data_figures (FIGURE.svg): figures of these tables
        example_tables (EXAMPLES.csv): tables by cdaflow tables examples
        published (PAPER): also the figures of papers: naik2023, choubey2021, garg2024,
            zmigrod2019
    """

    annotator_scores: ScoreFiles = ()
    agreement_scores: ScoreFiles = ()
    inflection_scores: ScoreFiles = ()
    sentences: SentenceFiles = ()
    comparisons: Comparisons = ()
    figures: Sequence[Path] = ()
    data_tables: Sequence[Path] = ()
    data_figures: Sequence[Path] = ()
    example_tables: Sequence[Path] = ()
    published: Sequence[str] = ()


def _score_options() -> type:
    """Return a dataclass with an option for the score files of each metric: --winomt-scores ..."""
    fields = []
    for name in METRICS:
        value = Value(metavar="SCORES.json", help=f"files of cdaflow score {name}")
        if name not in SCORED_BY:
            fields.append(
                (f"{name.replace('-', '_')}_scores", Annotated[Sequence[Path], value], ())
            )
    options = make_dataclass("ScoreOptions", fields, frozen=True)
    options.__doc__ = "Scores to show."
    return options


MetricScores = _score_options()


def report(
    *,
    scores: MetricScores = MetricScores(),  # type: ignore[valid-type]
    files: ReportFiles = ReportFiles(),
    baseline: Baseline | None = None,
    config: Path | None = None,
    examples: Positive = 100,
    output: OutputPath,
) -> None:
    """Write all results to one HTML page.

    Args:
        config (CONFIG.json): the configuration to show
        examples: examples for each language
        output (REPORT.html): the page
    """
    from cdaflow.sharing.provenance import commit_in_words
    from cdaflow.tables.contents import read_report
    from cdaflow.tables.report import write_report

    found = read_report(
        {name: getattr(scores, f"{name.replace('-', '_')}_scores", ()) for name in METRICS},
        files.sentences,
        files.figures,
        config,
        examples,
        files.comparisons,
        baseline,
        evaluations={
            "annotators": files.annotator_scores,
            "agreement": files.agreement_scores,
            "inflection": files.inflection_scores,
        },
        data_tables=files.data_tables,
        data_figures=files.data_figures,
        example_tables=files.example_tables,
        published=files.published,
        commit=commit_in_words(output.parent),
    )
    write_report(found, output)
