"""Russian: cases and agreement by pymorphy3."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.ru.analyzer import in_gender
from cdaflow.languages.ru.morphology import RussianMorphology

LANGUAGE = Language(
    code="ru",
    name="Russian",
    place_noun=read_place_nouns(Path(__file__).parent),
    determiners=read_determiners(Path(__file__).with_name("determiners.tsv")),
    morphology=RussianMorphology(),
    genders=("Masc", "Fem", "Neut"),
    articles=False,
    semantic_agreement=True,
    verbs_have_gender=True,
    in_gender=in_gender,
)
