"""Sentences with places for nouns of persons, in English and another language.

A template is a row of `templates.<language>.tsv`. Its words have blanks between; "his/her" is
what men and women get, `{noun}` the person whose gender the English tells, `{other}` a second one
whose gender it does not tell. Words are written in full, and those that change beside a noun carry
their part of speech, so that the rules of the language put them right: "la lettera di:ADP
il/la:DET {noun}" gives "la lettera dello storico" and "la lettera dell'attrice". Other words are
those of the gender of `{noun}`, with ":other" those of the gender of `{other}`.

A noun stands in the form of its list, or with one of the language's (`Morphology.noun_forms`)
behind a colon: "mit dem/der:DET {noun}:Dat", "с {noun}:Ins", "אל {noun}:ה".
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_table
from cdaflow.languages import get
from cdaflow.languages.writing import contract, with_capitals
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import GENDERS

_NOUN, _OTHER = "{noun}", "{other}"

#: Parts of speech that a word of a template may carry, with their relation to the noun behind it.
_RELATIONS = {"DET": "det", "ADP": "case", "ADJ": "amod"}

#: What a word carries that has the gender of the second person.
_OF_OTHER = "other"

#: Marks that may stand behind a word.
_MARKS = ".,;:?!"


class Person(NamedTuple):
    """A noun of persons in English and in another language, in the form of a gender (Masc, Fem)."""

    english: str
    target: str
    gender: str


@dataclass(frozen=True)
class Template:
    """A sentence with places for nouns, in English and in the language `language`."""

    name: str
    language: str
    english: str
    target: str

    @property
    def has_other(self) -> bool:
        """Whether there is a second person."""
        return _OTHER in self.english

    @property
    def has_subject(self) -> bool:
        """Whether a pronoun is a subject: "he/she". Whose it is, only what is said can tell."""
        return "he/she" in self.english.lower().split()

    def fill(self, noun: Person, other: Person | None = None) -> tuple[str, str]:
        """Return the sentence in English and the language; `other`: the second person, if any."""
        english = {_NOUN: (noun.english, noun.gender)}
        target = {_NOUN: (noun.target, noun.gender)}
        if other is not None:
            english[_OTHER] = other.english, other.gender
            target[_OTHER] = other.target, other.gender
        return _filled(self.english, "en", english), _filled(self.target, self.language, target)


def read_templates(language: str, path: str | os.PathLike[str] | None = None) -> list[Template]:
    """Return the templates of a table, or those of cdaflow for a language.

    Columns: name, english, target. Raises ConfigError where cdaflow has none for the language,
    InputError where a row is at fault: a duplicated name, a side without `{noun}` or with
    several, `{other}` on one side alone, a word with more than two variants or an unknown part of
    speech, a noun in an unknown form, an English side that is the same for both genders.
    """
    if path is None:
        path = Path(__file__).with_name(f"templates.{language}.tsv")
        if not path.is_file():
            raise ConfigError(
                "template.language-unsupported",
                f"there are no templates for the language {language!r}",
                hint="write a table with the columns name, english, target: --templates FILE",
            )
    templates: dict[str, Template] = {}
    for number, row in read_table(path, ("name", "english", "target")):
        if not any(cell.strip() for cell in row.values()):
            continue
        template = Template(row["name"], language, row["english"], row["target"])
        fault = _fault(template)
        if template.name in templates:
            fault = f"the name {template.name!r} is duplicated"
        if fault:
            raise InputError("template.malformed", fault, file=path, line=number)
        templates[template.name] = template
    if not templates:
        raise InputError("template.none", "there is no template below the header", file=path)
    return list(templates.values())


def _fault(template: Template) -> str | None:
    """Return what is wrong with a template, None where nothing is."""
    others = []
    sides = (("english", template.english, "en"), ("target", template.target, template.language))
    for column, text, language in sides:
        words = [word.rstrip(_MARKS).partition(":") for word in text.split()]
        cores = [core for core, _, _ in words]
        if cores.count(_NOUN) != 1:
            return f"{column}: expected one {_NOUN} that is a word of its own: {text!r}"
        others.append(cores.count(_OTHER))
        for core, _, mark in words:
            fault = _word_fault(core, mark, language)
            if fault:
                return f"{column}: {fault}"
            if mark == _OF_OTHER and not others[-1]:
                return f"{column}: {core!r} has the gender of {_OTHER}, and there is none"
    if others not in ([0, 0], [1, 1]):
        return f"expected one {_OTHER} on both sides or on none: {template.english!r}"
    other = ("other", "Masc")
    masculine, feminine = (
        _filled(template.english, "en", {_NOUN: ("person", gender), _OTHER: other})
        for gender in GENDERS
    )
    if masculine == feminine:
        return f"english: nothing tells the gender, such as his/her: {template.english!r}"
    return None


def _word_fault(core: str, mark: str, language: str) -> str | None:
    """Return what is wrong with a word of a template and what stands behind its colon."""
    if core in (_NOUN, _OTHER):
        forms = get(language).morphology.noun_forms
        if mark and mark not in forms:
            return f"{core} has the form {mark!r}; there are {', '.join(forms) or 'none'}"
    elif mark and mark not in (*_RELATIONS, _OF_OTHER):
        known = ", ".join((*_RELATIONS, _OF_OTHER))
        return f"'{core}:{mark}' has the part of speech {mark!r}; there are {known}"
    elif core.count("/") > 1 or not all(core.split("/")):
        return f"{core!r} is no word, nor two with / between (Masc/Fem)"
    return None


def _filled(text: str, language: str, nouns: Mapping[str, tuple[str, str]]) -> str:
    """Return one side of a template as it is written.

    `nouns`: for each place the noun and its gender. A word with a part of speech goes with the next
    noun, one with ":other" with the second, any other with that of `{noun}`. Raises InputError for
    a noun that has not the form asked for.
    """
    tokens: list[Token] = []
    of_noun: list[tuple[int, str]] = []
    gender = nouns[_NOUN][1]
    for word in text.split():
        bare = word.rstrip(_MARKS)
        marks = word[len(bare) :]
        core, _, upos = bare.partition(":")
        if core in nouns:
            noun, own = nouns[core]
            noun = _in_form(noun, own, upos, language, [token.form.lower() for token in tokens])
            head = len(tokens) + 1
            tokens += _noun_tokens(noun, own, head)
            for index, variants in of_noun:
                form = _of_gender(variants, own)
                tokens[index] = tokens[index].changed(form=form, lemma=form.lower(), head=head)
            of_noun = []
        else:
            form = _of_gender(core, nouns[_OTHER][1] if upos == _OF_OTHER else gender)
            if upos in _RELATIONS:
                of_noun.append((len(tokens), core))
            relation = _RELATIONS.get(upos, "dep")
            upos = upos if upos in _RELATIONS else "X"
            tokens.append(Token(len(tokens) + 1, form, form.lower(), upos, deprel=relation))
        if marks:
            tokens[-1] = tokens[-1].changed(misc={"SpaceAfter": "No"})
            tokens.append(Token(len(tokens) + 1, marks, marks, "PUNCT", deprel="punct"))
    known = get(language)
    surface = known.apply_contractions(tokens) if known.writes else contract(tokens, language)
    written = Sentence(surface.tokens, surface.multiwords).text.strip()
    return written[:1].upper() + written[1:]


def _in_form(noun: str, gender: str, form: str, language: str, before: Sequence[str]) -> str:
    """Return a noun in a form of the language, as it is where none is named."""
    if not form:
        return noun
    words = tuple(noun.lower().split(" "))
    written = get(language).morphology.in_form(words, gender, form, before)
    if written is None:
        raise InputError(
            "noun.form-missing", f"{noun!r} has no form {form!r} in the language {language!r}"
        )
    return " ".join(map(with_capitals, written, noun.split(" ")))


def _of_gender(variants: str, gender: str) -> str:
    masculine, _, feminine = variants.partition("/")
    return (feminine or masculine) if gender == "Fem" else masculine


def _noun_tokens(noun: str, gender: str, head: int) -> list[Token]:
    """Return the words of a noun; the first is the noun, the rest hangs on it."""
    first, *rest = noun.split(" ")
    feats = {"Gender": gender, "Number": "Sing"}
    tokens = [Token(head, first, first.lower(), "NOUN", feats)]
    for number, word in enumerate(rest, head + 1):
        tokens.append(Token(number, word, word.lower(), "X", head=head, deprel="flat"))
    return tokens
