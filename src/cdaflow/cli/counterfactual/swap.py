"""The command `cdaflow counterfactual swap`."""

from __future__ import annotations

import argparse

from cdaflow.cli.select.common import wordlist


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
    parser.add_argument(
        "--nouns",
        choices=("none", "marked", "all"),
        default="none",
        help="gendered nouns: left as they are; swapped (man, queen, waitress), but not made "
        "feminine where the masculine is said of women too (actor, waiter); or swapped with "
        "these (default: %(default)s)",
    )
    parser.add_argument(
        "--gendered",
        metavar="FILE",
        help="gendered nouns (default: config/wordlists/gendered.en.tsv)",
    )
    parser.add_argument(
        "--names",
        metavar="FILE",
        help="also swap given names, by this table: masculine, tab, feminine, a pair a line",
    )
    parser.add_argument(
        "--pronouns",
        metavar="FILE",
        help="gendered pronouns (default: config/wordlists/pronouns.en.tsv)",
    )
    parser.set_defaults(run=_swap)


def _swap(arguments: argparse.Namespace) -> None:
    from cdaflow.counterfactual.english import Swapper
    from cdaflow.counterfactual.swapping import swap_file
    from cdaflow.counterfactual.wordlists import (
        read_gendered_nouns,
        read_gendered_pronouns,
        read_names,
    )
    from cdaflow.progress import say

    nouns = None
    if arguments.nouns != "none":
        nouns = read_gendered_nouns(wordlist(arguments.gendered, "gendered.en.tsv"))
    swapper = Swapper(
        read_gendered_pronouns(wordlist(arguments.pronouns, "pronouns.en.tsv")),
        nouns,
        epicene=arguments.nouns == "all",
        names=read_names(arguments.names) if arguments.names else None,
    )
    tally = swap_file(
        arguments.input,
        arguments.output,
        swapper,
        trees=arguments.trees,
        column=arguments.column,
    )
    kinds = ", ".join(f"{count} {kind}s" for kind, count in sorted(tally.changes.items()))
    say(f"{tally.sentences} sentences, {tally.changed} changed ({kinds or 'nothing'})")
