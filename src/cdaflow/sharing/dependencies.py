"""What a file is made from, as the rules of the workflow say, and what makes it stale.

`Lineages` has the files that a table rests on, in the order of their making. Snakemake knows this
as its graph of jobs, but not when a job runs on a cluster: there the graph has this job alone. So
the rules are followed here, from a file to the rule that makes it and on to its inputs.

`Dependencies` has what the result of a job depends on, as one value that Snakemake compares from
run to run. Snakemake alone does not see all of it. It compares an input by its time stamp, so a
file that is replaced by an older one goes unnoticed; it compares parameters as a set of values
without their names, so two that are exchanged go unnoticed; and it leaves out those that are
computed from inputs, whatever else they hold. An edit in the source of a command it does not see
at all. So each rule has one more parameter with all of this in it.

When Snakemake has finished a job, it writes the job's parameters to its record of each output
(.snakemake/metadata), and compares them at the next start. So the digests of raw files that are
recorded are those of the time when the job ran, however often the files are replaced afterwards.
"""

from __future__ import annotations

import ast
import inspect
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from cdaflow.errors import InputError
from cdaflow.io.files import read_json

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

    def get_wildcards(self, requested_output: Any) -> Mapping[str, str]:
        """Return the values that wildcards have in a file of this rule."""

    def expand_input(self, wildcards: Mapping[str, str]) -> tuple[Any, Any, Any, Any]:
        """Return first of all the inputs with their wildcards filled in."""

    def set_params(self, **params: Any) -> None:
        """Add parameters."""


def find_output(rules: Iterable[Rule], path: str) -> tuple[Rule, Any] | None:
    """Return the first rule that makes a file, and its output that fits; None where none does."""
    outputs = ((rule, output) for rule in rules for output in rule.output)
    return next((pair for pair in outputs if pair[1].match(path)), None)


@dataclass(frozen=True)
class Lineage:
    """What a file was made from.

    raw: files that no rule makes, sorted. between: files on the way, each after those that it was
    made from, without temporary ones. inputs: what the rule of the file reads. temporary: files
    on the way that are deleted when they have been read.
    """

    raw: tuple[str, ...]
    between: tuple[str, ...]
    inputs: tuple[str, ...]
    temporary: tuple[str, ...] = ()


class Lineages:
    """The lineages of the files of a workflow; each rule is asked once for each file."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = list(rules)
        self._known: dict[str, list[str] | None] = {}
        self._temporary: set[str] = set()

    def of(self, path: str) -> Lineage:
        """Return the files that `path` is made from, directly or not, by the first rule that fits.

        A file is in one of the lists alone. Raises ValueError where no rule makes `path`.
        """
        inputs = self._inputs(path)
        if inputs is None:
            raise ValueError(f"no rule makes {path}")
        order: dict[str, None] = {}
        for file in inputs:
            self._visit(file, order)
        raw = {file for file in order if self._inputs(file) is None}
        direct = [file for file in dict.fromkeys(inputs) if file not in raw]
        hidden = raw | set(direct) | self._temporary
        between = [file for file in order if file not in hidden]
        temporary = [file for file in order if file in self._temporary and file not in direct]
        return Lineage(tuple(sorted(raw)), tuple(between), tuple(direct), tuple(temporary))

    def makes(self, path: str) -> bool:
        """Return whether a rule makes `path`."""
        return self._inputs(path) is not None

    def _visit(self, path: str, order: dict[str, None]) -> None:
        """Add `path` to `order` after all that it is made from."""
        if path not in order:
            for file in self._inputs(path) or ():
                self._visit(file, order)
            order[path] = None

    def _inputs(self, path: str) -> list[str] | None:
        """Return what the rule that makes `path` reads; None where there is no such rule."""
        if path not in self._known:
            self._known[path] = None
            if (match := find_output(self._rules, path)) is not None:
                rule, output = match
                if output.flags.get("temp"):
                    self._temporary.add(path)
                self._known[path] = list(map(str, rule.expand_input(rule.get_wildcards(path))[0]))
        return self._known[path]


class Dependencies:
    """The values for all rules of a workflow.

    `describe` returns the digest of a file; each file is described once, so that all jobs of a run
    rest on the same state of it. `source` returns the digest of what does the work of a command of
    cdaflow, which it is given as words, `packages` the versions of the packages that can change its
    result.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        describe: Callable[[str], Description],
        source: Callable[[Sequence[str]], str],
        packages: Callable[[Sequence[str]], Mapping[str, str]] = lambda words: {},
    ) -> None:
        self._rules = [rule for rule in rules if rule.output]
        self._describe = describe
        self._source = source
        self._packages = packages
        self._raw: dict[str, Description | None] = {}
        self._codes: dict[tuple[str, ...], dict[str, Any]] = {}

    def add_to_rules(self) -> None:
        """Give each rule that makes something the parameter `depends_on`."""
        for rule in self._rules:
            rule.set_params(depends_on=self._function(rule, dict(rule.params.items())))

    def _function(self, rule: Rule, params: Mapping[str, Any]) -> Callable[[Any], str]:
        shell = (rule.shellcmd or "").split()

        # Snakemake leaves functions with an argument `input` out of its comparison.
        def depends_on(wildcards: Any) -> str:
            inputs = rule.expand_input(dict(wildcards.items()))[0]
            values = _values(params, wildcards, inputs)
            dependencies = {
                "params": values,
                **self._code(tuple(_filled(word, values) for word in shell)),
                "raw": [dict(raw) for path in inputs if (raw := self._raw_file(str(path)))],
            }
            return json.dumps({KEY: dependencies}, sort_keys=True, default=str)

        return depends_on

    def _code(self, words: tuple[str, ...]) -> dict[str, Any]:
        """Return the digest of the source of a shell command and the versions of its packages."""
        if words[:1] != ("cdaflow",):
            return {"source": "", "packages": {}}
        command = words[:4]  # cdaflow tables figure NAME
        # Not before a job asks: to follow the imports of all commands takes a second.
        if command not in self._codes:
            called = list(words[1:])
            code = {"source": self._source(called), "packages": self._packages(called)}
            self._codes[command] = code
        return self._codes[command]

    def _raw_file(self, path: str) -> Description | None:
        """Return the description of a file that no rule makes, None of one that some rule does."""
        if path not in self._raw:
            producer = find_output(self._rules, path)
            self._raw[path] = self._describe(path) if producer is None else None
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
            needed = {argument.name for argument in arguments if argument.default is argument.empty}
            if not needed <= _KNOWN:
                continue  # a path computed from outputs
            value = value(wildcards, **({"input": inputs} if "input" in needed else {}))
        values[name] = value
    return values


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

    They stand in the value of `Dependencies` among the recorded parameters. Each has path, size
    and sha256, see `Digests.describe`. Outputs without a record are skipped.
    Raises InputError where a record cannot be read.
    """
    raw_files: dict[tuple[str, str], dict[str, Any]] = {}
    for output in outputs:
        path = record_path(folder, output)
        if not path.is_file():
            continue
        try:
            for text in read_json(path).get("params") or ():
                if isinstance(text, str) and f'"{KEY}"' in text:
                    value = json.loads(ast.literal_eval(text))  # Snakemake records repr()
                    raw = value[KEY]["raw"]
                    raw_files |= {(item["path"], item["sha256"]): dict(item) for item in raw}
        except (AttributeError, KeyError, TypeError, ValueError, SyntaxError):
            raise InputError(
                "snakemake-record.unreadable",
                f"Snakemake's record of {output} cannot be read",
                file=path,
                hint=f"remove it (snakemake --cleanup-metadata {output}) and run again",
            ) from None
    return [raw_files[key] for key in sorted(raw_files)]
