"""Hebrew: its written words, and what their forms and their agreement show of gender."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cdaflow.languages.base import Language, read_place_nouns
from cdaflow.languages.he import spelling
from cdaflow.languages.he.morphology import HebrewMorphology
from cdaflow.languages.he.spelling import suffixed


@dataclass(frozen=True)
class Hebrew(Language):
    """Hebrew, with marks of its own inside of words."""

    def words(self, text: str) -> list[str]:
        """Return the words and marks of `text`; see `cdaflow.languages.he.spelling.words`."""
        return spelling.words(text)


_PLACE_NOUN = read_place_nouns(Path(__file__).parent)


def _place_noun(word: str) -> str | None:
    """Tell nouns of places with and without prefixes: "in the library" (בספרייה)."""
    prefixes = len(word) - len(word.lstrip("ושכהבלמ"))
    found = (_PLACE_NOUN(word[start:]) for start in range(min(prefixes, 3) + 1))
    return next((gender for gender in found if gender is not None), None)


LANGUAGE = Hebrew(
    code="he",
    name="Hebrew",
    place_noun=_place_noun,
    determiners={},  # the article is a prefix; what else agrees stands behind the noun
    morphology=HebrewMorphology(),
    articles=False,
    semantic_agreement=True,
    verbs_have_gender=True,
    suffixed=suffixed,
)
