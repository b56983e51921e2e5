"""Texts that stages of the workflow hand on: to be annotated, or to be translated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """A text of a stage: functions that return, for a target language, its file and its size.

    The size is about how many sentences it has; to find it may mean to look at raw files. source,
    target: the columns of the English and of the target language, "" of plain text. back: the
    recipe of the model that translates it back into English, "" where it is not.
    """

    path: Callable[[str], str]
    sentences: Callable[[str], int]
    source: str = "source"
    target: str = "target"
    back: str = ""

    def column(self, side: str) -> str:
        """Return the column of a side, a language."""
        return self.source if side == "en" else self.target

    @property
    def translated(self) -> str:
        """The column that is translated."""
        return self.target if self.back else self.source


@dataclass(frozen=True)
class Translator:
    """What a text is translated with: its files, and the options of `cdaflow nmt translate`."""

    files: Sequence[str]
    options: str
