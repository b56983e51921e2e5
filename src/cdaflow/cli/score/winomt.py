"""The commands `cdaflow score winomt` and `winomt-source`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_reporting, add_translation, finish


def register(commands: Any) -> None:
    """Add the commands."""
    _register_winomt(commands)
    _register_winomt_source(commands)


def _register_winomt(commands: Any) -> None:
    parser = commands.add_parser(
        "winomt",
        help="gender accuracy on a challenge set in the WinoMT format",
        description="Score translations of a challenge set in the WinoMT format.",
    )
    add_translation(
        parser, "lines in the order of the challenge set, plain or `source ||| translation`"
    )
    parser.add_argument(
        "--challenge", type=Path, required=True, help="en.txt: gender, index, sentence, entity"
    )
    parser.add_argument("--pro", type=Path, help="its pro-stereotypical rows")
    parser.add_argument("--anti", type=Path, help="its anti-stereotypical rows")
    parser.add_argument(
        "--alignment",
        type=Path,
        help="Pharaoh file of cdaflow score align, or of any aligner (see --alignment-units); "
        "without it only the word list finds the entity",
    )
    parser.add_argument(
        "--alignment-units",
        choices=("words", "tokens"),
        default="words",
        help="what the links count: words as cdaflow splits them, or white-space tokens",
    )
    parser.add_argument(
        "--aligner", default="given", help="what made the links, for the signature (eflomal-2.0.0)"
    )
    parser.add_argument(
        "--professions", type=Path, required=True, help="professions.<language>.tsv"
    )
    parser.add_argument(
        "--lexicon", type=Path, nargs="+", default=[], help="UniMorph tables: gender of any noun"
    )
    add_reporting(parser)
    parser.add_argument("--sentences", type=Path, help="TSV file to write, a line a row")
    parser.set_defaults(run=_winomt)


def _winomt(arguments: argparse.Namespace) -> None:
    from cdaflow.files import write_lines
    from cdaflow.scoring.winomt import sentence_lines
    from cdaflow.scoring.winomt_files import WinomtFiles, score_winomt
    from cdaflow.scoring.winomt_metrics import LEGENDS

    result, judged = score_winomt(
        WinomtFiles(
            challenge=arguments.challenge,
            pro=arguments.pro,
            anti=arguments.anti,
            translation=arguments.translation,
            alignment=arguments.alignment,
            professions=arguments.professions,
            lexicon=tuple(arguments.lexicon),
        ),
        language=arguments.lang,
        alignment_units=arguments.alignment_units,
        system=arguments.system,
        aligner=arguments.aligner,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
    )
    if arguments.sentences is not None:
        write_lines(arguments.sentences, sentence_lines(judged))
    finish(arguments, result, LEGENDS)


def _register_winomt_source(commands: Any) -> None:
    parser = commands.add_parser(
        "winomt-source",
        help="the sentences of a challenge set, to be translated",
        description="Write the English sentences of a challenge set, one a line, in its order.",
    )
    parser.add_argument("--challenge", type=Path, required=True, help="file in the WinoMT format")
    parser.add_argument("--output", type=Path, required=True, help="text file to write")
    parser.set_defaults(run=_winomt_source)


def _winomt_source(arguments: argparse.Namespace) -> None:
    from cdaflow.files import write_lines
    from cdaflow.scoring.challenge import read_challenge

    write_lines(arguments.output, (row.sentence for row in read_challenge(arguments.challenge)))
