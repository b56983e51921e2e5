"""The table and the figures of encoders by their training text."""

import json

import numpy as np
import pytest

from cdaflow.bias.variants import Variant, read_variant
from cdaflow.cli import main
from cdaflow.tables.bias import bias_table, read_systems, reference_of

from ..errors import raises


def write_seat(folder, system, training, shift):
    random = np.random.default_rng([training, len(system)])
    sides = [
        {f"{side}{i}": round(float(value + sign * shift), 6)
         for i, value in enumerate(random.normal(size=8))}
        for side, sign in (("x", 1), ("y", -1))
    ]  # fmt: skip
    path = folder / f"{system}.{training}.json"
    path.write_text(json.dumps({
        "metric": "seat", "system": system, "training": training,
        "encoder": {"examples": 100, "dev_loss": [2.0, 1.0], "dev_right": [0.5, 0.75]},
        "tests": {"professions": {"associations": sides}},
    }))  # fmt: skip
    return path


@pytest.fixture
def files(tmp_path):
    shifts = {"original": 3.0, "augment-90": 0.1, "augment-90-random": 3.0}
    return [write_seat(tmp_path, name, n, by) for name, by in shifts.items() for n in (1, 2, 3)]


def test_variants():
    for name in ("original", "subtract-97", "augment-0-copies", "debiased-50"):
        assert read_variant(name).name == name
    assert [one.name for one in Variant("augment", 0).controls()] == ["augment-0-copies"]
    assert read_variant("subtract-90-random").controls() == []
    with raises("variant.unknown", "'sub90'"):
        read_variant("sub90")
    assert reference_of("augment-90", ["original", "augment-90-copies"]) == "augment-90-copies"
    assert reference_of("augment-90-copies", ["original"]) == "original"
    assert reference_of("original", ["original"]) == reference_of("mine", ["original"]) == ""


def test_each_is_compared_with_its_control(files):
    rows = {row["system"]: row for row in bias_table(read_systems(files)).records}
    augmented = rows["augment-90"]
    assert (augmented["trainings"], augmented["seeds"]) == ("3", "1 2 3")
    assert (augmented["reference"], augmented["right"]) == ("augment-90-random", "75.0")
    assert float(augmented["difference_high"]) < 0 and float(augmented["p"]) < 0.05  # noqa: PT018
    control = rows["augment-90-random"]
    assert control["reference"] == "original"
    assert float(control["difference_low"]) < 0 < float(control["difference_high"])
    assert float(control["association"]) > 1.2


def test_the_share_of_examples_with_unknown_words(files):
    assert bias_table(read_systems(files)).records[0]["unknown"] == ""
    for path, unknown in zip(files, (3, 5, 4), strict=False):
        report = json.loads(path.read_text())
        concepts = [{"examples": 8, "with_unknown_words": n} for n in (unknown, 0)]
        report["tests"]["professions"]["concepts"] = concepts
        path.write_text(json.dumps(report))
    original = bias_table(read_systems(files)).records[0]
    # (3 + 5 + 4) of 3 x 16
    assert (original["system"], original["unknown"]) == ("original", "25.0")


def test_the_mean_of_the_tasks_that_all_trainings_have(tmp_path):
    def written(training, **tasks):
        path = tmp_path / f"{training}.json"
        path.write_text(json.dumps({"metric": "transfer", "system": "original", "encoder": {},
                                    "training": training, "tasks": tasks}))  # fmt: skip
        return path

    right = {"measure": "accuracy", "value": 80.0}
    ranks = {"measure": "spearman", "value": 0.6}
    both = [written(1, MR=right, STS14=ranks), written(2, MR=right, STS14=ranks, CR=right)]
    (row,) = bias_table(read_systems(both)).records
    assert (row["transfer"], row["trainings"], row["association"]) == ("70.0", "2", "")
    undefined = [written(3, STS14={**ranks, "value": None}), both[0]]
    (row,) = bias_table(read_systems(undefined)).records
    assert row["transfer"] == ""


def test_commands(files, tmp_path, capsys):
    paths = list(map(str, files))
    table = str(tmp_path / "t.csv")
    assert main(["tables", "bias", *paths, "-o", table]) == 0
    assert main(["tables", "show", table]) == 0
    assert "Bias of sentence encoders" in capsys.readouterr().out
    figure = tmp_path / "f.svg"
    assert main(["tables", "figure", "bias-association", *paths, "-o", str(figure)]) == 0
    assert "Association by training text" in figure.read_text()
    scored = tmp_path / "s.tsv"
    scored.write_text("text\tbias_abs\n" + "".join(f"a\t{i / 9}\n" for i in range(9)))
    assert main(["tables", "figure", "bias-scores", str(scored), "-o", str(figure)]) == 0


def test_what_is_refused(files, tmp_path, capsys):
    paths = list(map(str, files))
    assert main(["tables", "bias", *paths, paths[0], "-o", "t.csv"]) == 1
    assert "training 1 of 'original' is duplicated" in capsys.readouterr().err
    other = tmp_path / "other.json"
    other.write_text('{"metric": "seat", "system": "x", "training": 1, "encoder": {}}')
    assert main(["tables", "bias", str(other), "-o", "t.csv"]) == 1
    assert "no such scores of an encoder (KeyError: 'tests')" in capsys.readouterr().err
    figure = str(tmp_path / "f.svg")
    assert main(["tables", "figure", "bias-association", *paths[:3], "-o", figure]) == 0
    assert "nothing to show: no system is a text that was adj" in capsys.readouterr().err
