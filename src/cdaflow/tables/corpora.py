"""The tables of the data: corpora, data sets, and the share of sentences of each gender."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.io.structured import read_json, whole_number
from cdaflow.tables.funnel import GENDERS
from cdaflow.tables.labels import check_labels, split_label
from cdaflow.tables.layout import Layout, count, label
from cdaflow.tables.render import Column, Record, Table, number, plain, thousands
from cdaflow.tables.scores import order

CORPUS = "Corpora: lines read, dropped and kept"

#: Naik et al. 2023, Table 1.
DATASETS = Layout(
    "Data sets: sentence pairs, and what they consist of",
    (
        label("language", "Language"),
        label("dataset", "Data set"),
        count("pairs", "Pairs", "sentence pairs"),
        count("originals", "Originals", "of these, as they stand in the training text"),
        count("counterfactuals", "Counterf.", "of these, the same in the other gender"),
        count("professions", "Professions", "different profession nouns in the English"),
        count("masculine", "Masc", "pairs whose person is masculine"),
        count("feminine", "Fem", "pairs whose person is feminine"),
    ),
)

#: Choubey et al. 2021, Table 1.
SHARES = Layout(
    "Sentences of one gender",
    (
        label("language", "Language"),
        label("dataset", "Data set"),
        count("sentences", "Sentences"),
        count("fem", "Fem %", "sentences that show a woman and no man"),
        count("msc", "Msc %", "sentences that show a man and no woman"),
        count("mix", "Mix %", "all others: of both genders, or of none"),
    ),
    cells={"sentences": thousands("sentences")},
)

#: Column of SHARES -> as the reports of `cdaflow gfst count` call it.
_NAMES = {"fem": "Fem", "msc": "Msc", "mix": "Mix"}

_DROPS = "give the table of drops that `cdaflow text` wrote"
_COUNTS = "give what `cdaflow gfst count --output` or `cdaflow gfst source --report` wrote"


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
            hint=_DROPS,
        )
    if len(set(header)) != len(header):
        raise InputError("the header names a column twice", file=path, line=1, hint=_DROPS)
    for row, cells in enumerate(lines[1:], 2):
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells where the header has {len(header)}",
                file=path,
                line=row,
                hint=_DROPS,
            )
        for name, cell in zip(header[1:], cells[1:], strict=True):
            if whole_number(cell) is None:
                raise InputError(
                    f'"{name}" must be a count; found "{cell[:40]}"',
                    file=path,
                    line=row,
                    hint=_DROPS,
                )
        read, *dropped = map(int, cells[1 : header.index("kept")])
        kept = int(cells[header.index("kept")])
        if read != sum(dropped) + kept:
            raise InputError(
                f"{read} lines are not the {sum(dropped)} dropped and the {kept} kept together",
                file=path,
                line=row,
                hint=_DROPS,
            )
    records = tuple(dict(zip(header, cells, strict=True)) for cells in lines[1:])
    return Drops(language, part, tuple(header), records)


def corpus_table(drops: Sequence[Drops]) -> Table:
    """Return the tables of drops under one header, in their order.

    A reason that one of the files does not know stays empty there. Raises ConfigError where
    two files have the same label.
    """
    labels = [f"{one.language}/{one.part}" for one in drops]
    for name in labels:
        if labels.count(name) > 1:
            raise ConfigError(f'the label "{name}" is given twice', hint="name each file once")
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
    return Table(CORPUS, columns, records, view)


#: The column of a data set that says whether a row is an original or its counterfactual.
VERSION = "version"

#: Values of VERSION -> columns of the table.
_VERSIONS = {"original": "originals", "counterfactual": "counterfactuals"}


@dataclass(frozen=True)
class DataSet:
    """A data set of a language: its pairs, and counts of DATASETS; "" is not known."""

    language: str
    name: str
    pairs: int
    counts: dict[str, str]


def read_datasets(files: Sequence[str | PathLike[str]], labels: Sequence[str]) -> list[DataSet]:
    """Return the data sets of the files, each under the label LANGUAGE/NAME at its place.

    Files are Parquet or TSV with a header. Raises ConfigError where a label is none, is given
    twice, or labels and files are not as many; InputError where a file is no set of pairs.
    """
    check_labels(files, labels, "label LANGUAGE/NAME")
    return [_read(str(file), label) for file, label in zip(files, labels, strict=True)]


def _read(file: str, label: str) -> DataSet:
    # Imported here and below, since reading Parquet takes a while to import, and a table of this
    # kind is shown without it.
    from cdaflow.io.pairs import kind_of, pair_schema
    from cdaflow.io.parquet import read_batches

    language, name = split_label(label, "NAME", "es/train")
    if kind_of([file]) == "text":
        raise InputError("a data set is a .parquet or .tsv file of pairs", file=file)
    columns = pair_schema([file]).names
    known = [column for column in (VERSION, "profession", "gender") if column in columns]
    if not known and kind_of([file]) == "parquet":
        # No column is read: a training text may have a hundred million pairs.
        return DataSet(language, name, sum(b.num_rows for b in read_batches(file, ())), {})
    pairs = 0
    seen: dict[str, Counter[str]] = {column: Counter() for column in known}
    for row in _rows(file, known):
        pairs += 1
        for column, value in zip(known, row, strict=True):
            seen[column][value] += 1
    counts: dict[str, str] = {}
    for column, names in ((VERSION, _VERSIONS), ("gender", GENDERS)):
        # A table of a user's own may have such a column with something else in it.
        if column in seen and set(seen[column]) <= set(names):
            counts |= {cell: str(seen[column][value]) for value, cell in names.items()}
    if "profession" in seen:
        counts["professions"] = str(len([word for word in seen["profession"] if word]))
    return DataSet(language, name, pairs, counts)


def _rows(file: str, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    from cdaflow.io.pairs import kind_of, read_pairs
    from cdaflow.io.parquet import read_rows

    if kind_of([file]) == "parquet":
        yield from read_rows(file, columns)
        return
    for batch in read_pairs([file]):
        cells = [batch.column(name).to_pylist() for name in columns]
        yield from zip(*cells, strict=True) if columns else ((),) * batch.num_rows


def datasets_table(datasets: Sequence[DataSet]) -> Table:
    """Return the data sets, one row each, in their order."""
    return DATASETS.table(
        [
            DATASETS.record(
                {"language": one.language, "dataset": one.name, "pairs": one.pairs, **one.counts}
            )
            for one in datasets
        ]
    )


def read_shares(files: Sequence[str | PathLike[str]], labels: Sequence[str]) -> list[Record]:
    """Return the counts of the source filter, each under its label LANGUAGE/NAME.

    files: of `cdaflow gfst count` (files that it counted apart are added up) or reports of `cdaflow
    gfst source`. Raises ConfigError where a label is none, is given twice, or labels and files
    are not as many; InputError where a file has no such counts.
    """
    check_labels(files, labels, "label LANGUAGE/NAME")
    return [_shares(file, label) for file, label in zip(files, labels, strict=True)]


def _shares(file: str | PathLike[str], label: str) -> Record:
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
        raise InputError("no counts of genders", file=file, hint=_COUNTS) from None
    if sentences != sum(counts.values()):
        raise InputError(f"{counts} are not {sentences} sentences", file=file, hint=_COUNTS)
    shares = {
        column: number(100 * count / sentences) if sentences else ""
        for column, count in counts.items()
    }
    return {"language": language, "dataset": name, "sentences": str(sentences), **shares}
