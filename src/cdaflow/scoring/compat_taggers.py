"""The genders that a tagger gives to words one by one, imitated by tables and endings.

The original scorer of WinoMT asks spaCy; the published scores of Stafanovičs et al. (2020) come
from Stanza. Neither is at hand: models are downloaded, and old ones are gone. What they say of
an article or a profession is nearly always what a dictionary says, and of an unknown noun what
its ending does. Tables of their own keep these rules as they are when the scorer's get better.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cdaflow.io.files import read_table
from cdaflow.languages import Language, Slots, genders
from cdaflow.scoring.evidence import GENDERS, Gender
from cdaflow.wordlists.lexicon import Professions

#: How far behind an article that shows no gender (l', des) its noun may stand.
_REACH = 2

#: Contracted articles are two words in French and Italian treebanks (`split-contractions` of the
#: table), so that a tagger trained on these has never seen them as one. Behind a participle
#: ("demandé au chef") Stanza still takes "au" for an article; behind a noun ("un cadeau au chef")
#: for a bare preposition, as spaCy does everywhere.
_PARTICIPLE = re.compile(r"(?:é|i|(?<!a)u|it|is|ert)e?s?$")


class RomanceTagger:
    """The gender of each word of a French, Spanish or Italian text or piece of text.

    `stanza`: the tagger is Stanza's for French, whose treebank (GSD) gives "l'" and nouns of common
    gender a gender in their context; spaCy's treebanks (AnCora, ISDT, Sequoia) give them none.
    `indefinite`: whether "quelqu'un" has the gender of its form.
    """

    def __init__(
        self,
        language: Language,
        professions: Professions,
        *,
        stanza: bool = False,
        indefinite: bool = True,
    ) -> None:
        self.language = language
        self._professions = professions
        words = compat_words(language.code)
        self._stanza = stanza
        self._unseen = frozenset(words.get("split-contractions", ()))
        genderless = words["genderless"] + ([] if indefinite else words.get("indefinite", []))
        self._genderless = frozenset(genderless)
        self._feminine = tuple(words["feminine-endings"])
        self._masculine = tuple(words.get("masculine-endings", ()))

    def gender(self, words: Sequence[str], index: int) -> Gender | None:
        """Return the gender of the word at `index`, None for one that has none."""
        word = words[index].lower()
        before = words[index - 1].lower() if index else ""
        if word in self._unseen and not (self._stanza and _PARTICIPLE.search(before)):
            return None
        readings = self.language.determiners.get(word)
        if readings is None:
            return self._noun(word)
        only = _only(readings)
        if only is not None or not self._stanza:
            return only
        behind = words[index + 1 : index + 1 + _REACH]
        return next(filter(None, (self._noun(word.lower()) for word in behind)), None)

    def _noun(self, word: str) -> Gender | None:
        if not word[:1].isalpha() or word in self._genderless:
            return None
        listed = self._professions.all_forms.get((word,))
        if listed is None:
            stem = word.removesuffix("s") if self.language.code == "fr" else word
            return Gender.FEMALE if stem.endswith(self._feminine) else Gender.MALE
        common = self._stanza or word.endswith(self._masculine)
        return _only(listed) or (Gender.MALE if common else None)


def _only(readings: Slots) -> Gender | None:
    distinct = genders(readings)
    return GENDERS[min(distinct)] if len(distinct) == 1 else None


@cache
def compat_words(language: str) -> dict[str, list[str]]:
    """Return the words of a language that these rules know, by kind."""
    rows = read_table(Path(__file__).with_name("compat_words.tsv"), ("language", "kind", "words"))
    return {row["kind"]: row["words"].split() for _, row in rows if row["language"] == language}


_GENDERS_OF_PYMORPHY = {"masc": Gender.MALE, "femn": Gender.FEMALE, "neut": Gender.NEUTRAL}


@cache
def _analyser() -> Any:
    # Reading the dictionaries takes a fifth of a second, which only Russian should cost.
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


@cache
def russian_parses(word: str) -> tuple[Gender | None, ...]:
    """Return the gender of each analysis that pymorphy has of a word, the likeliest first."""
    return tuple(_GENDERS_OF_PYMORPHY.get(parse.tag.gender) for parse in _analyser().parse(word))


#: pymorphy's classes of words that agree: their masculine and neuter share most forms.
_AGREEING = ("ADJF", "PRTF", "NPRO")


def russian_gender(words: Sequence[str], index: int) -> Gender | None:
    """Return the gender that a tagger would give a word of a Russian text, None for none.

    That is the gender of its likeliest analysis, but: a noun right before a verb of the past is
    its subject, hence a nominative ("техник сказал" is no genitive of "техника"); a form of an
    adjective that may be masculine or neuter ("технического") is masculine, since in these texts it
    stands for a man.
    """
    following = words[index + 1] if index + 1 < len(words) else ""
    return _russian_gender(words[index], _is_past(following))


@cache
def _russian_gender(word: str, subject: bool) -> Gender | None:
    parses = _analyser().parse(word)
    best = parses[0].tag
    if subject and best.POS == "NOUN":
        nouns = (parse.tag for parse in parses if parse.tag.POS == "NOUN")
        nominative = next((tag for tag in nouns if tag.case == "nomn"), None)
        if nominative is None and word[-1].lower() in compat_words("ru")["masculine-endings"]:
            return Gender.MALE
        best = nominative or best
    if best.gender == "neut" and best.POS in _AGREEING:
        same = (parse.tag for parse in parses if parse.tag.POS == best.POS)
        if any(tag.gender == "masc" for tag in same):
            return Gender.MALE
    return _GENDERS_OF_PYMORPHY.get(best.gender)


@cache
def _is_past(word: str) -> bool:
    if not word:
        return False
    tag = _analyser().parse(word)[0].tag
    return bool(tag.POS == "VERB" and tag.tense == "past")
