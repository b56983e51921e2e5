"""The command `cdaflow score bleu`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_language, add_reporting, emit, finish, scoring_options
from cdaflow.cli.values import count
from cdaflow.statistics import SACREBLEU_SEED


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "bleu",
        help="BLEU and chrF with signatures and intervals",
        description="Score translated test sets by sacrebleu. Several test sets are scored in "
        "one call by as many translations as --reference options, in the same order.",
    )
    add_language(parser)
    parser.add_argument(
        "translation", type=Path, nargs="+", help="translations, one a line (-: the standard input)"
    )
    parser.add_argument(
        "--reference",
        type=Path,
        action="append",
        required=True,
        help="references: a text file, or a .parquet corpus with a column target; "
        "once for each translation",
    )
    parser.add_argument(
        "--testset", action="append", help="name of the test set (default: the reference's)"
    )
    parser.add_argument("--chrf-plus", action="store_true", help="chrF++ besides chrF")
    parser.add_argument(
        "--comet",
        metavar="MODEL",
        help="score by COMET as well (to be installed apart): name of a model, such as "
        "Unbabel/wmt22-comet-da, or a checkpoint file",
    )
    parser.add_argument(
        "--source",
        type=Path,
        action="append",
        help="what was translated, for COMET: a text file, or a .parquet corpus with a column "
        "source; once for each translation",
    )
    parser.add_argument("--comet-gpus", type=count, default=0, help="GPUs for COMET (0: the CPU)")
    parser.add_argument(
        "--comet-program",
        metavar="COMET-SCORE",
        help="path of comet-score, if COMET has an environment of its own",
    )
    add_reporting(parser, seed=SACREBLEU_SEED)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import readable_often
    from cdaflow.scoring.bleu import Comet, score_bleu

    translations = arguments.translation
    references = _each(arguments.reference, "--reference", translations)
    testsets = _each(arguments.testset, "--testset", translations)
    sources = _each(arguments.source, "--source", translations)
    _check_source(arguments.comet, sources[0])
    with ExitStack() as stack:
        reports = [
            score_bleu(
                stack.enter_context(readable_often(translation)),
                stack.enter_context(readable_often(reference)),
                testset=testset,
                chrf_word_order=(0, 2) if arguments.chrf_plus else (0,),
                comet=arguments.comet
                and Comet(arguments.comet, source, arguments.comet_gpus, arguments.comet_program),
                **scoring_options(arguments),
            ).as_json()
            for translation, reference, testset, source in zip(
                translations, references, testsets, sources, strict=True
            )
        ]
    if len(reports) == 1:
        finish(arguments, reports[0])
    else:
        emit(
            arguments,
            {"metric": "bleu", "testsets": reports},
            lambda: "\n".join(line for r in reports for line in _testset_lines(r)),
        )


def _each(given: Sequence[Any] | None, option: str, translations: Sequence[Path]) -> Sequence[Any]:
    """Return an option's value for each translation, None where it is not given at all."""
    from cdaflow.errors import ConfigError

    if given is None:
        return [None] * len(translations)
    if len(given) != len(translations):
        raise ConfigError(
            f"{len(given)} of {option} for {len(translations)} translations",
            hint=f"repeat {option} once for each translation, in the same order",
        )
    return given


def _check_source(comet: str | None, source: Path | None) -> None:
    from cdaflow.errors import ConfigError

    if comet and source is None:
        raise ConfigError(
            "COMET needs the sentences that were translated", hint="give them with --source"
        )


def _testset_lines(report: dict[str, Any]) -> list[str]:
    from cdaflow.tables.terminal import report_lines

    head, *lines = report_lines(report)
    return [f"{head}  {report['testset']}", *lines]
