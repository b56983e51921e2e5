"""The MuST-SHE table: languages x systems, a row for each part of the corpus.

The systems of a part stand below each other. Coverage and accuracy are those of Gaido et al.
(2020, section 4), ΔAcc that of Bentivogli et al. (2020, section 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike

from cdaflow.scoring.mustshe_metrics import METRIC, PARTS
from cdaflow.tables import warned
from cdaflow.tables.marks import ONE_TRAINING, baselines, best_note, mark_best, marked, notes
from cdaflow.tables.render import Column, Record, Table, estimate_cells, plain, with_interval
from cdaflow.tables.scores import Scored, order, read_scored
from cdaflow.tables.significance import significance

#: Part as the CSV has it ("all", "F", "1F") -> ending of its scores.
_ENDINGS = {ending[1:].upper() or "all": ending for ending in PARTS}

#: The scores that a file must have.
_NAMES = [item.name + ending for item in METRIC.shown for ending in PARTS]


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
    mark_best(records, ("language", "part", "signature"), METRIC.directions)
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
    for name in (item.name for item in METRIC.shown):
        record |= estimate_cells(name, score.scores[name + ending])
        record[f"{name}_p"] = tests[f"{name}{ending}_p"]
    return record


def mustshe_view(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `mustshe_table`) as a table."""
    return Table(
        METRIC.title,
        METRIC.columns,
        records,
        (
            Column("Language", plain("language"), number=False),
            Column("Part", _title, METRIC.labels[1].legend, number=False),
            Column("System", plain("system"), number=False),
            *(
                marked(
                    item.header, item.column, with_interval(item.column, *item.ends), item.legend
                )
                for item in METRIC.shown
            ),
            *(Column(item.header, plain(item.name), item.legend) for item in METRIC.counts),
            *warned.warned_column(records),
        ),
        signatures=tuple(METRIC.signatures.items()),
        labels=("language", "system"),
        notes=(*notes(records, METRIC), ONE_TRAINING),
        bold=best_note(records, METRIC.best),
        cautions=warned.cautions(records, ("language",), ("signature",)),
    )


def _title(record: Record) -> str:
    return PARTS.get(_ENDINGS.get(record["part"], record["part"]), record["part"])
