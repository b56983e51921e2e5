"""Sheets for annotators: the CSV that they fill in, instructions beside it, and its key.

Three tasks are those of Choubey et al. 2021. The filter task asks of pairs that the target filter
kept or rejected whether the gender is preserved (appendix D). The paper draws lines at random.
Where the filter keeps few, these are then hardly judged; with a share of kept lines that is chosen,
they are, and the shares in the table are weighted by how many pairs the filter kept and rejected.
The gender task asks for the gender of people in translations of WinoMT (section 3.1), the quality
task how good these are, from 1 to 6 (section 5.2; the paper does not say what its six points stand
for). Of the other tasks see `cdaflow.scoring.annotation.methods`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain, product
from os import PathLike
from pathlib import Path
from string import Template
from typing import Any, TypeVar

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_text, digest, read_table, write_json
from cdaflow.progress import say
from cdaflow.scoring.annotation.cells import plain_text, write_cells
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.translations import read_translations


@dataclass(frozen=True)
class Task:
    """What is asked: the columns that are shown, the one to be filled in, and its labels.

    labels: label -> what else it may be written as; case does not matter.
    """

    name: str
    shown_columns: tuple[str, ...]
    answer: str
    labels: Mapping[str, tuple[str, ...]]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a sheet."""
        return ("item", *self.shown_columns, self.answer, "comment")


#: The worst and the best score of the quality task.
SCALE = (1, 6)

#: What may be said of text in another gender: that it is right, or its first fault.
_VERDICTS = {
    name: (name[0],)
    for name in ("right", "english", "missing", "agreement", "other", "form", "unrelated")
}

#: The labels of the gender task are those of section 3.1.
TASKS = {
    "filter": Task(
        "filter",
        ("gender", "source", "translation"),
        "preserved",
        {"yes": ("y", "1"), "no": ("n", "0")},
    ),
    "gender": Task(
        "gender",
        ("source", "person", "translation"),
        "gender",
        {
            "masculine": ("m", "masc", "msc", "male"),
            "feminine": ("f", "fem", "female"),
            "inconsistent": ("i",),
            "ambiguous": ("a",),
            "N/A": ("na", "n.a."),
        },
    ),
    "quality": Task(
        "quality",
        ("source", "translation"),
        "score",
        {str(n): (f"{n}.0", f"{n},0") for n in range(SCALE[0], SCALE[1] + 1)},
    ),
    "counterfactuals": Task(
        "counterfactuals",
        ("source", "translation", "new_source", "new_translation"),
        "verdict",
        _VERDICTS,
    ),
    "corrected": Task(
        "corrected", ("source", "person", "gender", "translation"), "verdict", _VERDICTS
    ),
    "alternatives": Task("alternatives", ("source", "alternatives"), "verdict", _VERDICTS),
}


@dataclass(frozen=True)
class Item:
    """A line of a sheet: its cells (`Task.shown_columns`), and what is hidden from annotators."""

    cells: tuple[str, ...]
    hidden: Mapping[str, Any]


@dataclass(frozen=True)
class Sheet:
    """The lines of a sheet, and what its key says of them all."""

    task: str
    language: str
    items: Sequence[Item]
    metadata: Mapping[str, Any]


def write_sheet(
    sheet: Sheet,
    output: str | PathLike[str],
    *,
    seed: int,
    separator: str = "comma",
    readers: int = 1,
) -> Path:
    """Write a sheet, its lines shuffled by the seed; return the path of its key.

    Beside NAME.csv come NAME.md, the instructions, and NAME.key.json. Several readers get copies,
    NAME.1.csv and so on, each in an order of its own. A sheet that is there already is not written
    over unless it is the same: somebody may have filled it in.

    Raises InputError if another file has the name, ConfigError where the name does not end in .csv.
    """
    output = Path(output)
    if output.suffix != ".csv":
        raise ConfigError(
            "sheet.not-named-csv",
            f"expected a file name ending in .csv, found {output.name}",
            hint="name it sheet.csv",
        )
    task = TASKS[sheet.task]
    items = [Item(tuple(map(plain_text, item.cells)), item.hidden) for item in sheet.items]
    random.Random(f"{seed}/order").shuffle(items)
    width = max(3, len(str(len(items))))
    # No hyphen: to a spreadsheet, mar-001 is a day in March.
    names = [f"{sheet.language}_{number:0{width}}" for number in range(1, len(items) + 1)]
    rows = [(name, *item.cells, "", "") for name, item in zip(names, items, strict=True)]
    key = {
        "task": sheet.task,
        "language": sheet.language,
        "seed": seed,
        "about": dict(sheet.metadata),
        "items": {
            name: {"shown": list(item.cells), **item.hidden}
            for name, item in zip(names, items, strict=True)
        },
    }
    for reader in range(1, readers + 1):
        copy = output if readers == 1 else output.with_suffix(f".{reader}.csv")
        _write_once(copy, [task.columns, *rows], separator)
        random.Random(f"{seed}/order/{reader}").shuffle(rows)
    name = output.name if readers == 1 else f"{output.stem}.N.csv"
    with atomic_text(output.with_suffix(".md")) as handle:
        handle.write(instructions(sheet.task, sheet.language, len(items), name))
    path = output.with_suffix(".key.json")
    write_json(path, key)
    return path


def _write_once(output: Path, rows: Sequence[Sequence[str]], separator: str) -> None:
    """Write a sheet unless another is there."""
    if not output.exists():
        write_cells(output, rows, separator)
        return
    fresh = output.with_name(f".{output.stem}.fresh.csv")
    try:
        write_cells(fresh, rows, separator)
        if digest(fresh) != digest(output):
            raise InputError(
                "sheet.already-there",
                "another sheet with this name exists, and may be filled in",
                file=output,
                hint="choose another name, or move that sheet away",
            )
    finally:
        fresh.unlink(missing_ok=True)


def instructions(task: str, language: str, lines: int, name: str) -> str:
    """Return the instructions of a task (Markdown) for a sheet."""
    texts = (files("cdaflow.scoring.annotation") / f"{name}.md" for name in (task, "_all_tasks"))
    text = "\n".join(text.read_text("utf-8") for text in texts)
    return Template(text).substitute(language=language, lines=lines, name=name)


def shares_of(size: int, parts: int) -> list[int]:
    """Return `size` as so many whole numbers, which differ by 1 at most."""
    return [size // parts + (index < size % parts) for index in range(parts)]


#: Gender of a file -> as the annotator sees it.
GENDERS = {"fem": "feminine", "msc": "masculine"}

T = TypeVar("T")


@dataclass(frozen=True)
class Filtered:
    """The pairs of one gender that the target filter kept (Parquet or TSV), and rejected (TSV)."""

    gender: str
    kept: str | PathLike[str]
    rejected: str | PathLike[str]


def filter_sheet(
    language: str,
    filtered: Sequence[Filtered],
    *,
    size: int,
    seed: int,
    kept_share: float | None = None,
) -> Sheet:
    """Return a sheet of `size` pairs, as many of each gender.

    kept_share: how many of them the filter kept, 0 to 1; None for whatever the draw gives.

    Raises ConfigError where a gender is not known or given twice, InputError where a file is none
    of `cdaflow gfst target`.
    """
    genders = [files.gender for files in filtered]
    if not genders or set(genders) - set(GENDERS) or len(set(genders)) != len(genders):
        raise ConfigError(
            "sheet.genders",
            f"expected each gender once, found {', '.join(genders) or 'none'}",
            hint="give fem, msc or both",
        )
    items: list[Item] = []
    totals = {}
    for pairs, quota in zip(filtered, shares_of(size, len(filtered)), strict=True):
        sampled, totals[pairs.gender] = _sampled_pairs(pairs, quota, kept_share, seed)
        if len(sampled) < quota:
            say(f"{language}, {pairs.gender}: only {len(sampled)} lines available (not {quota})")
        items += sampled
    if not items:
        raise InputError("sheet.no-pairs", "there are no pairs to judge", file=filtered[0].kept)
    return Sheet("filter", language, items, {"totals": totals, "kept_share": kept_share})


def _sampled_pairs(
    files: Filtered, size: int, kept_share: float | None, seed: int
) -> tuple[list[Item], dict[str, int]]:
    """Return lines of a gender, and how many pairs it has by verdict."""
    numbers = random.Random(f"{seed}/{files.gender}")
    totals = {"kept": 0, "rejected": 0}
    kept, rejected = (_items(files, verdict, totals) for verdict in totals)
    if kept_share is None:
        return reservoir(chain(kept, rejected), size, numbers), totals
    first = round(size * kept_share)
    sampled = reservoir(kept, first, numbers) + reservoir(rejected, size - first, numbers)
    return sampled, totals


def _items(files: Filtered, verdict: str, totals: dict[str, int]) -> Iterator[Item]:
    """Yield the lines of a verdict, and count them."""
    rows = (
        read_cells_of(files.kept, ("source", "target"))
        if verdict == "kept"
        else read_cells_of(files.rejected, ("source", "target", "reason", "word"))
    )
    for source, target, *why in rows:
        totals[verdict] += 1
        details = dict(zip(("reason", "word"), why, strict=False))
        hidden = {"gender": files.gender, "verdict": verdict, **details}
        yield Item((GENDERS[files.gender], source, target), hidden)


def reservoir(rows: Iterable[T], size: int, numbers: random.Random) -> list[T]:
    """Return `size` of the rows at random, all if there are fewer (Vitter 1985, algorithm R)."""
    sampled: list[T] = []
    for index, row in enumerate(rows):
        if index < size:
            sampled.append(row)
        elif (taken := int(numbers.random() * (index + 1))) < size:
            sampled[taken] = row
    return sampled


def read_cells_of(path: str | PathLike[str], columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of some columns of each row of a Parquet file, or of a TSV with a header."""
    if not str(path).endswith(".parquet"):
        yield from (tuple(row[name] for name in columns) for _, row in read_table(path, columns))
        return
    from cdaflow.io.parquet import read_rows  # takes a while to import

    yield from read_rows(path, columns)


#: The genders of WinoMT that are judged; those of neutral rows are not known.
_ROW_GENDERS = ("male", "female")
_HALVES = ("pro", "anti")


def read_systems(
    files: Sequence[str | PathLike[str]], systems: Sequence[str], rows: Sequence[Row]
) -> dict[str, list[str]]:
    """Return the translations of all rows by system (see `read_translations` for the files).

    Raises ConfigError where systems and files are not as many, or a system is given twice.
    """
    if len(files) != len(systems) or len(set(systems)) != len(systems):
        raise ConfigError(
            "system.file-count",
            f"{len(files)} files of translations for the systems {', '.join(systems)}",
            hint="give one name for each file, in the same order",
        )
    sources = [row.sentence for row in rows]
    return {
        system: read_translations(path, sources)
        for path, system in zip(files, systems, strict=True)
    }


def system_sheet(
    task: str,
    language: str,
    rows: Sequence[Row],
    halves: Sequence[str],
    translations: Mapping[str, Sequence[str]],
    *,
    size: int,
    seed: int,
) -> Sheet:
    """Return a sheet of `size` sentences, each with its translation by each system.

    `task`: gender, which also shows of whom the gender is asked, or quality. `rows`: of a challenge
    set; as many masculine as feminine ones are drawn, and as many of each half, where `halves` (of
    each row: pro, anti or -) tells them. `translations`: of all rows, by system. One that several
    systems gave stands once, so that it is judged alike for all of them.

    Raises ConfigError where there are too few rows.
    """
    items = []
    for line in _sampled_rows(rows, halves, size, seed):
        systems: dict[str, list[str]] = {}
        for system, texts in translations.items():
            systems.setdefault(texts[line], []).append(system)
        row = rows[line]
        hidden = {"line": line + 1, "gender": row.gender, "half": halves[line]}
        items += [
            Item(
                tuple({"source": row.sentence, "person": row.entity, "translation": text}[name]
                      for name in TASKS[task].shown_columns),
                hidden | {"systems": names},
            )
            for text, names in systems.items()
        ]  # fmt: skip
    return Sheet(task, language, items, {"systems": list(translations)})


def _sampled_rows(rows: Sequence[Row], halves: Sequence[str], size: int, seed: int) -> list[int]:
    """Return the indices of the rows sampled, balanced over genders and halves."""
    names = _HALVES if set(halves) & set(_HALVES) else ("-",)
    groups: dict[tuple[str, str], list[int]] = {
        (half, gender): [] for half, gender in product(names, _ROW_GENDERS)
    }
    seen = set()
    for index, (row, half) in enumerate(zip(rows, halves, strict=True)):
        # Some sentences of WinoMT are duplicated.
        if (half, row.gender) in groups and (row.sentence, row.entity) not in seen:
            seen.add((row.sentence, row.entity))
            groups[half, row.gender].append(index)
    sampled: list[int] = []
    for (group, indices), quota in zip(groups.items(), shares_of(size, len(groups)), strict=True):
        if len(indices) < quota:
            what = " ".join(name for name in (*group, "sentences") if name != "-")
            raise ConfigError(
                "sheet.sample-too-large",
                f"{quota} {what} are requested, but there are {len(indices)}",
                hint="give a smaller --size",
            )
        sampled += random.Random(f"{seed}/{'/'.join(group)}").sample(indices, quota)
    return sorted(sampled)
