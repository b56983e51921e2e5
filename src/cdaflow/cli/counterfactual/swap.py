"""The command `cdaflow counterfactual swap`."""

from __future__ import annotations

import argparse

from cdaflow.cli.counterfactual.common import add_swap, swapper


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow counterfactual swap`."""
    parser = commands.add_parser(
        "swap",
        help="English sentences with the pronouns of the other gender",
        description="Swap he and she, him, his, her, hers, himself and herself in English "
        "sentences, with their capitals; nothing else changes unless asked for. With trees, their "
        "tags tell whether her is him or his; without, the words around do.",
    )
    parser.add_argument(
        "input",
        nargs="?",
        default="-",
        metavar="FILE",
        help="text, one sentence a line (out comes the swapped text, line by line), or .tsv or "
        ".parquet with the column source (out come all columns and counterfactual_source); "
        "default: the standard input",
    )
    parser.add_argument(
        "--output", default="-", metavar="FILE", help="default: the standard output"
    )
    parser.add_argument(
        "--trees",
        metavar="TREES.conllu",
        help="trees of the sentences, in order: cdaflow trees annotate --lang en",
    )
    parser.add_argument(
        "--column", default="source", metavar="NAME", help="with the English (default: source)"
    )
    add_swap(parser)
    parser.set_defaults(run=_swap)


def _swap(arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say
    from cdaflow.rewriting.swapper import swap_file

    tally = swap_file(
        arguments.input,
        arguments.output,
        swapper(arguments),
        trees=arguments.trees,
        column=arguments.column,
    )
    kinds = ", ".join(f"{count} {kind}s" for kind, count in sorted(tally.changes.items()))
    say(f"{tally.sentences} sentences, {tally.changed} changed ({kinds or 'nothing'})")
