"""Files of gender alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cdaflow.option_types import OutputPath, Value


def gather(
    shards: Annotated[Sequence[Path], Value(metavar="SHARD.jsonl", file="input")],
    /,
    *,
    sentences: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    output: OutputPath,
) -> str:
    """Join the shards of a file of alternatives.

    The files of `cdaflow alternatives rewrite --shard K/N` are joined in the order given; they must
    have the sentences of the file that was rewritten, each once.

    Args:
        sentences: the file that was rewritten
        output (JSONL): all its sentences
    """
    from cdaflow.alternatives.shards import gather_alternatives

    return f"{output}: {gather_alternatives(shards, sentences, output)} sentences"
