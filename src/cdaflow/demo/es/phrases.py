"""Spanish noun phrases of the demo, with features and relations as UD Spanish GSD has them.

Where GSD and AnCora differ (acl:relcl, nsubj:pass, aux:pass, obl:agent) GSD is followed. As in
both, a noun of one form for the two genders (periodista) bears no Gender, a feminine noun has its
own lemma (directora), and each pronoun of the third person has the lemma él.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cdaflow.demo.builder import Phrase
from cdaflow.demo.lexicon import Lexicon, Row
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Thing


class Agreement(NamedTuple):
    """What articles, adjectives and participles agree in."""

    gender: Gender
    number: Number

    @property
    def feats(self) -> dict[str, str]:
        """The UD features."""
        return {"Gender": self.gender.value, "Number": self.number.value}

    def pick(self, forms: tuple[str, str, str, str]) -> str:
        """Return the form among masculine, feminine, masculine plural, feminine plural."""
        return forms[2 * (self.number is Number.PLURAL) + (self.gender is Gender.FEMININE)]


def agreement_of(*people: Person) -> Agreement:
    """Return the agreement of somebody, or of several together (masculine if one of them is)."""
    women = all(person.gender is Gender.FEMININE for person in people)
    many = len(people) > 1 or people[0].number is Number.PLURAL
    return Agreement(
        Gender.FEMININE if women else Gender.MASCULINE,
        Number.PLURAL if many else Number.SINGULAR,
    )


_ARTICLES = {
    # The full forms: `settle` makes "un" of "uno", "el" of "la" before "agua".
    "el": (("el", "la", "los", "las"), {"Definite": "Def", "PronType": "Art"}),
    "uno": (("uno", "una", "unos", "unas"), {"Definite": "Ind", "PronType": "Art"}),
    "este": (("este", "esta", "estos", "estas"), {"PronType": "Dem"}),
    "ese": (("ese", "esa", "esos", "esas"), {"PronType": "Dem"}),
    "todo": (("todo", "toda", "todos", "todas"), {"PronType": "Tot"}),
    "nuestro": (
        ("nuestro", "nuestra", "nuestros", "nuestras"),
        {"Number[psor]": "Plur", "Person": "1", "Poss": "Yes", "PronType": "Prs"},
    ),
}
_POSSESSIVES = {
    "mi": {"Number[psor]": "Sing", "Person": "1"},
    "tu": {"Number[psor]": "Sing", "Person": "2"},
    "su": {"Person": "3"},
}
_LEMMAS = {
    Determiner.THE: ("el",),
    Determiner.A: ("uno",),
    Determiner.THIS: ("este",),
    Determiner.THAT: ("ese",),
    Determiner.MY: ("mi",),
    Determiner.YOUR: ("tu",),
    Determiner.OUR: ("nuestro",),
    Determiner.ALL: ("todo", "el"),
    Determiner.TWO: ("dos",),
}
_SUBJECTS = ("él", "ella", "ellos", "ellas")
_OBJECTS = ("lo", "la", "los", "las")


def determiner(lemma: str, agreement: Agreement) -> Phrase:
    """Return the determiner (or the numeral dos) in the form that agrees."""
    if lemma == "dos":
        feats = {"Number": "Plur", "NumForm": "Word", "NumType": "Card"}
        return Phrase("dos", "dos", "NUM", feats, "nummod")
    if lemma in _POSSESSIVES:
        plural = agreement.number is Number.PLURAL
        feats = {**_POSSESSIVES[lemma], "Poss": "Yes", "PronType": "Prs"}
        feats["Number"] = agreement.number.value
        return Phrase(lemma + "s" * plural, lemma, "DET", feats, "det")
    forms, feats = _ARTICLES[lemma]
    return Phrase(agreement.pick(forms), lemma, "DET", {**feats, **agreement.feats}, "det")


def preposition(form: str) -> Phrase:
    """Return a preposition as the case marker of a noun; "cerca de" as a fixed expression."""
    first, _, rest = form.partition(" ")
    head = Phrase(first, first, "ADV" if rest else "ADP", {}, "case")
    return head.with_after(Phrase(rest, rest, "ADP", {}, "fixed")) if rest else head


def adverb(form: str) -> Phrase:
    """Return an adverb as a modifier; "a menudo" as a fixed expression."""
    if form == "a menudo":
        often = Phrase("a", "a", "ADP", {}, "advmod")
        return often.with_after(Phrase("menudo", "menudo", "ADJ", {}, "fixed"))
    feats = {
        "más": {"Degree": "Cmp"},
        "no": {"Polarity": "Neg"},
        "dónde": {"PronType": "Int"},
    }
    return Phrase(form, "mucho" if form == "muy" else form, "ADV", feats.get(form, {}), "advmod")


def subject_pronoun(agreement: Agreement) -> Phrase:
    """Return él, ella, ellos or ellas."""
    feats = {"Case": "Acc,Nom", "Person": "3", "PronType": "Prs", **agreement.feats}
    return Phrase(agreement.pick(_SUBJECTS), "él", "PRON", feats, "nsubj")


def object_pronoun(agreement: Agreement) -> Phrase:
    """Return lo, la, los or las."""
    feats = {"Case": "Acc", "Person": "3", "PrepCase": "Npr", "PronType": "Prs"}
    form = agreement.pick(_OBJECTS)
    return Phrase(form, "él", "PRON", {**feats, **agreement.feats}, "obj")


def dative_pronoun(number: Number) -> Phrase:
    """Return le or les."""
    feats = {"Case": "Dat", "Number": number.value, "Person": "3", "PronType": "Prs"}
    return Phrase("les" if number is Number.PLURAL else "le", "él", "PRON", feats, "iobj")


def noun(form: str, lemma: str, gender: str, number: str) -> Phrase:
    """Return a common noun; an empty `gender` for one that shows none."""
    feats = {"Number": number} | ({"Gender": gender} if gender else {})
    return Phrase(form, lemma, "NOUN", feats)


@dataclass(frozen=True)
class Words:
    """The Spanish lexicon, by the phrases made of it."""

    lexicon: Lexicon

    def row(self, table: str, key: str, *uses: str) -> Row:
        """Return the row of `key`, or the more special one of the first of `uses` that has one."""
        rows = self.lexicon.tables[table]
        special = (f"{key}:{use}" for use in uses if f"{key}:{use}" in rows)
        return rows[next(special, key)]

    def adjective(self, key: str, agreement: Agreement, *uses: str) -> Phrase:
        """Return an adjective that agrees. `uses`: person, thing, predicate."""
        row = self.row("adjectives", key, *uses)
        form = agreement.pick(
            (row["masculine"], row["feminine"], row["masculine_plural"], row["feminine_plural"])
        )
        feats = {"Number": agreement.number.value}
        if row["masculine"] != row["feminine"]:
            feats["Gender"] = agreement.gender.value
        if row["verbform"]:
            feats["VerbForm"] = row["verbform"]
        return Phrase(form, row["masculine"], "ADJ", feats, "amod")

    def person(self, person: Person, *, bare: bool = False) -> Phrase:
        """Return the noun phrase of a person; `bare`: without a determiner."""
        forms = self.lexicon.professions[person.profession]
        agreement = agreement_of(person)
        lemma = forms[person.gender is Gender.FEMININE]
        gender = "" if forms[0] == forms[1] else person.gender.value
        head = noun(agreement.pick(forms), lemma, gender, person.number.value)
        lemmas = () if bare else _LEMMAS[person.determiner]
        return self._noun_phrase(head, agreement, lemmas, person.adjective, "person")

    def thing(self, thing: Thing, owner: Person | None = None) -> Phrase:
        """Return the noun phrase of a thing; with an owner: su coche."""
        row = self.lexicon.tables["nouns"][thing.noun]
        form = row["plural" if thing.number is Number.PLURAL else "singular"]
        head = noun(form, row["singular"], row["gender"], thing.number.value)
        lemmas = _LEMMAS[thing.determiner] if owner is None else ("su",)
        return self._noun_phrase(head, self.agreement(thing), lemmas, thing.adjective, "thing")

    def agreement(self, thing: Thing) -> Agreement:
        """Return the agreement of a thing."""
        return Agreement(Gender(self.lexicon.tables["nouns"][thing.noun]["gender"]), thing.number)

    def _noun_phrase(
        self, head: Phrase, agreement: Agreement, lemmas: tuple[str, ...],
        adjective: str | None, use: str,
    ) -> Phrase:  # fmt: skip
        if adjective is not None:
            said = self.adjective(adjective, agreement, use)
            before = self.row("adjectives", adjective, use)["place"] == "before"
            head = head.with_before(said) if before else head.with_after(said)
        return head.led_by(*(determiner(lemma, agreement) for lemma in lemmas))

    def place(self, key: str) -> Phrase:
        """Return a place with its preposition, as an adjunct."""
        row = self.lexicon.tables["places"][key]
        if row["gender"]:
            agreement = Agreement(Gender(row["gender"]), Number.SINGULAR)
            spot = noun(row["noun"], row["noun"], row["gender"], "Sing")
            spot = spot.led_by(determiner("el", agreement))
        else:
            spot = Phrase(row["noun"], row["noun"], "PROPN")
        return spot.led_by(preposition(row["preposition"])).as_("obl")

    def fixed_object(self, key: str) -> Phrase:
        """Return the object that belongs to a verb phrase: las gracias, prisa, un error."""
        row = self.lexicon.tables["objects"][key]
        head = noun(row["form"], row["lemma"], row["gender"], row["number"]).as_("obj")
        if not row["determiner"]:
            return head
        agreement = Agreement(Gender(row["gender"]), Number(row["number"]))
        lemmas = _LEMMAS[Determiner(row["determiner"])]
        return head.led_by(*(determiner(lemma, agreement) for lemma in lemmas))
