"""Toy sentences whose labels a small network can learn."""

import pytest

from cdaflow.alternatives.structures import Entity
from cdaflow.alternatives.tagging.tags import TaggedSentence

PEOPLE = {
    "ambiguous": ("doctor", "nurse", "boss", "friend"),
    "masculine": ("man", "father", "king", "boy"),
    "feminine": ("woman", "mother", "queen", "girl"),
}
VERBS = ("saw", "met", "heard", "liked")


def tagged(source, *heads):
    """Return a sentence; a head is its text and its label."""
    found = []
    for text, label in heads:
        start = source.index(text, found[-1].end if found else 0)
        found.append(Entity(start, start + len(text), label))
    return TaggedSentence(source, tuple(found))


def toy_sentences():
    words = [(word, label) for label, group in PEOPLE.items() for word in group]
    pairs = [(one, two) for one in words for two in words if one != two]
    return [
        tagged(f"The {one[0]} {VERBS[number % 4]} the old {two[0]}.", one, two)
        for number, (one, two) in enumerate(pairs)
    ]


@pytest.fixture(scope="session")
def toys():
    """Return sentences to learn from, and others."""
    sentences = toy_sentences()
    return sentences[::2] + sentences[1::4], sentences[3::4]
