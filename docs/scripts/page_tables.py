"""A table of Markdown, for the scripts that write pages, and what stands below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from published_run import ROOT

from cdaflow.io.yaml_files import read_yaml
from cdaflow.tables.text import ALL, Record, number, order, with_interval


def table(header: Iterable[str], lines: Iterable[Iterable[str]], left: int = 2) -> Iterator[str]:
    """Yield the lines of a Markdown table whose first `left` columns are text."""
    names = list(header)
    rule = (":--" if n < left else "--:" for n in range(len(names)))
    for line in (names, rule, *lines):
        yield f"| {' | '.join(line)} |"


def estimate(row: Record, column: str) -> str:
    """Return a figure of a row with its interval, "-" for none."""
    ends = (row.get(f"{column}_{end}", "") for end in ("low", "high"))
    return with_interval(row[column], *ends) or "-"


def mean_and_range(values: Sequence[float], decimals: int = 1) -> str:
    """Return a mean over trainings, and the least and the largest where they differ."""
    mean, least, largest = (
        number(value, decimals) for value in (fmean(values), min(values), max(values))
    )
    return f"{mean} ({least} to {largest})" if least != largest else mean


def part_of(rows: Iterable[Record], configuration: str) -> str:
    """Return which languages of a configuration rows have, in a sentence; "" for all."""
    configured = read_yaml(ROOT / "config" / configuration)["languages"]
    languages = order(row["language"] for row in rows if row["language"] != ALL)
    if set(configured) <= set(languages):
        return ""
    return (
        f"Of the languages of `config/{configuration}` ({', '.join(configured)}) "
        f"{', '.join(languages)} alone."
    )
