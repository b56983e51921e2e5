"""Annotation sheets: write what people are to judge."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cdaflow.cli.score.common import add_challenge_files
from cdaflow.cli.values import positive, share

if TYPE_CHECKING:
    from cdaflow.scoring.annotation.sheets import Sheet

#: What `cdaflow.scoring.annotation.cells.SEPARATORS` has.
SEPARATORS = ("comma", "semicolon", "tab")


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands `gfst sheet filter` and `gfst sheet gender`."""
    sheet = commands.add_parser(
        "sheet",
        help="write a sheet for annotators",
        description="Write a sheet that people fill in: NAME.csv, instructions (NAME.md), and the "
        "key (NAME.key.json), which annotators are not to see. See cdaflow gfst judged.",
    )
    kinds = sheet.add_subparsers(dest="sheet", metavar="SHEET", required=True)
    _add_filter(kinds)
    _add_gender(kinds)


def _add_filter(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "filter",
        help="is the gender preserved? lines that the target filter kept and rejected",
        description="Draw lines over what the target filter kept and rejected, as many of each "
        "gender; the verdict of the filter is in the key alone.",
    )
    for verdict in ("kept", "rejected"):
        parser.add_argument(
            f"--{verdict}",
            nargs="+",
            required=True,
            metavar="FILE",
            help=f"the pairs that cdaflow gfst target {verdict}, a file for each gender",
        )
    parser.add_argument(
        "--gender",
        nargs="+",
        choices=("fem", "msc"),
        required=True,
        help="the gender of each file, in the same order",
    )
    parser.add_argument(
        "--kept-share",
        type=share,
        metavar="SHARE",
        help="so many of the lines are kept ones, 0 to 1, and the table is weighted accordingly "
        "(default: as the draw gives)",
    )
    _add_common(parser)
    parser.set_defaults(run=_filter)


def _add_gender(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "gender",
        help="which gender has the person? translations of WinoMT by several systems",
        description="Draw sentences of a challenge set, as many masculine and feminine, pro- and "
        "anti-stereotypical ones, with their translations by each system; which system is in the "
        "key alone.",
    )
    add_challenge_files(parser)
    parser.add_argument(
        "--translations",
        nargs="+",
        required=True,
        metavar="FILE",
        help="the translations of the whole challenge set by each system, in its order",
    )
    parser.add_argument(
        "--label",
        nargs="+",
        required=True,
        metavar="SYSTEM",
        help="the name of each system, in the same order; the first is the baseline",
    )
    _add_common(parser)
    parser.set_defaults(run=_gender)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", required=True, metavar="LANG", help="the target language (it)")
    parser.add_argument(
        "--size", type=positive, default=100, metavar="N", help="sentences (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="which are drawn (default: %(default)s)"
    )
    parser.add_argument(
        "--separator",
        choices=SEPARATORS,
        default="comma",
        help="between cells (semicolon: for a spreadsheet whose language writes 1,5 for one and a "
        "half; default: %(default)s)",
    )
    parser.add_argument("--output", required=True, metavar="SHEET.csv")


def _filter(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.scoring.annotation.filter_sheet import Filtered, filter_sheet

    files = (arguments.gender, arguments.kept, arguments.rejected)
    if len({len(part) for part in files}) > 1:
        numbers = " and ".join(str(len(part)) for part in files[1:])
        raise ConfigError(
            f"{numbers} files (kept, rejected) for {len(arguments.gender)} genders",
            hint="give one of each for each gender, in the same order",
        )
    sheet = filter_sheet(
        arguments.lang,
        [Filtered(*parts) for parts in zip(*files, strict=True)],
        size=arguments.size,
        seed=arguments.seed,
        kept_share=arguments.kept_share,
    )
    _write(sheet, arguments)


def _gender(arguments: argparse.Namespace) -> None:
    from cdaflow.scoring.annotation.gender_sheet import gender_sheet, read_systems
    from cdaflow.scoring.challenge import halves, read_challenge
    from cdaflow.scoring.winomt_data import find_challenge

    found = find_challenge(arguments.challenge, arguments.pro, arguments.anti, arguments.data)
    rows = read_challenge(found.sentences)
    systems = read_systems(arguments.translations, arguments.label, rows)
    sheet = gender_sheet(
        arguments.lang,
        rows,
        halves(rows, found.pro, found.anti),
        systems,
        size=arguments.size,
        seed=arguments.seed,
    )
    _write(sheet, arguments)


def _write(sheet: Sheet, arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say
    from cdaflow.scoring.annotation.sheets import write_sheet

    key = write_sheet(sheet, arguments.output, seed=arguments.seed, separator=arguments.separator)
    say(f"{len(sheet.items)} lines; {key} is not for annotators")
