"""MuST-SHE (Bentivogli et al. 2020): is each annotated word in the gender of the person?

A row has a reference, a wrong reference in which the words that mark the gender are swapped,
and those words (the terms) as pairs of the right and the wrong form. Rows of category 1 speak
of the speaker, whose gender only the voice tells; in category 2 the sentence tells it.

A term is looked for once, and a generated word stands for one term only. The right forms of all
terms are looked for first: the order of the terms does not matter, and a term with both forms
in the sentence (one of them as a word of its own) counts as right. The published script goes
term by term instead, so that with two terms "le la" the sentence "le ... la" has the first both
right and wrong and the second missing; its counts are kept apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: What is counted of a sentence, one column each.
COLUMNS = (
    "terms", "correct", "wrong", "swapped",
    "published_found", "published_correct", "published_wrong",
)  # fmt: skip


@dataclass(frozen=True)
class Term:
    """A word that marks gender: its words in the reference, and in the wrong reference."""

    correct: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class MustSheRow:
    """A row of MuST-SHE. category: 1F, 1M, 2F or 2M; source: "" where the file has none."""

    category: str
    source: str
    reference: str
    wrong_reference: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class MustSheItem:
    """How many terms a sentence has, and what became of them.

    correct, wrong: terms in the right form, in the wrong form. swapped: terms of the wrong
    reference that are generated, whatever is found of the right one. published_*: as the script
    of the paper counts them.
    """

    terms: int
    correct: int
    wrong: int
    swapped: int
    published_found: int
    published_correct: int
    published_wrong: int


def score_item(row: MustSheRow, words: Sequence[str]) -> MustSheItem:
    """Return what became of the terms of a row in the words of its translation.

    Case does not matter, nor the shape of apostrophes.
    """
    generated = [word.lower() for word in words]
    left = list(generated)
    missing = [term for term in row.terms if not _take(left, term.correct)]
    wrong = sum(_take(left, term.wrong) for term in missing)
    alone = list(generated)
    swapped = sum(_take(alone, term.wrong) for term in row.terms)
    correct = len(row.terms) - len(missing)
    return MustSheItem(len(row.terms), correct, wrong, swapped, *_published(row, generated))


def _published(row: MustSheRow, generated: Sequence[str]) -> tuple[int, int, int]:
    """Return the terms found, found right and found wrong, as the published script does."""
    left = list(generated)
    found = correct = wrong = 0
    for term in row.terms:
        right, swapped = _take(left, term.correct), _take(left, term.wrong)
        found += right or swapped
        correct += right
        wrong += swapped
    return found, correct, wrong


def _take(words: list[str], form: Sequence[str]) -> bool:
    """Remove the first place of a form (most often one word); return whether there is one."""
    size = len(form)
    for start in range(len(words) - size + 1):
        if words[start : start + size] == list(form):
            # Not closed up: words that were apart must not become neighbours.
            words[start : start + size] = [""]
            return True
    return False
