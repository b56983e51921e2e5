"""The MuST-SHE table: languages x systems, a row for each part of the corpus.

The systems of a part stand below each other. Coverage and accuracy are those of Gaido et al.
(2020, section 4), ΔAcc that of Bentivogli et al. (2020, section 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike

from cdaflow.scoring.mustshe_metrics import PARTS
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.tables import warned
from cdaflow.tables.marks import ONE_TRAINING, UP, baselines, best_note, mark_best, marked, notes
from cdaflow.tables.render import Column, Record, Table, estimate_cells, plain, with_interval
from cdaflow.tables.scores import Scored, order, read_scored
from cdaflow.tables.significance import significance

TITLE = "MuST-SHE: gender of the words that show it"

#: Column of the table (and name of the score in the JSON file) -> header, legend.
SCORES = {
    "coverage": (
        "Cov",
        "annotated words of which either form is generated, % [95% interval]; higher is better",
    ),
    "accuracy": ("Acc", "of those, in the right gender, % [95% interval]; higher is better"),
    "accuracy_correct": (
        "Acc all",
        "in the right gender, of all annotated words, % [95% interval]; higher is better",
    ),
    "delta_acc": (
        "ΔAcc",
        "words of the reference generated minus words of the one in the wrong gender, of all, "
        "points [95% interval]; higher is better",
    ),
}

#: Part as the CSV has it ("all", "F", "1F") -> ending of its scores.
_ENDINGS = {ending[1:].upper() or "all": ending for ending in PARTS}

COLUMNS = (
    "language",
    "system",
    "part",
    *(f"{name}{end}" for name in SCORES for end in ("", "_low", "_high")),
    "sentences",
    "terms",
    *warned.COLUMNS,
    "best",
    "baseline",
    *(f"{name}_p" for name in SCORES),
    "signature",
)

_TEST = f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})"


#: The scores that a file must have.
_NAMES = [name + ending for name in SCORES for ending in PARTS]


def read_mustshe(paths: Iterable[str | PathLike[str]]) -> list[Scored]:
    """Return the scores of files of `cdaflow score mustshe`; raises as `read_scored`."""
    return read_scored(paths, "mustshe", _NAMES)


def mustshe_table(scores: Sequence[Scored], baseline: str | None = None) -> Table:
    """Return the table of the scores: by language, by part, then in their order.

    A part that has no sentences is left out. Each score is tested against the `baseline` of
    its language, the first system where that is None. Raises ConfigError for a baseline that is
    no system.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    first = {(score.language, score.system): score for score in scores}
    tests = {}
    for (language, system), score in first.items():
        base = first[language, bases[language]] if language in bases else None
        tests[language, system] = significance(score, base, {name: name for name in _NAMES})
    records = [
        _record(score, part, tests[language, score.system])
        for language in order(score.language for score in scores)
        for part in _ENDINGS
        for score in scores
        if score.language == language and score.count(part.lower(), "rows")
    ]
    mark_best(records, ("language", "part", "signature"), dict.fromkeys(SCORES, UP))
    return mustshe_view(records)


def _record(score: Scored, part: str, tests: Record) -> dict[str, str]:
    ending = _ENDINGS[part]
    record = {
        "language": score.language,
        "system": score.system,
        "part": part,
        "sentences": str(score.count(part.lower(), "rows")),
        "terms": str(score.count(part.lower(), "terms")),
        "baseline": tests["baseline"],
        "signature": score.signature,
        **warned.warned_cells(score.warned),
    }
    for name in SCORES:
        record |= estimate_cells(name, score.scores[name + ending])
        record[f"{name}_p"] = tests[f"{name}{ending}_p"]
    return record


def mustshe_view(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `mustshe_table`) as a table."""
    return Table(
        TITLE,
        COLUMNS,
        records,
        (
            Column("Language", plain("language"), number=False),
            Column("Part", _title, _PARTS_LEGEND, number=False),
            Column("System", plain("system"), number=False),
            *(
                marked(header, name, with_interval(name, f"{name}_low", f"{name}_high"), legend)
                for name, (header, legend) in SCORES.items()
            ),
            Column("Sentences", plain("sentences")),
            Column("Terms", plain("terms"), "annotated words"),
            *warned.warned_column(records),
        ),
        signatures=(("MuST-SHE", "signature"),),
        labels=("language", "system"),
        notes=(*notes(records, SCORES, _TEST), ONE_TRAINING),
        bold=best_note(records, "language and part"),
        cautions=warned.cautions(records, ("language",), ("signature",)),
    )


_PARTS_LEGEND = (
    "category 1: only the voice tells the gender of the speaker; category 2: the sentence tells it"
)


def _title(record: Record) -> str:
    return PARTS.get(_ENDINGS.get(record["part"], record["part"]), record["part"])
