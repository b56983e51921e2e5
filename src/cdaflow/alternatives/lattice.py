"""The texts that differ from one in the gender of its words, as a lattice (Garg et al. 2024, 5.1).

A node is a place between words, an arc a way on with what is written. The texts of a lattice are
those of its ways from the first node to the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

#: A stretch without a blank that can be written in more ways is left as it is.
MOST_WAYS = 256


@dataclass(frozen=True)
class Lattice:
    """`arcs`: for each node but the last its arcs, as (node it leads to, text that it writes).

    Nodes are numbered from 0 in the order of the text, and arcs lead to a higher number.
    """

    arcs: Sequence[Sequence[tuple[int, str]]]

    @cached_property
    def paths(self) -> int:
        """The number of ways through the lattice; two of them may write the same text."""
        counts = [0] * len(self.arcs) + [1]
        for node in range(len(self.arcs) - 1, -1, -1):
            counts[node] = sum(counts[end] for end, _ in self.arcs[node])
        return counts[0]

    @cached_property
    def segments(self) -> tuple[tuple[str, ...], ...]:
        """The lattice as segments that end with a blank, each with the texts that it may have.

        Every text is a choice of one of each, those of a segment being distinct and its first the
        one of the first arcs. So the pieces of a text up to the end of a segment do not depend on
        what follows. A segment with more than MOST_WAYS ways has its first text alone.
        """
        last = len(self.arcs)
        blank = [True] * (last + 1)
        reach = 0
        found, start = [], 0
        for node in range(last):
            if node and reach <= node and blank[node]:
                found.append(self._between(start, node))
                start = node
            for end, text in self.arcs[node]:
                reach = max(reach, end)
                blank[end] &= text[-1:].isspace()
        return (*found, self._between(start, last))

    def _between(self, start: int, end: int) -> tuple[str, ...]:
        part = Lattice([
            [(to - start, text) for to, text in self.arcs[node]] for node in range(start, end)
        ])  # fmt: skip
        texts = part.texts()
        return tuple(texts) if part.paths <= MOST_WAYS else (next(texts),)

    def texts(self) -> Iterator[str]:
        """Yield every text once; they may be very many, see `paths`."""
        seen = set()
        ways = [(0, "")]
        while ways:
            node, written = ways.pop()
            if node < len(self.arcs):
                ways += [(end, written + text) for end, text in reversed(self.arcs[node])]
            elif written not in seen:
                seen.add(written)
                yield written

    def accepts(self, text: str) -> bool:
        """Return whether the text is one of the lattice's."""
        offsets: list[set[int]] = [set() for _ in range(len(self.arcs) + 1)]
        offsets[0].add(0)
        for node, arcs in enumerate(self.arcs):
            for end, written in arcs:
                for offset in offsets[node]:
                    if text.startswith(written, offset):
                        offsets[end].add(offset + len(written))
        return len(text) in offsets[-1]
