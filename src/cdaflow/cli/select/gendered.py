"""The command `cdaflow select gendered`."""

from __future__ import annotations

import argparse

from cdaflow.cli.select.common import add_form, add_pairs, say_funnel
from cdaflow.cli.wordlists import add_wordlist, wordlist


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow select gendered`."""
    parser = commands.add_parser(
        "gendered",
        help="pairs with one gendered pronoun and one profession in the English",
        description="Choose the pairs whose source, English, has one gendered pronoun and one "
        "profession noun, and whose form is fit for counterfactuals (Naik et al. 2023, section "
        "4.1; the defaults are theirs). The kept pairs say which pronoun and profession, and "
        "where. What needs an annotator follows: cdaflow trees annotate --column source, then "
        "cdaflow select tagged.",
    )
    add_pairs(parser, "the kept pairs, in the same kind of file or files as they came or another")
    add_wordlist(parser, "--professions", "English nouns", "professions.tsv")
    add_wordlist(parser, "--pronouns", "gendered pronouns", "pronouns.en.tsv")
    add_form(parser, max_tokens=20)
    parser.add_argument(
        "--max-pronouns",
        type=int,
        default=1,
        metavar="N",
        help="most gendered pronouns, all of one gender (default: %(default)s)",
    )
    parser.add_argument(
        "--plurals",
        choices=("ignore", "count", "take"),
        default="ignore",
        help="plural professions: not seen, seen as a further profession but not taken, or taken "
        "(default: %(default)s)",
    )
    parser.set_defaults(run=_gendered)


def _gendered(arguments: argparse.Namespace) -> None:
    from cdaflow.counterfactual.selection.funnel import select_file
    from cdaflow.counterfactual.selection.gendered import GenderedSelector, Limits
    from cdaflow.wordlists.english_lists import read_english_professions, read_gendered_pronouns

    limits = Limits(
        max_tokens=arguments.max_tokens,
        length_ratio=arguments.length_ratio,
        max_pronouns=arguments.max_pronouns,
        plurals=arguments.plurals,
        capital=not arguments.any_beginning,
        punctuation=not arguments.any_end,
    )
    selector = GenderedSelector(
        read_gendered_pronouns(wordlist(arguments.pronouns, "pronouns.en.tsv")),
        read_english_professions(wordlist(arguments.professions, "professions.tsv")),
        limits,
    )
    say_funnel(select_file(selector, arguments.input, arguments.output, arguments.report))
