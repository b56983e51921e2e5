"""The command `cdaflow select tagged`."""

from __future__ import annotations

import argparse

from cdaflow.cli.select.common import add_pairs, say_funnel
from cdaflow.cli.wordlists import add_wordlist, wordlist


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow select tagged`."""
    parser = commands.add_parser(
        "tagged",
        help="of selected pairs, those whose profession is tagged as a noun, without names",
        description="Choose of the pairs of `cdaflow select gendered` those whose profession is "
        "tagged NOUN and whose English has no proper noun (Naik et al. 2023, section 4.1). The "
        "trees come from: cdaflow trees annotate --lang en --column source PAIRS.parquet.",
    )
    add_pairs(parser, "the kept pairs, in the same kind of file as they came or another")
    parser.add_argument(
        "--trees",
        required=True,
        metavar="TREES.conllu",
        help="trees of the column source, one for each pair, with its id as sent_id",
    )
    parser.add_argument(
        "--before",
        metavar="FILE.json",
        help="the report of `cdaflow select gendered`, whose filters come first in the new report",
    )
    add_wordlist(parser, "--pronouns", "gendered pronouns", "pronouns.en.tsv")
    parser.add_argument(
        "--any-tag", action="store_true", help="the profession need not be tagged as a noun"
    )
    parser.add_argument(
        "--proper-nouns", action="store_true", help="the English may have proper nouns"
    )
    parser.set_defaults(run=_tagged)


def _tagged(arguments: argparse.Namespace) -> None:
    from cdaflow.counterfactual.selection.funnel import select_file
    from cdaflow.counterfactual.selection.tagged import TaggedSelector, TagLimits
    from cdaflow.trees import read_conllu
    from cdaflow.wordlists.english_lists import read_gendered_pronouns

    limits = TagLimits(noun=not arguments.any_tag, proper_nouns=arguments.proper_nouns)
    pronouns = read_gendered_pronouns(wordlist(arguments.pronouns, "pronouns.en.tsv"))
    selector = TaggedSelector(pronouns, read_conllu(arguments.trees), limits)
    files = arguments.input, arguments.output, arguments.report, arguments.before
    say_funnel(select_file(selector, *files))
