"""The command `cdaflow agreement apply`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.cli.agreement.common import (
    add_language,
    add_lexicon,
    add_method,
    add_model,
    add_threads,
    load,
    method,
    set_threads,
)
from cdaflow.io.files import nfc

if TYPE_CHECKING:
    from cdaflow.agreement.application import Applied
    from cdaflow.agreement.intervention import InterventionRequest
    from cdaflow.agreement.pipeline import InterventionPipeline
    from cdaflow.trees import Sentence


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "apply",
        help="change the gender of nouns in trees",
        description="Set the gender of nouns, and find the words that change with them. The trees "
        "come out with new FEATS, the changed words marked in MISC (Changed=Yes), for `cdaflow "
        "inflect trees`; or, with a lexicon, the sentences anew.",
        epilog='Try a sentence: cdaflow agreement apply --lang es --model es.npz --text "El '
        'ingeniero es muy experto." --annotator MODELS --noun ingeniero --show words',
    )
    parser.set_defaults(run=_apply)
    add_language(parser)
    add_model(parser)
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--trees", default="-", metavar="CONLLU", help="default: -, the standard input"
    )
    source.add_argument("--text", type=nfc, metavar="SENTENCE", help="a sentence in place of trees")
    parser.add_argument(
        "--annotator", type=Path, metavar="DIR", help="models that give --text its tree"
    )
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument(
        "--noun",
        nargs="+",
        type=nfc,
        metavar="WORD[=GENDER]",
        help="words (by form, or id) to be set, such as ingeniero=Fem; without a gender, or with "
        "*, each: one result for every combination of them",
    )
    asked.add_argument(
        "--wishes",
        type=Path,
        metavar="TSV",
        help="a table with the columns sent_id, word (its id) and gender (* for each)",
    )
    parser.add_argument(
        "--show",
        choices=("trees", "words", "text"),
        default="trees",
        help="trees (default); a table of the changed words; or, with a lexicon, the sentences "
        "(doubtful ones are left out and told)",
    )
    add_method(parser)
    add_lexicon(parser)
    add_threads(parser)
    parser.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")


def _apply(arguments: argparse.Namespace) -> None:
    from cdaflow.agreement.application import apply
    from cdaflow.errors import ConfigError, InputError
    from cdaflow.io.files import atomic_text
    from cdaflow.progress import say

    set_threads(arguments)
    used = method(arguments, load(arguments.model, arguments.lang))
    if arguments.show == "text" and used.words is None:
        raise ConfigError("sentences are written with a lexicon", hint="give --word-list, "
                          "--treebank or --lexicon")  # fmt: skip
    seen = [0, 0]
    results = apply(_wishes(arguments, seen, used), used)
    shown = {"trees": _trees, "words": _words, "text": _text}[arguments.show]
    if arguments.output is None:
        for line in shown(results, used):
            sys.stdout.buffer.write(line.encode())
        sys.stdout.buffer.flush()
    else:
        with atomic_text(arguments.output) as handle:
            handle.writelines(shown(results, used))
    sentences, asked = seen
    if not asked:
        raise InputError(
            f"nothing is asked of any of the {sentences} sentences",
            hint="a noun is named as it is written in the sentence; a table names sent_ids",
        )
    if arguments.output is not None:
        say(f"{arguments.output}: {asked} of {sentences} sentences")


def _sentences(arguments: argparse.Namespace) -> Iterator[Sentence]:
    from cdaflow.errors import ConfigError
    from cdaflow.trees import parse_conllu, read_conllu

    if arguments.text is None:
        if arguments.trees != "-":
            yield from read_conllu(arguments.trees)
        else:
            yield from parse_conllu((line for line in sys.stdin), "standard input")
        return
    if arguments.annotator is None:
        raise ConfigError("--text needs the models that annotate it (--annotator)")
    from cdaflow.trees.annotate import annotate
    from cdaflow.trees.load import load_annotator

    annotator = load_annotator(arguments.annotator, arguments.lang, threads=arguments.threads)
    yield from annotate([("1", arguments.text)], annotator)


def _wishes(
    arguments: argparse.Namespace, seen: list[int], used: InterventionPipeline
) -> Iterator[InterventionRequest]:
    """Yield what is asked; `seen`: counts sentences, and those of which something is asked."""
    from cdaflow.agreement.application import (
        Noun,
        read_target_genders,
        requests_for_nouns,
        requests_from_table,
    )
    from cdaflow.languages import get

    genders = sorted(get(arguments.lang).genders)
    nouns = [Noun.parse(text) for text in arguments.noun or ()]
    asked = {} if arguments.wishes is None else read_target_genders(arguments.wishes)
    for sentence in _sentences(arguments):
        is_asked = nouns or sentence.sent_id in asked
        mended = used.prepare_trees([sentence])[0] if is_asked else sentence
        wishes = (
            requests_for_nouns(sentence, nouns, genders, mended)
            if nouns
            else requests_from_table(sentence, asked, genders, mended)
        )
        seen[0] += 1
        seen[1] += bool(wishes)
        yield from wishes


def _trees(results: Iterator[Applied], used: InterventionPipeline) -> Iterator[str]:
    from cdaflow.agreement.application import changed_tree, numbered
    from cdaflow.trees import format_sentence

    for number, request, result in numbered(results):
        yield format_sentence(changed_tree(request, result, number))


def _words(results: Iterator[Applied], used: InterventionPipeline) -> Iterator[str]:
    from cdaflow.agreement.application import changed_words, numbered

    yield "sent_id\tresult\tword\tform\tupos\told\tnew\n"
    for number, request, result in numbered(results):
        for token, old, new in changed_words(request, result):
            cells = (request.sentence.sent_id or "", str(number or 1), str(token.id), token.form,
                     token.upos, old, new)  # fmt: skip
            yield "\t".join(cells) + "\n"


def _text(results: Iterator[Applied], used: InterventionPipeline) -> Iterator[str]:
    from cdaflow.progress import say

    for request, result in results:
        assert used.words is not None  # noqa: S101 (checked above)
        realised = used.words.realise([result.sentence], [result.changes])[0]
        if realised.doubts:
            told = "; ".join(realised.doubts.values())
            say(f"{request.sentence.sent_id or request.sentence.text}: {told}")
        else:
            yield realised.sentence.text + "\n"
