"""Count the sentences of files by the gender that they show."""

from __future__ import annotations

import argparse

from cdaflow.cli.gfst.common import add_input, labelled


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `gfst count`."""
    parser = commands.add_parser(
        "count",
        help="how many sentences of files are feminine, masculine and mixed",
        description="Print for each file the shares of feminine, masculine and mixed sentences, "
        "as Table 1 of Choubey et al. 2021 has them: mixed is whatever is not of one gender.",
    )
    add_input(parser)
    parser.add_argument("--output", metavar="FILE.json", help="write the counts here too")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.gfst.labelling import Counts
    from cdaflow.io.files import write_json

    report = {}
    for path in arguments.input:
        counts = Counts()
        for _, _, codes in labelled(arguments, [path]):
            counts.add(codes)
        report[path] = counts.to_json()
    print("\t".join(("file", "sentences", "Fem", "Msc", "Mix")))
    for path, one in report.items():
        shares = ("-" if share is None else f"{share:.1%}" for share in one["shares"].values())
        print("\t".join((path, str(one["sentences"]), *shares)))
    if arguments.output:
        write_json(arguments.output, report)
