"""The Spanish grammar of the demo, with features and relations as UD Spanish GSD has them.

Where GSD and AnCora differ (acl:relcl, nsubj:pass, aux:pass, obl:agent) GSD is followed. As in
both, a noun of one form for the two genders (periodista) bears no Gender, a feminine noun has its
own lemma (directora), and each pronoun of the third person has the lemma él.
"""

from __future__ import annotations

from cdaflow.demo.phrases import NEUTRAL, Agreement, View, agreement_of, referent
from cdaflow.demo.romance import Romance
from cdaflow.demo.scene import Person, Phrase, Scene, Tense
from cdaflow.languages.es import LANGUAGE

#: Roles that are said with an article even without an adjective: es una amiga, but es enfermera.
_WITH_ARTICLE = frozenset({"client", "friend", "neighbor", "patient"})


class Spanish(Romance):
    """The Spanish of the demo."""

    language = LANGUAGE
    drops_subjects = True
    compound_past = False

    def is_lemma(self, feminine: str) -> bool:
        """Every feminine noun is a lemma."""
        return True

    def person_noun(self, person: Person, forms: tuple[str, str, str, str]) -> Phrase:
        """Return the noun of a person; one of one form for both genders shows none."""
        noun = super().person_noun(person, forms)
        if forms[0] == forms[1]:
            noun = self.noun(noun.form, noun.lemma, "", person.number.value)
        return noun

    def needs_article(self, person: Person) -> bool:
        """Return whether the role is none that one has as a job."""
        return person.profession in _WITH_ARTICLE

    def participle_forms(self, masculine: str) -> tuple[str, str, str, str]:
        """Return abierto, abierta, abiertos, abiertas."""
        stem = masculine.removesuffix("o")
        return stem + "o", stem + "a", stem + "os", stem + "as"

    def lasts(self, scene: Scene, aspect: str, view: View) -> bool:
        """Return whether the past is an imperfect: not of a state where a time bounds it."""
        return view is View.STATE or (aspect in view.value and scene.time is None)

    def passive_verb(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return fue contratada."""
        column = "pres" if scene.tense is Tense.PRESENT else "past"
        ser = self.finite(self.row("verbs", "be"), column, agreement, "AUX", "aux:pass")
        return self.participle(self.row("verbs", key), agreement).with_before(ser)

    def direct_object(self, person: Phrase) -> Phrase:
        """Return a la médica: a person as an object has a preposition."""
        return person.led_by(self.word("to"))

    def owned(self, owner: Person, agreement: Agreement) -> Phrase:
        """Return suyo, suya, in agreement with what is owned."""
        return self.word("independent", agreement)

    def ago(self, phrase: Phrase) -> Phrase:
        """Return hace dos días."""
        hace = self.finite(self.row("verbs", "do"), "pres", NEUTRAL, deprel="advcl")
        return hace.with_after(phrase.as_("obj"))

    def known_by(self, verb: Phrase, object_agreement: Agreement, knower: Phrase) -> Phrase:
        """Return al que conoce la abogada."""
        whom = self.word("whom").with_before(self.word("to"), self.word("the", object_agreement))
        return verb.led_by(whom).with_after(knower.as_("nsubj"))

    def question(self, scene: Scene) -> Phrase:
        """¿Está cansada la enfermera?"""
        (person,) = scene.people
        predicate = self.described(scene, agreement_of(person), None)
        return predicate.with_after(self.person(person).as_("nsubj"))

    def become(self, scene: Scene) -> Phrase:
        """Él se hizo enfermero; with an adjective: se convirtió en un enfermero famoso."""
        (person,) = scene.people
        if person.adjective is None:
            return super().become(scene)
        who = referent(scene)
        role = self.person(person).led_by(self.word("into")).as_("obl")
        verb = self.verb(scene, "become", agreement_of(who), use="described")
        return self.clause(scene, verb, self.subject(who), role)

    def weather(self, scene: Scene) -> Phrase:
        """Ayer llovió: the time comes first."""
        times = self.time(scene.time)
        verb = self.verb(scene, "rain", NEUTRAL).led_by(times.get("end"), times.get("before"))
        return verb.with_after(times.get("after"))
