"""Analysers of the target filter: what gender the words of a translation show.

An analyser takes a column of targets and returns `cdaflow.gfst.target_filter.Evidence`. Kinds:
`annotator` (features of trees), `lexicon` (look-up), `rules` (what the modules of a language
tell), `letters` (Hebrew alone: the last letter, as in the published pairs).

Words whose neighbours say that they have no gender are left out: French "ce" as a pronoun,
"quelqu'un". Pronouns such as "ce", "cela" and "on" pass the filter of Choubey et al. in both
genders; benchmarks/gfst_filters.py counts them in their pairs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow import languages
from cdaflow.errors import ConfigError
from cdaflow.gfst.analysers.words import SplitSentences
from cdaflow.gfst.target_filter import Evidence
from cdaflow.languages.word_sets import word_set

GenderlessWords = Callable[[SplitSentences], NDArray[np.bool_]]


def genderless_words(language: str) -> GenderlessWords | None:
    """Return a function that marks, shape (M,), which of M words have no gender where they stand.

    These are "ce" joined to its verb by a hyphen ("est-ce vrai"), before a word that no noun phrase
    begins with ("ce qui", "ce n'est"; "ce juge" is masculine), or at the end of its sentence, and
    the article of "quelqu'un", which is split from it. None for a language without such words.
    """
    ambiguous = word_set(language, "pronoun_or_determiner")
    next_words = word_set(language, "pronoun_before")
    first_parts = word_set(language, "pronoun_start")
    if not ambiguous and not first_parts:
        return None

    def genderless(words: SplitSentences) -> NDArray[np.bool_]:
        forms = [form.lower() for form in words.forms.to_pylist()]

        def are(word_list: frozenset[str]) -> NDArray[np.bool_]:
            is_listed: NDArray[np.bool_] = np.array(
                [form in word_list for form in forms], dtype=bool
            )
            return is_listed.take(words.indices)

        # The last word of a text has none behind it, the first none before.
        same_row = words.rows[1:] == words.rows[:-1]
        is_genderless = are(ambiguous)
        is_genderless[:-1] &= words.hyphenated[:-1] | ~same_row | are(next_words)[1:]
        is_genderless[1:] |= are(first_parts)[:-1] & same_row
        return is_genderless

    return genderless


Analyser = Callable[[pa.StringArray], Evidence]
Files = Sequence[str | os.PathLike[str]]


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
    from cdaflow.gfst.analysers import genderless_words
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
