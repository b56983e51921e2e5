"""What README and docs name is there: links, files, commands with their options, keys, results."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from cdaflow.cli import commands

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FOLDERS = ("benchmarks", "config", "docs", "profiles", "slurm", "src", "tests", "workflow")

LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(rf"(?<![\w/.{{}}-])((?:{'|'.join(FOLDERS)})/[\w./*<>{{}},-]*[\w*>}}])")
RESULT = re.compile(r"(?<![\w/])results/[\w./*-]*\w\.\w+")
CODE = re.compile(r"^```(\w*)\n(.*?)^```|((?:^    [^\n]*\n)+)", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")


def pages() -> list[object]:
    return [pytest.param(page, id=page.name) for page in PAGES]


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each block of code."""
    for kind, fenced, indented in CODE.findall(page.read_text(encoding="utf-8")):
        yield kind, fenced or re.sub(r"^    ", "", indented, flags=re.MULTILINE)


def command_lines(page: Path) -> Iterator[list[str]]:
    """Yield the words of each `cdaflow` command in a block of code or a span."""
    texts = [text for kind, text in blocks(page) if kind in ("", "sh", "bash")]
    # An ellipsis says that something is left out, a bar in a span that there is a choice.
    texts += [span for span in SPAN.findall(page.read_text(encoding="utf-8")) if "|" not in span]
    for text in texts:
        yield from commands_of(text)


def commands_of(text: str) -> Iterator[list[str]]:
    """Yield the words of each `cdaflow` command of a shell script, redirections left out."""
    for line in text.replace("\\\n", " ").splitlines():
        for part in re.split(r"\s[|;]\s|;\s|\s&&\s|\s\|\|\s|\$\(", line):
            try:
                words = shlex.split(part, comments=True)
            except ValueError:  # an apostrophe of prose
                continue
            while words and words[0] in ("do", "comet/bin/pip"):
                words = words[1:]
            if words[:1] == ["cdaflow"] and len(words) > 1:
                end = next((n for n, word in enumerate(words) if word in (">", ">>")), None)
                yield words[1:end]


@cache
def options(command: str) -> set[str]:
    return {*commands.load(command).parser().option_actions(), "-"}


def unknown_words(words: list[str]) -> list[str]:
    """Return what the command line does not know of a command: subcommands and options."""
    name, is_command, rest = commands.find(words)
    if not is_command:
        return [word for word in rest[:1] if re.fullmatch(r"[a-z-]+", word) and word != "--help"]
    flags = [word.partition("=")[0].rstrip(",") for word in rest if word.startswith("-")]
    return [flag for flag in flags if flag not in options(name)]


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name) if name else page
        assert target.exists(), f"{page.name}: {link}"
        if anchor:
            heads = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in slugs, f"{page.name}: {link}"


@pytest.mark.parametrize("page", pages())
def test_files_of_the_repository_are_there(page: Path) -> None:
    for path in PATH.findall(page.read_text(encoding="utf-8")):
        pattern = re.sub(r"<[^>]*>|\{[^}]*\}|\bLANG\b|\bNAME\b", "*", path)
        assert any(ROOT.glob(pattern.rstrip("/"))), f"{page.name}: {path}"


@pytest.mark.parametrize("page", pages())
def test_commands_exist_with_their_options(page: Path) -> None:
    if page.name in ("README.md", "scoring.md", "counterfactual.md"):
        assert len(list(command_lines(page))) > 5  # they are found at all
    faults = {shlex.join(words): unknown_words(words) for words in command_lines(page)}
    assert {command: words for command, words in faults.items() if words} == {}


@pytest.mark.parametrize("page", pages())
def test_whole_commands_are_what_their_parser_takes(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All that is required is given, and each value is of its kind; nothing is run."""
    faults = {}
    for kind, text in blocks(page):
        for words in commands_of(text) if kind in ("", "sh", "bash") else ():
            # An ellipsis says that something is left out, a bracket that it may be.
            if any("..." in word or word.startswith("[--") for word in words):
                continue
            try:
                commands.check(words)
            except SystemExit as end:
                if end.code:
                    faults[shlex.join(words)] = capsys.readouterr().err
    assert faults == {}


@pytest.mark.parametrize("page", pages())
def test_keys_of_a_configuration_exist(page: Path) -> None:
    schema = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text())
    for kind, text in blocks(page):
        if kind == "yaml":
            assert set(yaml.safe_load(text)) <= set(schema["properties"]), f"{page.name}: {text}"


@pytest.mark.slow
def test_results_that_the_readme_and_the_demo_name_are_made_by_the_demo() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    names = set(RESULT.findall(text))
    published = {name for name in names if name.startswith("results/published/")}
    assert published  # tracked, and made by no rule
    for name in published:
        assert (ROOT / name).exists(), name
    names -= published
    assert names
    page = (ROOT / "docs/demo.md").read_text(encoding="utf-8")
    table = page.partition("| file | what |")[2].partition("\n\n")[0]
    names |= set(RESULT.findall(table))
    names |= {f"results/tables/{name}" for name in re.findall(r"`([\w.*-]+\.csv)`", table)}
    done = subprocess.run(
        [sys.executable, "-m", "snakemake", *sorted(names), "--dry-run", "--quiet", "all"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
