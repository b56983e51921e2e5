"""The command `cdaflow score bleu`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_reporting, add_translation, finish


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "bleu",
        help="BLEU and chrF with signatures and intervals",
        description="Score a translated test set by sacrebleu.",
    )
    add_translation(parser, "translations, one a line")
    parser.add_argument(
        "--reference",
        type=Path,
        required=True,
        help="references: a text file, or a .parquet corpus with a column target",
    )
    parser.add_argument("--testset", help="name of the test set (default: the reference's)")
    parser.add_argument("--chrf-plus", action="store_true", help="chrF++ besides chrF")
    add_reporting(parser, seed=12345)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.scoring.bleu import LEGENDS, score_bleu

    report = score_bleu(
        arguments.translation,
        arguments.reference,
        language=arguments.lang,
        system=arguments.system,
        testset=arguments.testset,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
        chrf_word_order=(0, 2) if arguments.chrf_plus else (0,),
    )
    finish(arguments, report, LEGENDS)
