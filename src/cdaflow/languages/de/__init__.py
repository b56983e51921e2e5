"""German: determiners with case, the declension of nouns, and what forms and position show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import product
from pathlib import Path

from cdaflow.io.files import read_table
from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.de import declension
from cdaflow.languages.de.declension import CASES, declined, nominalised_stem
from cdaflow.languages.morphology import Agreeing, Morphology, Slot, Slots, common
from cdaflow.languages.word_sets import word_set

__all__ = ["LANGUAGE"]

_words = partial(word_set, "de")

_BREAKS = frozenset({",", ".", ";", ":", "!", "?", "–", "—", "-", '"', "„", "“", "(", ")"})


@cache
def _governed() -> dict[str, tuple[str, ...]]:
    """Return the cases that each preposition governs."""
    rows = read_table(Path(__file__).with_name("prepositions.tsv"), ("form", "cases"))
    return {row["form"]: tuple(row["cases"].split("|")) for _, row in rows}


class GermanMorphology(Morphology):
    """German: declension with case. `determiners`: those of the language."""

    def __init__(self, determiners: Mapping[str, Slots]) -> None:
        self._determiners = determiners

    def spellings(
        self, form: tuple[str, ...], slot: Slot
    ) -> Iterable[tuple[tuple[str, ...], Slot]]:
        """Yield the forms of a noun in all cases; of several words, those that decline.

        These are the noun and adjectives before it ("medizinischer Fachangestellter"), but not
        what follows the noun ("Mitarbeiter im Vertrieb").
        """
        noun = self._head(form)
        adjectives = form[:noun]
        for written, reading in declined(form[noun], slot):
            choices = [self._adjective(word, reading) for word in adjectives]
            for before in product(*choices):
                yield (*before, written, *form[noun + 1 :]), reading

    @property
    def noun_forms(self) -> tuple[str, ...]:
        """The cases."""
        return CASES

    def in_form(
        self, noun: tuple[str, ...], gender: str, form: str, before: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Return a noun in a case; a nominalised adjective as its article asks for.

        "Der Angestellte" and "ein Angestellter", "der Angestellten" (dative of a woman).
        """
        head = self._head(noun)
        stem = nominalised_stem(noun[head])
        if not stem:
            return super().in_form(noun, gender, form, before)
        articles = [word for word in before if word in self._determiners]
        strong = not articles or articles[-1] in _words("without_ending")
        ending = declension.nominalised_ending(gender, form, strong=strong)
        return (*noun[:head], stem + ending, *noun[head + 1 :])

    def _head(self, form: tuple[str, ...]) -> int:
        """Return the index of the noun among the words of a listed form."""
        for i, word in enumerate(form[1:], 1):
            if word in _governed() or word in self._determiners:
                return i - 1
        return len(form) - 1

    @staticmethod
    def _adjective(word: str, reading: Slot) -> list[str]:
        slots = declension.adjective(word)
        if not slots:
            return [word]
        stem = word.removesuffix("r").removesuffix("s").removesuffix("e")
        written = [stem + ending for ending in ("e", "er", "en", "em", "es")]
        readings = frozenset([reading])
        return [w for w in written if common(declension.adjective(w) or slots, readings)]

    def noun(self, word: str) -> Slots:
        """Return the readings of a noun by its end: in a compound the last part decides."""
        return declension.noun(word)

    def adjective(self, word: str) -> Slots | None:
        """Return the readings of an inflected adjective or participle; None for other words."""
        return declension.adjective(word)

    def agreement(self, words: Sequence[str], start: int, end: int) -> Agreeing | None:
        """Return what the case of the noun phrase words[start:end] leaves of its readings.

        German predicates show no gender. But where a determiner is of two genders in the singular
        ("der": masculine nominative, feminine genitive and dative), the preposition before it or
        its place as the subject tells the case, and with it the gender. A nominalised adjective
        without any determiner has the strong ending: "als Angestellte" is feminine (or plural).
        """
        phrase_readings = self._shown(words[start : end - 1])
        if phrase_readings is None:
            if end - start == 1 and nominalised_stem(words[start]) and words[start].endswith("e"):
                return Agreeing(frozenset([("Fem", "Sing")]), start)
            return None
        singular = frozenset(slot for slot in phrase_readings if slot[1] == "Sing")
        if len({slot[0] for slot in singular}) < 2:
            return None
        for case in self._cases(words, start):
            slots = common(singular, frozenset([("", "", case)]))
            if slots:
                return Agreeing(slots, start)
        return None

    def _shown(self, words: Sequence[str]) -> Slots | None:
        """Return the readings on which determiners and adjectives agree; None without any."""
        agreed: Slots | None = None
        for word in words:
            readings = self._determiners.get(word) or declension.adjective(word)
            if readings:
                agreed = readings if agreed is None else common(agreed, readings) or agreed
        return agreed

    def _cases(self, words: Sequence[str], start: int) -> tuple[str, ...]:
        """Return the cases that the place of a phrase allows, the likelier first."""
        governed: tuple[str, ...] = ()
        if start > 0 and words[start - 1] in _governed():
            governed = _governed()[words[start - 1]]
            if words[start - 1] not in _words("clause_opening"):
                return governed
        first = start
        while first > 0 and words[first - 1] not in _BREAKS | _words("coordinator"):
            first -= 1
        if start > first and words[first] in _words("clause_opening"):
            first += 1
        if first == start:
            return ("Nom", *governed)
        opens = words[first]
        subject = opens in _words("subject_pronoun") or any(
            "Nom" in slot for slot in self._determiners.get(opens, ())
        )
        if subject and not _words("copula_forms") & set(words[first:start]):
            return ("Dat", "Gen")
        return ()


_DETERMINERS = read_determiners(Path(__file__).with_name("determiners.tsv"))

LANGUAGE = Language(
    code="de",
    name="German",
    place_noun=read_place_nouns(Path(__file__).parent),
    determiners=_DETERMINERS,
    morphology=GermanMorphology(_DETERMINERS),
    genders=("Masc", "Fem", "Neut"),
    capital_names=False,
    polite_like_her=True,
)
