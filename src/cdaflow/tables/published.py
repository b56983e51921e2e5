"""Tables that set the figures of a paper beside our own.

`published/PAPER.KIND.csv` holds the figures of a paper, in the columns of our own table. Systems
and data sets are called as in cdaflow's configurations, with the paper's name beside. A figure
that a paper does not give is empty. Of Choubey et al. (2021) two of Table 6 are empty, since our
copy of the paper does not show them, and `kept_rate` is what Table 3 comes to.

Rows are matched by language and by name of the system or data set. Data and models differ, so that
gains over the baseline say more than levels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from os import PathLike
from typing import Any

import pandas as pd

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.structured import whole_number
from cdaflow.scoring.metric import Cell, metric_named
from cdaflow.statistics.field import Field, Interval
from cdaflow.statistics.signature import comparable
from cdaflow.tables import corpora, gfst, judgements
from cdaflow.tables.over_languages import ALL
from cdaflow.tables.papers import PAPERS, check_paper
from cdaflow.tables.significance import baselines
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import NONE, Record, number, order, parse_csv, read_csv, thousands
from cdaflow.tables.trainings import ONE_TRAINING, Row, lead
from cdaflow.tables.warned import warned_of


@dataclass(frozen=True)
class Kind:
    """A kind of table.

    rows: columns that name a row, beside the language -> header; the first is a system or a data
    set. figures: column -> header, legend; those of both papers and ours, and those that are
    reckoned of them: "gain" (the first figure minus that of the baseline) and "testsets" (the
    first figure of each test set, of which the first is then the mean). ours: the columns of
    the CSV that goes beside it, and the command that writes it. estimates: those of its fields
    that have intervals. decimals: of the gain.
    """

    title: str
    rows: Mapping[str, str]
    figures: Mapping[str, tuple[str, str]]
    ours: Sequence[str]
    command: str
    estimates: Sequence[Field] = ()
    decimals: int = 1

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the CSV: each figure has a second one, "_here", for ours.

        The ends of our intervals stand behind our figure. "trainings_here", "seeds_here": how many
        and which trainings ours are the means of. "warned_here" says why our figures are suspect,
        "" where they are not.
        """
        named = ("paper", "table", "language", *self.rows, "name")
        figures = (
            column
            for name in self.figures
            for column in (name, f"{name}_here", *self.intervals(name))
        )
        last = (f"{name}_here" for name in ("trainings", "seeds", "warned") if name in self.ours)
        return (*named, *figures, *last)

    def intervals(self, figure: str) -> dict[str, str]:
        """Return the columns of the ends of our intervals of a figure -> those of our CSV."""
        here = _estimate_here(figure, "", "")
        ends = (*here.ends, *here.crossed_ends)
        fields = {item.column: item for item in self.estimates}
        columns: Sequence[str] = ()
        if figure == "gain" and self.first in fields:
            columns = fields[self.first].gain[1:]
        elif figure in fields:
            columns = (*fields[figure].ends, *fields[figure].crossed_ends)
        pairs = zip(ends, columns, strict=False)
        return {end: column for end, column in pairs if column in self.ours}

    @property
    def first(self) -> str:
        """The figure that gains are of."""
        return next(iter(self.figures))


def _estimate_here(figure: str, header: str, legend: str) -> Field:
    """Return the column of our figure, with its intervals."""
    name = f"{figure}_here"
    return Field(name, header, legend, interval=Interval.SHOWN, brief=True, column=name)


def _of_metric(name: str) -> dict[str, Any]:
    """Return what goes beside the figures of a metric: its columns and those with intervals."""
    metric = metric_named(name)
    estimates = [item for item in metric.fields if item.is_estimate]
    return {"ours": metric.columns, "estimates": estimates, "command": f"tables {name}"}


def _of_people(layout: Layout) -> dict[str, Any]:
    """Return the same of a table of what people judged."""
    estimates = [item for item in layout.fields if item.is_estimate]
    return {"ours": layout.columns, "estimates": estimates, "command": "gfst judged"}


_SYSTEM = {"system": "System"}
_DATASET = {"dataset": "Data set"}

KINDS = {
    "sizes": Kind(
        "corpus sizes",
        _DATASET,
        {"pairs": ("Pairs", "sentence pairs")},
        corpora.DATASETS.columns,
        "tables datasets",
    ),
    "shares": Kind(
        "sentences of one gender",
        _DATASET,
        {
            "fem": ("Fem", "sentences that the source filter labels feminine, %"),
            "msc": ("Msc", "masculine, %"),
            "mix": ("Mix", "neither, %"),
        },
        corpora.SHARES.columns,
        "tables shares",
    ),
    "gfst": Kind(
        "monolingual sentences that GFST keeps",
        {"gender": "Gender"},
        {
            "source": ("Source filter", "English sentences that the source filter keeps"),
            "kept": ("Target filter", "their translations that the target filter keeps"),
            "kept_rate": ("Kept %", "share of the translations that is kept"),
        },
        gfst.COLUMNS,
        "tables gfst",
    ),
    "winomt": Kind(
        "WinoMT",
        _SYSTEM,
        {
            "accuracy": ("Acc", "accuracy of the gender, %; higher is better"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
            "pro": ("Pro", "accuracy where the gender follows the stereotype, %"),
            "anti": ("Anti", "accuracy where it goes against the stereotype, %"),
            "delta_s": ("ΔS", "Pro minus Anti, points; nearer to 0 is better"),
            "delta_g": ("ΔG", "F1 of masculine minus F1 of feminine; nearer to 0 is better"),
            "delta_r": (
                "ΔR",
                "recall of masculine minus recall of feminine, points; nearer to 0 is better",
            ),
            "f1_female": ("F1 Fem", "F1 of feminine entities, %; higher is better"),
            "f1_male": ("F1 Msc", "F1 of masculine entities, %; higher is better"),
            "delta_s_f1": (
                "ΔS (F1)",
                "F1 where the gender follows the stereotype minus F1 where it goes against it, "
                "points; nearer to 0 is better",
            ),
        },
        **_of_metric("winomt"),
    ),
    "mustshe": Kind(
        "MuST-SHE",
        {"system": "System", "part": "Part"},
        {
            "accuracy_correct": ("Acc", "annotated words in the right gender, of all, %"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
            "delta_acc": ("ΔAcc", "Acc minus the same of the wrong reference, points"),
        },
        **_of_metric("mustshe"),
    ),
    "human": Kind(
        "human evaluation of gender",
        _SYSTEM,
        {
            "accuracy": ("Acc", "sentences whose gender is right or left open, %"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
        },
        **_of_people(judgements.GENDER),
    ),
    "quality": Kind(
        "human evaluation of quality",
        _SYSTEM,
        {
            "score": ("Score", "mean over sentences and annotators, 1 to 6; higher is better"),
            "gain": ("Gain", "score minus that of the baseline"),
        },
        **_of_people(judgements.QUALITY),
        decimals=2,
    ),
    "bleu": Kind(
        "quality of the translations",
        _SYSTEM,
        {
            "bleu": ("BLEU", "mean over the test sets"),
            "gain": ("Gain", "BLEU minus that of the baseline, points"),
            "testsets": ("Test sets", "BLEU of each"),
        },
        **_of_metric("bleu"),
    ),
    "filter": Kind(
        "human evaluation of the target filter",
        {"gender": "Gender"},
        {name: (name.upper(), legend) for name, legend in judgements.OUTCOMES.items()},
        **_of_people(judgements.FILTER),
    ),
}


def reference(paper: str, kind: str) -> list[Record]:
    """Return the rows of the reference file of a paper; ConfigError where there is none."""
    check_paper(paper)
    if kind not in PAPERS[paper].tables:
        tables = ", ".join(PAPERS[paper].tables)
        raise ConfigError(f"no table {kind} of {paper}", hint=f"there are: {tables}")
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
    reference(paper, kind)  # tells of an unknown one first
    ours = None
    if beside is not None:
        columns, ours = read_csv(beside)
        wanted = tuple(KINDS[kind].ours)
        # Behind the columns of a table there may be more, such as the reasons in that of GFST.
        if columns[: len(wanted)] != wanted:
            raise InputError(
                f"this table cannot be compared with {kind}",
                file=beside,
                hint=f"give the CSV of `cdaflow {KINDS[kind].command}`",
            )
    return published_beside(paper, kind, ours, baseline)


def published_beside(
    paper: str, kind: str, ours: Iterable[Record] | None, baseline: str | None = None
) -> Table:
    """Return the same as `published_table`, of records of our table; None for none."""
    about = KINDS[kind]
    published = reference(paper, kind)
    names = {_key(about, record): record["name"] for record in published}
    theirs = _rows(about, published, None)
    here = {} if ours is None else _rows_here(about, list(ours), baseline)
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
        record |= here.get(key, {})
        records.append(record)
    return published_view(kind, text_frame(records, about.columns))


def _key(kind: Kind, record: Record) -> Key:
    return (record["language"], *(record[name] for name in kind.rows))


def _groups(kind: Kind, records: Iterable[Record]) -> dict[Key, list[Record]]:
    groups: dict[Key, list[Record]] = {}
    for record in records:
        groups.setdefault(_key(kind, record), []).append(record)
    return groups


def _rows(kind: Kind, records: Iterable[Record], baseline: str | None) -> Rows:
    """Return the figures of records, theirs or ours."""
    groups = _groups(kind, records)
    found = {
        key: {column: rows[0].get(column, "") for column in kind.figures}
        for key, rows in groups.items()
    }
    if "testsets" in kind.figures:
        for key, rows in groups.items():
            tests = ", ".join(f"{row['testset']} {row[kind.first]}" for row in rows)
            shown = number(_mean([_float(row[kind.first]) for row in rows]))
            found[key] |= {kind.first: shown, "testsets": tests}
    if "gain" in kind.figures:
        means = {
            key: _mean([_float(row[kind.first]) for row in rows]) for key, rows in groups.items()
        }
        bases = baselines(((key[0], key[1]) for key in groups), baseline)
        for key, mean in means.items():
            against = (key[0], bases.get(key[0], ""), *key[2:])
            base = means.get(against)
            gain = None if mean is None or base is None else mean - base
            if gain is not None and not _comparable(groups[key], groups[against]):
                gain = None
            found[key]["gain"] = number(gain, kind.decimals)
    return found


def _rows_here(kind: Kind, records: Sequence[Record], baseline: str | None) -> Rows:
    """Return our figures by the columns of the table, with their intervals and trainings.

    A gain that our table has is taken from there, since it is of the trainings that are paired. A
    mean over several test sets has no interval.
    """
    figures = _rows(kind, records, baseline)
    bases = baselines(((key[0], key[1]) for key in figures), baseline)
    found = {}
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
        suspect = "; ".join(str(w) for w in map(warned_of, rows) if w.is_suspect)
        found[key] = cells | {"warned_here": suspect}
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


def published_view(kind: str, frame: pd.DataFrame) -> Table:
    """Return rows of the CSV as a table.

    Figures that the paper has nowhere are left out, and ours where there are none. Lines on top
    name our suspect figures (see `cdaflow.tables.warned`), of which there is no gain.
    """
    about = KINDS[kind]
    named = {"language": "Language", **about.rows, "name": "In the paper"}
    fields = [*map(label, ("paper", "table")), *(label(*item) for item in named.items())]
    shown = list(named)
    plain = []
    for name, (header, legend) in about.figures.items():
        of_kind = label if name == "testsets" else count
        ours = of_kind(f"{name}_here", f"{header} here")
        if about.intervals(name):
            ours = _estimate_here(name, f"{header} here", "")
        else:
            plain.append(ours.column)
        fields += [of_kind(name, header, legend), ours]
        fields += [label(end) for end in about.intervals(name) if end not in ours.columns]
        plain.append(name)
        figures = [name, ours.column] if (frame[name] != "").any() else []
        shown += [column for column in figures if (frame[column] != "").any()]
    beside = any(name.endswith("_here") for name in shown)
    rows = list(filter(None, map(_trainings_here, frame.to_dict("records"))))
    several = any(trainings > 1 for *_, trainings in rows)
    if "trainings" in about.ours:
        fields += [count("trainings_here", "Trainings here"), label("seeds_here")]
        shown += ["trainings_here"] if several else []
    fields += [label("warned_here")] if "warned" in about.ours else []
    paper = PAPERS.get(frame["paper"].iloc[0]) if len(frame) else None
    title = f"{paper.quoted}, {paper.tables[kind]}: {about.title}" if paper else about.title
    notes = ["Data, models and test sets differ: compare the gains, not the levels."]
    notes += _mean_note(frame)
    layout = Layout(
        title,
        tuple(fields),
        tuple(shown),
        cells={column: _with_thousands(column) for column in plain},
    )
    table = layout.table(
        frame,
        cautions=tuple(
            f"Caution: {' '.join(_key(about, row))} here: {row['warned_here']}; no gain."
            for row in frame.to_dict("records")
            if row.get("warned_here")
        ),
        notes=tuple(notes) if beside else (),
        lead=_lead(kind, rows) if beside else "",
    )
    return replace(table, intervals=several)


def _trainings_here(record: Record) -> Row | None:
    """Return the trainings of our figures in a row, None where there are none."""
    trainings = whole_number(record.get("trainings_here", ""))
    if not trainings:
        return None
    return record["language"], record["system"] or NONE, record["seeds_here"], trainings


def _lead(kind: str, rows: Sequence[Row]) -> str:
    if rows:
        return f"Ours: {lead(rows)}"
    return ONE_TRAINING if kind in ("human", "quality") else ""


def _mean_note(frame: pd.DataFrame) -> list[str]:
    """Return what the rows of all languages are the means of."""
    if not (frame["language"] == ALL).any():
        return []
    ours = order(name for name in frame["language"] if name != ALL)
    return [f"{ALL}: the mean over the languages, here {', '.join(ours)}, in the paper all of its."]


def _with_thousands(column: str) -> Cell:
    return lambda record: thousands(record[column])
