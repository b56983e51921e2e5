"""Texts through an annotator, as a stream: one tree for each text, in order.

A window of texts is taken at a time. Those whose trees are in the store, and those that came
before in the window, are not parsed; the others are sorted by length into batches, and each batch
is in the store before the next begins. So a run that was killed parses but one batch again.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from cdaflow.errors import InputError
from cdaflow.trees.conllu import format_sentence, parse_block
from cdaflow.trees.models import backend_of, trained_models
from cdaflow.trees.sentence import Sentence
from cdaflow.trees.store import Store, record_key

#: A text of more characters, or of more words, is no sentence; a parser compares all words with
#: each other, so that 5,000 words take 2 GB.
MAX_CHARACTERS = 100_000
MAX_WORDS = 5_000

#: Words of a batch and texts of a window, unless another is given.
BATCH_TOKENS = 8_000
WINDOW = 4_096

#: Number of characters at which a window is closed early.
_WINDOW_CHARACTERS = 8_000_000

#: Characters of an average word with what stands between: for the size of a batch.
_WORD_CHARACTERS = 5

#: Half a character, which UTF-8 does not have.
_SURROGATE = re.compile("[\ud800-\udfff]")

#: Control characters but for the tab.
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")

#: What a tokeniser may take for a word, and from how many letters on it is taken for several.
_WORD_LIKE = re.compile(r"\w+|[^\w\s]")
_LONG_WORD = 30


class Annotator(Protocol):
    """Turns texts, each taken as one sentence, into trees.

    `language`: ISO 639-1. `digest`: names all that a tree depends on beside its text (back end
    and its version, models, settings), so that trees can be kept under text, language and digest.
    """

    @property
    def language(self) -> str:
        """The language of the texts."""

    @property
    def digest(self) -> str:
        """A hexadecimal digest of back end, models and settings."""

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        """Return one tree for each text, in order, without comments.

        The texts are non-empty, without control characters and of a size that fits one batch
        (the function `annotate` sees to both). `Sentence.text` of each tree is its text.
        """


class WordAnnotator(Annotator, Protocol):
    """An annotator with models that also accepts given words."""

    def annotate_words(self, trees: Sequence[Sentence]) -> list[Sentence]:
        """Return `trees` annotated again: their words, multiword tokens and comments stay."""


#: Back end -> module with its `open_annotator`, which is imported where it is wanted.
_MODULES = {"stanza": "cdaflow.trees.stanza_annotator", "spacy": "cdaflow.trees.spacy"}


def load_annotator(
    folder: str | os.PathLike[str], language: str, *, device: str = "cpu", threads: int = 1
) -> WordAnnotator:
    """Return the annotator for a folder of models, which also accepts given words.

    See `cdaflow.trees.models` for what the folder may hold; it may also be that of all annotators
    which the workflow trained. Stanza's models are read when first needed.

    Raises InputError where the folder or its annotator.json is absent or damaged, ConfigError
    where the models are of another language or back end.
    """
    folder = trained_models(folder, language)
    module = importlib.import_module(_MODULES[backend_of(folder, language)])
    annotator: WordAnnotator = module.open_annotator(
        folder, language, device=device, threads=threads
    )
    return annotator


def annotate(
    texts: Iterable[tuple[str, str]],
    annotator: Annotator,
    *,
    store: Store | None = None,
    batch_tokens: int = BATCH_TOKENS,
    window: int = WINDOW,
) -> Iterator[Sentence]:
    """Yield the tree of each of `texts` (id and text), in order.

    The comments of a tree are `sent_id` and `text`. A text that is empty or blank gives a sentence
    without words. Of any other, `Sentence.text` is the text to the letter, but for control
    characters (a tab is none), which become spaces, and for lone surrogates, which become
    U+FFFD; the comment is the same text.

    `batch_tokens`: words of a batch, about; `window`: texts that are held at a time.

    Raises InputError, with the id, for a text of more than MAX_CHARACTERS or MAX_WORDS, and for
    an id with a line end.
    """
    for name, text, block in _blocks(texts, annotator, store, batch_tokens, window):
        tree = parse_block(block) if block else Sentence(())
        yield replace(tree, comments=(f"sent_id = {name}", f"text = {text}"))


def annotate_blocks(
    texts: Iterable[tuple[str, str]],
    annotator: Annotator,
    *,
    store: Store | None = None,
    batch_tokens: int = BATCH_TOKENS,
    window: int = WINDOW,
) -> Iterator[str]:
    """Yield what `annotate` yields as CoNLL-U, each tree with the empty line that ends it.

    Trees from the store are not unpacked and packed again on the way.
    """
    for name, text, block in _blocks(texts, annotator, store, batch_tokens, window):
        yield f"# sent_id = {name}\n# text = {text}\n{block or chr(10)}"


def clean(text: str) -> str:
    """Return a text with control characters as spaces, and lone surrogates as U+FFFD.

    Its characters stay as many as they were.
    """
    if text.isprintable():
        return text
    return _SURROGATE.sub("\ufffd", _CONTROL.sub(" ", text))


def check_text(name: str, text: str, file: str | None = None, line: int | None = None) -> None:
    """Raise InputError where a text is too long for a parser.

    `name`: its id, which is named where no `file` is known.
    """
    if len(text) <= MAX_WORDS:
        return
    if len(text) > MAX_CHARACTERS:
        size, limit = f"{len(text)} characters", f"{MAX_CHARACTERS}"
    elif (words := _count_words(text)) > MAX_WORDS:
        size, limit = f"about {words} words", f"{MAX_WORDS}"
    else:
        return
    what = "the text" if file else f"the text {name!r}"
    raise InputError(
        "sentence.too-long",
        f"{what} has {size}; the maximum for a sentence is {limit}",
        file=file,
        line=line,
        hint="a line is one sentence: split the text into sentences, or leave the line out "
        "(cdaflow text mono drops long lines)",
    )


def _count_words(text: str) -> int:
    """Return about how many words a tokeniser finds at most."""
    # In a script without spaces each character can be a word.
    return sum(
        1 if part.isascii() or len(part) <= _LONG_WORD else len(part)
        for part in _WORD_LIKE.findall(text)
    )


def _blocks(
    texts: Iterable[tuple[str, str]],
    annotator: Annotator,
    store: Store | None,
    batch_tokens: int,
    window: int,
) -> Iterator[tuple[str, str, str]]:
    """Yield id, clean text and the lines of the words of each tree ("" for none)."""
    for items in _windows(texts, window):
        distinct = dict.fromkeys(text for _, text in items if text and not text.isspace())
        blocks = _known(list(distinct), annotator, store)
        for batch in _batches([text for text in distinct if text not in blocks], batch_tokens):
            parsed = _parsed(batch, annotator)
            if store is not None:
                store.put_many(
                    {
                        record_key(annotator.language, annotator.digest, text): block
                        for text, block in parsed.items()
                    }
                )
            blocks.update(parsed)
        for name, text in items:
            yield name, text, blocks.get(text, "")


def _windows(texts: Iterable[tuple[str, str]], size: int) -> Iterator[list[tuple[str, str]]]:
    """Yield texts, cleaned and checked, some at a time."""
    items: list[tuple[str, str]] = []
    characters = 0
    for name, raw in texts:
        check_text(name, raw)
        if not name.isprintable():
            raise InputError(
                "sentence-id.control-character",
                f"the id {name!r} has a control character",
                hint="write ids in printable characters",
            )
        text = clean(raw)
        items.append((name, text))
        characters += len(text)
        if len(items) >= size or characters >= _WINDOW_CHARACTERS:
            yield items
            items, characters = [], 0
    if items:
        yield items


def _known(texts: Sequence[str], annotator: Annotator, store: Store | None) -> dict[str, str]:
    """Return the trees that are in the store."""
    if store is None:
        return {}
    keys = {record_key(annotator.language, annotator.digest, text): text for text in texts}
    return {keys[key]: block for key, block in store.get_many(keys).items()}


def _batches(texts: list[str], batch_tokens: int) -> Iterator[list[str]]:
    """Yield the texts, those of like length together, in batches of about this number of words."""
    batch: list[str] = []
    tokens = 0
    for text in sorted(texts, key=len, reverse=True):
        size = len(text) // _WORD_CHARACTERS + 1
        if batch and tokens + size > batch_tokens:
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += size
    if batch:
        yield batch


def _parsed(batch: Sequence[str], annotator: Annotator) -> dict[str, str]:
    trees = annotator.annotate(batch)
    return {
        text: format_sentence(replace(tree, comments=()))
        for text, tree in zip(batch, trees, strict=True)
    }
