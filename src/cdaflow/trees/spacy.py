"""Trees by a pipeline of spaCy: one that is published, or that was trained with spaCy.

The folder is one that spaCy wrote (`meta.json`, `config.cfg`), or that of an installed package
such as es_core_news_sm. Its relations must be those of Universal Dependencies; the English
pipelines of spaCy's authors have others. Multiword tokens are not split.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.provenance import source_digest
from cdaflow.trees.models import find_pipeline
from cdaflow.trees.sentence import FieldCache, MultiwordToken, Sentence, Token
from cdaflow.trees.spans import with_spacing

#: Documents that go through the network at once.
_BATCH = 64

#: Components that trees do not take.
_UNUSED = ("ner", "senter", "textcat", "textcat_multilabel", "entity_linker")

#: The universal relations (https://universaldependencies.org/u/dep).
_RELATIONS_TEXT = """
acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse
dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct
reparandum root vocative xcomp
"""
_RELATIONS = frozenset(_RELATIONS_TEXT.split())

#: The parser's mark of a word without a head.
_ROOT = "ROOT"

_FEATS = FieldCache()


class SpacyAnnotator:
    """A `WordAnnotator` (see `cdaflow.trees.annotate`); made by `open_annotator`."""

    def __init__(self, language: str, nlp: Any, digest: str) -> None:
        self.language = language
        self.digest = digest
        self._nlp = nlp

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        """Return one tree for each text, in order; a text of blanks has one without words."""
        # Strings that are new with these texts are forgotten with the zone; without it the
        # memory would grow with the corpus.
        with self._nlp.memory_zone():
            docs = [self._nlp.tokenizer(" ".join(text.split())) for text in texts]
            for doc in docs:
                for token in doc:
                    token.is_sent_start = token.i == 0
            rows = self._tokens(docs)
        return [
            with_spacing(Sentence(tokens), text) for text, tokens in zip(texts, rows, strict=True)
        ]

    def annotate_words(self, trees: Sequence[Sentence]) -> list[Sentence]:
        """Return trees of given words; see `WordAnnotator`."""
        with self._nlp.memory_zone():
            rows = self._tokens([_doc_of(self._nlp, tree) for tree in trees])
        return [
            Sentence(
                tuple(
                    token.changed(form=word.form, misc=word.misc)
                    for token, word in zip(tokens, tree.tokens, strict=True)
                ),
                tree.multiwords,
                tree.comments,
            )
            for tree, tokens in zip(trees, rows, strict=True)
        ]

    def _tokens(self, docs: Sequence[Any]) -> list[tuple[Token, ...]]:
        annotated = self._nlp.pipe((doc for doc in docs if len(doc)), batch_size=_BATCH)
        return [tuple(_tokens_of(next(annotated))) if len(doc) else () for doc in docs]


def open_annotator(
    folder: str | os.PathLike[str], language: str, *, device: str = "cpu", threads: int = 1
) -> SpacyAnnotator:
    """Return the annotator of the folder of a spaCy pipeline.

    spaCy computes on one thread whatever `threads` says: let shards run beside each other.
    Raises InputError where spaCy cannot load the pipeline, ConfigError where its relations are
    not those of Universal Dependencies, where spaCy is not installed, and for a device but the CPU.
    """
    if device != "cpu":
        raise ConfigError(
            "spacy.device-unsupported",
            f"spaCy pipelines are run on the CPU, not on {device!r}",
            hint="set the device to cpu",
        )
    if threads < 1:
        raise ConfigError(
            "threads.out-of-range", f"the number of threads must be at least 1, not {threads}"
        )
    home = find_pipeline(folder)
    if home is None:
        raise InputError(
            "spacy.no-pipeline",
            "the folder has no spaCy pipeline (meta.json, config.cfg)",
            file=folder,
        )
    nlp = _load(home)
    labels = nlp.get_pipe("parser").labels if "parser" in nlp.pipe_names else ()
    others = [x for x in labels if x != _ROOT and x.partition(":")[0] not in _RELATIONS]
    if others or not labels:
        parser = f"the relations {', '.join(others[:3])}" if others else "no parser"
        raise ConfigError(
            "spacy.parser-without-ud",
            f"expected a parser with the relations of Universal Dependencies, found {parser}",
            file=home,
            hint="use a pipeline that was trained on a UD treebank, or use Stanza",
        )
    return SpacyAnnotator(language, nlp, _digest(home, language))


def _load(home: Path) -> Any:
    try:
        import spacy
    except ImportError:
        raise ConfigError(
            "spacy.not-installed",
            "spaCy is not installed",
            hint="pip install 'cdaflow[spacy]', or use Stanza",
        ) from None
    try:
        return spacy.load(home, exclude=list(_UNUSED))
    except MemoryError:
        raise
    except Exception as error:  # spaCy, thinc, msgpack and numpy raise dozens of kinds
        raise InputError(
            "spacy.pipeline-not-loadable",
            f"spaCy cannot load this pipeline ({type(error).__name__}: {error})",
            file=home,
            hint=f"reinstall it for spaCy {importlib.metadata.version('spacy')}",
        ) from None


def _digest(home: Path, language: str) -> str:
    """Return a digest of the pipeline's files and the versions of the code."""
    files = sorted(path for path in home.rglob("*") if path.is_file())
    code = source_digest("cdaflow.trees.spacy")
    parts = [code, importlib.metadata.version("spacy"), language]
    parts += [f"{path.relative_to(home).as_posix()} {digest(path)}" for path in files]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _doc_of(nlp: Any, tree: Sentence) -> Any:
    """Return spaCy's document of a tree's words, as one sentence, without the rest of the tree."""
    from spacy.tokens import Doc

    spaces: list[bool] = []
    for word in tree.surface():
        inner = word.end - word.start if isinstance(word, MultiwordToken) else 0
        spaces += [False] * inner + [word.space_after]
    starts: list[bool | int | None] = [token.id == 1 for token in tree.tokens]
    words = [token.form for token in tree.tokens]
    return Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=starts)


def _tokens_of(doc: Any) -> Iterator[Token]:
    """Yield the words of an annotated document, with one root.

    Words that the parser left without a head hang on the first of them that is no punctuation,
    as its `parataxis` (punctuation as `punct`).
    """
    roots = [token.i for token in doc if token.head.i == token.i]
    root = next((i for i in roots if doc[i].pos_ != "PUNCT"), roots[0])
    for token in doc:
        head, deprel = token.head.i + 1, "dep" if token.dep_ in ("", _ROOT) else token.dep_
        if token.i == root:
            head, deprel = 0, "root"
        elif token.head.i == token.i:
            head, deprel = root + 1, "punct" if token.pos_ == "PUNCT" else "parataxis"
        yield Token(
            id=token.i + 1,
            form=token.text,
            lemma=token.lemma_ or token.text,
            upos=token.pos_ or "X",
            feats=_FEATS[str(token.morph) or "_"],
            head=head,
            deprel=deprel,
            xpos=token.tag_ or "_",
        )
