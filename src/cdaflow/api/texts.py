"""Texts translated and pairs selected, by the commands of these names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cdaflow.api.calls import Call, StrPath, Texts, tables_module
from cdaflow.cli import nmt
from cdaflow.cli import select as selecting
from cdaflow.io.files import read_json, read_lines


def translate(texts: Texts, model: StrPath | None = None, **options: Any) -> list[str]:
    """Return translations by a model folder, or by a `program`.

    Options: those of `cdaflow nmt translate`.

    >>> translate(["the cat", "", "the dog"], program="tr a-z A-Z")
    ['THE CAT', '', 'THE DOG']
    """
    with Call("nmt translate", nmt.translate) as call:
        output = call.folder / "translations.txt"
        call(model_dir=model, input=texts, output=output, **options)
        return list(read_lines(output))


@dataclass(frozen=True, repr=False)
class Selection:
    """Selected pairs, with the columns that the selection adds; `report`: what was dropped."""

    pairs: Sequence[Mapping[str, Any]]
    report: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<{len(self.pairs)} of {self.report['pairs']} pairs>"

    def to_frame(self) -> Any:
        """Return a DataFrame, a row for each pair."""
        return tables_module("table").number_frame(self.pairs)


def select(english: Texts, translations: Texts, **options: Any) -> Selection:
    """Select pairs with one gendered pronoun and one profession in the English.

    Options: those of `cdaflow select gendered`. The `id` of a pair is its number, from 1.

    >>> english = ["The doctor lost her keys.", "It rained."]
    >>> selected = select(english, ["La doctora perdió sus llaves.", "Llovió."])
    >>> selected
    <1 of 2 pairs>
    >>> selected.pairs[0]["profession"]
    'doctor'
    """
    from cdaflow.io.pairs import read_pairs

    with Call("select gendered", selecting.gendered) as call:
        output, report = call.folder / "chosen.parquet", call.folder / "report.json"
        call(english, translations, output=output, report=report, **options)
        pairs = [row for batch in read_pairs([str(output)]) for row in batch.to_pylist()]
        return Selection(pairs, read_json(report))
