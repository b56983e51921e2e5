"""Spanish: closed classes and the rules of its written forms."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.es.euphony import apply_contractions, stressed_a_nouns
from cdaflow.languages.romance import RomanceMorphology

_FOLDER = Path(__file__).parent
_DETERMINERS = read_determiners(_FOLDER / "determiners.tsv")

LANGUAGE = Language(
    code="es",
    name="Spanish",
    place_noun=read_place_nouns(_FOLDER),
    determiners=_DETERMINERS,
    apply_contractions=apply_contractions,
    masculine_for_sound=stressed_a_nouns(),
    morphology=RomanceMorphology(_FOLDER, _DETERMINERS),
    noun_first=True,
    semantic_agreement=True,
)
