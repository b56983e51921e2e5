"""The command `cdaflow trees gather`."""

from __future__ import annotations

import argparse


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow trees gather`."""
    parser = commands.add_parser(
        "gather",
        help="put the shards of an annotated text together",
        description="Join the CoNLL-U files of `cdaflow trees annotate --shard K/N`, in the order "
        "given, each checked to be whole.",
    )
    parser.add_argument("shards", nargs="+", metavar="SHARD.conllu.gz")
    parser.add_argument(
        "--corpus", metavar="CORPUS.parquet", help="the text: it must have as many rows as trees"
    )
    parser.add_argument("--output", required=True, metavar="TREES.conllu.gz")
    parser.set_defaults(run=_gather)


def _gather(arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say
    from cdaflow.trees.files import gather_trees

    expected = None
    if arguments.corpus is not None:
        # Imported here, since pyarrow takes a while.
        from cdaflow.io.parquet import describe

        expected = describe(arguments.corpus).rows
    count = gather_trees(arguments.shards, arguments.output, expected=expected)
    say(f"{arguments.output}: {count} trees")
