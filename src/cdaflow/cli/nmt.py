"""The commands `cdaflow nmt ...`."""

from __future__ import annotations

import argparse
import os
from functools import partial

from cdaflow.cli import nmt_decoding
from cdaflow.cli.values import positive


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `nmt` to the command line."""
    group = groups.add_parser("nmt", help="Marian models: train, translate")
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _register_train(commands)
    nmt_decoding.register(commands, partial(_add_model, folder=True), _add_machine)
    _register_small(commands)


def _register_train(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "train",
        help="train or fine-tune a model",
        description="Train a model into --output-dir: model.npz, its vocabulary, model.yml and "
        "train.log. Stopped or killed, the same command goes on from the last checkpoint.",
    )
    parser.set_defaults(run=_train)
    parser.add_argument("--recipe", required=True, help="name in config/recipes, or a file")
    parser.add_argument(
        "--train",
        required=True,
        nargs="+",
        metavar="PARQUET[:WEIGHT]",
        help="pairs to train on; weight 2 takes each pair twice, 0.5 a random half",
    )
    parser.add_argument("--dev", metavar="PARQUET", help="pairs to validate on and to stop by")
    parser.add_argument("--output-dir", required=True, metavar="DIR")
    parser.add_argument(
        "--work-dir", metavar="DIR", help="checkpoints and text (default: OUTPUT_DIR/work)"
    )
    parser.add_argument("--seed", type=int, default=1)
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--vocab", metavar="FILE", help="joint vocabulary (default: a new one)")
    start.add_argument(
        "--vocab-of", metavar="DIR", help="model folder whose joint vocabulary is taken"
    )
    start.add_argument("--base", metavar="DIR", help="model folder to start from (fine-tuning)")
    parser.add_argument(
        "--source-vectors",
        metavar="FILE",
        help="embeddings of the source side, as of `cdaflow gfst debias`; needs --vocab-of",
    )
    parser.add_argument(
        "--tune-vectors",
        action="store_true",
        help="let the training change the source vectors (default: they stay as they are)",
    )
    parser.add_argument(
        "--reverse",
        action="store_true",
        help="translate from the target of the pairs to the source",
    )
    parser.add_argument("--source-lang", metavar="CODE", help="noted in model.yml")
    parser.add_argument("--target-lang", metavar="CODE", help="noted in model.yml")
    _add_machine(parser)


def _register_small(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    adopt = commands.add_parser(
        "adopt",
        help="take in a model trained elsewhere, in place of training",
        description="Check a Marian model with its vocabularies and copy it to a model folder.",
    )
    adopt.set_defaults(run=_adopt)
    _add_model(adopt, folder=False)
    adopt.add_argument("--output-dir", required=True, metavar="DIR")
    mean = commands.add_parser(
        "average",
        help="average checkpoints of one training",
        description="Write the mean of each parameter of some models (checkpoints of one "
        "training) as a model.",
    )
    mean.set_defaults(run=_average)
    mean.add_argument("checkpoints", nargs="+", metavar="NPZ", help="two models or more")
    mean.add_argument("--output", required=True, metavar="NPZ")
    check = commands.add_parser("check", help="say which Marian is found, and what it runs on")
    check.set_defaults(run=_check)
    _add_marian(check)
    recipe = commands.add_parser("recipe", help="print the Marian options of a recipe")
    recipe.set_defaults(run=_recipe)
    recipe.add_argument("name", metavar="NAME", help="name in config/recipes, or a file")
    recipe.add_argument("--gpu", action="store_true", help="with the options for GPUs")


def _add_model(parser: argparse.ArgumentParser, *, folder: bool) -> None:
    target: argparse._ActionsContainer = parser
    if folder:
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("--model-dir", metavar="DIR", help="folder of a trained model")
    target.add_argument("--model", metavar="NPZ", required=not folder, help="a model of your own")
    parser.add_argument(
        "--vocabs", nargs="+", default=[], metavar="FILE", help="its vocabularies, source first"
    )
    parser.add_argument(
        "--spm",
        nargs="+",
        default=[],
        metavar="FILE",
        help="with vocabularies in YAML: what segments text for them, source first (default: "
        "source.spm and target.spm beside them)",
    )
    parser.add_argument("--decoder-config", metavar="YML", help="its Marian decoder settings")


def _add_machine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", type=positive, default=1, help="CPU threads (default: 1)")
    parser.add_argument(
        "--gpus", type=int, nargs="*", default=[], metavar="N", help="GPU numbers instead of CPU"
    )
    parser.add_argument("--workspace", type=int, metavar="MB", help="memory set aside by Marian")
    _add_marian(parser)


def _add_marian(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--marian",
        metavar="PATH",
        help="the program, or its folder (default: marian on PATH, else pymarian)",
    )


def _train(arguments: argparse.Namespace) -> None:
    from pathlib import Path

    from cdaflow.nmt.data import parse_data_set
    from cdaflow.nmt.embeddings import SourceVectors
    from cdaflow.nmt.marian import find_marian
    from cdaflow.nmt.model import load_model
    from cdaflow.nmt.recipe import load_recipe
    from cdaflow.nmt.train import Job, Machine, train
    from cdaflow.progress import say

    vocabulary = Path(arguments.vocab) if arguments.vocab else None
    if arguments.vocab_of:
        vocabulary = load_model(arguments.vocab_of).joint_vocabulary()
    vectors = None
    if arguments.source_vectors:
        vectors = SourceVectors(Path(arguments.source_vectors), fixed=not arguments.tune_vectors)
    job = Job(
        recipe=load_recipe(arguments.recipe),
        train=[parse_data_set(text) for text in arguments.train],
        dev=Path(arguments.dev) if arguments.dev else None,
        seed=arguments.seed,
        vocabulary=vocabulary,
        base=load_model(arguments.base) if arguments.base else None,
        reverse=arguments.reverse,
        vectors=vectors,
    )
    languages = {"source-language": arguments.source_lang, "target-language": arguments.target_lang}
    machine = Machine(
        marian=find_marian(arguments.marian),
        threads=arguments.threads,
        gpus=arguments.gpus,
        workspace=arguments.workspace,
        labels={name: code for name, code in languages.items() if code},
    )
    work = arguments.work_dir or Path(arguments.output_dir) / "work"
    model = train(job, machine, arguments.output_dir, work)
    say(f"the model is {model.file}")


def _adopt(arguments: argparse.Namespace) -> None:
    from pathlib import Path

    from cdaflow.nmt.model import adopt, user_model
    from cdaflow.progress import say

    model = user_model(arguments.model, arguments.vocabs, arguments.decoder_config, arguments.spm)
    say(f"the model is {adopt(model, Path(arguments.output_dir)).file}")


def _average(arguments: argparse.Namespace) -> None:
    from pathlib import Path

    from cdaflow.nmt.archive import average
    from cdaflow.progress import say

    average([Path(path) for path in arguments.checkpoints], Path(arguments.output))
    say(f"{arguments.output}: the average of {len(arguments.checkpoints)} checkpoints")


def _check(arguments: argparse.Namespace) -> None:
    from cdaflow.nmt.marian import find_marian, gpu_names

    marian = find_marian(arguments.marian)
    print(f"marian:   {' '.join(marian.program)}")
    print(f"version:  {marian.version()}")
    for command in ("train", "decode", "score", "vocab"):
        print(f"{command + ':':<9} {' '.join(marian.argv(command))}")
    print(f"CPU:      {len(os.sched_getaffinity(0))} cores")
    names = gpu_names()
    print(f"GPU:      {'; '.join(names) if names else 'none found (nvidia-smi)'}")


def _recipe(arguments: argparse.Namespace) -> None:
    from cdaflow.nmt.recipe import command_line, load_recipe

    recipe = load_recipe(arguments.name)
    print(f"# {recipe.file}: {recipe.description}")
    if recipe.average:
        print(f"# the outcome is the average of the last {recipe.average} checkpoints")
    for title, options in (
        ("train", recipe.train_options(gpu=arguments.gpu)),
        ("decode", recipe.decode_options(gpu=arguments.gpu)),
    ):
        print(f"# {title}")
        for name in sorted(options):
            print(" ".join(command_line({name: options[name]})))
