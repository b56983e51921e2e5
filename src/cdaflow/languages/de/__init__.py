"""German: determiners with case, the declension of nouns, and what their endings tell."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.de.morphology import GermanMorphology

__all__ = ["LANGUAGE"]

_DETERMINERS = read_determiners(Path(__file__).with_name("determiners.tsv"))

LANGUAGE = Language(
    code="de",
    name="German",
    place_noun=read_place_nouns(Path(__file__).parent),
    determiners=_DETERMINERS,
    morphology=GermanMorphology(_DETERMINERS),
    genders=("Masc", "Fem", "Neut"),
)
