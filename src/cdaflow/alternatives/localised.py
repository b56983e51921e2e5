"""Alternatives for catalogues of localisation tools: gettext's .po, XLIFF.

A unit is taken apart at its line ends and tabs: what is left are sentences as in other files. An
inline element is a tag (`<t1>`) or a placeholder (`{t1}`) in them, and is written back as it was.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, count, islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from cdaflow.alternatives.markup import is_number, is_placeholder, protected
from cdaflow.alternatives.presentation import confidence, labelled_texts
from cdaflow.alternatives.structures import Alternatives, Entity, Structure
from cdaflow.errors import InputError
from cdaflow.io.catalogue import Catalogue, Inline, Proposal, Text
from cdaflow.io.files import atomic_path, nfc
from cdaflow.io.po import PoFile
from cdaflow.io.xliff import XliffFile
from cdaflow.langid import NAMES

_READERS: dict[str, type[PoFile | XliffFile]] = {
    ".po": PoFile,
    ".xlf": XliffFile,
    ".xliff": XliffFile,
}

#: What is around the sentences of a unit.
_AROUND = re.compile(r"(^\s+|\s*[\x00-\x1f\x7f-\x9f]\s*|\s+$)")


def is_catalogue(path: str | os.PathLike[str] | None) -> bool:
    """Return whether the name of a file is that of a catalogue."""
    return path is not None and Path(path).suffix.lower() in _READERS


class _Unit(NamedTuple):
    """A unit: text and what is between, in turn, and inline elements by what stands for them."""

    line: int
    source: list[str]
    target: list[str]
    elements: dict[str, Inline]

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """The pairs of sentences; none where there are not as many on both sides."""
        sides = [[part for part in side[::2] if part] for side in (self.source, self.target)]
        return list(zip(*sides, strict=True)) if len(sides[0]) == len(sides[1]) else []


class LocalisedFile:
    """A catalogue as sentences.

    `sentences`: source and translation of each; `lines`: the line of the file where its unit
    begins.

    Raises InputError, with file and line, where the file cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._catalogue: Catalogue = _READERS[Path(path).suffix.lower()](str(path))
        self._units = []
        for unit in self._catalogue.units:
            source, target = _with_tags(unit.source), _with_tags(unit.target)
            sides = [_AROUND.split(nfc("".join(text))) for text in (source, target)]
            elements = zip(target, unit.target, strict=True)
            tags = {tag: each for tag, each in elements if isinstance(each, Inline)}
            self._units.append(_Unit(unit.line, sides[0], sides[1], tags))
        self.sentences = [pair for unit in self._units for pair in unit.sentences]
        self.lines = [unit.line for unit in self._units for _ in unit.sentences]

    def check_languages(self, language: str) -> None:
        """Raise InputError where the file says that it is not of English and `language`."""
        sides = ("sources", self._catalogue.sources, "en"), (
            "translations", self._catalogue.targets, language,
        )  # fmt: skip
        for what, codes, expected in sides:
            for code in sorted(codes):
                if re.split("[-_@]", code.lower())[0] != expected:
                    raise InputError(
                        "catalogue.other-language",
                        f"the {what} are in {code!r}, {NAMES.get(expected, expected)} is expected",
                        file=self._path,
                        hint="--lang is the language of the translations, the sources are English",
                    )

    def write(
        self, output: str | os.PathLike[str], items: Iterable[Alternatives]
    ) -> list[tuple[str, str, str]]:
        """Write the catalogue with proposals; `items`: the alternatives of its sentences, in order.

        Returns which units have none for another reason than their sentences: line, cause and
        detail.
        """
        reasons: list[tuple[str, str, str]] = []
        proposals = []
        stream = self._checked(items)
        for unit in self._units:
            found = list(islice(stream, len(unit.sentences)))
            several: list[Proposal] = []
            if not found:
                reasons.append((str(unit.line), "sentences", "other line ends than in the source"))
            elif any(each.structures for each in found):
                several = _proposals(unit, _joined(unit, found))
                if not several:
                    reasons.append((str(unit.line), "placeholders", "they would not be kept"))
            proposals.append(several)
        next(stream, None)
        with atomic_path(output) as temporary:
            temporary.write_bytes(self._catalogue.with_proposals(proposals))
        return reasons

    def _checked(self, items: Iterable[Alternatives]) -> Iterator[Alternatives]:
        """Yield alternatives; InputError where they are not of the sentences of this file."""
        for number, (item, pair) in enumerate(zip_longest(items, self.sentences), 1):
            found, expected = item and item.source, pair and pair[0]
            if found != expected:
                raise InputError(
                    "catalogue.other-sentences",
                    f"sentence {number} is {expected!r}, the alternatives are of {found!r}",
                    file=self._path,
                    hint="give the alternatives that were made of this catalogue",
                )
            yield item


def _with_tags(text: Text) -> list[str]:
    """Return the parts of a text with a tag or placeholder for each inline element."""
    literal = "".join(part for part in text if isinstance(part, str))
    numbers = count(1)
    made = []
    for before, part, after in zip(("", *text[:-1]), text, (*text[1:], ""), strict=True):
        if isinstance(part, Inline):
            sides = (side if isinstance(side, str) else "" for side in (before, after))
            form = _form(part.code, *sides)
            part = next(tag for n in numbers if (tag := form.format(n)) not in literal)
        made.append(part)
    return made


def _form(code: str, before: str, after: str) -> str:
    """Return what stands for a code: without one that says it, it is a word where it is apart."""
    glued = before[-1:].isalnum() or after[:1].isalnum()
    if code.startswith("<") or (glued and not is_placeholder(code)):
        return "<t{}>"
    return "{{t{}_n}}" if is_number(code) else "{{t{}}}"


def _joined(unit: _Unit, items: Sequence[Alternatives]) -> Alternatives:
    """Return the alternatives of the sentences of a unit as those of one text."""
    texts = (item.text for item in items)
    target = [next(texts) if part and not n % 2 else part for n, part in enumerate(unit.target)]
    structures: list[Structure] = []
    entities: list[Entity] = []
    for item, start, first in zip(items, _starts(target), _starts(unit.source), strict=True):
        for each in item.structures:
            people = tuple(person + len(entities) for person in each.entities)
            structures.append(replace(each, start=start + each.start, entities=people))
        entities += [
            replace(each, start=first + each.start, end=first + each.end)
            for each in item.entities or ()
        ]
    return Alternatives("".join(unit.source), "".join(target), tuple(structures), tuple(entities))


def _starts(parts: Sequence[str]) -> list[int]:
    """Return where the sentences begin among what is between them."""
    offsets = accumulate(map(len, parts), initial=0)
    return [
        offset
        for n, (offset, part) in enumerate(zip(offsets, parts, strict=False))
        if part and not n % 2
    ]


def _proposals(unit: _Unit, alternatives: Alternatives) -> list[Proposal]:
    """Return the texts for a unit; none where one would not keep all tags and placeholders."""
    kept = protected("".join(unit.target))
    least = min(confidence(alternatives).values(), default=None)
    tag = re.compile("|".join(map(re.escape, unit.elements)) or "(?!)")
    proposals = []
    for label, text in labelled_texts(alternatives):
        if protected(text) != kept:
            return []
        plain = tag.split(text)
        inline = [unit.elements[each] for each in tag.findall(text)]
        parts = [part for pair in zip_longest(plain, inline) for part in pair if part]
        proposals.append(Proposal(label, tuple(parts), least))
    return proposals
