"""The commands `cdaflow score gate` and `gate-source`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_language, add_reporting, emit, scoring_options


def register(commands: Any) -> None:
    """Add the commands."""
    _register_gate(commands)
    _register_gate_source(commands)


def _register_gate(commands: Any) -> None:
    parser = commands.add_parser(
        "gate",
        help="GATE: precision, recall and F0.5 of gender rewriting",
        description="Score rewrites of a GATE file: of one variant, as plain lines (--to), or of "
        "several, as a TSV file whose header names them (f, m; ff, fm, ...). Only the exact "
        "reference is right; an empty line or cell offers no rewrite.",
    )
    add_language(parser)
    parser.add_argument(
        "rewrites", type=Path, help="a line for each row of the data (-: standard input)"
    )
    _add_data(parser)
    parser.add_argument("--to", metavar="VARIANT", help="the variant that a plain file has: f, mm")
    parser.add_argument(
        "--from",
        dest="given",
        metavar="VARIANT",
        help="the variant that the system was given: outputs equal to it count as none offered "
        "(without this every output is an offer, as in the published tool)",
    )
    add_reporting(parser, sentences="a rewrite")
    parser.set_defaults(run=_gate)


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, required=True, help="GATE file of 2, 4 or 8 variants (.tsv, .tsv.gz)"
    )
    parser.add_argument(
        "--split",
        choices=("all", "dev", "test"),
        default="all",
        help="take only the rows of this half (column data_split)",
    )


def _gate(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import readable_often, write_lines
    from cdaflow.scoring.gate import sentence_lines
    from cdaflow.scoring.gate_files import score_gate
    from cdaflow.tables.gate import gate_text

    with readable_often(arguments.rewrites) as rewrites:
        scored, rows, items = score_gate(
            rewrites,
            arguments.data,
            to=arguments.to,
            given=arguments.given,
            split=arguments.split,
            **scoring_options(arguments),
        )
    if arguments.sentences is not None:
        write_lines(arguments.sentences, sentence_lines(rows, items))
    report = scored.as_json()
    emit(arguments, report, lambda: gate_text(report))


def _register_gate_source(commands: Any) -> None:
    parser = commands.add_parser(
        "gate-source",
        help="one variant of a GATE file, or its English, to be rewritten",
        description="Write one variant of a GATE file, one a line, in its order.",
    )
    _add_data(parser)
    parser.add_argument(
        "--variant", required=True, help="f, mm, ... or source, the English sentence"
    )
    parser.add_argument("--output", type=Path, required=True, help="text file to write")
    parser.set_defaults(run=_gate_source)


def _gate_source(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import write_lines
    from cdaflow.scoring.gate_files import column, read_gate

    rows = read_gate(arguments.data, arguments.split)
    write_lines(arguments.output, column(rows, arguments.variant))
