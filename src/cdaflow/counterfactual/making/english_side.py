"""The English of a counterfactual: the swap of words, and the profession where it shows gender."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from cdaflow.counterfactual.making.candidates import Candidate
from cdaflow.rewriting.swapper import Change, Swapper
from cdaflow.wordlists.english_lists import GenderedNouns


class Swapped(NamedTuple):
    """A source in the other gender; `others`: nouns and names beside the profession that changed.

    What they name in the target stays as it is.
    """

    text: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class EnglishSide:
    """How the English is swapped.

    `swapper`: as it was asked for. `nouns`: the list of gendered nouns: a profession that is one
    ("duke", "waitress") goes with its pronoun, whether the swapper changes other nouns or not.
    """

    swapper: Swapper
    nouns: GenderedNouns

    def swap(self, candidate: Candidate) -> Swapped:
        """Return the source in the other gender."""
        text = candidate.source
        changes = list(self.swapper.swap(text, candidate.english).changes)
        if self.swapper.nouns is None:
            full = replace(self.swapper, nouns=self.nouns, names=None)
            more = full.swap(text, candidate.english).changes
            start, end = candidate.start, candidate.end
            own = [c for c in more if c.kind == "noun" and c.start < end and start < c.end]
            articles = [c for c in more if c.kind == "article" and _stands_before(text, c, own)]
            changes += [change for change in own + articles if change not in changes]
            changes.sort()
        pieces, place = [], 0
        for change in changes:
            pieces += [text[place : change.start], change.new]
            place = change.end
        others = [
            text[change.start : change.end]
            for change in changes
            if change.kind in ("noun", "name")
            and not (change.start < candidate.end and candidate.start < change.end)
        ]
        return Swapped("".join([*pieces, text[place:]]), tuple(others))


def _stands_before(text: str, article: Change, nouns: list[Change]) -> bool:
    return any(
        article.end <= noun.start and not text[article.end : noun.start].strip() for noun in nouns
    )
