"""Change the gender of nouns in trees or in a sentence, by a model of agreement."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.cli.intervention import (
    AgreementLexicon,
    Method,
    ModelName,
    load_model,
    set_threads,
)
from cdaflow.errors import ConfigError, InputError
from cdaflow.option_types import (
    Folder,
    Input,
    Language,
    Normalised,
    Output,
    Threads,
    Value,
    exclusive,
)

if TYPE_CHECKING:
    from cdaflow.agreement.application import Applied
    from cdaflow.agreement.intervention import InterventionRequest
    from cdaflow.agreement.pipeline import InterventionPipeline
    from cdaflow.trees import Sentence


@exclusive("trees", "text")
@exclusive("noun", "target_genders", required=True)
def apply(
    *,
    lang: Language,
    model: ModelName,
    trees: Input = "-",
    text: Normalised | None = None,
    models: Annotated[Folder | None, Value(former="annotator")] = None,
    noun: Sequence[Normalised] = (),
    target_genders: Path | None = None,
    show: Literal["trees", "words", "text"] = "trees",
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    output: Output = "-",
) -> str | None:
    """Change the gender of nouns in trees.

    The gender of nouns is set, and the words that change with them are found. The trees get new
    FEATS, the changed words marked in MISC (Changed=Yes), for `cdaflow inflect trees`; or, with a
    lexicon, the sentences are rewritten.

    Args:
        trees (CONLLU): default: -, the standard input
        text (SENTENCE): a sentence in place of trees
        models: models that parse --text
        noun (WORD[=GENDER]): words to set, by form or id, such as ingeniero=Fem; without a gender,
            or with *, each gender: one result for every combination
        target_genders (TSV): a table with the columns sent_id, word (its id) and gender (* for
            each)
        show: trees; a table of the changed words; or, with a lexicon, the sentences (uncertain ones
            are left out and reported)
        output: default: standard output

    Try a sentence: cdaflow agreement apply --lang es --model es.npz --text "El ingeniero es muy
    experto." --models MODELS --noun ingeniero --show words
    """
    from cdaflow.agreement import application
    from cdaflow.io.files import atomic_text

    set_threads(threads)
    pipeline = method.pipeline(load_model(model, lang), lexicon.words(lang))
    if show == "text" and pipeline.words is None:
        raise ConfigError(
            "lexicon.missing",
            "writing sentences requires a lexicon",
            hint="give --word-list, --treebank or --lexicon",
        )
    sentences = _sentences(trees, text, models, lang, threads)
    seen = [0, 0]
    requests = _requests(sentences, noun, target_genders, lang, pipeline, seen)
    results = application.apply(requests, pipeline)
    lines = {"trees": _tree_lines, "words": _word_lines, "text": _text_lines}[show](
        results, pipeline
    )
    if output == "-":
        for line in lines:
            sys.stdout.buffer.write(line.encode())
        sys.stdout.buffer.flush()
    else:
        with atomic_text(output) as handle:
            handle.writelines(lines)
    if not seen[1]:
        raise InputError(
            "request.nothing-in-sentences",
            f"no intervention is requested for any of the {seen[0]} sentences",
            hint="nouns are named as they are written in the sentences; tables name sent_ids",
        )
    return None if output == "-" else f"{output}: {seen[1]} of {seen[0]} sentences"


def _sentences(
    trees: str, text: str | None, models: Path | None, language: str, threads: int
) -> Iterator[Sentence]:
    from cdaflow.trees import parse_conllu, read_conllu

    if text is None:
        if trees != "-":
            yield from read_conllu(trees)
        else:
            yield from parse_conllu((line for line in sys.stdin), "standard input")
        return
    if models is None:
        raise ConfigError(
            "option.text-without-annotator",
            "--text requires --models, the models that annotate it",
        )
    from cdaflow.trees.annotate import annotate, load_annotator

    yield from annotate([("1", text)], load_annotator(models, language, threads=threads))


def _requests(
    sentences: Iterator[Sentence],
    words: Sequence[str],
    table: Path | None,
    language: str,
    pipeline: InterventionPipeline,
    seen: list[int],
) -> Iterator[InterventionRequest]:
    """Yield the requests; `seen`: counts sentences, and those of which something is asked."""
    from cdaflow.agreement.application import (
        Noun,
        read_target_genders,
        requests_for_nouns,
        requests_from_table,
    )
    from cdaflow.languages import get

    genders = sorted(get(language).genders)
    nouns = [Noun.parse(text) for text in words]
    target_genders = {} if table is None else read_target_genders(table)
    for sentence in sentences:
        is_asked = nouns or sentence.sent_id in target_genders
        repaired = pipeline.prepare_trees([sentence])[0] if is_asked else sentence
        requests = (
            requests_for_nouns(sentence, nouns, genders, repaired)
            if nouns
            else requests_from_table(sentence, target_genders, genders, repaired)
        )
        seen[0] += 1
        seen[1] += bool(requests)
        yield from requests


def _tree_lines(results: Iterator[Applied], _: InterventionPipeline) -> Iterator[str]:
    from cdaflow.agreement.application import changed_tree, numbered
    from cdaflow.trees import format_sentence

    for number, request, result in numbered(results):
        yield format_sentence(changed_tree(request, result, number))


def _word_lines(results: Iterator[Applied], _: InterventionPipeline) -> Iterator[str]:
    from cdaflow.agreement.application import changed_words, numbered

    yield "sent_id\tresult\tword\tform\tupos\told\tnew\n"
    for number, request, result in numbered(results):
        for token, old, new in changed_words(request, result):
            cells = (request.sentence.sent_id or "", str(number or 1), str(token.id), token.form,
                     token.upos, old, new)  # fmt: skip
            yield "\t".join(cells) + "\n"


def _text_lines(results: Iterator[Applied], pipeline: InterventionPipeline) -> Iterator[str]:
    from cdaflow.progress import say

    for request, result in results:
        assert pipeline.words is not None  # noqa: S101 (checked above)
        (realised,) = pipeline.words.realise(
            [result.sentence], [result.changes], check=pipeline.checks
        )
        if realised.rejection is not None:
            _, why = realised.rejection
            say(f"{request.sentence.sent_id or request.sentence.text}: {why}")
        else:
            yield realised.sentence.text + "\n"
