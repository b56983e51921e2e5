"""Labels of whole files by the source filter, in several processes if wished, and their counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from cdaflow.errors import InputError
from cdaflow.gfst.processes import in_order
from cdaflow.gfst.source_filter import FEM, LABELS, MSC, Codes, SourceFilter
from cdaflow.io.columns import joined, strings, take
from cdaflow.io.pairs import open_rows, read_rows
from cdaflow.langid import other_language
from cdaflow.wordlists.english_lists import read_gendered_nouns, read_gendered_pronouns

#: Sentences at the beginning of a file by which its language is known.
_SAMPLE = 2000

#: A batch, the name of its column of English, and the labels of its rows.
Labelled = tuple[pa.RecordBatch, str, Codes]


def make_filter(pronouns: str, words: str) -> SourceFilter:
    """Return the source filter of two word lists, given by their files."""
    return SourceFilter(read_gendered_pronouns(pronouns), read_gendered_nouns(words))


def read_english(path: str, column: str | None) -> Iterator[tuple[pa.RecordBatch, str]]:
    """Yield the batches of a file as `read_rows` does; InputError where they are not English."""
    for number, (batch, name) in enumerate(read_rows(path, column)):
        sample = batch.column(name).slice(0, _SAMPLE).to_pylist() if number == 0 else ()
        if looks := other_language(sample, "en"):
            raise InputError(
                "gfst.not-english",
                f"the text to label is not English; it looks like {looks}",
                file=path,
                hint="give the English side, or the name or number of its column by --column",
            )
        yield batch, name


def label_batches(
    batches: Iterable[tuple[pa.RecordBatch, str]], pronouns: str, words: str, threads: int = 1
) -> Iterator[Labelled]:
    """Yield batches with the labels of their English, in order.

    `threads`: processes beside this one if more than 1; then as many batches again wait for them
    in memory, and no more.
    """
    source_filter = make_filter(pronouns, words)  # also tells what is wrong with the lists
    if threads == 1:
        for batch, name in batches:
            yield batch, name, source_filter.labels(batch.column(name))
        return
    arguments = (pronouns, words)
    for (batch, name), codes in in_order(batches, _english, _make_labels, arguments, threads):
        yield batch, name, codes


def _english(item: tuple[pa.RecordBatch, str]) -> pa.StringArray:
    batch, name = item
    return batch.column(name)


def _make_labels(pronouns: str, words: str) -> Callable[[pa.StringArray], Codes]:
    return make_filter(pronouns, words).labels


class Counts:
    """How many sentences have each label: the paper's Table 1."""

    def __init__(self) -> None:
        self._counts = np.zeros(len(LABELS), dtype=np.int64)

    def add(self, codes: Codes) -> None:
        """Count the labels of a batch."""
        self._counts += np.bincount(codes, minlength=len(LABELS))

    def to_json(self) -> dict[str, Any]:
        """Return counts by label, and shares as in Table 1.

        There "Mix" is whatever is not of one gender, so the labels "mix" and "none" together.
        Shares are of 1, and None where there is no sentence.
        """
        total = int(self._counts.sum())
        numbers = {label: int(n) for label, n in zip(LABELS, self._counts, strict=True)}
        table = {"Fem": int(self._counts[FEM]), "Msc": int(self._counts[MSC])}
        table["Mix"] = total - sum(table.values())
        shares = {name: n / total if total else None for name, n in table.items()}
        return {"sentences": total, "labels": numbers, "table": table, "shares": shares}


def write_labelled(labelled: Iterable[Labelled], path: str, gender: str | None = None) -> Counts:
    """Write labelled rows, all or those of one gender (fem, msc); return the counts of all.

    All rows get a column with their labels, in a text file nothing else; see `open_rows`.
    """
    counts = Counts()
    with open_rows(path) as write:
        for batch, name, codes in labelled:
            counts.add(codes)
            if gender is not None:
                write(take(batch, np.flatnonzero(codes == LABELS.index(gender))), name)
                continue
            column = take(strings(LABELS), codes)
            write(joined(batch, [pa.field("label", pa.string())], [column]), "label")
    return counts
