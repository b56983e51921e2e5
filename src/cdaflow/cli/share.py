"""The command `cdaflow share`."""

from __future__ import annotations

import argparse


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow share` to the command line."""
    parser = groups.add_parser(
        "share",
        help="pack tables, figures and provenance for others",
        description="Pack the tables, figures, the report, the configuration and the provenance of "
        "a folder of results into a zip archive with a manifest. The same results give the same "
        "archive, byte for byte. Tables and figures of systems and languages that config.json does "
        "not have are left out, and named. Texts, models and translations are not packed; the "
        "examples in tables and report are.",
    )
    parser.add_argument(
        "results", metavar="RESULTS", help="the folder of results, or its folder tables"
    )
    parser.add_argument("output", metavar="OUT.zip")
    parser.set_defaults(run=_share)


def _share(arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say
    from cdaflow.sharing.pack import pack

    packed = pack(arguments.results, arguments.output)
    for name, entry in packed.entries.items():
        say(f"{entry.size:>12,}  {name}")
    total = sum(entry.size for entry in packed.entries.values())
    say(f"{total:>12,}  bytes in {len(packed.entries)} files, packed to {arguments.output}")
    for name, reason in packed.left_out.items():
        say(f"left out: {name} ({reason})")
    if packed.without_provenance:
        say(f"without provenance: {', '.join(packed.without_provenance)}")
