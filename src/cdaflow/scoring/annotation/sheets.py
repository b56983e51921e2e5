"""A sheet for annotators: the CSV that they fill in, instructions beside it, and its key."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from os import PathLike
from pathlib import Path
from string import Template
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_text, digest, write_json
from cdaflow.scoring.annotation.cells import plain_text, write_cells


@dataclass(frozen=True)
class Task:
    """What is asked: the columns that are shown, the one to be filled in, and its labels.

    labels: label -> what else it may be written as; case does not matter.
    """

    name: str
    shown: tuple[str, ...]
    answer: str
    labels: Mapping[str, tuple[str, ...]]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a sheet."""
        return ("item", *self.shown, self.answer, "comment")


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
}


@dataclass(frozen=True)
class Item:
    """A line of a sheet: its cells, as in `Task.shown`, and what the annotator is not to know."""

    shown: tuple[str, ...]
    hidden: Mapping[str, Any]


@dataclass(frozen=True)
class Sheet:
    """The lines of a sheet, and what its key says of them all."""

    task: str
    language: str
    items: Sequence[Item]
    about: Mapping[str, Any]


def write_sheet(
    sheet: Sheet, output: str | PathLike[str], *, seed: int, separator: str = "comma"
) -> Path:
    """Write a sheet, its lines shuffled by the seed; return the path of its key.

    Beside NAME.csv come NAME.md, the instructions, and NAME.key.json. A sheet that is there
    already is not written over unless it is the same: somebody may have filled it in.

    Raises InputError where another stands there, ConfigError where the name does not end in .csv.
    """
    output = Path(output)
    if output.suffix != ".csv":
        raise ConfigError(f"a sheet is a .csv file, not {output.name}", hint="name it sheet.csv")
    task = TASKS[sheet.task]
    items = [Item(tuple(map(plain_text, item.shown)), item.hidden) for item in sheet.items]
    random.Random(f"{seed}/order").shuffle(items)
    width = max(3, len(str(len(items))))
    # No hyphen: to a spreadsheet, mar-001 is a day in March.
    names = [f"{sheet.language}_{number:0{width}}" for number in range(1, len(items) + 1)]
    rows = [(name, *item.shown, "", "") for name, item in zip(names, items, strict=True)]
    key = {
        "task": sheet.task,
        "language": sheet.language,
        "seed": seed,
        "about": dict(sheet.about),
        "items": {
            name: {"shown": list(item.shown), **item.hidden}
            for name, item in zip(names, items, strict=True)
        },
    }
    _write_once(output, [task.columns, *rows], separator)
    with atomic_text(output.with_suffix(".md")) as handle:
        handle.write(instructions(sheet.task, sheet.language, len(items), output.name))
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
                "another sheet is here, perhaps filled in",
                file=output,
                hint="give another name, or move that sheet away",
            )
    finally:
        fresh.unlink(missing_ok=True)


def instructions(task: str, language: str, lines: int, name: str) -> str:
    """Return the instructions of a task (Markdown) for a sheet."""
    text = (files("cdaflow.scoring.annotation") / f"{task}.md").read_text("utf-8")
    return Template(text).substitute(language=language, lines=lines, name=name)


def shares_of(size: int, parts: int) -> list[int]:
    """Return `size` as so many whole numbers, which differ by 1 at most."""
    return [size // parts + (place < size % parts) for place in range(parts)]
