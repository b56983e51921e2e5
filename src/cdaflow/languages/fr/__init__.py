"""French: articles, elision, contraction, h aspiré."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.fr.euphony import apply_contractions
from cdaflow.languages.romance import RomanceMorphology
from cdaflow.languages.word_sets import word_set

__all__ = ["LANGUAGE"]

_FOLDER = Path(__file__).parent
_DETERMINERS = read_determiners(_FOLDER / "determiners.tsv")

LANGUAGE = Language(
    code="fr",
    name="French",
    place_noun=read_place_nouns(_FOLDER),
    determiners=_DETERMINERS,
    apply_contractions=apply_contractions,
    elided=word_set("fr", "elided"),
    morphology=RomanceMorphology(_FOLDER, _DETERMINERS, reflexive_agrees=False),
    noun_first=True,
    semantic_agreement=True,
)
