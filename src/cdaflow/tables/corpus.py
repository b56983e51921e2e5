"""The table of the corpora: how many lines were read, dropped by reason, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.io.structured import whole_number
from cdaflow.tables.labels import check_labels, split_label
from cdaflow.tables.render import Column, Record, Table, plain
from cdaflow.tables.scores import order

TITLE = "Corpora: lines read, dropped and kept"

_HINT = "give the table of drops that `cdaflow text` wrote"


@dataclass(frozen=True)
class Drops:
    """One table of drops under its label, LANGUAGE/PART (such as es/train)."""

    language: str
    part: str
    columns: tuple[str, ...]
    records: tuple[Record, ...]


def read_drops(path: str | PathLike[str], label: str) -> Drops:
    """Return a table of drops as `cdaflow text` writes it.

    Its columns: corpus, lines (read), one for each reason of a drop, kept (so that lines =
    dropped + kept) and whatever follows (written: with the copies made for a weight).

    Raises ConfigError where the label is not LANGUAGE/PART, InputError where the file has
    another shape or a cell that is no count.
    """
    language, part = split_label(label, "PART", "es/train")
    lines = [line.split("\t") for line in read_lines(path)]
    header = lines[0] if lines else []
    if header[:2] != ["corpus", "lines"] or "kept" not in header:
        raise InputError(
            'the header must begin with "corpus" and "lines" and have one column for each '
            'reason, then "kept", parted by tabs',
            file=path,
            line=1,
            hint=_HINT,
        )
    if len(set(header)) != len(header):
        raise InputError("the header names a column twice", file=path, line=1, hint=_HINT)
    for row, cells in enumerate(lines[1:], 2):
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells where the header has {len(header)}",
                file=path,
                line=row,
                hint=_HINT,
            )
        for name, cell in zip(header[1:], cells[1:], strict=True):
            if whole_number(cell) is None:
                raise InputError(
                    f'"{name}" must be a count; found "{cell[:40]}"',
                    file=path,
                    line=row,
                    hint=_HINT,
                )
        read, *dropped = map(int, cells[1 : header.index("kept")])
        kept = int(cells[header.index("kept")])
        if read != sum(dropped) + kept:
            raise InputError(
                f"{read} lines are not the {sum(dropped)} dropped and the {kept} kept together",
                file=path,
                line=row,
                hint=_HINT,
            )
    records = tuple(dict(zip(header, cells, strict=True)) for cells in lines[1:])
    return Drops(language, part, tuple(header), records)


def corpus_table(drops: Sequence[Drops]) -> Table:
    """Return the tables of drops under one header, in their order.

    A reason that one of the files does not know stays empty there. Raises ConfigError where
    two files have the same label.
    """
    labels = [f"{one.language}/{one.part}" for one in drops]
    for label in labels:
        if labels.count(label) > 1:
            raise ConfigError(f'the label "{label}" is given twice', hint="name each file once")
    names = order(name for one in drops for name in one.columns)
    # A reason that only a later file knows must not come behind what was kept.
    tail = order(name for one in drops for name in one.columns[one.columns.index("kept") :])
    columns = ("language", "part", *(name for name in names if name not in tail), *tail)
    records = [
        {"language": one.language, "part": one.part, **dict.fromkeys(columns[2:], ""), **record}
        for one in drops
        for record in one.records
    ]
    return corpus_view(columns, records)


def read_labelled(files: Sequence[str | PathLike[str]], labels: Sequence[str]) -> list[Drops]:
    """Return the tables of drops of the files, each under the label at its place.

    Raises ConfigError where there are not as many labels as files, or a label is given twice.
    """
    check_labels(files, labels, "label LANGUAGE/PART")
    return [read_drops(Path(file), label) for file, label in zip(files, labels, strict=True)]


def corpus_view(columns: tuple[str, ...], records: Sequence[Record]) -> Table:
    """Return records of the CSV as a table: names in words, counts flush right."""
    view = tuple(
        Column(name.replace("_", " ").capitalize(), plain(name), number=place > 2)
        for place, name in enumerate(columns)
    )
    return Table(TITLE, columns, records, view)
