"""The table of the shares of feminine and masculine sentences (Choubey et al. 2021, Table 1)."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.io.structured import read_json
from cdaflow.tables.labels import check_labels, split_label
from cdaflow.tables.render import Column, Record, Table, number, plain, thousands

TITLE = "Sentences of one gender"

COLUMNS = ("language", "dataset", "sentences", "fem", "msc", "mix")

#: Column -> as the reports of `cdaflow gfst count` call it.
_NAMES = {"fem": "Fem", "msc": "Msc", "mix": "Mix"}

_HINT = "give what `cdaflow gfst count --output` or `cdaflow gfst source --report` wrote"


def read_shares(files: Sequence[str | PathLike[str]], labels: Sequence[str]) -> list[Record]:
    """Return the counts of the source filter, each under its label LANGUAGE/NAME.

    files: of `cdaflow gfst count` (files that it counted apart are added up) or reports of `cdaflow
    gfst source`. Raises ConfigError where a label is none, is given twice, or labels and files
    are not as many; InputError where a file has no such counts.
    """
    check_labels(files, labels, "label LANGUAGE/NAME")
    return [_read(file, label) for file, label in zip(files, labels, strict=True)]


def _read(file: str | PathLike[str], label: str) -> Record:
    language, name = split_label(label, "NAME", "es/train")
    report = read_json(file)
    try:
        parts = [report] if "table" in report else list(report.values())
        counts = {
            column: sum(int(part["table"][title]) for part in parts)
            for column, title in _NAMES.items()
        }
        sentences = sum(int(part["sentences"]) for part in parts)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError("no counts of genders", file=file, hint=_HINT) from None
    if sentences != sum(counts.values()):
        raise InputError(f"{counts} are not {sentences} sentences", file=file, hint=_HINT)
    shares = {
        column: number(100 * count / sentences) if sentences else ""
        for column, count in counts.items()
    }
    return {"language": language, "dataset": name, "sentences": str(sentences), **shares}


def shares_table(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `read_shares`) as a table."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("Data set", plain("dataset"), number=False),
        Column("Sentences", thousands("sentences")),
        Column("Fem %", plain("fem"), "sentences that show a woman and no man"),
        Column("Msc %", plain("msc"), "sentences that show a man and no woman"),
        Column("Mix %", plain("mix"), "all others: of both genders, or of none"),
    )
    return Table(TITLE, COLUMNS, records, view)
