"""Spanish verbs of the demo: finite forms, copulas, passives, adjuncts of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cdaflow.demo.builder import Phrase
from cdaflow.demo.es.phrases import (
    Agreement,
    Words,
    adverb,
    dative_pronoun,
    determiner,
    noun,
    object_pronoun,
    preposition,
)
from cdaflow.demo.scene import Gender, Number, Tense


@dataclass(frozen=True)
class Times:
    """An adjunct of time at the place where it stands: before the verb, after it, at the end."""

    early: Phrase | None = None
    middle: Phrase | None = None
    late: Phrase | None = None


def _feats(tense: str, number: Number, person: str) -> dict[str, str]:
    return {
        "Mood": "Ind",
        "Number": number.value,
        "Person": person,
        "Tense": tense,
        "VerbForm": "Fin",
    }


def _reflexive(person: str) -> Phrase:
    feats = {"Case": "Acc", "PrepCase": "Npr", "PronType": "Prs", "Reflex": "Yes"}
    if person == "1":
        feats |= {"Number": "Plur", "Person": "1"}
        return Phrase("nos", "yo", "PRON", feats, "expl:pv")
    return Phrase("se", "él", "PRON", feats | {"Person": "3"}, "expl:pv")


@dataclass(frozen=True)
class Verbs:
    """The verb forms of the Spanish lexicon."""

    words: Words

    def finite(
        self, key: str, tense: Tense, number: Number, *, person: str = "3",
        background: bool = False, dated: bool = False, use: str = "",
    ) -> Phrase:  # fmt: skip
        """Return a finite verb with its reflexive pronoun and adverb.

        The past of an event is the preterite; of a state (or in the `background`) the imperfect,
        unless the clause says when it was (`dated`).
        """
        row = self.words.row("verbs", key, use)
        tense_name, column = self._tense(row, tense, background=background, dated=dated)
        end = "1p" if person == "1" else "3p" if number is Number.PLURAL else "3s"
        feats = _feats(tense_name, number, person)
        verb = Phrase(row[column + end], row["infinitive"], "VERB", feats)
        return verb.with_before(_reflexive(person) if row["pronominal"] else None).with_after(
            adverb(row["adverb"]) if row["adverb"] else None
        )

    @staticmethod
    def _tense(
        row: Mapping[str, str], tense: Tense, *, background: bool, dated: bool
    ) -> tuple[str, str]:
        if tense is Tense.PRESENT:
            return "Pres", "pres"
        if background or ("state" in row["aspect"].split() and not dated):
            return "Imp", "imp"
        return "Past", "past"

    def auxiliary(
        self, key: str, tense: Tense, number: Number, deprel: str, *, background: bool = True
    ) -> Phrase:
        """Return ser ("be"), estar ("be:state") or haber ("have") in the third person."""
        verb = self.finite(key, tense, number, background=background)
        return Phrase(verb.form, verb.lemma, "AUX", verb.feats, deprel)

    def infinitive(self, key: str) -> Phrase:
        """Return the infinitive."""
        form = self.words.row("verbs", key)["infinitive"]
        return Phrase(form, form, "VERB", {"VerbForm": "Inf"})

    def participle(self, key: str, agreement: Agreement) -> Phrase:
        """Return the past participle in the form that agrees."""
        row = self.words.row("verbs", key)
        stem = row["participle"].removesuffix("o")
        form = agreement.pick((stem + "o", stem + "a", stem + "os", stem + "as"))
        feats = {**agreement.feats, "Tense": "Past", "VerbForm": "Part"}
        return Phrase(form, row["infinitive"], "VERB", feats)

    def pluperfect(self, key: str, tense: Tense, number: Number) -> Phrase:
        """Return había hecho (ha hecho, beside a present tense)."""
        agreement = Agreement(Gender.MASCULINE, Number.SINGULAR)
        row = self.words.row("verbs", key)
        verb = self.participle(key, agreement).with_before(
            self.auxiliary("have", tense, number, "aux")
        )
        return verb.with_after(adverb(row["adverb"]) if row["adverb"] else None)

    def reason(self, key: str, tense: Tense, number: Number) -> Phrase:
        """Return a verb phrase of the frames vp-subject and vp-object: no tenía tiempo."""
        row = self.words.row("verbs", key)
        aspect = row["aspect"].split()
        if "perfect" in aspect:
            verb = self.pluperfect(key, tense, number)
        else:
            verb = self.finite(key, tense, number)
        verb = verb.led_by(adverb("no") if "negated" in aspect else None)
        return verb.with_after(self.words.fixed_object(row["object"]) if row["object"] else None)

    def passive(self, key: str, subject: Phrase, agreement: Agreement, tense: Tense) -> Phrase:
        """Return fue contratada with its subject."""
        ser = self.auxiliary("be", tense, agreement.number, "aux:pass", background=False)
        return self.participle(key, agreement).with_before(subject.as_("nsubj:pass"), ser)

    def with_person(self, verb: Phrase, key: str, person: Phrase) -> Phrase:
        """Return `verb` with the person as its object: a la médica, con la médica."""
        row = self.words.row("verbs", key)
        fixed = self.words.fixed_object(row["object"]) if row["object"] else None
        if row["person"] not in ("", "iobj"):
            said = person.led_by(preposition(row["person"])).as_("obl")
        else:
            said = person.led_by(preposition("a")).as_(row["person"] or "obj")
        return verb.with_after(fixed, said)

    def with_pronoun(self, verb: Phrase, key: str, agreement: Agreement) -> Phrase:
        """Return `verb` with a pronoun for the person who is its object: la saludó."""
        row = self.words.row("verbs", key)
        if row["person"] == "iobj":
            pronoun = dative_pronoun(agreement.number)
        elif row["person"]:
            raise ValueError(f"{key!r} takes its person after {row['person']!r}, not as a clitic")
        else:
            pronoun = object_pronoun(agreement)
        fixed = self.words.fixed_object(row["object"]) if row["object"] else None
        return verb.with_before(pronoun).with_after(fixed)

    def time(self, key: str | None) -> Times:
        """Return the adjunct of time, at the place where it stands."""
        if key is None:
            return Times()
        row = self.words.lexicon.tables["times"][key]
        if row["kind"] == "before verb":
            return Times(early=adverb(row["word"]))
        if row["kind"] == "after verb":
            return Times(middle=adverb(row["word"]))
        if row["kind"] == "adverb":
            return Times(late=adverb(row["word"]))
        return Times(late=_noun_of_time(row))


def _noun_of_time(row: Mapping[str, str]) -> Phrase:
    """Return la semana pasada, esta mañana, hace dos días ..."""
    agreement = Agreement(Gender(row["gender"]), Number(row["number"]))
    head = noun(row["word"], row["lemma"], row["gender"], row["number"]).as_("obl")
    kind = row["kind"]
    if kind == "ago":
        days = head.with_before(determiner("dos", agreement)).as_("obj")
        ago = Phrase("hace", "hacer", "VERB", _feats("Pres", Number.SINGULAR, "3"), "advcl")
        return ago.with_after(days)
    if kind == "last":
        form = agreement.pick(("pasado", "pasada", "pasados", "pasadas"))
        feats = {**agreement.feats, "VerbForm": "Part"}
        head = head.with_after(Phrase(form, "pasado", "ADJ", feats, "amod"))
    head = head.led_by(determiner("este" if kind == "this" else "el", agreement))
    if kind == "all":
        head = head.led_by(determiner("todo", agreement))
    return head.led_by(preposition("por") if kind == "por" else None)
