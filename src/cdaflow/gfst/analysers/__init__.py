"""Analysers of the target filter: what gender the words of a translation show.

An analyser takes a column of targets and returns `cdaflow.gfst.target_filter.Evidence`. Kinds:
`annotator` (features of trees), `lexicon` (look-up), `rules` (what the modules of a language
tell), `letters` (Hebrew alone: the last letter, as in the published pairs).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from cdaflow import languages
from cdaflow.errors import ConfigError
from cdaflow.gfst.target_filter import Evidence

Analyser = Callable[[pa.StringArray], Evidence]
Files = Sequence[str | os.PathLike[str]]

#: Kinds of analysers of single words; `annotator` is beside them.
WORD_KINDS = ("lexicon", "rules", "letters")


@dataclass(frozen=True)
class WordSettings:
    """Which analyser of words, and of what files it is made."""

    kind: str
    language: str
    treebanks: Files = ()
    lexicons: Files = ()
    word_lists: Files = ()


def make_word_analyser(settings: WordSettings) -> Analyser:
    """Return the analyser of words that the settings say.

    Raises ConfigError for an unknown language or a kind that it does not have, and InputError for
    a file that cannot be read.
    """
    from cdaflow.gfst.analysers.context import genderless_words
    from cdaflow.gfst.analysers.words import WordAnalyser

    language = settings.language
    genderless = genderless_words(language)
    if settings.kind == "lexicon":
        from cdaflow.gfst.analysers.lexicon import read_lexicon_gender

        look_up = read_lexicon_gender(
            language,
            treebanks=settings.treebanks,
            lexicons=settings.lexicons,
            word_lists=settings.word_lists,
        )
        return WordAnalyser(
            look_up, names=languages.get(language).capital_names, genderless=genderless
        )
    if settings.kind == "letters" and language == "he":
        from cdaflow.gfst.analysers.hebrew import LastLetterGender
        from cdaflow.gfst.analysers.words import split_at_blanks

        return WordAnalyser(LastLetterGender(), split=split_at_blanks)
    if settings.kind == "rules":
        if language == "he":
            from cdaflow.gfst.analysers.hebrew import HebrewGender, noun_codes
            from cdaflow.inflection.sources import read_entries

            nouns = noun_codes(read_entries(word_lists=settings.word_lists))
            return WordAnalyser(HebrewGender(nouns))
        from cdaflow.gfst.analysers.rules import MorphologyGender, RussianGender

        gender = RussianGender() if language == "ru" else MorphologyGender(language)
        return WordAnalyser(
            gender, names=languages.get(language).capital_names, genderless=genderless
        )
    raise ConfigError(
        "analyser.unsupported-language",
        f"the analyser {settings.kind!r} does not support {language!r}",
        hint="annotator, lexicon and rules support every language, letters only he",
    )


def make_pronoun_analyser(language: str) -> Analyser:
    """Return the analyser of gendered pronouns of the third person (footnote 15 of the paper)."""
    from cdaflow.gfst.analysers.lexicon import LexiconGender
    from cdaflow.gfst.analysers.rules import pronoun_genders
    from cdaflow.gfst.analysers.words import WordAnalyser

    return WordAnalyser(LexiconGender(pronoun_genders(language)))
