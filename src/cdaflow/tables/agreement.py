"""The table of agreement: which words change with a noun whose gender is set, and into what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.structured import MALFORMED, read_json
from cdaflow.tables.render import Column, Record, Table, estimate_cells, plain, with_interval
from cdaflow.tables.scores import Estimate, order

TITLE = "Agreement: words that change with a noun (per cent; the noun itself left out)"

_HINT = "give files that `cdaflow agreement evaluate` wrote"

#: Scores in the CSV; the first three and the accuracies of tags and forms are shown.
_SCORES = (
    "precision",
    "recall",
    "f1",
    "accuracy",
    "form_accuracy",
    "changed_form_accuracy",
    "precision_strict",
    "f1_strict",
)
_COUNTS = ("words", "must_change", "right", "over", "hidden", "missed", "right_forms")

COLUMNS = (
    "language",
    "testset",
    "to",
    "system",
    "method",
    "log_alpha",
    "pairs",
    *(f"{name}{end}" for name in _SCORES for end in ("", "_low", "_high")),
    *_COUNTS,
    "pairs_read",
    "signature",
)

_VIEW = {
    "precision": ("Precision", "share of the changed words that must change; higher is better, "
                  "here and in the others"),
    "recall": ("Recall", "share of the words that must change that are changed"),
    "f1": ("F1", "harmonic mean of precision and recall"),
    "accuracy": ("Accuracy", "share of the words with a gender whose tag is right"),
    "form_accuracy": ("Forms", "share of the same words whose form is right"),
}  # fmt: skip


def read_agreement(paths: Sequence[str | PathLike[str]]) -> list[Record]:
    """Return the records of the table out of files of `cdaflow agreement evaluate`.

    By language and test set, each direction with all models. Raises InputError where a file is
    none.
    """
    found = [record for path in paths for record in _read(path)]
    keys = [(r["language"], r["testset"], r["to"]) for r in found]
    places = [order(column) for column in zip(*keys, strict=True)]
    return [
        record
        for _, record in sorted(
            zip(keys, found, strict=True),
            key=lambda item: [
                place.index(value) for place, value in zip(places, item[0], strict=True)
            ],
        )
    ]


def _read(path: str | PathLike[str]) -> list[Record]:
    report = read_json(path)
    try:
        if report["metric"] != "agreement":
            raise InputError(f"these are scores of `{report['metric']}`", file=path, hint=_HINT)
        return [_record(report, to, part) for to, part in report["directions"].items()]
    except MALFORMED as error:
        problem = f"{type(error).__name__}: {error}"
        raise InputError(f"no score file of agreement ({problem})", file=path, hint=_HINT) from None


def _record(report: Mapping[str, Any], to: str, part: Mapping[str, Any]) -> Record:
    cells = {
        "language": str(report["language"]),
        "testset": str(report["testset"]),
        "to": to,
        "system": str(report["system"]),
        "method": str(report["method"]["name"]),
        "log_alpha": f"{float(report['log_alpha']['value']):g}",
        "pairs": str(part["pairs"]),
        "pairs_read": str(report["pairs"]["read"]),
        "signature": str(report["signature"]),
    }
    for name in _SCORES:
        cells |= estimate_cells(name, _estimate(part["scores"].get(name)))
    for name in _COUNTS:
        cells[name] = str(part["counts"].get(name, ""))
    return {column: cells[column] for column in COLUMNS}


def _estimate(score: Mapping[str, Any] | None) -> Estimate:
    if score is None:
        return Estimate(None)
    return Estimate(score["value"], score["low"], score["high"])


def agreement_table(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `read_agreement`) as a table."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("Pairs", plain("testset"), number=False),
        Column("To", plain("to"), "the gender that is set; both: the two directions together",
               number=False),
        Column("Model", plain("system"), "base: rules of the language; linear, neural: Zmigrod et "
               "al. 2019", number=False),
        Column("Method", plain("method"), "paper: the model alone; full: with what is around it",
               number=False),
        *(
            Column(header, with_interval(name, f"{name}_low", f"{name}_high"), legend)
            for name, (header, legend) in _VIEW.items()
        ),
        Column("Must change", plain("must_change"), "words that must change, the noun left out"),
        Column("N", plain("pairs"), "pairs of sentences"),
    )  # fmt: skip
    return Table(
        TITLE,
        COLUMNS,
        records,
        view,
        signatures=(("Agreement", "signature"),),
        labels=("language", "testset", "to", "system", "method"),
    )
