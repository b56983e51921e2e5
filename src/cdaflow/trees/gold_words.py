"""Annotators over words that are given: without tokeniser and multiword expansion."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.trees.sentence import Sentence, Token

#: Words of one call at most: what a call holds in memory grows with them.
_BATCH = 20_000


def annotate_words(
    folder: str | os.PathLike[str],
    language: str,
    trees: Sequence[Sentence],
    *,
    backend: str = "stanza",
    device: str = "cpu",
    threads: int = 1,
) -> list[Sentence]:
    """Return `trees` with tags, features, lemmas, heads and relations of the models in `folder`.

    The words and multiword tokens stay as they are. Raises InputError where the models are not
    there.
    """
    if backend == "spacy":
        return _by_spacy(Path(folder), language, trees, device, threads)
    pipeline = _open(Path(folder), language, device, threads)
    found: list[Sentence] = []
    for batch in _batches(trees):
        document = pipeline([[_one_word(token.form) for token in tree.tokens] for tree in batch])
        for tree, sentence in zip(batch, document.sentences, strict=True):
            words = zip(tree.tokens, sentence.words, strict=True)
            tokens = tuple(_token(given, word) for given, word in words)
            found.append(Sentence(tokens, tree.multiwords, tree.comments))
    return found


def _by_spacy(
    folder: Path, language: str, trees: Sequence[Sentence], device: str, threads: int
) -> list[Sentence]:
    from cdaflow.trees.spacy_backend import open_annotator, tokens_of
    from cdaflow.trees.spacy_training import make_doc

    nlp = open_annotator(folder, language, device=device, threads=threads)._nlp
    found = []
    for tree in trees:
        ends = {m.end: m.space_after for m in tree.multiwords}
        inside = {i for m in tree.multiwords for i in range(m.start, m.end)}
        spaces = [ends.get(t.id, t.space_after) and t.id not in inside for t in tree.tokens]
        doc = nlp(make_doc(nlp, [_one_word(token.form) for token in tree.tokens], spaces))
        words = zip(tree.tokens, tokens_of(doc), strict=True)
        tokens = tuple(word.changed(form=given.form, misc=given.misc) for given, word in words)
        found.append(Sentence(tokens, tree.multiwords, tree.comments))
    return found


def _open(folder: Path, language: str, device: str, threads: int) -> Any:
    home = folder / language
    for processor in ("pos", "lemma", "depparse"):
        if not (home / processor / "default.pt").is_file():
            raise InputError(
                f"no model for {processor}",
                file=home / processor / "default.pt",
                hint="give a folder made by `cdaflow trees train`",
            )
    import torch

    stanza: Any = importlib.import_module("stanza")
    torch.set_num_threads(threads)
    options: dict[str, Any] = {}
    vectors = home / "pretrain" / "default.pt"
    if vectors.is_file():
        options = {f"{p}_pretrain_path": str(vectors) for p in ("pos", "depparse")}
    return stanza.Pipeline(
        language,
        dir=str(folder),
        processors="tokenize,pos,lemma,depparse",
        package=None,
        download_method=None,
        allow_unknown_language=True,
        tokenize_pretokenized=True,
        device=device,
        verbose=False,
        **options,
    )


def _batches(trees: Sequence[Sentence]) -> Iterator[Sequence[Sentence]]:
    start = words = 0
    for end, tree in enumerate(trees):
        if words + len(tree.tokens) > _BATCH and end > start:
            yield trees[start:end]
            start, words = end, 0
        words += len(tree.tokens)
    if start < len(trees):
        yield trees[start:]


def _one_word(form: str) -> str:
    """Return a form without plain blanks, at which Stanza would count another word."""
    return "\u00a0".join(form.split()) or "_"


def _token(given: Token, word: Any) -> Token:
    feats = dict(item.split("=", 1) for item in (word.feats or "_").split("|") if item != "_")
    return given.changed(
        lemma=word.lemma or "_",
        upos=word.upos or "X",
        xpos="_",
        feats=feats,
        head=word.head,
        deprel=word.deprel,
        deps="_",
    )
