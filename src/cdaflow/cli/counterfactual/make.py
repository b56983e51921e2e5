"""The command `cdaflow counterfactual make`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cdaflow.cli.agreement.common import (
    add_language,
    add_lexicon,
    add_method,
    add_model,
    add_threads,
    load,
    method,
    set_threads,
)
from cdaflow.cli.counterfactual.common import add_swap, swapper
from cdaflow.cli.wordlists import add_wordlist, wordlist

if TYPE_CHECKING:
    from cdaflow.counterfactual.decisions import Tally


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow counterfactual make`."""
    parser = commands.add_parser(
        "make",
        help="both sides of selected pairs in the other gender",
        description="Write selected pairs in the other gender (Naik et al. 2023, section 4.2): the "
        "English with its pronouns swapped; the target with the noun of the profession in the "
        "other gender, and the words that agree with it. Of the rest no letter changes.",
    )
    parser.add_argument(
        "input",
        metavar="FILE",
        help="pairs of `cdaflow select gendered`, `tagged` or `professions`: .parquet or .tsv",
    )
    add_language(parser)
    parser.add_argument(
        "--english-trees", required=True, metavar="CONLLU", help="of the column source, in order"
    )
    parser.add_argument(
        "--target-trees", required=True, metavar="CONLLU", help="of the column target, in order"
    )
    add_model(parser)
    parser.add_argument("--output", nargs="+", required=True, metavar="FILE", help="the pairs")
    parser.add_argument("--decisions", metavar="TSV", help="what became of each candidate, and why")
    parser.add_argument("--report", metavar="FILE.json", help="how many had which outcome")
    _add_guard(parser)
    _add_alignments(parser)
    parser.add_argument(
        "--per-profession",
        type=int,
        default=0,
        metavar="N",
        help="keep at most N of each profession, by lot (default: 0, all)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the lots (default: %(default)s)"
    )
    add_wordlist(parser, "--professions", "nouns of the target", "professions.LANG.tsv")
    add_swap(parser)
    add_method(parser, determiners="all")
    add_lexicon(parser)
    add_threads(parser)
    parser.set_defaults(run=_make)


def _add_guard(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--guard",
        choices=("none", "drop", "repair"),
        default="none",
        help="pronouns: none leaves them to the model of agreement (the paper's sets are made with "
        "--method paper --guard none); drop takes "
        "out pairs whose English pronoun is another's, or whose target would keep a pronoun of "
        "the old gender; repair takes out the former and changes such pronouns too (default: none)",
    )
    parser.add_argument(
        "--resolver",
        default="rules",
        metavar="NAME",
        help="what tells the guard whose the English pronoun is: rules over the trees (default), "
        "or an installed one, by its name among the entry points cdaflow.resolvers",
    )
    parser.add_argument(
        "--persons",
        nargs="+",
        metavar="FILE",
        help="English nouns of persons, for the guard (default: persons.en.tsv and "
        "professions.tsv of config/wordlists)",
    )


def _add_alignments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--alignments",
        metavar="PHARAOH",
        help="links of the pairs, line by line (cdaflow score align), to find the noun by",
    )
    parser.add_argument(
        "--alignment-units",
        choices=("words", "tokens"),
        default="words",
        help="what the links count (default: words, as cdaflow splits them)",
    )


def _make(arguments: argparse.Namespace) -> None:
    from dataclasses import replace
    from pathlib import Path

    import cdaflow.languages
    from cdaflow.agreement.pipeline import pipeline_facts
    from cdaflow.counterfactual.files import generate_file
    from cdaflow.counterfactual.generator import CounterfactualGenerator
    from cdaflow.counterfactual.guard import Guard
    from cdaflow.counterfactual.resolution.resolver import load_resolver, read_persons
    from cdaflow.languages.person_pronouns import check_guarded
    from cdaflow.wordlists.english_lists import read_gendered_nouns
    from cdaflow.wordlists.lexicon import read_professions

    set_threads(arguments)
    language = arguments.lang
    check_guarded(language, arguments.guard)
    nouns = wordlist(arguments.professions, f"professions.{language}.tsv")
    if not arguments.word_list:
        arguments.word_list = [Path(nouns)]
    gendered = read_gendered_nouns(wordlist(arguments.gendered, "gendered.en.tsv"))
    swap = replace(swapper(arguments), profession_nouns=gendered)
    persons = arguments.persons or [
        wordlist(None, name) for name in ("persons.en.tsv", "professions.tsv")
    ]
    generator = CounterfactualGenerator(
        method(arguments, load(arguments.model, language)),
        read_professions(nouns, cdaflow.languages.get(language)),
        swap,
        Guard(
            arguments.guard,
            load_resolver(arguments.resolver, gendered, read_persons(persons)),
            swap.pronouns,
        ),
    )
    about = {
        "language": language,
        "guard": arguments.guard,
        "resolver": arguments.resolver,
        "per_profession": arguments.per_profession,
        "seed": arguments.seed,
        "swap": {"nouns": arguments.nouns, "names": arguments.names or ""},
        **pipeline_facts(generator.pipeline),
    }
    tally = generate_file(
        generator,
        arguments.input,
        arguments.output,
        english_trees=arguments.english_trees,
        target_trees=arguments.target_trees,
        decisions=arguments.decisions,
        report=arguments.report,
        alignments=arguments.alignments,
        alignment_units=arguments.alignment_units,
        per_profession=arguments.per_profession,
        seed=arguments.seed,
        about=about,
    )
    _say(tally)


def _say(tally: Tally) -> None:
    from cdaflow.progress import say

    report = tally.to_json()
    outcomes = ", ".join(f"{count} {name}" for name, count in report["by_outcome"].items())
    say(f"{report['candidates']} candidates: {outcomes or 'none'}")
    for cause, count in sorted(report["by_cause"].items(), key=lambda item: -item[1]):
        say(f"  {cause:<20}{count:>8}")
