"""Italian: closed classes and the rules of its written forms."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.it.contraction import may_split
from cdaflow.languages.it.euphony import apply_contractions
from cdaflow.languages.romance import RomanceMorphology
from cdaflow.languages.word_sets import word_set

_FOLDER = Path(__file__).parent
_DETERMINERS = read_determiners(_FOLDER / "determiners.tsv")

LANGUAGE = Language(
    code="it",
    name="Italian",
    place_noun=read_place_nouns(_FOLDER),
    determiners=_DETERMINERS,
    apply_contractions=apply_contractions,
    elided=word_set("it", "elided"),
    may_split=may_split,
    morphology=RomanceMorphology(_FOLDER, _DETERMINERS),
    noun_first=True,
    polite_like_her=True,
    semantic_agreement=True,
)
