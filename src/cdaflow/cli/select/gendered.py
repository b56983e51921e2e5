"""The command `cdaflow select gendered`."""

from __future__ import annotations

import argparse

from cdaflow.cli.select.common import add_pairs, say_funnel, wordlist


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
    parser.add_argument(
        "--professions",
        metavar="FILE",
        help="English nouns (default: config/wordlists/professions.tsv)",
    )
    parser.add_argument(
        "--pronouns",
        metavar="FILE",
        help="gendered pronouns (default: config/wordlists/pronouns.en.tsv)",
    )
    parser.add_argument(
        "--max-tokens",
        type=int,
        default=20,
        metavar="N",
        help="longest side in whitespace tokens (default: %(default)s; 0: any)",
    )
    parser.add_argument(
        "--length-ratio",
        type=float,
        default=3.0,
        metavar="R",
        help="longest side as a multiple of the other (default: %(default)s; 0: any)",
    )
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
    parser.add_argument(
        "--any-beginning", action="store_true", help="English need not begin with a capital"
    )
    parser.add_argument(
        "--any-end", action="store_true", help="English need not end in a punctuation mark"
    )
    parser.set_defaults(run=_gendered)


def _gendered(arguments: argparse.Namespace) -> None:
    from cdaflow.counterfactual.pairs import check_kinds, pair_schema, read_pairs, write_pairs
    from cdaflow.counterfactual.selection import COLUMNS, Limits, Selector, extended
    from cdaflow.counterfactual.wordlists import read_english_professions, read_gendered_pronouns
    from cdaflow.progress import progress

    check_kinds(arguments.input, arguments.output)
    limits = Limits(
        max_tokens=arguments.max_tokens,
        length_ratio=arguments.length_ratio,
        max_pronouns=arguments.max_pronouns,
        plurals=arguments.plurals,
        capital=not arguments.any_beginning,
        punctuation=not arguments.any_end,
    )
    selector = Selector(
        read_gendered_pronouns(wordlist(arguments.pronouns, "pronouns.en.tsv")),
        read_english_professions(wordlist(arguments.professions, "professions.tsv")),
        limits,
    )
    schema = extended(pair_schema(arguments.input), COLUMNS)
    batches = progress(read_pairs(arguments.input), "select", unit="block")
    write_pairs(arguments.output, schema, selector.select(batches))
    if arguments.report:
        selector.funnel.write(arguments.report)
    say_funnel(selector.funnel.to_json())
