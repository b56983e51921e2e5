"""Possessives that show the gender of the owner: "sein Buch", "ihr Buch"; "его", "её".

Read from possessives.tsv in cdaflow/languages/<code>: the form of a man's and of a woman's, one row
for each pair. UD writes the owner's gender as Gender[psor].
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cdaflow.languages
from cdaflow.io.files import read_table

#: The feature that says whose gender a possessive shows.
OWNER = "Gender[psor]"


def possessive_form(form: str, gender: str, code: str) -> str | None:
    """Return a possessive of an owner of the gender, in lower case; None if it is not known."""
    return _table(code).get((form.lower(), gender))


@cache
def _table(code: str) -> Mapping[tuple[str, str], str]:
    """Return the form for each form and gender of the owner; of several the first."""
    cdaflow.languages.get(code)
    path = Path(cdaflow.languages.__file__).parent / code / "possessives.tsv"
    found: dict[tuple[str, str], str] = {}
    for _, row in read_table(path, ("masculine", "feminine")) if path.is_file() else ():
        masculine, feminine = row["masculine"], row["feminine"]
        for form in (masculine, feminine):
            found.setdefault((form, "Masc"), masculine)
            found.setdefault((form, "Fem"), feminine)
    return found
