"""The command `cdaflow score align`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_training_text
from cdaflow.cli.values import count


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "align",
        help="word alignment by eflomal or the model of fast_align",
        description="Write the word links of two line-aligned texts in Pharaoh format (0-0 1-2). "
        "They count the words into which cdaflow splits a sentence (punctuation marks and "
        "elided articles are words), or white-space tokens. eflomal has no seed: keep the file "
        "that it wrote.",
    )
    parser.add_argument("--source", type=Path, required=True, help="sentences, one a line")
    parser.add_argument("--target", type=Path, required=True, help="translations, one a line")
    parser.add_argument("--source-lang", default="en", help="ISO 639-1 (default: en)")
    parser.add_argument("--target-lang", required=True, help="ISO 639-1")
    parser.add_argument(
        "--aligner",
        choices=("eflomal", "fast-align"),
        default="eflomal",
        help="eflomal: better links; fast-align: a second's work, always the same links",
    )
    parser.add_argument(
        "--symmetrisation",
        choices=("grow-diag-final-and", "intersection", "forward"),
        default="grow-diag-final-and",
        help="how the links of both directions are joined; forward: one source word at most for "
        "each target word",
    )
    parser.add_argument(
        "--units",
        choices=("words", "tokens"),
        default="words",
        help="what is aligned and counted: words as cdaflow splits them, or white-space tokens",
    )
    add_training_text(parser)
    parser.add_argument(
        "--threads", type=count, default=1, help="of eflomal (0: all cores; default: 1)"
    )
    parser.add_argument("--output", type=Path, required=True, help="Pharaoh file to write")
    parser.set_defaults(run=_align)


def _align(arguments: argparse.Namespace) -> None:
    from cdaflow.alignment.aligners import align, read_line_pairs, read_pairs, write_alignment
    from cdaflow.alignment.words import splitter

    split_source, split_target = splitter(arguments.source_lang), splitter(arguments.target_lang)
    if arguments.units == "tokens":
        split_source = split_target = str.split
    links = align(
        read_line_pairs(arguments.source, arguments.target, split_source, split_target),
        (
            pair
            for path in arguments.extra
            for pair in read_pairs(
                path, split_source, split_target, arguments.extra_limit, arguments.extra_seed
            )
        ),
        aligner=arguments.aligner,
        symmetrisation=arguments.symmetrisation,
        program=arguments.eflomal,
        threads=arguments.threads,
    )
    write_alignment(arguments.output, links)
