"""The table of counterfactuals beside those that are known to be right, and why others failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.structured import MALFORMED, read_json
from cdaflow.tables.labels import check_labels, split_label
from cdaflow.tables.render import Column, Record, Table, estimate_cells, plain, with_interval
from cdaflow.tables.scores import Estimate

TITLE = "Counterfactuals: how many are the right ones (per cent)"

_HINT = "give files that `cdaflow counterfactual evaluate` wrote"

_SCORES = ("right_of_made", "right_of_candidates", "right_source_of_made")
_COUNTS = (
    "candidates",
    "made",
    "repaired",
    "right",
    "right_without_change",
    "wrong",
    "wrong_source",
    "dropped",
)
_CAUSES = ("wrong_by_cause", "dropped_by_cause")

#: gender: of the original, or "all".
COLUMNS = (
    "language",
    "method",
    "guard",
    "gender",
    *(f"{name}{end}" for name in _SCORES for end in ("", "_low", "_high")),
    *_COUNTS,
    *_CAUSES,
    "without_gold",
)


def read_counterfactuals(
    files: Sequence[str | PathLike[str]], labels: Sequence[str]
) -> list[Record]:
    """Return the records of the table out of files of `cdaflow counterfactual evaluate`.

    `labels`: LANGUAGE/METHOD.GUARD of each file. Raises ConfigError where labels and files are not
    as many, a label is none, is given twice or is of another language than its file; InputError
    where a file is none.
    """
    check_labels(files, labels, "label LANGUAGE/METHOD.GUARD")
    return [
        record for file, label in zip(files, labels, strict=True) for record in _read(file, label)
    ]


def _read(path: str | PathLike[str], label: str) -> list[Record]:
    language, way = split_label(label, "METHOD.GUARD", "es/full.repair")
    method, _, guard = way.partition(".")
    if not (method and guard):
        raise ConfigError(
            f'the label "{label}" is not LANGUAGE/METHOD.GUARD', hint="such as es/full.repair"
        )
    report = read_json(path)
    try:
        if report["metric"] != "counterfactuals":
            raise InputError(f"these are scores of `{report['metric']}`", file=path, hint=_HINT)
        if report["language"] != language:
            raise ConfigError(
                f'the label "{label}" is of another language, this is {report["language"]!r}',
                file=path,
            )
        parts = {"all": report["all"], **report["by_gender"]}
        shared = {
            "language": language,
            "method": method,
            "guard": guard,
            "without_gold": str(int(report["without_gold"])),
        }
        return [_record(shared | {"gender": name}, part) for name, part in parts.items()]
    except MALFORMED as error:
        problem = f"{type(error).__name__}: {error}"
        raise InputError(f"no comparison with gold ({problem})", file=path, hint=_HINT) from None


def _record(shared: Record, part: Mapping[str, Any]) -> Record:
    cells = dict(shared)
    for name in _SCORES:
        score = part["scores"][name]
        cells |= estimate_cells(name, Estimate(score["value"], score["low"], score["high"]))
    for name in _COUNTS:
        cells[name] = str(int(part[name]))
    for name in _CAUSES:
        counts = sorted(part[name].items(), key=lambda item: (-item[1], item[0]))
        cells[name] = ", ".join(f"{cause} {count}" for cause, count in counts)
    return {column: cells[column] for column in COLUMNS}


def counterfactual_table(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `read_counterfactuals`) as a table."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("Method", plain("method"), "paper: the model of agreement alone; full: with what "
               "is around it", number=False),
        Column("Guard", plain("guard"), "what was done where pronouns part", number=False),
        Column("From", plain("gender"), "the gender of the originals", number=False),
        Column("Right", with_interval("right_of_made", "right_of_made_low", "right_of_made_high"),
               "of the counterfactuals that were made, those equal to the gold to the letter; "
               "higher is better"),
        Column("Of all", with_interval("right_of_candidates", "right_of_candidates_low",
               "right_of_candidates_high"),
               "the same of all candidates, with those that have nothing to change"),
        Column("English", plain("right_source_of_made"), "of those made, those whose English is"),
        Column("Candidates", plain("candidates"), "pairs that were tried"),
        Column("Made", plain("made"), "counterfactuals that were written"),
        Column("Wrong", plain("wrong_by_cause"), "by what differs from the gold", number=False),
        Column("Left out", plain("dropped_by_cause"), "by cause", number=False),
    )  # fmt: skip
    return Table(TITLE, COLUMNS, records, view, labels=("language", "method", "guard", "gender"))
