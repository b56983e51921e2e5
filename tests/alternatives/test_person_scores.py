"""Probabilities of people: log odds, the temperature, the command, what is not offered."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from cdaflow.alternatives.files import write_alternatives
from cdaflow.alternatives.person_scores import (
    PersonScore,
    at_least,
    calibrate_people,
    probability,
    read_scores,
    read_temperature,
    write_scores,
)
from cdaflow.alternatives.structures import Alternatives, Entity, Structure
from cdaflow.cli import main
from cdaflow.errors import InputError

TWO = Alternatives(
    "The boss called the doctor.",
    "El jefe llamó al médico.",
    (Structure(0, "El jefe", "La jefa", (0,)), Structure(14, "al médico", "a la médica", (1,))),
    (Entity(4, 8), Entity(20, 26)),
)
WRONG = replace(TWO, structures=TWO.structures[:1])


def test_probability() -> None:
    assert probability(0) == 0.5
    assert probability(math.log(3)) == pytest.approx(0.75)
    assert probability(2 * math.log(3), 2) == pytest.approx(0.75)
    assert probability(1e9) == 1
    assert probability(-1e9) == pytest.approx(0)


def test_temperature_fits_the_shares() -> None:
    # Of 100 people with log odds 4 three quarters are right: log 3 would say so.
    hypotheses = [TWO] * 75 + [WRONG] * 25
    scores = [PersonScore(line, 1, 4.0) for line in range(1, 101)]
    found = calibrate_people(scores, hypotheses, [TWO] * 100)
    assert found["temperature"] == pytest.approx(4 / math.log(3), rel=1e-3)
    assert (found["people"], found["right"]) == (100, 75)
    assert found["ece"] == pytest.approx(0, abs=0.1)
    assert found["ece_before"] == pytest.approx(100 * (probability(4) - 0.75))


def test_less_sure_people_get_nothing() -> None:
    assert at_least(TWO, {0: 0.9, 1: 0.5}, 0.8).structures == TWO.structures[:1]
    assert at_least(TWO, {0: 0.9}, 0.8) == TWO


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_alternatives(tmp_path / "ours.jsonl", [TWO, WRONG])
    write_alternatives(tmp_path / "gold.jsonl", [TWO, TWO])
    rows = [(PersonScore(line, person, 2.0), "x") for line in (1, 2) for person in (0, 1)]
    write_scores(tmp_path / "scores.tsv", rows, 2.0)
    assert list(read_scores(tmp_path / "scores.tsv")) == [score for score, _ in rows]
    assert "0.731059" in (tmp_path / "scores.tsv").read_text()
    command = ["alternatives", "calibrate", str(tmp_path / "scores.tsv"), "--alternatives",
               str(tmp_path / "ours.jsonl"), "--reference", str(tmp_path / "gold.jsonl"),
               "--output", str(tmp_path / "found.json")]  # fmt: skip
    assert main(command) == 0
    assert "4 people, 3 right" in capsys.readouterr().err
    content = json.loads((tmp_path / "found.json").read_text())
    assert read_temperature(tmp_path / "found.json") == content["temperature"]
    write_alternatives(tmp_path / "gold.jsonl", [TWO])
    assert main(command) != 0
    assert "other sentences" in capsys.readouterr().err


@pytest.mark.parametrize("row", ["x\t0\tw\t1\t1", "1\t0\tw\tnan\t1", "0\t0\tw\t1\t1"])
def test_faulty_scores(tmp_path: Path, row: str) -> None:
    header = "line\tperson\tword\tlog_odds\tprobability"
    (tmp_path / "scores.tsv").write_text(f"{header}\n{row}\n")
    with pytest.raises(InputError, match="are numbers"):
        list(read_scores(tmp_path / "scores.tsv"))


@pytest.mark.parametrize(
    ("score", "problem"),
    [(PersonScore(2, 0, 1.0), "there are 1"), (PersonScore(1, 5, 1.0), "has no person 5")],
)
def test_scores_of_nobody(score: PersonScore, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        calibrate_people([score], [TWO], [TWO])
    with pytest.raises(InputError, match="no scores"):
        calibrate_people([], [TWO], [TWO])


@pytest.mark.parametrize("text", ["{}", "[]", '{"temperature": 0}', '{"temperature": true}'])
def test_faulty_temperature(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.json").write_text(text)
    with pytest.raises(InputError, match="temperature"):
        read_temperature(tmp_path / "t.json")
