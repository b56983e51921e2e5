"""The grammars of several languages with their lexicons, ready to realise scenes."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cdaflow.demo.lexicon import Lexicon, load_lexicon
from cdaflow.demo.scene import Scene
from cdaflow.errors import InputError
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import Stereotypes, load_stereotypes


@dataclass(frozen=True)
class Grammar:
    """One language of the demo."""

    language: str
    lexicon: Lexicon
    realise: Callable[[Scene, Lexicon], Sentence]

    def tree(self, scene: Scene) -> Sentence:
        """Return the scene as a tree of this language."""
        return self.realise(scene, self.lexicon)

    def text(self, scene: Scene) -> str:
        """Return the scene as a sentence of this language."""
        tree = self.tree(scene)
        return tree.comment("text") or tree.text  # the comment saves putting it together again


def professions_file(wordlists: Path, language: str) -> Path:
    """Return the list of professions of a language in the folder of word lists."""
    return wordlists / ("professions.tsv" if language == "en" else f"professions.{language}.tsv")


def load_grammar(language: str, wordlists: Path) -> Grammar:
    """Return the grammar of a language; ConfigError where the demo has none."""
    lexicon = load_lexicon(language, professions_file(wordlists, language))
    return Grammar(language, lexicon, importlib.import_module(f"cdaflow.demo.{language}").realise)


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
                    f"no one-word forms of {profession!r}",
                    file=professions_file(wordlists, code),
                    hint=f"add a row for it, or take {profession!r} out of {stereotypes}",
                )
    return grammars, shares
