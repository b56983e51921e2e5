"""Systems as their users run them: exported models, translated with by another program."""

from __future__ import annotations

import shlex
from typing import Annotated, Any

from pydantic import Field

from cdaflow.config.by_language import ResolvedByLanguage
from cdaflow.config.fields import OfLanguages, Paths, fault
from cdaflow.config.outside import COMMAND_SCHEMA, files_of, resolve_command

#: What stands for the folder of the exported model in a command.
_MODEL = "model"


def _command(value: Any, language: str, paths: Paths) -> tuple[str, ...]:
    words = resolve_command(value, language, paths, later=_MODEL)
    if not any(f"{{{_MODEL}}}" in word for word in words):
        raise fault(
            "command.without-exported-model",
            "the command does not name the exported model",
            hint="write {model} in place of its folder: [node, benchmarks/firefox_engine.mjs, "
            "'{model}']",
        )
    return words


_Command = Annotated[
    dict[str, tuple[str, ...]],
    ResolvedByLanguage(_command, shlex.join, COMMAND_SCHEMA, "command"),
]


class Exported(OfLanguages):
    """Another system, run in its users' program, such as Firefox's engine.

    Each of its trainings is exported, into the file of the Firefox model that it was fine-tuned
    from, and translates there: the scores include the loss from 8-bit weights.
    """

    export: str = Field(
        description="The system, by its name: your own model that is a folder of Firefox, or one "
        "fine-tuned from it.",
    )
    command: _Command = Field(
        description="The program that translates, as `command` of systems from outside, with "
        "{model} for the folder of the exported model: [node, benchmarks/firefox_engine.mjs, "
        "'{model}'].",
    )
    # No default but null: Snakemake would fill it in for systems of other kinds.
    timeout: int | None = Field(
        None,
        ge=1,
        description="Minutes after which `command` is stopped and its translation has failed; "
        "default: never.",
    )

    def program(self, language: str, folder: str) -> list[str]:
        """Return the words of the command for the folder of an exported model."""
        return [word.replace(f"{{{_MODEL}}}", folder) for word in self.command[language]]

    def files(self, language: str) -> list[str]:
        """Return the words of the command that are files."""
        return files_of(self.command[language])
