"""The tables of the data: corpora, data sets, shares of genders, text with alternatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from os import PathLike
from typing import Any

import pandas as pd

from cdaflow.errors import InputError
from cdaflow.io.files import read_json, read_lines, row_cells, whole_number
from cdaflow.io.pairs import kind_of, pair_schema, read_pairs
from cdaflow.io.parquet import read_batches, read_rows
from cdaflow.tables.evaluations import Evaluation, Row, read_evaluations
from cdaflow.tables.funnel import GENDERS
from cdaflow.tables.inputs import Paths, labelled
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import CORPUS as CORPUS_WORDS
from cdaflow.tables.text import Record, in_words, number, order, thousands

CORPUS = "Corpora: lines read, dropped and kept"

#: Naik et al. 2023, Table 1.
DATASETS = Layout(
    "Data sets: sentence pairs, and what they consist of",
    (
        label("language", "Language"),
        label("dataset", "Data set"),
        count("pairs", "Pairs", "sentence pairs"),
        count("originals", "Originals", "pairs as they are in the training text"),
        count("counterfactuals", "Counterf.", "pairs in the other gender"),
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
        count("mix", "Mix %", "sentences that show both genders, or none"),
    ),
    cells={"sentences": lambda record: thousands(record["sentences"])},
)

#: Column of SHARES -> as the reports of `cdaflow gfst count` call it.
_NAMES = {"fem": "Fem", "msc": "Msc", "mix": "Mix"}

_DROPS = "give the table of drops that `cdaflow text` wrote"
_COUNTS = "give what `cdaflow gfst count --output` or `cdaflow gfst source --report` wrote"


def read_drops(path: str | PathLike[str]) -> list[Record]:
    """Return the rows of a table of drops as `cdaflow text` writes it.

    Its columns: corpus, lines (read), one for each reason of a drop, kept (so that lines =
    dropped + kept) and whatever follows (written: with the copies made for a weight).

    Raises InputError where the file has another shape or a cell that is no count.
    """
    lines = [line.split("\t") for line in read_lines(path)]
    header = lines[0] if lines else []

    def fault(code: str, problem: str, line: int) -> InputError:
        return InputError(code, problem, file=path, line=line, hint=_DROPS)

    if header[:2] != ["corpus", "lines"] or "kept" not in header:
        raise fault(
            "drops-table.header",
            'the header must begin with "corpus" and "lines" and have one column for each '
            'reason, then "kept", separated by tabs',
            1,
        )
    if len(set(header)) != len(header):
        raise fault("column.duplicate", "the header contains a column more than once", 1)
    records: list[Mapping[str, str]] = []
    for row, cells in enumerate(lines[1:], 2):
        records.append(row_cells(path, row, header, cells))
        for name, cell in zip(header[1:], cells[1:], strict=True):
            if whole_number(cell) is None:
                raise fault(
                    "drops-table.not-a-count", f'"{name}" must be a count; found "{cell[:40]}"', row
                )
        read, *dropped = map(int, cells[1 : header.index("kept")])
        kept = int(cells[header.index("kept")])
        if read != sum(dropped) + kept:
            raise fault(
                "drops-table.sum",
                f"{read} lines were read, but {sum(dropped)} dropped and {kept} kept do not add up "
                "to that",
                row,
            )
    return records


def corpus_table(files: Paths, labels: Sequence[str]) -> Table:
    """Return the tables of drops of the files under one header, in their order.

    labels: LANGUAGE/PART of each. A reason that one of the files does not know stays empty there.
    Raises as `labelled` and `read_drops`.
    """
    parts = [
        text_frame(
            ({"language": language, "part": part, **row} for row in read_drops(file)),
            ("language", "part"),
        )
        for file, language, part in labelled(files, labels, "PART", "es/train")
    ]
    names = [list(part.columns) for part in parts]
    # A reason that only a later file knows must not come behind what was kept.
    tail = order(
        name for header in names if "kept" in header for name in header[header.index("kept") :]
    )
    columns = [name for name in order(chain(*names)) if name not in tail]
    return corpus_view(pd.concat(parts).fillna("")[columns + tail])


def corpus_view(frame: pd.DataFrame) -> Table:
    """Return rows of the CSV as a table: names in words, counts flush right."""
    fields = [
        (count if position > 2 else label)(name, in_words(name, CORPUS_WORDS).capitalize())
        for position, name in enumerate(frame.columns)
    ]
    return Layout(CORPUS, tuple(fields)).table(frame)


#: The column of a data set that says whether a row is an original or its counterfactual.
VERSION = "version"

#: Values of VERSION -> columns of the table.
_VERSIONS = {"original": "originals", "counterfactual": "counterfactuals"}


def read_datasets(files: Paths, labels: Sequence[str]) -> list[dict[str, object]]:
    """Return the rows of DATASETS of the files, each under its label LANGUAGE/NAME.

    Files are Parquet or TSV with a header; what is not known is left out. Raises ConfigError where
    a label is none, is given twice, or labels and files are not as many; InputError where a file is
    no set of pairs.
    """
    return [
        {"language": language, "dataset": name, **_counts(str(file))}
        for file, language, name in labelled(files, labels, "NAME", "es/train")
    ]


def _counts(file: str) -> dict[str, object]:
    """Return the pairs of a data set, and the columns of DATASETS that it says something of."""
    # Imported here and below, since reading Parquet takes a while to import, and a table of this
    # kind is shown without it.

    if kind_of([file]) == "text":
        raise InputError(
            "dataset.unsupported-format",
            "expected a .parquet or .tsv file of pairs",
            file=file,
        )
    columns = pair_schema([file]).names
    present = [column for column in (VERSION, "profession", "gender") if column in columns]
    if not present and kind_of([file]) == "parquet":
        # No column is read: a training text may have a hundred million pairs.
        return {"pairs": sum(b.num_rows for b in read_batches(file, ()))}
    pairs = 0
    seen: dict[str, Counter[str]] = {column: Counter() for column in present}
    for row in _rows(file, present):
        pairs += 1
        for column, value in zip(present, row, strict=True):
            seen[column][value] += 1
    counts: dict[str, object] = {"pairs": pairs}
    for column, names in ((VERSION, _VERSIONS), ("gender", GENDERS)):
        # A table of a user's own may have such a column with something else in it.
        if column in seen and set(seen[column]) <= set(names):
            counts |= {cell: seen[column][value] for value, cell in names.items()}
    if "profession" in seen:
        counts["professions"] = len([word for word in seen["profession"] if word])
    return counts


def _rows(file: str, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if kind_of([file]) == "parquet":
        yield from read_rows(file, columns)
        return
    for batch in read_pairs([file]):
        cells = [batch.column(name).to_pylist() for name in columns]
        yield from zip(*cells, strict=True) if columns else ((),) * batch.num_rows


def read_shares(files: Paths, labels: Sequence[str]) -> list[Record]:
    """Return the counts of the source filter, each under its label LANGUAGE/NAME.

    files: of `cdaflow gfst count` (files that it counted apart are added up) or reports of `cdaflow
    gfst source`. Raises ConfigError where a label is none, is given twice, or labels and files
    are not as many; InputError where a file has no such counts.
    """
    return [
        {"language": language, "dataset": name, **_shares(file)}
        for file, language, name in labelled(files, labels, "NAME", "es/train")
    ]


def _shares(file: str | PathLike[str]) -> Record:
    report = read_json(file)
    try:
        parts = [report] if "table" in report else list(report.values())
        counts = {
            column: sum(int(part["table"][title]) for part in parts)
            for column, title in _NAMES.items()
        }
        sentences = sum(int(part["sentences"]) for part in parts)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(
            "gender-counts.missing", "the counts of genders are missing", file=file, hint=_COUNTS
        ) from None
    if sentences != sum(counts.values()):
        raise InputError(
            "gender-counts.sum",
            f"the gender counts add up to {counts}, but there are {sentences} sentences",
            file=file,
            hint=_COUNTS,
        )
    shares = {
        column: number(100 * count / sentences) if sentences else ""
        for column, count in counts.items()
    }
    return {"sentences": str(sentences), **shares}


def _augmentation_rows(report: Mapping[str, Any]) -> list[Row]:
    pairs, kept_pairs, offered = (int(report[key]) for key in ("pairs", "kept", "offered"))
    causes = sorted(report["left_out"].items(), key=lambda item: (-int(item[1]), item[0]))
    return [
        {
            "language": str(report["language"]),
            "pairs": pairs,
            "offered": offered,
            "plain": kept_pairs - offered,
            "left_out": pairs - kept_pairs,
            "causes": ", ".join(f"{cause} {int(number)}" for cause, number in causes),
        }
    ]


AUGMENTATION = Evaluation(
    "Training text with gender alternatives (Garg et al. 2024, Algorithm 1)",
    (
        label("language", "Language"),
        count("pairs", "Pairs", "pairs of the corpus that were rewritten"),
        count("offered", "With alternatives", "pairs that have alternatives now"),
        count("plain", "Without", "pairs in which nobody's gender is open, and which stay as they "
              "are"),
        count("left_out", "Left out", "pairs whose alternatives are not whole"),
        label("causes", "Causes", "why pairs are left out"),
    ),
    labels=("language",),
    read=partial(read_evaluations, metric="augmentation", what="a corpus with alternatives",
                 command="alternatives gather --report", rows=_augmentation_rows),
)  # fmt: skip
