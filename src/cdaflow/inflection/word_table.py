"""A table of words with the features that are wanted: in, and out with the forms."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from cdaflow.errors import InputError
from cdaflow.inflection.inflector import Inflector
from cdaflow.io.files import read_table
from cdaflow.trees import Token
from cdaflow.trees.fields import Fields, feature_fault
from cdaflow.trees.sentence import UPOS

#: What stands in the result.
COLUMNS = ("form", "lemma", "upos", "feats", "wanted", "result", "source", "log_p")


def inflect_table(path: str | os.PathLike[str], inflector: Inflector) -> Iterator[tuple[str, ...]]:
    """Yield a row of COLUMNS for each row of a table with a header.

    Columns of the table: form, upos and wanted (FEATS of which the form is wanted); lemma (empty:
    the form) and feats (FEATS of the form as it stands) may lack. Features that `wanted` does not
    name stay. A doubtful word has an empty result and the source "doubtful"; log_p is the natural
    logarithm of a form's probability.

    Raises InputError for a row without form, an unknown part of speech and FEATS that are none.
    """
    rows = []
    for number, row in read_table(path, ("form", "upos", "wanted")):
        form, upos = row["form"].strip(), row["upos"].strip()
        if not form or upos not in UPOS:
            raise InputError(
                f"a form and a universal part of speech are wanted, found {form!r}, {upos!r}",
                file=path,
                line=number,
            )
        feats = _features(row.get("feats", ""), path, number)
        wanted = _features(row["wanted"], path, number)
        token = Token(1, form, row.get("lemma", "").strip() or form, upos, feats)
        rows.append((token, {**feats, **wanted}, row))
    results = inflector.inflect_all([(token, feats) for token, feats, _ in rows])
    for (token, _, row), result in zip(rows, results, strict=True):
        given = (
            token.form, row.get("lemma", ""), token.upos, row.get("feats", ""), row["wanted"],
        )  # fmt: skip
        if result is None:
            yield (*given, "", "doubtful", "")
        else:
            yield (*given, result.form, result.source, f"{result.score:.4f}")


def _features(text: str, path: str | os.PathLike[str], number: int) -> Mapping[str, str]:
    raw = text.strip() or "_"
    if problem := feature_fault(raw):
        raise InputError(problem, file=path, line=number, hint="such as Gender=Fem|Number=Sing")
    return dict(Fields(raw))
