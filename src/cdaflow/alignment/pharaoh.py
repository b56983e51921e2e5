"""Word alignments: the Pharaoh format, and the union of two directions of links.

A link (i, j) joins word i of the source to word j of the target, both counted from 0; the
Pharaoh format writes the links of one pair on one line: "0-0 1-2 2-1". `AlignmentReader` reads
them line by line, as positions in the texts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set

from cdaflow.alignment.words import splitter
from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, whole_number
from cdaflow.statistics.warnings import Kind, Warnings, of_lines

Link = tuple[int, int]

#: The words of a side, and of both sides of a sentence pair.
Words = Sequence[str]
Pair = tuple[Words, Words]

_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def format_links(links: Set[Link]) -> str:
    """Return one line of a Pharaoh file, the links in order."""
    return " ".join(f"{i}-{j}" for i, j in sorted(links))


def read_pharaoh(
    path: str | os.PathLike[str], lengths: Sequence[tuple[int, int]]
) -> list[frozenset[Link]]:
    """Return the links of each pair of a Pharaoh file.

    `lengths` has the number of source and target words of each pair. Raises InputError where
    the number of lines is another, a link is malformed, or it points past its sentence.
    """
    alignments: list[frozenset[Link]] = []
    # Few links are written in many lines: each is read once.
    parsed: dict[str, Link] = {}
    for number, line in enumerate(read_lines(path), 1):
        items = line.split()
        for item in items:
            if item not in parsed:
                parsed[item] = _link(item, path, number)
        links = frozenset(parsed[item] for item in items)
        if number <= len(lengths):
            _check_within(links, lengths[number - 1], path, number)
        alignments.append(links)
    if len(alignments) != len(lengths):
        raise InputError(
            "alignment.line-count",
            f"the file has {len(alignments)} lines of links for {len(lengths)} sentence pairs",
            file=path,
            hint="align exactly the files that are scored: cdaflow score align",
        )
    return alignments


#: Fewer lines with the same links may well be sentences of one shape.
_SAME_SHAPE = 10

#: Share of the target words of a sentence that an aligner links at least.
_LEAST_LINKED = 0.25


def check_links(
    path: str | os.PathLike[str],
    links: Sequence[Set[Link]],
    lengths: Sequence[tuple[int, int]],
) -> Warnings:
    """Return the lines of a Pharaoh file whose links are fewer than an aligner makes.

    `links`, `lengths`: as of `read_pharaoh`. Raises InputError where the file is no alignment at
    all: no line has a link, or all have the same few (0-0, say).
    """
    present = [
        (n, line, targets)
        for n, (line, (sources, targets)) in enumerate(zip(links, lengths, strict=True))
        if sources and targets
    ]
    shares = {n: len({j for _, j in line}) / targets for n, line, targets in present}
    check_variety(path, {frozenset(line) for _, line, _ in present}, shares.values())
    warnings: Warnings = []
    few = [n for n, share in shares.items() if share < _LEAST_LINKED]
    problem = "fewer than a quarter of the words of the translation are linked to the source"
    of_lines(warnings, Kind.FEW_LINKS, problem, few, len(links))
    return warnings


def check_variety(
    path: str | os.PathLike[str], different: Collection[Collection[Link]], shares: Collection[float]
) -> None:
    """Raise InputError where a Pharaoh file has no links, or the same few on every line.

    `different`: the different sets of links of its lines. `shares`: how many of the target words
    are linked, for each pair that has words.
    """
    if not shares or (any(different) and len(different) > 1):
        return
    (only,) = different or [()]
    if not only:
        code, problem = "alignment.no-links", f"none of {len(shares)} sentence pairs has a link"
    elif len(shares) >= _SAME_SHAPE and sum(shares) < 0.5 * len(shares):
        listed = format_links(frozenset(only))
        code = "alignment.same-links"
        problem = f"all {len(shares)} sentence pairs have the same links, {listed}"
    else:
        return
    raise InputError(
        code,
        f"{problem}: this is not a word alignment",
        file=path,
        hint="align exactly the files that are used: cdaflow score align",
    )


def _link(item: str, path: str | os.PathLike[str], number: int) -> Link:
    first, _, second = item.partition("-")
    source, target = whole_number(first), whole_number(second)
    if source is None or target is None:
        raise InputError(
            "alignment.malformed-link",
            f"{item!r} is not a link; expected a source index and a target index from 0, as in 0-1",
            file=path,
            line=number,
        )
    return source, target


def _check_within(
    links: Set[Link], length: tuple[int, int], path: str | os.PathLike[str], number: int
) -> None:
    sources, targets = length
    beyond = sorted((i, j) for i, j in links if i >= sources or j >= targets)
    if not beyond:
        return
    i, j = beyond[0]
    side, words = ("source", sources) if i >= sources else ("target", targets)
    raise InputError(
        "alignment.link-out-of-range",
        f"link {i}-{j} points past the {side}, which has {words} words",
        file=path,
        line=number,
        hint="the links belong to other sentences or another tokenisation: align again with "
        "`cdaflow score align`, or give `--alignment-units tokens` if the links count "
        "white-space tokens",
    )


def intersection(forward: Set[Link], reverse: Set[Link]) -> set[Link]:
    """Return the links that both directions have: few, and right."""
    return set(forward & reverse)


def grow_diag_final_and(forward: Set[Link], reverse: Set[Link]) -> set[Link]:
    """Return the symmetrised links of the two directions.

    Koehn, Och and Marcu (2003, section 4.5) with the variant "final-and" of Moses: start at
    the intersection; add links of the union that neighbour (also diagonally) a link already
    in, while one of their two words has none; then add links whose two words both have none,
    first of `forward`, then of `reverse`. The order is fixed, so the result is too.
    """
    links = set(forward & reverse)
    union = forward | reverse
    sources = {i for i, _ in links}
    targets = {j for _, j in links}

    def add(link: Link) -> None:
        links.add(link)
        sources.add(link[0])
        targets.add(link[1])

    queue = sorted(links)
    while queue:
        i, j = queue.pop(0)
        for down, right in _NEIGHBOURS:
            near = i + down, j + right
            if (
                near in union
                and near not in links
                and (near[0] not in sources or near[1] not in targets)
            ):
                add(near)
                queue.append(near)
    for direction in (forward, reverse):
        for link in sorted(direction):
            if link[0] not in sources and link[1] not in targets:
                add(link)
    return links


def to_words(
    links: Iterable[Link], sources: Sequence[range], targets: Sequence[range]
) -> frozenset[Link]:
    """Return links between white-space tokens as links between the words inside them."""
    return frozenset((i, j) for s, t in links for i in sources[s] for j in targets[t])


#: What the links count: words as cdaflow splits them, or white-space tokens.
UNITS = ("words", "tokens")

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
        """Return the spans of the target words that the next line links to a part of the source.

        `start`, `end`: the characters of that part.

        Raises InputError where there is no further line, or it is not of such a pair.
        """
        number, line = next(self._lines, (0, ""))
        if not number:
            raise InputError(
                "alignment.too-few-lines",
                "there are fewer lines of links than pairs",
                file=self._path,
            )
        sources = spans(source, self._source(source))
        targets = spans(target, self._target(target))
        links = {_link(item, self._path, number) for item in line.split()}
        _check_within(links, (len(sources), len(targets)), self._path, number)
        if sources and targets and len(self._different) < 2:
            self._different.add(frozenset(links))
            self._shares.append(len({j for _, j in links}) / len(targets))
        return tuple(
            sorted({targets[j] for i, j in links if sources[i][0] < end and start < sources[i][1]})
        )

    def finish(self) -> None:
        """Raise InputError where there are more lines than pairs, or they are no alignment."""
        check_variety(self._path, self._different, self._shares)
        number, _ = next(self._lines, (0, ""))
        if number:
            raise InputError(
                "alignment.too-many-lines",
                "there are more lines of links than pairs",
                file=self._path,
                line=number,
            )


def spans(text: str, words: Sequence[str]) -> list[Span]:
    """Return where each word stands in the text; typographic apostrophes count as straight."""
    text = text.replace("’", "'")
    word_spans: list[Span] = []
    end = 0
    for word in words:
        start = max(text.find(word, end), end)
        end = min(start + len(word), len(text))
        word_spans.append((start, end))
    return word_spans
