"""Calls of commands: texts in place of their files, and options by their names.

A value is read as the word of a command line is, with the same checks and the same defaults.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, NoReturn

from cdaflow.cli.extras import missing_extra
from cdaflow.cli.signature import Command, Parameter, Parser
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import write_lines
from cdaflow.io.formats import readable_often

StrPath = str | os.PathLike[str]
#: A file, or its lines.
Texts = StrPath | Sequence[str]


class _Reader(Parser):
    """A parser that raises where the command line ends."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Raise ConfigError with the message."""
        problem = (message or "").strip().removeprefix(f"{self.prog}: error: ")
        raise ConfigError("option.wrong-value", f"{self.prog}: {problem}")


class Call(ExitStack):
    """A call of a command, at whose end the temporary files of its texts are removed."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        super().__init__()
        self.command = Command(name, function)
        self.folder = Path(self.enter_context(TemporaryDirectory(prefix="cdaflow-")))

    def file(self, texts: Texts, name: str) -> Path:
        """Return the file of texts: a new one of this name where they are lines.

        Raises InputError for a text that would be several lines.
        """
        if isinstance(texts, (str, os.PathLike)):
            return self.enter_context(readable_often(texts))
        for number, text in enumerate(texts, 1):
            if "\n" in text or "\r" in text:
                raise InputError(
                    "translations.line-end", f"the text {number} has a line end: {text!r}"
                )
        path = Path(mkdtemp(dir=self.folder)) / f"{name}.txt"
        write_lines(path, texts)
        return path

    def __call__(self, *files: Texts, **options: Any) -> Any:
        """Return what the function returns for files and options; None is an option left out.

        Lines may stand for any file to read. Raises ConfigError for a value that the command would
        refuse, TypeError for what is no option of it.
        """
        leaves = {leaf.name: leaf for leaf in self.command.leaves if not leaf.is_positional}
        for name in options.keys() - leaves:
            raise TypeError(
                f"{name!r} is no option of cdaflow {self.command.name}; it has {', '.join(leaves)}"
            )
        words = [
            word for name, value in options.items() for word in self._words(leaves[name], value)
        ]
        paths = [str(self.file(texts, "translations")) for texts in files]
        return self.command.call([*words, *(["--"] if paths else []), *paths], _Reader)

    def _words(self, option: Parameter, value: Any) -> list[str]:
        """Return the words of an option, whose value may be the lines of its file."""
        of_one = option.value.repeat or not option.is_multiple
        if isinstance(value, (list, tuple)) and option.type is Path and of_one:
            value = self.file(value, option.name)
        return option.words(value)


def tables_module(name: str) -> Any:
    """Return a module of `cdaflow.tables`; ConfigError where the extra of it is not installed."""
    try:
        return import_module(f"cdaflow.tables.{name}")
    except ModuleNotFoundError as error:
        if missing := missing_extra(error):
            raise ConfigError("extra.missing", missing) from None
        raise
