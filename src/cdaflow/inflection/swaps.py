"""Scores of a model in what it is there for: a word of a treebank in the other gender.

Given are the word's form and features with its lemma, as the product has them (a tagger's lemma
is wrong more often than the treebank's), or the form without the lemma, or the lemma alone; right
is any form that the lexicon has for the other gender in the same paradigm. Only words are asked
that the lexicon has in both genders; a model that is scored so must not have learned from those
lemmata (`cdaflow inflect train --hold-out`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cdaflow.inflection.evaluation import Word
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.transducer.examples import Item, normal

_OTHER = {"Fem": "Masc", "Masc": "Fem"}


class FormModel(Protocol):
    """What is asked of a model: `transducer.model.Transducer` is one."""

    def inflect(self, items: Sequence[Item]) -> Sequence[tuple[str, float]]:
        """Return the form and its log p of each item."""


@dataclass(frozen=True)
class Swap:
    """A word, its features with the other gender, and the forms that are right."""

    word: Word
    feats: Mapping[str, str]
    forms: frozenset[str]


def swaps(words: Iterable[Word], lexicon: Lexicon) -> list[Swap]:
    """Return the nouns and adjectives that the lexicon has in both genders, in sorted order."""
    found = []
    for word in sorted(words):
        feats = dict(word.feats)
        gender = feats.get("Gender", "")
        if word.upos not in ("NOUN", "ADJ") or gender not in _OTHER or "Number" not in feats:
            continue
        other = {**feats, "Gender": _OTHER[gender]}
        forms = frozenset(
            normal(cell.form)
            for entry in lexicon.by_form(word.form)
            if entry.upos == word.upos and _has(entry.feats, feats)
            for cell in lexicon.by_lemma(entry.lemma)
            if (cell.source, cell.upos) == (entry.source, entry.upos) and _has(cell.feats, other)
        )
        if forms:
            found.append(Swap(word, other, forms))
    return found


def _has(feats: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    return all(feats.get(name) == wanted[name] for name in ("Gender", "Number"))


def score_swaps(found: Sequence[Swap], model: FormModel, threshold: float) -> dict[str, Any]:
    """Return how many forms are right, made of form and lemma, or of one: counts by new gender.

    `accepted`: of those made of both, the ones whose log p reaches `threshold`.
    """
    whole = [
        Item(s.word.lemma, s.word.upos, s.feats, s.word.form, dict(s.word.feats)) for s in found
    ]
    from_both = model.inflect(whole)
    from_form = model.inflect([item._replace(lemma="") for item in whole])
    from_lemma = model.inflect([Item(s.word.lemma, s.word.upos, s.feats) for s in found])
    counts: dict[str, Any] = {}
    for gender in sorted(_OTHER):
        rows = [
            (*(normal(form) in s.forms for form in (both, one, other)), log_p >= threshold)
            for s, (both, log_p), (one, _), (other, _) in zip(
                found, from_both, from_form, from_lemma, strict=True
            )
            if s.feats["Gender"] == gender
        ]
        counts[gender] = {
            "types": len(rows),
            "right_from_both": sum(row[0] for row in rows),
            "right_from_form": sum(row[1] for row in rows),
            "right_from_lemma": sum(row[2] for row in rows),
            "accepted": sum(row[3] for row in rows),
            "accepted_right": sum(row[0] and row[3] for row in rows),
        }
    return counts
