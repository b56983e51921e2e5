"""What the result of a job depends on, as one value that Snakemake compares from run to run.

Snakemake alone does not see all of it. It compares an input by its time stamp, so a file that is
replaced by an older one goes unnoticed; it compares parameters as a set of values without their
names, so two that are exchanged go unnoticed; and it leaves out those that are computed from
inputs, whatever else they hold. An edit in the source of a command it does not see at all. So each
rule has one more parameter with all of this in it.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

#: The key of this value, by which it is known in Snakemake's records.
KEY = "cdaflow_depends_on"

#: `path`, `size` (bytes) and `sha256` of a file, see `cdaflow.sharing.digests`.
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
        source = self._source(words[1:]) if words[:1] == ["cdaflow"] else ""

        # Snakemake leaves functions with an argument `input` out of its comparison.
        def depends_on(wildcards: Any) -> str:
            inputs = rule.expand_input(dict(wildcards.items()))[0]
            found = {
                "params": _values(params, wildcards, inputs),
                "source": source,
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
