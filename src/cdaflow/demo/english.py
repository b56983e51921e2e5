"""The English grammar of the demo, with features and relations as UD English EWT has them."""

from __future__ import annotations

from cdaflow.demo.grammar import Grammar
from cdaflow.demo.phrases import Agreement, View, agreement_of, referent
from cdaflow.demo.scene import Gender, Number, Person, Phrase, Scene, Tense, Thing
from cdaflow.languages.en import LANGUAGE

#: First parts of professions of two words that are adjectives (the others are nouns).
_ADJECTIVE_PARTS = frozenset({"social", "postal"})
#: Present singular and plural, past singular and plural.
_AUXILIARIES = {
    "be": ("is", "are", "was", "were"),
    "have": ("has", "have", "had", "had"),
    "do": ("does", "do", "did", "did"),
}


def _finite(tense: Tense, agreement: Agreement) -> dict[str, str]:
    """The features of a finite verb."""
    return {
        "Mood": "Ind",
        "Number": agreement.number.value,
        "Person": agreement.person,
        "Tense": tense.value,
        "VerbForm": "Fin",
    }


class English(Grammar):
    """The English of the demo."""

    language = LANGUAGE
    expletive = "nsubj"
    adjectives_follow = False

    def adjunct(self, phrase: Phrase, preposition: str, deprel: str) -> Phrase:
        """Return a noun phrase as an adjunct; "in front of": front is the head."""
        first, _, rest = preposition.partition(" ")
        if rest:
            inner, last = rest.split(" ")
            of = phrase.led_by(self.preposition(last)).as_("nmod")
            phrase = self.noun(inner, inner, "", "Sing").with_after(of)
        return super().adjunct(phrase, first, deprel if first else "obl:unmarked")

    def adjective(self, key: str, agreement: Agreement, *uses: str) -> Phrase:
        """Return an adjective in the positive degree."""
        form = self.row("adjectives", key)["form"]
        return Phrase(form, form, "ADJ", {"Degree": "Pos"}, "amod")

    def comparative(self, key: str, agreement: Agreement) -> Phrase:
        """Return the comparative: stronger, more patient."""
        row = self.row("adjectives", key)
        if row["comparative"]:
            return Phrase(row["comparative"], row["form"], "ADJ", {"Degree": "Cmp"})
        return self.adjective(key, agreement).with_before(self.word("more"))

    def person_noun(self, person: Person, forms: tuple[str, str, str, str]) -> Phrase:
        """Return the noun of a person; the first words of several modify the last one."""
        feminine = person.gender is Gender.FEMININE
        *parts, head = agreement_of(person).pick(forms).split(" ")
        modifiers = [
            Phrase(part, part, "ADJ", {"Degree": "Pos"}, "amod")
            if part in _ADJECTIVE_PARTS
            else self.noun(part, part, "", "Sing").as_("compound")
            for part in parts
        ]
        noun = self.noun(head, forms[feminine].split(" ")[-1], "", person.number.value)
        return noun.with_before(*modifiers)

    def pronoun_agreement(self, person: Person) -> Agreement:
        """Return the agreement of a pronoun; one called "they" is plural."""
        agreement = agreement_of(person)
        return Agreement(agreement.gender, Number.PLURAL) if person.neutral else agreement

    def owner_determiners(self, owner: Person) -> tuple[str, ...]:
        """Return his, her or their."""
        agreement = self.pronoun_agreement(owner)
        return (agreement.pick(("his", "her", "their", "their")),)

    def owned(self, owner: Person, agreement: Agreement) -> Phrase:
        """Return his, hers or theirs."""
        return self.word("independent", self.pronoun_agreement(owner))

    def possessed(self, thing: Thing, owner: Person) -> Phrase:
        """Return the writer's car, the writers' car."""
        noun = self.person(owner)
        plural = owner.number is Number.PLURAL and noun.form.endswith("s")
        mark = self.word("owner:plural" if plural else "owner")
        return self.thing(thing, bare=True).led_by(noun.with_after(mark).as_("nmod:poss"))

    def ago(self, phrase: Phrase) -> Phrase:
        """Return two days ago."""
        return self.adverb("ago").with_before(phrase.as_("obl:unmarked"))

    # -- verbs ---------------------------------------------------------------------------------

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
        """Return a finite verb with its particle, and "it" or "them" as its object."""
        row = self.row("verbs", key)
        present = row["base"] if agreement.plural else row["present"]
        form = row["past"] if scene.tense is Tense.PAST else present
        verb = self._with_particle(key, form, _finite(scene.tense, agreement))
        if pronoun is None:
            return verb
        return verb.with_after(self.word("object" if pronoun.plural else "it:object", pronoun))

    def _with_particle(self, key: str, form: str, feats: dict[str, str]) -> Phrase:
        row = self.row("verbs", key)
        verb = Phrase(form, row["base"], "VERB", feats)
        return verb.with_after(self.adverb(row["particle"]) if row["particle"] else None)

    def infinitive(self, key: str) -> Phrase:
        """Return the bare infinitive."""
        return self._with_particle(key, self.row("verbs", key)["base"], {"VerbForm": "Inf"})

    def perfect(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return had lost."""
        had = self.auxiliary("have", Tense.PAST, agreement, "aux")
        feats = {"Tense": "Past", "VerbForm": "Part"}
        return self._with_particle(key, self.row("verbs", key)["participle"], feats).with_before(
            had
        )

    def passive_verb(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return was invited."""
        was = self.auxiliary("be", scene.tense, agreement, "aux:pass")
        feats = {"Tense": "Past", "VerbForm": "Part", "Voice": "Pass"}
        return self._with_particle(key, self.row("verbs", key)["participle"], feats).with_before(
            was
        )

    def auxiliary(
        self, key: str, tense: Tense, agreement: Agreement, deprel: str, use: str = ""
    ) -> Phrase:
        """Return a finite form of be, have or do."""
        form = _AUXILIARIES[key][2 * (tense is Tense.PAST) + agreement.plural]
        return Phrase(form, key, "AUX", _finite(tense, agreement), deprel)

    def negated(self, scene: Scene, key: str, agreement: Agreement, view: View) -> Phrase:
        """Return does not work."""
        do = self.auxiliary("do", scene.tense, agreement, "aux")
        return self.infinitive(key).with_before(do, self.word("not"))

    def objects(self, key: str, person: Person, pronoun: Phrase | None = None) -> list[Phrase]:
        """Return the person and then a fixed object: asked the cook for help."""
        return super().objects(key, person, pronoun)[::-1]

    def with_pronoun(self, scene: Scene, key: str, agreement: Agreement, whom: Person) -> Phrase:
        """Return greeted her."""
        pronoun = self.word("object", self.pronoun_agreement(whom))
        return self.verb(scene, key, agreement).with_after(*self.objects(key, whom, pronoun))

    # -- constructions -------------------------------------------------------------------------

    def question(self, scene: Scene) -> Phrase:
        """Is the nurse tired?"""
        (person,) = scene.people
        copula = self.auxiliary("be", scene.tense, agreement_of(person), "cop")
        quality = self.adjective(scene.adjectives[0], agreement_of(person))
        return quality.with_before(copula, self.person(person).as_("nsubj"))

    def question_where(self, scene: Scene) -> Phrase:
        """Where does the doctor work?"""
        (person,) = scene.people
        do = self.auxiliary("do", scene.tense, agreement_of(person), "aux")
        verb = self.infinitive(scene.verbs[0])
        return verb.with_before(self.word("where"), do, self.person(person).as_("nsubj"))

    def when(self, scene: Scene) -> Phrase:
        """When the doctor arrived, she was tired: the comma belongs to the main clause."""
        clause = self.act(scene, scene.people[0], scene.verbs[0]).led_by(self.word("when"))
        return self.described_referent(scene).led_by(clause.as_("advcl"), self.word(","))

    def reflexive(self, scene: Scene) -> Phrase:
        """The baker hurt herself yesterday."""
        herself = self.word("reflexive", self.pronoun_agreement(referent(scene)))
        return self.act(scene, scene.people[0], scene.verbs[0], herself)

    def reason_predicate(self, key: str, agreement: Agreement) -> Phrase:
        """Return in a hurry."""
        return self.complement(key)

    def reason_order(
        self, adverb: Phrase | None, complement: Phrase | None
    ) -> tuple[Phrase | None, Phrase | None]:
        """Return the complement first: spoke French well."""
        return complement, adverb
