"""Words of English sentences and their labels, and the parts of a set."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cdaflow.alternatives.structures import LABELS as PERSON_LABELS
from cdaflow.alternatives.structures import Entity
from cdaflow.alternatives.tagging.tags import TaggedSentence, read_tags
from cdaflow.errors import InputError

#: The labels of words by number; "none": no head word of a person.
LABELS = ("none", *PERSON_LABELS)

#: Hyphens join: "co-worker" is one word, as people are told by the whole of it.
_WORD = re.compile(r"\w+(?:[-\u2010\u2011]\w+)*|[^\w\s]")

#: Behind the head of a phrase: "the President of ...", "Commission's".
_BEHIND = re.compile(r"\s+(?:at|for|from|in|of|on|to|with)\s.*|\s?['’]\s?s?$", re.IGNORECASE)


def word_spans(text: str) -> list[tuple[int, int]]:
    """Return the offsets of the words and punctuation marks of a sentence, in order."""
    return [match.span() for match in _WORD.finditer(text)]


@dataclass(frozen=True, slots=True)
class Labelled:
    """Words of a sentence, each with the number of its label."""

    words: tuple[str, ...]
    labels: tuple[int, ...]


def head_word(text: str, head: Entity, spans: Sequence[tuple[int, int]]) -> int | None:
    """Return the index of the word that stands for a head of several words; None for no word.

    It is the last one, without "'s" and what a preposition begins: "[[Prime Minister of
    Austria]]" is *Minister*.
    """
    phrase = text[head.start : head.end]
    end = head.start + len(_BEHIND.sub("", phrase).rstrip() or phrase)
    inside = [
        index
        for index, (start, stop) in enumerate(spans)
        if start < end and stop > head.start and text[start].isalnum()
    ]
    return inside[-1] if inside else None


def labelled(sentence: TaggedSentence) -> Labelled:
    """Return the words of a sentence with their labels; of two heads of a word the first counts."""
    spans = word_spans(sentence.source)
    labels = [0] * len(spans)
    for head in sentence.heads:
        index = head_word(sentence.source, head, spans)
        if index is not None and not labels[index]:
            labels[index] = LABELS.index(head.label)
    return Labelled(tuple(sentence.source[s:e] for s, e in spans), tuple(labels))


def read_joined(paths: Iterable[str | os.PathLike[str]]) -> list[TaggedSentence]:
    """Return the distinct sentences of some files of tags; of equal ones the first.

    Raises InputError as `read_tags` does, and where there is none.
    """
    found: dict[str, TaggedSentence] = {}
    last = None
    for path in paths:
        last = path
        for sentence in read_tags(path):
            found.setdefault(sentence.source, sentence)
    if not found:
        raise InputError("tag.empty", "there are no tagged sentences", file=last)
    return list(found.values())


def part_of(text: str, parts: int) -> int:
    """Return the part of a set (0 to parts - 1) in which a sentence is, by the hash of its text.

    So a sentence that several sets have is in the same part of each.
    """
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % parts
