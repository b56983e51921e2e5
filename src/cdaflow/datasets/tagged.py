"""Sources with tags of gender and the translations that go with them (Garg et al. 2024, 5.2)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.option_types import Count, PairOutputs, Seed


@dataclass(frozen=True)
class Options:
    """Sentences with people whose gender is open, with the gender as a tag in the source.

    They train the model that rewrites translations (Garg et al. 2024, section 5.2 and Table 2): it
    needs the tags `<M>` and `<F>` among the symbols of its recipe.

    Attributes:
        file: alternatives with the people they go with (.jsonl), such as `cdaflow alternatives
            import` writes of the released sets, or the demo for itself
        mixes: each sentence is taken once with men, once with women, and with both up to this
            many times
        untagged: also take the sentences in which nobody is open, as they are; by default they are
            left out
    """

    file: Path | None = None
    mixes: Count = 3
    untagged: bool = False

    def __post_init__(self) -> None:
        if not self.file:
            raise ConfigError(
                "tagged.no-file",
                "`file`, a file of alternatives, is required to make tagged sources",
            )


def tagged(*, options: Options, seed: Seed = 1, output: PairOutputs) -> str:
    """Write sources that say genders by tags, with the translations in these genders.

    "The boss<F> is tired.": each person whose gender the English leaves open has one (Garg et al.
    2024, Table 2).

    Args:
        seed: seed of the choice among the combinations of genders
        output: .parquet or .tsv (id, source, target), or two text files; pairs of one sentence
            follow one another
    """
    import pyarrow as pa

    from cdaflow.alternatives.structures import read_alternatives
    from cdaflow.alternatives.tagged_text import tagged_pairs
    from cdaflow.io.columns import integers, strings
    from cdaflow.io.files import batched
    from cdaflow.io.pairs import check_kinds, write_pairs

    path = options.file or Path()
    check_kinds([str(path)], output)
    fields = [("id", pa.int64()), ("source", pa.string()), ("target", pa.string())]
    schema = pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields])
    sentences = taken = 0

    def pairs() -> Iterator[tuple[str, str]]:
        nonlocal sentences, taken
        for number, item in enumerate(read_alternatives(path), 1):
            try:
                # By number: what is sampled of a sentence depends on no other.
                tagged_copies = list(
                    tagged_pairs(item, options.mixes, random.Random(f"{seed}:{number}"))
                )
            except InputError as error:
                raise error.at(path, number) from None
            sentences += 1
            taken += bool(tagged_copies)
            if options.untagged and not item.open:
                tagged_copies.append((item.source, item.text))
            yield from tagged_copies
        if not taken:
            raise InputError(
                "alternatives.nobody-open",
                "no sentence has a person of open gender, so there is no pair",
                file=path,
            )

    def batches() -> Iterator[pa.RecordBatch]:
        done = 0
        for block in batched(pairs(), 8192):
            sides = [strings(side) for side in zip(*block, strict=True)]
            ids = integers(range(done + 1, done + 1 + len(block)), pa.int64())
            yield pa.RecordBatch.from_arrays([ids, *sides], schema=schema)
            done += len(block)

    rows = write_pairs(output, schema, batches())
    return f"{rows} pairs of {taken} sentences; in {sentences - taken} nobody is open"
