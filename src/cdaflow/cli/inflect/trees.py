"""The command `cdaflow inflect trees`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cdaflow.inflection.inflector import Inflector


def register(commands: Any) -> None:
    """Add the command."""
    from cdaflow.cli.inflect.common import add_sources

    parser = commands.add_parser(
        "trees",
        help="trees whose changed words are marked, to sentences with the new forms",
        description="Write out the changes of trees: words with Changed=Yes in MISC get the forms "
        "of their FEATS (those that `cdaflow agreement apply` wrote), then articles, elisions and "
        "contractions beside them follow. All else stays to the letter.",
    )
    add_sources(parser)
    parser.add_argument(
        "--input", type=Path, required=True, metavar="CONLLU", help="trees (also packed)"
    )
    parser.add_argument(
        "--features",
        default="Gender",
        metavar="NAMES",
        help="the features that were changed, with commas between (default: %(default)s)",
    )
    parser.add_argument("--text", action="store_true", help="write the text, one sentence a line")
    parser.add_argument(
        "--doubtful",
        choices=("keep", "drop", "empty"),
        help="sentences with a word that has no form: keep them with the word as it was, drop them "
        "(default of trees), or write an empty line in their place (default of --text)",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="(.gz: packed); default: standard output"
    )
    parser.set_defaults(run=_trees)


def _trees(arguments: argparse.Namespace) -> None:
    from cdaflow.cli.inflect.common import inflector
    from cdaflow.errors import ConfigError
    from cdaflow.io.files import atomic_text
    from cdaflow.progress import say

    if arguments.doubtful is None:
        arguments.doubtful = "empty" if arguments.text else "drop"
    if arguments.doubtful == "empty" and not arguments.text:
        raise ConfigError("--doubtful empty: only text has empty lines, give --text as well")
    words = inflector(arguments)
    counts: Counter[str] = Counter()
    with atomic_text(arguments.output or "-") as handle:
        for piece in _pieces(arguments, words, counts):
            handle.write(piece)
    sources = ", ".join(
        f"{number} {name}" for name, number in sorted(counts.items()) if name[0].islower()
    )
    say(
        f"{counts['Sentences']} sentences, {counts['Doubts']} of them doubtful; "
        f"words: {sources or 'none'}"
    )


def _pieces(arguments: argparse.Namespace, words: Inflector, counts: Counter[str]) -> Iterator[str]:
    from cdaflow.inflection.marked import realise_marked
    from cdaflow.progress import progress
    from cdaflow.trees import format_sentence, read_conllu

    names = tuple(name for name in arguments.features.split(",") if name)
    sentences = realise_marked(read_conllu(arguments.input), words, names)
    for realised in progress(sentences, f"inflect ({arguments.lang})", unit="sentence"):
        counts["Sentences"] += 1
        counts["Doubts"] += bool(realised.doubts)
        counts["doubtful"] += len(realised.doubts)
        counts.update(word.source for word in realised.words.values())
        if realised.doubts and arguments.doubtful != "keep":
            if arguments.doubtful == "empty":
                yield "\n"
        elif arguments.text:
            yield realised.sentence.text + "\n"
        else:
            yield format_sentence(realised.sentence)
