"""Example sentences for the report, taken from the per-sentence tables of the WinoMT scorer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.files import read_lines
from cdaflow.tables.scores import WinoMT, order

#: Columns that the report cannot do without; more may be there.
COLUMNS = ("line", "gold", "predicted", "half", "profession", "source", "translation")

_HINT = "give the table of sentences that was written beside the scores, in the same order"

Row = Mapping[str, str]


@dataclass(frozen=True)
class Output:
    """What one system made of a sentence: its translation, the gender found, and from where.

    span: words of the translation that stand for the entity, "" where none were found. right:
    whether the gender found is the gold one.
    """

    system: str
    translation: str
    predicted: str
    right: bool
    span: str
    reason: str


@dataclass(frozen=True)
class Example:
    """A sentence of the challenge set with the output of each system of a language."""

    line: str
    source: str
    profession: str
    gold: str
    half: str
    outputs: tuple[Output, ...]


def read_sentences(path: str | PathLike[str], score: WinoMT) -> list[Row]:
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
    counted = Counter(
        {
            (gold, name): count
            for gold, row in score.confusion.items()
            for name, count in row.items()
        }
    )
    if found != counted:
        raise InputError(
            f"{sum(found.values())} rows, whose genders are not those counted in {score.path}",
            file=path,
            hint=_HINT,
        )
    return rows


def choose(sentences: Mapping[str, Sequence[Row]], number: int = 12) -> list[Example]:
    """Return `number` examples of one language, from system -> rows of the same sentences.

    Taken in turn from the kinds there are (half, gold gender, whether the first system was
    right), evenly over each kind, and given in the order of the challenge set. Only sentences
    that every system has are taken.
    """
    first = next(iter(sentences.values()))
    others = {
        system: {(row["line"], row["source"]): row for row in rows}
        for system, rows in sentences.items()
    }
    shared = [
        place
        for place, row in enumerate(first)
        if all((row["line"], row["source"]) in rows for rows in others.values())
    ]
    kinds: dict[tuple[str, str, bool], list[int]] = {}
    for place in shared:
        row = first[place]
        kind = (row["half"], row["gold"], row["predicted"] == row["gold"])
        kinds.setdefault(kind, []).append(place)
    share = _shares([len(kinds[kind]) for kind in sorted(kinds)], number)
    chosen = [
        place
        for kind, count in zip(sorted(kinds), share, strict=True)
        for place in _spread(kinds[kind], count)
    ]
    return [_example(first[place], others) for place in sorted(chosen)]


def _shares(sizes: Sequence[int], number: int) -> list[int]:
    """Return how many to take of each kind: one each in turn, as long as there are any."""
    share = [0] * len(sizes)
    left = min(number, sum(sizes))
    while left:
        for kind, size in enumerate(sizes):
            if left and share[kind] < size:
                share[kind] += 1
                left -= 1
    return share


def _spread(places: Sequence[int], count: int) -> Iterator[int]:
    """Yield `count` of the places, at even distances."""
    for step in range(count):
        yield places[(2 * step + 1) * len(places) // (2 * count)]


def _example(row: Row, systems: Mapping[str, Mapping[tuple[str, str], Row]]) -> Example:
    outputs = []
    for system, rows in systems.items():
        out = rows[row["line"], row["source"]]
        outputs.append(
            Output(
                system=system,
                translation=out["translation"],
                predicted=out["predicted"],
                right=out["predicted"] == out["gold"],
                span=out.get("span", ""),
                reason=out.get("reason", ""),
            )
        )
    return Example(
        row["line"], row["source"], row["profession"], row["gold"], row["half"], tuple(outputs)
    )


def by_language(
    scores: Sequence[WinoMT], tables: Sequence[Sequence[Row]], number: int = 12
) -> dict[str, list[Example]]:
    """Return the examples of each language; `tables` holds the rows of each of `scores`."""
    result = {}
    for language in order(score.language for score in scores):
        sentences = {
            score.system: rows
            for score, rows in zip(scores, tables, strict=True)
            if score.language == language
        }
        result[language] = choose(sentences, number)
    return result
