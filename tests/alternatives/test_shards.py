"""Shards of alternatives, joined by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdaflow.alternatives.files import read_alternatives, write_alternatives
from cdaflow.alternatives.structures import Alternatives, Entity, Structure
from cdaflow.cli import main

SENTENCES = [
    Alternatives("A cook sleeps.", "Un cocinero duerme.",
                 (Structure(0, "Un cocinero", "Una cocinera", (0,)),), (Entity(2, 6),)),
    Alternatives("It rains.", "Llueve.", (), ()),
    Alternatives("", ""),
]  # fmt: skip


@pytest.fixture
def shards(tmp_path: Path) -> list[str]:
    write_alternatives(tmp_path / "all.jsonl", SENTENCES)
    paths = []
    for number, part in enumerate((SENTENCES[:1], SENTENCES[1:]), 1):
        path = tmp_path / f"{number}.jsonl.gz"
        write_alternatives(path, part)
        paths.append(str(path))
    return paths


def _gather(tmp_path: Path, shards: list[str]) -> int:
    arguments = ["--sentences", str(tmp_path / "all.jsonl"), "--output", str(tmp_path / "o.jsonl")]
    return main(["alternatives", "gather", *shards, *arguments])


def test_all_in_order(tmp_path: Path, shards: list[str]) -> None:
    assert _gather(tmp_path, shards) == 0
    assert list(read_alternatives(tmp_path / "o.jsonl")) == SENTENCES


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ([1, 0], "the source is 'It rains.', sentence 1"),
        ([0], "the shards have 1 sentences"),
        ([0, 1, 1], "ends after 3 sentences"),
    ],
)
def test_others(
    tmp_path: Path,
    shards: list[str],
    chosen: list[int],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _gather(tmp_path, [shards[index] for index in chosen]) != 0
    assert message in capsys.readouterr().err
    assert not (tmp_path / "o.jsonl").exists()
