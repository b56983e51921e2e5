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
from cdaflow.files import digest
from cdaflow.trees.fields import FieldCache
from cdaflow.trees.multiwords import MultiwordTable, read_multiwords
from cdaflow.trees.sentence import Sentence, Token
from cdaflow.trees.spacy_pipeline import build_pipeline, check_settings, load_weights
from cdaflow.trees.spacy_training import FORMAT, make_doc, spaces_after
from cdaflow.trees.spacy_words import Span, spans
from cdaflow.trees.spans import Word, build_sentence

#: Raised when the code changes the trees that the same models give.
_VERSION = 1

#: The parser's mark of a word without a head, and relations of such words beyond the first.
_ROOT = "ROOT"
_LOOSE = {"PUNCT": "punct"}

#: Documents that go through the network at once.
_BATCH = 64

_FEATS = FieldCache()


class SpacyAnnotator:
    """An `Annotator`; made by `open_annotator`."""

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
        """Return `trees` annotated anew, with their words and multiword tokens as they are."""
        found = []
        with self._nlp.memory_zone():
            docs = self._nlp.pipe(
                (
                    make_doc(self._nlp, [token.form for token in tree.tokens], spaces_after(tree))
                    for tree in trees
                    if tree.tokens
                ),
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
    Raises InputError where the folder is not whole or of another language, ConfigError where
    spaCy is not installed and for another device than the CPU.
    """
    if device != "cpu":
        raise ConfigError(
            f"spaCy models are run on the CPU, not on {device!r}", hint="set the device to cpu"
        )
    if threads < 1:
        raise ConfigError(f"at least one thread is wanted, not {threads}")
    home = Path(folder)
    content = _content(home / "annotator.json")
    if content.get("language") != language:
        raise InputError(
            f"these models are of the language {content.get('language')!r}, not {language!r}",
            file=home / "annotator.json",
        )
    recipe = {"backend": content["backend"], **content["settings"]}
    settings = check_settings(recipe, home / "annotator.json")
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
    return SpacyAnnotator(language, nlp, multiwords, _digest(home, files))


def _content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror}",
            file=path,
            hint="the folder of a spaCy annotator is made by `cdaflow trees train`",
        ) from None
    except ValueError as error:
        raise InputError(f"not valid JSON: {error}", file=path) from None
    if not isinstance(content, dict) or content.get("backend") != "spacy":
        raise InputError("this does not describe a spaCy annotator", file=path)
    if content.get("format") != FORMAT or not isinstance(content.get("settings"), dict):
        raise InputError(
            f"the format of these models is {content.get('format')!r}, {FORMAT} is wanted",
            file=path,
            hint="train them again with this version of cdaflow",
        )
    return content


def _digest(home: Path, files: Sequence[Path]) -> str:
    """Return a digest of the models, the table, the settings and the code's versions."""
    versions = (str(_VERSION), importlib.metadata.version("spacy"))
    parts = [*versions, digest(home / "multiwords.tsv"), digest(home / "annotator.json")]
    parts += [f"{path.relative_to(home).as_posix()} {digest(path)}" for path in files]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def annotate_words(
    folder: str | os.PathLike[str],
    language: str,
    trees: Sequence[Sentence],
    *,
    device: str = "cpu",
    threads: int = 1,
) -> list[Sentence]:
    """Return `trees` with tags, features, lemmas, heads and relations of the models in `folder`.

    The words and multiword tokens stay as they are. Raises what `open_annotator` does.
    """
    annotator = open_annotator(folder, language, device=device, threads=threads)
    return annotator.annotate_words(trees)


def tokens_of(doc: Any) -> list[Token]:
    """Return the words of an annotated document, with one root."""
    heads, relations = _one_root(doc)
    return [
        Token(
            id=place + 1,
            form=token.text,
            lemma=token.lemma_ or token.text,
            upos=token.pos_ or "X",
            feats=_FEATS[str(token.morph) or "_"],
            head=heads[place],
            deprel=relations[place],
        )
        for place, token in enumerate(doc)
    ]


def _one_root(doc: Any) -> tuple[list[int], list[str]]:
    """Return head (0 for the root) and relation of each word.

    Words that the parser left without a head hang on the first of them that is no punctuation,
    as its `parataxis` (punctuation as `punct`).
    """
    loose = [token.i for token in doc if token.head.i == token.i]
    root = next((i for i in loose if doc[i].pos_ != "PUNCT"), loose[0])
    heads, relations = [], []
    for token in doc:
        if token.i == root:
            heads.append(0)
            relations.append("root")
        elif token.head.i == token.i:
            heads.append(root + 1)
            relations.append(_LOOSE.get(token.pos_, "parataxis"))
        else:
            heads.append(token.head.i + 1)
            relations.append("dep" if token.dep_ in ("", _ROOT) else token.dep_)
    return heads, relations


def _sentence(
    text: str, found: Sequence[Span], split: Sequence[Sequence[str]], doc: Any
) -> Sentence:
    tokens = tokens_of(doc)
    words, place = [], 0
    for (start, end), pieces in zip(found, split, strict=True):
        words.append(Word(start, end, tuple(tokens[place : place + len(pieces)])))
        place += len(pieces)
    return build_sentence(text, words)
