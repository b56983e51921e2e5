"""The table of translation quality: BLEU and chrF of each system on each test set."""

from __future__ import annotations

from collections.abc import Sequence

from cdaflow.tables.render import Column, Record, Table, number, plain, with_interval
from cdaflow.tables.scores import Bleu

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
    "signature",
    "chrf_signature",
)


def bleu_table(scores: Sequence[Bleu]) -> Table:
    """Return the table of the scores, one row each, in their order.

    The records also hold the interval of chrF (chrf_low, chrf_high), which the CSV leaves out.
    """
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
            "signature": score.bleu_signature,
            "chrf_signature": score.chrf_signature,
        }
        for score in scores
    ]
    return bleu_view(records)


def bleu_view(records: Sequence[Record], *, intervals: bool = False) -> Table:
    """Return records (of a CSV, or of `bleu_table`) as a table.

    intervals: show the interval of chrF too; needs the records of `bleu_table`.
    """
    chrf = with_interval("chrf", "chrf_low", "chrf_high") if intervals else plain("chrf")
    view = (
        Column("Language", plain("language"), number=False),
        Column("System", plain("system"), number=False),
        Column("Test set", plain("testset"), number=False),
        Column(
            "BLEU",
            with_interval("bleu", "low", "high"),
            "agreement with the reference in words, 0 to 100 [95% interval]; higher is better",
        ),
        Column("chrF", chrf, "agreement in characters, 0 to 100; higher is better"),
        Column("Lines", plain("lines"), "sentences scored"),
    )
    return Table(
        TITLE,
        COLUMNS,
        records,
        view,
        signatures=(("BLEU", "signature"), ("chrF", "chrf_signature")),
        labels=("language", "system", "testset"),
    )
