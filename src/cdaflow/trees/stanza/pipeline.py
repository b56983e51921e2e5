"""Stanza's pipeline over many sentences at once: text in, words with their analyses out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from cdaflow.errors import ConfigError, ProgramError
from cdaflow.io.compression import check_file
from cdaflow.trees.stanza.resources import read_resources
from cdaflow.trees.stanza.words import Expander, Lemmatiser, Surface, Tokeniser

#: The processors that a tree takes; multiword tokens (mwt) are split where there is a model for it.
PROCESSORS = ("tokenize", "pos", "lemma", "depparse")

#: The lemmatiser and the expander take words without their sentences: batches in words.
_WORD_BATCH = 500


class Analysis(NamedTuple):
    """A syntactic word as the models have it: CoNLL-U's columns, `head` 0 for the root.

    `form` and `lemma` may be `UNKNOWN`, and a tag a mark of Stanza's such as <UNK>.
    """

    form: str
    upos: str
    xpos: str
    feats: str
    lemma: str
    head: int
    deprel: str


#: A surface word with its syntactic words, in order; heads count the words of the sentence from 1.
Parsed = tuple[Surface, list[Analysis]]


class FastPipeline:
    """The processors of a `stanza.Pipeline`, each over all sentences before the next."""

    def __init__(self, pipeline: Any) -> None:
        from cdaflow.trees.stanza.graph import Parser, Tagger  # torch takes seconds to import

        processors = pipeline.processors
        self._tokeniser = Tokeniser(processors["tokenize"])
        self._expander = Expander(processors.get("mwt"))
        self._tagger = Tagger(processors["pos"])
        self._lemmatiser = Lemmatiser(processors["lemma"])
        self._parser = Parser(processors["depparse"])

    def parse(self, texts: Sequence[str]) -> list[list[Parsed]]:
        """Return the surface words of each text, which is taken as one sentence."""
        import torch

        with torch.inference_mode():
            surfaces = self._tokeniser.split(texts)
            expanded = self._expander.words(surfaces)
            rows = self._analyses(
                [[word for parts in sentence for word in parts] for sentence in expanded]
            )
        return [
            [(surface, [next(words) for _ in parts]) for surface, parts in zip(*pair, strict=True)]
            for *pair, words in zip(surfaces, expanded, map(iter, rows), strict=True)
        ]

    def parse_words(self, sentences: Sequence[Sequence[str]]) -> list[list[Analysis]]:
        """Return an analysis of each of the given syntactic words of each sentence."""
        import torch

        with torch.inference_mode():
            return self._analyses(sentences)

    def _analyses(self, sentences: Sequence[Sequence[str]]) -> list[list[Analysis]]:
        # A sentence without words (a text of nothing but blanks) does not belong in a batch.
        filled = [index for index, words in enumerate(sentences) if words]
        words = [sentences[index] for index in filled]
        tags = self._tagger.tags(words)
        lemmas = self._lemmatiser.lemmas(words, [[tag.upos for tag in row] for row in tags])
        arcs = self._parser.arcs(words, tags, lemmas)
        rows: list[list[Analysis]] = [[] for _ in sentences]
        for index, *columns in zip(filled, words, tags, lemmas, arcs, strict=True):
            rows[index] = [
                Analysis(form, tag.upos, tag.xpos, tag.feats, lemma, arc.head, arc.deprel)
                for form, tag, lemma, arc in zip(*columns, strict=True)
            ]
        return rows


def missing_models(folder: Path, language: str) -> list[str]:
    """Return the processors for which a folder has no model of the language."""
    models = folder / language
    missing = [name for name in PROCESSORS if not any((models / name).glob("*.pt"))]
    if read_resources(folder).get(language) is not None and (models / "tokenize").is_dir():
        # Of some languages Stanza takes the words themselves for lemmas: there is no file.
        missing = [name for name in missing if name != "lemma"]
    return missing


def open_pipeline(folder: str | os.PathLike[str], language: str, device: str, threads: int) -> Any:
    """Return Stanza's own pipeline of the models; a call of it takes one text as one sentence.

    Raises ConfigError where the device is not there, ProgramError where the models do not load,
    InputError where they are pointers of Git LFS or the like.
    """
    import stanza
    import torch

    torch.set_num_threads(threads)
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise ConfigError(
            "device.no-gpu",
            f"the device {device} is not available: PyTorch finds no GPU",
            hint="use --device cpu, or install a PyTorch with CUDA",
        )
    for path in (Path(folder) / language).rglob("*.pt"):
        check_file(path)
    listed = language in read_resources(Path(folder))
    # Some languages (Russian) have no multiword tokens: asked for them, Stanza would fail.
    with_multiwords = any((Path(folder) / language / "mwt").glob("*.pt"))
    processors = [*PROCESSORS, *(("mwt",) if with_multiwords else ())]
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
            "stanza.models-not-loadable",
            f"Stanza cannot load its {language} models: {type(error).__name__}: "
            + str(error).partition("\n")[0],
            file=folder,
            hint="fetch or train them again with Stanza " + version("stanza"),
        ) from error
