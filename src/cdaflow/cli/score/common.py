"""What the commands `cdaflow score ...` share: their options, and how they report."""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def count(text: str) -> int:
    """Return an option's number, from 0 up."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a number from 0 up is wanted")
    return number


def add_translation(parser: argparse.ArgumentParser, description: str) -> None:
    """Add the target language and the file that is scored."""
    parser.add_argument("--lang", required=True, help="target language, ISO 639-1")
    parser.add_argument("translation", type=Path, help=description)


def add_reporting(parser: argparse.ArgumentParser, *, seed: int = 1) -> None:
    """Add the options of every score: the system's name, the resampling, where to write."""
    parser.add_argument("--system", help="name of the system, for the tables")
    parser.add_argument(
        "--bootstrap", type=count, default=1000, help="resamples for the intervals (0: none)"
    )
    parser.add_argument("--seed", type=count, default=seed, help="seed of the resampling")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--output", type=Path, help="JSON file to write as well")


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Do not look for cycles in the block.

    For short work that makes hundreds of thousands of small objects and no cycles among them:
    looking would take a tenth of its time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def finish(
    arguments: argparse.Namespace,
    report: Mapping[str, Any],
    legends: Mapping[str, str],
    groups: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Write the report where --output says, and print it as a table or as JSON.

    `legends`: what each score of the report means, in a few words. `groups`: headings for the
    table, each with its scores.
    """
    from cdaflow.tables.terminal import report_lines

    emit(arguments, report, lambda: "\n".join(report_lines(report, legends, groups)))


def emit(
    arguments: argparse.Namespace, report: Mapping[str, Any], table: Callable[[], str]
) -> None:
    """Write the report where --output says, and print it as `table` has it or as JSON."""
    from cdaflow.files import atomic_text

    text = json.dumps(report, ensure_ascii=False, indent=2, sort_keys=True)
    if arguments.output is not None:
        with atomic_text(arguments.output) as handle:
            handle.write(text + "\n")
    print(text if arguments.json else table())
