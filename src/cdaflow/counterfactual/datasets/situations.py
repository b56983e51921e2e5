"""English sentences in which the meaning says whose the pronouns are, each of a man and of a woman.

Templates with one or two persons (`situation_templates.tsv`), of which those of the kind
`profession` have a place for what only one of the two does, needs or is told
(`situations.tsv`: the mechanic had changed the tires, the client could pay by card). The tables
were written for cdaflow, and have nothing of a test set.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.languages.en import PRONOUNS, takes_an
from cdaflow.wordlists.english_lists import GENDERS

#: Kinds of templates, with their shares of a sample. `grammar`: any two professions, of which the
#: grammar says whose the pronoun is (the cook met the judge and greeted her); `two`: any two, of
#: which the meaning does; `profession`: what only one of two persons does, by the table of
#: situations; `open`: any two, of which nothing says it; `one`: one person; `stated`: one, and
#: another whose gender is stated (his aunt, the queen).
SHARES = {"grammar": 9, "two": 3, "profession": 5, "open": 8, "one": 1, "stated": 1}

#: The kinds of a sample by default. Models that are small enough for a browser do not learn what
#: the meaning says (docs/repair.md).
KINDS = ("grammar", "open", "one", "stated")

#: Kinds with two persons, and the owner of the pronouns of open sentences.
_OF_TWO = ("grammar", "two", "profession", "open")
EITHER = "either"

#: Columns of situations: what the person of the profession did, what the other one did or needed,
#: and what the other one is told; with the place of the person that each is said of.
PHRASES = {"own": "noun", "need": "other", "advice": "other"}

#: The table of situations, and that of templates.
SITUATIONS = Path(__file__).with_name("situations.tsv")
TEMPLATES = Path(__file__).with_name("situation_templates.tsv")

#: A place, with an article before it, or a word with its masculine and feminine form.
_VARIABLE = re.compile(r"(?:\b(?P<article>[Aa]) )?\{(?P<place>\w+)\}|(?P<man>\w+)/(?P<woman>\w+)")
_PLACES = re.compile(r"\{(.*?)\}")
_WORDS = re.compile(r"\w+")

_GENDERED = {
    gender: frozenset(pronoun.form for pronoun in PRONOUNS if pronoun.gender == gender)
    for gender in GENDERS
}


class Situation(NamedTuple):
    """A profession, a person beside it, and what is said of each: by the column, see PHRASES."""

    profession: str
    other: str
    phrases: Mapping[str, Sequence[str]]


class SituationTemplate(NamedTuple):
    """A sentence whose pronouns are those of `owner`, the person at {noun} or at {other}.

    Of open ones the owner is EITHER. `phrase`: the column of the phrase that it has a place for, ""
    for none.
    """

    kind: str
    owner: str
    english: str
    phrase: str

    @property
    def places(self) -> list[str]:
        """The places for persons: noun, and other where there is a second person."""
        return [place for place in ("noun", "other") if f"{{{place}}}" in self.english]

    @property
    def person(self) -> str:
        """The place of the person that a row names: the owner, of open sentences {noun}."""
        return "noun" if self.owner == EITHER else self.owner

    def fill(self, nouns: Mapping[str, str], phrase: str, gender: str) -> tuple[str, int, int]:
        """Return the sentence, and the characters from and to which it names its person."""
        text, start = "", 0
        template = self.english.replace(f"{{{self.phrase}}}", phrase)
        end_of_last = 0
        for match in _VARIABLE.finditer(template):
            text += template[end_of_last : match.start()]
            end_of_last = match.end()
            if match["man"]:
                text += match["woman"] if gender == "Fem" else match["man"]
                continue
            noun = nouns[match["place"]]
            if match["article"]:
                text += match["article"] + ("n " if takes_an(noun) else " ")
            if match["place"] == self.person:
                start = len(text)
            text += noun
        text += template[end_of_last:]
        return text, start, start + len(nouns[self.person])


def read_templates(path: str | os.PathLike[str] = TEMPLATES) -> list[SituationTemplate]:
    """Return the templates of a table with the columns kind, owner, english.

    Raises InputError at a row of an unknown kind or owner, with places that its kind has not, with
    a pronoun of one gender alone, or that comes twice; and where there is no row.
    """
    templates: dict[str, SituationTemplate] = {}
    for number, row in read_table(path, tuple(SituationTemplate._fields[:3]), whole=True):
        english = row["english"]
        phrase = next((name for name in PHRASES if f"{{{name}}}" in english), "")
        template = SituationTemplate(row["kind"], row["owner"], english, phrase)
        fault = _template_fault(template)
        if english in templates:
            fault = f"the template is duplicated: {english!r}"
        if fault:
            raise InputError("template.malformed", fault, file=path, line=number)
        templates[english] = template
    if not templates:
        raise InputError("template.none", "there is no template below the header", file=path)
    return list(templates.values())


def _template_fault(template: SituationTemplate) -> str | None:
    """Return what is wrong with a template, None where nothing is."""
    kind, owner, english, phrase = template
    if kind not in SHARES:
        return f"the kind {kind!r} is none of {', '.join(SHARES)}"
    expected = ["noun", "other"] if kind in _OF_TWO else ["noun"]
    if kind == "open" and owner != EITHER:
        return f"the owner of a template of the kind 'open' is {EITHER!r}, not {owner!r}"
    if kind != "open" and owner not in expected:
        return f"the owner {owner!r} is none of {', '.join(expected)}, the persons of {kind!r}"
    if kind == "profession":
        expected.append(phrase or "own")
    if sorted(_PLACES.findall(english)) != sorted(expected):
        places = ", ".join(f"{{{place}}}" for place in expected)
        return f"a template of the kind {kind!r} has each of {places} once: {english!r}"
    if phrase and PHRASES[phrase] != owner:
        return f"{{{phrase}}} is said of the person at {{{PHRASES[phrase]}}}, not of the owner"
    nouns = dict.fromkeys(("noun", "other"), "person")
    return _gender_fault(
        english, *(template.fill(nouns, "was there", gender)[0] for gender in GENDERS)
    )


def _gender_fault(text: str, masculine: str, feminine: str, *, needed: bool = True) -> str | None:
    """Return what is wrong with the versions of a text; `needed`: they have to differ."""
    for version, opposite in ((masculine, "Fem"), (feminine, "Masc")):
        for word in _WORDS.findall(version.lower()):
            if word in _GENDERED[opposite]:
                return f"{word!r} is of one gender alone: expected a pair such as he/she: {text!r}"
    if needed and masculine == feminine:
        return f"nothing tells the gender, such as his/her: {text!r}"
    return None


def read_situations(
    nouns: Collection[str], path: str | os.PathLike[str] = SITUATIONS
) -> list[Situation]:
    """Return the rows of a table with the columns profession, other, own, need, advice.

    `nouns`: the words for persons that are the same for men and women; a cell has phrases with
    "; " between. Raises InputError at a row whose persons are not among them or are the same, at
    an empty cell, a phrase that comes twice in its row or has a pronoun of one gender alone; and
    where there is no row.
    """
    situations = []
    for number, row in read_table(path, ("profession", "other", *PHRASES), whole=True):
        persons = row["profession"], row["other"]
        phrases = {name: row[name].split("; ") for name in PHRASES}
        fault = _situation_fault(persons, [one for cell in phrases.values() for one in cell], nouns)
        if fault:
            raise InputError("situation.malformed", fault, file=path, line=number)
        situations.append(Situation(*persons, phrases))
    if not situations:
        raise InputError("situation.none", "there is no situation below the header", file=path)
    return situations


def _situation_fault(
    persons: tuple[str, str], phrases: Sequence[str], nouns: Collection[str]
) -> str | None:
    """Return what is wrong with a row, None where nothing is."""
    for person in persons:
        if person not in nouns:
            return (
                f"{person!r} is no noun of professions.tsv or persons.en.tsv that is the same for "
                "men and women"
            )
    if len(set(persons)) == 1:
        return f"both persons are the {persons[0]}"
    if len(set(phrases)) < len(phrases):
        return "a phrase comes twice"
    for phrase in phrases:
        if phrase != phrase.strip() or not phrase:
            return f'expected phrases with "; " between, not {phrase!r}'
        if _PLACES.search(phrase):
            return f"a phrase has no places: {phrase!r}"
        template = SituationTemplate("profession", "noun", phrase, "")
        versions = (template.fill({"noun": ""}, "", gender)[0] for gender in GENDERS)
        if fault := _gender_fault(phrase, *versions, needed=False):
            return fault
    return None


def person_nouns(professions: str | os.PathLike[str], persons: str | os.PathLike[str]) -> set[str]:
    """Return the nouns of professions.tsv and persons.en.tsv that are the same for both genders."""
    nouns = {row["person"] for _, row in read_table(persons, ("person",))}
    for _, row in read_table(professions, ("profession", "feminine")):
        (nouns.discard if row["feminine"].strip() else nouns.add)(row["profession"])
    return nouns
