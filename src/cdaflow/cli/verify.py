"""The command `cdaflow verify`."""

from __future__ import annotations

import argparse
import sys

#: The exit statuses, as those of cmp and diff.
SAME, DIFFERENT, TROUBLE = 0, 1, 2


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow verify` to the command line."""
    parser = groups.add_parser(
        "verify",
        help="check an archive of cdaflow share, and compare it with a rerun",
        description="Check that an archive of `cdaflow share` is what its manifest says, that its "
        "tables are those of their provenance, and compare them with those of a rerun, cell by "
        "cell.",
        epilog="Exit status: 0 the archive is whole and its tables are the same; 1 tables differ; "
        "2 the archive is damaged or forged, or there is nothing to compare it with.",
    )
    parser.add_argument("archive", metavar="OUT.zip")
    parser.add_argument(
        "--against",
        metavar="RESULTS",
        help="the folder of results of a rerun, its folder tables, or another archive",
    )
    parser.add_argument(
        "--cells",
        type=int,
        default=10,
        metavar="N",
        help="show at most so many differing cells of a table (default: %(default)s)",
    )
    parser.set_defaults(run=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from cdaflow.errors import CdaflowError
    from cdaflow.sharing.pack import without_provenance
    from cdaflow.sharing.verify import (
        compare_results,
        comparison_lines,
        read_results,
        read_shared,
    )

    try:
        contents = read_shared(arguments.archive)
        total = sum(map(len, contents.values()))
        print(f"{arguments.archive}: {len(contents)} files, {total:,} bytes, as in the manifest")
        if unknown := without_provenance(contents):
            print(f"without provenance, so not checked against it: {', '.join(unknown)}")
        if arguments.against is None:
            return SAME
        comparison = compare_results(contents, read_results(arguments.against))
    except CdaflowError as error:
        print(f"cdaflow: error: {error}", file=sys.stderr)
        return TROUBLE
    for line in comparison_lines(comparison, max(0, arguments.cells)):
        print(line)
    return SAME if comparison.is_same() else DIFFERENT
