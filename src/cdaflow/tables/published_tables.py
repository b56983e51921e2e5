"""Figures of a paper as reference files, and tables that set them beside our own.

`published/naik2023.*.csv` holds the figures of Naik et al. (2023): the sizes of Table 1, WinoMT of
Table 2, BLEU of Table 3. Systems and data sets are called as in cdaflow's configurations, with the
paper's name beside. Data and models differ, so that gains over the baseline say more than levels.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from os import PathLike

from cdaflow.errors import ConfigError, InputError
from cdaflow.tables import bleu, datasets, winomt
from cdaflow.tables.marks import baselines
from cdaflow.tables.render import Column, Record, Table, number, plain, read_csv
from cdaflow.tables.scores import order

#: Paper -> how it is quoted.
PAPERS = {"naik2023": "Naik et al. (2023)"}

#: Kind of table -> number of the paper's table, column that names a row, its header.
KINDS = {
    "sizes": (1, "dataset", "Data set"),
    "winomt": (2, "system", "System"),
    "bleu": (3, "system", "System"),
}

#: Kind of table -> column -> header, legend. Each column has a second one, "_here", for ours.
FIGURES = {
    "sizes": {"pairs": ("Pairs", "sentence pairs")},
    "winomt": {
        "accuracy": ("Acc", "accuracy of the gender, %; higher is better"),
        "gain": ("Gain", "accuracy minus that of the baseline, points"),
        "pro": ("Pro", "accuracy where the gender follows the stereotype, %"),
        "anti": ("Anti", "accuracy where it goes against the stereotype, %"),
        "delta_s": ("ΔS", "Pro minus Anti, points; nearer to 0 is better"),
        "delta_g": ("ΔG", "F1 of masculine minus F1 of feminine, points; nearer to 0 is better"),
    },
    "bleu": {
        "bleu": ("BLEU", "mean over the test sets"),
        "gain": ("Gain", "BLEU minus that of the baseline, points"),
        "testsets": ("Test sets", "BLEU of each"),
    },
}

#: Kind of table -> columns of the CSV of ours that goes beside it.
_OURS = {"sizes": datasets.COLUMNS, "winomt": winomt.COLUMNS, "bleu": bleu.COLUMNS}

#: Language and name of a row -> its figures, in the order of the rows.
Rows = Mapping[tuple[str, str], Mapping[str, str]]


def columns_of(kind: str) -> tuple[str, ...]:
    """Return the columns of the CSV of a kind of table."""
    named = ("paper", "table", "language", KINDS[kind][1], "name")
    return (*named, *(f"{column}{end}" for column in FIGURES[kind] for end in ("", "_here")))


def published_table(
    paper: str, kind: str, beside: str | PathLike[str] | None = None, baseline: str | None = None
) -> Table:
    """Return the figures of a paper, beside our own out of a CSV of `cdaflow tables`.

    `kind`: winomt, bleu or sizes; `beside`: the table winomt, bleu or datasets. `baseline`: the
    system over which ours gain, the first of a language where None. Only the languages of the
    paper that are in `beside` are given; systems and data sets that either lacks are there.

    Raises ConfigError for an unknown paper or kind, InputError where `beside` is another table.
    """
    if kind not in KINDS:
        raise ConfigError(f"no table {kind}", hint=f"there are: {', '.join(KINDS)}")
    ours = None
    if beside is not None:
        columns, ours = read_csv(beside)
        if columns != _OURS[kind]:
            name = "datasets" if kind == "sizes" else kind
            raise InputError(
                f"this is not the table that goes beside {kind}",
                file=beside,
                hint=f"give the CSV of `cdaflow tables {name}`",
            )
    return published_beside(paper, kind, ours, baseline)


def published_beside(
    paper: str, kind: str, ours: Sequence[Record] | None, baseline: str | None = None
) -> Table:
    """Return the same as `published_table`, of records of our table; None for none."""
    published = reference(paper, kind)
    names = {(r["language"], r[KINDS[kind][1]]): r["name"] for r in published}
    theirs = _rows(kind, published, None)
    here: Rows = {} if ours is None else _rows(kind, ours, baseline)
    keys = list(theirs)
    if ours is not None:
        languages = order(language for language, _ in here)
        both = [*keys, *(key for key in here if key not in theirs)]
        shared = [name for name in order(key[0] for key in keys) if name in languages]
        keys = [key for language in shared for key in both if key[0] == language]
    records = []
    for language, name in keys:
        record = {"paper": paper, "table": kind, "language": language}
        record |= {KINDS[kind][1]: name, "name": names.get((language, name), "")}
        for column in FIGURES[kind]:
            record[column] = theirs.get((language, name), {}).get(column, "")
            record[f"{column}_here"] = here.get((language, name), {}).get(column, "")
        records.append(record)
    return published_view(kind, records)


def reference(paper: str, kind: str) -> list[Record]:
    """Return the rows of the reference file of a paper; ConfigError where there is none."""
    path = files("cdaflow.tables") / "published" / f"{paper}.{kind}.csv"
    if paper not in PAPERS or not path.is_file():
        raise ConfigError(f'no published figures "{paper}"', hint=f"there are: {', '.join(PAPERS)}")
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def _rows(kind: str, records: Sequence[Record], baseline: str | None) -> Rows:
    """Return the figures of our or their records."""
    name = KINDS[kind][1]
    if kind == "sizes":
        return {(r["language"], r[name]): {"pairs": r["pairs"]} for r in records}
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        groups.setdefault((record["language"], record[name]), []).append(record)
    score = next(iter(FIGURES[kind]))
    means = {key: _mean([_float(row[score]) for row in rows]) for key, rows in groups.items()}
    bases = baselines(groups, baseline)
    found = {}
    for key, rows in groups.items():
        cells = {column: rows[0].get(column, "") for column in FIGURES[kind]}
        if kind == "bleu":
            cells["testsets"] = ", ".join(f"{row['testset']} {row['bleu']}" for row in rows)
        mean, base = means[key], means.get((key[0], bases.get(key[0], "")))
        gain = None if mean is None or base is None else mean - base
        found[key] = cells | {score: number(mean), "gain": number(gain)}
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    """Return the mean; None where a value is not defined."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def _float(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:  # not defined, or a CSV that somebody edited
        return None


def published_view(kind: str, records: Sequence[Record]) -> Table:
    """Return records of the CSV as a table; ours are left out where there are none."""
    place, named, header = KINDS[kind]
    view = [
        Column("Language", plain("language"), number=False),
        Column(header, plain(named), number=False),
        Column("In the paper", plain("name"), number=False),
    ]
    for column, (title, legend) in FIGURES[kind].items():
        is_text = column == "testsets"
        view.append(Column(title, _cell(column), legend, number=not is_text))
        if any(record[f"{column}_here"] for record in records):
            view.append(Column(f"{title} here", _cell(f"{column}_here"), number=not is_text))
    paper = PAPERS.get(records[0]["paper"], records[0]["paper"]) if records else ""
    about = ("Data, models and test sets are not the same: compare the gains, not the levels.",)
    return Table(
        f"{paper}, Table {place}: {_TITLES[kind]}",
        columns_of(kind),
        records,
        tuple(view),
        notes=about if any("here" in column.header for column in view) else (),
    )


_TITLES = {"sizes": "corpus sizes", "winomt": "WinoMT", "bleu": "quality of the translations"}


def _cell(name: str) -> Callable[[Record], str]:
    """Return a cell function that gives the column `name`, thousands parted by commas."""

    def cell(record: Record) -> str:
        text = record[name]
        return f"{int(text):,}" if text.isascii() and text.isdigit() else text

    return cell
