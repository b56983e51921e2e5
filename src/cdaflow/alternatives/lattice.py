"""The texts that differ from one in the gender of its words, as a lattice (Garg et al. 2024, 5.1).

A node is a place between words, an arc a way on with what is written. The texts of a lattice are
those of its ways from the first node to the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property


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
