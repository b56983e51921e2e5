"""The command `cdaflow`: one subcommand per step of the workflow, each usable by hand."""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Sequence

from cdaflow import __version__
from cdaflow.errors import CdaflowError

#: Modules of this package, each with `register(groups)`; the order is the order of the help.
GROUPS = (
    "demo",
    "text",
    "trees",
    "agreement",
    "select",
    "counterfactual",
    "gfst",
    "inflect",
    "nmt",
    "score",
    "tables",
)

#: Faults of the file system that are told without a traceback: no right to write, disk full, ...
_USER_FAULTS = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOTDIR, errno.EFBIG,
    errno.EEXIST, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EIO,
)  # fmt: skip


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or with one of its groups alone."""
    parser = argparse.ArgumentParser(
        prog="cdaflow",
        description="Repair the gender of machine translation with data, and prove it with tables.",
        epilog="Each step is also a rule of the workflow: see README.md.",
    )
    parser.add_argument("--version", action="version", version=f"cdaflow {__version__}")
    groups = parser.add_subparsers(dest="group", metavar="GROUP", required=True)
    for name in GROUPS if only is None else (only,):
        importlib.import_module(f"cdaflow.cli.{name}").register(groups)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status (0 done, 1 a user's fault, 2 usage)."""
    group = (sys.argv[1:] if argv is None else argv)[:1]
    # To read the arguments of all groups takes as long as a short command itself.
    only = group[0] if group and group[0] in GROUPS else None
    arguments = build_parser(only).parse_args(argv)
    try:
        arguments.run(arguments)
    except CdaflowError as error:
        print(f"cdaflow: error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno == errno.EPIPE:
            # The reader (head, say) has gone; nothing more can be told to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 141
        if error.errno not in _USER_FAULTS:
            raise
        where = f"{error.filename}: " if error.filename else ""
        print(f"cdaflow: error: {where}{error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("cdaflow: stopped by the keyboard", file=sys.stderr)
        return 130
    return 0
