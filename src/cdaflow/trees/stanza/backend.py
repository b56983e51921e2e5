"""Trees by Stanza (Qi et al. 2020), from a folder of models.

The folder holds `<language>/<processor>/default.pt`, as `cdaflow trees train` writes it, or is
one that Stanza itself downloaded (then `resources.json` says which models belong together).
Nothing is fetched, and Stanza 1.15 reads its files by torch's `weights_only`, without pickle.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.errors import ConfigError, ProgramError
from cdaflow.provenance import source_digest
from cdaflow.trees.sentence import Fields, Sentence, Token, pack
from cdaflow.trees.spans import Word, build_sentence
from cdaflow.trees.stanza.words import UNKNOWN, Surface

if TYPE_CHECKING:
    from cdaflow.trees.stanza.graph import Arc, Tag

    #: Form, tags, lemma and arc of a word.
    _Row = tuple[str, Tag, str, Arc]

#: What a tree takes; multiword tokens (mwt) are split where there is a model for it.
NEEDED = ("tokenize", "pos", "lemma", "depparse")

#: The lemmatiser and the expander take words without their sentences: batches in words.
_WORD_BATCH = 500


def open_annotator(
    folder: str | os.PathLike[str], language: str, *, device: str = "cpu", threads: int = 1
) -> StanzaAnnotator:
    """Return the annotator of a folder of models; these are read when first needed.

    Raises ConfigError where the folder lacks a model of the language.
    """
    models = Path(folder) / language
    missing = [name for name in NEEDED if not any((models / name).glob("*.pt"))]
    known = _resources(Path(folder)).get(language)
    if known is not None and (models / "tokenize").is_dir():
        # Of some languages Stanza takes the words themselves for lemmas: there is no file.
        missing = [name for name in missing if name != "lemma"]
    if missing:
        raise ConfigError(
            f"no Stanza models of {language!r} for {', '.join(missing)}: expected files such "
            f"as {language}/{missing[0]}/default.pt",
            file=folder,
            hint=f"train them: cdaflow trees train --lang {language} ..., or give the folder "
            "into which Stanza downloaded its models",
        )
    return StanzaAnnotator(Path(folder), language, device=device, threads=threads)


class StanzaAnnotator:
    """A `WordAnnotator` (see `cdaflow.trees.annotate`) by Stanza.

    The trees are those of `stanza.Pipeline(...)(text)` with `tokenize_no_ssplit`, one text at a
    time, but for tokens of more characters than the models take: these keep their form, and it
    is their lemma.
    """

    def __init__(self, folder: Path, language: str, *, device: str, threads: int) -> None:
        self._folder = folder
        self._language = language
        self._device = device
        self._threads = threads
        self._digest: str | None = None
        self._stages: _Stages | None = None

    @property
    def language(self) -> str:
        """The language of the texts."""
        return self._language

    @property
    def digest(self) -> str:
        """SHA-256 over the model files, the versions of Stanza and PyTorch, and this code."""
        if self._digest is None:
            self._digest = _digest(self._folder, self._language)
        return self._digest

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        """Return one tree for each text, in order, without comments; see `Annotator`."""
        return self._opened().trees(texts)

    def annotate_words(self, trees: Sequence[Sentence]) -> list[Sentence]:
        """Return trees of given words; see `WordAnnotator`."""
        return self._opened().trees_of_words(trees)

    def _opened(self) -> _Stages:
        if self._stages is None:
            self._stages = _Stages(
                open_pipeline(self._folder, self._language, self._device, self._threads)
            )
        return self._stages


def open_pipeline(folder: str | os.PathLike[str], language: str, device: str, threads: int) -> Any:
    """Return Stanza's own pipeline of the models; a call of it takes one text as one sentence.

    Raises ConfigError where the device is not there, ProgramError where the models do not load.
    """
    import stanza
    import torch

    torch.set_num_threads(threads)
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise ConfigError(
            f"the device {device} is not there: PyTorch finds no GPU",
            hint="use --device cpu, or install a PyTorch with CUDA",
        )
    listed = language in _resources(Path(folder))
    # Some languages (Russian) have no multiword tokens: asked for them, Stanza would fail.
    with_multiwords = any((Path(folder) / language / "mwt").glob("*.pt"))
    processors = [*NEEDED, *(("mwt",) if with_multiwords else ())]
    vectors = Path(folder) / language / "pretrain" / "default.pt"
    options: dict[str, Any] = {}
    if not listed and vectors.is_file():
        # Where Stanza has no list it does not look for the vectors either.
        options = dict.fromkeys(("pos_pretrain_path", "depparse_pretrain_path"), str(vectors))
    try:
        return stanza.Pipeline(
            language,
            dir=str(folder),
            package="default" if listed else None,
            processors=",".join(processors),
            download_method=None,
            allow_unknown_language=True,
            tokenize_no_ssplit=True,
            lemma_batch_size=_WORD_BATCH,
            mwt_batch_size=_WORD_BATCH,
            device=device,
            verbose=False,
            **options,
        )
    except Exception as error:
        # Stanza raises whatever the reading of a damaged file happens to raise.
        raise ProgramError(
            f"Stanza cannot load its {language} models: {type(error).__name__}: {error}",
            file=folder,
            hint="fetch or train them again with Stanza " + version("stanza"),
        ) from error


def _resources(folder: Path) -> dict[str, Any]:
    """Return what Stanza's list of models says; nothing where there is none."""
    try:
        resources = json.loads((folder / "resources.json").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, OSError) as error:
        raise ConfigError(
            f"Stanza's list of models cannot be read ({error})", file=folder / "resources.json"
        ) from None
    return resources if isinstance(resources, dict) else {}


def _digest(folder: Path, language: str) -> str:
    code = source_digest("cdaflow.trees.stanza.backend")
    packages = " ".join(f"{name} {version(name)}" for name in ("stanza", "torch"))
    total = hashlib.sha256(f"{packages} {code} {language}\n".encode())
    listed = json.dumps(_resources(folder).get(language), sort_keys=True)
    total.update(listed.encode() + b"\n")
    models = folder / language
    for path in sorted(models.rglob("*.pt"), key=lambda path: path.relative_to(models).as_posix()):
        with path.open("rb") as handle:
            file = hashlib.file_digest(handle, "sha256").hexdigest()
        total.update(f"{path.relative_to(models).as_posix()} {file}\n".encode())
    return total.hexdigest()


class _Stages:
    """The processors of a pipeline, each over all sentences before the next."""

    def __init__(self, pipeline: Any) -> None:
        from cdaflow.trees.stanza.graph import Parser, Tagger
        from cdaflow.trees.stanza.words import Expander, Lemmatiser, Tokeniser

        processors = pipeline.processors
        self._tokeniser = Tokeniser(processors["tokenize"])
        self._expander = Expander(processors.get("mwt"))
        self._tagger = Tagger(processors["pos"])
        self._lemmatiser = Lemmatiser(processors["lemma"])
        self._parser = Parser(processors["depparse"])

    def trees(self, texts: Sequence[str]) -> list[Sentence]:
        """Return the trees of texts."""
        import torch

        with torch.inference_mode():
            surfaces = self._tokeniser.split(texts)
            expanded = self._expander.words(surfaces)
            rows = self._rows([[word for parts in words for word in parts] for words in expanded])
        return [
            _sentence(text, surfaces[index], expanded[index], rows[index])
            for index, text in enumerate(texts)
        ]

    def trees_of_words(self, trees: Sequence[Sentence]) -> list[Sentence]:
        """Return trees of the words, and with the multiword tokens, of other trees."""
        import torch

        with torch.inference_mode():
            rows = self._rows([[token.form for token in tree.tokens] for tree in trees])
        return [
            replace(tree, tokens=tuple(map(_given, tree.tokens, found)), empty_nodes=())
            for tree, found in zip(trees, rows, strict=True)
        ]

    def _rows(self, sentences: list[list[str]]) -> list[list[_Row]]:
        """Return form, tags, lemma and arc of each word of each sentence."""
        # A sentence without words (a text of nothing but blanks) does not belong in a batch.
        filled = [index for index, words in enumerate(sentences) if words]
        words = [sentences[index] for index in filled]
        tags = self._tagger.tags(words)
        lemmas = self._lemmatiser.lemmas(words, [[tag.upos for tag in row] for row in tags])
        arcs = self._parser.arcs(words, tags, lemmas)
        rows: list[list[_Row]] = [[] for _ in sentences]
        for index, *columns in zip(filled, words, tags, lemmas, arcs, strict=True):
            rows[index] = list(zip(*columns, strict=True))
        return rows


def _sentence(
    text: str, surfaces: Sequence[Surface], expanded: Sequence[Sequence[str]], rows: Sequence[_Row]
) -> Sentence:
    if not surfaces:
        return Sentence(())
    words: list[Word] = []
    number = 0
    for surface, parts in zip(surfaces, expanded, strict=True):
        tokens = []
        for row in rows[number : number + len(parts)]:
            number += 1
            tokens.append(_token(number, text[surface.start : surface.end], *row))
        words.append(Word(surface.start, surface.end, tuple(tokens)))
    return build_sentence(text, words)


def _given(given: Token, row: _Row) -> Token:
    return _token(given.id, given.form, *row).changed(form=given.form, misc=given.misc)


def _token(number: int, surface: str, form: str, tag: Tag, lemma: str, arc: Arc) -> Token:
    return Token(
        id=number,
        form=form,
        lemma=lemma if lemma.strip() and UNKNOWN not in (form, lemma) else surface,
        upos=tag.upos if not tag.upos.startswith("<") else "X",
        xpos=tag.xpos if not tag.xpos.startswith("<") else "_",
        feats=_features(tag.feats),
        head=arc.head,
        deprel=arc.deprel,
    )


_FEATURES: dict[str, Fields] = {}


def _features(feats: str) -> Fields:
    """Return features as a mapping, the same for equal strings, without marks."""
    known = _FEATURES.get(feats)
    if known is None:
        pairs = (item.partition("=") for item in feats.split("|") if feats != "_")
        # A value such as <UNK> or <PAD> is of Stanza, and no value of a feature.
        kept = {name: value for name, _, value in pairs if not value.startswith("<")}
        known = _FEATURES[feats] = Fields(pack(kept, ordered=True))
    return known
