"""The files that a table rests on, in the order of their making, as the rules of the workflow say.

Snakemake knows this as its graph of jobs, but not when a job runs on a cluster: there the graph
has this job alone. So the rules are followed here, from a file to the rule that makes it and on to
its inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Rule(Protocol):
    """What is asked of a rule of Snakemake (`snakemake.rules.Rule`)."""

    output: Iterable[Any]

    def get_wildcards(self, requested_output: Any) -> Mapping[str, str]:
        """Return the values that wildcards have in a file of this rule."""

    def expand_input(self, wildcards: Mapping[str, str]) -> tuple[Iterable[Any], Any, Any, Any]:
        """Return first of all the inputs with their wildcards filled in."""


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
            self._known[path] = self._asked(path)
        return self._known[path]

    def _asked(self, path: str) -> list[str] | None:
        for rule in self._rules:
            for output in rule.output:
                if output.match(path):
                    if output.flags.get("temp"):
                        self._temporary.add(path)
                    return [str(file) for file in rule.expand_input(rule.get_wildcards(path))[0]]
        return None
