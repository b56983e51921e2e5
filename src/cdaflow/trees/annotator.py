"""What every annotator of texts with trees has in common: texts in, sentences out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cdaflow.trees.sentence import Sentence


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
        (`cdaflow.trees.annotate` sees to both). `Sentence.text` of each tree is its text.
        """


class WordAnnotator(Annotator, Protocol):
    """An annotator of models, to which the words can be given as well."""

    def annotate_words(self, trees: Sequence[Sentence]) -> list[Sentence]:
        """Return `trees` annotated anew: their words, multiword tokens and comments stay."""
