"""The pages of gender alternatives on the embedded corpus: published counts and their blocks."""

from __future__ import annotations

from collections.abc import Callable

import figures
import publish
import pytest
from published_run import Published
from toy_runs import make_alternatives

Lines = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """Return the published counts of the toy run; publishing compares all tables."""
    folder = make_alternatives(tmp_path_factory.mktemp("alternatives") / "results")
    return publish.publish(folder, "alternatives", folder=folder.with_name("published"))


@pytest.fixture(scope="module")
def lines(run: Published) -> Lines:
    return figures.block_writer(run.path.parent)


def rows(lines: list[str]) -> dict[str, list[str]]:
    """Return the cells of the rows of a table by system, those of its header by ""."""
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return {"": cells[0]} | {row[1]: row for row in cells[2:]}


def test_trainings_are_those_of_the_scores(run: Published) -> None:
    assert run.provenance["seeds"] == {"lattice": [1, 2], "baseline": [1], "gold": [1, 2]}


def test_where_alternatives_are_offered(lines: Lines) -> None:
    found = rows(lines("alternatives-demo"))
    recall = found[""].index("R")
    # Of 30 sentences none, all, and the mean of 30 and 24.
    assert [found[name][recall].split()[0] for name in ("none", "both", "lattice")] == [
        "0.0", "100.0", "90.0",
    ]  # fmt: skip
    assert [found[name][2] for name in ("none", "both", "lattice")] == ["-", "-", "2"]
    assert found["none"][found[""].index("P")] == "-"


def test_whole_texts_and_students(lines: Lines) -> None:
    found = rows(lines("alternatives-demo-whole"))
    assert found["lattice"][found[""].index("all, 1")].split()[0] == "90.0"
    found = rows(lines("alternatives-students"))
    assert found["gold"][-1].split()[0] == "100.0"
    assert found[""][-1] == "BLEU, stripped"
    assert "counts in `results/published/alternatives.json`" in lines("alternatives-students")[-1]
    assert "BLEU, stripped" not in lines("alternatives-students-whole")[0]
