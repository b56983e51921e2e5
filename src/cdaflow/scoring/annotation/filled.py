"""Sheets that annotators filled in, read back and checked against their keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_json
from cdaflow.scoring.annotation.cells import plain_text, read_cells, unguard
from cdaflow.scoring.annotation.sheets import TASKS, Task


@dataclass(frozen=True)
class Key:
    """The key of a sheet: what the annotator saw of each item, and what not."""

    path: Path
    task: Task
    language: str
    metadata: Mapping[str, Any]
    items: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class FilledSheet:
    """A key with the answers of its annotators.

    answers: annotator (the name of the file) -> item -> label. comments: likewise, where there are
    any.
    """

    key: Key
    answers: dict[str, dict[str, str]]
    comments: dict[str, dict[str, str]]


def read_key(path: str | PathLike[str]) -> Key:
    """Return a key that `cdaflow sheet make` wrote; InputError where the file is none."""
    content = read_json(path)
    try:
        task = TASKS[content["task"]]
        items = dict(content["items"])
        metadata = dict(content["about"])
        if not items or not all(_is_item(task, item, metadata) for item in items.values()):
            raise ValueError("items")
        return Key(Path(path), task, str(content["language"]), metadata, items)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(
            "sheet.not-a-key",
            "not the key of a sheet",
            file=path,
            hint="give NAME.key.json of `cdaflow sheet make`",
        ) from None


def _is_item(task: Task, item: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    """Return whether a key has what the tables need of an item."""
    if len(item["shown"]) != len(task.shown_columns):
        return False
    if task.name == "filter":
        return item["verdict"] in metadata["totals"][item["gender"]] and "kept_share" in metadata
    is_of_winomt = task.name in ("gender", "quality")
    if is_of_winomt and item["gender"] not in ("male", "female"):
        return False
    return set(item["systems"]) <= set(metadata["systems"])


def read_filled(
    sheets: Sequence[str | PathLike[str]], keys: Sequence[str | PathLike[str]]
) -> list[FilledSheet]:
    """Return the answers of filled sheets, by their keys, in the order of these.

    A sheet belongs to the key that has its items. Sheets of one key are those of several
    annotators.

    Raises InputError, with the line, at the first thing that is wrong with a sheet: a label that
    is none, a line not filled in, given twice, lost, or with another text than it had. Raises
    ConfigError where the keys are of several tasks, or one has no sheet.
    """
    read = [read_key(path) for path in keys]
    key_index = _key_of_items(read)
    filled = [FilledSheet(key, {}, {}) for key in read]
    for path in sheets:
        rows = list(read_cells(path, read[0].task.columns[:-1]))
        keys_of = [key_index[row["item"]] for _, row in rows if row["item"] in key_index]
        if not keys_of:
            raise InputError(
                "sheet.no-key",
                "no key contains any item of this sheet",
                file=path,
                hint="give --key the file that was written with this sheet",
            )
        sheet, name = filled[keys_of[0]], Path(path).stem
        if name in sheet.answers:
            raise ConfigError(
                "sheet.duplicate-name",
                f"two sheets are called {name}",
                hint="name each file by its annotator",
            )
        sheet.answers[name], sheet.comments[name] = _answers(path, rows, sheet.key)
    for sheet in filled:
        if not sheet.answers:
            raise ConfigError(
                "sheet.missing",
                f"no filled-in sheet belongs to the key {sheet.key.path}",
                hint="give the sheets of each key",
            )
    return filled


def _key_of_items(keys: Sequence[Key]) -> dict[str, int]:
    """Return the index of the key of each item."""
    if len({key.task.name for key in keys}) > 1:
        raise ConfigError(
            "sheet.several-tasks",
            "the keys belong to several tasks",
            hint="read the sheets of each task separately",
        )
    index_of: dict[str, int] = {}
    for index, key in enumerate(keys):
        for item in key.items:
            if index_of.setdefault(item, index) != index:
                raise InputError(
                    "item.in-two-keys",
                    f"the item {item} is also in {keys[index_of[item]].path}",
                    file=key.path,
                    hint="read sheets of the same language one at a time",
                )
    return index_of


def _answers(
    path: str | PathLike[str], rows: Iterable[tuple[int, Mapping[str, str]]], key: Key
) -> tuple[dict[str, str], dict[str, str]]:
    """Return label and comment of each item of a sheet."""
    labels: dict[str, str] = {}
    comments: dict[str, str] = {}
    lines: dict[str, int] = {}
    for line, row in rows:
        item = unguard(row["item"].strip())
        if item not in key.items:
            raise InputError(
                "item.not-in-key", f"the item {item!r} is not in {key.path}", file=path, line=line
            )
        if item in lines:
            raise InputError(
                "item.duplicate",
                f"the item {item} is already on line {lines[item]}",
                file=path,
                line=line,
                hint="delete one of the two lines",
            )
        lines[item] = line
        _check_text(path, line, row, key, item)
        labels[item] = _label(path, line, row[key.task.answer], key.task)
        comment = plain_text(unguard(row.get("comment", "")))
        if comment:
            comments[item] = comment
    lost = [item for item in key.items if item not in lines]
    if lost:
        raise InputError(
            "item.missing",
            f"{len(lost)} of {len(key.items)} lines are lost: {', '.join(lost[:5])}"
            + (" ..." if len(lost) > 5 else ""),
            file=path,
            hint="take them from the sheet as it was written",
        )
    return labels, comments


def _check_text(
    path: str | PathLike[str], line: int, row: Mapping[str, str], key: Key, item: str
) -> None:
    """Raise InputError where a line does not show what its annotator was given."""
    for column, text in zip(key.task.shown_columns, key.items[item]["shown"], strict=True):
        # Some spreadsheets take away the apostrophe that we set before a formula.
        spellings = {plain_text(row[column]), plain_text(unguard(row[column]))}
        if text not in spellings:
            raise InputError(
                "item.edited",
                f"the {column} of {item} was changed: found {row[column][:60]!r}, expected "
                f"{text[:60]!r}",
                file=path,
                line=line,
                hint="fill in only the label and the comment",
            )


def _label(path: str | PathLike[str], line: int, cell: str, task: Task) -> str:
    """Return the label that a cell means."""
    text = unguard(cell.strip()).strip()
    hint = f"write one of: {', '.join(task.labels)}"
    if not text:
        raise InputError(
            "label.missing",
            f"the column {task.answer} is empty",
            file=path,
            line=line,
            hint=hint,
        )
    spelled = re.sub(r"\s", "", text.casefold())
    for label, others in task.labels.items():
        if spelled in (label.casefold(), *others):
            return label
    raise InputError(
        "label.unknown", f"the label {text[:40]!r} is unknown", file=path, line=line, hint=hint
    )


#: Columns of `unblinded` that the key may know.
_HIDDEN = ("gender", "verdict", "reason", "word", "line", "half", "systems")


def unblinded(filled: Sequence[FilledSheet]) -> Iterator[list[str]]:
    """Yield the cells of all lines with what the key says of them, a header first.

    A column for the label of each annotator, and one for the comments of all.
    """
    task = filled[0].key.task
    items = [item for sheet in filled for item in sheet.key.items.values()]
    hidden = [name for name in _HIDDEN if any(name in item for item in items)]
    people = list(dict.fromkeys(name for sheet in filled for name in sheet.answers))
    yield [
        "item",
        "language",
        *task.shown_columns,
        *(f"key: {name}" for name in hidden),
        *people,
        "comments",
    ]
    for sheet in filled:
        for name, item in sheet.key.items.items():
            facts = [item.get(column, "") for column in hidden]
            cells = [" ".join(fact) if isinstance(fact, list) else str(fact) for fact in facts]
            labels = [sheet.answers.get(person, {}).get(name, "") for person in people]
            said = (sheet.comments.get(person, {}).get(name, "") for person in people)
            comments = " / ".join(filter(None, said))
            yield [name, sheet.key.language, *item["shown"], *cells, *labels, comments]
