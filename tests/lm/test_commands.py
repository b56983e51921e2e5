"""The commands of docs/lm.md on the embedded corpus: from a text to the table and the figures."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.io.files import read_lines, read_table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "lm.md"

#: What makes a training on the embedded corpus take a second.
SHORT = ["--recipe", "tiny", "--updates", "4"]


def line(start: str) -> list[str]:
    """Return the words of the first command of the page that begins so, without the program."""
    text = PAGE.read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.search(rf"^cdaflow ({re.escape(start)} .*)$", text, re.MULTILINE)
    assert found, start
    return shlex.split(found[1])


def run(words: list[str]) -> None:
    assert main(words) in (None, 0), words


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a text, its right counterfactuals as copies, and the word lists."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config").symlink_to(ROOT / "config")
    lists = ["--stereotypes", "config/wordlists/stereotypes.tsv", "--wordlists", "config/wordlists"]
    sizes = ["--train", "800", "--dev", "20", "--test", "60", "--challenge", "20"]
    run(["demo", "write", *lists, *sizes, "--only", "es", "--parts", "parallel",
         "--output-dir", "demo"])  # fmt: skip
    columns = ("target", "counterfactual_target")
    rows = [row for _, row in read_table("demo/en-es/train.gold.tsv.gz", columns)]
    for name, column in zip(("text.txt", "field.txt"), columns, strict=True):
        (tmp_path / name).write_text("".join(f"{row[column]}\n" for row in rows if row[column]))
    return tmp_path


def test_from_a_text_to_the_table_and_the_figures(folder: Path) -> None:
    run([*line("lm pieces"), "--size", "300"])
    run(line("lm phrases"))
    run(line("lm minimal-pairs"))
    original, field = (
        line("lm train --texts text.txt --lang"),
        line("lm train --texts text.txt field.txt"),
    )
    for words, name in ((original, "original"), (field, "field")):
        for seed in ("1", "2"):
            changed = [word.replace(f"{name}.1.", f"{name}.{seed}.") for word in words]
            changed[changed.index("--seed") + 1] = seed
            run([*changed, *SHORT])
            score = [word.replace("original.1.", f"{name}.{seed}.") for word in line("lm score")]
            score[score.index("--system") + 1] = name
            run(score)
    run(line("lm compare"))
    compared = json.loads((folder / "compared.json").read_text())
    assert [system["name"] for system in compared["systems"]] == ["original", "field"]
    assert compared["language"] == "es"
    assert [system["seeds"] for system in compared["systems"]] == [[1, 2], [1, 2]]
    run(line("tables lm"))
    assert len(list(read_lines("lm.csv"))) == 3
    assert "Minimal pairs" in (folder / "lm.md").read_text()
    run(line("tables figure lm"))
    run(line("tables figure lm-nouns"))
    assert all((folder / name).read_text().startswith("<?xml") for name in ("lm.svg", "nouns.svg"))
