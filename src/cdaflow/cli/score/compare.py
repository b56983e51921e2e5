"""The commands `cdaflow score compare` and `compare-bleu`.

Two commands, since BLEU is no sum over sentences that a report could keep: it is compared from
the translations themselves, all else from the reports.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_language, add_resampling, emit
from cdaflow.statistics import SACREBLEU_SEED, SEED


def register(commands: Any) -> None:
    """Add the commands."""
    parser = commands.add_parser(
        "compare",
        help="differences of systems, with intervals and p-values",
        description="Compare systems by the reports of any cdaflow score but BLEU, on the same "
        "sentences: exact McNemar test of accuracies, paired bootstrap of all else.",
    )
    parser.add_argument("base", type=Path, metavar="BASE.json", help="report of the baseline")
    parser.add_argument(
        "others", type=Path, nargs="+", metavar="OTHER.json", help="reports of other systems"
    )
    add_resampling(parser, seed=SEED)
    parser.set_defaults(run=_compare)

    bleu = commands.add_parser(
        "compare-bleu",
        help="differences of BLEU and chrF, with intervals and p-values",
        description="Compare translations of one test set by sacrebleu's paired bootstrap.",
    )
    add_language(bleu)
    bleu.add_argument(
        "--reference",
        type=Path,
        required=True,
        help="references: a text file, or a .parquet corpus with a column target",
    )
    bleu.add_argument("base", type=Path, metavar="BASE.txt", help="translations of the baseline")
    bleu.add_argument(
        "others", type=Path, nargs="+", metavar="OTHER.txt", help="those of other systems"
    )
    bleu.add_argument("--systems", nargs="+", help="names, the baseline first (default: the files)")
    bleu.add_argument("--testset", help="name of the test set (default: the reference's)")
    add_resampling(bleu, seed=SACREBLEU_SEED)
    bleu.set_defaults(run=_compare_bleu)


def _compare(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import InputError
    from cdaflow.io.structured import read_json
    from cdaflow.scoring.compare import compare

    paths = [arguments.base, *arguments.others]
    reports = [read_json(path) for path in paths]
    for path, report in zip(paths, reports, strict=True):
        if not isinstance(report, dict) or not isinstance(report.get("metric"), str):
            raise InputError("no report of `cdaflow score`", file=path)
        if not isinstance(report.get("system"), (str, type(None))):
            raise InputError('"system" is to be a name or null', file=path)
        if report["metric"] == "bleu":
            raise InputError(
                "BLEU is compared from the translations, not from reports",
                file=path,
                hint="cdaflow score compare-bleu --lang L --reference REF BASE.txt OTHER.txt",
            )
    names = [str(path) for path in paths]
    options = {"bootstrap": arguments.bootstrap, "seed": arguments.seed}
    _finish(arguments, compare(*reports, names=names, **options))


def _compare_bleu(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import readable_often
    from cdaflow.scoring.compare_bleu import compare_bleu

    with ExitStack() as stack:
        paths = [arguments.reference, arguments.base, *arguments.others]
        reference, *translations = (stack.enter_context(readable_often(path)) for path in paths)
        report = compare_bleu(
            translations,
            reference,
            language=arguments.lang,
            systems=arguments.systems,
            testset=arguments.testset,
            bootstrap=arguments.bootstrap,
            seed=arguments.seed,
        )
    _finish(arguments, report)


def _finish(arguments: argparse.Namespace, report: dict[str, Any]) -> None:
    from cdaflow.tables.comparison import comparison_text

    emit(arguments, report, lambda: comparison_text(report))
