"""What the commands `cdaflow trees ...` have in common."""

from __future__ import annotations

import argparse

from cdaflow.cli.values import positive


def add_machine(parser: argparse.ArgumentParser) -> None:
    """Add --threads and --device."""
    parser.add_argument("--threads", type=positive, default=1, help="CPU threads (default: 1)")
    parser.add_argument("--device", default="cpu", help="cpu (default), cuda or cuda:N")
