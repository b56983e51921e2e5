"""The gender that a word and what agrees with it show: readings, `Morphology`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import TypeVar

#: One reading: gender ("Masc", "Fem", "Neut"), number ("Sing", "Plur") and, in languages that
#: have them, case ("Nom", "Gen", "Dat", "Acc", ...), as UD spells the values. A value is ""
#: where the form does not show it; values at the end may be left out.
Slot = tuple[str, ...]

#: The readings of a form; empty where nothing is known of it.
Slots = frozenset[Slot]

Form = TypeVar("Form")


def frozen(readings: Mapping[Form, Iterable[Slot]]) -> dict[Form, Slots]:
    """Return a table of forms with the readings that were collected for each."""
    return {form: frozenset(slots) for form, slots in readings.items()}


# A test set has few different sets of readings, which are compared tens of thousands of times.
@lru_cache(maxsize=1 << 16)
def common(first: Slots, second: Slots) -> Slots:
    """Return the readings on which two sets agree; an empty value agrees with any."""
    return frozenset(
        tuple(a or b for a, b in zip_longest(left, right, fillvalue=""))
        for left in first
        for right in second
        if all(not a or not b or a == b for a, b in zip_longest(left, right, fillvalue=""))
    )


@lru_cache(maxsize=1 << 16)
def genders(slots: Slots, language_genders: tuple[str, ...] = ("Masc", "Fem")) -> frozenset[str]:
    """Return the genders that the readings leave open, of those that the language knows."""
    return frozenset(
        value for slot in slots for value in ([slot[0]] if slot[0] else language_genders)
    )


@dataclass(frozen=True)
class Agreeing:
    """A word outside a noun phrase that agrees with it: its readings, and its index."""

    slots: Slots
    index: int


class Morphology:
    """The morphology of a language without word lists. This one knows nothing.

    Words are in lower case, as `Language.words` gives them. A language overrides what it can
    tell; what it cannot tell it must leave open, since a guess is worse than "unknown".
    """

    #: Whether `adjective` knows the adjectives of the language: then None means there is none.
    knows_adjectives = False

    #: The forms of determiners that are also other words, of which `determines` is asked.
    homographs: Collection[str] = frozenset()

    @property
    def prepositions(self) -> frozenset[str]:
        """The words behind which a pronoun is stressed and so may show a gender: "avec lui"."""
        return frozenset()

    def spellings(
        self, form: tuple[str, ...], slot: Slot
    ) -> Iterable[tuple[tuple[str, ...], Slot]]:
        """Yield how a listed noun (its words, nominative) is written in running text.

        Each with its reading: the cases of German and Russian, the prefixes of Hebrew. The
        form itself is among them.
        """
        yield form, slot

    @property
    def noun_forms(self) -> tuple[str, ...]:
        """The forms that `in_form` gives: the cases of German and Russian, Hebrew prefixes."""
        return ()

    def in_form(
        self, noun: tuple[str, ...], gender: str, form: str, before: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Return a listed noun, in lower case, in one of `noun_forms`, for a sentence.

        `gender`: of the person, Masc or Fem. `before`: the words before the noun, in lower case.
        None where the noun has no such form.
        """
        return next(
            (
                written
                for written, slot in self.spellings(noun, (gender, "Sing"))
                if slot[2:] == (form,)
            ),
            None,
        )

    def noun(self, word: str) -> Slots:
        """Return the readings of a word as a noun for a person, by its ending or an analyser.

        Empty where that says nothing, or where the word is clearly no noun.
        """
        return frozenset()

    def adjective(self, word: str) -> Slots | None:
        """Return the readings of an adjective or participle; None for any other word.

        A reading without gender, ("",), stands for an adjective that does not show any.
        """
        return None

    def attribute(self, word: str) -> Slots | None:
        """Return the readings of an adjective or participle behind its noun; None for others."""
        return self.adjective(word)

    def precedes(self, word: str, following: str) -> bool:
        """Return whether the determiner `word` may stand before the determiner `following`.

        Both of one noun phrase: French "toutes les", but Italian "aiuta molto | la".
        """
        return True

    def determines(self, words: Sequence[str], index: int, noun: int, slots: Slots) -> bool:
        """Return whether the form of a determiner at `index` is one, of the noun at `noun`.

        False where it is another word: Portuguese "a" is an article and a preposition ("a pé").
        `slots` are the readings of the noun, empty where it is unknown.
        """
        return True

    def agreement(self, words: Sequence[str], start: int, end: int) -> Agreeing | None:
        """Return what agrees with the noun phrase words[start:end] from outside of it.

        That is an adjective behind the noun, or a participle, adjective or verb of which the
        phrase is the subject, as far as word order tells without a parse; never a pronoun.
        None where nothing shows a gender or where it might belong to another noun.
        """
        return None

    def dropped_subject(self, words: Sequence[str], index: int) -> Agreeing | None:
        """Return what the predicate with the word `index` shows of a subject that is left out.

        "porque estaba cansada", "כדי שיוכל": None where the word is no such predicate, where its
        clause may name a subject, and where it shows no gender.
        """
        return None

    def object_pronoun(
        self, words: Sequence[str], index: int, *, dative: bool = False
    ) -> Agreeing | None:
        """Return what the unstressed object pronoun of the verb at `index` shows of a person.

        "la contrató", "invitarla", and the participle behind an elided one: "l'ha invitata".
        `dative`: whether only a dative counts, which may stand for the owner: "rubarle il cibo".
        None where the verb has no such pronoun, or it shows no gender.
        """
        return None

    def owner(self, words: Sequence[str], index: int) -> Agreeing | None:
        """Return what the noun at `index` shows of its owner ("התנהגותו"); None for nothing."""
        return None
