"""Label English sentences by the gender that they show."""

from __future__ import annotations

import argparse

from cdaflow.cli.gfst.common import add_input, labelled


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `gfst source`."""
    parser = commands.add_parser(
        "source",
        help="label English sentences by the gender that they show, or take those of one gender",
        description="Label each English sentence: fem (a feminine pronoun, no masculine pronoun, "
        "no masculine word), msc (the reverse), mix (words of both genders) or none (no gendered "
        "pronoun). With --gender only the sentences of that label are written.",
    )
    add_input(parser)
    parser.add_argument(
        "--output",
        required=True,
        metavar="FILE",
        help=".parquet or .tsv: all columns, with the column label; else text: one label a line, "
        "or with --gender the sentences themselves",
    )
    parser.add_argument("--gender", choices=("fem", "msc"), help="write only these sentences")
    parser.add_argument("--report", metavar="FILE.json", help="write here how many have each label")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.gfst.labelling import write_labelled
    from cdaflow.io.files import write_json
    from cdaflow.io.rows import check_output
    from cdaflow.progress import say

    check_output(arguments.input, arguments.output)
    counts = write_labelled(
        labelled(arguments, arguments.input), arguments.output, arguments.gender
    )
    report = counts.to_json()
    if arguments.report:
        write_json(arguments.report, report)
    labels = ", ".join(f"{number:,} {label}" for label, number in report["labels"].items())
    say(f"{report['sentences']:,} sentences: {labels}")
