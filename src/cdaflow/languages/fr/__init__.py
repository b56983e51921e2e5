"""French: articles, elision, contraction, h aspiré."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners
from cdaflow.languages.fr.euphony import ELIDED, settle

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="fr",
    name="French",
    determiners=read_determiners(Path(__file__).with_name("determiners.tsv")),
    settle=settle,
    elided=ELIDED,
)
