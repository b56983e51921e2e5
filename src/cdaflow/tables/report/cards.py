"""Example sentences as the report shows them: a card for each, with what can be searched by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from cdaflow.tables.contents import Report
from cdaflow.tables.example_table import examples_of, sentence_rows
from cdaflow.tables.system_diffs import outcomes
from cdaflow.tables.text import NONE, Record

#: The kind of all pairs that the guard caught.
SWAP = "harmful swap"


@dataclass(frozen=True)
class Card:
    """A sentence with its versions.

    records: rows of a table of examples, the English sentence first. kinds: system -> kinds of
    outcome; "" for what no system made. about: what stands beside the sentence.
    """

    language: str
    records: Sequence[Record]
    kinds: Mapping[str, Sequence[str]]
    about: Sequence[str]


def cards_of(report: Report) -> list[Card]:
    """Return the cards: the sample of sentences, else those drawn, and the harmful swaps."""
    cards: list[Card] = []
    for language, items in report.examples.items():
        for item in items:
            records = sentence_rows(item)
            kinds = {system or NONE: kinds for system, kinds in outcomes(item.rows).items()}
            cards.append(Card(language, records, kinds, [f"line {records[0]['id']}"]))
    if not cards:
        cards += _sampled(report.example_rows)
    for language, rows in examples_of(report.example_rows, "swaps"):
        cards.append(Card(language, rows, {"": [SWAP]}, [SWAP, f"pair {rows[0]['id']}"]))
    return cards


def _sampled(frame: pd.DataFrame) -> Iterator[Card]:
    """Yield the sentences of a table of examples, of which only one kind is known."""
    for language, rows in examples_of(frame, "systems"):
        kind = rows[0]["kind"]
        systems = [name for row in rows[1:] for name in row["what"].split(", ")]
        kinds = {system: [kind] for system in systems}
        yield Card(language, rows, kinds, [kind, f"line {rows[0]['id']}"])
