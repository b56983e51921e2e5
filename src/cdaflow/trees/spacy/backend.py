"""Annotating texts with a spaCy pipeline that `cdaflow trees train` has trained."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.trees.models import read_description
from cdaflow.trees.sentence import Sentence
from cdaflow.trees.spacy.documents import doc_of, make_doc, tokens_of
from cdaflow.trees.spacy.multiwords import MultiwordTable, read_multiwords
from cdaflow.trees.spacy.pipeline import build_pipeline, load_weights
from cdaflow.trees.spacy.settings import Settings, check_settings
from cdaflow.trees.spacy.tokeniser import Span, spans
from cdaflow.trees.spans import Word, build_sentence

#: Raised when the code changes the trees that the same models give.
_VERSION = 1

#: Documents that go through the network at once.
_BATCH = 64


class SpacyAnnotator:
    """A `WordAnnotator` (see `cdaflow.trees.annotator`); made by `open_annotator`."""

    def __init__(self, language: str, nlp: Any, multiwords: MultiwordTable, digest: str) -> None:
        self.language = language
        self.digest = digest
        self._nlp = nlp
        self._multiwords = multiwords

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        """Return one tree for each text, in order; a text of blanks has one without words."""
        # Strings that are new with these texts are forgotten with the zone; without it the
        # memory would grow with the corpus.
        with self._nlp.memory_zone():
            surfaces = [spans(self._nlp.tokenizer, text) for text in texts]
            words = [
                [self._multiwords.split(text[s:e], first=i == 0) for i, (s, e) in enumerate(found)]
                for text, found in zip(texts, surfaces, strict=True)
            ]
            docs = self._nlp.pipe(
                (
                    self._doc(text, found, split)
                    for text, found, split in zip(texts, surfaces, words, strict=True)
                    if found
                ),
                batch_size=_BATCH,
            )
            return [
                _sentence(text, found, split, next(docs)) if found else build_sentence(text, ())
                for text, found, split in zip(texts, surfaces, words, strict=True)
            ]

    def annotate_words(self, trees: Sequence[Sentence]) -> list[Sentence]:
        """Return trees of given words; see `WordAnnotator`."""
        found = []
        with self._nlp.memory_zone():
            docs = self._nlp.pipe(
                (doc_of(self._nlp, tree) for tree in trees if tree.tokens),
                batch_size=_BATCH,
            )
            for tree in trees:
                tokens = tree.tokens and tuple(
                    token.changed(form=given.form, misc=given.misc)
                    for token, given in zip(tokens_of(next(docs)), tree.tokens, strict=True)
                )
                found.append(Sentence(tokens, tree.multiwords, tree.comments))
        return found

    def _doc(self, text: str, found: Sequence[Span], split: Sequence[Sequence[str]]) -> Any:
        words: list[str] = []
        spaces: list[bool] = []
        for (_, end), pieces in zip(found, split, strict=True):
            words += pieces
            spaces += [False] * (len(pieces) - 1)
            # As in training, where nothing says what follows the sentence.
            spaces.append(end == len(text) or text[end].isspace())
        return make_doc(self._nlp, words, spaces)


def open_annotator(
    folder: str | os.PathLike[str], language: str, *, device: str = "cpu", threads: int = 1
) -> SpacyAnnotator:
    """Return the annotator of a model folder that `train_spacy` wrote.

    spaCy computes on one thread whatever `threads` says: let shards run beside each other.
    Raises InputError where the folder is not whole, ConfigError where it is of another language,
    where spaCy is not installed, and for another device than the CPU.
    """
    if device != "cpu":
        raise ConfigError(
            f"spaCy models are run on the CPU, not on {device!r}", hint="set the device to cpu"
        )
    if threads < 1:
        raise ConfigError(f"at least one thread is wanted, not {threads}")
    home = Path(folder)
    content = read_description(home, language)
    if content.get("backend") != "spacy" or not isinstance(content.get("settings"), dict):
        raise InputError(
            "this does not describe models of spaCy",
            file=home / "annotator.json",
            hint="the folder of a spaCy annotator is made by `cdaflow trees train`",
        )
    settings = check_settings({"backend": "spacy", **content["settings"]}, home / "annotator.json")
    multiwords = read_multiwords(home / "multiwords.tsv")
    nlp = build_pipeline(language, settings["network"])
    files = sorted(path for path in (home / "spacy").rglob("*") if path.is_file())
    try:
        if not files:
            raise FileNotFoundError("the folder is absent or empty")
        load_weights(nlp, home / "spacy")
    except MemoryError:
        raise
    except Exception as error:  # spaCy, thinc, msgpack and numpy raise dozens of kinds
        raise InputError(
            f"spaCy cannot load these models ({type(error).__name__}: {error})",
            file=home / "spacy",
            hint="train them again; were they copied whole?",
        ) from None
    return SpacyAnnotator(language, nlp, multiwords, _digest(home, files, language, settings))


def _digest(home: Path, files: Sequence[Path], language: str, settings: Settings) -> str:
    """Return a digest of the models, the table, the settings and the code's versions."""
    parts = [str(_VERSION), importlib.metadata.version("spacy"), language]
    parts += [json.dumps(settings, sort_keys=True), digest(home / "multiwords.tsv")]
    parts += [f"{path.relative_to(home).as_posix()} {digest(path)}" for path in files]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _sentence(
    text: str, found: Sequence[Span], split: Sequence[Sequence[str]], doc: Any
) -> Sentence:
    tokens = tokens_of(doc)
    words, place = [], 0
    for (start, end), pieces in zip(found, split, strict=True):
        words.append(Word(start, end, tuple(tokens[place : place + len(pieces)])))
        place += len(pieces)
    return build_sentence(text, words)
