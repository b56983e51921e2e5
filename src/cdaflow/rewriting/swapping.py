"""The English swap over whole files: text, TSV or Parquet."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pyarrow as pa

from cdaflow.errors import InputError
from cdaflow.io.columns import extended, with_columns
from cdaflow.io.pairs import check_kinds, kind_of, pair_schema, read_pairs, write_pairs
from cdaflow.progress import progress
from cdaflow.rewriting.swapper import Swapper
from cdaflow.trees import Sentence, read_conllu

#: The column that the swap adds.
COLUMN = pa.field("counterfactual_source", pa.string(), nullable=False)


@dataclass
class SwapTally:
    """What a swap did: sentences, those that changed, and changes by kind."""

    sentences: int = 0
    changed: int = 0
    changes: Counter[str] = field(default_factory=Counter)


def swap_file(
    path: str,
    output: str,
    swapper: Swapper,
    *,
    trees: str | os.PathLike[str] | None = None,
    column: str = "source",
) -> SwapTally:
    """Write the sentences of a file in the other gender; return what was done.

    Text ("-": the standard streams) becomes text, line by line; TSV and Parquet keep their columns
    and get `counterfactual_source`. `trees`: CoNLL-U of the sentences, in order.

    Raises InputError where a file is at fault, or the trees are not of the sentences.
    """
    name = "/dev/stdin" if path == "-" else path
    is_text = kind_of([name]) == "text"
    check_kinds([name], [output])
    column = "source" if is_text else column
    schema = pair_schema([name], [column])
    tally = SwapTally()
    batches = _swapped(
        progress(read_pairs([name], [column], rows=1 << 14), "swap", unit="block"),
        swapper,
        column,
        None if trees is None else read_conllu(trees),
        tally,
    )
    if is_text and kind_of([output]) == "text":
        lines = (batch.select([COLUMN.name]).rename_columns(["source"]) for batch in batches)
        write_pairs([output], pa.schema([("source", pa.string())]), lines)
    else:
        write_pairs([output], extended(schema, [COLUMN]), batches)
    return tally


def _swapped(
    batches: Iterable[pa.RecordBatch],
    swapper: Swapper,
    column: str,
    trees: Iterator[Sentence] | None,
    tally: SwapTally,
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        texts: list[tuple[object, ...]] = []
        for text in batch.column(column).to_pylist():
            tally.sentences += 1
            if text is None:
                raise InputError(f"row {tally.sentences} has no text in the column {column}")
            tree = None if trees is None else _next_tree(trees, text, tally.sentences)
            try:
                swap = swapper.swap(text, tree)
            except ValueError:
                raise InputError(
                    f"tree {tally.sentences} is not of the sentence {text!r}",
                    hint="annotate this very file: cdaflow trees annotate --lang en",
                ) from None
            tally.changed += swap.text != text
            tally.changes.update(change.kind for change in swap.changes)
            texts.append((swap.text,))
        yield with_columns(batch, [COLUMN], texts)
    if trees is not None and next(trees, None) is not None:
        raise InputError(
            f"there are more trees than the {tally.sentences} sentences",
            hint="annotate this very file: cdaflow trees annotate --lang en",
        )


def _next_tree(trees: Iterator[Sentence], text: str, number: int) -> Sentence:
    tree = next(trees, None)
    if tree is None:
        raise InputError(
            f"the trees end before sentence {number}: {text!r}",
            hint="annotate this very file: cdaflow trees annotate --lang en",
        )
    return tree
