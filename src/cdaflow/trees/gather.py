"""The shards of an annotated text put together: one file of trees, whole and counted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path, read_blocks
from cdaflow.progress import progress


def gather_trees(
    shards: Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    expected: int | None = None,
) -> int:
    """Write the trees of CoNLL-U shards, in the order given, to `output`; return how many.

    The bytes of the shards are joined as they lie on disk: gzip allows several members in a file.
    Each shard is unpacked once besides, which tells one that is damaged or cut short.

    Raises InputError at such a shard and where the trees are not as many as `expected`,
    ConfigError where some files are packed and others are not, or a shard is the output itself.
    """
    packed = str(output).endswith(".gz")
    for shard in shards:
        if str(shard).endswith(".gz") != packed:
            raise ConfigError(
                f"{shard} and {output}: one is packed by gzip, the other is not",
                hint="let the names of all shards and of the output end in .gz, or none",
            )
        if Path(shard).resolve() == Path(output).resolve():
            raise ConfigError(f"{shard} is a shard and the output as well")
    count = 0
    with atomic_path(output) as temporary, open(temporary, "wb") as whole:
        for shard in progress(shards, "gather", total=len(shards), unit="shard"):
            count += _count_trees(shard)
            with open(shard, "rb") as part:
                shutil.copyfileobj(part, whole, 1 << 20)
        if expected is not None and count != expected:
            raise InputError(
                f"the {len(shards)} shards have {count} trees together, {expected} are wanted",
                file=shards[0],
                hint="a shard is missing, named twice or of another text: annotate them again",
            )
    return count


def _count_trees(path: str | os.PathLike[str]) -> int:
    """Return the number of sentences of a CoNLL-U file; the last must be ended by an empty line."""
    count = 0
    tail = b""
    for block in read_blocks(path, 1 << 20):
        # The last byte stays for a line end on either side of the border.
        count += (tail[-1:] + block).count(b"\n\n")
        tail = (tail + block)[-2:]
    if tail not in (b"", b"\n\n"):
        raise InputError(
            "no empty line ends the last sentence: the file is cut short",
            file=path,
            hint="annotate the shard again",
        )
    return count
