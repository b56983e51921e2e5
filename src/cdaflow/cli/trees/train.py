"""The command `cdaflow trees train`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.trees.common import add_machine


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "train",
        help="train an annotator from treebanks",
        description="Train an annotator from treebanks (CoNLL-U; .gz, .xz, .bz2 and .zst are "
        "unpacked) into a folder of models. Stopped or killed, the same command resumes with the "
        "processor that was being trained.",
    )
    parser.set_defaults(run=_train)
    parser.add_argument("--lang", required=True, help="ISO 639-1")
    parser.add_argument(
        "--recipe", required=True, help="name in config/recipes/trees (small, tiny, ...), or a file"
    )
    parser.add_argument(
        "--train",
        required=True,
        nargs="+",
        type=Path,
        metavar="CONLLU",
        help="trees to train on; where treebanks differ in usage the first one's stands",
    )
    parser.add_argument(
        "--dev",
        type=Path,
        metavar="CONLLU",
        help="trees by which the best models are chosen (default: some of the first treebank are "
        "held out)",
    )
    parser.add_argument(
        "--test",
        type=Path,
        metavar="CONLLU",
        help="gold trees on which the models are scored at the end, for annotator.json",
    )
    parser.add_argument(
        "--vectors",
        type=Path,
        metavar="FILE",
        help="word vectors to start from: text of word2vec or fastText (.vec, .gz, .xz), or "
        "Stanza's .pt",
    )
    parser.add_argument("--output-dir", required=True, type=Path, metavar="DIR")
    parser.add_argument(
        "--work-dir",
        type=Path,
        metavar="DIR",
        help="what is under way: data, logs, models (default: OUTPUT_DIR.work)",
    )
    add_machine(parser)
    parser.add_argument("--seed", type=int, default=1)


def _train(arguments: argparse.Namespace) -> None:
    from cdaflow.trees.models import Job, Machine, load_recipe
    from cdaflow.trees.stanza.training import train

    job = Job(
        language=arguments.lang,
        recipe=load_recipe(arguments.recipe),
        train=arguments.train,
        dev=arguments.dev,
        seed=arguments.seed,
        vectors=arguments.vectors,
    )
    machine = Machine(threads=arguments.threads, device=arguments.device)
    output: Path = arguments.output_dir
    work = arguments.work_dir or output.with_name(output.name + ".work")
    train(job, machine, output, work)
    if arguments.test is not None:
        from cdaflow.trees.evaluation import note_test_scores

        note_test_scores(
            output,
            arguments.lang,
            arguments.test,
            device=arguments.device,
            threads=arguments.threads,
        )
