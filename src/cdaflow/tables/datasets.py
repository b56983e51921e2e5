"""The table of the data sets (Naik et al. 2023, Table 1): sizes, and what they consist of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.tables.funnel import GENDERS
from cdaflow.tables.labels import check_labels, split_label
from cdaflow.tables.render import Column, Record, Table, plain

TITLE = "Data sets: sentence pairs, and what they consist of"

COLUMNS = (
    "language",
    "dataset",
    "pairs",
    "originals",
    "counterfactuals",
    "professions",
    "masculine",
    "feminine",
)

#: The column of a data set that says whether a row is an original or its counterfactual.
VERSION = "version"

#: Values of VERSION -> columns of the table.
_VERSIONS = {"original": "originals", "counterfactual": "counterfactuals"}


@dataclass(frozen=True)
class DataSet:
    """A data set of a language: its pairs, and counts of COLUMNS; "" is not known."""

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
    records = [
        {
            **dict.fromkeys(COLUMNS, ""),
            "language": one.language,
            "dataset": one.name,
            "pairs": str(one.pairs),
            **one.counts,
        }
        for one in datasets
    ]
    return datasets_view(records)


def datasets_view(records: Sequence[Record]) -> Table:
    """Return records of the CSV as a table."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("Data set", plain("dataset"), number=False),
        Column("Pairs", plain("pairs"), "sentence pairs"),
        Column("Originals", plain("originals"), "of these, as they stand in the training text"),
        Column("Counterf.", plain("counterfactuals"), "of these, the same in the other gender"),
        Column("Professions", plain("professions"), "different profession nouns in the English"),
        Column("Masc", plain("masculine"), "pairs whose person is masculine"),
        Column("Fem", plain("feminine"), "pairs whose person is feminine"),
    )
    return Table(TITLE, COLUMNS, records, view)
