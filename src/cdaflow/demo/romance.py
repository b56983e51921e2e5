"""What the grammars of the Romance languages of the demo share: agreement, tenses, clitics."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from cdaflow.demo.grammar import Grammar
from cdaflow.demo.lexicon import Row
from cdaflow.demo.phrases import NEUTRAL, Agreement, View, agreement_of
from cdaflow.demo.scene import Gender, Person, Phrase, Scene, Tense

_FORMS = ("masculine", "feminine", "masculine_plural", "feminine_plural")
#: The tense of UD of the columns of the table of verbs.
_TENSES = {"pres": "Pres", "imp": "Imp", "past": "Past"}


class Romance(Grammar):
    """The grammar of a Romance language.

    Verbs have the columns pres, imp (and past) with 3s, 3p, 1p; participle; auxiliary (have, be);
    reflexive (the relation of the pronoun); relation, preposition and object (what they govern);
    aspect (see `View`).
    """

    #: The relation of the auxiliary of a compound tense.
    perfect_auxiliary: ClassVar[str] = "aux"
    #: Whether the past of an event is a compound tense (è arrivata) or a simple one (llegó).
    compound_past: ClassVar[bool] = True

    def adjective(self, key: str, agreement: Agreement, *uses: str) -> Phrase:
        """Return an adjective; its features show what its form shows."""
        row = self.row("adjectives", key, *uses)
        forms = [row[column] for column in _FORMS]
        verbform = {"VerbForm": row["verbform"]} if row.get("verbform") else {}
        feats = agreement.shown_in(forms) | verbform
        return Phrase(agreement.pick(forms), forms[0], "ADJ", feats, "amod")

    def comparative(self, key: str, agreement: Agreement) -> Phrase:
        """Return an adjective with "more" before it."""
        return self.adjective(key, agreement, "predicate", "person").with_before(self.word("more"))

    def person_noun(self, person: Person, forms: tuple[str, str, str, str]) -> Phrase:
        """Return the noun of a person, feminine ones under the lemma that the treebanks have."""
        form = forms[2 * (person.number.value == "Plur") + (person.gender is Gender.FEMININE)]
        own = person.gender is Gender.FEMININE and self.is_lemma(forms[1])
        lemma = forms[1] if own else forms[0]
        return self.noun(form, lemma, person.gender.value, person.number.value)

    @abstractmethod
    def is_lemma(self, feminine: str) -> bool:
        """Return whether a feminine noun is a lemma of its own."""

    def role(self, person: Person, *, copular: bool) -> Phrase:
        """Return a person as what somebody is or becomes: infirmière, una escritora famosa."""
        keeps_article = copular and self.needs_article(person)
        return self.person(person, bare=person.adjective is None and not keeps_article)

    @abstractmethod
    def needs_article(self, person: Person) -> bool:
        """Return whether the noun keeps its article after "to be": es una amiga."""

    # -- verbs ---------------------------------------------------------------------------------

    def finite(
        self, row: Row, column: str, agreement: Agreement, upos: str = "VERB", deprel: str = "root"
    ) -> Phrase:
        """Return a finite form; `column`: pres, imp or past."""
        slot = "1p" if agreement.person == "1" else "3p" if agreement.plural else "3s"
        feats = {
            "Mood": "Ind",
            "Number": agreement.number.value,
            "Person": agreement.person,
            "Tense": _TENSES[column],
            "VerbForm": "Fin",
        }
        return Phrase(row[column + slot], row["infinitive"], upos, feats, deprel)

    def auxiliary(
        self, key: str, tense: Tense, agreement: Agreement, deprel: str, use: str = ""
    ) -> Phrase:
        """Return an auxiliary or copula, the imperfect in the past."""
        column = "pres" if tense is Tense.PRESENT else "imp"
        return self.finite(self.row("verbs", key, use), column, agreement, "AUX", deprel)

    @abstractmethod
    def participle_forms(self, masculine: str) -> tuple[str, str, str, str]:
        """Return the forms of a past participle."""

    def participle(self, row: Row, agreement: Agreement, voice: str = "Act") -> Phrase:
        """Return a past participle in agreement; voice: Act or Pass."""
        form = agreement.pick(self.participle_forms(row["participle"]))
        feats = {**agreement.feats, "Tense": "Past", "VerbForm": "Part"}
        return Phrase(form, row["infinitive"], "VERB", feats)

    def infinitive(self, key: str) -> Phrase:
        """Return the infinitive."""
        form = self.row("verbs", key)["infinitive"]
        return Phrase(form, form, "VERB", {"VerbForm": "Inf"})

    def lasts(self, scene: Scene, aspect: str, view: View) -> bool:
        """Return whether a verb in the past is put as lasting."""
        return aspect in view.value

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
        """Return a finite verb with auxiliary and clitics."""
        row = self.row("verbs", key, use)
        if scene.tense is Tense.PRESENT:
            column = "pres"
        elif self.lasts(scene, row["aspect"], view):
            column = "imp"
        elif self.compound_past:
            return self._compound(row, "pres", agreement, pronoun)
        else:
            column = "past"
        clitics = self._clitics(row, agreement, pronoun)
        return self.finite(row, column, agreement).with_before(*clitics)

    def perfect(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return the pluperfect, beside a present tense the perfect."""
        column = "pres" if scene.tense is Tense.PRESENT else "imp"
        return self._compound(self.row("verbs", key), column, agreement)

    def _compound(
        self, row: Row, column: str, subject: Agreement, pronoun: Agreement | None = None
    ) -> Phrase:
        """A compound tense; the participle agrees with the subject, or an object before it."""
        key = row.get("auxiliary") or "have"
        helper = self.finite(self.row("verbs", key), column, subject, "AUX", self.perfect_auxiliary)
        participle = self.participle(row, subject if key == "be" else pronoun or NEUTRAL)
        return participle.with_before(*self._clitics(row, subject, pronoun), helper)

    def _clitics(self, row: Row, subject: Agreement, pronoun: Agreement | None) -> list[Phrase]:
        clitics = []
        if row["reflexive"]:
            key = "reflexive:1" if subject.person == "1" else "reflexive"
            clitics.append(self.word(key).as_(row["reflexive"]))
        if pronoun is not None:
            key = "dative" if row.get("relation") == "iobj" else "object"
            clitics.append(self.word(key, pronoun))
        return clitics

    def with_pronoun(self, scene: Scene, key: str, agreement: Agreement, whom: Person) -> Phrase:
        """Return a finite verb with a clitic, or a preposition with a stressed pronoun."""
        row, pronoun = self.row("verbs", key), agreement_of(whom)
        if row["preposition"]:
            stressed = self.word("stressed", pronoun)
            return self.verb(scene, key, agreement).with_after(*self.objects(key, whom, stressed))
        fixed = self.complement(row["object"]) if row["object"] else None
        return self.verb(scene, key, agreement, pronoun=pronoun).with_after(fixed)

    def there_is(self, scene: Scene) -> Phrase:
        """Il y a un nouveau médecin à l'hôpital; hay una médica."""
        verb = self.verb(scene, "there_is", NEUTRAL, View.STATE).led_by(self.optional("there"))
        person = self.person(scene.people[0]).as_("obj")
        return self.clause(scene, verb, self.optional("it"), person, deprel=self.expletive)
