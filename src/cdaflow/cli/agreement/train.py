"""The command `cdaflow agreement train`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.agreement.common import (
    add_language,
    add_lexicon,
    add_method,
    add_threads,
    method,
    set_threads,
    steps,
    words,
)


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "train",
        help="fit a model to treebanks",
        description="Fit the model to the features of treebanks (CoNLL-U; .gz, .xz, .bz2 and .zst "
        "are unpacked). Stopped or killed, the same command goes on after the last epoch, if it "
        "has a --work-dir.",
    )
    parser.set_defaults(run=_train)
    add_language(parser)
    parser.add_argument(
        "--parameterisation",
        choices=("linear", "neural"),
        default="linear",
        help="LIN or NN of the paper (default: linear)",
    )
    parser.add_argument("--train", required=True, nargs="+", type=Path, metavar="CONLLU")
    parser.add_argument(
        "--dev", required=True, nargs="+", type=Path, metavar="CONLLU", help="when to stop"
    )
    parser.add_argument(
        "--features",
        default="Gender",
        help="what is inferred, with commas between, such as Gender,Number (default: Gender)",
    )
    parser.add_argument(
        "--dev-pairs",
        nargs="+",
        type=Path,
        default=[],
        metavar="CONLLU",
        help="pairs of `cdaflow agreement pairs` on which log alpha is chosen; it is kept in the "
        "model (default: 1, as in the paper)",
    )
    parser.add_argument("--max-epochs", type=int, default=500, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    add_threads(parser)
    parser.add_argument("--work-dir", type=Path, metavar="DIR", help="where to keep its state")
    parser.add_argument("--output", required=True, type=Path, metavar="MODEL.npz")
    add_method(parser, log_alpha=False, file=False)
    add_lexicon(parser)


def _train(arguments: argparse.Namespace) -> None:
    from dataclasses import replace

    from cdaflow.agreement.evaluation import choose_log_alpha
    from cdaflow.agreement.gold import gold
    from cdaflow.agreement.pair_files import read_pairs
    from cdaflow.agreement.training import Settings, train_files
    from cdaflow.progress import say

    set_threads(arguments)
    lexicon = words(arguments)
    settings = Settings(
        features=tuple(arguments.features.split(",")),
        max_epochs=arguments.max_epochs,
        seed=arguments.seed,
    )
    work = arguments.work_dir
    model = train_files(
        arguments.parameterisation,
        arguments.train,
        arguments.dev,
        language=arguments.lang,
        settings=settings,
        state=None if work is None else work / f"{arguments.output.stem}.state.npz",
        prepare=steps(arguments)["prepare"],
    )
    if arguments.dev_pairs:
        pairs = gold(read_pairs(arguments.dev_pairs))
        log_alpha, tried = choose_log_alpha(pairs, method(arguments, model, lexicon))
        facts = {"pairs": len(pairs), "f1": {str(a): round(f, 4) for a, f in tried.items()}}
        model = replace(
            model, log_alpha=log_alpha, facts={**model.facts, "log_alpha_chosen": facts}
        )
    model.save(arguments.output)
    epochs, bits = model.facts["epochs"], min(model.facts["dev_bits_per_free_word"])
    say(
        f"{arguments.output}: {epochs} epochs, {bits:.4f} bits a word on dev, "
        f"log alpha {model.log_alpha:g}"
    )
