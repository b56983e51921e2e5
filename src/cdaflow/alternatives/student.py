"""Translations with alternatives, of what a model with structures decodes (Garg et al. 2024).

The model writes structures as symbols, and each belongs to the person where the attention is
(section 4). Forms that differ in more than gender are taken back (appendix J), and so is every
structure for a text as other models write it: the likelier forms stay (section 7.3).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from cdaflow.alternatives.serialised import Fault, Plain, parse, tags_length
from cdaflow.alternatives.structures import Alternatives, Entity, Structure, write

#: What can be a head word.
_WORD = re.compile(r"\w+(?:[-\u2010\u2011]\w+)*")

#: What is done with structures that are well-formed.
REJECTED = {
    "same-forms": "two equal forms are text",
    "unlisted": "the forms differ in more than gender: the likelier one is text",
    "no-person": "nobody gets the attention: the likelier form is text",
}

Span = tuple[int, int]


class Decoded(Protocol):
    """What a decoder says of a translation (`cdaflow.nmt.details.Details`).

    All of subwords, in order; the last may be the end of the sentence, which has no characters.
    """

    @property
    def source_spans(self) -> Sequence[Span]:
        """The characters of each subword in the line that was translated."""

    @property
    def target_spans(self) -> Sequence[Span]:
        """The characters of each subword in the translation."""

    @property
    def log_probabilities(self) -> Sequence[float]:
        """The log probability of each subword of the translation."""

    @property
    def attention(self) -> Sequence[Sequence[float]]:
        """For each subword of the translation the weights of those of the source."""


@dataclass(frozen=True)
class Translation:
    """A translation of a student.

    `alternatives`: what it offers. `stripped`: the text in which each person has the gender whose
    forms are likelier, by the mean log probability of their subwords; the paper chooses for each
    structure alone (section 7.3), and may write a woman's article before a man's noun. `faults`:
    what was repaired or taken back (`ILL_FORMED`, `REJECTED`).
    """

    alternatives: Alternatives
    stripped: str
    faults: Sequence[Fault] = ()


def read_translation(
    line: str,
    translation: str,
    decoded: Decoded,
    related: Callable[[str, str], bool] | None = None,
) -> Translation:
    """Return what a translation with symbols offers.

    `line`: what was translated, with its tags, which the sources of alternatives do not have.
    `related`: whether two forms differ in nothing but gender; None: all structures stay.

    A structure belongs to the word with most attention at its MID, and to nobody else: of what is
    second most is an adjective (section 4 has one person to a structure, too).
    """
    parts, faults = parse(translation)
    words = list(_WORD.finditer(line, tags_length(line)))
    text = ""
    structures: list[tuple[Structure, int]] = []
    gains: dict[int, list[float]] = {}
    for part in parts:
        if isinstance(part, Plain):
            text = _joined(text, translation[part.start : part.end])
            continue
        forms = part.masculine, part.feminine
        masculine, feminine = (translation[form.start : form.end] for form in forms)
        means = [_mean(decoded, form) for form in forms]
        person = _most_attended(words, decoded, part.middle)
        fault = _rejected(masculine, feminine, person, related)
        text = _joined(text, "")
        if fault:
            faults.append(Fault(fault, f"{masculine} / {feminine}"))
            text += feminine if means[1] > means[0] else masculine
            continue
        structures.append((Structure(len(text), masculine, feminine), person))
        gains.setdefault(person, []).append(means[1] - means[0])
        text += masculine
    lead = tags_length(line)
    people = sorted({person for _, person in structures})
    found = tuple(replace(one, entities=(people.index(person),)) for one, person in structures)
    spans = (words[person].span() for person in people)
    entities = tuple(Entity(start - lead, end - lead) for start, end in spans)
    women = {people.index(person) for person, each in gains.items() if sum(each) > 0}
    chosen = [one for one in found if women.issuperset(one.entities)]
    return Translation(
        Alternatives(line[lead:], text, found, entities), write(text, chosen), faults
    )


def _rejected(
    masculine: str, feminine: str, person: int, related: Callable[[str, str], bool] | None
) -> str:
    """Return why a structure is taken back, "" where it stays."""
    if masculine == feminine:
        return "same-forms"
    if related is not None and not related(masculine, feminine):
        return "unlisted"
    return "no-person" if person < 0 else ""


def _joined(text: str, part: str) -> str:
    """Return texts one after the other, with one blank where a symbol was between two."""
    return text + (part.lstrip(" ") if not text or text.endswith(" ") else part)


def _mean(decoded: Decoded, part: Plain) -> float:
    """Return the mean log probability of the subwords of a part (section 7.3)."""
    found = [
        score
        for span, score in zip(decoded.target_spans, decoded.log_probabilities, strict=True)
        if _overlap(span, (part.start, part.end))
    ]
    return sum(found) / len(found) if found else float("-inf")


def _most_attended(words: Sequence[re.Match[str]], decoded: Decoded, middle: int) -> int:
    """Return the index of the word with most attention at a MID; -1 where none has any."""
    spans = decoded.target_spans
    row = next((i for i, (start, end) in enumerate(spans) if start <= middle < end), None)
    if row is None:
        return -1
    weights = list(zip(decoded.source_spans, decoded.attention[row], strict=True))
    masses = [sum(w for span, w in weights if _overlap(span, word.span())) for word in words]
    most = max(masses, default=0.0)
    return masses.index(most) if most > 0 else -1


def _overlap(one: Span, other: Span) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])
