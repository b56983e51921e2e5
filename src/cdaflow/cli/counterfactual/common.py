"""What the commands `cdaflow counterfactual ...` share: how the English is swapped."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cdaflow.cli.wordlists import add_wordlist, wordlist

if TYPE_CHECKING:
    from cdaflow.rewriting.swapper import Swapper


def add_swap(parser: argparse.ArgumentParser) -> None:
    """Add what is swapped in the English beside the pronouns."""
    parser.add_argument(
        "--nouns",
        choices=("none", "marked", "all"),
        default="none",
        help="gendered nouns: left as they are; swapped (man, queen, waitress), but not made "
        "feminine where the masculine is said of women too (actor, waiter); or swapped with "
        "these (default: %(default)s)",
    )
    add_wordlist(parser, "--gendered", "gendered nouns", "gendered.en.tsv")
    parser.add_argument(
        "--names",
        metavar="FILE",
        help="also swap given names, by this table: masculine, tab, feminine, a pair a line",
    )
    add_wordlist(parser, "--pronouns", "gendered pronouns", "pronouns.en.tsv")


def swapper(arguments: argparse.Namespace) -> Swapper:
    """Return the swap that the arguments of `add_swap` ask for."""
    from cdaflow.rewriting.swapper import Swapper
    from cdaflow.wordlists.english_lists import (
        read_gendered_nouns,
        read_gendered_pronouns,
        read_names,
    )

    nouns = None
    if arguments.nouns != "none":
        nouns = read_gendered_nouns(wordlist(arguments.gendered, "gendered.en.tsv"))
    return Swapper(
        read_gendered_pronouns(wordlist(arguments.pronouns, "pronouns.en.tsv")),
        nouns,
        epicene=arguments.nouns == "all",
        names=read_names(arguments.names) if arguments.names else None,
    )


def add_pairs(parser: argparse.ArgumentParser) -> None:
    """Add the pairs of `cdaflow counterfactual make` as input."""
    parser.add_argument(
        "input", metavar="FILE", help="pairs with counterfactual_source and _target: .parquet, .tsv"
    )


def add_corpus(parser: argparse.ArgumentParser) -> None:
    """Add the corpus of originals and counterfactuals as output."""
    parser.add_argument(
        "--output",
        nargs="+",
        required=True,
        metavar="FILE",
        help=".parquet or .tsv (id, source, target, version, profession, gender), or two text "
        "files (source and target)",
    )
