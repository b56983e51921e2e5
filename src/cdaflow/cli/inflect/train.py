"""The command `cdaflow inflect train`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.values import positive


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "train",
        help="train the character transducer that inflects words no dictionary knows",
        description="Train the hard-attention character transducer of Wu et al. 2018 from "
        "treebanks (CoNLL-U), UniMorph lexicons and word lists; all may be packed (.gz, .xz, "
        ".bz2, .zst). Stopped or killed, the same command goes on after the last epoch.",
    )
    parser.set_defaults(run=_train)
    parser.add_argument("--lang", required=True, help="ISO 639-1")
    parser.add_argument("--treebank", nargs="+", type=Path, default=[], metavar="CONLLU")
    parser.add_argument(
        "--lexicon", nargs="+", type=Path, default=[], metavar="FILE",
        help="lemma, form and UniMorph features, with tabs between",
    )  # fmt: skip
    parser.add_argument(
        "--word-list", nargs="+", type=Path, default=[], metavar="TSV",
        help="lists such as config/wordlists/professions.es.tsv",
    )  # fmt: skip
    parser.add_argument(
        "--dev", type=Path, metavar="CONLLU",
        help="trees whose words choose the best epoch and the threshold (default: a share of the "
        "lemmata, held out)",
    )  # fmt: skip
    parser.add_argument(
        "--hold-out", nargs="+", type=Path, default=[], metavar="CONLLU",
        help="test trees: nothing is learned of the lemmata of their words",
    )  # fmt: skip
    parser.add_argument(
        "--recipe", default="full",
        help="full (default): for treebanks with lexicons; tiny: for the embedded treebanks",
    )  # fmt: skip
    parser.add_argument("--examples", type=positive, metavar="N", help="most forms to learn from")
    parser.add_argument("--epochs", type=positive, metavar="N", help="most passes over them")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--threads", type=positive, default=1, help="CPU threads (default: 1)")
    parser.add_argument(
        "--work-file", type=Path, metavar="FILE",
        help="state of a training under way (default: OUTPUT.work; deleted at the end)",
    )  # fmt: skip
    parser.add_argument("--output", required=True, type=Path, metavar="MODEL.npz")


def _train(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.languages import get
    from cdaflow.progress import say

    if not (arguments.treebank or arguments.lexicon or arguments.word_list):
        raise ConfigError("give something to learn from: --treebank, --lexicon or --word-list")
    get(arguments.lang)

    import torch

    from cdaflow.inflection.transducer.job import Job, recipe, train_files

    torch.set_num_threads(arguments.threads)
    settings = recipe(
        arguments.recipe,
        examples=arguments.examples,
        epochs=arguments.epochs,
        seed=arguments.seed,
    )
    job = Job(
        arguments.lang, arguments.treebank, arguments.lexicon, arguments.word_list,
        arguments.dev, arguments.hold_out,
    )  # fmt: skip
    output: Path = arguments.output
    work: Path = arguments.work_file or output.with_name(output.name + ".work")
    model = train_files(job, settings, work)
    model.save(output)
    work.unlink(missing_ok=True)
    counts = model.facts["calibration"]
    say(
        f"{output}: {model.facts['training_examples']} forms learned; of {counts['dev']} dev forms "
        f"{counts['right']} right; threshold log p {model.threshold:.4f} accepts "
        f"{counts['accepted']}, {counts['accepted_right']} of them right"
    )
