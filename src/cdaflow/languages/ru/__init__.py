"""Russian: cases, genders and agreement by pymorphy3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.morphology import Agreeing, Morphology, Slot, Slots
from cdaflow.languages.ru import agreement, declension
from cdaflow.languages.ru.analyzer import in_gender, is_known, readings, weight

#: A part of speech with less than this share of the readings of a word is not believed.
_LIKELY = 0.1

_CONSONANTS = frozenset("бвгдзклмнпрстфхцжчшщ")

#: Pronominal adjectives that are no part of the noun phrase behind them.
_RELATIVE = frozenset(("который", "чей", "каковой"))


class RussianMorphology(Morphology):
    """Cases, genders and agreement of Russian."""

    knows_adjectives = True

    def spellings(
        self, form: tuple[str, ...], slot: Slot
    ) -> Iterable[tuple[tuple[str, ...], Slot]]:
        """Yield a listed noun in all cases; see `declension.spellings`."""
        return declension.spellings(form, slot[0], slot[1])

    @property
    def noun_forms(self) -> tuple[str, ...]:
        """The cases."""
        return declension.CASES

    def in_form(
        self, noun: tuple[str, ...], gender: str, form: str, before: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Return a noun in a case: "врача" also of a woman."""
        return super().in_form(noun, gender, form, before) or super().in_form(
            noun, "Masc", form, before
        )

    def noun(self, word: str) -> Slots:
        """Return the readings as a noun, else as a nominalised adjective ("протестующая")."""
        return _noun(word)

    def adjective(self, word: str) -> Slots | None:
        """Return the readings of an adjective or participle in its full form."""
        return _adjective(word)

    def agreement(self, words: Sequence[str], start: int, end: int) -> Agreeing | None:
        """Return the predicate, relative pronoun or adjective of the phrase; see `agreement`."""
        return agreement.find(words, start, end)

    def dropped_subject(self, words: Sequence[str], index: int) -> Agreeing | None:
        """Return the past tense or short adjective that begins its clause: "потому что хотела"."""
        return agreement.without_subject(words, index)


@cache
def _noun(word: str) -> Slots:
    if word.isascii():
        return frozenset()
    if word[-1] in _CONSONANTS and not is_known(word):
        # A loan that the dictionary lacks ("мувер"); a bare genitive plural is a guess.
        return frozenset({("Masc", "Sing", "Nom")})
    for parts in (("NOUN",), ("ADJF", "PRTF")):
        if weight(word, *parts) >= _LIKELY:
            slots = {
                slot
                for reading in readings(word)
                if reading.pos in parts and not reading.pronominal
                for slot in reading.slots
            }
            # "протестующего" of a thing is neuter, of a person it is masculine.
            person = {slot for slot in slots if parts == ("NOUN",) or slot[0] != "Neut"}
            return frozenset(person or slots)
    return frozenset()


@cache
def _adjective(word: str) -> Slots | None:
    adjectives = [
        r for r in readings(word) if r.pos in ("ADJF", "PRTF") and r.lemma not in _RELATIVE
    ]
    if not adjectives or sum(reading.weight for reading in adjectives) < _LIKELY:
        return None
    # The instrumental behind a passive participle is its agent: "просьба, описанная врачом".
    return frozenset(
        slot
        for reading in adjectives
        for slot in reading.slots
        if not (reading.passive and slot[2] == "Ins")
    )


LANGUAGE = Language(
    code="ru",
    name="Russian",
    place_noun=read_place_nouns(Path(__file__).parent),
    determiners=read_determiners(Path(__file__).with_name("determiners.tsv")),
    morphology=RussianMorphology(),
    genders=("Masc", "Fem", "Neut"),
    articles=False,
    semantic_agreement=True,
    verbs_have_gender=True,
    masculine_of_women=True,
    in_gender=in_gender,
)
