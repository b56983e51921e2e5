"""Gold trees from a CoNLL-U file, behind the contract of all annotators."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from cdaflow.errors import InputError
from cdaflow.io.files import digest
from cdaflow.trees.conllu import format_sentence, parse_block, read_conllu
from cdaflow.trees.sentence import Sentence
from cdaflow.trees.spans import with_spacing

#: So much of a text stands in an error.
_SHOWN = 80


class GoldTrees:
    """An `Annotator` that looks each text up in a file of trees; see `open_gold`."""

    def __init__(
        self, path: str | os.PathLike[str], language: str, digest: str, blocks: dict[str, str]
    ) -> None:
        self._path = path
        self._language = language
        self._digest = digest
        self._blocks = blocks

    @property
    def language(self) -> str:
        """The language of the texts."""
        return self._language

    @property
    def digest(self) -> str:
        """The SHA-256 of the file, or of those of the files."""
        return self._digest

    def __len__(self) -> int:
        return len(self._blocks)

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        """Return the tree of each text, in order, without comments.

        Raises InputError for a text that is not in the file to the letter.
        """
        return [self._tree(text) for text in texts]

    def _tree(self, text: str) -> Sentence:
        block = self._blocks.get(text)
        if block is None:
            quoted = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
            raise InputError(
                "tree.none-for-text",
                f"the file has no tree for the text {quoted!r} ({len(self._blocks)} other texts "
                "have trees)",
                file=self._path,
                hint="a text must equal a # text comment of the file exactly; to annotate "
                "other texts, use a parser",
            )
        return parse_block(block, self._path)


def open_gold(
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], language: str
) -> GoldTrees:
    """Return an annotator that gives each text its tree in a CoNLL-U file, or in several.

    A text is found by what the words and their spacing make up (`Sentence.text`), or by the
    comment `# text` where that differs in blanks alone: the tree then has the blanks of the
    comment. Of several trees of one text the first counts. The trees are kept as text, about
    as large as the unpacked file.

    Raises InputError where a file is not well-formed or has no trees.
    """
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    blocks: dict[str, str] = {}
    for file in paths:
        has_trees = False
        for sentence in read_conllu(file):
            if sentence.tokens:
                has_trees = True
                _keep(sentence, blocks)
        if not has_trees:
            raise InputError(
                "treebank.empty", "the file has no trees", file=file, hint="is it CoNLL-U?"
            )
    digests = [digest(file) for file in paths]
    both = (
        digests[0] if len(digests) == 1 else hashlib.sha256("\n".join(digests).encode()).hexdigest()
    )
    return GoldTrees(", ".join(map(str, paths)), language, both, blocks)


def _keep(sentence: Sentence, blocks: dict[str, str]) -> None:
    """Note a tree under its text, and under its comment."""
    bare = replace(sentence, comments=())
    blocks.setdefault(bare.text, format_sentence(bare))
    text = _comment_text(sentence)
    if text is not None and text not in blocks:
        with suppress(ValueError):  # The comment has other words.
            blocks[text] = format_sentence(with_spacing(bare, text))


def _comment_text(sentence: Sentence) -> str | None:
    """Return the comment `# text` to the letter, or None if there is none."""
    for comment in sentence.comments:
        name, equals, value = comment.removeprefix("#").partition("=")
        if equals and name.strip() == "text":
            return value.removeprefix(" ")
    return None
