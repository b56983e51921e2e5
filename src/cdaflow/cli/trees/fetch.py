"""The command `cdaflow trees fetch-stanza`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "fetch-stanza",
        help="get the models that Stanza's authors publish",
        description="Fetch Stanza's published models of a language, each checked by its MD5, into "
        "a folder that `cdaflow trees annotate --models` takes. A transfer that broke off goes on "
        "where it ended.",
    )
    parser.add_argument("--lang", required=True, help="ISO 639-1")
    parser.add_argument(
        "--package",
        default="default",
        help="Stanza's name of what belongs together: default, default_fast, gsd, ... (default: "
        "%(default)s)",
    )
    parser.add_argument("--output", type=Path, required=True, metavar="DIR")
    parser.set_defaults(run=_fetch)


def _fetch(arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say
    from cdaflow.trees.stanza.published import fetch_stanza

    content = fetch_stanza(arguments.lang, arguments.output, arguments.package)
    say(f"{arguments.output}: {len(content['files'])} files of Stanza's {arguments.package} models")
