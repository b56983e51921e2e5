"""Gender alternatives of one sentence, to try."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.cli.alternatives_rewriting import People, rewriter_of
from cdaflow.cli.decoders import CTranslate2, Machine, UserModel, open_decoder
from cdaflow.cli.intervention import AgreementLexicon, Method, ModelName, set_threads
from cdaflow.cli.options import EnglishLists
from cdaflow.option_types import Folder, Language, Threads, UsageError, Value, Without

if TYPE_CHECKING:
    from cdaflow.alternatives.making import Made
    from cdaflow.alternatives.structures import Alternatives
    from cdaflow.nmt.model import Model

#: Why nothing, or not everything, is offered.
_WHY = {
    "nobody-open": "nobody is named whose gender is open",
    "unchanged": "nothing changes with a gender that is open",
    "inflection": "a form is uncertain",
    "disagreement": "words of the sentence would not agree",
    "interaction": "no structures give all sentences",
    "too-many": "too many people for all combinations",
}


def show(
    sentence: Annotated[str, Value(metavar="SENTENCE")],
    /,
    *,
    lang: Language,
    translation: str | None = None,
    translate_with: Path | None = None,
    files: UserModel = UserModel(),
    decoder: Literal["marian", "ctranslate2"] | None = None,
    ctranslate2: CTranslate2 = CTranslate2(),
    machine: Annotated[Machine, Without("threads", "gpus")] = Machine(),
    models: Folder,
    people: Annotated[People, Without("tags")] = People(),
    model: ModelName = "base",
    lists: EnglishLists = EnglishLists(),
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    json: bool = False,
    all: bool = False,
) -> None:
    """Show the gender alternatives of one translation: [[El jefe/La jefa]].

    Args:
        sentence: an English sentence
        translation (TEXT): its translation, in any genders
        translate_with (MODEL): in place of a translation: translate by a model of Marian: its
            folder, or an .npz with --vocabs
        decoder: ctranslate2 supports the plain transformer only
        models: models that parse both sides
        json: print everything as JSON: the structures and their people, the people with labels and
            probabilities, all sentences
        all: print the sentences for all combinations of genders, and who is a woman in each
    """
    from cdaflow.alternatives.making import make_alternatives
    from cdaflow.alternatives.markup import parse_texts
    from cdaflow.alternatives.sentences import check_language
    from cdaflow.alternatives.structures import marked
    from cdaflow.languages import check_written
    from cdaflow.trees.annotate import clean, load_annotator

    check_written(lang)
    by = people.by()
    if people.open_by in ("gold", "none"):
        raise UsageError("option.open-by-without-files", "--open-by gold and none are of files")
    if (translation is None) == (translate_with is None):
        raise UsageError(
            "option.translation-not-one-source", "give either --translation or --translate-with"
        )
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
    (made,) = make_alternatives(rewriter, trees[1], trees[0], heads, by=by)
    if json:
        print(_as_json(made))
        return
    lines = list(_all(made.alternatives)) if all else [marked(made.alternatives)]
    if made.cause:
        lines.append(f"({_WHY.get(made.cause, made.cause)}{': ' * bool(made.detail)}{made.detail})")
    print("\n".join(lines))


def _translated(sentence: str, loaded: Model, decoder: Any) -> str:
    import tempfile

    from cdaflow.io.files import read_lines, write_lines
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

    from cdaflow.alternatives.files import as_json
    from cdaflow.alternatives.structures import marked

    content = as_json(made.alternatives) | {"marked": marked(made.alternatives)}
    if made.cause:
        content |= {"cause": made.cause, "detail": made.detail}
    content["texts"] = [{"women": women, "text": text} for women, text in _texts(made.alternatives)]
    return json.dumps(content, ensure_ascii=False, indent=2)


def _all(alternatives: Alternatives) -> Sequence[str]:
    entities, source = alternatives.entities or (), alternatives.source
    lines = []
    for women, text in _texts(alternatives):
        names = ", ".join(
            "everybody" if n < 0 else source[entities[n].start : entities[n].end] for n in women
        )
        lines.append(f"{text}\t{names and f'women: {names}'}".rstrip())
    return lines


def _texts(alternatives: Alternatives) -> list[tuple[list[int], str]]:
    """Return each text with those who are women; -1 for everybody, where they are too many."""
    if any(not structure.entities for structure in alternatives.structures):
        return [([], alternatives.masculine), ([-1], alternatives.feminine)]
    return [
        ([n for n, gender in genders.items() if gender == "Fem"], text)
        for genders, text in alternatives.texts()
    ]
