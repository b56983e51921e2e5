"""Nouns of persons by their endings, for those that no lexicon has in both genders.

The table agents.tsv of a language has the endings (or whole words) of both genders, the first that
fits counts: "tatoueur", "tatoueuse". Things that end alike: the word set "no_agent". Who asks for a
form has to know that a person is meant; the ending alone says little.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.languages.word_sets import language_rows, word_set
from cdaflow.trees import Token

_COLUMNS = {
    ("Masc", "Sing"): "masculine",
    ("Fem", "Sing"): "feminine",
    ("Masc", "Plur"): "masculine_plural",
    ("Fem", "Plur"): "feminine_plural",
}

#: Minimum number of letters before an ending; rows of this many letters are words.
_STEM, _WORD = 2, 7


@cache
def _endings(language: str) -> tuple[Mapping[str, str], ...]:
    return tuple(language_rows(language, "agents.tsv", tuple(_COLUMNS.values())))


def agent_form(form: str, gender: str, language: str) -> str | None:
    """Return a noun of an agent in a gender, in the same number; None where no ending fits.

    The form that has `gender` already is returned as it is.
    """
    word = form.lower()
    for row in _endings(language):
        for (_, number), column in _COLUMNS.items():
            ending, wanted = row[column], row[_COLUMNS[gender, number]]
            fits = word.endswith(ending) and len(word) >= min(len(ending) + _STEM, _WORD)
            if ending and fits:
                stem = word[: len(word) - len(ending)]
                thing = stem + row["masculine"] in word_set(language, "no_agent")
                return None if thing else stem + wanted
    return None


def with_agents(words: SentenceInflector) -> SentenceInflector:
    """Return what makes also the forms of agents that no lexicon has.

    Whether a noun may change is left to the lexicon alone.
    """
    old = words.inflector

    def derived(token: Token, feats: Mapping[str, str]) -> str | None:
        gender = feats.get("Gender", "")
        if token.upos != "NOUN" or gender not in ("Masc", "Fem"):
            return None
        return agent_form(token.form, gender, old.language)

    return SentenceInflector(
        Inflector(old.language, old.lexicon, old.model, threshold=old.threshold, derived=derived)
    )
