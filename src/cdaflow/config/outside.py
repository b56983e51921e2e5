"""Systems known only by what they translate: files of translations, or a program, also one for
exported models.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from cdaflow.config.by_language import ResolvedByLanguage
from cdaflow.config.fields import Name, OfLanguages, Paths, fault, forbid, paths_of

#: Programs that run a script: their first argument, where it is no option, is a file.
_INTERPRETERS = ("python", "python3", "bash", "sh", "perl", "ruby", "node")

#: A pair of languages as Apertium names it, such as eng-spa or eng-cat_valencia.
_PAIR = re.compile(r"[a-z]{2,3}(_\w+)?-[a-z]{2,3}(_\w+)?")

_NAMED = "for example theirs.{lang}.{testset}.txt, with {testset} for the name of the test set"

_WHERE = (
    "a program is looked for on PATH, and by its path from the folder in which snakemake runs; "
    "install it where the workflow runs"
)


def resolve_command(
    value: Any, language: str | None, paths: Paths, *, later: str = ""
) -> tuple[str, ...]:
    """Return the words of a command; a fault where its program, or its script, is not there.

    `later`: see `Paths.expand`.
    """
    forbid(
        not isinstance(value, list)
        or not value
        or not all(isinstance(word, str) and word for word in value),
        "command.not-a-list-of-words",
        f"expected a command as a list of words, found {value!r}",
        hint='for example ["apertium", "-u", "eng-spa"]; the command is run without a shell',
    )
    words = tuple(paths.expand(word, language, later=later) for word in value)
    forbid(
        shutil.which(words[0]) is None,
        "program.missing",
        f"no such program: {words[0]!r}",
        hint=_WHERE,
    )
    script = words[1] if len(words) > 1 and Path(words[0]).name in _INTERPRETERS else "-"
    forbid(
        not script.startswith("-") and not Path(script).exists(),
        "program.script-missing",
        f"{script}: no such file",
        hint=_WHERE,
    )
    if Path(words[0]).name == "apertium":
        _check_apertium(words)
    return words


def _check_apertium(words: Sequence[str]) -> None:
    """Raise a fault where Apertium lacks the data of the pair of languages that a command names.

    These are packages of their own, of which the program itself only says when it translates.
    """
    pair = [word for word in words[1:] if word not in ("-u", "-a", "-n")]
    if len(pair) != 1 or not _PAIR.fullmatch(pair[0]):
        return  # a folder of data of its own (-d), or options that are not known here
    try:
        listed = subprocess.run(
            [words[0], "-l"], capture_output=True, text=True, timeout=20, check=False
        ).stdout.split()
    except (OSError, subprocess.SubprocessError):
        return
    if pair[0] not in listed:
        pairs = ", ".join(pair_name for pair_name in listed if _PAIR.fullmatch(pair_name)) or "none"
        raise fault(
            "apertium.language-pair-missing",
            f"Apertium has no data for {pair[0]} (installed: {pairs})",
            hint=f"install the package for this language pair (Debian: apertium-{pair[0]})",
        )


def _translations(value: Any, language: str, paths: Paths) -> str:
    forbid(
        not isinstance(value, str) or not value,
        "translations.not-a-path",
        f"expected a path, found {value!r}",
        hint=_NAMED,
    )
    return paths.expand(value, language, later="testset")


COMMAND_SCHEMA = {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}}
_PATH = {"type": "string", "minLength": 1}

#: The words of a command, for each language.
Command = Annotated[
    dict[str, tuple[str, ...]],
    ResolvedByLanguage(resolve_command, shlex.join, COMMAND_SCHEMA, "command"),
]
#: The words of a command that is one and the same for all languages.
SharedCommand = Annotated[
    list[Annotated[str, Field(min_length=1)]],
    Field(min_length=1),
    AfterValidator(lambda words, info: list(resolve_command(words, None, paths_of(info)))),
]
_Translations = Annotated[dict[str, str], ResolvedByLanguage(_translations, str, _PATH, "file")]


def files_of(command: Sequence[str]) -> list[str]:
    """Return the words of a command that are files: a script, a model, but no folder.

    They count by their content, as other files that the workflow reads. A program that is found on
    PATH counts by its name alone.
    """
    return [word for word in command if Path(word).is_file()]


class Outside(OfLanguages):
    """A system that is known only by what it translates.

    It has files of translations, or a program that translates. It is in all tables, like the
    trained systems, but has no training.
    """

    translations: _Translations | None = Field(
        None,
        description="Its translations of each test set, a file with {lang} and with {testset}, "
        "the name of the test set (of corpora.test; winomt; geneval-feminine and "
        "geneval-masculine; mustshe); one of a single test set (`testsets`) need not have it. One "
        "line for each line of the test set, or `source ||| translation`.",
    )
    command: Command | None = Field(
        None,
        description="The program that translates, a list of its words, {lang} for the language. "
        "It reads English on its standard input, one sentence a line, and writes as many lines of "
        "translations. It is run without a shell.",
    )
    testsets: list[Name] | None = Field(
        None,
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="The test sets that it has translated, by the names of {testset}; where not "
        "given, all. In tables of others it has no row.",
    )
    # No defaults but null from here on: Snakemake would fill them in for systems of other kinds.
    timeout: int | None = Field(
        None,
        ge=1,
        description="Minutes after which `command` is stopped and its translation has failed; "
        "default: never.",
    )
    language_check: bool | None = Field(
        None,
        description="Whether the translations are checked to be in the language (default). False "
        "accepts them as they are.",
    )

    def _check(self) -> None:
        forbid(
            (self.translations is None) == (self.command is None),
            "system.translations-or-command",
            "give exactly one of translations and command",
        )
        several = self.testsets is None or len(self.testsets) > 1
        forbid(
            several and not all("{testset}" in path for path in (self.translations or {}).values()),
            "translations.one-file-for-several-sets",
            "one file cannot hold the translations of several test sets",
            hint=f"{_NAMED}; or name the test set of the file: testsets: [winomt]",
            key="translations",
        )
        forbid(
            self.timeout and not self.command,
            "timeout.without-command",
            "`timeout` requires `command`",
            key="timeout",
        )

    def checked_language(self, language: str) -> str:
        """Return the language of the translations, "" where that is not checked."""
        return "" if self.language_check is False else language

    def files(self, language: str) -> list[str]:
        """Return the files of its command, which translates all test sets."""
        return files_of(self.command[language]) if self.command else []

    def translated_files(self, testsets: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield its files of translations of test sets (name -> languages)."""
        for testset, languages in testsets.items():
            if self.translations and self.translates(testset):
                for language in filter(self.has, languages):
                    yield self.translation(language, testset)

    def translation(self, language: str, testset: str) -> str:
        """Return its file of translations of a test set."""
        return (self.translations or {})[language].replace("{testset}", testset)

    def translates(self, testset: str) -> bool:
        """Return whether there are translations of a test set."""
        return self.testsets is None or testset in self.testsets


#: What stands for the folder of the exported model in a command.
_MODEL = "model"


def _command(value: Any, language: str, paths: Paths) -> tuple[str, ...]:
    words = resolve_command(value, language, paths, later=_MODEL)
    forbid(
        not any(f"{{{_MODEL}}}" in word for word in words),
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
