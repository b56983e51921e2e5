"""Portuguese, European and Brazilian: closed classes and endings, for scoring."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.pt.morphology import PortugueseMorphology

_FOLDER = Path(__file__).parent
_DETERMINERS = read_determiners(_FOLDER / "determiners.tsv")

LANGUAGE = Language(
    code="pt",
    name="Portuguese",
    place_noun=read_place_nouns(_FOLDER),
    determiners=_DETERMINERS,
    morphology=PortugueseMorphology(_FOLDER, _DETERMINERS),
    semantic_agreement=True,
)
