"""The commands `cdaflow score mustshe` and `mustshe-source`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import (
    add_language,
    add_reporting,
    add_translation,
    emit,
    scoring_options,
)


def register(commands: Any) -> None:
    """Add the commands."""
    parser = commands.add_parser(
        "mustshe",
        help="gender of annotated words on MuST-SHE",
        description="Score translations of MuST-SHE (Bentivogli et al. 2020): coverage and "
        "gender accuracy of the annotated terms, against the right and the wrong reference, by "
        "gender and category. The corpus is handed out by its owners.",
    )
    add_translation(
        parser, "translations, one a line, in the order of the table (-: the standard input)"
    )
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
    add_language(source)
    source.add_argument(
        "--data", type=Path, required=True, help="the corpus: MONOLINGUAL.<language>_v1.2.tsv"
    )
    source.add_argument("--output", type=Path, required=True, help="text file to write")
    source.set_defaults(run=_source)


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import readable_often
    from cdaflow.scoring.mustshe_files import score_mustshe
    from cdaflow.tables.mustshe import mustshe_text

    with readable_often(arguments.translation) as translation:
        report = score_mustshe(
            arguments.data,
            translation,
            **scoring_options(arguments),
        ).as_json()
    emit(arguments, report, lambda: mustshe_text(report))


def _source(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.mustshe_files import read_sources

    write_lines(arguments.output, read_sources(arguments.data, arguments.lang))
