"""Each command that README and docs name is run by a test, a tutorial or `make demo`.

That a line fits its parser is checked in test_pages; here, that somebody runs the command at all.
Lines of `snakemake` and `make` name options, rules and targets that there are, and configurations
that a test loads or plans.
"""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from snakemake.cli import get_argument_parser

from cdaflow.cli import commands

from .test_pages import PAGES, ROOT, blocks, command_lines, commands_of
from .test_tutorials import PAGES as TUTORIALS
from .test_tutorials import commands as tutorial_lines
from .test_tutorials import is_marked

#: Tests in which commands are only planned, or run by a fake.
_PLANNED = ("docs", "fakes", "workflow")


def called_in(tree: ast.AST) -> Iterator[list[str]]:
    """Yield the words of each list, tuple, call or text of a test, as a command line has them.

    A function whose lists begin with words before its own arguments, `["bias", *words]`, gives
    these to each call of the module.
    """
    heads: list[list[str]] = [[]]
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple):
            lines.append(words_of(node))
            stars = [n for n, one in enumerate(node.elts) if isinstance(one, ast.Starred)]
            if stars and stars[0]:
                heads.append([word for one in node.elts[: stars[0]] for word in words_of(one)])
        elif isinstance(node, ast.Call):
            lines.append([word for one in node.args for word in words_of(one)])
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            lines.append(words_of(node))
    first = {name.split()[0] for name in commands.names()}
    whole = {(*head, *line)[:5] for line in lines for head in heads}
    yield from (list(line) for line in whole if line and line[0] in first)


def words_of(node: ast.AST) -> list[str]:
    """Return the words of a literal; "?" stands for what a test computes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.split()
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "?" for part in node.values]
        return "".join(map(str, parts)).split()
    if isinstance(node, ast.List | ast.Tuple):
        return [word for one in node.elts for word in words_of(one)]
    return ["?"]


def run_in(tree: ast.AST) -> Iterator[str]:
    """Yield the commands that a test runs: by their words, or by their functions of `cli`."""
    functions = {commands.resolve(name): name for name in commands.names()}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    for words in called_in(tree):
        name = command_of(words)
        if name:
            yield name
        elif "?" in words[:3]:  # a parameter of the test
            for other in commands.names():
                parts = other.split()
                same = zip(words, parts, strict=False)
                if all(b in texts if a == "?" else a == b for a, b in same):
                    yield from [other] if len(words) >= len(parts) else []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found = ((node.module or "", one.name) for one in node.names)
            yield from (functions[one] for one in found if one in functions)


@cache
def run_by_tests() -> set[str]:
    return {
        name
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.relative_to(ROOT / "tests").parts[0] not in _PLANNED
        for name in run_in(ast.parse(path.read_text(encoding="utf-8")))
    }


@cache
def run_by_tutorials() -> set[str]:
    lines = [line for page in TUTORIALS for line in tutorial_lines(page) if not is_marked(line)]
    return {command_of(words) for words in commands_of("\n".join(lines))}


@cache
def run_by_the_demo() -> set[str]:
    """Return the commands of the jobs of `make demo`."""
    done = subprocess.run(
        [sys.executable, "-m", "snakemake", "--dry-run", "--forceall", "--printshellcmds"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    calls = re.findall(r"Shell command: cdaflow (.*?)$", done.stdout + done.stderr, re.MULTILINE)
    return {command_of(call.split()) for call in calls}


def command_of(words: list[str]) -> str:
    """Return the command that a line begins with; "" where it begins with none."""
    name, is_command, _ = commands.find(words)
    return name if is_command else ""


@pytest.mark.slow
def test_each_command_of_a_page_is_run() -> None:
    named = {command_of(words) for page in PAGES for words in command_lines(page)} - {""}
    assert len(named) > 90
    missing = named - run_by_tests() - run_by_tutorials() - run_by_the_demo()
    assert missing == set()


def test_what_counts_as_run() -> None:
    text = """
    def run(*words): main(["bias", *words])
    def test(task): run("score", "in.txt"); main(["sheet", "make", task, "--lang", "es"])
    TASKS = ("gender", "quality")
    """
    found = set(run_in(ast.parse(textwrap.dedent(text))))
    assert found == {"bias score", "sheet make gender", "sheet make quality"}


def lines_of(program: str) -> Iterator[tuple[Path, list[str]]]:
    """Yield the words of each line of a page that begins with a program."""
    for page in PAGES:
        for kind, text in blocks(page):
            if kind in ("", "sh", "bash"):
                for line in text.replace("\\\n", " ").splitlines():
                    words = shlex.split(line, comments=True) if program in line else []
                    while words and "=" in words[0]:  # a variable of the environment
                        words = words[1:]
                    if words[:1] == [program]:
                        yield page, words[1:]


def test_make_has_the_targets() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    lines = list(lines_of("make"))
    assert len(lines) > 10
    for page, words in lines:
        assert words[0] in targets, page.name
        assert all(re.fullmatch(r"[A-Z]+=.*", word) for word in words[1:]), page.name


def test_lines_of_snakemake_are_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    """Options, rules, profiles and configurations exist; a test plans or loads each of these."""
    rules = "".join(path.read_text() for path in (ROOT / "workflow").rglob("*.smk"))
    tested = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests").rglob("test_*.py")
        if path != Path(__file__)
    )
    lines = list(lines_of("snakemake"))
    assert len(lines) > 15
    for page, words in lines:
        said = f"{page.name}: snakemake {shlex.join(words)}"
        if "..." in words:
            continue
        try:
            found = get_argument_parser().parse_args(words)
        except SystemExit:
            pytest.fail(f"{said}\n{capsys.readouterr().err}")
        for target in found.targets or ():
            is_rule = re.search(rf"^ *rule {target}:", rules, re.MULTILINE)
            assert target.startswith("results/") or is_rule, said
        for file in map(Path, found.configfile or ()):
            if file.name != "mine.yaml":
                assert (ROOT / file).is_file(), said
                assert re.search(rf"\b{file.stem}\b", tested), said
        for profile in found.profile or ():
            assert (ROOT / profile / "config.yaml").is_file(), said
