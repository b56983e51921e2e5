"""Pairs with gender structures in the translation (Garg et al. 2024, sections 4 and 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.option_types import Language, PairOutputs


@dataclass(frozen=True)
class Options:
    """Translations with structures as symbols, <BEG> masculine<MID> feminine<END> (section 4).

    The recipe that is trained on it names the symbols (`symbols`), as tiny-alternatives does.

    Attributes:
        file: translations with their gender alternatives (.jsonl)
        tag: <gender> is put before the English, for a model that is also trained on other pairs
            (section 7.3)
        links: <MID> is linked to the head words of its people, so that a training with guided
            alignment learns them
        structures_only: leave out translations without a structure; most of real text have none,
            and teach a model to write none
    """

    file: Path | None = None
    tag: bool = False
    links: bool = True
    structures_only: bool = False

    def __post_init__(self) -> None:
        if not self.file:
            raise ConfigError(
                "alternatives.no-file",
                "no file of alternatives is given",
                hint="for example, file: {results}/demo/alternatives/{lang}/train.jsonl.gz",
            )


def alternatives(*, lang: Language, options: Options, output: PairOutputs) -> str:
    """Write pairs whose translations have their gender structures as symbols.

    A structure is <BEG> masculine<MID> feminine<END>; the column links says by characters which
    head word of the English each <MID> goes with. A model that is trained on it writes structures
    itself: cdaflow alternatives translate.

    Args:
        output: .parquet or .tsv (id, source, target, and links), or two text files
    """
    import pyarrow as pa

    from cdaflow.alternatives.serialised import GENDER_TAG, serialise
    from cdaflow.alternatives.structures import read_alternatives
    from cdaflow.io.columns import column_of
    from cdaflow.io.files import batched
    from cdaflow.io.pairs import check_kinds, write_pairs

    names = ("source", "target", *(["links"] if options.links else []))
    fields = [pa.field(name, pa.string(), nullable=False) for name in names]
    schema = pa.schema([pa.field("id", pa.int64(), nullable=False), *fields])
    tags = [GENDER_TAG] * options.tag
    counts = {"structures": 0, "links": 0, "left out": 0}

    def rows() -> Iterator[tuple[object, ...]]:
        for number, item in enumerate(read_alternatives(options.file or ""), 1):
            if options.structures_only and not item.structures:
                continue
            try:
                pair = serialise(item, tags)
            except InputError:
                counts["left out"] += 1
                continue
            counts["structures"] += len(item.structures)
            counts["links"] += len(pair.links.split())
            yield number, pair.source, pair.target, *([pair.links] if options.links else [])

    def batches() -> Iterator[pa.RecordBatch]:
        for chunk in batched(rows(), 16384):
            columns = zip(*chunk, strict=True)
            cells = [column_of(c, field.type) for c, field in zip(columns, schema, strict=True)]
            yield pa.RecordBatch.from_arrays(cells, schema=schema)

    check_kinds([str(options.file)], output)
    written = write_pairs(output, schema, batches())
    left_out = f"; {counts['left out']} left out, which have symbols" if counts["left out"] else ""
    return (
        f"{output[0]}: {written} pairs with {counts['structures']} structures, "
        f"{counts['links']} links{left_out}"
    )
