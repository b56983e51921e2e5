"""The commands `cdaflow demo ...`."""

from __future__ import annotations

import argparse
from pathlib import Path


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 is wanted")
    return number


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `demo` to the command line."""
    group = groups.add_parser(
        "demo", help="the embedded corpus: a small grammar with its own right answers"
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    write = commands.add_parser(
        "write",
        help="write the parallel text, the treebanks and the challenge set",
        description="Write the embedded corpus: en-LANG/{train,dev,test}.tsv with their "
        "counterfactuals, treebanks/LANG/, and winomt/ in the format of WinoMT. The same seed "
        "writes the same bytes.",
    )
    write.add_argument(
        "--languages", nargs="+", required=True, metavar="LANG", help="of es, fr and it"
    )
    write.add_argument(
        "--stereotypes", type=Path, required=True, metavar="TSV",
        help="columns profession, feminine_share: how often a person of it is a woman in the text",
    )  # fmt: skip
    write.add_argument(
        "--wordlists", type=Path, required=True, metavar="FOLDER",
        help="with professions.tsv and professions.LANG.tsv",
    )  # fmt: skip
    write.add_argument(
        "--weights", type=Path, metavar="TSV",
        help="columns construction, weight: how often each is drawn (default: the package's own)",
    )  # fmt: skip
    for name, default, what in (
        ("train", 22_000, "pairs to train on"),
        ("dev", 500, "pairs to validate on"),
        ("test", 1_000, "pairs to test on"),
        ("treebank", 2_000, "trees to train on; dev has a tenth of that, test a fifth"),
        ("challenge", 1_200, "sentences of the challenge set"),
    ):
        write.add_argument(
            f"--{name}", type=_count, default=default, metavar="N",
            help=f"{what}, per language (default {default})",
        )  # fmt: skip
    write.add_argument("--seed", type=int, default=1, help="of all random choices (default 1)")
    write.add_argument("--output-dir", type=Path, required=True, metavar="FOLDER")
    write.set_defaults(run=_write)


def _write(arguments: argparse.Namespace) -> None:
    from cdaflow.demo.corpus import Sizes, write_demo
    from cdaflow.demo.grammars import load_all
    from cdaflow.demo.lexicon import read_weights
    from cdaflow.progress import say

    languages = list(dict.fromkeys(code for code in arguments.languages if code != "en"))
    grammars, shares = load_all(languages, arguments.wordlists, arguments.stereotypes)
    sizes = Sizes(
        arguments.train, arguments.dev, arguments.test, arguments.treebank, arguments.challenge
    )
    weights = None if arguments.weights is None else read_weights(arguments.weights)
    write_demo(arguments.output_dir, grammars, shares, sizes, arguments.seed, weights)
    say(f"the embedded corpus of {', '.join(languages)} is in {arguments.output_dir}")
