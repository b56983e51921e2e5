"""The forms of the pronouns of a person in the languages of the target (pronouns.tsv).

The table has the third person singular: masculine, feminine, role, and what else a form may be.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from cdaflow.files import read_table


class Form(NamedTuple):
    """What a form of a pronoun is: its gender ("" for both), role, and whether a thing as well."""

    gender: str
    role: str
    may_be_thing: bool


@cache
def pronoun_forms(language: str) -> dict[str, tuple[Form, ...]]:
    """Return the forms of the third person singular that show a gender, or hide it ("l'")."""
    found: dict[str, tuple[Form, ...]] = {}
    path = Path(__file__).with_name("pronouns.tsv")
    for _, row in read_table(path, ("lang", "masculine", "feminine", "role", "may_be")):
        if row["lang"] != language:
            continue
        thing = row["may_be"] == "thing"
        both = row["masculine"] == row["feminine"]
        for gender, form in (("Masc", row["masculine"]), ("Fem", row["feminine"])):
            entry = Form("" if both else gender, row["role"], thing)
            if entry not in found.get(form, ()):
                found[form] = (*found.get(form, ()), entry)
    return found
