"""Shards of alternatives, joined by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdaflow.alternatives.sentences import Inputs, read_texts
from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    Structure,
    group,
    read_alternatives,
    write_alternatives,
)
from cdaflow.alternatives.tagging.tags import TaggedSentence, write_tags
from cdaflow.cli import main
from cdaflow.cli.commands import run

from ..errors import raises

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
        ([1, 0], "shard.other-sentence"),
        ([0], "shard.too-few-sentences"),
        ([0, 1, 1], "shard.too-many-sentences"),
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
    assert f"[{message}]" in capsys.readouterr().err
    assert not (tmp_path / "o.jsonl").exists()


def test_a_shard_reads_its_part_alone(tmp_path, monkeypatch):
    """The lines of other shards are not even parsed, so that they take no memory."""
    monkeypatch.setattr("cdaflow.alternatives.sentences._SAMPLE", 2)
    path, tags = tmp_path / "in.jsonl", tmp_path / "tags.jsonl"
    people = (Entity(0, 3),)
    items = [Alternatives(f"One {n}.", f"El jefe {n}.", (), people) for n in range(10)]
    write_alternatives(path, items)
    write_tags(tags, [TaggedSentence(each.source, people) for each in items])
    for file in (path, tags):
        lines = file.read_text().splitlines()
        file.write_text("\n".join([*lines[:-1], "{"]) + "\n")
    inputs = Inputs(path, tags=tags, needs_trees=False)
    total, sentences = read_texts(inputs, "es", shard=(2, 3))
    assert [each.source for each in sentences] == ["One 3.", "One 4.", "One 5."]
    assert total == 3
    with raises("json.malformed"):
        read_texts(inputs, "es", shard=(3, 3))
    tags.write_text("".join(f"{line}\n" for line in tags.read_text().splitlines()[:-1]))
    with raises("sentence.other-number", "not 10"):
        read_texts(inputs, "es", shard=(2, 3))


@pytest.mark.parametrize("shards", [1, 3])
def test_shards_that_are_aligned_are_what_the_whole_file_is(tmp_path, shards):
    people = (Entity(0, 3), Entity(8, 11))
    texts = "El uno y el dos.", "La una y la dos."
    items = [Alternatives(f"One and two {n}.", texts[0], group(*texts), people) for n in range(7)]
    write_alternatives(tmp_path / "in.jsonl", items)
    align = ["alternatives", "align", str(tmp_path / "in.jsonl"), "--by", "position", "--output"]
    run([*align, str(tmp_path / "whole.jsonl")])
    parts = [str(tmp_path / f"{k}.jsonl") for k in range(1, shards + 1)]
    for number, part in enumerate(parts, 1):
        run([*align, part, "--shard", f"{number}/{shards}"])
    run(["alternatives", "gather", *parts, "--sentences", str(tmp_path / "in.jsonl"),
         "--output", str(tmp_path / "gathered.jsonl")])  # fmt: skip
    assert (tmp_path / "gathered.jsonl").read_text() == (tmp_path / "whole.jsonl").read_text()
    assert list(read_alternatives(tmp_path / "whole.jsonl")) != items
