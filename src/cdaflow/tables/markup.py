"""Pieces of HTML: escaped text with marked words, and tables."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from cdaflow.tables.table import Table
from cdaflow.tables.text import figure_lines, figure_parts, visible

#: So many characters of a sentence are shown; the rest is counted.
LONGEST = 1000

Span = tuple[int, int]


#: What stands before the configuration in the report.
CONFIG_SUMMARY = '<details><summary>Configuration</summary><pre tabindex="0">'


def config_html(config: Any) -> str:
    """Return a configuration as the report shows it."""
    text = json.dumps(config, indent=2, sort_keys=True, ensure_ascii=False)
    return "\n".join(map(escape, text.split("\n")))


def escape(text: str) -> str:
    """Return `text` safe between tags and in quoted attributes; see `readable`."""
    return html.escape(readable(text), quote=True)


def readable(text: str) -> str:
    """Return `text` with every character that would hide or steer what is around it spelled out.

    Control characters become their pictures (U+001B is ␛), those of bidirectional text, lone
    surrogates and separators of lines their numbers, as [U+202E].
    """
    return "".join(map(_readable, text))


def _readable(character: str) -> str:
    number = ord(character)
    if number < 32:
        return chr(0x2400 + number)
    # What has no picture is what `visible` takes out for terminals.
    return character if visible(character) == character else f"[U+{number:04X}]"


def shortened(text: str) -> str:
    """Return `text` readable, and cut where it is too long for a page."""
    if len(text) <= LONGEST:
        return readable(text)
    return readable(text[:LONGEST]) + f"… [{len(text) - LONGEST:,} more characters]"


def isolated(text: str, language: str = "", words: str = "", changed: Iterable[Span] = ()) -> str:
    """Return `text` in an element of its own reading direction.

    `language` becomes its lang attribute, where it looks like a language tag. The first occurrence
    of `words` (which may be parted by other white space than in the text) is underlined, and
    `changed`, spans of `shortened(text)`, are marked.
    """
    lang = f' lang="{language}"' if re.fullmatch(r"[A-Za-z]{2,3}(-\w{1,8})*", language) else ""
    short = shortened(text)
    return f"<bdi{lang}>{_marked(short, _span_of(short, readable(words)), list(changed))}</bdi>"


def changed_words(text: str, against: str) -> list[Span]:
    """Return the spans in `shortened(text)` of the words that `against` has not there."""
    new = [match.span() for match in re.finditer(r"\w+|[^\w\s]", shortened(text))]
    old = re.findall(r"\w+|[^\w\s]", shortened(against))
    words = [shortened(text)[start:end] for start, end in new]
    spans = []
    for kind, _, _, low, high in SequenceMatcher(None, old, words, autojunk=False).get_opcodes():
        if kind in ("replace", "insert"):
            spans.append((new[low][0], new[high - 1][1]))
    return spans


def _span_of(text: str, words: str) -> Span | None:
    """Return the first span of the words in the text."""
    parts = [re.sub("['’]", "['’]", re.escape(word)) for word in words.split()]
    pattern = r"\s*".join(parts)
    match = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) if parts else None
    return None if match is None else match.span()


def _marked(text: str, person: Span | None, changed: list[Span]) -> str:
    """Return the text in pieces, each underlined or marked, both or neither."""
    people = [] if person is None else [person]
    ends = {0, len(text), *(end for span in (*people, *changed) for end in span)}
    pieces = []
    for start, end in pairwise(sorted(ends)):
        piece = html.escape(text[start:end], quote=True)
        if any(low <= start and end <= high for low, high in people):
            piece = f"<u>{piece}</u>"
        if any(low <= start and end <= high for low, high in changed):
            piece = f"<mark>{piece}</mark>"
        pieces.append(piece)
    return "".join(pieces)


def table_html(table: Table, name: str, *, legend: bool = True) -> str:
    """Return a table with caption, row headers and, below it, its legend; `name` is its id.

    Columns that are not shown where there is little room have the class "more".
    """
    head = "".join(
        f'<th scope="col" class="{"number" if column.is_number else "name"}'
        f'{"" if table.layout.is_first(column.field) else " more"}">{escape(column.header)}</th>'
        for column in table.view
    )
    columns = [
        [
            f'<td class="number">{_number(*cell)}</td>'
            for cell in zip(column.cells, column.best, strict=True)
        ]
        if column.is_number
        else [f'<th scope="row">{isolated(cell)}</th>' for cell in column.cells]
        for column in table.view
    ]
    lines = [
        *(f'<p class="caution">{escape(line)}</p>' for line in table.cautions),
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(table.title)}">',
        f'<table><caption id="{name}"><span>{escape(table.title)}</span>{_lead(table)}</caption>',
        f"<thead><tr>{head}</tr></thead>",
        "<tbody>",
        *(f"<tr>{''.join(row)}</tr>" for row in zip(*columns, strict=True)),
        "</tbody></table></div>",
    ]
    if legend and table.legends:
        lines.append('<dl class="legend">')
        for header, explanation in table.legends:
            lines.append(
                f"<div><dt>{escape(header)}</dt><dd>{_legend_html(explanation)}</dd></div>"
            )
        lines.append("</dl>")
    lines += [f'<p class="soft">{escape(note)}</p>' for note in table.remarks]
    return "\n".join(lines)


def _legend_html(legend: str) -> str:
    """Return a legend, in which `words` and *words* may stand as in Markdown."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(legend))
    return re.sub(r"(?<!\w)\*(\w+)\*", r"<em>\1</em>", html)


def _lead(table: Table) -> str:
    return f' <span class="lead">{escape(table.lead)}</span>' if table.lead else ""


def _number(cell: str, best: bool) -> str:
    """Return a figure, in bold if it is the best, with each interval on a line of its own."""
    value, star, _ = figure_parts(cell)
    html = (f"<strong>{escape(value)}</strong>" if best else escape(value)) + star
    lines = [f'<span class="interval">{escape(line)}</span>' for line in figure_lines(cell)[1:]]
    return " ".join((html, *lines))
