"""The command `cdaflow tables provenance`."""

from __future__ import annotations

import argparse


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow tables provenance`."""
    parser = commands.add_parser(
        "provenance",
        help="write what a table was made from",
        description="Write to JSON what a table was made from: digests of files, configuration, "
        "seeds, versions, signatures, state of the git repository, machine. No dates.",
    )
    parser.add_argument("table", metavar="TABLE.csv")
    parser.add_argument(
        "--inputs",
        nargs="+",
        required=True,
        metavar="FILE",
        help="the files that the table was written from, such as scores",
    )
    parser.add_argument(
        "--raw",
        nargs="+",
        default=[],
        metavar="FILE",
        help="files that nothing has made: corpora, word lists, challenge set, recipes",
    )
    parser.add_argument(
        "--between",
        nargs="+",
        default=[],
        metavar="FILE",
        help="what was made on the way, in that order; a file that is gone is left out",
    )
    parser.add_argument(
        "--temporary",
        nargs="+",
        default=[],
        metavar="FILE",
        help="what was made on the way and deleted by design, whose records are read",
    )
    parser.add_argument(
        "--records",
        metavar="FOLDER",
        help="the records of Snakemake (.snakemake/metadata): describe raw files as they were when "
        "the results were made (default: as they are now)",
    )
    parser.add_argument("--config", metavar="CONFIG.json", help="the configuration")
    parser.add_argument(
        "--digests",
        metavar="STORE.json",
        help="keep digests here, so that a file that has not changed is not read again",
    )
    parser.add_argument("--output", required=True, metavar="TABLE.provenance.json")
    parser.set_defaults(run=_provenance)


def _provenance(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import write_json
    from cdaflow.sharing.dependencies import Digests
    from cdaflow.sharing.provenance import table_provenance

    digests = Digests(arguments.digests)
    provenance = table_provenance(
        arguments.table,
        arguments.inputs,
        raw=arguments.raw,
        between=arguments.between,
        temporary=arguments.temporary,
        records=arguments.records,
        config=arguments.config,
        digests=digests,
    )
    write_json(arguments.output, provenance)
    digests.save()
