"""Tables that set the figures of a paper beside our own.

`published/PAPER.KIND.csv` holds the figures of a paper, in the columns of our own table. Systems
and data sets are called as in cdaflow's configurations, with the paper's name beside. A figure
that a paper does not give is empty. Of Choubey et al. (2021) two of Table 6 are empty, since our
copy of the paper does not show them, and `kept_rate` is what Table 3 comes to. Of Garg et al.
(2024) the accuracy of alignment, one for each language, stands with the fine-tuned model, and the
recall of GPT in Russian is that of Table 3 (58.2; the text has 58.7). Of Zmigrod et al. (2019) the
factors are those of the text; the others are means over the adjectives of its Table 8, since the
bars of its Figure 4 have no numbers.

Rows are matched by language and by name of the system or data set. Data and models differ, so that
gains over the baseline say more than levels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from os import PathLike

import pandas as pd

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import whole_number
from cdaflow.scoring.metric import Cell
from cdaflow.statistics import comparable, part_of
from cdaflow.tables.papers import PAPERS, check_paper
from cdaflow.tables.published_kinds import KINDS, Kind, estimate_here
from cdaflow.tables.significance import baselines, warned_of
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import (
    ALL,
    NONE,
    Record,
    mean_of_all,
    number,
    order,
    parse_csv,
    read_csv,
    thousands,
    warned_text,
)
from cdaflow.tables.trainings import ONE_TRAINING, TrainingsRow, has_crossed, lead


def reference(paper: str, kind: str) -> list[Record]:
    """Return the rows of the reference file of a paper; ConfigError where there is none."""
    check_paper(paper)
    if kind not in PAPERS[paper].tables:
        tables = ", ".join(PAPERS[paper].tables)
        raise ConfigError(
            "paper.no-such-table", f"{paper} has no table {kind}", hint=f"tables: {tables}"
        )
    name = f"{paper}.{kind}.csv"
    text = (files("cdaflow.tables") / "published" / name).read_text("utf-8")
    return parse_csv(text.splitlines(), name)[1]


#: Language and names of a row -> its figures, in the order of the rows.
Key = tuple[str, ...]
Rows = Mapping[Key, Mapping[str, str]]


def published_table(
    paper: str, kind: str, beside: str | PathLike[str] | None = None, baseline: str | None = None
) -> Table:
    """Return the figures of a paper, beside our own out of a CSV of `cdaflow tables`.

    `kind`: one of KINDS; `beside`: our table of that kind. `baseline`: the system over which ours
    gain, the first of a language where None. Only the languages of the paper that are in `beside`
    are given; systems and data sets that either lacks are there.

    Raises ConfigError for an unknown paper or kind, InputError where `beside` is another table.
    """
    reference(paper, kind)  # raises first for an unknown one
    ours = None
    if beside is not None:
        columns, ours = read_csv(beside)
        columns_of_kind = tuple(KINDS[kind].ours)
        # Behind the columns of a table there may be more, such as the reasons in that of GFST.
        if columns[: len(columns_of_kind)] != columns_of_kind:
            raise InputError(
                "table.not-comparable",
                f"this table cannot be compared with {kind}",
                file=beside,
                hint=f"give a CSV file of `cdaflow {KINDS[kind].command}`",
            )
    return published_beside(paper, kind, ours, baseline)


def published_beside(
    paper: str, kind: str, ours: Iterable[Record] | None, baseline: str | None = None
) -> Table:
    """Return the same as `published_table`, of records of our table; None for none."""
    table_kind = KINDS[kind]
    published = reference(paper, kind)
    names = {_key(table_kind, record): record["name"] for record in published}
    theirs = _rows(table_kind, published, None)
    here = {} if ours is None else _rows_here(table_kind, list(ours), baseline)
    keys = list(theirs)
    if ours is not None:
        languages = order(key[0] for key in here)
        both = [*keys, *(key for key in here if key not in theirs)]
        shared = [name for name in order(key[0] for key in keys) if name in languages]
        keys = [key for language in shared for key in both if key[0] == language]
    records = []
    for key in keys:
        record = {"paper": paper, "table": kind, "name": names.get(key, "")}
        record |= dict(zip(("language", *table_kind.rows), key, strict=True))
        for column in table_kind.figures:
            record[column] = theirs.get(key, {}).get(column, "")
        record |= here.get(key, {})
        records.append(record)
    return published_view(kind, text_frame(records, table_kind.columns))


def _key(kind: Kind, record: Record) -> Key:
    # A tagger of head words is of English, and its table has no language.
    return (record.get("language", "en"), *(record[name] for name in kind.rows))


def _groups(kind: Kind, records: Iterable[Record]) -> dict[Key, list[Record]]:
    groups: dict[Key, list[Record]] = {}
    for record in records:
        groups.setdefault(_key(kind, record), []).append(record)
    return groups


def _rows(kind: Kind, records: Iterable[Record], baseline: str | None) -> Rows:
    """Return the figures of records, theirs or ours."""
    groups = _groups(kind, records)
    figures = {
        key: {column: rows[0].get(column, "") for column in kind.figures}
        for key, rows in groups.items()
    }
    if "testsets" in kind.figures:
        for key, rows in groups.items():
            tests = ", ".join(f"{row['testset']} {row[kind.first]}" for row in rows)
            mean_cell = number(mean_of_all([_float(row[kind.first]) for row in rows]))
            figures[key] |= {kind.first: mean_cell, "testsets": tests}
    if "gain" in kind.figures:
        means = {
            key: mean_of_all([_float(row[kind.first]) for row in rows])
            for key, rows in groups.items()
        }
        bases = baselines(((key[0], key[1]) for key in groups), baseline)
        for key, mean in means.items():
            against = (key[0], bases.get(key[0], ""), *key[2:])
            base = means.get(against)
            gain = None if mean is None or base is None else mean - base
            if gain is not None and not _comparable(groups[key], groups[against]):
                gain = None
            figures[key]["gain"] = number(gain, kind.decimals)
    return figures


def _rows_here(kind: Kind, records: Sequence[Record], baseline: str | None) -> Rows:
    """Return our figures by the columns of the table, with their intervals and trainings.

    A gain that our table has is taken from there, since it is of the trainings that are paired. A
    mean over several test sets has no interval.
    """
    figures = _rows(kind, records, baseline)
    gains = "gain" in kind.figures
    bases = baselines(((key[0], key[1]) for key in figures), baseline) if gains else {}
    figures_here = {}
    for key, rows in _groups(kind, records).items():
        here = dict(figures[key])
        taken = [name for name in kind.figures if name != "gain"]
        gain = rows[0].get(f"{kind.first}_gain", "")
        if gain and here.get("gain") and rows[0].get("baseline") == bases.get(key[0]):
            here["gain"] = gain if len(rows) == 1 else here["gain"]
            taken.append("gain")
        cells = {f"{name}_here": figure for name, figure in here.items()}
        if len(rows) == 1:
            cells |= {
                end: rows[0].get(column, "")
                for name in taken
                for end, column in kind.intervals(name).items()
            }
        cells |= {f"{name}_here": rows[0].get(name, "") for name in ("trainings", "seeds")}
        suspect = "; ".join(warned_text(w) for w in map(warned_of, rows) if w.is_suspect)
        figures_here[key] = cells | {"warned_here": suspect}
        if kind.rules:
            figures_here[key]["rules_here"] = ", ".join(order(_rules(row) for row in rows))
    return figures_here


def _rules(record: Record) -> str:
    """Return whose rules gave our figures: "original" for those of the original tool, or "own"."""
    mode = part_of(record.get("signature", ""), "mode")
    return "original" if mode.startswith("compat") else "own" if mode else ""


def _comparable(rows: Sequence[Record], base: Sequence[Record]) -> bool:
    """Return whether a gain means anything: equal signatures, and none of them suspect."""
    ours, theirs = ([comparable(row.get("signature", "")) for row in side] for side in (rows, base))
    return ours == theirs and not any(warned_of(row).is_suspect for row in (*rows, *base))


def _float(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:  # not defined, or a CSV that somebody edited
        return None


def published_view(kind: str, frame: pd.DataFrame) -> Table:
    """Return rows of the CSV as a table.

    Figures that the paper has nowhere are left out, and ours where there are none. Lines on top
    name our suspect figures (see `cdaflow.tables.significance`), of which there is no gain.
    """
    table_kind = KINDS[kind]
    named = {"language": "Language", **table_kind.rows, "name": "In the paper"}
    fields = [*map(label, ("paper", "table")), *(label(*item) for item in named.items())]
    columns = list(named)
    plain = []
    for name, (header, legend) in table_kind.figures.items():
        of_kind = label if name == "testsets" else count
        ours = of_kind(f"{name}_here", f"{header} here")
        if table_kind.intervals(name):
            ours = estimate_here(name, f"{header} here", "")
        else:
            plain.append(ours.column)
        fields += [of_kind(name, header, legend), ours]
        fields += [label(end) for end in table_kind.intervals(name) if end not in ours.columns]
        plain.append(name)
        figures = [name, ours.column] if (frame[name] != "").any() else []
        columns += [column for column in figures if (frame[column] != "").any()]
    beside = any(name.endswith("_here") for name in columns)
    rows = list(filter(None, map(_trainings_here, frame.to_dict("records"))))
    several = any(row.number > 1 for row in rows)
    if "trainings" in table_kind.ours:
        fields += [count("trainings_here", "Trainings here"), label("seeds_here")]
        columns += ["trainings_here"] if several else []
    fields += [label("warned_here")] if "warned" in table_kind.ours else []
    fields += [label("rules_here")] if table_kind.rules else []
    paper = PAPERS.get(frame["paper"].iloc[0]) if len(frame) else None
    title = (
        f"{paper.quoted}, {paper.tables[kind]}: {table_kind.title}" if paper else table_kind.title
    )
    notes = ["Data, models and test sets differ: compare the gains, not the levels."]
    notes += _mean_note(frame)
    rules = order(name for name in frame.get("rules_here", ()) if name)
    notes += [_RULES.get(name, _RULES["own"]) for name in rules]
    if any(", " in cell for cell in frame.get("testsets_here", ())):
        notes.append(_OF_TESTSETS)
    layout = Layout(
        title,
        tuple(fields),
        tuple(columns),
        cells={column: _with_thousands(column) for column in plain},
    )
    table = layout.table(
        frame,
        cautions=tuple(
            f"Caution: {' '.join(_key(table_kind, row))} here: {row['warned_here']}; no gain."
            for row in frame.to_dict("records")
            if row.get("warned_here")
        ),
        notes=tuple(notes) if beside else (),
        lead=_lead(kind, rows, frame) if beside else "",
    )
    return replace(table, intervals=several)


#: Whose rules our figures are by -> what a table says of it.
_RULES = {
    "original": "Ours are by the rules of the original tool (compat), as the paper's are.",
    "own": "Ours are by our own rules of scoring, the paper's by those of the original tool, which "
    "differ by several points of ΔS: `compat: 2020` (--compat) scores by these.",
}

_OF_TESTSETS = (
    "Ours of several test sets is their mean, and has no interval, since they are other sentences: "
    "our own table has that of each."
)


def _trainings_here(record: Record) -> TrainingsRow | None:
    """Return the trainings of our figures in a row, None where there are none."""
    trainings = whole_number(record.get("trainings_here", ""))
    if not trainings:
        return None
    system = record["system"] or NONE
    return TrainingsRow(record["language"], system, record["seeds_here"], trainings)


def _lead(kind: str, rows: Sequence[TrainingsRow], frame: pd.DataFrame) -> str:
    if rows:
        text = lead(rows, crossed=has_crossed(frame), items=KINDS[kind].items)
        return f"Ours: {text}"
    return ONE_TRAINING if kind in ("human", "quality") else ""


def _mean_note(frame: pd.DataFrame) -> list[str]:
    """Return what the rows of all languages are the means of."""
    if not (frame["language"] == ALL).any():
        return []
    ours = order(name for name in frame["language"] if name != ALL)
    return [f"{ALL}: the mean over the languages, here {', '.join(ours)}, in the paper all of its."]


def _with_thousands(column: str) -> Cell:
    return lambda record: thousands(record[column])
