"""Spanish: closed classes and the rules of its written forms."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners
from cdaflow.languages.es.euphony import settle, stressed_a_nouns

LANGUAGE = Language(
    code="es",
    name="Spanish",
    determiners=read_determiners(Path(__file__).with_name("determiners.tsv")),
    settle=settle,
    masculine_for_sound=stressed_a_nouns(),
)
