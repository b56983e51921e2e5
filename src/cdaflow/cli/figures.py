"""Draw a figure (.svg, .png or .pdf)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cdaflow.cli.options import Baseline, LanguageLabels, ScoreFiles
from cdaflow.option_types import OutputPath, Positive, Value
from cdaflow.tables.scores import read_scores

Figure = Annotated[OutputPath, Value(metavar="FIGURE.svg", file="output", help="the figure")]


def pro_anti(scores: ScoreFiles, /, *, output: Figure) -> None:
    """Draw the accuracy on the pro- and anti-stereotypical half, all systems."""
    from cdaflow.tables.score_figures import pro_anti_figure

    pro_anti_figure(read_scores("winomt", scores), output)


def professions(scores: ScoreFiles, /, *, minimum: Positive = 1, output: Figure) -> None:
    """Draw the recall by profession of one system.

    Args:
        scores (SCORES.json): the WinoMT score files of its trainings
        minimum: leave out professions with fewer sentences (for WinoMT, 20 is a good value)
    """
    from cdaflow.tables.profession_figures import profession_figure

    profession_figure(read_scores("winomt", scores), output, minimum)


def accuracy_bleu(
    *,
    winomt_scores: ScoreFiles,
    bleu_scores: ScoreFiles,
    testset: str | None = None,
    output: Figure,
) -> None:
    """Draw WinoMT accuracy against BLEU.

    Args:
        bleu_scores: BLEU score files
        testset (NAME): the test set, if the BLEU scores are of several
    """
    from cdaflow.tables.quality_figure import accuracy_bleu_figure

    accuracy_bleu_figure(
        read_scores("winomt", winomt_scores),
        read_scores("bleu", bleu_scores),
        output,
        testset,
    )


def gaps(
    scores: ScoreFiles, /, *, largest: Positive = 40, minimum: Positive = 1, output: Figure
) -> None:
    """Draw the gender gap by profession, all systems of a language.

    Args:
        largest: show the N widest gaps
        minimum: leave out professions with fewer sentences of either gender
    """
    from cdaflow.tables.profession_figures import gap_figure

    gap_figure(read_scores("winomt", scores), output, largest, minimum)


def confusion(scores: ScoreFiles, /, *, output: Figure) -> None:
    """Draw the genders found, by the gender of the source."""
    from cdaflow.tables.score_figures import confusion_figure

    confusion_figure(read_scores("winomt", scores), output)


def gains(scores: ScoreFiles, /, *, baseline: Baseline | None = None, output: Figure) -> None:
    """Draw accuracy, delta S and delta G of each system beside the baseline."""
    from cdaflow.tables.score_figures import gain_figure

    gain_figure(read_scores("winomt", scores), output, baseline)


def funnel(reports: Sequence[Path], /, *, label: LanguageLabels, output: Figure) -> None:
    """Draw the pairs left after each filter of a selection.

    Args:
        reports (FUNNEL.json): reports of cdaflow select
    """
    from cdaflow.tables.funnel import funnel_figure, read_selections

    funnel_figure(read_selections(reports, label), output)


def calibration(scores: ScoreFiles, /, *, output: Figure) -> None:
    """Draw the calibration of taggers of head words, and of probabilities of people.

    Args:
        scores: files of cdaflow alternatives evaluate-tagger and evaluate-people
    """
    from cdaflow.tables.tagger import calibration_figure

    calibration_figure(scores, output)


def lm(comparisons: Sequence[Path], /, *, output: Figure) -> None:
    """Draw the stereotyping and the grammaticality of language models.

    Args:
        comparisons (COMPARED.json): files of cdaflow lm compare, one a language
    """
    from cdaflow.tables.language_models import measures_figure, read_comparisons_of_models

    measures_figure(read_comparisons_of_models(comparisons), output)


def lm_nouns(comparisons: Sequence[Path], /, *, largest: Positive = 20, output: Figure) -> None:
    """Draw the stereotyping of nouns that lean to a gender in the original text.

    Args:
        comparisons (COMPARED.json): files of cdaflow lm compare with --text, one a language
        largest: nouns of each language, the most stereotyped ones
    """
    from cdaflow.tables.language_models import nouns_figure, read_comparisons_of_models

    nouns_figure(read_comparisons_of_models(comparisons), output, largest)


def bias_scores(scored: Path, /, *, output: Figure) -> None:
    """Draw how the bias score is spread over training examples, with percentiles.

    Args:
        scored (SCORED.parquet): the file that cdaflow bias score wrote
    """
    from cdaflow.tables.bias_figures import scores_figure

    scores_figure(str(scored), output)


def bias_association(scores: Sequence[Path], /, *, output: Figure) -> None:
    """Draw the association of encoders by their training text, beside the controls.

    Args:
        scores (SEAT.json): files of cdaflow bias seat, of systems such as original and augment-90
    """
    from cdaflow.tables.bias import read_systems
    from cdaflow.tables.bias_figures import association_figure

    association_figure(read_systems(scores), output)
