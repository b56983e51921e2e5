"""The commands `cdaflow tables figure ...`."""

from __future__ import annotations

import argparse

from cdaflow.cli.tables.common import add_baseline, add_funnels
from cdaflow.cli.values import positive


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow tables figure`."""
    figure = commands.add_parser("figure", help="draw a figure (.svg, .png or .pdf)")
    kinds = figure.add_subparsers(dest="figure", metavar="FIGURE", required=True)

    pro_anti = kinds.add_parser(
        "pro-anti", help="accuracy on the pro- and anti-stereotypical half, all systems"
    )
    pro_anti.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    pro_anti.set_defaults(run=_pro_anti)

    professions = kinds.add_parser("professions", help="recall by profession of one system")
    professions.add_argument("score", metavar="SCORES.json", help="a WinoMT score file")
    professions.add_argument(
        "--minimum",
        type=positive,
        default=1,
        metavar="N",
        help="leave out professions with fewer sentences (1; for WinoMT itself 20 is good)",
    )
    professions.set_defaults(run=_professions)

    accuracy = kinds.add_parser("accuracy-bleu", help="WinoMT accuracy against BLEU")
    accuracy.add_argument("--winomt-scores", nargs="+", required=True, metavar="SCORES.json")
    accuracy.add_argument("--bleu-scores", nargs="+", required=True, metavar="SCORES.json")
    accuracy.add_argument("--testset", help="the test set, where there are BLEU scores of several")
    accuracy.set_defaults(run=_accuracy_bleu)

    gaps = kinds.add_parser("gaps", help="gender gap by profession, all systems of a language")
    gaps.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    gaps.add_argument(
        "--largest", type=positive, default=40, metavar="N", help="show the N widest gaps (40)"
    )
    gaps.add_argument(
        "--minimum",
        type=positive,
        default=1,
        metavar="N",
        help="leave out professions with fewer sentences of either gender (1)",
    )
    gaps.set_defaults(run=_gaps)

    confusion = kinds.add_parser("confusion", help="genders found, by the gender of the source")
    confusion.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    confusion.set_defaults(run=_confusion)

    gains = kinds.add_parser("gains", help="accuracy, delta S and delta G before and after")
    gains.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    add_baseline(gains)
    gains.set_defaults(run=_gains)

    funnel = kinds.add_parser("funnel", help="pairs left after each filter of a selection")
    add_funnels(funnel)
    funnel.set_defaults(run=_funnel_figure)

    for kind in (pro_anti, professions, accuracy, gaps, confusion, gains, funnel):
        kind.add_argument("--output", required=True, metavar="FIGURE.svg")


def _pro_anti(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.figures import pro_anti_figure
    from cdaflow.tables.scores import read_winomt

    pro_anti_figure(read_winomt(arguments.scores), arguments.output)


def _professions(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.figures import profession_figure
    from cdaflow.tables.scores import read_winomt

    profession_figure(read_winomt([arguments.score])[0], arguments.output, arguments.minimum)


def _accuracy_bleu(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.figures import accuracy_bleu_figure
    from cdaflow.tables.scores import read_bleu, read_winomt

    winomt, bleu = read_winomt(arguments.winomt_scores), read_bleu(arguments.bleu_scores)
    accuracy_bleu_figure(winomt, bleu, arguments.output, arguments.testset)


def _gaps(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.gap_figure import gap_figure
    from cdaflow.tables.scores import read_winomt

    scores = read_winomt(arguments.scores)
    gap_figure(scores, arguments.output, arguments.largest, arguments.minimum)


def _confusion(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.confusion_figure import confusion_figure
    from cdaflow.tables.scores import read_winomt

    confusion_figure(read_winomt(arguments.scores), arguments.output)


def _gains(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.gain_figure import gain_figure
    from cdaflow.tables.scores import read_winomt

    gain_figure(read_winomt(arguments.scores), arguments.output, arguments.baseline)


def _funnel_figure(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.funnel import read_selections
    from cdaflow.tables.funnel_figure import funnel_figure

    funnel_figure(read_selections(arguments.reports, arguments.label), arguments.output)
