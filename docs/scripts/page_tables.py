"""A table of Markdown, for the scripts that write pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def table(header: Iterable[str], lines: Iterable[Iterable[str]], left: int = 2) -> Iterator[str]:
    """Yield the lines of a Markdown table whose first `left` columns are text."""
    names = list(header)
    rule = (":--" if n < left else "--:" for n in range(len(names)))
    for line in (names, rule, *lines):
        yield f"| {' | '.join(line)} |"
