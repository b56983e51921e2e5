"""Trees by Stanza (Qi et al. 2020), from a folder of models.

The folder holds `<language>/<processor>/default.pt`, as `cdaflow trees train` writes it, or is
one that Stanza itself downloaded (then `resources.json` says which models belong together).
Nothing is fetched, and Stanza 1.15 reads its files by torch's `weights_only`, without pickle.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

from cdaflow.errors import ConfigError
from cdaflow.provenance import source_digest
from cdaflow.trees.sentence import Fields, Sentence, Token, pack
from cdaflow.trees.spans import Word, build_sentence
from cdaflow.trees.stanza.pipeline import (
    Analysis,
    FastPipeline,
    Parsed,
    missing_models,
    open_pipeline,
)
from cdaflow.trees.stanza.resources import read_resources
from cdaflow.trees.stanza.words import UNKNOWN

#: The typographic apostrophe within a word.
_APOSTROPHE = re.compile(r"(?<=\w)’(?=\w)")


def open_annotator(
    folder: str | os.PathLike[str], language: str, *, device: str = "cpu", threads: int = 1
) -> StanzaAnnotator:
    """Return the annotator of a folder of models; these are read when first needed.

    Raises ConfigError where the folder lacks a model of the language.
    """
    if missing := missing_models(Path(folder), language):
        raise ConfigError(
            "stanza.models-missing",
            f"no Stanza models of {language!r} for {', '.join(missing)}: expected files such "
            f"as {language}/{missing[0]}/default.pt",
            file=folder,
            hint=f"train models (cdaflow trees train --lang {language} ...), or give the folder "
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

    @property
    def language(self) -> str:
        """The language of the texts."""
        return self._language

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the model files, the versions of Stanza and PyTorch, and this code."""
        code = source_digest("cdaflow.trees.stanza_annotator")
        packages = " ".join(f"{name} {version(name)}" for name in ("stanza", "torch"))
        total = hashlib.sha256(f"{packages} {code} {self._language}\n".encode())
        listed = json.dumps(read_resources(self._folder).get(self._language), sort_keys=True)
        total.update(listed.encode() + b"\n")
        models = self._folder / self._language
        files = {path.relative_to(models).as_posix(): path for path in models.rglob("*.pt")}
        for name, path in sorted(files.items()):
            with path.open("rb") as handle:
                checksum = hashlib.file_digest(handle, "sha256").hexdigest()
            total.update(f"{name} {checksum}\n".encode())
        return total.hexdigest()

    @cached_property
    def _pipeline(self) -> FastPipeline:
        return FastPipeline(
            open_pipeline(self._folder, self._language, self._device, self._threads)
        )

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        """Return one tree for each text, in order, without comments; see `Annotator`."""
        # Small English models have not learnt that "teacher’s" is two words.
        read = [_APOSTROPHE.sub("'", text) for text in texts] if self._language == "en" else texts
        return list(map(_sentence, texts, self._pipeline.parse(read)))

    def annotate_words(self, trees: Sequence[Sentence]) -> list[Sentence]:
        """Return trees of given words; see `WordAnnotator`."""
        rows = self._pipeline.parse_words([[token.form for token in tree.tokens] for tree in trees])
        return [
            replace(tree, tokens=tuple(map(_given, tree.tokens, row)), empty_nodes=())
            for tree, row in zip(trees, rows, strict=True)
        ]


def _sentence(text: str, parsed: Sequence[Parsed]) -> Sentence:
    """Return the tree of a text; one without words for blanks."""
    words: list[Word] = []
    number = 0
    for (start, end, *_), analyses in parsed:
        tokens = [
            _token(n, text[start:end], analysis) for n, analysis in enumerate(analyses, number + 1)
        ]
        number += len(tokens)
        words.append(Word(start, end, tuple(tokens)))
    return build_sentence(text, words) if words else Sentence(())


def _given(word: Token, analysis: Analysis) -> Token:
    return _token(word.id, word.form, analysis).changed(form=word.form, misc=word.misc)


def _token(number: int, surface: str, word: Analysis) -> Token:
    is_known = word.lemma.strip() and UNKNOWN not in (word.form, word.lemma)
    return Token(
        id=number,
        form=word.form,
        lemma=word.lemma if is_known else surface,
        upos=word.upos if not word.upos.startswith("<") else "X",
        xpos=word.xpos if not word.xpos.startswith("<") else "_",
        feats=_features(word.feats),
        head=word.head,
        deprel=word.deprel,
    )


@cache
def _features(feats: str) -> Fields:
    """Return features as a mapping, the same for equal strings, without marks."""
    pairs = (item.partition("=") for item in feats.split("|") if feats != "_")
    # A value such as <UNK> or <PAD> is of Stanza, and no value of a feature.
    return Fields(
        pack({n: value for n, _, value in pairs if not value.startswith("<")}, ordered=True)
    )
