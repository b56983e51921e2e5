"""The table of counterfactuals beside their gold, out of a comparison counted by hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import ConfigError, InputError
from cdaflow.statistics.estimates import rate
from cdaflow.tables.contents import read_table
from cdaflow.tables.evaluations import COUNTERFACTUALS, read_counterfactuals
from cdaflow.tables.render import terminal_text


def part(**changes: Any) -> dict[str, Any]:
    """Ten candidates: eight made, six of them right; one left out, one with nothing to change."""
    counts = {
        "candidates": 10, "made": 8, "repaired": 3, "right": 6, "right_without_change": 1,
        "wrong": 2, "wrong_source": 0, "dropped": 1,
        "wrong_by_cause": {"agreement": 1, "pronoun": 1}, "dropped_by_cause": {"inflection": 1},
        "scores": {
            "right_of_made": rate(6, 8).as_json(),
            "right_of_candidates": rate(7, 10).as_json(),
            "right_source_of_made": rate(8, 8).as_json(),
        },
    }  # fmt: skip
    return counts | changes


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    nothing = {"candidates": 0, "made": 0, "right": 0}
    none = dict.fromkeys(part()["scores"], rate(0, 0).as_json())
    report = {
        "metric": "counterfactuals",
        "language": "es",
        "without_gold": 4,
        "all": part(wrong_by_cause={"agreement": 1, "pronoun": 3}),
        "by_gender": {"Fem": part(**nothing, scores=none), "Masc": part()},
    }
    path = tmp_path / "scores.json"
    path.write_text(json.dumps(report), encoding="utf-8")
    return path


def test_rows(scores: Path) -> None:
    every, women, men = read_counterfactuals([scores], ["es/full.repair"])
    assert tuple(COUNTERFACTUALS.frame([every])) == COUNTERFACTUALS.columns
    assert [row["gender"] for row in (every, women, men)] == ["all", "Fem", "Masc"]
    assert (every["right_of_made"], every["right_of_candidates"]) == ("75.0", "70.0")
    assert (every["right_of_made_low"], every["right_of_made_high"]) == ("40.9", "92.9")  # Wilson
    assert (every["language"], every["without_gold"]) == ("es", 4)
    assert (every["method"], every["guard"]) == ("full", "repair")
    assert women["right_of_made"] == ""
    assert every["wrong_by_cause"] == "pronoun 3, agreement 1"
    assert men["dropped_by_cause"] == "inflection 1"


def test_command(scores: Path, tmp_path: Path) -> None:
    output, markdown = tmp_path / "t.csv", tmp_path / "t.md"
    arguments = [str(scores), "--label", "es/paper.none", "--output", str(output)]
    assert main(["tables", "counterfactual", *arguments, "--markdown", str(markdown)]) == 0
    with output.open(encoding="utf-8", newline="") as handle:
        assert [(row["method"], row["guard"]) for row in csv.DictReader(handle)] == [
            ("paper", "none")
        ] * 3
    assert "75.0 [40.9, 92.9]" in markdown.read_text("utf-8")
    assert "pronoun 3" in terminal_text(read_table(output))


@pytest.mark.parametrize(
    "labels",
    [
        [],
        ["es"],
        ["/paper.none"],
        ["es/none"],
        ["fr/paper.none"],
        ["es/paper.none", "es/full.drop"],
    ],
)
def test_labels(scores: Path, labels: list[str]) -> None:
    with pytest.raises(ConfigError):
        read_counterfactuals([scores], labels)


@pytest.mark.parametrize("text", ["{}", '{"metric": "BLEU"}', '{"metric": "counterfactuals"}'])
def test_other_files(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"other\.json"):
        read_counterfactuals([path], ["es/paper.none"])
