"""The options that `cdaflow inflect words` and `cdaflow inflect trees` share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cdaflow.inflection.inflector import Inflector


def add_sources(parser: argparse.ArgumentParser) -> None:
    """Add the language, the lexicons and the model."""
    parser.add_argument("--lang", required=True, help="ISO 639-1")
    parser.add_argument(
        "--word-list", nargs="+", type=Path, default=[], metavar="TSV",
        help="lists of persons such as config/wordlists/professions.es.tsv; they come first",
    )  # fmt: skip
    parser.add_argument(
        "--lexicon", nargs="+", type=Path, default=[], metavar="FILE",
        help="lemma, form and UniMorph features, with tabs between (also packed)",
    )  # fmt: skip
    parser.add_argument(
        "--treebank", nargs="+", type=Path, default=[], metavar="CONLLU",
        help="trees whose words are a dictionary, too",
    )  # fmt: skip
    parser.add_argument(
        "--model", type=Path, metavar="MODEL.npz",
        help="model of `cdaflow inflect train` for words that no dictionary has (default: none: "
        "they are doubtful)",
    )  # fmt: skip
    parser.add_argument(
        "--threshold", type=float, metavar="LOG_P",
        help="least natural log p of a form of the model (default: the model's own)",
    )  # fmt: skip


def inflector(arguments: argparse.Namespace) -> Inflector:
    """Return what the options name."""
    from cdaflow.inflection.inflector import Inflector
    from cdaflow.inflection.lexicon import Lexicon
    from cdaflow.inflection.treebank import treebank_entries
    from cdaflow.inflection.unimorph import read_unimorph
    from cdaflow.inflection.wordlists import read_word_list
    from cdaflow.languages import get
    from cdaflow.trees import read_conllu

    language = get(arguments.lang)
    model = None
    if arguments.model is not None:
        from cdaflow.inflection.transducer.model import load_transducer

        model = load_transducer(arguments.model, arguments.lang)
    entries = [entry for path in arguments.word_list for entry in read_word_list(path, language)]
    for path in arguments.lexicon:
        entries += read_unimorph(path)
    for path in arguments.treebank:
        entries += treebank_entries(read_conllu(path), path.name)
    return Inflector(arguments.lang, Lexicon(entries), model, threshold=arguments.threshold)
