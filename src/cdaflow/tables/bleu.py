"""The table of translation quality: BLEU and chrF of each system on each test set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.tables.marks import (
    ONE_TRAINING,
    UP,
    baselines,
    best_note,
    mark_best,
    marked,
    notes,
    p_cell,
)
from cdaflow.tables.render import Column, Record, Table, number, plain, with_interval
from cdaflow.tables.scores import Bleu, Estimate, Pair

TITLE = "BLEU and chrF: quality of the translations"

COLUMNS = (
    "language",
    "system",
    "testset",
    "bleu",
    "low",
    "high",
    "chrf",
    "lines",
    "best",
    "baseline",
    "bleu_p",
    "chrf_p",
    "signature",
    "chrf_signature",
)


_TEST = "paired bootstrap of sacrebleu"

Comparisons = Mapping[Pair, Mapping[str, tuple[float | None, float | None]]]


def bleu_table(
    scores: Sequence[Bleu], comparisons: Comparisons | None = None, baseline: str | None = None
) -> Table:
    """Return the table of the scores, one row each, in their order.

    `comparisons`: the tests against the `baseline` of the language (the first system where that
    is None), as `read_bleu_comparisons` gives them. The records also hold the interval of chrF
    (chrf_low, chrf_high), which the CSV leaves out. Raises ConfigError for a baseline that is
    no system, InputError for a comparison of other translations than were scored.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    records = [
        {
            "language": score.language,
            "system": score.system,
            "testset": score.testset,
            "bleu": number(score.bleu.value),
            "low": number(score.bleu.low),
            "high": number(score.bleu.high),
            "chrf": number(score.chrf.value),
            "chrf_low": number(score.chrf.low),
            "chrf_high": number(score.chrf.high),
            "lines": str(score.lines),
            **_tests(score, bases.get(score.language), comparisons or {}),
            "signature": score.bleu_signature,
            "chrf_signature": score.chrf_signature,
        }
        for score in scores
    ]
    mark_best(records, ("language", "testset"), {"bleu": UP, "chrf": UP})
    return bleu_view(records)


def _tests(score: Bleu, base: str | None, comparisons: Comparisons) -> dict[str, str]:
    """Return the name of the baseline and the p-values, "" where there was no test."""
    tests = comparisons.get((score.language, score.testset, base or "", score.system))
    if base is None or tests is None:
        return {"baseline": "", "bleu_p": "", "chrf_p": ""}
    for name, estimate in (("bleu", score.bleu), ("chrf", score.chrf)):
        check_compared(name, estimate, tests, path=score.path, systems=(base, score.system))
    return {"baseline": base, **{f"{name}_p": p_cell(p) for name, (_, p) in tests.items()}}


def check_compared(
    name: str,
    estimate: Estimate,
    tests: Mapping[str, tuple[float | None, float | None]],
    *,
    path: Path,
    systems: tuple[str, str],
) -> None:
    """Raise InputError where another score was compared than the one of the score file `path`.

    `systems`: the baseline, and the one whose score it is.
    """
    if number(tests[name][0]) != number(estimate.value):
        base, system = systems
        raise InputError(
            f"{name} is {number(estimate.value)} here, but {number(tests[name][0])} where "
            f"{system} is compared with {base}",
            file=path,
            hint="compare the translations that were scored: cdaflow score compare-bleu",
        )


def bleu_view(records: Sequence[Record], *, intervals: bool = False) -> Table:
    """Return records (of a CSV, or of `bleu_table`) as a table.

    intervals: show the interval of chrF too; needs the records of `bleu_table`.
    """
    chrf = with_interval("chrf", "chrf_low", "chrf_high") if intervals else plain("chrf")
    view = (
        Column("Language", plain("language"), number=False),
        Column("System", plain("system"), number=False),
        Column("Test set", plain("testset"), number=False),
        marked(
            "BLEU",
            "bleu",
            with_interval("bleu", "low", "high"),
            "agreement with the reference in words, 0 to 100 [95% interval]; higher is better",
        ),
        marked("chrF", "chrf", chrf, "agreement in characters, 0 to 100; higher is better"),
        Column("Lines", plain("lines"), "sentences scored"),
    )
    return Table(
        TITLE,
        COLUMNS,
        records,
        view,
        signatures=(("BLEU", "signature"), ("chrF", "chrf_signature")),
        labels=("language", "system", "testset"),
        notes=(*notes(records, ("bleu", "chrf"), _TEST), ONE_TRAINING),
        bold=best_note(records, "language and test set"),
    )
