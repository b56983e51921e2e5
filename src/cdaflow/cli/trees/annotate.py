"""The command `cdaflow trees annotate`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from cdaflow.cli.trees.common import add_machine
from cdaflow.cli.values import positive, shard


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow trees annotate`."""
    parser = commands.add_parser(
        "annotate",
        help="sentences, one a line, to trees (CoNLL-U)",
        description="Give each line of a text a tree: words, lemmas, parts of speech, features, "
        "heads and relations. One sentence comes out for one line, in order; an empty line gives "
        "a sentence without words.",
    )
    parser.add_argument("--lang", required=True, help="language of the text, ISO 639-1")
    annotator = parser.add_mutually_exclusive_group(required=True)
    annotator.add_argument(
        "--models",
        type=Path,
        metavar="FOLDER",
        help="models of `cdaflow trees train`, or those that Stanza downloaded",
    )
    annotator.add_argument(
        "--gold",
        nargs="+",
        type=Path,
        metavar="TREES.conllu",
        help="in place of models: files of trees, in which each text is looked up",
    )
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FOLDER",
        help="keep trees here, and parse no sentence that is there; several jobs may share it, "
        "and it may be deleted at any time",
    )
    parser.add_argument(
        "--store-mb",
        type=positive,
        metavar="N",
        help="megabytes that the store may take; the oldest trees go (default: 10000)",
    )
    add_machine(parser)
    parser.add_argument(
        "--column",
        metavar="NAME",
        help="column of a .parquet file with the text; the tree has the row's id",
    )
    parser.add_argument(
        "--shard",
        type=shard,
        metavar="K/N",
        help="annotate the K-th of N runs of lines of like size, for `cdaflow trees gather`",
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE.conllu",
        help="file to write, whole or not at all (.gz: packed); default: the standard output",
    )
    parser.add_argument(
        "text",
        nargs="?",
        default="-",
        metavar="FILE",
        help="lines (.gz, .xz, .bz2 and .zst are unpacked), or .parquet; default: -, the "
        "standard input",
    )
    parser.set_defaults(run=_annotate)


def _annotate(arguments: argparse.Namespace) -> None:
    from cdaflow.progress import progress, say
    from cdaflow.trees.annotate import Annotator, annotate_blocks
    from cdaflow.trees.files import count_inputs, read_inputs
    from cdaflow.trees.gold import open_gold
    from cdaflow.trees.load import load_annotator
    from cdaflow.trees.store import DEFAULT_LIMIT, Store

    _check_output(arguments)
    annotator: Annotator
    if arguments.gold is not None:
        annotator = open_gold(arguments.gold, arguments.lang)
    else:
        annotator = load_annotator(
            arguments.models, arguments.lang, device=arguments.device, threads=arguments.threads
        )
    texts = read_inputs(arguments.text, column=arguments.column, shard=arguments.shard)
    store = None
    if arguments.store is not None:
        store = Store(arguments.store, limit_mb=arguments.store_mb or DEFAULT_LIMIT)
    blocks = progress(
        annotate_blocks(texts, annotator, store=store),
        f"annotate ({arguments.lang})",
        total=count_inputs(arguments.text, arguments.shard),
        unit="sentence",
    )
    count = _write(blocks, arguments.output)
    if arguments.output is not None:
        say(f"{arguments.output}: {count} trees")


def _check_output(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError

    output = arguments.output
    if output is None:
        return
    if output.suffix in (".xz", ".bz2", ".zst", ".parquet"):
        raise ConfigError(f"--output {output}: CoNLL-U is written plain, or packed as .gz")
    if arguments.text != "-" and os.path.realpath(output) == os.path.realpath(arguments.text):
        raise ConfigError(
            f"--output {output} would overwrite the text", hint="give it another name"
        )


def _write(blocks: Iterable[str], output: Path | None) -> int:
    """Write CoNLL-U as it comes, or to a file that appears when it is whole."""
    from cdaflow.io.files import atomic_text

    count = 0
    if output is None:
        for block in blocks:
            sys.stdout.buffer.write(block.encode())
            count += 1
        sys.stdout.buffer.flush()
        return count
    with atomic_text(output) as handle:
        for block in blocks:
            handle.write(block)
            count += 1
    return count
