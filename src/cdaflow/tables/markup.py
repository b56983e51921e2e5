"""Pieces of HTML: escaped text, marked words, tables and figures that need no network."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from xml.etree import ElementTree

from cdaflow.errors import InputError
from cdaflow.files import read_lines
from cdaflow.tables.render import Table, figure_parts, visible

_SVG = "{http://www.w3.org/2000/svg}"
_DESCRIPTION = ".//{http://purl.org/dc/elements/1.1/}description"


def escape(text: str) -> str:
    """Return `text` safe between tags and in quoted attributes; see `render.visible`."""
    return html.escape(visible(text), quote=True)


def isolated(text: str, language: str = "", words: str = "") -> str:
    """Return `text` in an element of its own reading direction.

    `language` becomes its lang attribute, where it looks like a language tag. The first place
    of `words` (which may be parted by other white space than in the text) is marked.
    """
    lang = f' lang="{language}"' if re.fullmatch(r"[A-Za-z]{2,3}(-\w{1,8})*", language) else ""
    return f"<bdi{lang}>{_marked(visible(text), words)}</bdi>"


def _marked(text: str, words: str) -> str:
    parts = [re.sub("['’]", "['’]", re.escape(word)) for word in visible(words).split()]
    pattern = r"\s*".join(parts)
    match = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) if parts else None
    if match is None:
        return escape(text)
    before, after = text[: match.start()], text[match.end() :]
    return f"{escape(before)}<mark>{escape(match.group())}</mark>{escape(after)}"


def examples_html(title: str, items: Iterable[str], *, is_open: bool) -> Iterator[str]:
    """Yield list items of HTML as a list that unfolds below its title, itself HTML."""
    yield f"<details{' open' if is_open else ''}><summary>{title}</summary>"
    yield '<ol class="examples">'
    yield from items
    yield "</ol></details>"


def table_html(table: Table, name: str) -> str:
    """Return a table with caption, row headers and its legend; `name` is its id."""
    head = "".join(
        f'<th scope="col"{" class=number" if column.number else ""}>{escape(column.header)}</th>'
        for column in table.view
    )
    body = []
    for row, marks in zip(table.cells(), table.best(), strict=True):
        cells = []
        for column, cell, best in zip(table.view, row, marks, strict=True):
            if column.number:
                cells.append(f'<td class="number">{_number(cell, best)}</td>')
            else:
                cells.append(f'<th scope="row">{isolated(cell)}</th>')
        body.append(f"<tr>{''.join(cells)}</tr>")
    lines = [
        f'<div class="wide" role="region" tabindex="0" aria-labelledby="{name}">',
        f'<table><caption id="{name}"><span>{escape(table.title)}</span></caption>',
        f"<thead><tr>{head}</tr></thead>",
        "<tbody>",
        *body,
        "</tbody></table></div>",
    ]
    if table.legends():
        lines.append('<dl class="legend">')
        for header, legend in table.legends():
            lines.append(f"<div><dt>{escape(header)}</dt><dd>{escape(legend)}</dd></div>")
        lines.append("</dl>")
    lines += [f'<p class="soft">{escape(note)}</p>' for note in (table.bold, *table.notes) if note]
    return "\n".join(lines)


def _number(cell: str, best: bool) -> str:
    """Return a figure, in bold if it is the best, with its interval on a line of its own."""
    value, star, interval = figure_parts(cell)
    shown = (f"<strong>{escape(value)}</strong>" if best else escape(value)) + star
    return f'{shown} <span class="interval">{escape(interval)}</span>' if interval else shown


@dataclass(frozen=True)
class Picture:
    """An SVG file with its title and description, "" where it has none."""

    svg: str
    title: str
    description: str


def read_picture(path: str | PathLike[str]) -> Picture:
    """Return an SVG file; InputError where it is none."""
    svg = "\n".join(read_lines(path)) + "\n"
    try:
        if "<!ENTITY" in svg:  # nothing that draws needs one; nested, they fill the memory
            raise InputError("an SVG file with entities of its own is not taken", file=path)
        root = ElementTree.fromstring(svg)  # noqa: S314
    except ElementTree.ParseError as error:
        raise InputError(f"no SVG picture: {error}", file=path) from None
    if root.tag != f"{_SVG}svg":
        raise InputError("no SVG picture", file=path, hint="give figures of `cdaflow tables`")
    title = root.findtext(f"{_SVG}title") or Path(path).stem
    return Picture(svg, title, root.findtext(_DESCRIPTION) or "")


def picture_html(picture: Picture) -> str:
    """Return the figure as an image inside the page: nothing in it can run."""
    data = base64.b64encode(picture.svg.encode("utf-8")).decode("ascii")
    caption = f"<strong>{escape(picture.title)}</strong> {escape(picture.description)}"
    return (
        f'<figure><div class="wide"><img alt="{escape(picture.title)}" '
        f'src="data:image/svg+xml;base64,{data}"></div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )
