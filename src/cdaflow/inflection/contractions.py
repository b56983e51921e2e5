"""Contractions from a table, for languages that cdaflow has no other rules to write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import cdaflow.languages
from cdaflow.io.files import read_table
from cdaflow.languages import Settled
from cdaflow.languages.casing import cased_like
from cdaflow.trees import MultiwordToken, Token


def contract(tokens: Sequence[Token], code: str) -> Settled:
    """Return the words as they are, with the contractions of cdaflow/languages/<code>.

    The table contractions.tsv has the columns first, second, written; a preposition and the word
    behind it that stand there are one multiword token.
    """
    table = _table(code)
    found = []
    for first, second in pairwise(tokens if table else ()):
        if first.upos == "ADP" and second.upos in ("DET", "PRON", "ADV"):
            written = table.get((first.form.lower(), second.form.lower()))
            if written is not None:
                misc = {} if second.space_after else {"SpaceAfter": "No"}
                form = cased_like(written, first.form)
                found.append(MultiwordToken(first.id, second.id, form, misc))
    return Settled(tuple(tokens), tuple(found))


@cache
def _table(code: str) -> Mapping[tuple[str, str], str]:
    path = Path(cdaflow.languages.__file__).parent / code / "contractions.tsv"
    if not path.is_file():
        return {}
    rows = read_table(path, ("first", "second", "written"))
    return {(row["first"], row["second"]): row["written"] for _, row in rows}
