"""Probabilities of people: log odds, the temperature, the command, what is not offered."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from cdaflow.alternatives.person_scores import (
    PersonScore,
    at_least,
    calibrate_people,
    evaluate_people,
    join_scores,
    probability,
    read_scores,
    read_temperature,
    write_scores,
)
from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    Structure,
    read_alternatives,
    write_alternatives,
)
from cdaflow.cli import main

from ..errors import raises

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


def test_how_far_probabilities_are_from_the_share_that_is_right() -> None:
    hypotheses = [TWO] * 75 + [WRONG] * 25
    scores = [PersonScore(line, 1, 4.0) for line in range(1, 101)]
    found = evaluate_people(scores, hypotheses, [TWO] * 100, 4 / math.log(3))
    assert found["people"] == 100
    assert found["right"]["value"] == 75
    assert found["calibration"]["after"]["ece"] == pytest.approx(0)
    assert found["calibration"]["before"]["ece"] == pytest.approx(100 * (probability(4) - 0.75))


def test_shards_are_joined_by_their_lines(tmp_path: Path) -> None:
    for number in (1, 2):
        write_alternatives(tmp_path / f"{number}.jsonl", [TWO, WRONG])
        rows = [(PersonScore(number, 0, 2.0), "boss")]
        write_scores(tmp_path / f"{number}.tsv", rows)
    shards = [tmp_path / f"{number}.jsonl" for number in (1, 2)]
    parts = [tmp_path / f"{number}.tsv" for number in (1, 2)]
    joined = [(score.line, word) for score, word in join_scores(parts, shards)]
    assert joined == [(1, "boss"), (4, "boss")]
    with raises("person-score.file-count", "1", "2"):
        list(join_scores(parts[:1], shards))
    write_scores(parts[0], [(PersonScore(3, 0, 2.0), "boss")])
    with raises("person-score.line-not-in-shard", "3", "2"):
        list(join_scores(parts, shards))


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
    assert "[alternatives.not-reference-sentences]" in capsys.readouterr().err


def test_commands_of_the_workflow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Gather shards with their people, score these, draw, and leave out who is not sure."""
    shards = []
    for number, made in enumerate((TWO, WRONG), 1):
        shards.append(str(tmp_path / f"{number}.jsonl"))
        write_alternatives(shards[-1], [made])
        rows = [(PersonScore(1, 0, 3.0), "boss"), (PersonScore(1, 1, 0.5), "doctor")]
        write_scores(tmp_path / f"{number}.tsv", rows)
    whole, people, gold, found, report = (
        str(tmp_path / name)
        for name in ("all.jsonl", "people.tsv", "gold.jsonl", "found.json", "report.json")
    )
    write_alternatives(gold, [TWO, TWO])
    Path(found).write_text('{"temperature": 2.0}')
    parts = [str(tmp_path / f"{number}.tsv") for number in (1, 2)]
    gather = ["alternatives", "gather", *shards, "--sentences", gold, "--people-scores", *parts,
              "--output", whole]  # fmt: skip
    with pytest.raises(SystemExit):
        main(gather)
    assert main([*gather, "--people", people]) == 0
    assert [score.line for score in read_scores(people)] == [1, 1, 2, 2]
    evaluate = ["alternatives", "evaluate-people", people, "--lang", "es", "--alternatives", whole,
                "--reference", gold, "--calibration", found, "--system", "mine", "--training", "2",
                "--testset", "toy", "--probabilities", str(tmp_path / "p.tsv"), "--output",
                report]  # fmt: skip
    assert main(evaluate) == 0
    assert f"{probability(1.5):.6f}" in (tmp_path / "p.tsv").read_text()
    assert "4 people, 75.0 % right" in capsys.readouterr().err
    table, figure = str(tmp_path / "t.csv"), str(tmp_path / "c.svg")
    assert main(["tables", "people", report, "--output", table]) == 0
    assert "es,toy,mine,2,75.0" in Path(table).read_text()
    assert main(["tables", "figure", "calibration", report, "--output", figure]) == 0
    sure = str(tmp_path / "sure.jsonl")
    keep = ["alternatives", "filter", whole, "--people-scores", people, "--calibration", found,
            "--min-p", "0.8", "--output", sure]  # fmt: skip
    assert main(keep) == 0
    assert [len(each.structures) for each in read_alternatives(sure)] == [1, 1]
    write_alternatives(whole, [TWO])
    assert main(keep) == 1
    assert "of line 2" in capsys.readouterr().err


@pytest.mark.parametrize("row", ["x\t0\tw\t1\t1", "1\t0\tw\tnan\t1", "0\t0\tw\t1\t1"])
def test_faulty_scores(tmp_path: Path, row: str) -> None:
    header = "line\tperson\tword\tlog_odds\tprobability"
    (tmp_path / "scores.tsv").write_text(f"{header}\n{row}\n")
    with raises("person-score.not-a-number"):
        list(read_scores(tmp_path / "scores.tsv"))


@pytest.mark.parametrize(
    ("score", "problem"),
    [
        (PersonScore(2, 0, 1.0), "person-score.line-out-of-range"),
        (PersonScore(1, 5, 1.0), "person-score.person-out-of-range"),
    ],
)
def test_scores_of_nobody(score: PersonScore, problem: str) -> None:
    with raises(problem):
        calibrate_people([score], [TWO], [TWO])
    with raises("person-score.missing"):
        calibrate_people([], [TWO], [TWO])


@pytest.mark.parametrize("text", ["{}", "[]", '{"temperature": 0}', '{"temperature": true}'])
def test_faulty_temperature(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.json").write_text(text)
    with raises("temperature.missing-or-not-positive"):
        read_temperature(tmp_path / "t.json")
