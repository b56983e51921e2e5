"""Annotation sheets: read back what people judged."""

from __future__ import annotations

import argparse


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `gfst judged`."""
    parser = commands.add_parser(
        "judged",
        help="read filled sheets back: the tables of what people judged",
        description="Read filled sheets back, check them, and write the table of what people say: "
        "of systems (Table 5 of Choubey et al. 2021) or of the target filter (Table 17).",
    )
    parser.add_argument(
        "sheets",
        nargs="+",
        metavar="SHEET.csv",
        help="filled sheets, one for each annotator and language; the name of a file is that of "
        "its annotator",
    )
    parser.add_argument(
        "--key",
        nargs="+",
        required=True,
        metavar="KEY.json",
        help="the keys that were written with the sheets, one for each language",
    )
    parser.add_argument(
        "--baseline",
        metavar="SYSTEM",
        help="the system against which the others are tested (default: the first)",
    )
    parser.add_argument("--output", required=True, metavar="TABLE.csv")
    parser.add_argument("--markdown", metavar="TABLE.md", help="also as Markdown with a legend")
    parser.add_argument(
        "--lines",
        metavar="LINES.csv",
        help="also each line with its labels, comments and what the key says of it",
    )
    parser.set_defaults(run=_judged)


def _judged(arguments: argparse.Namespace) -> None:
    from cdaflow.scoring.annotation.cells import write_cells
    from cdaflow.scoring.annotation.filled import read_judged, unblinded
    from cdaflow.scoring.annotation.judged import judged_filter, judged_systems
    from cdaflow.tables.judgements import filter_table, gender_table
    from cdaflow.tables.render import write_table

    judged = read_judged(arguments.sheets, arguments.key)
    if judged[0].key.task.name == "filter":
        table = filter_table([row for one in judged for row in judged_filter(one)])
    else:
        table = gender_table(
            [row for one in judged for row in judged_systems(one, arguments.baseline)]
        )
    if arguments.lines:
        write_cells(arguments.lines, unblinded(judged))
    write_table(table, arguments.output, arguments.markdown)
