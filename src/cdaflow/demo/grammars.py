"""The grammars of several languages with their lexicons, ready to realise scenes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from cdaflow.demo.english import English
from cdaflow.demo.french import French
from cdaflow.demo.grammar import Grammar
from cdaflow.demo.italian import Italian
from cdaflow.demo.lexicon import load_lexicon
from cdaflow.demo.spanish import Spanish
from cdaflow.errors import ConfigError, InputError
from cdaflow.wordlists.english_lists import Stereotypes, load_stereotypes

#: The languages that the demo speaks.
GRAMMARS: Mapping[str, type[Grammar]] = {
    "en": English, "es": Spanish, "fr": French, "it": Italian,
}  # fmt: skip


def professions_file(wordlists: Path, language: str) -> Path:
    """Return the list of professions of a language in the folder of word lists."""
    return wordlists / ("professions.tsv" if language == "en" else f"professions.{language}.tsv")


def load_grammar(language: str, wordlists: Path) -> Grammar:
    """Return the grammar of a language; ConfigError where the demo has none."""
    if language not in GRAMMARS:
        raise ConfigError(
            "demo.language-unsupported",
            f"the demo does not support {language!r}",
            hint=f"supported: {', '.join(GRAMMARS)}",
        )
    return GRAMMARS[language](load_lexicon(language, professions_file(wordlists, language)))


def load_all(
    languages: Iterable[str], wordlists: Path, stereotypes: Path
) -> tuple[Mapping[str, Grammar], Stereotypes]:
    """Return the grammars of English and of `languages`, and the feminine share by profession.

    Raises InputError where a language has no form of a profession of the table, or one of several
    words (the demo's translations use one-word forms only).
    """
    grammars = {code: load_grammar(code, wordlists) for code in ("en", *languages)}
    shares = load_stereotypes(stereotypes, grammars["en"].lexicon.professions)
    for code in languages:
        forms = grammars[code].lexicon.professions
        for profession in shares:
            if any(" " in form for form in forms.get(profession, (" ",))):
                raise InputError(
                    "professions.no-one-word-forms",
                    f"no one-word forms of {profession!r}",
                    file=professions_file(wordlists, code),
                    hint=f"add a row for it, or remove {profession!r} from {stereotypes}",
                )
    return grammars, shares
