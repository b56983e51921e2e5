"""The kinds of tables that papers have, and the reference files with their figures.

`published/PAPER.KIND.csv` holds the figures of a paper, in the columns of our own table. Systems
and data sets are called as in cdaflow's configurations, with the paper's name beside. A figure
that a paper does not give is empty. Of Choubey et al. (2021) two of Table 6 are empty, since our
copy of the paper does not show them, and `kept_rate` is what Table 3 comes to.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from cdaflow.errors import ConfigError
from cdaflow.scoring.metric import metric_named
from cdaflow.tables import corpora, gfst, judgements
from cdaflow.tables.papers import PAPERS, check_paper
from cdaflow.tables.render import Record


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
            "fem": ("Fem", "sentences of which the source filter says that they are feminine, %"),
            "msc": ("Msc", "masculine, %"),
            "mix": ("Mix", "neither, %"),
        },
        corpora.SHARES.columns,
        "tables shares",
    ),
    "gfst": Kind(
        "monolingual sentences that GFST takes",
        {"gender": "Gender"},
        {
            "source": ("Source filter", "English sentences that the source filter takes"),
            "kept": ("Target filter", "of their translations, those that the target filter keeps"),
            "kept_rate": ("Kept %", "those kept, of those translated"),
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
        "gender as people judge it",
        _SYSTEM,
        {
            "accuracy": ("Acc", "sentences whose gender is right or left open, %"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
        },
        judgements.GENDER_COLUMNS,
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
        "the target filter as people judge it",
        {"gender": "Gender"},
        {name: (name.upper(), legend) for name, legend in judgements.OUTCOMES.items()},
        judgements.FILTER_COLUMNS,
        "gfst judged",
    ),
}


def reference(paper: str, kind: str) -> list[Record]:
    """Return the rows of the reference file of a paper; ConfigError where there is none."""
    check_paper(paper)
    if kind not in PAPERS[paper].tables:
        tables = ", ".join(PAPERS[paper].tables)
        raise ConfigError(f"no table {kind} of {paper}", hint=f"there are: {tables}")
    path = files("cdaflow.tables") / "published" / f"{paper}.{kind}.csv"
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))
