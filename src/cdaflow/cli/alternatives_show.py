"""Gender alternatives to read: of one sentence, to try, and of files."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.alternatives.localised import LocalisedFile, is_catalogue
from cdaflow.alternatives.markup import parse_texts
from cdaflow.alternatives.presentation import (
    both_forms,
    confidence_text,
    names,
    page,
    texts_by_women,
)
from cdaflow.alternatives.sentences import check_language
from cdaflow.alternatives.structures import Alternatives, as_json, marked, read_alternatives
from cdaflow.cli.alternatives_rewriting import People
from cdaflow.cli.decoders import CTranslate2, Machine, UserModel, open_decoder
from cdaflow.cli.intervention import AgreementLexicon, Method, ModelName, set_threads
from cdaflow.cli.options import EnglishLists
from cdaflow.cli.rewriting import rewriter_of
from cdaflow.io.files import atomic_text, read_lines, tsv_lines, write_lines
from cdaflow.languages import check_written
from cdaflow.option_types import (
    Folder,
    Language,
    OutputPath,
    Threads,
    UsageError,
    Value,
    Without,
    exclusive,
)
from cdaflow.trees.annotate import clean, load_annotator

if TYPE_CHECKING:
    from cdaflow.alternatives.making import Made
    from cdaflow.nmt.model import Model

#: Why nothing, or not everything, is offered.
_WHY = {
    "nobody-open": "nobody is named whose gender is open",
    "unchanged": "nothing changes with a gender that is open",
    "inflection": "a form is uncertain",
    "doubtful": "words such as these are often wrong; --open-by rules offers them",
    "disagreement": "words of the sentence would not agree",
    "interaction": "no structures give all sentences",
    "too-many": "too many people for all combinations",
}


@exclusive("json", "all", "output")
def show(
    sentence: Annotated[str, Value(metavar="SENTENCE|FILE.jsonl")],
    /,
    *,
    lang: Language | None = None,
    translation: str | None = None,
    translate_with: Path | None = None,
    files: UserModel = UserModel(),
    decoder: Literal["marian", "ctranslate2"] | None = None,
    ctranslate2: CTranslate2 = CTranslate2(),
    machine: Annotated[Machine, Without("threads", "gpus")] = Machine(),
    models: Folder | None = None,
    people: Annotated[People, Without("tags")] = People(),
    model: ModelName = "base",
    lists: EnglishLists = EnglishLists(),
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    json: bool = False,
    all: bool = False,
    output_form: Literal["marked", "both"] | None = None,
    output: OutputPath | None = None,
    catalogue: Path | None = None,
) -> str | None:
    """Show gender alternatives, of one translation or of a file: [[El jefe/La jefa]].

    Behind a text is how probable it is that the gender of its people is open, where a tagger said.

    Args:
        sentence: an English sentence; or a file of alternatives, which needs no other option
        lang: the language of the translation of SENTENCE
        translation (TEXT): its translation, in any genders
        translate_with (MODEL): in place of a translation: translate by a model of Marian: its
            folder, or an .npz with --vocabs
        decoder: ctranslate2 supports the plain transformer only
        models: models that parse both sides
        json: print everything as JSON: the structures and their people, the people with labels and
            probabilities, all sentences
        all: print the sentences for all combinations of genders, and who is a woman in each
        output_form: marked: [[El jefe/La jefa]] está [[cansado/cansada]] (default); both: El/La
            jefe/jefa está cansado/cansada
        output (FILE): write a table (.tsv), one page (.html), the catalogue with proposals (.po,
            .xlf, .xliff) or text, instead of printing
        catalogue (FILE): the catalogue whose sentences FILE.jsonl has, for such an output
    """
    from cdaflow.alternatives.making import Made, make_alternatives

    if output_form is not None and (json or all):
        raise UsageError(
            "option.output-form-of-text",
            "--json and --all have both forms: --output-form is of the text",
        )
    both = output_form == "both"
    made: Iterable[Made]
    if Path(sentence.removesuffix(".gz")).suffix == ".jsonl":
        if translation is not None or translate_with is not None:
            raise UsageError("option.translation-of-file", f"{sentence} has its translations")
        made = map(Made, read_alternatives(sentence))
    elif Path(sentence).is_file():
        raise UsageError(
            "option.file-in-place-of-sentence",
            f"{sentence} is a file: cdaflow alternatives rewrite makes FILE.jsonl of it",
        )
    elif lang is None or models is None:
        raise UsageError("option.sentence-without-models", "a sentence needs --lang and --models")
    else:
        check_written(lang)
        if people.open_by in ("gold", "none"):
            raise UsageError("option.open-by-without-files", "--open-by gold and none are of files")
        if (translation is None) == (translate_with is None):
            raise UsageError(
                "option.translation-not-one-source", "give either --translation or --translate-with"
            )
        by = people.by()
        sentence = clean(sentence)
        check_language([sentence], "en", None)
        set_threads(threads)
        if translate_with is not None:
            loaded = files.load(translate_with, lang)
            translation = _translated(
                sentence, loaded, open_decoder(decoder, machine, ctranslate2, loaded)
            )
        check_language([translation or ""], lang, None)
        rewriter = rewriter_of(lang, model, lists, method, lexicon)
        tagger = people.open_tagger(threads)
        trees = [
            list(parse_texts([text], load_annotator(models, code, threads=threads)))
            for code, text in (("en", sentence), (lang, clean(translation or "")))
        ]
        heads = None if tagger is None else tagger.tag([sentence])
        made = make_alternatives(rewriter, trees[1], trees[0], heads, by=by)
    if output is not None:
        return _write(output, (each.alternatives for each in made), both, catalogue)
    for each in made:
        print(_as_json(each) if json else "\n".join(_lines(each, both, all)))
    return None


def _write(output: Path, items: Iterable[Alternatives], both: bool, catalogue: Path | None) -> str:
    """Write alternatives as the name of the file says; return the line on it."""
    counts: Counter[bool] = Counter()

    def counted() -> Iterator[Alternatives]:
        for each in items:
            counts[bool(each.structures)] += 1
            yield each

    if is_catalogue(output) != (catalogue is not None):
        raise UsageError(
            "option.catalogue-and-output", "--catalogue FILE goes with an --output of the same kind"
        )
    if catalogue is not None:
        if catalogue.suffix != output.suffix:
            raise UsageError(
                "option.catalogue-and-output",
                f"--output {output} is no {catalogue.suffix}, as --catalogue is",
            )
        LocalisedFile(catalogue).write(output, counted())
    elif output.suffix == ".html":
        with atomic_text(output) as handle:
            handle.writelines(page(counted(), both=both))
    elif output.suffix == ".tsv":
        columns = (
            "line",
            "source",
            "both" if both else "marked",
            "masculine",
            "feminine",
            "confidence",
        )
        rows = (
            (str(number), each.source, _text(each, both), each.masculine, each.feminine,
             confidence_text(each))
            for number, each in enumerate(counted(), 1)
        )  # fmt: skip
        write_lines(output, tsv_lines(columns, rows))
    else:
        write_lines(output, (_line(each, both) for each in counted()))
    return f"{output}: alternatives for {counts[True]} of {counts.total()} sentences"


def _text(alternatives: Alternatives, both: bool) -> str:
    return both_forms(alternatives) if both else marked(alternatives)


def _line(alternatives: Alternatives, both: bool) -> str:
    """Return the text, with its confidence where there is one."""
    return f"{_text(alternatives, both)}\t{confidence_text(alternatives)}".rstrip("\t")


def _lines(made: Made, both: bool, all: bool) -> Iterator[str]:
    yield from _all(made.alternatives) if all else [_line(made.alternatives, both)]
    if made.cause:
        yield f"({_WHY.get(made.cause, made.cause)}{': ' * bool(made.detail)}{made.detail})"


def _translated(sentence: str, loaded: Model, decoder: Any) -> str:
    from cdaflow.nmt.translate import translate

    if not sentence.strip():
        return ""
    with tempfile.TemporaryDirectory(prefix="cdaflow-show-") as name:
        folder = Path(name)
        write_lines(folder / "source", [sentence])
        translate(loaded, folder / "source", folder / "target", decoder=decoder, log=folder / "log")
        return next(iter(read_lines(folder / "target")), "")


def _as_json(made: Made) -> str:
    import json

    content = as_json(made.alternatives) | {"marked": marked(made.alternatives)}
    if made.cause:
        content |= {"cause": made.cause, "detail": made.detail}
    texts = texts_by_women(made.alternatives)
    content["texts"] = [{"women": women, "text": text} for women, text in texts]
    return json.dumps(content, ensure_ascii=False, indent=2)


def _all(alternatives: Alternatives) -> Iterator[str]:
    for women, text in texts_by_women(alternatives):
        said = names(alternatives, women)
        yield f"{text}\t{said and f'women: {said}'}".rstrip()
