"""Italian: closed classes and the rules of its written forms."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners
from cdaflow.languages.it.euphony import settle
from cdaflow.languages.it.sounds import ELIDED

LANGUAGE = Language(
    code="it",
    name="Italian",
    determiners=read_determiners(Path(__file__).with_name("determiners.tsv")),
    settle=settle,
    elided=ELIDED,
)
