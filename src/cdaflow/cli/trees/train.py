"""The command `cdaflow trees train`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cdaflow.trees.recipe import Recipe


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "train",
        help="train an annotator from treebanks",
        description="Train an annotator from treebanks (CoNLL-U; .gz, .xz, .bz2 and .zst are "
        "unpacked) into a folder of models. Stopped or killed, the same command goes on with "
        "the processor that was under way.",
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
        "--work-dir", type=Path, metavar="DIR", help="data and logs (default: OUTPUT_DIR.work)"
    )
    parser.add_argument("--threads", type=_positive, default=1, help="CPU threads (default: 1)")
    parser.add_argument("--device", default="cpu", help="cpu (default), cuda or cuda:N")
    parser.add_argument("--seed", type=int, default=1)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number of 1 or more is wanted")
    return number


def _train(arguments: argparse.Namespace) -> None:
    from cdaflow.trees.recipe import load_recipe

    recipe = load_recipe(arguments.recipe)
    output: Path = arguments.output_dir
    work = arguments.work_dir or output.with_name(output.name + ".work")
    if recipe.backend == "spacy":
        _train_spacy(arguments, recipe)
    else:
        from cdaflow.trees.training import Job, Machine, train

        job = Job(
            language=arguments.lang,
            recipe=recipe,
            train=arguments.train,
            dev=arguments.dev,
            seed=arguments.seed,
            vectors=arguments.vectors,
        )
        machine = Machine(threads=arguments.threads, device=arguments.device)
        train(job, machine, output, work)
    if arguments.test is not None:
        from cdaflow.trees.training import add_test_scores

        add_test_scores(
            output,
            arguments.lang,
            arguments.test,
            device=arguments.device,
            threads=arguments.threads,
        )


def _train_spacy(arguments: argparse.Namespace, recipe: Recipe) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.trees.spacy_training import train_spacy

    if arguments.vectors is not None:
        raise ConfigError("the recipes of spaCy take no word vectors", file=recipe.file,
                          hint="leave --vectors away")  # fmt: skip
    if arguments.device != "cpu":
        raise ConfigError("spaCy is trained on the CPU", file=recipe.file,
                          hint="leave --device away")  # fmt: skip
    train_spacy(
        arguments.train,
        arguments.dev,
        arguments.output_dir,
        language=arguments.lang,
        recipe=recipe.sections,
        recipe_name=recipe.name,
        recipe_file=recipe.file,
        seed=arguments.seed,
        threads=arguments.threads,
    )
