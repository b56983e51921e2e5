"""Phrases of the demo: noun phrases, verbs and clauses made of the words of a lexicon.

`Phrases` has what the languages share; a subclass per language adds its verbs and what is its own.
Relations and features are those of UD treebanks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import ClassVar

from cdaflow.demo.lexicon import Lexicon, Row
from cdaflow.demo.scene import Gender, Number, Person, Phrase, Scene, Tense, Thing
from cdaflow.languages import Language


@dataclass(frozen=True)
class Agreement:
    """The gender, number and person of a noun phrase, which other words take over from it."""

    gender: Gender
    number: Number
    person: str = "3"

    @cached_property
    def plural(self) -> bool:
        """Whether it is more than one."""
        return self.number is Number.PLURAL

    @cached_property
    def feats(self) -> Mapping[str, str]:
        """Gender and number as UD features."""
        return {"Gender": self.gender.value, "Number": self.number.value}

    @cached_property
    def slot(self) -> int:
        """The index of a form among masculine, feminine, masculine plural, feminine plural."""
        return 2 * self.plural + (self.gender is Gender.FEMININE)

    def pick(self, forms: Sequence[str]) -> str:
        """Return the one of (masculine, feminine, masculine plural, feminine plural)."""
        return forms[self.slot]

    def shown_in(self, forms: Sequence[str]) -> dict[str, str]:
        """Return the features that the form shows: those whose other value has another form."""
        slot = self.slot
        others = {"Gender": forms[slot ^ 1], "Number": forms[slot ^ 2]}
        return {name: value for name, value in self.feats.items() if others[name] != forms[slot]}


#: What agrees with nothing in particular ("it rained"), and with "we".
NEUTRAL = Agreement(Gender.MASCULINE, Number.SINGULAR)
WE = Agreement(Gender.MASCULINE, Number.PLURAL, "1")


#: By the index of their forms.
_AGREEMENTS = tuple(Agreement(gender, number) for number in Number for gender in Gender)


def agreement_of(*people: Person) -> Agreement:
    """Return the agreement of one person, or of several: masculine unless all are women."""
    women = all(person.gender is Gender.FEMININE for person in people)
    several = len(people) > 1 or people[0].number is Number.PLURAL
    return _AGREEMENTS[2 * several + women]


class View(Enum):
    """How a clause sees what it reports; the values are the aspects of verbs put as lasting.

    A lasting past is an imperfect, another one a perfect or preterite.
    """

    EVENT = frozenset({"state"})
    HABIT = frozenset({"state", "background"})  # no single event: denied, or asked for
    REASON = frozenset({"state", "attitude"})  # a reason is given for it
    STATE = frozenset({"state", "background", "attitude", ""})


def referent(scene: Scene) -> Person:
    """Return whom the pronoun of the English sentence means; ValueError where there is none."""
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]


class Phrases(ABC):
    """The phrases of a language: the words of a lexicon with what belongs to them."""

    language: ClassVar[Language]
    #: Relations: of adjuncts, of an object after the verb's preposition, of the subject of "rains".
    oblique: ClassVar[str] = "obl"
    governed: ClassVar[str] = "obl"
    expletive: ClassVar[str] = "expl"
    #: Of the object of a light verb with a complement of its own: to have need of money.
    light_verb_object: ClassVar[str] = "obj"
    #: Determiners of several words, by key.
    expansions: ClassVar[Mapping[str, tuple[str, ...]]] = {"all": ("all", "the")}
    #: The word for the person who is the subject, and whether it may be left out.
    subject_word: ClassVar[str] = "subject"
    drops_subjects: ClassVar[bool] = False
    #: Whether adjectives follow their noun if the lexicon says nothing.
    adjectives_follow: ClassVar[bool] = True

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._closed = lexicon.tables["closed_class"]
        self._words: dict[tuple[str, int], Phrase] = {}
        self._rows: dict[tuple[str, ...], Row] = {}

    # -- words ---------------------------------------------------------------------------------

    def row(self, table: str, key: str, *uses: str) -> Row:
        """Return the row of `key`, or the more special one of the first of `uses` that has one."""
        row = self._rows.get((table, key, *uses))
        if row is None:
            rows = self.lexicon.tables[table]
            special = (f"{key}:{use}" for use in uses if f"{key}:{use}" in rows)
            row = self._rows[table, key, *uses] = rows[next(special, key)]
        return row

    def word(self, key: str, agreement: Agreement = NEUTRAL) -> Phrase:
        """Return a word of a closed class, in agreement where it has several forms.

        Of an expression of several words the first is the head and the others are "fixed".
        """
        word = self._words.get((key, agreement.slot))
        if word is None:
            word = self._words[key, agreement.slot] = self._read_word(key, agreement)
        return word

    def _read_word(self, key: str, agreement: Agreement) -> Phrase:
        row = self._closed[key]
        forms = (row["form"], row["feminine"], row["plural"], row["feminine_plural"])
        feats = dict(pair.split("=") for pair in row["feats"].split("|") if pair)
        lemmas = row["lemma"].split()
        varies = any(forms[1:])
        form, *rest = (agreement.pick(forms) if varies else row["form"]).split(" ")
        if varies:
            feats |= agreement.shown_in(forms)
        lemma = agreement.pick(lemmas) if len(lemmas) > 1 else row["lemma"]
        upos, *parts = row["upos"].split(" ")
        fixed = [Phrase(f, f, part, {}, "fixed") for f, part in zip(rest, parts, strict=True)]
        word = Phrase(form, lemma or form, upos, feats, row["deprel"], attach=row["attach"])
        return word.with_after(*fixed)

    def optional(self, key: str, agreement: Agreement = NEUTRAL) -> Phrase | None:
        """Return a word of a closed class, None where the language has no such word."""
        return self.word(key, agreement) if key in self._closed else None

    def adverb(self, form: str) -> Phrase:
        """Return an adverb as a modifier."""
        return self.optional(form) or Phrase(form, form, "ADV", {}, "advmod")

    def preposition(self, form: str) -> Phrase:
        """Return a preposition, as it is written, as the case marker of a noun."""
        return self.word(form) if " " in form else Phrase(form, form, "ADP", {}, "case")

    def adjunct(self, phrase: Phrase, preposition: str, deprel: str) -> Phrase:
        """Return a noun phrase, after a preposition (if any), with a relation to its verb."""
        case = self.preposition(preposition) if preposition else None
        return phrase.led_by(case).as_(deprel)

    @abstractmethod
    def adjective(self, key: str, agreement: Agreement, *uses: str) -> Phrase:
        """Return an adjective; `uses`: person, thing, predicate, where forms differ by use."""

    @abstractmethod
    def comparative(self, key: str, agreement: Agreement) -> Phrase:
        """Return an adjective in the comparative: stronger, more patient."""

    # -- noun phrases --------------------------------------------------------------------------

    def noun(
        self, form: str, lemma: str, gender: str = "", number: str = "", upos: str = "NOUN"
    ) -> Phrase:
        """Return a noun; an empty gender or number is none that it shows."""
        feats = {"Gender": gender, "Number": number}
        return Phrase(form, lemma, upos, {name: value for name, value in feats.items() if value})

    def determiner(
        self, key: str, agreement: Agreement, *, governed: bool = False, adjective: bool = False
    ) -> Phrase:
        """Return a determiner; after a preposition or before an adjective it may be another one."""
        context = "plural" if agreement.plural else "singular"
        uses = [f"{context} governed"] * governed + [f"{context} adjective"] * adjective
        return self.word(self.row("closed_class", key, *uses, context)["key"], agreement)

    def determiners(self, noun: Person | Thing) -> tuple[str, ...]:
        """Return the keys of the words that introduce a person or thing."""
        key = noun.determiner.value
        return self.expansions.get(key, (key,))

    def owner_determiners(self, owner: Person) -> tuple[str, ...]:
        """Return the keys of the words that introduce what belongs to somebody."""
        key = "their" if self.pronoun_agreement(owner).plural else "his"
        return self.expansions.get(key, (key,))

    def noun_phrase(
        self,
        head: Phrase,
        agreement: Agreement,
        determiners: Sequence[str],
        adjective: str | None = None,
        use: str = "",
        *,
        governed: bool = False,
    ) -> Phrase:
        """Return a noun with its determiners and an adjective before or after it."""
        before = False
        if adjective is not None:
            modifier = self.adjective(adjective, agreement, use)
            before = self.row("adjectives", adjective, use).get("position", "before") == "before"
            head = head.led_by(modifier) if before else head.with_after(modifier)
        return head.led_by(
            *(self.determiner(key, agreement, governed=governed, adjective=before)
              for key in determiners)
        )  # fmt: skip

    def person(self, person: Person, *, bare: bool = False, governed: bool = False) -> Phrase:
        """Return the noun phrase of a person.

        `bare`: without a determiner. `governed`: to be put after a preposition.
        """
        return self.noun_phrase(
            self.person_noun(person, self.lexicon.professions[person.profession]),
            agreement_of(person),
            () if bare else self.determiners(person),
            person.adjective,
            "person",
            governed=governed,
        )

    @abstractmethod
    def person_noun(self, person: Person, forms: tuple[str, str, str, str]) -> Phrase:
        """Return the noun of a person, of its forms in the word list."""

    def after_case(self, case: str, person: Person) -> Phrase:
        """Return the noun phrase of a person after a preposition (a key)."""
        return self.person(person, governed=True).led_by(self.word(case))

    def pronoun_agreement(self, person: Person) -> Agreement:
        """Return the agreement of a pronoun that means a person."""
        return agreement_of(person)

    def subject(self, person: Person, *, dropped: bool = False) -> Phrase | None:
        """Return the subject pronoun of a person, None where it may be `dropped` and is."""
        if dropped and self.drops_subjects:
            return None
        return self.word(self.subject_word, self.pronoun_agreement(person))

    def role(self, person: Person, *, copular: bool) -> Phrase:
        """Return a person as what somebody is (`copular`) or becomes."""
        return self.person(person)

    def thing_agreement(self, thing: Thing) -> Agreement:
        """Return the agreement of a thing; some nouns are always plural."""
        row = self.row("nouns", thing.noun)
        number = Number(row.get("only") or thing.number)
        return Agreement(Gender(row.get("gender") or "Masc"), number)

    def thing(self, thing: Thing, owner: Person | None = None, *, bare: bool = False) -> Phrase:
        """Return the noun phrase of a thing; with an owner: her car. `bare`: no determiner."""
        row, agreement = self.row("nouns", thing.noun), self.thing_agreement(thing)
        keys = self.determiners(thing) if owner is None else self.owner_determiners(owner)
        form = row["plural" if agreement.plural else "singular"]
        return self.noun_phrase(
            self.noun(form, row["singular"], row.get("gender", ""), agreement.number.value),
            agreement,
            () if bare else keys,
            thing.adjective,
            "thing",
        )

    def possessed(self, thing: Thing, owner: Person) -> Phrase:
        """Return a thing with the person whose it is: the writer's car."""
        return self.thing(thing).with_after(self.after_case("of", owner).as_("nmod"))

    def listed(self, row: Row) -> Phrase:
        """Return the noun of a row of places, times or objects, with what introduces it there."""
        gender, number = row.get("gender", ""), row["number"]
        agreement = Agreement(Gender(gender or "Masc"), Number(number or "Sing"))
        lemma = row.get("lemma") or row["noun"]
        phrase = self.noun(row["noun"], lemma, gender, number, row["upos"])
        if row.get("adjective"):
            modifier = self.word(row["adjective"], agreement)
            after = self.adjectives_follow
            phrase = phrase.with_after(modifier) if after else phrase.led_by(modifier)
        keys = self.expansions.get(row["determiner"], (row["determiner"],))
        return phrase.led_by(*(self.determiner(key, agreement) for key in keys if key))

    def place(self, key: str) -> Phrase:
        """Return a place with its preposition, as an adjunct."""
        row = self.row("places", key)
        return self.adjunct(self.listed(row), row["preposition"], self.oblique)

    def time(self, key: str | None) -> dict[str, Phrase]:
        """Return the adjunct of time by its position: before or after the verb, or at the end."""
        if key is None:
            return {}
        row = self.row("times", key)
        if row["upos"] == "ADV":
            return {row["position"]: self.adverb(row["noun"])}
        phrase = self.listed(row)
        if row["preposition"] == "ago":
            return {row["position"]: self.ago(phrase)}
        return {row["position"]: self.adjunct(phrase, row["preposition"], self.oblique)}

    @abstractmethod
    def ago(self, phrase: Phrase) -> Phrase:
        """Return how long ago something was, as an adjunct."""

    def complement(self, key: str) -> Phrase:
        """Return a noun that belongs to a verb phrase: need of money, the keys, in a hurry."""
        row = self.row("objects", key)
        phrase = self.listed(row)
        if row["of"]:
            of = self.listed(self.row("objects", row["of"])).led_by(self.word("of"))
            return phrase.with_after(of.as_("nmod")).as_(self.light_verb_object)
        if row["preposition"]:
            return self.adjunct(phrase, row["preposition"], self.oblique)
        return phrase.as_("obj")

    # -- clauses -------------------------------------------------------------------------------

    @abstractmethod
    def verb(
        self,
        scene: Scene,
        key: str,
        agreement: Agreement,
        view: View = View.EVENT,
        *,
        pronoun: Agreement | None = None,
        use: str = "",
    ) -> Phrase:
        """Return a finite verb with its auxiliary, in the tense of the scene.

        `pronoun`: the agreement of an object pronoun that goes with the verb.
        """

    @abstractmethod
    def perfect(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return a verb for what was over before the tense of the scene: had lost."""

    @abstractmethod
    def passive_verb(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return a verb in the passive."""

    @abstractmethod
    def infinitive(self, key: str) -> Phrase:
        """Return the infinitive of a verb."""

    @abstractmethod
    def auxiliary(
        self, key: str, tense: Tense, agreement: Agreement, deprel: str, use: str = ""
    ) -> Phrase:
        """Return a finite form of an auxiliary or copula, in the past as of a state."""

    def negated(self, scene: Scene, key: str, agreement: Agreement, view: View) -> Phrase:
        """Return a finite verb with its negation."""
        return self.verb(scene, key, agreement, view).led_by(self.word("not"))

    def with_adverb(self, verb: Phrase, adverb: Phrase | None) -> Phrase:
        """Return a verb with an adverb that follows the finite form."""
        return verb.with_after(adverb)

    def clause(
        self,
        scene: Scene,
        verb: Phrase,
        subject: Phrase | None,
        *complements: Phrase | None,
        deprel: str = "nsubj",
    ) -> Phrase:
        """Return a verb with its subject and complements, and place and time where they belong."""
        times = self.time(scene.time)
        place = None if scene.place is None else self.place(scene.place)
        verb = self.with_adverb(verb, times.get("after"))
        verb = verb.led_by(subject and subject.as_(deprel), times.get("before"))
        return verb.with_after(*complements, place, times.get("end"))

    def act(
        self,
        scene: Scene,
        person: Person,
        key: str,
        *complements: Phrase | None,
        view: View = View.EVENT,
    ) -> Phrase:
        """Return the clause of what a person does."""
        verb = self.verb(scene, key, agreement_of(person), view)
        return self.clause(scene, verb, self.person(person), *complements)

    def direct_object(self, person: Phrase) -> Phrase:
        """Return a person as a direct object, without its relation."""
        return person

    def objects(self, key: str, person: Person, pronoun: Phrase | None = None) -> list[Phrase]:
        """Return what follows a verb: a fixed object (if any) and the person, or a pronoun."""
        row = self.row("verbs", key)
        preposition = row["preposition"]
        phrase = pronoun or self.person(person, governed=bool(preposition))
        if preposition:
            phrase = self.adjunct(phrase, preposition, self.governed)
        else:
            phrase = self.direct_object(phrase).as_(row.get("relation") or "obj")
        return [*([self.complement(row["object"])] if row["object"] else []), phrase]

    @abstractmethod
    def with_pronoun(self, scene: Scene, key: str, agreement: Agreement, whom: Person) -> Phrase:
        """Return a finite verb with a pronoun for the person who is its object: greeted her."""

    def copular(
        self,
        predicate: Phrase,
        tense: Tense,
        agreement: Agreement,
        subject: Phrase | None,
        use: str = "",
    ) -> Phrase:
        """Return a predicate with its subject and copula in front."""
        copula = self.auxiliary("be", tense, agreement, "cop", use)
        return predicate.led_by(subject and subject.as_("nsubj"), copula)

    def described(
        self,
        scene: Scene,
        agreement: Agreement,
        subject: Phrase | None,
        *,
        use: str = "person",
        tense: Tense | None = None,
        than: Phrase | None = None,
    ) -> Phrase:
        """Return the clause that says the adjective of the scene of its subject."""
        key, uses = scene.adjectives[0], ("predicate", use) if use == "person" else (use,)
        if than is not None:
            quality = self.comparative(key, agreement).with_after(than)
        else:
            quality = self.adjective(key, agreement, *uses)
        quality = quality.with_before(self.word("very") if scene.very else None)
        copula = self.row("adjectives", key, *uses).get("copula", "")
        return self.copular(quality, tense or scene.tense, agreement, subject, copula)

    def described_referent(self, scene: Scene, tense: Tense | None = None) -> Phrase:
        """Return the clause that says the adjective of the scene of the one the pronoun means."""
        who = referent(scene)
        subject = self.subject(who, dropped=True)
        return self.described(scene, self.pronoun_agreement(who), subject, tense=tense)

    def joined(self, first: Phrase, second: Phrase) -> Phrase:
        """Return two phrases with "and" between them."""
        return first.with_after(second.led_by(self.word("and")).as_("conj"))

    def both(self, scene: Scene) -> Phrase:
        """Return the two people of a scene, joined."""
        first, second = (self.person(person) for person in scene.people)
        return self.joined(first, second)

    @abstractmethod
    def owned(self, owner: Person, agreement: Agreement) -> Phrase:
        """Return the predicate of what belongs to somebody: hers."""
