"""The table of annotators: how well they find words, tags, features, lemmas and heads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.structured import MALFORMED, read_json
from cdaflow.tables.render import Column, Record, Table, number, plain
from cdaflow.tables.scores import order

TITLE = "Annotators: agreement with gold trees (CoNLL 2018 evaluation)"

_HINT = "give files that `cdaflow trees evaluate` wrote"

#: Metric -> its column, in the order of the table.
METRICS = {
    "Tokens": "tokens",
    "Words": "words",
    "UPOS": "upos",
    "UFeats": "ufeats",
    "Lemmas": "lemmas",
    "UAS": "uas",
    "LAS": "las",
    "MLAS": "mlas",
}

_LEGENDS = {
    "Tokens": "F1 of the tokens as written, 0 to 100; higher is better, here and in the others",
    "Words": "F1 of the syntactic words, multiword tokens split",
    "UPOS": "F1 of words with the right part of speech",
    "UFeats": "F1 of words with all universal features right",
    "Lemmas": "F1 of words with the right lemma",
    "UAS": "F1 of words with the right head",
    "LAS": "F1 of words with the right head and relation",
    "MLAS": "F1 of content words with head, relation, part of speech, features and function words "
    "right",
}

COLUMNS = (
    "language",
    "annotator",
    "gold",
    "given",
    "sentences",
    *METRICS.values(),
    "gold_tokens",
    "system_tokens",
    "gold_words",
    "system_words",
    *(f"{column}_correct" for column in METRICS.values()),
    "mlas_gold",
    "mlas_system",
    "signature",
)

_GIVEN = {"gold": "words", "raw": "text"}


@dataclass(frozen=True)
class Counts:
    """How many units are right, in the gold trees and in the system's; F1 in percent."""

    correct: int
    gold: int
    system: int
    f1: float


@dataclass(frozen=True)
class Annotator:
    """The scores of an annotator on one treebank in one setting.

    given: what the annotator was given, "words" or "text". counts: by METRICS.
    """

    language: str
    name: str
    gold: str
    given: str
    sentences: int
    counts: Mapping[str, Counts]
    signature: str


def read_annotators(paths: Sequence[str | PathLike[str]]) -> list[Annotator]:
    """Return the scores in files of `cdaflow trees evaluate`, by language.

    Raises InputError where a file is none.
    """
    found = [row for path in paths for row in _read(path)]
    languages = order(row.language for row in found)
    return sorted(found, key=lambda row: languages.index(row.language))


def _read(path: str | PathLike[str]) -> list[Annotator]:
    try:
        report = read_json(path)
        if report["metric"] != "annotator":
            raise InputError(f"these are scores of `{report['metric']}`", file=path, hint=_HINT)
        return [_row(report, setting) for setting in _GIVEN if setting in report["words"]]
    except MALFORMED as error:
        problem = f"{type(error).__name__}: {error}"
        raise InputError(
            f"no score file of an annotator ({problem})", file=path, hint=_HINT
        ) from None


def _row(report: Mapping[str, Any], setting: str) -> Annotator:
    counts = {}
    for metric in METRICS:
        given = report["words"][setting][metric]
        counts[metric] = Counts(
            int(given["correct"]), int(given["gold"]), int(given["system"]), float(given["f1"])
        )
    return Annotator(
        language=str(report["language"]),
        name=str(report["annotator"]),
        gold=str(report["gold"]["file"]),
        given=_GIVEN[setting],
        sentences=int(report["gold"]["sentences"]),
        counts=counts,
        signature=str(report["signature"]),
    )


def annotators_table(rows: Sequence[Annotator]) -> Table:
    """Return the table of the scores, one row each, in their order."""
    return annotators_view([_record(row) for row in rows])


def _record(row: Annotator) -> Record:
    counts = row.counts
    return {
        "language": row.language,
        "annotator": row.name,
        "gold": row.gold,
        "given": row.given,
        "sentences": str(row.sentences),
        **{column: number(counts[metric].f1) for metric, column in METRICS.items()},
        "gold_tokens": str(counts["Tokens"].gold),
        "system_tokens": str(counts["Tokens"].system),
        "gold_words": str(counts["Words"].gold),
        "system_words": str(counts["Words"].system),
        **{f"{column}_correct": str(counts[metric].correct) for metric, column in METRICS.items()},
        "mlas_gold": str(counts["MLAS"].gold),
        "mlas_system": str(counts["MLAS"].system),
        "signature": row.signature,
    }


def annotators_view(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `annotators_table`) as a table."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("Annotator", plain("annotator"), number=False),
        Column("Gold trees", plain("gold"), number=False),
        Column("Given", plain("given"), "what was annotated: the gold words, or each sentence's "
               "text", number=False),
        *(Column(metric, plain(column), _LEGENDS[metric]) for metric, column in METRICS.items()),
        Column("N", plain("gold_words"), "syntactic words in the gold trees"),
    )  # fmt: skip
    return Table(
        TITLE,
        COLUMNS,
        records,
        view,
        signatures=(("CoNLL 2018", "signature"),),
        labels=("language", "annotator", "given"),
    )
