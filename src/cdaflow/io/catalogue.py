"""Files of a localisation tool: their translation units, and what is proposed for each.

Nothing of such a file is written anew: proposals are put between its bytes, and those of an
earlier run are taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

#: By this begins what cdaflow has put into a file.
MARK = "cdaflow"


@dataclass(frozen=True, slots=True)
class Inline:
    """An inline element, or one of its tags; `raw`: its text in the file.

    `code`: what it stands for (`<b>`, `%s`), "" where the file does not say; of one that opens or
    closes something a tag.
    """

    raw: str
    code: str = ""


#: A text with its inline elements in order.
Text = tuple[str | Inline, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A source and its translation, and the line of the file where the unit begins."""

    line: int
    source: Text
    target: Text


class Proposal(NamedTuple):
    """A translation: its label, and its confidence (a share) if there is one."""

    label: str
    text: Text
    confidence: float | None = None


class Edit(NamedTuple):
    """A span of a file, and what takes its place."""

    start: int
    end: int
    new: bytes = b""


class Catalogue(Protocol):
    """A file of translations.

    `units`: those that have a translation. `sources`, `targets`: the codes of the languages that
    the file names.
    """

    units: list[Unit]
    sources: set[str]
    targets: set[str]

    def with_proposals(self, proposals: Iterable[Sequence[Proposal]]) -> bytes:
        """Return the file with the proposals for each of its units, in order."""


def edited(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return `data` with edits that do not overlap; those of one place in their order."""
    parts = []
    end = 0
    for edit in sorted(edits, key=lambda item: item[:2]):
        parts += [data[end : edit.start], edit.new]
        end = edit.end
    return b"".join([*parts, data[end:]])
