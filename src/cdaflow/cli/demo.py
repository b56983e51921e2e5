"""The commands `cdaflow demo ...`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cdaflow.cli.values import positive

if TYPE_CHECKING:
    from cdaflow.demo.corpus import Corpus

_PARTS = ("parallel", "treebanks", "challenge")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `demo` to the command line."""
    group = groups.add_parser(
        "demo", help="the embedded corpus: a small grammar with its own right answers"
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    write = commands.add_parser(
        "write",
        help="write the parallel text, the treebanks and the challenge set",
        description="Write the embedded corpus: en-LANG/{train,dev,test}.tsv with their "
        "counterfactuals, treebanks/LANG/, and winomt/ in the format of WinoMT. The same seed "
        "writes the same bytes, all at once or one by one.",
    )
    _add_options(write)
    write.add_argument(
        "--parts", nargs="+", choices=_PARTS, default=_PARTS, metavar="PART",
        help=f"of {', '.join(_PARTS)} (default all)",
    )  # fmt: skip
    write.set_defaults(run=_write)

    trees = commands.add_parser(
        "trees",
        help="write the trees of the parallel text",
        description="Write the trees of both sides of the parallel text, as the grammar has them: "
        "LANG/{train,dev,test}.conllu.gz, one tree for each line of en-LANG/{train,dev,test}.tsv "
        "of `cdaflow demo write` with the same options.",
    )
    _add_options(trees)
    trees.set_defaults(run=_trees)

    mono = commands.add_parser(
        "mono",
        help="write monolingual text",
        description="Write monolingual text, LANG.txt for English and each language: no English "
        "sentence is in the parallel text or the challenge set of `cdaflow demo write` with the "
        "same options, and no text is the translation of the English one.",
    )
    _add_options(mono)
    mono.add_argument(
        "--mono", type=positive, required=True, metavar="N", help="sentences of each language"
    )
    mono.add_argument(
        "--mono-skew", type=float, default=1.0, metavar="S",
        help="how far the shares of women are those of the table: 1 as they stand, 0.5 half way "
        "to one half, 0 one half (default 1)",
    )  # fmt: skip
    mono.set_defaults(run=_mono)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add what decides on the sentences, and the folder."""
    languages = parser.add_mutually_exclusive_group(required=True)
    languages.add_argument(
        "--languages", nargs="+", metavar="LANG", help="of es, fr and it; English is written too"
    )
    languages.add_argument(
        "--only", metavar="LANG",
        help="write the files of this language alone, en or one of these; needs the word lists of "
        "English and of this language",
    )  # fmt: skip
    parser.add_argument(
        "--stereotypes", type=Path, required=True, metavar="TSV",
        help="columns profession, feminine_share: how often a person of it is a woman in the text",
    )  # fmt: skip
    parser.add_argument(
        "--wordlists", type=Path, required=True, metavar="FOLDER",
        help="with professions.tsv and professions.LANG.tsv",
    )  # fmt: skip
    parser.add_argument(
        "--weights", type=Path, metavar="TSV",
        help="columns construction, weight: how often each is drawn (default: the package's own)",
    )  # fmt: skip
    for name, default, what in (
        ("train", 22_000, "pairs to train on"),
        ("dev", 500, "pairs to validate on"),
        ("test", 1_000, "pairs to test on"),
        ("treebank", 2_000, "trees to train on; dev has a tenth of that, test a fifth"),
        ("challenge", 1_200, "sentences of the challenge set"),
    ):
        parser.add_argument(
            f"--{name}", type=positive, default=default, metavar="N",
            help=f"{what}, per language (default {default})",
        )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="of all random choices (default 1)")
    parser.add_argument("--output-dir", type=Path, required=True, metavar="FOLDER")


def _write(arguments: argparse.Namespace) -> None:
    corpus = _corpus(arguments)
    corpus.write(arguments.output_dir, arguments.parts)
    _report("the embedded corpus", corpus, arguments)


def _trees(arguments: argparse.Namespace) -> None:
    corpus = _corpus(arguments)
    corpus.write_trees(arguments.output_dir)
    _report("the trees", corpus, arguments)


def _mono(arguments: argparse.Namespace) -> None:
    corpus = _corpus(arguments)
    corpus.write_monolingual(arguments.output_dir, arguments.mono, arguments.mono_skew)
    _report("monolingual text", corpus, arguments)


def _report(what: str, corpus: Corpus, arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say

    say(f"wrote {what} of {', '.join(corpus.languages)} to {arguments.output_dir}")


def _corpus(arguments: argparse.Namespace) -> Corpus:
    """Return the embedded corpus that the options ask for."""
    from cdaflow.demo.corpus import Sizes, load_corpus

    languages = [arguments.only] if arguments.only else ["en", *arguments.languages]
    sizes = Sizes(
        arguments.train, arguments.dev, arguments.test, arguments.treebank, arguments.challenge
    )
    return load_corpus(
        list(dict.fromkeys(languages)), arguments.wordlists, arguments.stereotypes, sizes,
        arguments.seed, arguments.weights,
    )  # fmt: skip
