"""Portuguese, European and Brazilian: closed classes, for scoring."""

from __future__ import annotations

from pathlib import Path

from cdaflow.languages.base import Language, read_determiners

LANGUAGE = Language(
    code="pt",
    name="Portuguese",
    determiners=read_determiners(Path(__file__).with_name("determiners.tsv")),
)
