"""The one error tree: every message says where, what was found and what to do next.

Each has a code, `subject.problem`, which stays when the words of the message change: tests and
scripts go by it. tests/messages.tsv lists all codes with their messages.

Anything that a user can cause (a file, a line, a config key, a missing program) is raised
as a `CdaflowError`, which the command line prints without a traceback. Any other exception
is a defect of cdaflow and is left to show its traceback.
"""

from __future__ import annotations

from os import PathLike
from typing import Self

#: A message has no more characters than this; what stands in between is left out.
_MAX_MESSAGE = 4000


class CdaflowError(Exception):
    """A fault that the user can mend.

    `code` names the kind of fault; `problem` says what was expected and what was found, `hint`
    what to do about it; `file` and `line` (counted from 1) say where. `str(error)` is the whole
    message on one to two lines: "corpus.en:17: problem [code]" and, indented below it, the hint.
    """

    def __init__(
        self,
        code: str,
        problem: str,
        *,
        file: str | PathLike[str] | None = None,
        line: int | None = None,
        hint: str | None = None,
    ) -> None:
        self.code = code
        self.problem = problem
        self.file = None if file is None else str(file)
        self.line = line
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        position = ""
        if self.file is not None:
            position = self.file if self.line is None else f"{self.file}:{self.line}"
            position += ": "
        hint = f"\n  -> {_shortened(self.hint)}" if self.hint else ""
        problem, *details = _shortened(self.problem).split("\n", 1)
        said = "\n".join((f"{position}{problem} [{self.code}]", *details))
        return _harmless(f"{said}{hint}")

    def at(self, file: str | PathLike[str], line: int | None = None) -> Self:
        """Return the same error of a place: who found the fault did not know the file."""
        return type(self)(self.code, self.problem, file=file, line=line, hint=self.hint)


def _shortened(text: str) -> str:
    """Return a text without its middle where it is too long, as a cell of a megabyte makes it."""
    if len(text) <= _MAX_MESSAGE:
        return text
    return f"{text[: _MAX_MESSAGE - 500]} [...] {text[-450:]}"


def _harmless(text: str) -> str:
    """Return a text with signs that steer a terminal or turn round what follows as \\x1b, ..."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else sign.encode("unicode_escape").decode()
        for sign in text
    )


class InputError(CdaflowError):
    """An input file is faulty (missing, truncated, misaligned, ...)."""


class ConfigError(CdaflowError):
    """A key or value of the configuration or of a recipe is wrong."""


class ProgramError(CdaflowError):
    """An outside program (marian, eflomal-align, ...) is missing or failed."""
