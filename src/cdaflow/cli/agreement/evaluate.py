"""The command `cdaflow agreement evaluate`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.agreement.common import (
    add_changes,
    add_language,
    add_lexicon,
    add_method,
    add_model,
    add_threads,
    load,
    method,
    set_threads,
)
from cdaflow.statistics import RESAMPLES, SEED


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "evaluate",
        help="score a model on pairs that differ only in gender",
        description="Set the gender of one noun in each sentence of the pairs, and count which of "
        "the other words change as they do in its counterfactual: precision, recall, F1 and "
        "accuracy of tags, and with a lexicon the accuracy of forms (Zmigrod et al. 2019, "
        "section 5.1).",
    )
    parser.set_defaults(run=_evaluate)
    add_language(parser)
    add_model(parser)
    parser.add_argument(
        "--pairs", required=True, nargs="+", type=Path, metavar="CONLLU",
        help="of `cdaflow agreement pairs`, or a treebank of the embedded grammar (dev, test)",
    )  # fmt: skip
    add_changes(parser)
    parser.add_argument(
        "--nouns", choices=("first", "epicene", "all"), default="first",
        help="which are set: the first noun that differs (default); that, or the one whose "
        'determiner or adjective differs where no noun does ("la periodista"); all that differ',
    )  # fmt: skip
    tuning = parser.add_mutually_exclusive_group()
    tuning.add_argument(
        "--tune", nargs="+", type=Path, default=[], metavar="CONLLU",
        help="other pairs, on which log alpha is chosen",
    )  # fmt: skip
    tuning.add_argument(
        "--tune-half", action="store_true",
        help="choose log alpha on half of the pairs (by the checksum of their names), and score "
        "on the other",
    )  # fmt: skip
    add_method(parser)
    add_lexicon(parser)
    parser.add_argument(
        "--no-forms", action="store_true", help="score tags alone, though there is a lexicon"
    )
    parser.add_argument("--name", help="of the system, for tables (default: base, linear, neural)")
    parser.add_argument("--testset", help="name of the pairs, for tables (default: their files')")
    parser.add_argument("--errors", type=Path, metavar="TSV", help="write the wrong words here")
    parser.add_argument(
        "--bootstrap", type=int, default=RESAMPLES, help="resamples of the intervals"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="of the resampling")
    add_threads(parser)
    parser.add_argument("--output", required=True, type=Path, metavar="SCORES.json")


def _evaluate(arguments: argparse.Namespace) -> None:
    from cdaflow.agreement.report import ERROR_COLUMNS, error_rows, evaluate, summary
    from cdaflow.errors import ConfigError
    from cdaflow.io.files import tsv_lines, write_json, write_lines

    if arguments.log_alpha is not None and (arguments.tune or arguments.tune_half):
        raise ConfigError("log alpha is given (--log-alpha) or chosen (--tune, --tune-half)")
    if arguments.method_file is not None and (arguments.tune or arguments.tune_half):
        raise ConfigError("log alpha is chosen anew (--tune, --tune-half) or that of --method-file")
    set_threads(arguments)
    used = method(arguments, load(arguments.model, arguments.lang))
    report, judged = evaluate(
        used,
        arguments.pairs,
        basis=arguments.changes,
        nouns=arguments.nouns,
        tune=arguments.tune,
        halves=arguments.tune_half,
        forms=used.words is not None and not arguments.no_forms,
        name=arguments.name,
        testset=arguments.testset,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
    )
    write_json(arguments.output, report)
    if arguments.errors is not None:
        write_lines(arguments.errors, tsv_lines(ERROR_COLUMNS, error_rows(judged)))
    print(summary(report), end="")
