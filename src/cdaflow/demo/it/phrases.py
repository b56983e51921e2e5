"""Italian noun phrases of the demo, with features and relations as in UD Italian ISDT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cdaflow.demo.builder import Phrase
from cdaflow.demo.lexicon import Lexicon, Row
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Thing

#: Relatives whose possessive goes without an article in the singular: mia madre, nostro cugino.
_KIN = frozenset({"cousin", "grandchild", "grandparent", "parent", "sibling", "spouse"})

#: Feminine nouns with a lemma of their own in the treebanks; the others are listed under the
#: masculine (infermiera under infermiere). So are those in -essa (studentessa).
_OWN_LEMMAS = frozenset({"hostess", "madre", "moglie", "regina", "sorella", "strega"})

_POSSESSIVES = {
    "mio": ("mio", "mia", "miei", "mie"),
    "tuo": ("tuo", "tua", "tuoi", "tue"),
    "suo": ("suo", "sua", "suoi", "sue"),
    "nostro": ("nostro", "nostra", "nostri", "nostre"),
    "loro": ("loro", "loro", "loro", "loro"),
}
_OWNERS = {Determiner.MY: "mio", Determiner.YOUR: "tuo", Determiner.OUR: "nostro"}


@dataclass(frozen=True)
class Agreement:
    """The gender and number of a noun, and of what agrees with it."""

    gender: Gender
    number: Number

    @property
    def feats(self) -> dict[str, str]:
        """The two as UD features."""
        return {"Gender": self.gender.value, "Number": self.number.value}

    def pick(self, forms: Sequence[str]) -> str:
        """Return the one of (masculine, feminine, masculine plural, feminine plural)."""
        return forms[2 * (self.number is Number.PLURAL) + (self.gender is Gender.FEMININE)]

    def shown_in(self, forms: Sequence[str]) -> dict[str, str]:
        """Return the features that the form of an adjective shows (forte shows no gender)."""
        other = Agreement(self.gender.other, self.number)
        alike = self.pick(forms) == other.pick(forms)
        return {"Number": self.number.value} if alike else self.feats


MASCULINE = Agreement(Gender.MASCULINE, Number.SINGULAR)


def agreement_of(person: Person) -> Agreement:
    """Return the gender and number of a person."""
    return Agreement(person.gender, person.number)


def together(people: Sequence[Person]) -> Agreement:
    """Return what agrees with several people: the feminine only where all are women."""
    women = all(person.gender is Gender.FEMININE for person in people)
    return Agreement(Gender.FEMININE if women else Gender.MASCULINE, Number.PLURAL)


def article(lemma: str, what: Agreement) -> Phrase:
    """Return il or uno in its full form; a plural of uno is dei, delle."""
    if lemma == "uno" and what.number is Number.PLURAL:
        form = what.pick(("", "", "dei", "delle"))
        return Phrase(form, "di", "DET", {**what.feats, "PronType": "Ind"}, "det")
    forms = {"il": ("il", "la", "i", "le"), "uno": ("un", "una", "", "")}[lemma]
    definite = {"Definite": "Def" if lemma == "il" else "Ind"}
    return Phrase(
        what.pick(forms), lemma, "DET", {**definite, **what.feats, "PronType": "Art"}, "det"
    )


def possessive(lemma: str, what: Agreement) -> Phrase:
    """Return mio, tuo, suo, nostro or loro."""
    shown = {} if lemma == "loro" else what.feats
    feats = {**shown, "Poss": "Yes", "PronType": "Prs"}
    return Phrase(what.pick(_POSSESSIVES[lemma]), lemma, "DET", feats, "det:poss")


def owner_lemma(owner: Person) -> str:
    """Return suo, or loro for what belongs to several."""
    return "loro" if owner.number is Number.PLURAL else "suo"


def determiners(determiner: Determiner, what: Agreement, *, governed: bool = False) -> list[Phrase]:
    """Return the words that introduce a noun phrase; `governed` by a preposition."""
    if determiner in _OWNERS:
        return [article("il", what), possessive(_OWNERS[determiner], what)]
    if determiner is Determiner.THIS:
        form = what.pick(("questo", "questa", "questi", "queste"))
        return [Phrase(form, "questo", "DET", {**what.feats, "PronType": "Dem"}, "det")]
    if determiner is Determiner.THAT:
        form = what.pick(("quello", "quella", "quelli", "quelle"))
        return [Phrase(form, "quello", "DET", {**what.feats, "PronType": "Dem"}, "det")]
    if determiner is Determiner.ALL:
        form = what.pick(("tutto", "tutta", "tutti", "tutte"))
        every = Phrase(form, "tutto", "DET", {**what.feats, "PronType": "Tot"}, "det:predet")
        return [every, article("il", what)]
    if determiner is Determiner.TWO:
        return [Phrase("due", "due", "NUM", {"NumType": "Card"}, "nummod")]
    if determiner is Determiner.A and what.number is Number.PLURAL and governed:
        # "a dei medici" is clumsy: ad alcuni medici.
        form = what.pick(("", "", "alcuni", "alcune"))
        return [Phrase(form, "alcuno", "DET", {**what.feats, "PronType": "Ind"}, "det")]
    return [article("uno" if determiner is Determiner.A else "il", what)]


def adverb(form: str) -> Phrase:
    """Return an adverb as a modifier."""
    feats = {"PronType": "Neg"} if form == "non" else {}
    return Phrase(form, form, "ADV", feats, "advmod")


def preposition(form: str) -> Phrase:
    """Return a preposition as the case marker of a noun; "davanti a" is two words."""
    first, _, second = form.partition(" ")
    if not second:
        return Phrase(first, first, "ADP", {}, "case")
    fixed = Phrase(second, second, "ADP", {}, "fixed")
    return Phrase(first, first, "ADV", {"ExtPos": "ADP"}, "case").with_after(fixed)


def noun(form: str, lemma: str, what: Agreement) -> Phrase:
    """Return a common noun."""
    return Phrase(form, lemma, "NOUN", what.feats)


def adjective(forms: Sequence[str], what: Agreement, deprel: str = "amod") -> Phrase:
    """Return an adjective that agrees."""
    return Phrase(what.pick(forms), forms[0], "ADJ", what.shown_in(forms), deprel)


@dataclass(frozen=True)
class NounPhrases:
    """The nouns and adjectives of the lexicon, by the phrases made of them."""

    lexicon: Lexicon

    def _adjective_row(self, key: str, use: str) -> Row:
        """The row of an adjective, of people or of things where they differ (anziano, vecchio)."""
        table = self.lexicon.tables["adjectives"]
        return table.get(f"{key}:{use}") or table[key]

    def adjective(self, key: str, what: Agreement, use: str = "person") -> Phrase:
        """Return an adjective of people, or of things with use="thing"."""
        row = self._adjective_row(key, use)
        forms = [row[c] for c in ("masculine", "feminine", "masculine_plural", "feminine_plural")]
        return adjective(forms, what)

    def _noun_phrase(
        self, head: Phrase, what: Agreement, first: Sequence[Phrase], key: str | None, use: str
    ) -> Phrase:
        if key is None:
            return head.with_before(*first)
        modifier = self.adjective(key, what, use)
        if self._adjective_row(key, use)["position"] == "before":
            return head.with_before(*first, modifier)
        return head.with_before(*first).with_after(modifier)

    def person(self, person: Person, *, case: str = "", bare: bool = False) -> Phrase:
        """Return the noun phrase of a person, after a preposition `case`; `bare`: no determiner."""
        what = agreement_of(person)
        forms = self.lexicon.professions[person.profession]
        masculine, feminine, *_ = forms
        own = feminine in _OWN_LEMMAS or feminine.endswith("essa")
        lemma = feminine if own and person.gender is Gender.FEMININE else masculine
        first = [] if bare else determiners(person.determiner, what, governed=bool(case))
        no_article = (
            person.profession in _KIN
            and person.determiner in _OWNERS
            and person.number is Number.SINGULAR
            and person.adjective is None
        )
        phrase = self._noun_phrase(
            noun(what.pick(forms), lemma, what),
            what,
            first[1:] if no_article else first,
            person.adjective,
            "person",
        )
        return phrase.led_by(preposition(case)) if case else phrase

    def thing_agreement(self, thing: Thing) -> Agreement:
        """Return what agrees with a thing; consigli is always a plural."""
        row = self.lexicon.tables["nouns"][thing.noun]
        number = Number(row["only"]) if row["only"] else thing.number
        return Agreement(Gender(row["gender"]), number)

    def thing(self, thing: Thing, owner: Person | None = None, *, case: str = "") -> Phrase:
        """Return the noun phrase of a thing, or of the `owner`'s thing: il suo libro."""
        row = self.lexicon.tables["nouns"][thing.noun]
        what = self.thing_agreement(thing)
        if owner is None:
            first = determiners(thing.determiner, what, governed=bool(case))
        else:
            first = [article("il", what), possessive(owner_lemma(owner), what)]
        form = row["plural"] if what.number is Number.PLURAL else row["singular"]
        phrase = self._noun_phrase(
            noun(form, row["singular"], what), what, first, thing.adjective, "thing"
        )
        return phrase.led_by(preposition(case)) if case else phrase

    def owned(self, owner: Person, what: Agreement) -> Phrase:
        """Return the possessive of `owner` as a predicate: era sua, erano loro."""
        return possessive(owner_lemma(owner), what)

    def place(self, key: str | None) -> Phrase | None:
        """Return a place with its preposition, as an adjunct; None for no place."""
        if key is None:
            return None
        row = self.lexicon.tables["places"][key]
        if not row["gender"]:
            spot = Phrase(row["noun"], row["noun"], "PROPN")
        else:
            what = Agreement(Gender(row["gender"]), Number.SINGULAR)
            spot = noun(row["noun"], row["noun"], what)
            spot = spot.with_before(article("il", what) if row["article"] else None)
        return spot.led_by(preposition(row["preposition"])).as_("obl")

    def time(self, key: str | None) -> tuple[Phrase | None, Phrase | None]:
        """Return an adverb that follows the verb (spesso), and an adjunct for the end; or None."""
        if key is None:
            return None, None
        row = self.lexicon.tables["times"][key]
        if row["kind"] == "frequency":
            return adverb(row["word"]), None
        if row["kind"] == "adverb":
            return None, adverb(row["word"])
        if row["kind"] == "bare":  # lunedì is the same in the plural
            return None, Phrase(row["word"], row["word"], "NOUN", {"Gender": row["gender"]}, "obl")
        what = Agreement(Gender(row["gender"]), Number(row["number"]))
        if row["kind"] == "ago":
            two = Phrase("due", "due", "NUM", {"NumType": "Card"}, "nummod")
            ago = Phrase("fa", "fa", "ADV", {}, "advmod")
            return None, noun(row["word"], "giorno", what).with_before(two).with_after(ago).as_(
                "obl"
            )
        head = noun(row["word"], row["word"], what).as_("obl")
        if row["kind"] == "every":
            every = Phrase("ogni", "ogni", "DET", {"Number": "Sing", "PronType": "Ind"}, "det")
            return None, head.with_before(every)
        if row["kind"] == "this":
            return None, head.with_before(*determiners(Determiner.THIS, what))
        head = head.with_before(article("il", what))
        if row["kind"] == "last":
            head = head.with_after(adjective(("scorso", "scorsa", "scorsi", "scorse"), what))
        return None, head
