"""The per-sentence tables of the WinoMT scorer, read and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from os import PathLike

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.tables.inputs import Paths
from cdaflow.tables.scores import Score, confusion
from cdaflow.tables.trainings import first_trainings

#: Columns that examples cannot do without; more may be there.
COLUMNS = ("line", "gold", "predicted", "half", "profession", "source", "translation")

_HINT = "give the table of sentences that was written beside the scores, in the same order"

Row = Mapping[str, str]


def read_sentences(path: str | PathLike[str], score: Score) -> list[Row]:
    """Return the rows of a per-sentence table, checked against the counts of `score`.

    Raises InputError where it is no such table, or where its genders do not add up to the
    confusion counts of the score file: then the two are not of one run.
    """
    rows: list[Row] = []
    header: list[str] = []
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split("\t")
        if number == 1:
            header = cells
            missing = [name for name in COLUMNS if name not in header]
            if missing:
                raise InputError(f"no column {', '.join(missing)}", file=path, line=1, hint=_HINT)
        elif len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells where the header has {len(header)}",
                file=path,
                line=number,
                hint=_HINT,
            )
        else:
            rows.append(dict(zip(header, cells, strict=True)))
    found = Counter((row["gold"], row["predicted"]) for row in rows)
    counted = {
        (gold, name): count
        for gold, row in confusion(score).items()
        for name, count in row.items()
        if count
    }
    if dict(found) != counted:
        raise InputError(
            f"{sum(found.values())} rows, whose genders are not those counted in {score.path}",
            file=path,
            hint=_HINT,
        )
    return rows


def read_all_sentences(paths: Paths, scores: Sequence[Score]) -> list[list[Row]]:
    """Return the rows of the per-sentence table of each score file, in the same order.

    Raises as `read_sentences`, ConfigError where the numbers differ.
    """
    if len(paths) != len(scores):
        raise ConfigError(
            f"{len(paths)} tables of sentences for {len(scores)} WinoMT score files",
            hint="give one for each score file, in the same order",
        )
    return [read_sentences(path, score) for path, score in zip(paths, scores, strict=True)]


def firsts_with_sentences(
    scores: Sequence[Score], paths: Paths
) -> tuple[list[Score], list[list[Row]]]:
    """Return the scores of the first training of each system, and the rows of each.

    `paths`: the per-sentence tables of all `scores`, in the same order. Raises as
    `read_all_sentences`.
    """
    firsts = set(map(id, first_trainings(scores)))
    pairs = zip(scores, read_all_sentences(paths, scores), strict=True)
    chosen = [pair for pair in pairs if id(pair[0]) in firsts]
    return [score for score, _ in chosen], [rows for _, rows in chosen]
