"""The sentence of each construction, as the languages of the demo share it.

The sentence of a construction is the method of its name ("thing-place": `thing_place`); a language
overrides those that it says in another way.
"""

from __future__ import annotations

from cdaflow.demo.phrases import NEUTRAL, WE, Agreement, Phrases, View, agreement_of, referent
from cdaflow.demo.scene import Phrase, Scene, Tense, finish
from cdaflow.trees import Sentence, Token


def text_of(tree: Sentence) -> str:
    """Return the sentence of a tree of the demo."""
    return tree.comment("text") or tree.text  # the comment saves putting it together again


class Grammar(Phrases):
    """One language of the demo: a lexicon, and the trees of scenes made of its words."""

    @property
    def code(self) -> str:
        """The ISO 639-1 code of the language."""
        return self.language.code

    def tree(self, scene: Scene) -> Sentence:
        """Return the scene as a tree; KeyError for a key without words in this language."""
        root: Phrase = getattr(self, scene.construction.replace("-", "_"))(scene)
        question = scene.construction.startswith("question")
        root = root.led_by(self.optional("¿") if question else None)
        return finish(
            root.with_after(self.word("?" if question else ".")), self.language, self.annotated
        )

    def text(self, scene: Scene) -> str:
        """Return the scene as a sentence."""
        return text_of(self.tree(scene))

    def annotated(self, token: Token) -> Token:
        """Return a word of a finished sentence with the features that the treebanks give it."""
        return token

    # -- constructions without a pronoun for a person ------------------------------------------

    def simple(self, scene: Scene) -> Phrase:
        """The nurse works at the hospital every day."""
        return self.act(scene, scene.people[0], scene.verbs[0])

    def motion(self, scene: Scene) -> Phrase:
        """The nurse arrived yesterday."""
        return self.simple(scene)

    def transitive(self, scene: Scene) -> Phrase:
        """The baker bought the red car last week."""
        thing = self.thing(scene.things[0]).as_("obj")
        return self.act(scene, scene.people[0], scene.verbs[0], thing)

    def predicate(self, scene: Scene) -> Phrase:
        """The lawyer is very tired."""
        (person,) = scene.people
        return self.described(scene, agreement_of(person), self.person(person))

    def passive(self, scene: Scene) -> Phrase:
        """The nurse was invited yesterday; by the director."""
        person, *agents = scene.people
        verb = self.passive_verb(scene, scene.verbs[0], agreement_of(person))
        by = [self.after_case("by", agent).as_("obl:agent") for agent in agents]
        return self.clause(scene, verb, self.person(person), *by, deprel="nsubj:pass")

    def passive_agent(self, scene: Scene) -> Phrase:
        """The nurse was hired by the director."""
        return self.passive(scene)

    def relative_subject(self, scene: Scene) -> Phrase:
        """The doctor who works at the hospital is old."""
        (person,) = scene.people
        agreement = agreement_of(person)
        verb = self.verb(scene, scene.verbs[0], agreement, View.STATE)
        clause = self.clause(scene, verb, self.word("who"))
        subject = self.person(person).with_after(clause.as_("acl:relcl"))
        return self.described(scene, agreement, subject)

    def relative_object(self, scene: Scene) -> Phrase:
        """The doctor that the lawyer knows is famous."""
        object_person, knower = scene.people
        verb = self.verb(scene, scene.verbs[0], agreement_of(knower), View.STATE)
        clause = self.known_by(verb, agreement_of(object_person), self.person(knower))
        subject = self.person(object_person).with_after(clause.as_("acl:relcl"))
        return self.described(scene, agreement_of(object_person), subject)

    def known_by(self, verb: Phrase, object_agreement: Agreement, knower: Phrase) -> Phrase:
        """Return the relative clause of an object: that the lawyer knows."""
        return verb.led_by(self.word("whom"), knower.as_("nsubj"))

    def coordinated_people(self, scene: Scene) -> Phrase:
        """The doctor and the nurse are tired."""
        return self.described(scene, agreement_of(*scene.people), self.both(scene))

    def coordinated_people_motion(self, scene: Scene) -> Phrase:
        """The doctor and the nurse arrived yesterday."""
        verb = self.verb(scene, scene.verbs[0], agreement_of(*scene.people))
        return self.clause(scene, verb, self.both(scene))

    def coordinated_verbs(self, scene: Scene) -> Phrase:
        """The baker came in and opened the window."""
        second = self.verb(scene, scene.verbs[1], agreement_of(scene.people[0]))
        return self.joined(
            self.simple(scene), second.with_after(self.thing(scene.things[0]).as_("obj"))
        )

    def of_person(self, scene: Scene) -> Phrase:
        """The writer's car is red."""
        (owner,), (thing,) = scene.people, scene.things
        subject = self.possessed(thing, owner)
        return self.described(scene, self.thing_agreement(thing), subject, use="thing")

    def to_person(self, scene: Scene) -> Phrase:
        """The waiter gave the bottle to the nurse."""
        giver, receiver = scene.people
        thing = self.thing(scene.things[0]).as_("obj")
        return self.act(scene, giver, "give", thing, *self.objects("give", receiver))

    def there_is(self, scene: Scene) -> Phrase:
        """There is a new doctor at the hospital."""
        (person,) = scene.people
        be = self.auxiliary("be", scene.tense, agreement_of(person), "root")
        verb = Phrase(be.form, be.lemma, "VERB", be.feats).led_by(self.word("there"))
        return self.clause(scene, verb, None, self.person(person).as_("nsubj"))

    def we_verb(self, scene: Scene) -> Phrase:
        """We saw the tired guard at the station."""
        key = scene.verbs[0]
        objects = self.objects(key, scene.people[0])
        return self.clause(scene, self.verb(scene, key, WE), self.optional("we"), *objects)

    def question(self, scene: Scene) -> Phrase:
        """Is the nurse tired?"""
        return self.predicate(scene)

    def question_where(self, scene: Scene) -> Phrase:
        """Where does the doctor work?"""
        (person,) = scene.people
        verb = self.verb(scene, scene.verbs[0], agreement_of(person), View.HABIT)
        return verb.led_by(self.word("where")).with_after(self.person(person).as_("nsubj"))

    def negation(self, scene: Scene) -> Phrase:
        """The doctor does not work at the hospital."""
        (person,) = scene.people
        verb = self.negated(scene, scene.verbs[0], agreement_of(person), View.HABIT)
        return self.clause(scene, verb, self.person(person))

    def comparison(self, scene: Scene) -> Phrase:
        """The baker is stronger than the guard."""
        better, worse = scene.people
        than = self.after_case("than", worse).as_(self.governed)
        return self.described(scene, agreement_of(better), self.person(better), than=than)

    # -- constructions in which a pronoun means a person ---------------------------------------

    def own_thing(self, scene: Scene) -> Phrase:
        """The logistician finished her report."""
        (person,) = scene.people
        thing = self.thing(scene.things[0], person).as_("obj")
        return self.act(scene, person, scene.verbs[0], thing)

    def profession(self, scene: Scene) -> Phrase:
        """She is a famous writer."""
        who = referent(scene)
        role = self.role(scene.people[0], copular=True)
        return self.copular(role, scene.tense, self.pronoun_agreement(who), self.subject(who))

    def become(self, scene: Scene) -> Phrase:
        """He became a nurse last year."""
        who = referent(scene)
        verb = self.verb(scene, "become", self.pronoun_agreement(who))
        role = self.role(scene.people[0], copular=False)
        return self.clause(scene, verb, self.subject(who), role.as_("xcomp"))

    def work_as(self, scene: Scene) -> Phrase:
        """She works as a cook at the hotel."""
        who = referent(scene)
        role = self.role(scene.people[0], copular=False).led_by(self.word("as"))
        verb = self.verb(scene, "work", self.pronoun_agreement(who), View.STATE)
        return self.clause(scene, verb, self.subject(who), role.as_(self.oblique))

    def _said_that(self, scene: Scene, clause: Phrase) -> Phrase:
        clause = clause.led_by(self.word("that:clause")).as_("ccomp")
        return self.act(scene, scene.people[0], "say", clause)

    def said(self, scene: Scene) -> Phrase:
        """The nurse said that she was tired."""
        return self._said_that(scene, self.described_referent(scene, Tense.PAST))

    def hers(self, scene: Scene) -> Phrase:
        """The nurse said that the car was hers."""
        (thing,) = scene.things
        agreement = self.thing_agreement(thing)
        owned = self.owned(referent(scene), agreement)
        clause = self.copular(owned, Tense.PAST, agreement, self.thing(thing))
        return self._said_that(scene, clause)

    def when(self, scene: Scene) -> Phrase:
        """When the doctor arrived, she was tired."""
        clause = self.act(scene, scene.people[0], scene.verbs[0]).led_by(self.word("when"))
        clause = clause.with_after(self.word(","))
        return self.described_referent(scene).led_by(clause.as_("advcl"))

    def reflexive(self, scene: Scene) -> Phrase:
        """The baker hurt herself yesterday."""
        return self.simple(scene)

    def _because(self, scene: Scene, clause: Phrase) -> Phrase:
        (first, second), key = scene.people, scene.verbs[0]
        clause = clause.led_by(self.word("because")).as_("advcl")
        objects = self.objects(key, second)
        return self.act(scene, first, key, *objects, clause, view=View.REASON)

    def because_adjective(self, scene: Scene) -> Phrase:
        """The lawyer hired the cook because she was patient."""
        return self._because(scene, self.described_referent(scene))

    def because_verb(self, scene: Scene) -> Phrase:
        """The lawyer hired the cook because she spoke French well."""
        who, row = referent(scene), self.row("reasons", scene.verbs[1])
        agreement, subject = self.pronoun_agreement(who), self.subject(who, dropped=True)
        if row["predicate"]:
            predicate = self.reason_predicate(row["predicate"], agreement)
            return self._because(scene, self.copular(predicate, scene.tense, agreement, subject))
        if row["how"] == "perfect":
            verb = self.perfect(scene, row["verb"], agreement)
        elif row["how"] == "negated":
            verb = self.negated(scene, row["verb"], agreement, View.STATE)
        else:
            verb = self.verb(scene, row["verb"], agreement, View.STATE)
        adverb = self.adverb(row["adverb"]) if row["adverb"] else None
        complement = self.complement(row["object"]) if row["object"] else None
        after = self.reason_order(adverb, complement)
        return self._because(scene, self.clause(scene, verb, subject, *after))

    def reason_predicate(self, key: str, agreement: Agreement) -> Phrase:
        """Return what somebody is, as a reason."""
        return self.word(key, agreement)

    def reason_order(
        self, adverb: Phrase | None, complement: Phrase | None
    ) -> tuple[Phrase | None, Phrase | None]:
        """Return adverb and complement in the order in which they follow the verb."""
        return adverb, complement

    def object_pronoun(self, scene: Scene) -> Phrase:
        """The clerk recognised the doctor and greeted her."""
        (first, second), (key, then) = scene.people, scene.verbs
        return self.joined(
            self.act(scene, first, key, *self.objects(key, second)),
            self.with_pronoun(scene, then, agreement_of(first), referent(scene)),
        )

    def thank_for(self, scene: Scene) -> Phrase:
        """The farmer thanked the nurse for her help."""
        first, second = scene.people
        gift = self.thing(scene.things[0], referent(scene)).led_by(self.word("for"))
        objects = self.objects("thank", second)
        return self.act(scene, first, "thank", *objects, gift.as_(self.governed))

    def promise(self, scene: Scene) -> Phrase:
        """The cook promised the guard to repair her car."""
        first, second = scene.people
        thing = self.thing(scene.things[0], referent(scene)).as_("obj")
        deed = self.infinitive(scene.verbs[0]).with_before(self.optional("to_do"))
        deed = deed.with_after(thing).as_("xcomp")
        return self.act(scene, first, "promise", *self.objects("promise", second), deed)

    # -- constructions about things ------------------------------------------------------------

    def thing_predicate(self, scene: Scene) -> Phrase:
        """The car is red."""
        (thing,) = scene.things
        return self.described(scene, self.thing_agreement(thing), self.thing(thing), use="thing")

    def thing_place(self, scene: Scene) -> Phrase:
        """The red car is in front of the church."""
        (thing,) = scene.things
        if scene.place is None:
            raise ValueError("a scene of 'thing-place' needs a place")
        place, agreement = self.place(scene.place), self.thing_agreement(thing)
        return self.copular(place, scene.tense, agreement, self.thing(thing), "state")

    def thing_motion(self, scene: Scene) -> Phrase:
        """The train arrived yesterday."""
        (thing,) = scene.things
        verb = self.verb(scene, scene.verbs[0], self.thing_agreement(thing), use="thing")
        return self.clause(scene, verb, self.thing(thing))

    def thing_passive(self, scene: Scene) -> Phrase:
        """The door was opened yesterday."""
        (thing,) = scene.things
        verb = self.passive_verb(scene, scene.verbs[0], self.thing_agreement(thing))
        return self.clause(scene, verb, self.thing(thing), deprel="nsubj:pass")

    def weather(self, scene: Scene) -> Phrase:
        """It rained yesterday."""
        verb = self.verb(scene, "rain", NEUTRAL)
        return self.clause(scene, verb, self.optional("it"), deprel=self.expletive)

    def thing_pronoun(self, scene: Scene) -> Phrase:
        """The baker bought the car and sold it."""
        (person,), (thing,), (_, then) = scene.people, scene.things, scene.verbs
        pronoun = self.thing_agreement(thing)
        second = self.verb(scene, then, agreement_of(person), pronoun=pronoun)
        return self.joined(self.transitive(scene), second)
