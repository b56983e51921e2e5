"""The table of reinflection: how many words come out in the right form, by dictionary and model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.structured import MALFORMED, read_json
from cdaflow.statistics.estimates import wilson
from cdaflow.tables.render import Column, Record, Table, estimate_cells, plain, with_interval
from cdaflow.tables.scores import Estimate, order

TITLE = "Reinflection: lemma and features to form (accuracy in per cent of distinct words)"

_HINT = "give files that `cdaflow inflect evaluate` wrote"

#: The sets of words that have a row, in the order of the table.
_WORDS = ("held out", "all")
_GROUPS = ("gendered", "nominal", "participle")
#: The ways of inflecting that have a column.
_WAYS = ("lemma", "dictionary", "model", "both")

#: Columns that hold an accuracy, each followed by the ends of its interval.
_SCORES = (*_WAYS, "model_unknown", "accepted")

COLUMNS = (
    "language",
    "gold",
    "words",
    "group",
    "types",
    "tokens",
    *(f"{name}{end}" for name in _SCORES for end in ("", "_low", "_high")),
    *(f"{way}_right" for way in _WAYS),
    "model_held_out",
    "unknown_types",
    "model_unknown_right",
    "accepted_types",
    "accepted_right",
    "signature",
)

_LEGENDS = {
    "lemma": "accuracy where the lemma is taken as it is; higher is better, here and in the others",
    "dictionary": "accuracy of the dictionary alone; a word without an entry counts as wrong",
    "model": "accuracy of the trained model alone",
    "both": "accuracy of the dictionary, and of the model where it has no entry",
    "model_unknown": "accuracy of the model on the words without an entry",
    "accepted": "accuracy of both on the words that are not sent back as doubtful",
}


def read_inflection(paths: Sequence[str | PathLike[str]]) -> list[Record]:
    """Return the records of the table out of files of `cdaflow inflect evaluate`, by language.

    Raises InputError where a file is none.
    """
    found = [record for path in paths for record in _read(path)]
    languages = order(record["language"] for record in found)
    return sorted(found, key=lambda record: languages.index(record["language"]))


def _read(path: str | PathLike[str]) -> list[Record]:
    report = read_json(path)
    try:
        if report["metric"] != "reinflection":
            raise InputError(f"these are scores of `{report['metric']}`", file=path, hint=_HINT)
        rows = {(row["words"], row["group"], row["dictionary"]): row for row in report["rows"]}
        return [
            _record(report, row, rows.get((words, group, "unknown")))
            for words in _WORDS
            for group in _GROUPS
            if (row := rows.get((words, group, "any"))) is not None
        ]
    except MALFORMED as error:
        problem = f"{type(error).__name__}: {error}"
        raise InputError(
            f"no score file of reinflection ({problem})", file=path, hint=_HINT
        ) from None


def _record(
    report: Mapping[str, Any], row: Mapping[str, Any], unknown: Mapping[str, Any] | None
) -> Record:
    right = {way: int(row["right"][way]["types"]) for way in _WAYS if way in row["right"]}
    counts = {way: (count, int(row["types"])) for way, count in right.items()}
    if unknown is not None and "model" in unknown["right"]:
        model_right = int(unknown["right"]["model"]["types"])
        counts["model_unknown"] = (model_right, int(unknown["types"]))
    if "accepted" in row:
        accepted = row["accepted"]["both"]
        counts["accepted"] = (int(accepted["right"]), int(accepted["types"]))
    cells = {
        "language": str(report["language"]),
        "gold": str(report["gold"]["file"]),
        "words": str(row["words"]),
        "group": str(row["group"]),
        "types": str(row["types"]),
        "tokens": str(row["tokens"]),
        "model_held_out": "yes" if report["model_held_out"] else "no",
        "unknown_types": str(unknown["types"] if unknown is not None else 0),
        "signature": str(report["signature"]),
    }
    for name in _SCORES:
        done, total = counts.get(name, (0, 0))
        cells |= estimate_cells(name, _accuracy(done, total))
        cells[f"{name}_right"] = str(done) if name in counts else ""
    cells["accepted_types"] = str(counts["accepted"][1]) if "accepted" in counts else ""
    return {column: cells[column] for column in COLUMNS}


def _accuracy(right: int, total: int) -> Estimate:
    interval = wilson(right, total)
    if interval is None:
        return Estimate(None)
    return Estimate(100 * right / total, 100 * interval[0], 100 * interval[1])


def inflection_table(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `read_inflection`) as a table."""
    headers = {
        "lemma": "Lemma",
        "dictionary": "Dictionary",
        "model": "Model",
        "both": "Both",
        "model_unknown": "Model, unknown",
        "accepted": "Accepted",
    }
    view = (
        Column("Language", plain("language"), number=False),
        Column("Gold trees", plain("gold"), number=False),
        Column("Lemmas", plain("words"), "held out: those that the model has not learned from "
               "(and no training treebank has); all: these and others", number=False),
        Column("Model without them", plain("model_held_out"), "yes: the model was trained without "
               "any lemma of the gold trees; no: with those that are not held out", number=False),
        Column("Words", plain("group"), "nominal: nouns and adjectives; gendered: those of them "
               "that have a gender; participle: of verbs", number=False),
        *(
            Column(header, with_interval(name, f"{name}_low", f"{name}_high"), _LEGENDS[name])
            for name, header in headers.items()
        ),
        Column("N", plain("types"), "distinct words: lemma, part of speech, features and form"),
    )  # fmt: skip
    return Table(
        TITLE,
        COLUMNS,
        records,
        view,
        signatures=(("Reinflection", "signature"),),
        labels=("language", "words", "group"),
    )
