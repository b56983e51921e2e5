"""The meaning of a demo sentence, in no language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Gender(Enum):
    """The gender of a person; the values are those of the UD feature."""

    MASCULINE = "Masc"
    FEMININE = "Fem"

    @property
    def other(self) -> Gender:
        """The other one."""
        return Gender.FEMININE if self is Gender.MASCULINE else Gender.MASCULINE


class Number(Enum):
    """Grammatical number; the values are those of the UD feature."""

    SINGULAR = "Sing"
    PLURAL = "Plur"


class Tense(Enum):
    """Present, or past (a simple past of events, an imperfect of states)."""

    PRESENT = "Pres"
    PAST = "Past"


class Determiner(Enum):
    """What introduces a noun phrase."""

    THE = "the"
    A = "a"  # plural: bare or "some" in English; unos, des, dei elsewhere
    THIS = "this"
    THAT = "that"
    MY = "my"
    YOUR = "your"  # of one familiar person: tu, ton, il tuo
    OUR = "our"
    ALL = "all"  # plural only: all the nurses
    TWO = "two"  # plural only


@dataclass(frozen=True)
class Person:
    """Somebody with a profession (or another role: patient, sibling, king).

    `profession` is the English noun that is the key of the word lists. A plural person is a
    group of one gender. `adjective` is a key of the adjective lexicon, said before or after the
    noun as the language has it. `neutral` people are they/them/their in English, whatever their
    grammatical gender in the translation.
    """

    profession: str
    gender: Gender
    number: Number = Number.SINGULAR
    determiner: Determiner = Determiner.THE
    adjective: str | None = None
    neutral: bool = False


@dataclass(frozen=True)
class Thing:
    """Something without a person in it; its gender is the noun's, in each language its own."""

    noun: str
    number: Number = Number.SINGULAR
    determiner: Determiner = Determiner.THE
    adjective: str | None = None


@dataclass(frozen=True)
class Scene:
    """What one sentence says.

    `construction`: a key of `cdaflow.demo.scenes.CONSTRUCTIONS`, which says which of the
    other fields it uses. `people`: in order of mention. `referent`: index into `people` of the one
    whom the pronoun (he, her, his, himself, hers ...) means; None without a pronoun. `focus`: index
    of the person whose gender the counterfactual changes. `verbs` and `adjectives`: keys of the
    lexicon in order of use; `place`, `time`: keys, None where nothing is said.
    """

    construction: str
    people: tuple[Person, ...] = ()
    things: tuple[Thing, ...] = ()
    verbs: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    place: str | None = None
    time: str | None = None
    tense: Tense = Tense.PAST
    very: bool = False
    referent: int | None = None
    focus: int | None = None

    def counterfactual(self) -> Scene:
        """Return the same scene with the focus person of the other gender.

        Raises ValueError for a scene without people.
        """
        if self.focus is None:
            raise ValueError("a scene without people has no counterfactual")
        people = list(self.people)
        people[self.focus] = replace(people[self.focus], gender=people[self.focus].gender.other)
        return replace(self, people=tuple(people))

    def swapped(self) -> Scene:
        """Return the same scene with each person of the other gender."""
        people = tuple(replace(person, gender=person.gender.other) for person in self.people)
        return replace(self, people=people)
