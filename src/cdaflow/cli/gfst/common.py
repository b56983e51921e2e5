"""English text and its labels, as several commands `cdaflow gfst ...` take them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cdaflow.cli.wordlists import add_wordlist, wordlist

if TYPE_CHECKING:
    from cdaflow.gfst.labelling import Labelled


def add_input(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which English text is read, and how."""
    parser.add_argument(
        "input",
        nargs="+",
        metavar="FILE",
        help="English text: lines, .tsv or .parquet; .gz, .xz, .bz2 and .zst are unpacked",
    )
    parser.add_argument(
        "--column",
        metavar="NAME",
        help="the column of English in TSV or Parquet (default: source, text or sentence); of TSV "
        "without a header its number (default: 1)",
    )
    add_wordlist(parser, "--pronouns", "gendered pronouns", "pronouns.en.tsv")
    parser.add_argument(
        "--gendered",
        "--words",
        dest="words",
        metavar="FILE",
        help="gendered nouns (default: config/wordlists/gendered.en.tsv)",
    )
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="processes (default: %(default)s)"
    )


def labelled(arguments: argparse.Namespace, paths: Sequence[str]) -> Iterator[Labelled]:
    """Return the batches of files, with the labels of their sentences."""
    from itertools import chain

    from cdaflow.errors import ConfigError
    from cdaflow.gfst.labelling import label_batches
    from cdaflow.io.rows import read_rows
    from cdaflow.progress import progress

    if arguments.threads < 1:
        raise ConfigError(f"--threads {arguments.threads}", hint="give 1 or more")
    batches = chain.from_iterable(read_rows(path, arguments.column) for path in paths)
    return label_batches(
        progress(batches, "label", unit="block"),
        wordlist(arguments.pronouns, "pronouns.en.tsv"),
        wordlist(arguments.words, "gendered.en.tsv"),
        arguments.threads,
    )
