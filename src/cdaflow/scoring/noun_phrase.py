"""The determiners and adjectives to the left of a noun, and the readings they agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cdaflow import languages
from cdaflow.languages import Language, Slots, common, genders
from cdaflow.progress import say
from cdaflow.wordlists import find_wordlist
from cdaflow.wordlists.check import require_list
from cdaflow.wordlists.lexicon import Lexicon, Professions, read_lexicon, read_professions

#: How many adjectives may stand between a determiner and its noun.
_MAX_ADJECTIVES = 2


@dataclass(frozen=True)
class Knowledge:
    """How a target language shows gender."""

    language: Language
    professions: Professions
    lexicon: Lexicon

    def genders(self, slots: Slots) -> frozenset[str]:
        """Return the genders that the readings leave open in this language."""
        return genders(slots, self.language.genders)


def read_knowledge(
    language: str, professions: Path | None = None, lexicon: Sequence[Path] = ()
) -> tuple[Knowledge, Path]:
    """Return what is known of a language (ISO 639-1), and the list of professions that was read.

    `professions`: by default that of cdaflow; another one is checked, as `cdaflow wordlists check`
    does. `lexicon`: UniMorph tables. Raises ConfigError for a language that cdaflow does not know,
    InputError where it has no word list or a faulty one.
    """
    target = languages.get(language)
    if professions is not None:
        require_list(professions, language, say)
    path = professions or find_wordlist(f"professions.{language}.tsv")
    return Knowledge(target, read_professions(path, target), read_lexicon(lexicon)), path


class Determined(NamedTuple):
    """The determiners and adjectives of a noun: their common readings, from word `start` on.

    `adjacent`: whether no word of unknown readings stands between them and the noun.
    """

    slots: Slots
    start: int
    adjacent: bool

    @property
    def has_readings(self) -> bool:
        """Whether there is any word that tells something."""
        return bool(self.slots)


def determiner(words: Sequence[str], noun: int, knowledge: Knowledge) -> Determined:
    """Return the determiners and adjectives to the left of the noun at index `noun`.

    Adjectives are what the lexicon or the language's morphology has as such; where neither
    tells, one word that is no known noun, if a determiner comes before it. Of several words
    ("tutte le mie") the readings on which all agree are returned; a word that does not agree
    with those nearer to the noun is not believed.
    """
    homographs = knowledge.language.morphology.homographs
    position = noun - 1
    adjectives = 0
    determined = False
    slots: Slots = frozenset()
    start = noun
    adjacent = True
    while position >= 0:
        readings = knowledge.language.determiners.get(words[position])
        if words[position] in homographs and not knowledge.language.morphology.determines(
            words, position, noun, _noun(words, noun, knowledge)
        ):
            break
        if readings:
            if determined and not knowledge.language.morphology.precedes(
                words[position], words[position + 1]
            ):
                break
            other = _alternative(words, position, knowledge)
            if other:
                readings |= other
                position -= 2
            determined = True
            start = position
        elif determined or adjectives >= _MAX_ADJECTIVES:
            break
        else:
            adjective_readings = _adjective(words, position, knowledge)
            if adjective_readings is None:
                break
            readings = adjective_readings
            adjectives += 1
            if adjective_readings:
                start = position
            else:
                adjacent = False
        if readings:
            slots = (common(slots, readings) or slots) if slots else readings
        position -= 1
    return Determined(slots, start, adjacent)


def _alternative(words: Sequence[str], position: int, knowledge: Knowledge) -> Slots:
    """Return the readings of a determiner before a slash: "o/a colega" is of both genders."""
    if position < 2 or words[position - 1] != "/":
        return frozenset()
    return knowledge.language.determiners.get(words[position - 2], frozenset())


def _noun(words: Sequence[str], index: int, knowledge: Knowledge) -> Slots:
    """Return the readings of a noun by the lists or the lexicon, else by its ending."""
    match = knowledge.professions.at(words, index)
    if match is not None:
        return match.slots
    word = words[index]
    return knowledge.lexicon.nouns.get(word) or knowledge.language.morphology.noun(word)


def _adjective(words: Sequence[str], position: int, knowledge: Knowledge) -> Slots | None:
    """Return the readings of an adjective, empty where they are not known; None for others."""
    word = words[position]
    readings = knowledge.language.morphology.adjective(word)
    if readings is not None:
        # Portuguese "jovem" is a teenager and "young": its gender is that of the noun either way.
        open_ = all(slot[:1] in ((), ("",)) for slot in readings)
        return readings if open_ or knowledge.professions.at(words, position) is None else None
    if knowledge.language.morphology.knows_adjectives:
        return None
    if knowledge.lexicon.adjectives:
        return frozenset() if word in knowledge.lexicon.adjectives else None
    likely = (
        position > 0
        and len(word) > 2
        and word.isalpha()
        and knowledge.professions.at(words, position) is None
        and words[position - 1] in knowledge.language.determiners
    )
    return frozenset() if likely else None
