"""The commands `cdaflow demo ...`."""

from __future__ import annotations

import argparse


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `demo` to the command line."""
    group = groups.add_parser(
        "demo", help="the embedded corpus: a small grammar with its own right answers"
    )
    group.add_subparsers(dest="command", metavar="COMMAND", required=True)
