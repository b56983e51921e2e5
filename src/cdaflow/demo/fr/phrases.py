"""French words and phrases of the demo, with features and relations as UD French GSD has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cdaflow.demo.builder import Phrase
from cdaflow.demo.lexicon import Lexicon
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Thing

_D = Determiner

#: The possessor of a possessive: its person and number.
_POSSESSORS = {_D.MY: ("1", "Sing"), _D.YOUR: ("2", "Sing"), _D.OUR: ("1", "Plur")}

#: By possessor: masculine, feminine, plural.
_POSSESSIVES = {
    ("1", "Sing"): ("mon", "ma", "mes"),
    ("2", "Sing"): ("ton", "ta", "tes"),
    ("3", "Sing"): ("son", "sa", "ses"),
    ("1", "Plur"): ("notre", "notre", "nos"),
    ("3", "Plur"): ("leur", "leur", "leurs"),
}

#: Feminine nouns that are no form of the masculine one: they are their own lemma.
_OWN_LEMMA = frozenset({
    "barmaid", "duchesse", "femme", "grand-mère", "héroïne", "hôtesse", "mère", "nonne",
    "petite-fille", "poétesse", "princesse", "prêtresse", "reine", "sœur",
})  # fmt: skip


@dataclass(frozen=True)
class Agreement:
    """What agrees with a noun phrase or a pronoun takes over from it."""

    gender: Gender
    number: Number
    person: str = "3"

    @property
    def plural(self) -> bool:
        """Whether it is more than one."""
        return self.number is Number.PLURAL

    def pick(self, forms: tuple[str, str, str, str]) -> str:
        """Return the form of masculine, feminine, masculine plural, feminine plural."""
        return forms[2 * self.plural + (self.gender is Gender.FEMININE)]

    @property
    def feats(self) -> dict[str, str]:
        """Gender and number as UD features."""
        return {"Gender": self.gender.value, "Number": self.number.value}


def agreement(*people: Person) -> Agreement:
    """Return what agrees with one person, or with several: masculine unless all are women."""
    if len(people) == 1:
        return Agreement(people[0].gender, people[0].number)
    women = all(person.gender is Gender.FEMININE for person in people)
    return Agreement(Gender.FEMININE if women else Gender.MASCULINE, Number.PLURAL)


def adverb(form: str, **feats: str) -> Phrase:
    """Return an adverb as a modifier."""
    return Phrase(form, form, "ADV", feats, "advmod")


def preposition(form: str) -> Phrase:
    """Return a preposition of one word as the case marker of a noun."""
    return Phrase(form, form, "ADP", {}, "case")


def article(lemma: str, what: Agreement) -> Phrase:
    """Return "le" or "un" in agreement."""
    forms = ("le", "la", "les", "les") if lemma == "le" else ("un", "une", "des", "des")
    feats = {"Definite": "Def" if lemma == "le" else "Ind", "PronType": "Art"}
    gender = {} if what.plural else {"Gender": what.gender.value}
    feats |= {"Number": what.number.value, **gender}
    return Phrase(what.pick(forms), lemma, "DET", feats, "det")


def demonstrative(what: Agreement) -> Phrase:
    """Return "ce" in agreement; `settle` makes it "cet" where it must."""
    gender = {} if what.plural else {"Gender": what.gender.value}
    feats = {"Number": what.number.value, "PronType": "Dem", **gender}
    return Phrase(what.pick(("ce", "cette", "ces", "ces")), "ce", "DET", feats, "det")


def possessive(person: str, number: str, what: Agreement) -> Phrase:
    """Return the possessive of a possessor (person "1" to "3", "Sing" or "Plur")."""
    masculine, feminine, plural = _POSSESSIVES[person, number]
    form = what.pick((masculine, feminine, plural, plural))
    gender = {"Gender": what.gender.value} if masculine != feminine and not what.plural else {}
    feats = {
        "Number": what.number.value,
        "Number[psor]": number,
        "Person[psor]": person,
        "Poss": "Yes",
        "PronType": "Prs",
        **gender,
    }
    return Phrase(form, "son", "DET", feats, "det")


def determiners(determiner: Determiner, what: Agreement) -> list[Phrase]:
    """Return the words that introduce a noun phrase."""
    if determiner in _POSSESSORS:
        return [possessive(*_POSSESSORS[determiner], what)]
    if determiner in (_D.THIS, _D.THAT):
        return [demonstrative(what)]
    if determiner is _D.ALL:
        every = Phrase(what.pick(("tout", "toute", "tous", "toutes")), "tout", "ADJ", what.feats)
        return [every.as_("amod"), article("le", what)]
    if determiner is _D.TWO:
        return [Phrase("deux", "deux", "NUM", {"Number": "Plur"}, "nummod")]
    return [article("un" if determiner is _D.A else "le", what)]


def subject_pronoun(what: Agreement, *, inverted: bool = False) -> Phrase:
    """Return il, elle, ils, elles; or -il, -elle behind the verb, repeating a subject."""
    form = what.pick(("il", "elle", "ils", "elles"))
    lemma = "eux" if what.plural else "lui"
    feats = {"Emph": "No", "Person": "3", "PronType": "Prs", **what.feats}
    if inverted:
        return Phrase(f"-{form}", lemma, "PRON", feats, "expl:subj")
    return Phrase(form, lemma, "PRON", feats, "nsubj")


def object_pronoun(what: Agreement) -> Phrase:
    """Return le, la or les, before the verb."""
    gender = {} if what.plural else {"Gender": what.gender.value}
    feats = {"Emph": "No", "Number": what.number.value, "Person": "3", "PronType": "Prs", **gender}
    lemma = "eux" if what.plural else "lui"
    return Phrase(what.pick(("le", "la", "les", "les")), lemma, "PRON", feats, "obj")


def stressed_pronoun(what: Agreement) -> Phrase:
    """Return lui, elle, eux, elles, after a preposition."""
    feats = {"Emph": "Yes", "Person": "3", "PronType": "Prs", **what.feats}
    form = what.pick(("lui", "elle", "eux", "elles"))
    return Phrase(form, "eux" if what.plural else "lui", "PRON", feats)


def with_preposition(phrase: Phrase, form: str, deprel: str) -> Phrase:
    """Return an adjunct or object after a preposition.

    Of two words ("près de", "auprès de") the first is an adverb that governs the rest, as in GSD.
    """
    first, _, second = form.partition(" ")
    if second:
        governed = phrase.led_by(preposition(second)).as_("obl:arg")
        return Phrase(first, first, "ADV", {}, "advmod", after=[governed])
    return phrase.led_by(preposition(form)).as_(deprel)


@dataclass(frozen=True)
class Words:
    """The French lexicon, by the phrases made of it."""

    lexicon: Lexicon

    def adjective(self, key: str, what: Agreement, *, very: bool = False) -> Phrase:
        """Return an adjective in agreement; its features show what its form shows."""
        row = self.lexicon.tables["adjectives"][key]
        masculine, feminine, plural, plurals = (
            row["masculine"],
            row["feminine"],
            row["masculine_plural"],
            row["feminine_plural"],
        )
        form = what.pick((masculine, feminine, plural, plurals))
        feats = what.feats
        if masculine == feminine:
            del feats["Gender"]
        elif what.gender is Gender.MASCULINE and masculine == plural:
            del feats["Number"]
        phrase = Phrase(form, masculine, "ADJ", feats, "amod")
        return phrase.with_before(adverb("très") if very else None)

    def _noun_phrase(
        self, noun: Phrase, what: Agreement, first: list[Phrase], adjective: str | None
    ) -> Phrase:
        """The noun with its determiners and an adjective before or after it."""
        if adjective is None:
            return noun.with_before(*first)
        modifier = self.adjective(adjective, what)
        if self.lexicon.tables["adjectives"][adjective]["position"] == "after":
            return noun.with_before(*first).with_after(modifier)
        # "des" is "de" before an adjective: de vieux amis.
        first = [replace(word, form="de") if word.form == "des" else word for word in first]
        return noun.with_before(*first, modifier)

    def person(self, person: Person, *, bare: bool = False) -> Phrase:
        """Return the noun phrase of a person; `bare` without a determiner."""
        what = agreement(person)
        forms = self.lexicon.professions[person.profession]
        masculine, feminine, *_ = forms
        own = person.gender is Gender.FEMININE and feminine in _OWN_LEMMA
        noun = Phrase(what.pick(forms), feminine if own else masculine, "NOUN", what.feats)
        first = [] if bare else determiners(person.determiner, what)
        return self._noun_phrase(noun, what, first, person.adjective)

    def thing_agreement(self, thing: Thing) -> Agreement:
        """Return what agrees with a thing; some nouns are always plural."""
        row = self.lexicon.tables["nouns"][thing.noun]
        number = Number(row["only"]) if row["only"] else thing.number
        return Agreement(Gender(row["gender"]), number)

    def thing(
        self, thing: Thing, *, owner: Person | None = None, determiner: Determiner | None = None
    ) -> Phrase:
        """Return the noun phrase of a thing; with an owner: son livre, leur livre."""
        row = self.lexicon.tables["nouns"][thing.noun]
        what = self.thing_agreement(thing)
        noun = Phrase(
            row["plural"] if what.plural else row["singular"], row["singular"], "NOUN", what.feats
        )
        if owner is None:
            first = determiners(determiner or thing.determiner, what)
        else:
            first = [possessive("3", owner.number.value, what)]
        return self._noun_phrase(noun, what, first, thing.adjective)

    def noun(self, form: str, gender: str, number: str = "Sing", lemma: str = "") -> Phrase:
        """Return a common noun by itself."""
        feats = {"Gender": gender, "Number": number}
        return Phrase(form, lemma or form, "NOUN", feats)

    def place(self, key: str) -> Phrase:
        """Return a place with its preposition, as an adjunct."""
        row = self.lexicon.tables["places"][key]
        if row["article"]:
            what = Agreement(Gender(row["gender"]), Number.SINGULAR)
            spot = self.noun(row["noun"], row["gender"]).with_before(article("le", what))
        else:
            spot = Phrase(row["noun"], row["noun"], "PROPN")
        return with_preposition(spot, row["preposition"], "obl:mod")

    def time(self, key: str | None) -> tuple[Phrase | None, Phrase | None]:
        """Return the adverb that stands right after the finite verb, and the adjunct at the end."""
        if key is None:
            return None, None
        row = self.lexicon.tables["times"][key]
        if row["kind"] == "early":
            return adverb(row["word"]), None
        if row["kind"] == "adverb":
            return None, adverb(row["word"])
        return None, self._dated(row).as_("obl:mod")

    def _dated(self, row: Mapping[str, str]) -> Phrase:
        """A time with a noun: ce matin, la semaine dernière, il y a deux jours."""
        plural = row["word"] == "jours"
        what = Agreement(Gender(row["gender"]), Number.PLURAL if plural else Number.SINGULAR)
        lemma = "jour" if plural else row["word"]
        noun = self.noun(row["word"], row["gender"], what.number.value, lemma)
        if row["kind"] == "ago":
            return noun.with_before(_ago(), *determiners(_D.TWO, what))
        kinds = {"ce": _D.THIS, "le": _D.THE, "tout le": _D.ALL}
        first = determiners(kinds[row["determiner"]], what) if row["determiner"] else []
        last = (
            Phrase(row["adjective"], "dernier", "ADJ", what.feats, "amod")
            if row["adjective"]
            else None
        )
        return noun.with_before(*first).with_after(last)


def _ago() -> Phrase:
    """The preposition "il y a", a fixed expression."""
    neutral = Agreement(Gender.MASCULINE, Number.SINGULAR)
    there = Phrase("y", "y", "PRON", {"Emph": "No", "Person": "3", "PronType": "Prs"}, "fixed")
    feats = {
        "Mood": "Ind", "Number": "Sing", "Person": "3", "Tense": "Pres", "VerbForm": "Fin",
    }  # fmt: skip
    has = Phrase("a", "avoir", "VERB", feats, "fixed")
    head = subject_pronoun(neutral).as_("case").with_after(there, has)
    return replace(head, feats={**head.feats, "ExtPos": "ADP"})
