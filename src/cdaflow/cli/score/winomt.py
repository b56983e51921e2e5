"""The commands `cdaflow score winomt`, `winomt-source` and `fetch-winomt`."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import (
    add_challenge_files,
    add_reporting,
    add_training_text,
    add_translation,
    finish,
    scoring_options,
    without_garbage_collection,
)


def register(commands: Any) -> None:
    """Add the commands."""
    _register_winomt(commands)
    _register_winomt_source(commands)
    _register_fetch(commands)


def _register_winomt(commands: Any) -> None:
    parser = commands.add_parser(
        "winomt",
        help="gender accuracy on a challenge set in the WinoMT format",
        description="Score translations of WinoMT, or of a challenge set in its format: the gender "
        "of the person, of the other person of the sentence, and of the pronoun.",
    )
    add_translation(
        parser,
        "lines in the order of the challenge set: plain, `source ||| translation`, or cells with "
        "tabs between (source or number, translation); - is the standard input",
    )
    _add_challenge(parser)
    _add_alignment(parser)
    _add_rules(parser)
    add_reporting(parser, sentences="a row")
    parser.set_defaults(run=_winomt)


def _add_challenge(parser: argparse.ArgumentParser) -> None:
    group = add_challenge_files(parser)
    group.add_argument(
        "--secondary",
        type=Path,
        help="the other person of each row, in the same format (default: found in the sentence)",
    )


def _add_alignment(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("word alignment")
    group.add_argument(
        "--aligner",
        choices=("eflomal", "fast-align", "none"),
        help="what aligns, where --alignment is not given (none: the word list alone finds the "
        "entity; default: eflomal)",
    )
    add_training_text(group)
    group.add_argument(
        "--alignment",
        type=Path,
        help="links in Pharaoh format, of cdaflow score align or of any aligner",
    )
    group.add_argument(
        "--alignment-units",
        choices=("words", "tokens"),
        default="words",
        help="what these links count: words as cdaflow splits them, or white-space tokens",
    )
    group.add_argument(
        "--alignment-name",
        type=_name,
        default="given",
        help="what made these links, for the signature (eflomal-2.0.0)",
    )


def _name(text: str) -> str:
    if not re.fullmatch(r"[^|\s]+", text):
        raise argparse.ArgumentTypeError("a word without | is wanted")
    return text


def _add_rules(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("rules")
    group.add_argument(
        "--professions",
        type=Path,
        help="word list (default: config/wordlists/professions.<language>.tsv)",
    )
    group.add_argument(
        "--lexicon", type=Path, nargs="+", default=[], help="UniMorph tables: gender of any noun"
    )
    group.add_argument(
        "--trees",
        type=Path,
        help="CoNLL-U, a tree for each translation: decides where the rules leave a gender open",
    )
    group.add_argument(
        "--compat",
        action="store_true",
        help="the rules of the original tool, to compare with published scores; it aligns by "
        "itself and reads no other links, lexicons or trees",
    )
    group.add_argument(
        "--compat-rules",
        choices=("stanovsky2019", "stafanovics2020"),
        help="whose rules (default: those of the published scores of the language)",
    )


@without_garbage_collection()
def _winomt(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.winomt_data import find_challenge, find_professions
    from cdaflow.scoring.winomt_files import Alignment, WinoMTFiles, score_winomt
    from cdaflow.scoring.winomt_items import sentence_lines

    challenge = find_challenge(arguments.challenge, arguments.pro, arguments.anti, arguments.data)
    result, items = score_winomt(
        WinoMTFiles(
            challenge=challenge.sentences,
            pro=challenge.pro,
            anti=challenge.anti,
            translation=arguments.translation,
            alignment=arguments.alignment,
            professions=arguments.professions or find_professions(arguments.lang),
            lexicon=tuple(arguments.lexicon),
            secondary=arguments.secondary,
            trees=arguments.trees,
            extra=tuple(arguments.extra),
        ),
        alignment=Alignment(
            aligner=arguments.aligner,
            name=arguments.alignment_name,
            units=arguments.alignment_units,
            extra_limit=arguments.extra_limit,
            extra_seed=arguments.extra_seed,
            program=arguments.eflomal,
        ),
        compat=arguments.compat or arguments.compat_rules is not None,
        compat_rules=arguments.compat_rules,
        **scoring_options(arguments),
    )
    if arguments.sentences is not None:
        write_lines(arguments.sentences, sentence_lines(items))
    finish(arguments, result.as_json())


def _register_winomt_source(commands: Any) -> None:
    parser = commands.add_parser(
        "winomt-source",
        help="the sentences of a challenge set, to be translated",
        description="Write the English sentences of a challenge set, one a line, in its order.",
    )
    parser.add_argument("--challenge", type=Path, help="file in the WinoMT format")
    parser.add_argument("--data", type=Path, help="or the folder of its en.txt, as for winomt")
    parser.add_argument("--output", type=Path, required=True, help="text file to write")
    parser.set_defaults(run=_winomt_source)


def _winomt_source(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.challenge import read_challenge
    from cdaflow.scoring.winomt_data import find_challenge

    challenge = find_challenge(arguments.challenge, None, None, arguments.data)
    write_lines(arguments.output, (row.sentence for row in read_challenge(challenge.sentences)))


def _register_fetch(commands: Any) -> None:
    parser = commands.add_parser(
        "fetch-winomt",
        help="get WinoMT from the repository of its authors",
        description="Fetch en.txt, en_pro.txt and en_anti.txt of WinoMT (Stanovsky et al. 2019; "
        "MIT licence) over HTTPS from github.com/gabrielStanovsky/mt_gender at one commit, "
        "each checked by its SHA-256.",
    )
    parser.add_argument(
        "--output", type=Path, default=Path("data/winomt"), help="folder (default: %(default)s)"
    )
    parser.set_defaults(run=_fetch)


def _fetch(arguments: argparse.Namespace) -> None:
    from cdaflow.scoring.winomt_data import fetch_winomt

    fetch_winomt(arguments.output)
