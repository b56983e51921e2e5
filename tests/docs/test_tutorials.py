"""The commands of the tutorials run, and print what the page says.

A command that needs the network, or models of a parser, says so by a mark behind it: what it would
write is there already (tutorial_files), and it is not run. Its options are checked with those of
all pages (test_pages); those that need models run where CDAFLOW_MODELS has them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from .tutorial_files import FILES, PAIR, no_files

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
MARKS = ("network", "models")

#: What the commands of a page print.
PRINTED = {
    "score": ["33.3", "66.7", "signature: winomt"],
    "repair": ["636 pairs", "wrote my.yaml", "secondary_kept", "repaired"],
    "profession": ["found", "una cetrera", "falconer\tMasc", "100.0"],
    "alternatives": ['"structures"', "nobody-open"],
    "sheets": ["| `agreement` |", "16 lines; sheet.key.json", "es        noun    agreement"],
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


def run(folder: Path, lines: list[str]) -> str:
    """Run lines of a page in a folder; return what they print."""
    (folder / "bin").mkdir()
    program = folder / "bin" / "cdaflow"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cdaflow "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "-euc", "\n".join(lines)],
        cwd=folder / "work",
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
    return printed


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_runs(page: Path, tmp_path: Path) -> None:
    lines = [line for line in commands(page) if not is_marked(line)]
    assert sum("cdaflow" in line for line in lines) >= 2
    (tmp_path / "work").mkdir()
    FILES.get(page.stem, no_files)(tmp_path / "work")
    printed = run(tmp_path, lines)
    for text in PRINTED[page.stem]:
        assert text in printed, printed


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_lines_that_need_models(page: Path, tmp_path: Path) -> None:
    lines = [line for line in commands(page) if line.endswith("    # models")]
    models = os.environ.get("CDAFLOW_MODELS")
    if not lines:
        pytest.skip("no line of this page needs models of a parser")
    if not models:
        pytest.skip("CDAFLOW_MODELS is not set: the folder of Stanza's models, by language")
    (tmp_path / "work").mkdir()
    (tmp_path / "work/models").symlink_to(models)
    pair = pa.table({"id": [1], "source": [PAIR[0]], "target": [PAIR[1]]})
    pq.write_table(pair, tmp_path / "work/gendered.parquet")
    run(tmp_path, lines)
