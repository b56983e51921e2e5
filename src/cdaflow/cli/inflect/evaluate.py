"""The command `cdaflow inflect evaluate`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "evaluate",
        help="score dictionary and model on the words of a gold treebank",
        description="Inflect the nouns, adjectives and participles of a gold treebank from their "
        "lemmas and features, by the dictionary, by the model and by both, and count what is "
        "right: of all words, and of those whose lemma is in no training treebank.",
    )
    parser.set_defaults(run=_evaluate)
    parser.add_argument("--lang", required=True, help="ISO 639-1")
    parser.add_argument("--gold", required=True, type=Path, metavar="CONLLU")
    parser.add_argument("--model", type=Path, metavar="NPZ", help="of `cdaflow inflect train`")
    parser.add_argument(
        "--train-treebank", nargs="+", type=Path, default=[], metavar="CONLLU",
        help="training treebanks: their words are in the dictionary, and tell which lemmas count "
        "as seen",
    )  # fmt: skip
    parser.add_argument(
        "--lexicon", nargs="+", type=Path, default=[], metavar="FILE",
        help="UniMorph lexicons of the dictionary",
    )  # fmt: skip
    parser.add_argument(
        "--word-list", nargs="+", type=Path, default=[], metavar="TSV",
        help="word lists of the dictionary",
    )  # fmt: skip
    parser.add_argument("--threads", type=int, default=1, help="CPU threads (default: 1)")
    parser.add_argument(
        "--errors", type=Path, metavar="TSV", help="also write the words that come out wrong"
    )
    parser.add_argument("--output", required=True, type=Path, metavar="SCORES.json")


def _evaluate(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.inflection import evaluation
    from cdaflow.inflection.learned_from import learned_words
    from cdaflow.inflection.lexicon import Lexicon
    from cdaflow.inflection.sources import read_entries
    from cdaflow.inflection.swaps import score_swaps, swaps
    from cdaflow.io.files import tsv_lines, write_json, write_lines
    from cdaflow.languages import get
    from cdaflow.progress import say
    from cdaflow.trees import read_conllu

    get(arguments.lang)
    sources = (arguments.train_treebank, arguments.lexicon, arguments.word_list)
    if arguments.model is None and not any(sources):
        raise ConfigError("give something to score: --model, --lexicon, --train-treebank")
    model = about = None
    if arguments.model is not None:
        import torch

        from cdaflow.inflection.transducer.model import load_transducer

        torch.set_num_threads(arguments.threads)
        model = load_transducer(arguments.model, arguments.lang)
        about = {"file": arguments.model.name, "sha256": model.digest,
                 "threshold": model.threshold, "training": dict(model.facts)}  # fmt: skip
    words, left_out = evaluation.gold_words(read_conllu(arguments.gold))
    entries = read_entries(*sources)
    lexicon = Lexicon(entries) if any(sources) else None
    seen = evaluation.lemmata(arguments.train_treebank)
    if about is not None:
        kinds = dict(zip(("treebanks", "lexicons", "word_lists"), sources, strict=True))
        seen |= learned_words(about, arguments.gold, kinds, entries)
    found = evaluation.answers(words, seen, lexicon, model)
    evaluation.require_words(found, arguments.gold)
    both = None
    if model is not None and lexicon is not None:
        both = score_swaps(swaps(words, lexicon), model, model.threshold)
    scores = evaluation.report(
        arguments.gold, found, left_out, language=arguments.lang,
        treebanks=arguments.train_treebank,
        lexicons=[*arguments.word_list, *arguments.lexicon], model=about, swaps=both,
    )  # fmt: skip
    write_json(arguments.output, scores)
    if arguments.errors is not None:
        write_lines(
            arguments.errors, tsv_lines(evaluation.ERROR_COLUMNS, evaluation.error_lines(found))
        )
    if not scores["model_held_out"]:
        say("the model has learned words of this treebank, which count as seen: to score it on all "
            "of them as unseen, train it with --hold-out")  # fmt: skip
    print(evaluation.summary(scores), end="")
