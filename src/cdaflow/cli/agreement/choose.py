"""The command `cdaflow agreement choose`."""

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

#: As `annotators.features` of a configuration has them.
_TREE_FEATURES = ("annotator", "udify", "udify-native")


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "choose",
        help="choose log alpha and write the file of a method",
        description="Write all that an intervention depends on beside trees and lexicon to a file: "
        "model, log alpha, determiners, the steps around the model. `cdaflow agreement evaluate` "
        "and `cdaflow counterfactual make` read it (--method-file), so that what is scored is what "
        "the data are made with.",
    )
    parser.set_defaults(run=_choose)
    add_language(parser)
    add_model(parser)
    parser.add_argument(
        "--tune", nargs="+", type=Path, default=[], metavar="CONLLU",
        help="pairs of `cdaflow agreement pairs` on which log alpha is chosen (Zmigrod et al. "
        "2019, section 5; default: none, it is the model's)",
    )  # fmt: skip
    add_changes(parser)
    parser.add_argument(
        "--tree-features", choices=_TREE_FEATURES, default="annotator",
        help="what gives the trees their features, for the reports (default: %(default)s)",
    )  # fmt: skip
    add_method(parser, file=False)
    add_lexicon(parser)
    add_threads(parser)
    parser.add_argument("--output", required=True, type=Path, metavar="METHOD.json")


def _choose(arguments: argparse.Namespace) -> None:
    from cdaflow.agreement.evaluation import tuned_on_files
    from cdaflow.agreement.pipeline import write_pipeline
    from cdaflow.errors import ConfigError
    from cdaflow.progress import say

    if arguments.log_alpha is not None and arguments.tune:
        raise ConfigError("log alpha is given (--log-alpha) or chosen (--tune)")
    set_threads(arguments)
    used = method(arguments, load(arguments.model, arguments.lang))
    if arguments.tune:
        used = tuned_on_files(used, arguments.tune, arguments.changes)
    write_pipeline(arguments.output, used)
    say(f"{arguments.output}: {used.name}, {used.model.name}, log alpha {used.log_alpha:g}")
