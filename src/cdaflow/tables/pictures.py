"""Figures in the report: SVG files as images inside the page."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from xml.etree import ElementTree

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines
from cdaflow.tables.markup import escape

_SVG = "{http://www.w3.org/2000/svg}"
_DESCRIPTION = ".//{http://purl.org/dc/elements/1.1/}description"


@dataclass(frozen=True)
class Picture:
    """An SVG file with its title and description, "" where it has none.

    name: that of its file, without the ending.
    """

    svg: str
    title: str
    description: str
    name: str = ""


def read_picture(path: str | PathLike[str]) -> Picture:
    """Return an SVG file; InputError where it is none."""
    svg = "\n".join(read_lines(path)) + "\n"
    try:
        if "<!ENTITY" in svg:  # nothing that draws needs one; nested, they fill the memory
            raise InputError(
                "picture.entities", "SVG files that define entities are not accepted", file=path
            )
        root = ElementTree.fromstring(svg)  # noqa: S314
    except ElementTree.ParseError as error:
        raise InputError("picture.malformed", f"malformed SVG: {error}", file=path) from None
    if root.tag != f"{_SVG}svg":
        raise InputError(
            "picture.not-svg", "not an SVG file", file=path, hint="give figures of `cdaflow tables`"
        )
    title = root.findtext(f"{_SVG}title") or Path(path).stem
    return Picture(svg, title, root.findtext(_DESCRIPTION) or "", Path(path).stem)


def pictures_html(pictures: Sequence[Picture]) -> Iterator[str]:
    """Yield the figures; of a row that differ only in what stands in brackets, one is open."""
    before = ""
    for picture in pictures:
        subject = re.sub(r" \([^()]*\)$", "", picture.title)
        if subject == before:
            title = escape(picture.title)
            yield f"<details><summary>{title}</summary>{picture_html(picture)}</details>"
        else:
            yield picture_html(picture)
        before = subject


def picture_html(picture: Picture) -> str:
    """Return the figure as an image inside the page: nothing in it can run.

    Those with colours for dark pages (see `svg`) stand on the page itself, others on white.
    """
    data = base64.b64encode(picture.svg.encode("utf-8")).decode("ascii")
    title = escape(picture.title)
    plate = "wide" if "prefers-color-scheme: dark" in picture.svg else "wide plate"
    return (
        f'<figure><div class="{plate}" role="region" tabindex="0" aria-label="{title}">'
        f'<img alt="{title}. {escape(picture.description)}" '
        f'src="data:image/svg+xml;base64,{data}"></div>'
        f"<figcaption><strong>{title}</strong> {escape(picture.description)}</figcaption></figure>"
    )
