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
from dataclasses import dataclass
from importlib.resources import files
from os import PathLike

import pandas as pd

from cdaflow.errors import ConfigError, InputError
from cdaflow.scoring.metric import Cell, metric_named
from cdaflow.statistics.signature import comparable
from cdaflow.tables import corpora, gfst, judgements
from cdaflow.tables.papers import PAPERS, check_paper
from cdaflow.tables.significance import ONE_TRAINING, baselines
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import Record, number, order, parse_csv, read_csv, thousands
from cdaflow.tables.warned import warned_of


@dataclass(frozen=True)
class Kind:
    """A kind of table.

    rows: columns that name a row, beside the language -> header; the first is a system or a data
    set. figures: column -> header, legend; those of both papers and ours, and those that are
    reckoned of them: "gain" (the first figure minus that of the baseline) and "testsets" (the
    first figure of each test set, of which the first is then the mean). ours: the columns of
    the CSV that goes beside it, and the command that writes it.
    """

    title: str
    rows: Mapping[str, str]
    figures: Mapping[str, tuple[str, str]]
    ours: Sequence[str]
    command: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the CSV: each figure has a second one, "_here", for ours.

        "warned_here" says why our figures are suspect, "" where they are not.
        """
        named = ("paper", "table", "language", *self.rows, "name")
        figures = (f"{column}{end}" for column in self.figures for end in ("", "_here"))
        return (*named, *figures, *(("warned_here",) if "warned" in self.ours else ()))


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
        metric_named("winomt").columns,
        "tables winomt",
    ),
    "mustshe": Kind(
        "MuST-SHE",
        {"system": "System", "part": "Part"},
        {
            "accuracy_correct": ("Acc", "annotated words in the right gender, of all, %"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
            "delta_acc": ("ΔAcc", "Acc minus the same of the wrong reference, points"),
        },
        metric_named("mustshe").columns,
        "tables mustshe",
    ),
    "human": Kind(
        "human evaluation of gender",
        _SYSTEM,
        {
            "accuracy": ("Acc", "sentences whose gender is right or left open, %"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
        },
        judgements.GENDER.columns,
        "gfst judged",
    ),
    "bleu": Kind(
        "quality of the translations",
        _SYSTEM,
        {
            "bleu": ("BLEU", "mean over the test sets"),
            "gain": ("Gain", "BLEU minus that of the baseline, points"),
            "testsets": ("Test sets", "BLEU of each"),
        },
        metric_named("bleu").columns,
        "tables bleu",
    ),
    "filter": Kind(
        "human evaluation of the target filter",
        {"gender": "Gender"},
        {name: (name.upper(), legend) for name, legend in judgements.OUTCOMES.items()},
        judgements.FILTER.columns,
        "gfst judged",
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
    return published_view(kind, text_frame(records, about.columns))


def _key(kind: Kind, record: Record) -> Key:
    return (record["language"], *(record[name] for name in kind.rows))


def _rows(kind: Kind, records: Iterable[Record], baseline: str | None) -> Rows:
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


def published_view(kind: str, frame: pd.DataFrame) -> Table:
    """Return rows of the CSV as a table.

    Figures that the paper has nowhere are left out, and ours where there are none. Lines on top
    name our suspect figures (see `cdaflow.tables.warned`), of which there is no gain.
    """
    about = KINDS[kind]
    named = {"language": "Language", **about.rows, "name": "In the paper"}
    fields = [*map(label, ("paper", "table")), *(label(*item) for item in named.items())]
    shown = list(named)
    for name, (header, legend) in about.figures.items():
        of_kind = label if name == "testsets" else count
        fields += [of_kind(name, header, legend), of_kind(f"{name}_here", f"{header} here")]
        figures = [name, f"{name}_here"] if (frame[name] != "").any() else []
        shown += [column for column in figures if (frame[column] != "").any()]
    fields += [label("warned_here")] if "warned_here" in about.columns else []
    paper = PAPERS.get(frame["paper"].iloc[0]) if len(frame) else None
    title = f"{paper.quoted}, {paper.tables[kind]}: {about.title}" if paper else about.title
    notes = ["Data, models and test sets differ: compare the gains, not the levels."]
    if kind in _OF_SYSTEMS:
        notes.append(ONE_TRAINING)
    layout = Layout(
        title,
        tuple(fields),
        tuple(shown),
        cells={
            f"{name}{end}": _with_thousands(f"{name}{end}")
            for name in about.figures
            for end in ("", "_here")
        },
    )
    return layout.table(
        frame,
        cautions=tuple(
            f"Caution: {' '.join(_key(about, row))} here: {row['warned_here']}; no gain."
            for row in frame.to_dict("records")
            if row.get("warned_here")
        ),
        notes=tuple(notes) if any(name.endswith("_here") for name in shown) else (),
    )


def _with_thousands(column: str) -> Cell:
    return lambda record: thousands(record[column])
