"""Pairs of sentences that people wrote in both genders, and their trees.

Those of public test sets are read by `cdaflow.scoring.text_pairs`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.agreement.gold import TreePair, named_pair, paired
from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.trees import Sentence, read_conllu
from cdaflow.trees.annotate import Annotator, annotate
from cdaflow.trees.store import Store

#: The columns of a table of pairs, in the notation of the feature Gender.
GENDER_COLUMNS = {"masculine": "Masc", "feminine": "Fem"}


@dataclass(frozen=True)
class TextPair:
    """A name, and a text for each gender: those of "Masc" and "Fem"."""

    name: str
    texts: Mapping[str, str]


def read_tsv_pairs(path: str | os.PathLike[str]) -> list[TextPair]:
    """Return the pairs of a table with the columns masculine and feminine (others are passed over).

    Raises InputError where a column is absent or a cell empty.
    """
    stem = Path(path).name.partition(".")[0]
    pairs = []
    for number, row in read_table(path, tuple(GENDER_COLUMNS)):
        for column in GENDER_COLUMNS:
            if not row[column].strip():
                raise InputError(f"the cell {column} is empty", file=path, line=number)
        pairs.append(
            TextPair(
                f"{stem}-{number}", {value: row[name] for name, value in GENDER_COLUMNS.items()}
            )
        )
    return pairs


def annotate_pairs(
    pairs: Sequence[TextPair], annotator: Annotator, store: Store | None = None
) -> Iterator[Sentence]:
    """Yield the trees of pairs as `gold.paired` reads them: masculine, feminine, masculine, ..."""
    texts = ((pair.name, text) for pair in pairs for text in pair.texts.values())
    trees = annotate(texts, annotator, store=store)
    for pair in pairs:
        yield from named_pair(pair.name, [next(trees) for _ in pair.texts], pair.texts)


def read_pairs(paths: Iterable[str | os.PathLike[str]]) -> list[TreePair]:
    """Return the pairs of files of trees; see `gold.paired`.

    Raises InputError, with the file, where one is faulty or has no pair.
    """
    found: list[TreePair] = []
    for path in paths:
        try:
            pairs = list(paired(read_conllu(path)))
        except InputError as error:
            if error.file is not None:
                raise
            raise InputError(error.problem, file=path, hint=error.hint) from None
        if not pairs:
            raise InputError(
                "no sentence is followed by its counterfactual",
                file=path,
                hint="`cdaflow agreement pairs` writes such files; the sent_id of a counterfactual "
                "is that of its sentence with -cf",
            )
        found += pairs
    return found
