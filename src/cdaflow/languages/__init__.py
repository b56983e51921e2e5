"""What is true of a language, whatever it is used for; see `Language`."""

from __future__ import annotations

import importlib
from functools import cache

from cdaflow.errors import ConfigError
from cdaflow.languages.base import Language
from cdaflow.languages.morphology import (
    Agreeing,
    Morphology,
    Slot,
    Slots,
    common,
    frozen,
    genders,
)
from cdaflow.languages.person_pronouns import Pronoun, pronouns
from cdaflow.languages.writing import SurfaceForm

__all__ = [
    "KNOWN",
    "Agreeing",
    "Language",
    "Morphology",
    "Pronoun",
    "Slot",
    "Slots",
    "SurfaceForm",
    "check_written",
    "common",
    "frozen",
    "genders",
    "get",
    "pronouns",
    "written_languages",
]

#: The target languages with a module of their own, by ISO 639-1 code.
KNOWN = ("es", "fr", "it", "pt", "de", "ru", "he")


@cache
def get(code: str) -> Language:
    """Return the language with the ISO 639-1 `code`.

    Raises ConfigError for a language without a module here.
    """
    if code not in (*KNOWN, "en"):
        raise ConfigError(
            "language.unknown",
            f"unknown language {code!r}",
            hint=f"known languages: en, {', '.join(KNOWN)}",
        )
    language: Language = importlib.import_module(f"cdaflow.languages.{code}").LANGUAGE
    return language


def written_languages() -> tuple[str, ...]:
    """Return the codes of the languages whose sentences can be rewritten, in the order of `KNOWN`.

    They have rules to write words beside each other (`Language.writes`). The others are scored,
    and single words of theirs are changed.
    """
    return tuple(code for code in KNOWN if get(code).writes)


def check_written(code: str) -> None:
    """Raise ConfigError for a language whose sentences cannot be rewritten; it names those."""
    if not get(code).writes:
        raise ConfigError(
            "language.not-written",
            f"sentences of {get(code).name} ({code}) cannot be rewritten",
            hint=f"languages with rewriting: {', '.join(written_languages())}",
        )
