"""The forms of the pronouns of a person in the languages of the target (pronouns.tsv).

The table has the third person singular: masculine, feminine, role, and what else a form may be.
The roles: subject, object, dative, stressed (behind prepositions, alone), possessive (of the
owner's gender), relative. It may be: thing (where things have genders),
feminine_plural, masculine_plural (that form is also of several: "sie", "им"), word (another word as
well: the articles "la", "o").
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_table

#: The cases of English pronouns that a role of the target may stand for: "у него есть", he has.
CASES = {
    "subject": frozenset({"subject"}),
    "object": frozenset({"object"}),
    "dative": frozenset({"object", "possessive", "subject"}),
    "stressed": frozenset({"object", "possessive", "independent", "reflexive", "subject"}),
    "possessive": frozenset({"possessive", "independent"}),
}

ROLES = ("subject", "object", "dative", "stressed", "possessive", "relative")
_ELSE = ("thing", "masculine_plural", "feminine_plural", "word")

_PATH = Path(__file__).with_name("pronouns.tsv")


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
    """Return the languages of the table, in its order."""
    return tuple(dict.fromkeys(lang for lang, _ in _rows()))


def check_guarded(language: str, guard: str, place: str = "") -> None:
    """Raise ConfigError where a guard is asked for in a language without target pronouns here.

    `place`: the key of the configuration that asks for it, "" for a command's option.
    """
    if guard != "none" and language not in guarded_languages():
        at = f"{place}: " if place else ""
        raise ConfigError(
            f"{at}guard {guard}: nothing is known of the pronouns of {language!r}, so that none "
            "would be repaired or found",
            hint=f"use guard none; the guard knows {', '.join(guarded_languages())}",
        )


@cache
def pronoun_forms(language: str) -> dict[str, tuple[Form, ...]]:
    """Return the forms of the third person singular that show a gender, or hide it ("l'").

    Empty for a language without a table. Raises InputError for a role or a note of another name.
    """
    found: dict[str, tuple[Form, ...]] = {}
    for lang, row in _rows():
        if lang != language:
            continue
        notes = row["may_be"].split(",")
        both = row["masculine"] == row["feminine"]
        for gender, form, other, plural in (
            ("Masc", row["masculine"], row["feminine"], "masculine_plural"),
            ("Fem", row["feminine"], row["masculine"], "feminine_plural"),
        ):
            entry = Form(
                "" if both else gender,
                row["role"],
                other,
                "thing" in notes,
                plural in notes,
                "word" in notes,
            )
            if entry not in found.get(form, ()):
                found[form] = (*found.get(form, ()), entry)
    return found


@cache
def _rows() -> tuple[tuple[str, dict[str, str]], ...]:
    rows = []
    for number, row in read_table(_PATH, ("lang", "masculine", "feminine", "role", "may_be")):
        notes = [note for note in row["may_be"].split(",") if note]
        if row["role"] not in ROLES or any(note not in _ELSE for note in notes):
            raise InputError(
                f"role {row['role']!r}, may_be {row['may_be']!r}: one of {', '.join(ROLES)}, and "
                f"some of {', '.join(_ELSE)}, are wanted",
                file=_PATH,
                line=number,
            )
        rows.append((row["lang"], row))
    return tuple(rows)


def written(form: str) -> str:
    """Return a pronoun's form as the table has it: "-t-Elle" -> "elle"."""
    return form.lower().replace("’", "'").lstrip("-").removeprefix("t-").lstrip("-")
