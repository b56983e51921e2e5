"""The commands `cdaflow score mustshe` and `mustshe-source`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_reporting, add_translation, emit


def register(commands: Any) -> None:
    """Add the commands."""
    parser = commands.add_parser(
        "mustshe",
        help="gender of annotated words on MuST-SHE",
        description="Score translations of MuST-SHE (Bentivogli et al. 2020): coverage and "
        "gender accuracy of the annotated terms, against the right and the wrong reference, by "
        "gender and category. The corpus is handed out by its owners.",
    )
    add_translation(parser, "translations, one a line, in the order of the table")
    parser.add_argument(
        "--data", type=Path, required=True, help="the corpus: MONOLINGUAL.<language>_v1.2.tsv"
    )
    add_reporting(parser)
    parser.set_defaults(run=_run)

    source = commands.add_parser(
        "mustshe-source",
        help="the sentences of MuST-SHE, to be translated",
        description="Write the English sentences of MuST-SHE, one a line, in the order of the "
        "table.",
    )
    source.add_argument("--lang", required=True, help="target language, ISO 639-1")
    source.add_argument(
        "--data", type=Path, required=True, help="the corpus: MONOLINGUAL.<language>_v1.2.tsv"
    )
    source.add_argument("--output", type=Path, required=True, help="text file to write")
    source.set_defaults(run=_source)


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.scoring.mustshe import LEGENDS, score_mustshe
    from cdaflow.tables.mustshe import mustshe_text

    report = score_mustshe(
        arguments.data,
        arguments.translation,
        language=arguments.lang,
        system=arguments.system,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
    )
    emit(arguments, report, lambda: mustshe_text(report, LEGENDS))


def _source(arguments: argparse.Namespace) -> None:
    from cdaflow.files import write_lines
    from cdaflow.scoring.mustshe_files import read_sources

    write_lines(arguments.output, read_sources(arguments.data, arguments.lang))
