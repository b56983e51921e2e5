"""The tables of agreement and inflection, from reports written out by hand."""

import csv
import json
from typing import Any

import pytest

from cdaflow.errors import InputError
from cdaflow.tables.contents import read_table
from cdaflow.tables.evaluations import AGREEMENT, INFLECTION, read_agreement
from cdaflow.tables.published import published_table
from cdaflow.tables.render import terminal_text, write_table

from ..errors import raises

SCORE = {"value": 83.125, "low": 80.0, "high": 86.04}
UNDEFINED = {"value": None, "low": None, "high": None}


def agreement(**changes: Any) -> dict[str, Any]:
    names = ("precision", "recall", "f1", "accuracy", "precision_strict", "f1_strict")
    part = {
        "pairs": 12,
        "counts": {
            "words": 40,
            "must_change": 16,
            "right": 14,
            "over": 3,
            "hidden": 1,
            "missed": 2,
        },
        "scores": dict.fromkeys(names, SCORE),
    }
    report = {
        "metric": "agreement", "language": "es", "system": "linear", "testset": "gate",
        "log_alpha": {"value": 0.5}, "signature": "agreement|data:1", "pairs": {"read": 13},
        "method": {"name": "full"}, "model": {"training": {"sentences": 1400}},
        "directions": {"Fem": part, "both": part | {"scores": part["scores"] | {"f1": UNDEFINED}}},
    }  # fmt: skip
    return report | changes


def inflection(**changes: Any) -> dict[str, Any]:
    def row(words: str, dictionary: str, types: int, right: dict[str, int]) -> dict[str, Any]:
        return {
            "words": words, "group": "nominal", "dictionary": dictionary, "types": types,
            "tokens": 2 * types,
            "right": {way: {"types": n, "tokens": 2 * n} for way, n in right.items()},
            "accepted": {"both": {"types": types - 1, "right": types - 1}},
        }  # fmt: skip

    report = {
        "metric": "reinflection", "language": "it", "gold": {"file": "it.conllu"},
        "signature": "reinflection|gold:1", "model_held_out": True,
        "rows": [
            row("held out", "any", 50, {"lemma": 20, "dictionary": 40, "model": 45, "both": 48}),
            row("held out", "unknown", 8, {"lemma": 4, "model": 7, "both": 7}),
            row("all", "any", 200, {"lemma": 90, "dictionary": 190, "model": 180, "both": 198}),
        ],
    }  # fmt: skip
    return report | changes


@pytest.fixture
def written(tmp_path):
    def write(name, report):
        path = tmp_path / name
        path.write_text(json.dumps(report))
        return path

    return write


def test_agreement(written, tmp_path):
    paths = [written("1.json", agreement(testset="z")), written("2.json", agreement())]
    paths.append(written("3.json", agreement(system="base")))
    paths.append(written("4.json", agreement(system="base", method={"name": "paper"})))
    base = agreement(system="base", model={"training": {}}, testset="z")
    assert read_agreement([written("5.json", base)])[0]["trained"] == ""
    table = AGREEMENT.table(read_agreement(paths))
    rows = [(r["testset"], r["to"], r["system"], r["method"]) for r in table.records]
    assert rows == [
        ("z", "Fem", "linear", "full"),
        ("z", "both", "linear", "full"),
        ("gate", "Fem", "linear", "full"),
        ("gate", "Fem", "base", "full"),
        ("gate", "Fem", "base", "paper"),
        ("gate", "both", "linear", "full"),
        ("gate", "both", "base", "full"),
        ("gate", "both", "base", "paper"),
    ]
    first = table.records[0]
    assert (first["f1"], first["f1_low"], first["f1_high"]) == ("83.1", "80.0", "86.0")
    assert (first["must_change"], first["form_accuracy"], first["right_forms"]) == ("16", "", "")
    assert table.records[1]["f1"] == ""
    out = tmp_path / "t.csv"
    write_table(table, out, tmp_path / "t.md")
    with out.open(newline="") as handle:
        assert tuple(next(csv.reader(handle))) == AGREEMENT.columns
    assert terminal_text(read_table(out)) == terminal_text(table)
    assert "83.1 [80.0, 86.0]" in (tmp_path / "t.md").read_text()


def test_inflection(written, tmp_path):
    table = INFLECTION.of([written("it.json", inflection())])
    held_out, every = table.records
    assert (held_out["words"], every["words"]) == ("held out", "all")
    assert held_out["model_held_out"] == "yes"
    assert (held_out["both"], held_out["both_right"], held_out["types"]) == ("96.0", "48", "50")
    # Wilson's interval of 7 out of 8, worked out by hand: 87.5 % in [52.9, 97.8].
    assert held_out["model_unknown"] == "87.5"
    assert (held_out["model_unknown_low"], held_out["model_unknown_high"]) == ("52.9", "97.8")
    assert (held_out["accepted"], held_out["accepted_types"]) == ("100.0", "49")
    assert (every["unknown_types"], every["model_unknown"]) == ("0", "")
    write_table(table, tmp_path / "t.csv", None)
    assert terminal_text(read_table(tmp_path / "t.csv")) == terminal_text(table)


@pytest.mark.parametrize("read", [AGREEMENT.read, INFLECTION.read])
def test_other_files_are_refused(written, read):
    with raises("score-file.other-metric", "`winomt`"):
        read([written("a.json", {"metric": "winomt"})])
    for report in ([], {"metric": "agreement"}, agreement(directions=3), inflection(rows=[1])):
        with pytest.raises(InputError) as error:
            read([written("b.json", report)])
        assert str(error.value).startswith(str(written("b.json", report)))


def test_the_papers_figures_beside_ours(tmp_path):
    report = agreement(method={"name": "paper"})
    path = tmp_path / "scores.json"
    path.write_text(json.dumps(report))
    csv_file = tmp_path / "agreement.csv"
    write_table(AGREEMENT.table(read_agreement([path])), csv_file)
    beside = published_table("zmigrod2019", "agreement", csv_file)
    rows = {(row["system"], row["to"], row["method"]): row for row in beside.records}
    linear = rows["linear", "both", "paper"]
    # Table 3, and ours.
    assert (linear["name"], linear["f1"], linear["recall"]) == ("Spanish-LIN", "82.29", "73.95")
    assert (linear["precision_here"], linear["f1_here"]) == ("83.1", "")
    # Table 2: sentences to learn from, and pairs.
    assert (linear["trained"], linear["trained_here"]) == ("14187", "1400")
    assert (linear["pairs"], linear["pairs_here"]) == ("136", "12")
    assert rows["base", "both", "paper"]["precision_here"] == ""
    assert rows["linear", "Fem", "paper"]["f1_here"] == "83.1"
    assert {row["language"] for row in beside.records} == {"es"}
    path.write_text(json.dumps(inflection()))
    write_table(INFLECTION.of([path]), csv_file)
    beside = published_table("zmigrod2019", "inflection", csv_file)
    gendered, *ours = beside.records
    # Table 1; the rows here are of other words.
    assert (gendered["name"], gendered["model"]) == ("Italian", "98.29")
    assert [row["model_here"] for row in ours] == ["90.0", "90.0"]
