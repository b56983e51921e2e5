"""Russian: cases and agreement by pymorphy3."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners
from cdaflow.languages.places import read_places
from cdaflow.languages.ru.gender_forms import in_gender
from cdaflow.languages.ru.morphology import RussianMorphology

LANGUAGE = Language(
    code="ru",
    name="Russian",
    place=read_places(Path(__file__).parent),
    determiners=read_determiners(Path(__file__).with_name("determiners.tsv")),
    morphology=RussianMorphology(),
    genders=("Masc", "Fem", "Neut"),
    articles=False,
    semantic_agreement=True,
    verbs_have_gender=True,
    in_gender=in_gender,
)
