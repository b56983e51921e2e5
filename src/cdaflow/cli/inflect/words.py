"""The command `cdaflow inflect words`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def register(commands: Any) -> None:
    """Add the command."""
    from cdaflow.cli.inflect.common import add_sources

    parser = commands.add_parser(
        "words",
        help="a table of words, each with the features that are wanted, to forms",
        description="Inflect the words of a table. Its header names the columns form, upos and "
        "wanted (FEATS such as Gender=Fem), and perhaps lemma and feats (those of the form as it "
        "stands); the columns result, source and log_p come out beside them. Determiners, pronouns "
        "and numerals are inflected by tables, the rest by the lexicons, then by the model.",
    )
    add_sources(parser)
    parser.add_argument(
        "--input", type=Path, required=True, metavar="TSV", help="words, with a header line"
    )
    parser.add_argument("--output", type=Path, metavar="TSV", help="default: standard output")
    parser.set_defaults(run=_words)


def _words(arguments: argparse.Namespace) -> None:
    from collections import Counter

    from cdaflow.cli.inflect.common import inflector
    from cdaflow.inflection.word_table import COLUMNS, inflect_table
    from cdaflow.io.files import tsv_lines, write_lines
    from cdaflow.progress import say

    rows = list(inflect_table(arguments.input, inflector(arguments)))
    count = write_lines(arguments.output or "-", tsv_lines(COLUMNS, rows)) - 1
    sources = Counter(row[COLUMNS.index("source")] for row in rows)
    told = ", ".join(f"{number} {source}" for source, number in sorted(sources.items()))
    say(f"{count} words: {told or 'none'}")
