"""The tables behind that of encoders: each test, each text, the most biased sentences."""

import json

import pytest

from cdaflow.cli import main
from cdaflow.tables.bias import bias_table, read_systems
from cdaflow.tables.bias_parts import MOST_BIASED, TEXTS, read_tests

from ..errors import raises
from .test_bias import write_seat

#: Training text, strength of its association, score in tasks.
TRAINED = (
    ("original", 3.0, 80.0),
    ("augment-90", 0.2, 79.0),
    ("subtract-90", 1.0, 78.0),
    ("augment-90-random", -2.0, 80.0),
)


@pytest.fixture
def files(tmp_path):
    """Two trainings of three texts and of a control, with two association tests and two tasks."""
    found = []
    for system, shift, right in TRAINED:
        for training in (1, 2):
            seat = write_seat(tmp_path, system, training, shift)
            report = json.loads(seat.read_text())
            report["tests"] = {"C6": report["tests"]["professions"],
                               "C7": write_like(report, 0.5)}  # fmt: skip
            seat.write_text(json.dumps(report))
            tasks = {"MR": right + training, "CR": right - training, "translations": 20.0}
            tasks = {name: {"measure": "accuracy", "value": v} for name, v in tasks.items()}
            transfer = tmp_path / f"{system}.{training}.transfer.json"
            labels = {"metric": "transfer", "system": system, "training": training}
            transfer.write_text(json.dumps({**labels, "encoder": {}, "tasks": tasks}))
            found += [seat, transfer]
    return found


def write_like(report, factor):
    """Return the test of a report with other associations."""
    sides = report["tests"]["professions"]["associations"]
    return {"associations": [{k: round(v * factor + 0.3 * (v > 0), 6) for k, v in side.items()}
                             for side in sides]}  # fmt: skip


def test_each_test_and_the_means(files):
    rows = {(row["system"], row["test"]): row for row in read_tests(files)}
    tests = ["C6", "C7", "C6 to C8b", "MR", "CR", "translations", "SentEval"]
    assert [test for system, test in rows if system == "original"] == tests
    (mean,) = (row for row in bias_table(read_systems(files)).records
               if row["system"] == "subtract-90")  # fmt: skip
    assert rows["subtract-90", "C6 to C8b"]["score"] == mean["gender"]
    # SentEval is the mean of its own tasks, without the retrieval of translations.
    assert rows["original", "SentEval"]["score"] == "80.00"
    lost = rows["subtract-90", "SentEval"]
    assert (lost["difference"], lost["trainings"], lost["seeds"]) == ("-2.00", 2, "1 2")
    assert "difference" not in rows["original", "MR"]
    changed = rows["augment-90", "C6"]
    before = float(rows["original", "C6"]["score"])
    assert float(changed["difference"]) == pytest.approx(float(changed["score"]) - before, abs=0.02)
    expected = 100 * float(changed["difference"]) / before
    assert float(changed["change"]) == pytest.approx(expected, abs=1)
    assert "change" not in lost


def test_the_best_is_an_adjusted_text_and_no_control(files):
    rows = {(row["system"], row["test"]): row for row in read_tests(files)}
    best, least = rows["best", "C6 to C8b"], rows["augment-90-random", "C6 to C8b"]
    assert float(least["score"]) < float(best["score"])
    assert best["score"] == rows["augment-90", "C6 to C8b"]["score"]
    few = [path for path in files if "subtract" not in path.name]
    assert "best" not in {row["system"] for row in read_tests(few)}


def test_one_training_has_a_difference_without_a_test(files):
    one = [path for path in files if ".1." in path.name]
    rows = {(row["system"], row["test"]): row for row in read_tests(one)}
    found = rows["subtract-90", "MR"]
    assert found["difference"] == "-2.00"
    assert "p" not in found


def test_the_figures_of_the_paper_stand_beside(files, tmp_path):
    table, beside = tmp_path / "t.csv", tmp_path / "p.csv"
    assert main(["tables", "bias-tests", *map(str, files), "-o", str(table)]) == 0
    command = ["tables", "published", "dolci2023", "bias-tests", "--beside", str(table)]
    assert main([*command, "-o", str(beside)]) == 0
    lines = beside.read_text().splitlines()
    header = lines[0].split(",")
    rows = [dict(zip(header, line.split(","), strict=True)) for line in lines[1:]]
    found = {(row["system"], row["test"]): row for row in rows}
    assert found["best", "C6 to C8b"]["change"] == "-19"
    assert float(found["best", "C6 to C8b"]["change_here"]) < 0
    assert found["debiased-100", "SentEval"]["difference"] == "-1.73"
    assert found["debiased-100", "SentEval"]["difference_here"] == ""
    assert found["augment-90", "C7"]["difference_here"] != ""


def adjusted(path, **changes):
    settings = {"by": "subtract", "percentile": 95, "criterion": "absolute", "copies": False}
    report = {"metric": "bias_adjust", "examples": 100, "selected": 5, "dropped": 5, "added": 0,
              "written": 95, "largest": 0.15, "largest_kept": 0.0756}  # fmt: skip
    report |= {name: changes.pop(name) for name in list(changes) if name in report}
    path.write_text(json.dumps({**report, "settings": settings | changes}))
    return path


def test_adjusted_texts(tmp_path):
    less = adjusted(tmp_path / "a.json")
    more = adjusted(tmp_path / "b.json", by="augment", percentile=97.5, dropped=0, added=3)
    copies = adjusted(
        tmp_path / "c.json", by="augment", percentile=0, dropped=0, added=3, copies=True
    )
    first, second, third = TEXTS.read([less, more, copies])
    assert (first["system"], first["largest_kept"], first["swapped"]) == (
        "subtract-95",
        "0.0756",
        "",
    )
    assert (second["system"], second["swapped"]) == ("augment-97.5", "60.0")
    assert second["largest_kept"] == ""
    assert third["system"] == "augment-0-copies"
    random = adjusted(tmp_path / "d.json", criterion="random")
    assert TEXTS.read([random])[0]["system"] == "subtract-95-random"


def test_most_biased(tmp_path):
    path = tmp_path / "scored.json"
    one = {"score": 0.12345, "text": "The nurse, pink.", "words": "nurse:+0.1"}
    most = {"f": [one, {**one, "text": "b"}], "m": [{**one, "score": -0.2}], "abs": []}
    path.write_text(json.dumps({"metric": "bias_score", "most_biased": most}))
    rows = MOST_BIASED.read([path])
    assert [(row["side"], row["rank"], row["score"]) for row in rows] == [
        ("F", 1, "0.1235"), ("F", 2, "0.1235"), ("M", 1, "-0.2000")]  # fmt: skip
    output = tmp_path / "t.csv"
    assert main(["tables", "most-biased", str(path), "--output", str(output)]) == 0
    assert output.read_text(encoding="utf-8").splitlines()[1].startswith("F,1,0.1235,")
    path.write_text(json.dumps({"metric": "bias_score"}))
    with raises("report.malformed", "most_biased"):
        MOST_BIASED.read([path])
    with raises("score-file.other-metric", "bias_adjust"):
        MOST_BIASED.read([adjusted(tmp_path / "a.json")])
