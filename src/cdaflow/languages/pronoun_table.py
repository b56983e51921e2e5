"""Third-person pronouns of a language and the gender that each shows of a person."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table

_COLUMNS = ("form", "gender", "case", "homograph")
_GENDERS = ("Masc", "Fem", "")
_CASES = ("subject", "object", "disjunctive", "possessive")
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
    stands twice.
    """
    table: dict[str, Pronoun] = {}
    for number, row in read_table(path, _COLUMNS):
        form, gender, case, homograph = (row[name] for name in _COLUMNS)
        for value, known in ((gender, _GENDERS), (case, _CASES), (homograph, _ANSWERS)):
            if value not in known:
                raise InputError(f"{value!r} is none of {known}", file=path, line=number)
        if not form or form in table:
            raise InputError(f"the form {form!r} is empty or stands twice", file=path, line=number)
        table[form] = Pronoun(form, gender, case, homograph == "yes")
    return table
