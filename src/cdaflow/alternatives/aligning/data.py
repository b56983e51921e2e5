"""What an alignment model reads: a source, its translation, and a marker around one structure.

Algorithm 2 of Garg et al. (2024): each structure is aligned by itself; the words of the source are
labelled, those of the translation are context.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cdaflow.alternatives.aligning.position import distance
from cdaflow.alternatives.structures import Alternatives, Structure, read_alternatives
from cdaflow.alternatives.tagging.data import Labelled, head_word, word_spans
from cdaflow.alternatives.tagging.training import IGNORED
from cdaflow.errors import InputError

#: The labels of words by number.
LABELS = ("not-aligned", "aligned")

#: What stands between the texts, and around the masculine form.
SEPARATOR, MARKER = ";", "|"


@dataclass(frozen=True, slots=True)
class Case:
    """A structure to align.

    `words`: of the source, SEPARATOR, and those of the all-masculine text with MARKER around the
    structure. `heads`: the index of the head word of each open person; `people`: their indices;
    `distances`: how far they are from the structure, see `distance`. `gold`: those that the
    structure goes with, () where it is not known.
    """

    words: tuple[str, ...]
    heads: tuple[int, ...]
    people: tuple[int, ...]
    distances: tuple[float, ...]
    gold: tuple[int, ...]

    def labelled(self) -> Labelled:
        """Return the words with their labels, as they are learned."""
        size = self.words.index(SEPARATOR, max(self.heads))
        labels = [0] * size + [IGNORED] * (len(self.words) - size)
        for head, person in zip(self.heads, self.people, strict=True):
            labels[head] = int(person in self.gold)
        return Labelled(self.words, tuple(labels))


def cases_of(item: Alternatives) -> Iterator[Case]:
    """Yield the case of each structure; none where nobody is open, or has a word as head."""
    spans = word_spans(item.source)
    entities = item.entities or ()
    heads = {index: head_word(item.source, entities[index], spans) for index in item.open}
    known = {index: head for index, head in heads.items() if head is not None}
    if not known:
        return
    source = tuple(item.source[start:end] for start, end in spans)
    for structure in item.structures:
        words = (*source, SEPARATOR, *_marked(item, structure))
        distances = tuple(distance(structure, item, index) for index in known)
        yield Case(words, tuple(known.values()), tuple(known), distances, structure.entities)


def _marked(item: Alternatives, structure: Structure) -> Iterator[str]:
    """Yield the words of the all-masculine text with the marker around a structure."""
    inside = False
    for start, end in word_spans(item.text):
        overlaps = start < structure.end and end > structure.start
        if overlaps != inside:
            yield MARKER
            inside = overlaps
        yield item.text[start:end]
    if inside:
        yield MARKER


def read_cases(paths: Iterable[str | os.PathLike[str]]) -> list[Case]:
    """Return the cases of files of alternatives whose right people are known and open.

    Raises InputError where there is none.
    """
    found: list[Case] = []
    last = None
    for path in paths:
        last = path
        for item in read_alternatives(path):
            cases = cases_of(item)
            found += [one for one in cases if one.gold and set(one.gold) <= set(one.people)]
    if not found:
        raise InputError(
            "structure.none-of-open-person",
            "no structure goes with a person who is open: there is nothing to learn",
            file=last,
        )
    return found
