"""The per-sentence tables of the WinoMT scorer, read and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from os import PathLike

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.tables.inputs import Paths
from cdaflow.tables.scores import Score, confusion
from cdaflow.tables.trainings import shown_trainings

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


def shown_sentences(
    scores: Sequence[Score], paths: Paths, baseline: str | None = None
) -> tuple[list[Score], list[list[Row]]]:
    """Return the scores of the training of each system that is shown, and its sentences.

    See `shown_trainings`. `paths`: the per-sentence tables of all `scores`, of which only these are
    read, or of these alone, in the same order. Raises as `read_sentences`, ConfigError where the
    numbers differ.
    """
    chosen = shown_trainings(scores, baseline)
    if len(paths) not in (len(scores), len(chosen)):
        shown = f", of which {len(chosen)} are shown" if len(chosen) < len(scores) else ""
        raise ConfigError(
            f"{len(paths)} tables of sentences for {len(scores)} WinoMT score files{shown}",
            hint="give one for each score file, in the same order",
        )
    of = dict(zip(map(id, scores if len(paths) == len(scores) else chosen), paths, strict=True))
    return chosen, [read_sentences(of[id(score)], score) for score in chosen]
