"""Random people, things, times and places that go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from cdaflow.demo.lexicon import Inventory
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Tense, Thing
from cdaflow.wordlists.english_lists import Stereotypes

T = TypeVar("T")

_D = Determiner
POSSESSIVES = (_D.MY, _D.YOUR, _D.OUR)
_INDEFINITE = (_D.A, _D.TWO)
_PERSON_SINGULAR = ((_D.THE, 66), (_D.A, 9), (_D.THIS, 6), (_D.THAT, 5), (_D.MY, 5), (_D.YOUR, 4),
                    (_D.OUR, 5))  # fmt: skip
_PERSON_PLURAL = ((_D.THE, 52), (_D.A, 6), (_D.THIS, 8), (_D.THAT, 6), (_D.MY, 4), (_D.YOUR, 4),
                  (_D.OUR, 5), (_D.ALL, 8), (_D.TWO, 7))  # fmt: skip
_KIN = ((_D.MY, 45), (_D.YOUR, 25), (_D.OUR, 20), (_D.THE, 10))
_THING_SINGULAR = ((_D.THE, 60), (_D.A, 14), (_D.THIS, 7), (_D.THAT, 6), (_D.MY, 6), (_D.YOUR, 3),
                   (_D.OUR, 4))  # fmt: skip
_THING_PLURAL = ((_D.THE, 50), (_D.A, 8), (_D.THIS, 8), (_D.THAT, 6), (_D.MY, 5), (_D.YOUR, 3),
                 (_D.OUR, 4), (_D.ALL, 8), (_D.TWO, 8))  # fmt: skip

#: How often a person is called they, whose gender the noun alone tells.
NEUTRAL = 0.04
#: Things that nobody owns: not "my train".
_PUBLIC = frozenset({"vehicle", "ground", "substance", "event"})
#: Adjectives for which "very" sounds wrong.
_NO_DEGREE = frozenset({
    "ready", "alone", "brilliant", "Italian", "Spanish", "French", "broken", "red", "white",
    "black", "green",
})  # fmt: skip
#: Adjectives that go with any other said of the same person.
_PLAIN = ("old", "young", "Italian", "Spanish", "French")
#: Not said of a group of one gender: the masculine plural means a couple.
_ALONE = frozenset({"parent", "spouse"})
_OPPOSITE = {"old": "young", "young": "old", "rich": "poor", "poor": "rich"}
#: Adjectives that only somebody at work can have.
_AT_WORK = frozenset({"new", "experienced"})
#: Classes fit what a verb takes, the sense does not: "cleaned the letter".
_NONSENSE = frozenset({
    ("clean", "letter"), ("close", "letter"), ("paint", "letter"), ("write", "newspaper"),
    ("sign", "newspaper"), ("paint", "bottle"), ("sell", "umbrella"), ("finish", "newspaper"),
    ("carry", "jacket"), ("carry", "hat"), ("carry", "watch"),  # "porter", "llevar": to wear
})  # fmt: skip

_CITIES = ("rome", "paris", "madrid")
_HOMES = (*_CITIES, "village", "near_bridge", "near_school", "front_of_church", "hotel")
_KITCHENS = ("kitchen", "restaurant", "hotel", "school", "hospital", "office")
WORKPLACES = (
    "hospital", "station", "school", "office", "restaurant", "market", "museum", "library",
    "hotel", "airport", "theatre", "university", "bank", "village", "stadium", *_CITIES,
)  # fmt: skip
OUTDOORS = (*_CITIES, "front_of_church", "near_school", "village", "station")
_EMPLOYERS = ("occupation", "office")
EMPLOYING = frozenset({"hire", "dismiss", "interview"})
#: Not a time of what somebody does again and again.
_NOT_HABITUAL = ("today",)


@dataclass(frozen=True)
class Sampler:
    """A stream of random choices over an inventory.

    `balanced`: half of the people of each profession are women, whatever the stereotype.
    `first_meant`: how often "he" or "she" may mean the first of two people, from 0 to 1.
    `random` is the only state: equal streams give equal choices.
    """

    inventory: Inventory
    stereotypes: Stereotypes
    random: Random
    balanced: bool = False
    first_meant: float = 0.0

    def chance(self, probability: float) -> bool:
        """Return True with this probability."""
        return self.random.random() < probability

    def pick(self, items: Sequence[T]) -> T:
        """Return one of `items`, each as likely."""
        return items[int(self.random.random() * len(items))]

    def weighted(self, items: Sequence[tuple[T, int]]) -> T:
        """Return one of the first members, by the weights that are the second ones."""
        point = self.random.random() * sum(weight for _, weight in items)
        for item, weight in items:
            point -= weight
            if point < 0:
                return item
        return items[-1][0]

    def tense(self, past: float = 0.6) -> Tense:
        """Return the past with this probability, else the present."""
        return Tense.PAST if self.chance(past) else Tense.PRESENT

    # -- people ----------------------------------------------------------------------------

    def kind(self, profession: str) -> str:
        """Return kin, role, rank, office, or occupation."""
        return self.inventory.people.get(profession, "occupation")

    def gender(self, profession: str) -> Gender:
        """Return a gender by the feminine share of the profession."""
        share = 0.5 if self.balanced else self.stereotypes[profession]
        return Gender.FEMININE if self.chance(share) else Gender.MASCULINE

    def profession(self, kinds: Sequence[str] = (), but: str | None = None) -> str:
        """Return a profession of one of `kinds` (all if empty) other than `but`."""
        professions = list(self.stereotypes)
        while True:
            profession = self.pick(professions)
            if profession != but and (not kinds or self.kind(profession) in kinds):
                return profession

    def person(
        self,
        *,
        kinds: Sequence[str] = (),
        but: Person | None = None,
        plural: float = 0.0,
        adjective: float = 0.2,
        plain: bool = False,
        definite: bool = False,
    ) -> Person:
        """Return somebody of a profession of `kinds`, other than that of `but`.

        `plural`, `adjective`: probabilities. `plain`: only adjectives that agree with whatever
        else is said of the person. `definite`: not "a nurse", "some nurses", "two nurses".
        """
        profession = self.profession(kinds, None if but is None else but.profession)
        several = plural > 0 and profession not in _ALONE and self.chance(plural)
        number = Number.PLURAL if several else Number.SINGULAR
        return Person(
            profession,
            self.gender(profession),
            number,
            self.person_determiner(profession, number, definite=definite),
            self.attribute(profession, plain=plain) if self.chance(adjective) else None,
        )

    def person_determiner(
        self, profession: str, number: Number, *, definite: bool = False
    ) -> Determiner:
        """Return what may introduce a person: my sibling, but the nurse."""
        if self.kind(profession) == "kin":
            determiner = self.weighted(_KIN)
            return _D.MY if profession == "spouse" and determiner is _D.OUR else determiner
        choices = _PERSON_SINGULAR if number is Number.SINGULAR else _PERSON_PLURAL
        determiner = self.weighted(choices)
        return _D.THE if definite and determiner in _INDEFINITE else determiner

    def attribute(self, profession: str, *, plain: bool = False) -> str | None:
        """Return an adjective for the noun phrase of a person, None where the sampled is odd."""
        choices = _PLAIN if plain else self.inventory.adjectives_of("attribute")
        attribute = self.pick(choices)
        kind = self.kind(profession)
        odd = attribute in _AT_WORK and kind not in ("occupation", "office")
        return None if odd or attribute == profession else attribute

    def neutral(self, person: Person, probability: float = NEUTRAL) -> Person:
        """Return the person, with this probability as one called they."""
        return replace(person, neutral=True) if self.chance(probability) else person

    def quality(self, kinds: str, person: Person) -> str:
        """Return an adjective of `kinds` to be said of a person, not said already."""
        said = person.adjective
        taken = {said, _OPPOSITE.get(said or ""), person.profession}
        adjectives = self.inventory.adjectives
        return self.pick(
            [
                key
                for key in self.inventory.adjectives_of(kinds)
                if key not in taken and not (said in _PLAIN and "origin" in adjectives[key][1])
            ]
        )

    def very(self, adjective: str, probability: float = 0.25) -> bool:
        """Return whether to say "very" before the adjective."""
        return adjective not in _NO_DEGREE and self.chance(probability)

    # -- things, places, times -------------------------------------------------------------

    def thing(
        self, nouns: Sequence[str], *, plural: float = 0.2, adjective: float = 0.25,
        definite: bool = False, but: str | None = None,
    ) -> Thing:  # fmt: skip
        """Return one of `nouns` with a determiner, and an adjective with this probability.

        `but` is an adjective that is said of it elsewhere; `definite` is as in `person`.
        """
        noun = self.pick(nouns)
        classes = self.inventory.nouns[noun]
        if "substance" in classes or "abstract" in classes:
            return Thing(noun)
        number = Number.PLURAL if self.chance(plural) else Number.SINGULAR
        determiner = self.weighted(_THING_SINGULAR if number is Number.SINGULAR else _THING_PLURAL)
        public = determiner in POSSESSIVES and not classes.isdisjoint(_PUBLIC)
        if public or (definite and determiner in _INDEFINITE):
            determiner = _D.THE
        said = None
        if self.chance(adjective):
            choices = self.inventory.adjectives_for(noun, "attribute")
            said = self.pick(choices) if choices else None
        return Thing(noun, number, determiner, None if said == but else said)

    def nouns(self, *classes: str) -> list[str]:
        """Return the nouns of at least one of `classes`."""
        return self.inventory.nouns_of(classes)

    def thing_for(self, verb: str, **options: float | bool) -> Thing:
        """Return something that a verb of the frame "thing" can take; see `thing`."""
        takes = self.inventory.verbs["thing"][verb]
        nouns = [n for n in self.inventory.nouns_of(takes) if (verb, n) not in _NONSENSE]
        return self.thing(nouns, **options)  # type: ignore[arg-type]

    def verb(self, frame: str, but: Sequence[str] = ()) -> str:
        """Return a verb of a frame, none of `but`."""
        return self.pick([key for key in self.inventory.verbs[frame] if key not in but])

    def time(self, tense: Tense, probability: float, but: Sequence[str] = ()) -> str | None:
        """Return a time that fits the tense, with this probability; none of `but`."""
        if not self.chance(probability):
            return None
        times = self.inventory.times
        return self.pick([key for key in times if times[key] == tense.value and key not in but])

    def place(self, probability: float = 1.0, among: Sequence[str] = ()) -> str | None:
        """Return a place (of `among`, where given) with this probability."""
        if not self.chance(probability):
            return None
        return self.pick(among or self.inventory.places)

    # -- what goes together ----------------------------------------------------------------

    def usual_time(self, tense: Tense, probability: float = 0.5) -> str | None:
        """Return a time of the tense, with this probability, but not "today"."""
        return self.time(tense, probability, _NOT_HABITUAL)

    def activity(self, tense: Tense, place: float) -> tuple[str, str | None, str | None]:
        """Return an intransitive verb with a place (by probability) and a time that suit it."""
        verb = self.verb("intransitive")
        time = self.time(tense, 0.5, () if verb == "work" else _NOT_HABITUAL)
        if verb == "live":
            lived = "last_year" if time and tense is Tense.PAST else None
            return verb, self.place(among=_HOMES), lived
        among = {"cook": _KITCHENS, "work": WORKPLACES}.get(verb, ())
        return verb, self.place(place, among), time

    def patient_of(self, verb: str, *, plural: float = 0.0) -> Person:
        """Return somebody to whom a verb can be done: no sibling is hired."""
        kinds = ("occupation",) if verb in EMPLOYING else ()
        return self.person(kinds=kinds, plural=plural, adjective=0.15)

    def agent_of(self, verb: str, but: Person) -> Person:
        """Return somebody other than `but` who may do it: it takes an employer to hire."""
        kinds = _EMPLOYERS if verb in EMPLOYING else ()
        return self.person(kinds=kinds, but=but, adjective=0.12)
