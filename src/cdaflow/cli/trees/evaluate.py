"""The command `cdaflow trees evaluate`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.trees.common import add_machine


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "evaluate",
        help="score an annotator on a gold treebank (CoNLL 2018)",
        description="Annotate a gold treebank and score the result by the evaluation of the "
        "CoNLL 2018 shared task: tokens, words, UPOS, UFeats, lemmas, UAS, LAS, MLAS.",
    )
    parser.set_defaults(run=_evaluate)
    parser.add_argument("--models", type=Path, metavar="DIR", help="folder of the annotator")
    parser.add_argument(
        "--system",
        type=Path,
        metavar="CONLLU",
        help="in place of --models: trees of the same sentences, whatever made them",
    )
    parser.add_argument("--lang", required=True, help="ISO 639-1")
    parser.add_argument("--gold", required=True, type=Path, metavar="CONLLU")
    parser.add_argument(
        "--words",
        nargs="+",
        choices=("gold", "raw"),
        default=["gold", "raw"],
        help="gold: the words are given; raw: the annotator finds them in each sentence's text "
        "(default: both, one after the other)",
    )
    parser.add_argument("--name", help="of the annotator, for the table")
    add_machine(parser)
    parser.add_argument("--output", required=True, type=Path, metavar="SCORES.json")


def _evaluate(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.io.files import write_json
    from cdaflow.tables.evaluations import ANNOTATORS, read_annotators
    from cdaflow.tables.render import terminal_text
    from cdaflow.trees.evaluation import evaluate_models, evaluate_system

    if (arguments.models is None) == (arguments.system is None):
        raise ConfigError("either --models or --system is wanted")
    if arguments.system is not None:
        report = evaluate_system(
            arguments.system, arguments.lang, arguments.gold, name=arguments.name
        )
    else:
        report = evaluate_models(
            arguments.models,
            arguments.lang,
            arguments.gold,
            list(dict.fromkeys(arguments.words)),
            name=arguments.name,
            device=arguments.device,
            threads=arguments.threads,
        )
    write_json(arguments.output, report)
    if arguments.output.is_file():
        print(terminal_text(ANNOTATORS.table(read_annotators([arguments.output]))), end="")
