"""The command `cdaflow agreement pairs`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.agreement.common import add_language, add_threads


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "pairs",
        help="trees of sentences that differ only in gender, to evaluate on",
        description="Give both texts of each pair a tree. The masculine text comes first, its "
        "counterfactual follows with -cf at the end of its sent_id.",
    )
    parser.set_defaults(run=_pairs)
    add_language(parser)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--gate", type=Path, metavar="TSV", help="a file of GATE with the variants f and m"
    )
    source.add_argument(
        "--geneval", type=Path, metavar="DIR", help="MT-GenEval: its references of both genders"
    )
    source.add_argument(
        "--tsv", type=Path, metavar="TSV", help="a table with the columns masculine and feminine"
    )
    parser.add_argument(
        "--split", choices=("all", "dev", "test"), help="of GATE (default: all) and MT-GenEval "
        "(default: test)",
    )  # fmt: skip
    parser.add_argument(
        "--models", type=Path, required=True, metavar="DIR", help="folder of the annotator"
    )
    parser.add_argument("--store", type=Path, metavar="DIR", help="as in `cdaflow trees annotate`")
    parser.add_argument("--device", default="cpu", help="cpu (default), cuda or cuda:N")
    add_threads(parser)
    parser.add_argument("--output", type=Path, required=True, metavar="PAIRS.conllu")


def _pairs(arguments: argparse.Namespace) -> None:
    from cdaflow.agreement import pair_files
    from cdaflow.errors import ConfigError
    from cdaflow.progress import progress, say
    from cdaflow.scoring import text_pairs
    from cdaflow.trees import write_conllu
    from cdaflow.trees.load import load_annotator
    from cdaflow.trees.store import Store

    if arguments.gate is not None:
        pairs = text_pairs.read_gate_pairs(arguments.gate, arguments.split or "all")
    elif arguments.tsv is not None:
        if arguments.split is not None:
            raise ConfigError("--split is of GATE and MT-GenEval, not of --tsv")
        pairs = pair_files.read_tsv_pairs(arguments.tsv)
    else:
        split = arguments.split or "test"
        if split == "all":
            raise ConfigError("--split of MT-GenEval: dev or test")
        pairs = text_pairs.read_geneval_pairs(arguments.geneval, arguments.lang, split)
    annotator = load_annotator(
        arguments.models, arguments.lang, device=arguments.device, threads=arguments.threads
    )
    store = None if arguments.store is None else Store(arguments.store)
    trees = progress(
        pair_files.annotate_pairs(pairs, annotator, store),
        f"annotate ({arguments.lang})",
        total=2 * len(pairs),
        unit="sentence",
    )
    write_conllu(arguments.output, trees)
    say(f"{arguments.output}: {len(pairs)} pairs")
