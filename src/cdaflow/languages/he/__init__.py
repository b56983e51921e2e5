"""Hebrew: its written words, and what their forms and their agreement show of gender."""

from __future__ import annotations

from dataclasses import dataclass

from cdaflow.languages.base import Language
from cdaflow.languages.he import spelling
from cdaflow.languages.he.morphology import HebrewMorphology
from cdaflow.languages.he.suffixes import suffixed


@dataclass(frozen=True)
class Hebrew(Language):
    """Hebrew, with marks of its own inside of words."""

    def words(self, text: str) -> list[str]:
        """Return the words and marks of `text`; see `cdaflow.languages.he.spelling.words`."""
        return spelling.words(text)


LANGUAGE = Hebrew(
    code="he",
    name="Hebrew",
    determiners={},  # the article is a prefix; what else agrees stands behind the noun
    morphology=HebrewMorphology(),
    articles=False,
    semantic_agreement=True,
    verbs_have_gender=True,
    suffixed=suffixed,
)
