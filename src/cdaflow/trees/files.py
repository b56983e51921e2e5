"""Files around annotation: the texts that are annotated, and the shards of trees put together."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import MALFORMED, atomic_path, read_blocks
from cdaflow.io.formats import lines_of, shard_range
from cdaflow.io.parquet import count_rows, read_batches, read_schema, rows_between, sides_of
from cdaflow.io.recognition import Content
from cdaflow.progress import progress
from cdaflow.trees.annotate import check_text
from cdaflow.trees.conllu import read_conllu, read_conllu_part
from cdaflow.trees.sentence import Sentence

#: The name of the standard input, as a file.
_STDIN = "/dev/stdin"


def read_inputs(
    path: str | os.PathLike[str],
    *,
    column: str | None = None,
    shard: tuple[int, int] | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield id and text of each line of a file ("-": the standard input) or Parquet row.

    The id of a line is its number, from 1; that of a row is in its column `id`, or its number
    where there is none. `column`: the text of a row, by default the one that a monolingual file
    has; of JSON Lines, the key of each object. `shard`: (K, N) for the K-th of N parts of like
    size, each of them a run of lines.

    Raises InputError as `read_lines` and the readers of Parquet do, at a text that is too long for
    a parser, and at an object without the key; ConfigError for a column of a plain file, or none
    of JSON Lines, and for a shard of a pipe.
    """
    name = _STDIN if str(path) == "-" else str(path)
    if name.endswith(".parquet"):
        yield from _rows(name, column, shard)
        return
    if ".jsonl" in Path(name).suffixes[-2:]:
        yield from _objects(name, column, shard)
        return
    if column is not None:
        raise ConfigError(
            "option.column-for-plain-text",
            f"--column {column} works only with .parquet and .jsonl files; {path} is read as plain "
            "text",
        )
    for number, text in lines_of(name, shard, Content.SENTENCES):
        check_text(str(number), text, name, number)
        yield str(number), text


def count_inputs(path: str | os.PathLike[str], shard: tuple[int, int] | None = None) -> int | None:
    """Return how many texts `read_inputs` will yield, None where that takes reading the file."""
    if not str(path).endswith(".parquet"):
        return None

    start, end = shard_range(count_rows(path), *(shard or (1, 1)))
    return end - start


def _objects(
    path: str, column: str | None, shard: tuple[int, int] | None
) -> Iterator[tuple[str, str]]:
    if column is None:
        raise ConfigError(
            "option.column-missing",
            f"the objects of {path} have several keys; it is not clear which one to annotate",
            hint="add --column KEY, such as source or text",
        )
    for number, line in lines_of(path, shard):
        try:
            text = json.loads(line)[column]
        except MALFORMED:
            text = None
        if not isinstance(text, str):
            raise InputError(
                "json.no-text-under-key",
                f"expected an object with a text under {column!r}",
                file=path,
                line=number,
            )
        check_text(str(number), text, path, number)
        yield str(number), text


def _rows(
    path: str, column: str | None, shard: tuple[int, int] | None
) -> Iterator[tuple[str, str]]:
    if column is None:
        sides = sides_of(path)
        if len(sides) > 1:
            raise ConfigError(
                "option.column-missing",
                f"{path} has the columns {' and '.join(sides)}; it is not clear which one to "
                "annotate",
                hint=f"add --column {sides[-1]}",
            )
        column = sides[0]
    columns = ["id", column] if "id" in read_schema(path).names else [column]
    start, end = shard_range(count_rows(path), *(shard or (1, 1)))
    for row, batch in rows_between(read_batches(path, columns), start, end):
        values = batch.to_pydict()
        numbers = values.get("id", range(row + 1, row + batch.num_rows + 1))
        for where, (number, text) in enumerate(zip(numbers, values[column], strict=True), row + 1):
            if not isinstance(text, str):
                raise InputError(
                    "cell.not-a-text",
                    f"row {where}, column {column}: expected a text, found ({text!r})",
                    file=path,
                )
            check_text(str(number), text, path, where)
            yield str(number), text


def gather_trees(
    shards: Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    expected: int | None = None,
) -> int:
    """Write the trees of CoNLL-U shards, in the order given, to `output`; return how many.

    The bytes of the shards are joined as they lie on disk: gzip allows several members in a file.
    Each shard is unpacked once besides, which tells one that is damaged or truncated.

    Raises InputError at such a shard and where the trees are not as many as `expected`,
    ConfigError where some files are packed and others are not, or a shard is the output itself.
    """
    packed = str(output).endswith(".gz")
    for shard in shards:
        if str(shard).endswith(".gz") != packed:
            raise ConfigError(
                "shard.compressed-otherwise",
                f"of {shard} and {output}, one is compressed by gzip and the other is not",
                hint="give names that end in .gz to all shards and the output, or to none of them",
            )
        if Path(shard).resolve() == Path(output).resolve():
            raise ConfigError(
                "shard.same-as-output", f"{shard} is given both as a shard and as the output"
            )
    count = 0
    with atomic_path(output) as temporary, open(temporary, "wb") as whole:
        for shard in progress(shards, "gather", total=len(shards), unit="shard"):
            count += count_trees(shard)
            with open(shard, "rb") as part:
                shutil.copyfileobj(part, whole, 1 << 20)
        if expected is not None and count != expected:
            raise InputError(
                "shard.tree-count",
                f"the {len(shards)} shards have {count} trees in total, expected {expected}",
                file=shards[0],
                hint="a shard is missing, given twice or belongs to another text: annotate the "
                "shards again",
            )
    return count


def read_shard(
    path: str | os.PathLike[str], shard: tuple[int, int] | None = None
) -> Iterator[Sentence]:
    """Yield the trees of a CoNLL-U file, or of its part K of N, a run of trees.

    Raises InputError as `read_conllu` does, and at a file that is truncated.
    """
    if shard is None:
        yield from read_conllu(path)
    else:
        yield from read_conllu_part(path, *shard_range(count_trees(path), *shard))


def count_trees(path: str | os.PathLike[str]) -> int:
    """Return the number of sentences of a CoNLL-U file; the last must be ended by an empty line."""
    count = 0
    tail = b""
    for block in read_blocks(path, 1 << 20, is_text=True):
        # The last byte stays for a line end on either side of the border.
        count += (tail[-1:] + block).count(b"\n\n")
        tail = (tail + block)[-2:]
    if tail not in (b"", b"\n\n"):
        raise InputError(
            "conllu.truncated",
            "the last sentence does not end with an empty line: the file is truncated",
            file=path,
            hint="annotate the shard again",
        )
    return count
