"""English words and phrases of the demo, with features and relations as UD English EWT has them."""

from __future__ import annotations

from dataclasses import dataclass

from cdaflow.demo.builder import Phrase
from cdaflow.demo.lexicon import Lexicon
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Tense, Thing
from cdaflow.languages.en import PRONOUNS

_POSSESSORS = {
    Determiner.MY: {"Number": "Sing", "Person": "1"},
    Determiner.YOUR: {"Person": "2"},
    Determiner.OUR: {"Number": "Plur", "Person": "1"},
}
_DEMONSTRATIVES = {
    (Determiner.THIS, Number.SINGULAR): "this",
    (Determiner.THIS, Number.PLURAL): "these",
    (Determiner.THAT, Number.SINGULAR): "that",
    (Determiner.THAT, Number.PLURAL): "those",
}
_PRONOUN_FORMS = {(p.gender, p.number, p.case, p.reflexive): p for p in PRONOUNS}
_CASES = {"subject": "Nom", "object": "Acc", "possessive": "Gen"}

#: First parts of professions of two words that are adjectives (the others are nouns).
_ADJECTIVE_PARTS = frozenset({"social", "postal"})


def article(form: str) -> Phrase:
    """Return "the" or "a" (which `settle` turns into "an" where it must)."""
    definite = "Def" if form == "the" else "Ind"
    return Phrase(form, form, "DET", {"Definite": definite, "PronType": "Art"}, "det")


def determiners(determiner: Determiner, number: Number) -> list[Phrase]:
    """Return the words that introduce a noun phrase; "a" before a plural is "some"."""
    if determiner in _POSSESSORS:
        feats = {"Case": "Gen", **_POSSESSORS[determiner], "Poss": "Yes", "PronType": "Prs"}
        return [Phrase(determiner.value, determiner.value, "PRON", feats, "nmod:poss")]
    if determiner in (Determiner.THIS, Determiner.THAT):
        form = _DEMONSTRATIVES[determiner, number]
        feats = {"Number": number.value, "PronType": "Dem"}
        return [Phrase(form, determiner.value, "DET", feats, "det")]
    if determiner is Determiner.ALL:
        return [Phrase("all", "all", "DET", {"PronType": "Tot"}, "det:predet"), article("the")]
    if determiner is Determiner.TWO:
        feats = {"NumForm": "Word", "NumType": "Card"}
        return [Phrase("two", "two", "NUM", feats, "nummod")]
    if determiner is Determiner.A and number is Number.PLURAL:
        return [Phrase("some", "some", "DET", {"PronType": "Ind"}, "det")]
    return [article(determiner.value)]


def adverb(form: str) -> Phrase:
    """Return an adverb as a modifier."""
    feats = {
        "always": {"PronType": "Tot"},
        "well": {"Degree": "Pos"},
        "late": {"Degree": "Pos"},
        "more": {"Degree": "Cmp"},
        "where": {"PronType": "Int"},
        "when": {"PronType": "Int"},
    }
    return Phrase(form, form, "ADV", feats.get(form, {}), "advmod")


def preposition(form: str) -> Phrase:
    """Return a preposition as the case marker of a noun."""
    return Phrase(form, form, "ADP", {}, "case")


def noun(form: str, lemma: str, number: Number = Number.SINGULAR) -> Phrase:
    """Return a common noun."""
    return Phrase(form, lemma, "NOUN", {"Number": number.value})


def pronoun(person: Person, case: str, *, reflexive: bool = False) -> Phrase:
    """Return the pronoun for `person`: case subject, object, possessive or independent."""
    if person.neutral or person.number is Number.PLURAL:
        gender, number = "", "Plur"
    else:
        gender, number = person.gender.value, "Sing"
    entry = _PRONOUN_FORMS[gender, number, case, reflexive]
    feats = {"Number": number, "Person": "3", "PronType": "Prs"}
    if case in _CASES:
        feats["Case"] = _CASES[case]
    if gender:
        feats["Gender"] = gender
    if case in ("possessive", "independent"):
        feats["Poss"] = "Yes"
    if reflexive:
        feats["Reflex"] = "Yes"
    return Phrase(entry.form, entry.lemma, "PRON", feats)


def it(number: Number, case: str) -> Phrase:
    """Return "it" or "them" for things."""
    gender = "Neut" if number is Number.SINGULAR else ""
    entry = _PRONOUN_FORMS[gender, number.value, case, False]
    feats = {"Case": _CASES[case], "Number": number.value, "Person": "3", "PronType": "Prs"}
    if gender:
        feats["Gender"] = gender
    return Phrase(entry.form, entry.lemma, "PRON", feats)


@dataclass(frozen=True)
class Words:
    """The English lexicon, by the phrases made of it."""

    lexicon: Lexicon

    def adjective(self, key: str) -> Phrase:
        """Return an adjective in the positive degree."""
        form = self.lexicon.tables["adjectives"][key]["form"]
        return Phrase(form, form, "ADJ", {"Degree": "Pos"}, "amod")

    def comparative(self, key: str) -> Phrase:
        """Return the comparative: stronger, more patient."""
        row = self.lexicon.tables["adjectives"][key]
        if row["comparative"]:
            return Phrase(row["comparative"], row["form"], "ADJ", {"Degree": "Cmp"})
        return self.adjective(key).with_before(adverb("more"))

    def person(self, person: Person) -> Phrase:
        """Return the noun phrase of a person."""
        forms = self.lexicon.professions[person.profession]
        feminine = person.gender is Gender.FEMININE
        plural = person.number is Number.PLURAL
        *parts, head = forms[2 * plural + feminine].split(" ")
        modifiers = [
            Phrase(part, part, "ADJ", {"Degree": "Pos"}, "amod")
            if part in _ADJECTIVE_PARTS
            else noun(part, part).as_("compound")
            for part in parts
        ]
        adjective = None if person.adjective is None else self.adjective(person.adjective)
        return noun(head, forms[feminine].split(" ")[-1], person.number).with_before(
            *determiners(person.determiner, person.number), adjective, *modifiers
        )

    def thing(self, thing: Thing, owner: Person | None = None) -> Phrase:
        """Return the noun phrase of a thing; with an owner: her car."""
        row = self.lexicon.tables["nouns"][thing.noun]
        form = row["singular"] if thing.number is Number.SINGULAR else row["plural"]
        first = (
            determiners(thing.determiner, thing.number)
            if owner is None
            else [pronoun(owner, "possessive").as_("nmod:poss")]
        )
        adjective = None if thing.adjective is None else self.adjective(thing.adjective)
        return noun(form, row["singular"], thing.number).with_before(*first, adjective)

    def place(self, key: str) -> Phrase:
        """Return a place with its preposition, as an adjunct."""
        row = self.lexicon.tables["places"][key]
        if row["determiner"]:
            spot = noun(row["noun"], row["noun"]).with_before(article(row["determiner"]))
        else:
            spot = Phrase(row["noun"], row["noun"], "PROPN", {"Number": "Sing"})
        first, _, rest = row["preposition"].partition(" ")
        if rest:  # in front of the church: front is the head
            inner, last = rest.split(" ")
            spot = noun(inner, inner).with_after(spot.led_by(preposition(last)).as_("nmod"))
        return spot.led_by(preposition(first)).as_("obl")

    def time(self, key: str | None) -> tuple[Phrase | None, Phrase | None]:
        """Return the adjunct of time before the verb (often) or None, and that at the end."""
        if key is None:
            return None, None
        row = self.lexicon.tables["times"][key]
        before = row["before"].split()
        if row["upos"] == "ADV" and not before:
            return adverb(row["word"]), None
        if row["word"] == "ago":
            feats = {"NumForm": "Word", "NumType": "Card"}
            days = noun("days", "day", Number.PLURAL).with_before(
                Phrase(before[0], before[0], "NUM", feats, "nummod")
            )
            return None, adverb("ago").with_before(days.as_("obl:unmarked"))
        number = "Sing" if row["word"] == row["lemma"] else "Plur"
        head = Phrase(row["word"], row["lemma"], row["upos"], {"Number": number})
        openers = {
            "this": Phrase("this", "this", "DET", {"Number": "Sing", "PronType": "Dem"}, "det"),
            "every": Phrase("every", "every", "DET", {"PronType": "Tot"}, "det"),
            "last": Phrase("last", "last", "ADJ", {"Degree": "Pos"}, "amod"),
            "the": article("the"),
        }
        head = head.with_before(*(openers.get(word) or preposition(word) for word in before))
        marked = any(word not in openers for word in before)
        return None, head.as_("obl" if marked else "obl:unmarked")

    # -- verbs -----------------------------------------------------------------------------

    def finite(self, key: str, tense: Tense, *, plural: bool, person: str = "3") -> Phrase:
        """Return a finite verb with its particle."""
        row = self.lexicon.tables["verbs"][key]
        if tense is Tense.PAST:
            form = row["past"]
        else:
            form = row["base"] if plural or person != "3" else row["present"]
        return self._verb(key, form, _finite(tense, plural=plural, person=person))

    def infinitive(self, key: str) -> Phrase:
        """Return the bare infinitive."""
        return self._verb(key, self.lexicon.tables["verbs"][key]["base"], {"VerbForm": "Inf"})

    def participle(self, key: str, *, passive: bool = False) -> Phrase:
        """Return the past participle."""
        feats = {"Tense": "Past", "VerbForm": "Part"} | ({"Voice": "Pass"} if passive else {})
        return self._verb(key, self.lexicon.tables["verbs"][key]["participle"], feats)

    def _verb(self, key: str, form: str, feats: dict[str, str]) -> Phrase:
        row = self.lexicon.tables["verbs"][key]
        verb = Phrase(form, row["base"], "VERB", feats)
        return verb.with_after(adverb(row["adverb"])) if row["adverb"] else verb

    def with_object(self, verb: Phrase, key: str, person: Phrase) -> Phrase:
        """Return `verb` with the person as its object, or after the preposition it asks for."""
        row = self.lexicon.tables["verbs"][key]
        if row["preposition"]:
            verb = verb.with_after(person.led_by(preposition(row["preposition"])).as_("obl"))
        else:
            verb = verb.with_after(person.as_("obj"))
        if row["tail"]:  # asked the cook for help
            before, word = row["tail"].split(" ")
            tail = noun(word, word).with_before(preposition(before))
            verb = verb.with_after(tail.as_("obl"))
        return verb


def _finite(tense: Tense, *, plural: bool, person: str = "3") -> dict[str, str]:
    return {
        "Mood": "Ind",
        "Number": "Plur" if plural else "Sing",
        "Person": person,
        "Tense": tense.value,
        "VerbForm": "Fin",
    }


def auxiliary(lemma: str, tense: Tense, *, plural: bool, deprel: str) -> Phrase:
    """Return a finite form of be, have or do as an auxiliary or copula."""
    form = {
        "be": ("is", "are", "was", "were"),
        "have": ("has", "have", "had", "had"),
        "do": ("does", "do", "did", "did"),
    }[lemma][2 * (tense is Tense.PAST) + plural]
    return Phrase(form, lemma, "AUX", _finite(tense, plural=plural), deprel)
