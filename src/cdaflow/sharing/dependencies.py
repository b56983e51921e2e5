"""What the result of a job depends on, as one value that Snakemake compares from run to run.

Snakemake alone does not see all of it. It compares an input by its time stamp, so a file that is
replaced by an older one goes unnoticed; it compares parameters as a set of values without their
names, so two that are exchanged go unnoticed; and it leaves out those that are computed from
inputs, whatever else they hold. An edit in the source of a command it does not see at all. So each
rule has one more parameter with all of this in it.

When Snakemake has finished a job, it writes the job's parameters to its record of each output
(.snakemake/metadata), and compares them at the next start. So the digests of raw files that are
recorded are those of the time when the job ran, however often the files are replaced afterwards.

A corpus of 100 million lines takes a minute to read. So its digest is kept in a store beside the
results, and taken from there while the file is the same by size, inode and both of its times; the
time of the last change of the inode cannot be set by hand.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import os
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.compression import open_binary_raw
from cdaflow.io.files import write_json
from cdaflow.io.structured import read_json

#: The key of this value, by which it is known in Snakemake's records.
KEY = "cdaflow_depends_on"

#: `path`, `size` (bytes) and `sha256` of a file, see `Digests`.
Description = Mapping[str, Any]

#: The arguments of a parameter's function that are known before a job is scheduled.
_KNOWN = {"wildcards", "input"}


class Rule(Protocol):
    """What is asked of a rule of Snakemake (`snakemake.rules.Rule`)."""

    output: Iterable[Any]
    params: Any
    shellcmd: str | None

    def expand_input(self, wildcards: Mapping[str, str]) -> tuple[Any, Any, Any, Any]:
        """Return first of all the inputs with their wildcards filled in."""

    def set_params(self, **params: Any) -> None:
        """Add parameters."""


class Dependencies:
    """The values for all rules of a workflow.

    `describe` returns the digest of a file; each file is described once, so that all jobs of a run
    rest on the same state of it. `source` returns the digest of what does the work of a command of
    cdaflow, which it is given as words.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        describe: Callable[[str], Description],
        source: Callable[[Sequence[str]], str],
    ) -> None:
        self._rules = [rule for rule in rules if rule.output]
        self._describe = describe
        self._source = source
        self._raw: dict[str, Description | None] = {}

    def add_to_rules(self) -> None:
        """Give each rule that makes something the parameter `depends_on`."""
        for rule in self._rules:
            rule.set_params(depends_on=self._function(rule, dict(rule.params.items())))

    def _function(self, rule: Rule, params: Mapping[str, Any]) -> Callable[[Any], str]:
        words = [_filled(word, params) for word in (rule.shellcmd or "").split()]

        @cache  # and not before a job asks: to follow the imports of all commands takes a second
        def source() -> str:
            return self._source(words[1:]) if words[:1] == ["cdaflow"] else ""

        # Snakemake leaves functions with an argument `input` out of its comparison.
        def depends_on(wildcards: Any) -> str:
            inputs = rule.expand_input(dict(wildcards.items()))[0]
            found = {
                "params": _values(params, wildcards, inputs),
                "source": source(),
                "raw": [dict(raw) for path in inputs if (raw := self._raw_file(str(path)))],
            }
            return json.dumps({KEY: found}, sort_keys=True, default=str)

        return depends_on

    def _raw_file(self, path: str) -> Description | None:
        """Return the description of a file that no rule makes, None of one that some rule does."""
        if path not in self._raw:
            is_made = any(output.match(path) for rule in self._rules for output in rule.output)
            self._raw[path] = None if is_made else self._describe(path)
        return self._raw[path]


def _filled(word: str, params: Mapping[str, Any]) -> str:
    """Return the parameter that a word of a shell command stands for, else the word."""
    name = word.removeprefix("{params.").removesuffix("}")
    return str(params[name]) if f"{{params.{name}}}" == word and name in params else word


def _values(params: Mapping[str, Any], wildcards: Any, inputs: Any) -> dict[str, Any]:
    """Return the values of parameters by name, without those that only a scheduled job has."""
    values = {}
    for name, value in params.items():
        if callable(value):
            arguments = inspect.signature(value).parameters.values()
            needed = {each.name for each in arguments if each.default is each.empty}
            if not needed <= _KNOWN:
                continue  # a path computed from outputs
            value = value(wildcards, **({"input": inputs} if "input" in needed else {}))
        values[name] = value
    return values


def recorded_raw(params: Iterable[Any]) -> list[Description] | None:
    """Return the raw files in the value among a job's parameters as recorded; None without one."""
    for text in params:
        if isinstance(text, str) and f'"{KEY}"' in text:
            found = json.loads(ast.literal_eval(text))  # Snakemake records repr() of each value
            return list(found[KEY]["raw"])
    return None


#: Where Snakemake has its records, from the folder in which it runs.
FOLDER = ".snakemake/metadata"

#: A name of a file has no more characters than this on any usual file system; the names of
#: Snakemake's records, which encode a path, are cut into folders where they are longer.
_LONGEST = 255


def record_path(folder: str | PathLike[str], output: str) -> Path:
    """Return the path of Snakemake's record of an output."""
    name = urlsafe_b64encode(output.encode()).decode()
    step = _LONGEST - 1
    parts = [name[start : start + step] for start in range(0, len(name), step)]
    return Path(folder).joinpath(*(f"@{part}" for part in parts[:-1]), parts[-1])


def raw_when_made(folder: str | PathLike[str], outputs: Iterable[str]) -> Sequence[dict[str, Any]]:
    """Return the raw files from which the outputs were made, each state of a file once, sorted.

    Each has path, size and sha256, see `Digests.describe`. Outputs without
    a record are passed over. Raises InputError where a record cannot be read.
    """
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for output in outputs:
        path = record_path(folder, output)
        if not path.is_file():
            continue
        try:
            raw = recorded_raw(read_json(path).get("params") or ())
            found |= {(item["path"], item["sha256"]): dict(item) for item in raw or ()}
        except (AttributeError, KeyError, TypeError, ValueError, SyntaxError):
            raise InputError(
                f"Snakemake's record of {output} cannot be read",
                file=path,
                hint=f"remove it (snakemake --cleanup-metadata {output}) and run again",
            ) from None
    return [found[key] for key in sorted(found)]


#: Nanoseconds after which a further change of a file shows in its times, on any file system.
_SETTLED = 2 * 10**9


class Digests:
    """SHA-256 of files; with a `store`, a JSON file, also of those that earlier runs have read.

    A store that is damaged is begun anew. Two runs that write it at the same time do no harm: of
    the digests that one of them has added, some may have to be made again.
    """

    def __init__(self, store: str | PathLike[str] | None = None) -> None:
        self.store = store
        self.known = _read_store(store)
        self.is_changed = False

    def describe(self, path: str | PathLike[str]) -> dict[str, Any]:
        """Return `path`, `size` (bytes) and `sha256` of a file.

        Raises InputError where it is absent, not a plain file, or changes while it is read.
        """
        name = os.path.abspath(path)  # noqa: PTH100 (a link keeps its own name)
        if os.path.exists(name) and not os.path.isfile(name):  # noqa: PTH110, PTH113
            raise InputError("not a regular file, which has no digest", file=path)
        with open_binary_raw(path) as handle:
            before = _state(handle.fileno())
            sha256 = self._kept(name, before)
            if sha256 is None:
                sha256 = hashlib.file_digest(handle, "sha256").hexdigest()
                if _state(handle.fileno()) != before:
                    raise InputError(
                        "the file was changed while it was read",
                        file=path,
                        hint="run again when nothing writes it any more",
                    )
                if time.time_ns() - before[-1] > _SETTLED:
                    self.known[name] = [*before, sha256]
                    self.is_changed = True
        return {"path": str(path), "size": before[0], "sha256": sha256}

    def describe_all(self, paths: Iterable[str | PathLike[str]]) -> list[dict[str, Any]]:
        """Return `describe` of each file, in order."""
        return [self.describe(path) for path in paths]

    def _kept(self, name: str, state: list[int]) -> str | None:
        entry = self.known.get(name)
        if isinstance(entry, list) and entry[:-1] == state and isinstance(entry[-1], str):
            return entry[-1]
        return None

    def keep(self) -> None:
        """Write the store as far as that can be done; without it, files are read again.

        A dry run makes no folder of results, and may look at results that it cannot write to.
        """
        if self.store is not None and Path(self.store).parent.is_dir():
            with suppress(CdaflowError, OSError):
                self.save()

    def save(self) -> None:
        """Write the store, with what other runs have added to it; nothing where nothing is new."""
        if self.store is not None and self.is_changed:
            write_json(self.store, _read_store(self.store) | self.known)


def _state(descriptor: int) -> list[int]:
    status = os.fstat(descriptor)
    return [status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns]


def _read_store(store: str | PathLike[str] | None) -> dict[str, Any]:
    if store is None or not Path(store).is_file():
        return {}
    try:
        found = read_json(store)
    except InputError:
        return {}
    return found if isinstance(found, dict) else {}
