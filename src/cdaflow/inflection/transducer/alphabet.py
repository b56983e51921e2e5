"""Characters and feature symbols as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cdaflow.inflection.transducer.examples import Example

#: Numbers before those of the characters. EDGE stands on both sides of the source, and before
#: and after the form: its end is a character like others, and can be aligned with the source's.
PADDING, EDGE, UNKNOWN = 0, 1, 2
_SPECIAL = 3


@dataclass(frozen=True)
class Alphabet:
    """The characters and feature symbols that a model knows; both sorted."""

    characters: tuple[str, ...]
    symbols: tuple[str, ...]

    @classmethod
    def collect(cls, examples: Iterable[Example], rare: int = 0) -> Alphabet:
        """Return the alphabet of examples; characters in at most `rare` of them are unknown."""
        characters: Counter[str] = Counter()
        symbols: set[str] = set()
        for example in examples:
            characters.update(set(example.source) | set(example.target))
            symbols.update(example.symbols)
        often = sorted(letter for letter, count in characters.items() if count > rare)
        return cls(tuple(often), tuple(sorted(symbols)))

    @property
    def size(self) -> int:
        """How many numbers characters have, the special ones included."""
        return _SPECIAL + len(self.characters)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {letter: number for number, letter in enumerate(self.characters, _SPECIAL)}

    @cached_property
    def _symbol(self) -> dict[str, int]:
        return {symbol: number for number, symbol in enumerate(self.symbols)}

    def encode(self, word: str, unknown: str = "") -> list[int]:
        """Return a word with EDGE on both sides, UNKNOWN for characters that are not here.

        `unknown`: a character that is to count as not here.
        """
        number = self._number
        inner = [number.get(c, UNKNOWN) if c != unknown else UNKNOWN for c in word]
        return [EDGE, *inner, EDGE]

    def encode_symbols(self, symbols: Sequence[str]) -> list[int]:
        """Return the numbers of symbols; those never seen say nothing and are left out."""
        return [self._symbol[symbol] for symbol in symbols if symbol in self._symbol]

    def letter(self, number: int) -> str:
        """Return the character of a number from `_SPECIAL` up."""
        return self.characters[number - _SPECIAL]
