"""The commands of the tutorials run, and print what the page says.

A command that needs more than a laptop for a minute says so by a mark behind it: network, models
(of a parser), GPU. Its options are checked with those of all pages (test_pages); it is not run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
MARKS = ("network", "models", "GPU")

#: What the commands of a page print.
PRINTED = {
    "score": ["33.3", "66.7", "signature: winomt"],
    "repair": ["636 pairs", "1 Masc"],
    "profession": ["found", "una cetrera", "falconer\tMasc", "100.0"],
    "alternatives": ['"structures"', "nobody-open"],
}


def commands(page: Path) -> list[str]:
    text = "\n".join(re.findall(r"^```sh\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL))
    return text.replace("\\\n", " ").splitlines()


def is_marked(line: str) -> bool:
    mark = re.search(r"    # (\w+)$", line)
    assert mark is None or mark[1] in MARKS, line
    return mark is not None


def test_each_tutorial_is_known():
    assert {page.stem for page in PAGES} == set(PRINTED)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_runs(page: Path, tmp_path: Path) -> None:
    lines = [line for line in commands(page) if not is_marked(line)]
    assert sum("cdaflow" in line for line in lines) >= 2
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "cdaflow"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cdaflow "$@"\n')
    program.chmod(0o755)
    (tmp_path / "work").mkdir()
    done = subprocess.run(
        ["bash", "-euc", "\n".join(lines)],
        cwd=tmp_path / "work",
        env={
            **os.environ,
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "src"),
            "WORDLISTS": str(ROOT / "config" / "wordlists"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    printed = done.stdout + done.stderr
    assert done.returncode == 0, printed
    for text in PRINTED[page.stem]:
        assert text in printed, printed
