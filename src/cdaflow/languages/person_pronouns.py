"""The pronouns of the third person, from two tables.

To read text: pronouns.tsv, the gender that each form shows of a person (`Pronoun`).

To write and to guard it: person_pronouns.tsv, the third person singular: masculine, feminine, role,
and what else a form may be (`Form`). The roles: subject, object, dative, stressed (behind
prepositions, alone), possessive (of the owner's gender), relative. It may be: thing (where things
have genders), feminine_plural, masculine_plural (that form is also of several: "sie", "им"), word
(another word as well: the articles "la", "o").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_table

ROLES = ("subject", "object", "dative", "stressed", "possessive", "relative")
_ELSE = frozenset({"thing", "masculine_plural", "feminine_plural", "word"})

_FOLDER = Path(__file__).parent


class Form(NamedTuple):
    """What a form of a pronoun is: its gender ("" for both), role, the form of the other gender.

    `may_be_thing`, `may_be_plural`, `is_word`: whether it is a thing's, several people's, or
    another word as well.
    """

    gender: str
    role: str
    other: str
    may_be_thing: bool
    may_be_plural: bool
    is_word: bool


@cache
def guarded_languages() -> tuple[str, ...]:
    """Return the languages with a table, sorted."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/person_pronouns.tsv")))


def check_guarded(language: str, guard: str, key_path: str = "") -> None:
    """Raise ConfigError where a guard is asked for in a language without target pronouns here.

    `key_path`: the key of the configuration that asks for it, "" for a command's option.
    """
    if guard != "none" and language not in guarded_languages():
        at = f"{key_path}: " if key_path else ""
        raise ConfigError(
            "guard.unsupported-language",
            f"{at}guard {guard}: there are no pronoun tables for {language!r}, so pronouns would "
            "be neither repaired nor detected",
            hint=f"use guard none; the guard supports {', '.join(guarded_languages())}",
        )


@cache
def pronoun_forms(language: str) -> dict[str, tuple[Form, ...]]:
    """Return the forms of the third person singular that show a gender, or hide it ("l'").

    Empty for a language without a table. Raises InputError for a role or a note of another name.
    """
    forms: dict[str, tuple[Form, ...]] = {}
    path = _FOLDER / language / "person_pronouns.tsv"
    columns = ("masculine", "feminine", "role", "may_be")
    for number, row in read_table(path, columns) if path.is_file() else ():
        notes = set(filter(None, row["may_be"].split(",")))
        if row["role"] not in ROLES or not notes <= _ELSE:
            raise InputError(
                "pronoun.unknown-role",
                f"role {row['role']!r}, may_be {row['may_be']!r}: expected one of "
                f"{', '.join(ROLES)}, and values among {', '.join(sorted(_ELSE))}",
                file=path,
                line=number,
            )
        masculine, feminine = row["masculine"], row["feminine"]
        thing, word = "thing" in notes, "word" in notes
        for gender, form, other in (("Masc", masculine, feminine), ("Fem", feminine, masculine)):
            plural = ("masculine" if gender == "Masc" else "feminine") + "_plural" in notes
            shown_gender = "" if masculine == feminine else gender
            entry = Form(shown_gender, row["role"], other, thing, plural, word)
            if entry not in forms.get(form, ()):
                forms[form] = (*forms.get(form, ()), entry)
    return forms


def written(form: str) -> str:
    """Return a pronoun's form as the table has it: "-t-Elle" -> "elle"."""
    return form.lower().replace("’", "'").lstrip("-").removeprefix("t-").lstrip("-")


# -- pronouns.tsv

_TEXT_COLUMNS = ("form", "gender", "case", "homograph")
_TEXT_GENDERS = ("Masc", "Fem", "")
_TEXT_CASES = ("subject", "object", "disjunctive", "possessive")
_ANSWERS = ("yes", "")


@dataclass(frozen=True)
class Pronoun:
    """A form of a pronoun for one person.

    `gender`: "Masc", "Fem", or "" where the form does not show the gender of the person (French
    "lui", Spanish "su"; "sa" and "suya" agree with the thing that is possessed). `case`: its
    usual one. `homograph`: the form is more often another word (articles: "la"), so that it
    is a pronoun only where something else says so.
    """

    form: str
    gender: str
    case: str
    homograph: bool


def read_pronouns(path: Path) -> dict[str, Pronoun]:
    """Read a table with the columns form, gender, case, homograph; return it by form.

    Raises InputError for a value that is none of those that `Pronoun` has, and for a form that
    is duplicated.
    """
    table: dict[str, Pronoun] = {}
    for number, row in read_table(path, _TEXT_COLUMNS):
        form, gender, case, homograph = (row[name] for name in _TEXT_COLUMNS)
        for value, allowed in ((gender, _TEXT_GENDERS), (case, _TEXT_CASES), (homograph, _ANSWERS)):
            if value not in allowed:
                raise InputError(
                    "pronoun.unknown-value",
                    f"{value!r} is none of {allowed}",
                    file=path,
                    line=number,
                )
        if not form or form in table:
            raise InputError(
                "pronoun.form-empty-or-duplicate",
                f"the form {form!r} is empty or is duplicated",
                file=path,
                line=number,
            )
        table[form] = Pronoun(form, gender, case, homograph == "yes")
    return table


@cache
def pronouns(code: str) -> Mapping[str, Pronoun]:
    """Return the third-person pronouns of a target language, by lower-case form.

    Empty for a language without a table of them.
    """
    path = _FOLDER / code / "pronouns.tsv"
    return read_pronouns(path) if path.is_file() else {}
