"""The lines of a block of figures in a page, and the cells of one."""

from __future__ import annotations

from collections.abc import Callable

#: What returns the lines of a block by its name.
Lines = Callable[[str], list[str]]


def cells(line: str) -> list[str]:
    """Return the cells of a line of a Markdown table."""
    return line.strip("| ").split(" | ")
