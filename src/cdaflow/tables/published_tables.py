"""Tables that set the figures of a paper beside our own.

Rows are matched by language and by name of the system or data set. Data and models differ, so that
gains over the baseline say more than levels. See `published_papers` for the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.statistics.signature import comparable
from cdaflow.tables.marks import ONE_TRAINING, baselines
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.published_papers import KINDS, Kind, reference
from cdaflow.tables.render import Column, Record, Table, number, plain, read_csv, thousands
from cdaflow.tables.scores import order
from cdaflow.tables.warned import warned_of

#: Kinds of figures that another training would change.
_OF_SYSTEMS = ("winomt", "bleu", "mustshe", "human")

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
    reference(paper, kind)  # tells of an unknown one first
    ours = None
    if beside is not None:
        columns, ours = read_csv(beside)
        wanted = tuple(KINDS[kind].ours)
        # Behind the columns of a table there may be more, such as the reasons in that of GFST.
        if columns[: len(wanted)] != wanted:
            raise InputError(
                f"this is not the table that goes beside {kind}",
                file=beside,
                hint=f"give the CSV of `cdaflow {KINDS[kind].command}`",
            )
    return published_beside(paper, kind, ours, baseline)


def published_beside(
    paper: str, kind: str, ours: Sequence[Record] | None, baseline: str | None = None
) -> Table:
    """Return the same as `published_table`, of records of our table; None for none."""
    about = KINDS[kind]
    published = reference(paper, kind)
    names = {_key(about, record): record["name"] for record in published}
    theirs = _rows(about, published, None)
    here: Rows = {} if ours is None else _rows(about, ours, baseline)
    keys = list(theirs)
    if ours is not None:
        languages = order(key[0] for key in here)
        both = [*keys, *(key for key in here if key not in theirs)]
        shared = [name for name in order(key[0] for key in keys) if name in languages]
        keys = [key for language in shared for key in both if key[0] == language]
    records = []
    for key in keys:
        record = {"paper": paper, "table": kind, "name": names.get(key, "")}
        record |= dict(zip(("language", *about.rows), key, strict=True))
        for column in about.figures:
            record[column] = theirs.get(key, {}).get(column, "")
            record[f"{column}_here"] = here.get(key, {}).get(column, "")
        if "warned_here" in about.columns:
            record["warned_here"] = here.get(key, {}).get("warned", "")
        records.append(record)
    return published_view(kind, records)


def _key(kind: Kind, record: Record) -> Key:
    return (record["language"], *(record[name] for name in kind.rows))


def _rows(kind: Kind, records: Sequence[Record], baseline: str | None) -> Rows:
    """Return the figures of our or their records."""
    groups: dict[Key, list[Record]] = {}
    for record in records:
        groups.setdefault(_key(kind, record), []).append(record)
    found = {
        key: {column: rows[0].get(column, "") for column in kind.figures}
        | {"warned": "; ".join(str(w) for w in map(warned_of, rows) if w.is_suspect)}
        for key, rows in groups.items()
    }
    score = next(iter(kind.figures))
    if "testsets" in kind.figures:
        for key, rows in groups.items():
            tests = ", ".join(f"{row['testset']} {row[score]}" for row in rows)
            shown = number(_mean([_float(row[score]) for row in rows]))
            found[key] |= {score: shown, "testsets": tests}
    if "gain" in kind.figures:
        means = {key: _mean([_float(row[score]) for row in rows]) for key, rows in groups.items()}
        bases = baselines(((key[0], key[1]) for key in groups), baseline)
        for key, mean in means.items():
            against = (key[0], bases.get(key[0], ""), *key[2:])
            base = means.get(against)
            gain = None if mean is None or base is None else mean - base
            if gain is not None and not _comparable(groups[key], groups[against]):
                gain = None
            found[key]["gain"] = number(gain)
    return found


def _comparable(rows: Sequence[Record], base: Sequence[Record]) -> bool:
    """Return whether a gain means anything: equal signatures, and none of them suspect."""
    ours, theirs = ([comparable(row.get("signature", "")) for row in side] for side in (rows, base))
    return ours == theirs and not any(warned_of(row).is_suspect for row in (*rows, *base))


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
    """Return records of the CSV as a table.

    Figures that the paper has nowhere are left out, and ours where there are none. Lines on top
    name our suspect figures (see `cdaflow.tables.warned`), of which there is no gain.
    """
    about = KINDS[kind]
    view = [
        Column("Language", plain("language"), number=False),
        *(Column(header, plain(name), number=False) for name, header in about.rows.items()),
        Column("In the paper", plain("name"), number=False),
    ]
    for column, (title, legend) in about.figures.items():
        is_number = column != "testsets"
        if not any(record[column] for record in records):
            continue
        view.append(Column(title, thousands(column), legend, number=is_number))
        if any(record[f"{column}_here"] for record in records):
            view.append(Column(f"{title} here", thousands(f"{column}_here"), number=is_number))
    head = about.title
    paper = PAPERS.get(records[0]["paper"]) if records else None
    if paper is not None:
        head = f"{paper.quoted}, {paper.tables[kind]}: {head}"
    notes = ["Data, models and test sets are not the same: compare the gains, not the levels."]
    if kind in _OF_SYSTEMS:
        notes.append(ONE_TRAINING)
    return Table(
        head,
        about.columns,
        records,
        tuple(view),
        cautions=tuple(
            f"Caution: {' '.join(_key(about, row))} here: {row['warned_here']}; no gain."
            for row in records
            if row.get("warned_here")
        ),
        notes=tuple(notes) if any("here" in column.header for column in view) else (),
    )
