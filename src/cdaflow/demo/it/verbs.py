"""Italian verb groups of the demo: auxiliaries, clitics, and participles that agree."""

from __future__ import annotations

from collections.abc import Mapping

from cdaflow.demo.builder import Phrase
from cdaflow.demo.it.phrases import (
    MASCULINE,
    Agreement,
    NounPhrases,
    adverb,
    article,
    noun,
    preposition,
)
from cdaflow.demo.scene import Gender, Number, Person, Tense

#: Tense of the finite verb -> (3rd singular, 3rd plural, 1st plural).
_AUXILIARIES: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    "avere": {"Pres": ("ha", "hanno", "abbiamo"), "Imp": ("aveva", "avevano", "avevamo")},
    "essere": {"Pres": ("è", "sono", "siamo"), "Imp": ("era", "erano", "eravamo")},
    "venire": {"Pres": ("viene", "vengono", "veniamo"), "Imp": ("veniva", "venivano", "venivamo")},
}
_CLITICS = {
    (Gender.MASCULINE, Number.SINGULAR): "lo",
    (Gender.FEMININE, Number.SINGULAR): "la",
    (Gender.MASCULINE, Number.PLURAL): "li",
    (Gender.FEMININE, Number.PLURAL): "le",
}

#: Lemmas of the plurals in the table of reasons.
_LEMMAS = {"chiavi": "chiave", "soldi": "soldo"}

#: How a clause places what happens: the tense of the verb group as grammars call it.
PRESENT, IMPERFECT, PERFECT, PLUPERFECT = "present", "imperfect", "perfect", "pluperfect"


def participle_of(form: str, what: Agreement) -> str:
    """Return a past participle that agrees: aperto, aperta, aperti, aperte."""
    return form[:-1] + what.pick(("o", "a", "i", "e"))


def _finite_feats(tense: str, number: Number, person: str) -> dict[str, str]:
    return {
        "Mood": "Ind",
        "Number": number.value,
        "Person": person,
        "Tense": tense,
        "VerbForm": "Fin",
    }


def _slot(number: Number, person: str) -> int:
    return 2 if person == "1" else int(number is Number.PLURAL)


def auxiliary(lemma: str, tense: str, number: Number, person: str, deprel: str) -> Phrase:
    """Return a finite form of avere, essere or venire; tense Pres or Imp."""
    form = _AUXILIARIES[lemma][tense][_slot(number, person)]
    return Phrase(form, lemma, "AUX", _finite_feats(tense, number, person), deprel)


def copula(tense: Tense, number: Number) -> Phrase:
    """Return è, sono, era or erano."""
    return auxiliary("essere", "Pres" if tense is Tense.PRESENT else "Imp", number, "3", "cop")


def reflexive(person: str = "3") -> Phrase:
    """Return the clitic si, or ci of the first person plural."""
    form, more = ("ci", {"Number": "Plur"}) if person == "1" else ("si", {})
    feats = {"Clitic": "Yes", **more, "Person": person, "PronType": "Prs"}
    return Phrase(form, form, "PRON", feats, "expl")


def object_clitic(what: Agreement) -> Phrase:
    """Return lo, la, li or le as an object."""
    form = _CLITICS[what.gender, what.number]
    feats = {"Clitic": "Yes", **what.feats, "Person": "3", "PronType": "Prs"}
    return Phrase(form, form, "PRON", feats, "obj")


def stressed(person: Person) -> Phrase:
    """Return lui, lei or loro."""
    if person.number is Number.PLURAL:
        feats = {"Number": "Plur", "Person": "3", "PronType": "Prs"}
        return Phrase("loro", "loro", "PRON", feats)
    form = "lei" if person.gender is Gender.FEMININE else "lui"
    feats = {"Gender": person.gender.value, "Number": "Sing", "Person": "3", "PronType": "Prs"}
    return Phrase(form, form, "PRON", feats)


class Words(NounPhrases):
    """The Italian lexicon, by the phrases made of it."""

    def participle(self, key: str, what: Agreement) -> Phrase:
        """Return a past participle that agrees."""
        row = self.lexicon.tables["verbs"][key]
        feats = {**what.feats, "Tense": "Past", "VerbForm": "Part"}
        form = participle_of(row["participle"], what)
        return Phrase(form, row["infinitive"], "VERB", feats)

    def infinitive(self, key: str) -> Phrase:
        """Return the infinitive."""
        form = self.lexicon.tables["verbs"][key]["infinitive"]
        return Phrase(form, form, "VERB", {"VerbForm": "Inf"})

    def past(self, key: str) -> str:
        """Return how a main clause tells the past of a verb: imperfect of states, else perfect."""
        aspect = self.lexicon.tables["verbs"][key]["aspect"]
        return IMPERFECT if aspect == "state" else PERFECT

    def background(self, key: str) -> str:
        """Return the same where no single event is meant: non lavorava, dove lavorava?"""
        return IMPERFECT if self.lexicon.tables["verbs"][key]["aspect"] else PERFECT

    def verb(
        self,
        key: str,
        how: str,
        subject: Agreement,
        *,
        person: str = "3",
        clitic: Agreement | None = None,
    ) -> Phrase:
        """Return the verb group: clitics, auxiliary, verb; without a subject.

        `how`: PRESENT, IMPERFECT, PERFECT or PLUPERFECT. `clitic`: what an object pronoun before
        the verb agrees with; a participle with avere agrees with it (l'ha ringraziata), one with
        essere with the subject.
        """
        row = self.lexicon.tables["verbs"][key]
        before = [reflexive(person)] if row["clitic"] else []
        if clitic is not None:
            before.append(object_clitic(clitic))
        if how in (PRESENT, IMPERFECT):
            columns = (
                ("pres3s", "pres3p", "pres1p") if how == PRESENT else ("imp3s", "imp3p", "imp1p")
            )
            column = columns[_slot(subject.number, person)]
            form = row["imp3s"] + "mo" if column == "imp1p" else row[column]
            tense = "Pres" if how == PRESENT else "Imp"
            feats = _finite_feats(tense, subject.number, person)
            head = Phrase(form, row["infinitive"], "VERB", feats)
            return head.with_before(*before)
        tense = "Pres" if how == PERFECT else "Imp"
        helper = auxiliary(row["auxiliary"], tense, subject.number, person, "aux")
        what = subject if row["auxiliary"] == "essere" else clitic or MASCULINE
        return self.participle(key, what).with_before(*before, helper)

    def passive(self, key: str, tense: Tense, subject: Agreement) -> Phrase:
        """Return the passive: è stata aperta; in the present viene aperta."""
        key = self.lexicon.tables["verbs"][key]["passive"] or key
        if tense is Tense.PRESENT:
            first = auxiliary("venire", "Pres", subject.number, "3", "aux:pass")
            return self.participle(key, subject).with_before(first)
        first = auxiliary("essere", "Pres", subject.number, "3", "aux")
        feats = {**subject.feats, "Tense": "Past", "VerbForm": "Part"}
        been = Phrase(participle_of("stato", subject), "essere", "AUX", feats, "aux:pass")
        return self.participle(key, subject).with_before(first, been)

    def with_object(self, verb: Phrase, key: str, person: Person) -> Phrase:
        """Return `verb` with the person as its object, or after the preposition it asks for."""
        row = self.lexicon.tables["verbs"][key]
        if row["object"]:  # ha chiesto aiuto al cuoco
            verb = verb.with_after(
                Phrase(row["object"], row["object"], "NOUN", MASCULINE.feats, "obj")
            )
        phrase = self.person(person, case=row["preposition"])
        return verb.with_after(phrase.as_("obl" if row["preposition"] else "obj"))

    def reason(self, key: str, subject: Agreement) -> Phrase:
        """Return the clause of a verb of the frames vp-subject and vp-object, without a subject."""
        row = self.lexicon.tables["reasons"][key]
        verb = self.verb(key, PLUPERFECT if row["tense"] == "pluperfect" else IMPERFECT, subject)
        if row["tense"] == "negated":
            verb = verb.led_by(adverb("non"))
        verb = verb.with_after(adverb(row["adverb"]) if row["adverb"] else None)
        noun_of = self._complement
        loose = noun_of(row["preposition"], "", row["noun"], row["noun_gender"], row["noun_number"])
        direct = noun_of("", row["determiner"], row["object"], row["gender"], row["number"])
        if direct is None:
            return verb.with_after(loose and loose.as_("obl"))
        return verb.with_after(direct.with_after(loose and loose.as_("nmod")).as_("obj"))

    def _complement(
        self, case: str, determiner: str, form: str, gender: str, number: str
    ) -> Phrase | None:
        """A noun of the table of reasons with its preposition or article, if there is one."""
        if not form:
            return None
        what = Agreement(Gender(gender), Number(number))
        lemmas = {"the": "il", "a": "uno"}
        return noun(form, _LEMMAS.get(form, form), what).with_before(
            preposition(case) if case else None,
            article(lemmas[determiner], what) if determiner else None,
        )
