"""The report: one HTML page of all results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Annotated

from cdaflow.cli.options import Baseline, SentenceFiles
from cdaflow.option_types import OutputPath, Positive, Value
from cdaflow.scoring.metric import METRICS, SCORED_BY
from cdaflow.tables import EVALUATIONS


def _score_options(name: str, title: str, options: Mapping[str, str]) -> type:
    """Return a dataclass with an option for the score files of each command: --winomt-scores ..."""
    fields = [
        (option, Annotated[Sequence[Path], Value(metavar="SCORES.json", help=help)], ())
        for option, help in options.items()
    ]
    kind = make_dataclass(name, fields, frozen=True)
    kind.__doc__ = title
    return kind


MetricScores = _score_options(
    "MetricScores",
    "Scores to show.",
    {
        f"{name.replace('-', '_')}_scores": f"files of cdaflow score {name}"
        for name in METRICS
        if name not in SCORED_BY
    },
)
EvaluationScores = _score_options(
    "EvaluationScores",
    "Results to show.",
    {
        evaluation.report: evaluation.help
        for evaluation in EVALUATIONS.values()
        if evaluation.report
    },
)


@dataclass(frozen=True)
class ReportFiles(EvaluationScores):  # type: ignore[misc, valid-type]
    """Results to show.

    Attributes:
        figures (FIGURE.svg): figures of the scores
        data_tables (TABLE.csv): tables of the training data: funnel, datasets, corpus
        data_figures (FIGURE.svg): figures of these tables
        example_tables (EXAMPLES.csv): tables by cdaflow tables examples
        published (PAPER): also the figures of papers: naik2023, choubey2021, garg2024,
            zmigrod2019, dolci2023
    """

    sentences: SentenceFiles = ()
    figures: Sequence[Path] = ()
    data_tables: Sequence[Path] = ()
    data_figures: Sequence[Path] = ()
    example_tables: Sequence[Path] = ()
    published: Sequence[str] = ()


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

    contents = read_report(
        {name: getattr(scores, f"{name.replace('-', '_')}_scores", ()) for name in METRICS},
        files.sentences,
        files.figures,
        config,
        examples,
        baseline,
        evaluations={
            name: getattr(files, evaluation.report)
            for name, evaluation in EVALUATIONS.items()
            if evaluation.report
        },
        data_tables=files.data_tables,
        data_figures=files.data_figures,
        example_tables=files.example_tables,
        published=files.published,
        commit=commit_in_words(output.parent),
    )
    write_report(contents, output)
