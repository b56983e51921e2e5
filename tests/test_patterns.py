"""Each pattern that foreign text meets takes a time that is linear in the length of a line."""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cdaflow

ROOT = Path(cdaflow.__file__).parent
METHODS = ("search", "match", "fullmatch", "sub", "findall", "finditer", "split")

#: Runs of these, of 10,000 characters, with others at both ends; a quadratic pattern takes at least
#: a quarter of a second for one of them, a linear one a few milliseconds.
RUNS = [*'aé1 \t[<(@=|/&-_.,"`', "a ", "a.", "1,", "a: "]
LENGTH, BOUND = 10_000, 0.1

#: Patterns for the ends of a line alone, which are short (`_END` of `cdaflow.scoring.damage`).
OF_ENDS = {("damage", "_WORDS"), ("damage", "_MARKS")}


def patterns_in(value: Any) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of text in a value of a module: itself, or those that it holds."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, (tuple, list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from patterns_in(item)


def patterns_of(path: Path) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the patterns of a module, those within functions too, with how each is used."""
    text = path.read_text(encoding="utf-8")
    name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
    for key, value in vars(importlib.import_module(name.removesuffix(".__init__"))).items():
        if (path.stem, key) in OF_ENDS:
            continue
        used = set(re.findall(rf"\b{key}(?:\[[^\]]*\])?\.(\w+)", text)).intersection(METHODS)
        for pattern in patterns_in(value):
            yield from ((pattern, method) for method in sorted(used or {"search"}))
    for node in ast.walk(ast.parse(text)):
        if not (
            isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
        ):
            continue
        called = ast.unparse(node.func).removeprefix("re.")
        if called in METHODS and ast.unparse(node.func) != called:
            yield re.compile(node.args[0].value), called
        if called == "_most":
            yield re.compile(node.args[0].value), "match"


def slow_runs(pattern: re.Pattern[str], method: str, runs: list[str] = RUNS) -> Iterator[str]:
    for run in runs:
        line = f"z{run * (LENGTH // len(run))}\x01"
        call = getattr(pattern, method)
        start = time.process_time()
        found = call("", line) if method == "sub" else call(line)
        list(found) if method == "finditer" else None
        if time.process_time() - start > BOUND:
            yield run


@pytest.mark.parametrize("room", ["io", "text", "scoring"])
def test_patterns_are_linear(room):
    known = {use for path in sorted((ROOT / room).rglob("*.py")) for use in patterns_of(path)}
    assert len(known) > 5
    slow = {(one.pattern, run) for one, method in known for run in slow_runs(one, method)}
    assert slow == set()


@pytest.mark.parametrize(
    ("pattern", "run"), [(r"\S+\s+\S+$", "a"), (r" +$", " "), (r"(\d+)x", "1")]
)
def test_a_quadratic_pattern_is_found(pattern, run):
    assert list(slow_runs(re.compile(pattern), "search", [run])) == [run]
