"""Translations with alternatives, of what a model with structures decodes (Garg et al. 2024).

The model writes structures as symbols, with people where its attention is (section 4). Forms that
differ in more than gender are taken back (appendix J), and so is every structure for a text as
other models write it: the likelier form stays (section 7.3).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Protocol

from cdaflow.alternatives.serialised import Fault, Plain, parse, tags_length
from cdaflow.alternatives.structures import Alternatives, Entity, Structure, write

#: What begins a word in SentencePiece.
_BLANK = "\u2581"

#: The end of a sentence among subwords, as some decoders write it.
_END = "</s>"

#: What can be a head word.
_WORD = re.compile(r"\w+(?:[-\u2010\u2011]\w+)*")

#: A structure also goes with people who get at least this share of the attention of the first one.
SHARED = 0.5

#: What is done with structures that are well-formed.
REJECTED = {
    "same-forms": "two equal forms are text",
    "unlisted": "the forms differ in more than gender: the likelier one is text",
    "no-person": "nobody gets the attention: the likelier form is text",
}


class Decoded(Protocol):
    """What a decoder says of a translation: subwords of both sides, log probabilities, attention.

    `attention`: a row for each subword of the target, with a weight for each of the source.
    """

    @property
    def source(self) -> Sequence[str]:
        """The subwords of the source."""

    @property
    def target(self) -> Sequence[str]:
        """The subwords of the translation."""

    @property
    def log_probabilities(self) -> Sequence[float]:
        """The log probability of each subword of the translation."""

    @property
    def attention(self) -> Sequence[Sequence[float]]:
        """The weights of the subwords of the source for each one of the translation."""


@dataclass(frozen=True)
class Translation:
    """A translation of a student.

    `alternatives`: what it offers; `stripped`: the text in which each structure has its likelier
    form; `faults`: what was repaired or taken back (`ILL_FORMED`, `REJECTED`).
    """

    alternatives: Alternatives
    stripped: str
    faults: Sequence[Fault] = ()


def read_translation(
    source: str,
    decoded: Decoded,
    related: Callable[[str, str], bool] | None = None,
    *,
    shared: float = SHARED,
) -> Translation:
    """Return what a decoded translation of `source` (the English without tags) offers.

    `related`: whether two forms differ in nothing but gender; None: all structures stay.
    """
    target = _Pieces(decoded.target)
    parts, faults = parse(target.text)
    faults = list(faults)
    heads = _Heads(source, decoded.source)
    text = ""
    structures: list[tuple[Structure, list[int]]] = []
    likelier: list[bool] = []
    for part in parts:
        if isinstance(part, Plain):
            text = _joined(text, target.text[part.start : part.end])
            continue
        masculine, feminine = (target.of(form) for form in (part.masculine, part.feminine))
        text = _joined(text, "")
        is_feminine = target.mean(decoded.log_probabilities, part.feminine) > target.mean(
            decoded.log_probabilities, part.masculine
        )
        words = heads.most_attended(decoded.attention[target.index(part.middle)], shared)
        fault = _rejected(masculine, feminine, words, related)
        if fault:
            faults.append(Fault(fault, f"{masculine} / {feminine}"))
            text += feminine if is_feminine else masculine
            continue
        structures.append((Structure(len(text), masculine, feminine), words))
        likelier.append(is_feminine)
        text += masculine
    people = sorted({word for _, words in structures for word in words})
    found = tuple(
        replace(structure, entities=tuple(people.index(word) for word in words))
        for structure, words in structures
    )
    alternatives = Alternatives(
        source, text, found, tuple(Entity(*heads.spans[word]) for word in people)
    )
    chosen = [each for each, is_feminine in zip(found, likelier, strict=True) if is_feminine]
    return Translation(alternatives, write(text, chosen), faults)


def _rejected(
    masculine: str,
    feminine: str,
    words: Sequence[int],
    related: Callable[[str, str], bool] | None,
) -> str:
    """Return why a structure is taken back, "" where it stays."""
    if masculine == feminine:
        return "same-forms"
    if related is not None and not related(masculine, feminine):
        return "unlisted"
    return "" if words else "no-person"


def _joined(text: str, part: str) -> str:
    """Return texts one after the other, with one blank where a symbol was between two."""
    return text + (part.lstrip(" ") if not text or text.endswith(" ") else part)


class _Pieces:
    """Subwords as text: which subword each character is of."""

    def __init__(self, pieces: Sequence[str]) -> None:
        pieces = [*pieces[:-1], ""] if pieces and pieces[-1] == _END else pieces
        whole = "".join(pieces).replace(_BLANK, " ")
        self._lead = len(whole) - len(whole.lstrip(" "))
        self.text = whole.strip(" ")
        self._starts = [0, *accumulate(map(len, pieces))][: len(pieces)]

    def index(self, character: int) -> int:
        """Return the index of the subword that a character of the text is of."""
        return bisect_right(self._starts, character + self._lead) - 1

    def of(self, part: Plain) -> str:
        """Return the characters of a part."""
        return self.text[part.start : part.end]

    def between(self, start: int, end: int) -> range:
        """Return the indices of the subwords of characters, those that are there in part, too."""
        return range(self.index(start), self.index(end - 1) + 1)

    def mean(self, log_probabilities: Sequence[float], part: Plain) -> float:
        """Return the mean log probability of the subwords of a part (section 7.3)."""
        indices = self.between(part.start, part.end)
        return sum(log_probabilities[index] for index in indices) / len(indices)


class _Heads:
    """The words of a source that people may be, and the subwords of each.

    `spans`: the characters of each word in the source.
    """

    def __init__(self, source: str, pieces: Sequence[str]) -> None:
        self._pieces = _Pieces(pieces)
        text = self._pieces.text
        words = list(_WORD.finditer(text, tags_length(text)))
        ours = list(_WORD.finditer(source))
        pairs = _same_words([one.group() for one in words], [one.group() for one in ours])
        self.spans = [ours[j].span() for _, j in pairs]
        self._subwords = [self._pieces.between(*words[i].span()) for i, _ in pairs]

    def most_attended(self, weights: Sequence[float], shared: float) -> list[int]:
        """Return the words with most attention, in order: the first, and those near to it."""
        masses = [sum(weights[index] for index in each) for each in self._subwords]
        most = max(masses, default=0.0)
        return [index for index, mass in enumerate(masses) if 0 < mass >= shared * most]


def _same_words(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Return the indices of words that are the same in a source as a vocabulary writes it."""
    if len(left) == len(right):
        return [(index, index) for index in range(len(left))]
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    return [(a + k, b + k) for a, b, size in blocks for k in range(size)]
