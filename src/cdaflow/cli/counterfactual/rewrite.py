"""The command `cdaflow counterfactual rewrite`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cdaflow.cli.agreement.common import (
    add_language,
    add_lexicon,
    add_method,
    add_threads,
    load,
    method,
    set_threads,
)
from cdaflow.cli.wordlists import wordlist

if TYPE_CHECKING:
    from cdaflow.rewriting.english import English


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow counterfactual rewrite`."""
    parser = commands.add_parser(
        "rewrite",
        help="translations in a gender that is asked for, where the English leaves it open",
        description="Rewrite translations so that everybody whose gender the English leaves open "
        "has the one that is asked for. Out comes a line for each: the rewrite, or an empty line "
        "where nothing is open, nothing changes or a form is doubtful; `cdaflow score gate` takes "
        "them.",
    )
    parser.set_defaults(run=_rewrite)
    add_language(parser)
    parser.add_argument("--to", required=True, choices=("Fem", "Masc"), help="the gender asked for")
    parser.add_argument(
        "--english", type=Path, metavar="TXT", help="the sources, one a line, with --models"
    )
    parser.add_argument(
        "--target", type=Path, metavar="TXT", help="their translations, one a line, with --models"
    )
    parser.add_argument(
        "--models", type=Path, metavar="DIR", help="models that give both sides their trees"
    )
    parser.add_argument(
        "--english-trees", type=Path, metavar="CONLLU", help="trees of the sources, in order"
    )
    parser.add_argument(
        "--target-trees", type=Path, metavar="CONLLU", help="trees of the translations, in order"
    )
    parser.add_argument(
        "--model", required=True, metavar="MODEL.npz", help="a model of agreement, or base"
    )
    english = parser.add_argument_group("word lists of English", "default: in config/wordlists")
    english.add_argument("--persons", metavar="TSV", help="nouns of persons (persons.en.tsv)")
    english.add_argument("--professions", metavar="TSV", help="(professions.tsv)")
    english.add_argument("--gendered", metavar="TSV", help="gendered nouns (gendered.en.tsv)")
    english.add_argument("--pronouns", metavar="TSV", help="(pronouns.en.tsv)")
    add_method(parser)
    add_lexicon(parser)
    add_threads(parser)
    parser.add_argument("--output", type=Path, required=True, metavar="TXT")
    parser.add_argument(
        "--reasons",
        type=Path,
        metavar="TSV",
        help="why nothing is offered, for each such line: line, cause, detail",
    )


def _rewrite(arguments: argparse.Namespace) -> None:
    from collections import Counter

    from cdaflow.io.files import write_lines
    from cdaflow.progress import progress, say
    from cdaflow.rewriting.english import read_names_of_persons
    from cdaflow.rewriting.files import read_pairs, reason_lines, rewrites
    from cdaflow.rewriting.rewriter import Rewriter

    set_threads(arguments)
    used = method(arguments, load(arguments.model, arguments.lang))
    names = read_names_of_persons(arguments.word_list)
    rewriter = Rewriter(used, _english(arguments), names)
    total, pairs = read_pairs(
        arguments.lang,
        texts=(arguments.english, arguments.target),
        trees=(arguments.english_trees, arguments.target_trees),
        models=arguments.models,
        threads=arguments.threads,
    )
    made = progress(
        rewrites(pairs, rewriter, arguments.to), "rewrite", total=total, unit="sentence"
    )
    found = list(made)
    write_lines(arguments.output, (rewrite.text for rewrite in found))
    if arguments.reasons is not None:
        write_lines(arguments.reasons, reason_lines(found))
    causes = Counter(rewrite.cause for rewrite in found)
    offered = causes.pop("", 0)
    told = ", ".join(f"{cause} {count}" for cause, count in sorted(causes.items()))
    say(f"{arguments.output}: {offered} of {len(found)} rewritten ({told or 'all'})")


def _english(arguments: argparse.Namespace) -> English:
    from cdaflow.rewriting.english import English, read_english_persons
    from cdaflow.wordlists.english_lists import (
        read_english_professions,
        read_gendered_nouns,
        read_gendered_pronouns,
    )

    return English(
        read_gendered_pronouns(wordlist(arguments.pronouns, "pronouns.en.tsv")),
        read_gendered_nouns(wordlist(arguments.gendered, "gendered.en.tsv")),
        read_english_professions(wordlist(arguments.professions, "professions.tsv")),
        read_english_persons(wordlist(arguments.persons, "persons.en.tsv")),
    )
