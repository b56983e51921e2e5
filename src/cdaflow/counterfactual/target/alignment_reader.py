"""Word alignments of pairs as places in their texts, read line by line (Pharaoh format)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence

from cdaflow.alignment.pharaoh import check_variety
from cdaflow.alignment.words import splitter
from cdaflow.errors import InputError
from cdaflow.io.files import read_lines

#: What the links count: words as cdaflow splits them, or white-space tokens.
UNITS = ("words", "tokens")

#: No sentence has more words than such a number says.
_LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")

#: The start and end (excluded) of a word among the characters of its text.
Span = tuple[int, int]


class AlignmentReader:
    """The lines of a Pharaoh file, one for each pair in order.

    `language`: of the target. `units`: what the links count, see UNITS.
    """

    def __init__(self, path: str | os.PathLike[str], language: str, units: str = "words") -> None:
        self._path = path
        self._lines: Iterator[tuple[int, str]] = enumerate(read_lines(path), 1)
        by_words = units == "words"
        self._source: Callable[[str], list[str]] = splitter("en") if by_words else str.split
        self._target: Callable[[str], list[str]] = splitter(language) if by_words else str.split
        # Two different sets of links tell that they are not all the same: no more are kept.
        self._different: set[frozenset[tuple[int, int]]] = set()
        self._shares: list[float] = []

    def next(self, source: str, target: str, start: int, end: int) -> tuple[Span, ...]:
        """Return the places of the target words that the next line links to a part of the source.

        `start`, `end`: the characters of that part.

        Raises InputError where there is no further line, or it is not of such a pair.
        """
        number, line = next(self._lines, (0, ""))
        if not number:
            raise InputError("there are fewer lines of links than pairs", file=self._path)
        sources = spans(source, self._source(source))
        targets = spans(target, self._target(target))
        found = []
        links = set()
        for item in line.split():
            match = _LINK.fullmatch(item)
            if match is None:
                raise InputError(
                    f"{item!r} is no link: 0-based source and target index are wanted, as in 0-1",
                    file=self._path,
                    line=number,
                )
            i, j = int(match[1]), int(match[2])
            links.add((i, j))
            if i >= len(sources) or j >= len(targets):
                raise InputError(
                    f"link {item} points past the sentence: {source!r} - {target!r}",
                    file=self._path,
                    line=number,
                    hint="align this very file with `cdaflow score align`; say "
                    "--alignment-units tokens where white-space tokens are counted",
                )
            if sources[i][0] < end and start < sources[i][1]:
                found.append(targets[j])
        if sources and targets and len(self._different) < 2:
            self._different.add(frozenset(links))
            self._shares.append(len({j for _, j in links}) / len(targets))
        return tuple(sorted(set(found)))

    def finish(self) -> None:
        """Raise InputError where there are more lines than pairs, or they are no alignment."""
        check_variety(self._path, self._different, self._shares)
        number, _ = next(self._lines, (0, ""))
        if number:
            raise InputError("there are more lines of links than pairs", file=self._path,
                             line=number)  # fmt: skip


def spans(text: str, words: Sequence[str]) -> list[Span]:
    """Return where each word stands in the text; typographic apostrophes count as straight."""
    text = text.replace("’", "'")
    found: list[Span] = []
    place = 0
    for word in words:
        start = max(text.find(word, place), place)
        place = min(start + len(word), len(text))
        found.append((start, place))
    return found
