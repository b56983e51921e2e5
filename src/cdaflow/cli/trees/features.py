"""The commands `cdaflow trees features` and `cdaflow trees fetch-udify`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cdaflow.cli.trees.common import add_machine
from cdaflow.cli.values import positive


def register(commands: Any) -> None:
    """Add the commands."""
    _register_features(commands)
    _register_fetch(commands)


def _register_features(commands: Any) -> None:
    parser = commands.add_parser(
        "features",
        help="lay the features of UDify over trees",
        description="Replace FEATS in trees by what UDify tells (Kondratyuk and Straka 2019). All "
        "else stays: words, lemmas, tags, heads, comments, multiword tokens.",
    )
    parser.add_argument("--archive", type=Path, required=True, help="model.tar.gz or its folder")
    parser.add_argument("--input", type=Path, required=True, help="trees, CoNLL-U (also .gz)")
    parser.add_argument("--output", type=Path, required=True, help="CoNLL-U file to write")
    parser.add_argument(
        "--engine",
        choices=("native", "udify"),
        default="native",
        help="what reads the archive: this Python (native), or the original UDify on AllenNLP in "
        "an environment of its own (default: %(default)s)",
    )
    parser.add_argument(
        "--bert",
        type=Path,
        help="vocab.txt of the BERT that was fine-tuned, or its folder (default: in the folder of "
        "the archive or beside it, also in a folder bert/)",
    )
    add_machine(parser)
    parser.add_argument(
        "--batch-words",
        type=positive,
        default=4096,
        help="native: most word pieces in a batch, padding included (default: %(default)s)",
    )
    parser.add_argument(
        "--batch-size",
        type=positive,
        default=32,
        help="udify: most sentences in a batch (default: %(default)s); long ones go alone",
    )
    parser.add_argument(
        "--python",
        help="udify: Python with AllenNLP and UDify, or the folder of its environment (default: "
        "the environment variable CDAFLOW_UDIFY_PYTHON, else the conda environment cdaflow-udify)",
    )
    parser.set_defaults(run=_features)


def _features(arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say
    from cdaflow.trees.conllu import read_conllu, write_conllu
    from cdaflow.trees.udify.features import lay_features, open_features

    with open_features(
        arguments.archive,
        engine=arguments.engine,
        bert=arguments.bert,
        device=arguments.device,
        threads=arguments.threads,
        batch_words=arguments.batch_words,
        batch_size=arguments.batch_size,
        python=arguments.python,
    ) as model:
        count = write_conllu(arguments.output, lay_features(read_conllu(arguments.input), model))
    say(f"{arguments.output}: {count} trees with the features of UDify")


def _register_fetch(commands: Any) -> None:
    parser = commands.add_parser(
        "fetch-udify",
        help="get the published archive of UDify",
        description="Fetch udify-model.tar.gz (75 languages; read its licence there) from LINDAT, "
        "https://hdl.handle.net/11234/1-3042, and the word pieces of multilingual BERT, check and "
        "unpack them. A transfer that broke off goes on where it ended.",
    )
    parser.add_argument("--output", type=Path, required=True, help="folder")
    parser.add_argument(
        "--checksum",
        help="checksum of udify-model.tar.gz as the page of the handle lists it: md5:... or "
        "sha256:...; nothing is fetched without",
    )
    parser.add_argument("--url", help="another address of udify-model.tar.gz")
    parser.set_defaults(run=_fetch)


def _fetch(arguments: argparse.Namespace) -> None:
    from cdaflow.trees.udify.archive import ADDRESS, fetch_udify

    fetch_udify(arguments.output, arguments.checksum, address=arguments.url or ADDRESS)
