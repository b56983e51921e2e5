"""The table of data sets, and the published figures beside ours."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.cli.commands import load
from cdaflow.counterfactual.datasets.balance import balance
from cdaflow.tables.contents import read_table
from cdaflow.tables.corpora import read_datasets
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.published import published_table, reference
from cdaflow.tables.published_kinds import KINDS
from cdaflow.tables.render import terminal_text

from ..errors import raises

NAIK = PAPERS["naik2023"].tables


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A training text, and two pairs with their counterfactuals as the workflow writes them."""
    train = tmp_path / "train.parquet"
    pq.write_table(pa.table({"id": [1, 2, 3], "source": ["a"] * 3, "target": ["b"] * 3}), train)
    pairs = {
        "id": [1, 2],
        "source": ["The nurse lost his hat.", "The boss lost her hat."],
        "target": ["El enfermero.", "La jefa."],
        "counterfactual_source": ["The nurse lost her hat.", "The boss lost his hat."],
        "counterfactual_target": ["La enfermera.", "El jefe."],
        "profession": ["nurse", "boss"],
        "gender": ["Masc", "Fem"],
    }
    pq.write_table(pa.table(pairs), tmp_path / "pairs.parquet")
    gb = tmp_path / "gb.parquet"
    balance([str(tmp_path / "pairs.parquet")], [str(gb)])
    own = tmp_path / "own.tsv"
    own.write_text("source\ttarget\tgender\na\tb\tx\nc\td\ty\n", encoding="utf-8")
    return [str(train), str(gb), str(own)]


def test_what_data_sets_consist_of(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "datasets.csv"
    labels = ["es/train", "es/gb", "fr/own"]
    assert main(["tables", "datasets", *files, "--label", *labels, "--output", str(out)]) == 0
    assert out.read_text(encoding="utf-8").splitlines() == [
        "language,dataset,pairs,originals,counterfactuals,professions,masculine,feminine",
        "es,train,3,,,,,",
        "es,gb,4,2,2,2,2,2",
        "fr,own,2,,,,,",
    ]
    assert "what they consist of" in terminal_text(read_table(out))


def test_faults_of_data_sets(files: list[str], tmp_path: Path) -> None:
    with raises("label.count", "3", "1"):
        read_datasets(files, ["es/train"])
    with raises("label.malformed", "LANGUAGE/NAME"):
        read_datasets(files[:1], ["es"])
    with raises("label.duplicate"):
        read_datasets(files[:2], ["es/gb", "es/gb"])
    text = tmp_path / "a.txt"
    text.write_text("a\n")
    with raises("dataset.unsupported-format"):
        read_datasets([text], ["es/a"])


def test_published_figures_hang_together() -> None:
    # Delta S is Pro minus Anti, but for the rounding of the paper's figures.
    for row in reference("naik2023", "winomt"):
        pro, anti, delta = (float(row[name]) for name in ("pro", "anti", "delta_s"))
        # The one row of the paper that does not: 30.8 where 71.9 - 41.4 is 30.5.
        slack = 0.31 if (row["language"], row["system"]) == ("fr", "baseline") else 0.26
        assert abs(pro - anti - delta) <= slack, row
    systems = {row["system"] for row in reference("naik2023", "winomt")}
    assert len(systems) == 6
    assert {row["system"] for row in reference("naik2023", "bleu")} == systems
    assert len(reference("naik2023", "bleu")) == 6 * 10
    # Section 6.2: "19%, 23% and 21.6% over the baseline for Italian, Spanish, and French".
    gains = {
        row["language"]: row["gain"]
        for row in published_table("naik2023", "winomt").records
        if row["system"] == "gb-random-handcrafted"
    }
    assert gains == {"es": "23.0", "fr": "21.6", "it": "19.0"}


def test_ours_beside_theirs(winomt: Any, bleu: Any, files: list[str], tmp_path: Path) -> None:
    def better(data: Any) -> None:
        data["scores"]["accuracy"] = {"value": 62.5, "low": 30.0, "high": 80.0}

    scores = [str(winomt("1.json")), str(winomt("2.json", better, system="gb-guard"))]
    tables = {kind: tmp_path / f"{kind}.csv" for kind in NAIK}
    assert main(["tables", "winomt", *scores, "--output", str(tables["winomt"])]) == 0
    tests = [str(bleu("b1.json")), str(bleu("b2.json", testset="other"))]
    assert main(["tables", "bleu", *tests, "--output", str(tables["bleu"])]) == 0
    command = ["tables", "datasets", *files[:2], "--label", "es/train", "es/gb", "--output"]
    assert main([*command, str(tables["sizes"])]) == 0
    rows = {}
    for kind, beside in tables.items():
        out, markdown = tmp_path / f"p.{kind}.csv", tmp_path / f"p.{kind}.md"
        command = ["tables", "published", "naik2023", kind, "--beside", str(beside)]
        assert main([*command, "--output", str(out), "--markdown", str(markdown)]) == 0
        found = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
        assert tuple(found[0]) == KINDS[kind].columns
        assert {row["language"] for row in found} == {"es"}
        rows[kind] = {row[next(iter(KINDS[kind].rows))]: row for row in found}
        text = markdown.read_text(encoding="utf-8")
        assert f"Naik et al. (2023), {NAIK[kind]}" in text
        assert "compare the gains" in text
        assert terminal_text(read_table(out)).startswith("Naik et al. (2023), Table")
    ours = rows["winomt"]["gb-guard"]
    assert (ours["accuracy"], ours["accuracy_here"], ours["gain_here"]) == ("", "62.5", "12.5")
    base = rows["winomt"]["baseline"]
    assert (base["accuracy"], base["accuracy_here"], base["name"]) == ("55.8", "50.0", "Baseline")
    base = rows["bleu"]["baseline"]
    assert (base["bleu"], base["bleu_here"]) == ("36.4", "61.2")
    assert base["testsets_here"] == "test 61.2, other 61.2"
    sizes = rows["sizes"]
    assert (sizes["train"]["pairs"], sizes["train"]["pairs_here"]) == ("76900000", "3")
    assert (sizes["gb"]["pairs"], sizes["gb"]["pairs_here"]) == ("413", "4")


@pytest.mark.parametrize(
    ("mode", "rules", "note"),
    [
        ("default", "own", "Ours are by our own rules of scoring"),
        ("compat-stanovsky2019", "original", "Ours are by the rules of the original tool"),
        ("compat-stafanovics2020-2019", "original", "Ours are by the rules of the original tool"),
    ],
)
def test_the_table_says_whose_rules_ours_are(
    winomt: Any, tmp_path: Path, mode: str, rules: str, note: str
) -> None:
    scores = str(winomt("1.json", signature=f"winomt|data:aa|mode:{mode}|seed:1"))
    assert main(["tables", "winomt", scores, "--output", str(tmp_path / "w.csv")]) == 0
    table = published_table("naik2023", "winomt", tmp_path / "w.csv")
    found = {row["system"]: row["rules_here"] for row in table.records}
    assert found["baseline"] == rules
    assert not any(value for system, value in found.items() if system != "baseline")
    assert next(text for text in table.notes if text.startswith("Ours are")).startswith(note)


@pytest.mark.parametrize(("paper", "kind"), [(p, k) for p in PAPERS for k in PAPERS[p].tables])
def test_theirs_alone(paper: str, kind: str) -> None:
    table = published_table(paper, kind)
    headers = [column.header for column in table.view]
    assert not [header for header in headers if "here" in header]
    assert table.title.startswith(f"{PAPERS[paper].quoted}, {PAPERS[paper].tables[kind]}: ")
    # Each column of the reference file is shown, and nothing is empty throughout.
    figures = [name for name in reference(paper, kind)[0] if name in KINDS[kind].figures]
    reckoned = {"gain", "testsets"} & set(KINDS[kind].figures)
    assert len(headers) == 2 + len(KINDS[kind].rows) + len({*figures, *reckoned})


def test_choubey_figures_hang_together() -> None:
    rows = reference("choubey2021", "winomt")
    systems: dict[str, list[float]] = {}
    for row in rows:
        if row["language"] != "all":
            systems.setdefault(row["system"], []).append(float(row["accuracy"]))
    # The column "Avg Acc" of Tables 4, 11 and 12 is the mean over the languages.
    means = {row["system"]: float(row["accuracy"]) for row in rows if row["language"] == "all"}
    assert len(means) == 8
    for system, mean in means.items():
        assert sum(systems.pop(system)) / 5 == pytest.approx(mean, abs=0.051), system
    assert systems == {"gfst-src": [78.7], "gfst-bt": [87.7]}
    # Delta G of Table 4 is F1 of men minus F1 of women of Table 14, but for rounding. Of one row
    # the paper says otherwise: 54.5 - 42.0 is not 14.8.
    for row in rows:
        if row["f1_male"] and (row["language"], row["system"]) != ("he", "randst"):
            gap = float(row["f1_male"]) - float(row["f1_female"])
            assert gap == pytest.approx(float(row["delta_g"]), abs=0.11), row
    for row in reference("choubey2021", "gfst"):
        assert float(row["kept_rate"]) == pytest.approx(
            100 * int(row["kept"]) / int(row["source"]), abs=0.05
        )
    # Each column of Table 1 is a whole, and so is each row of Table 17.
    for kind, names in (("shares", ("fem", "msc", "mix")), ("filter", ("tp", "tn", "fp", "fn"))):
        for row in reference("choubey2021", kind):
            assert sum(float(row[name]) for name in names) == pytest.approx(100)
    # Section 5.1: gains in accuracy of up to 11.2 points.
    gains = [
        float(row["gain"])
        for row in published_table("choubey2021", "winomt").records
        if row["system"] == "gfst"
    ]
    assert max(gains) == 11.2
    gains = {
        (row["language"], row["part"]): row["gain"]
        for row in published_table("choubey2021", "mustshe").records
        if row["system"] == "gfst"
    }
    assert gains == {
        ("fr", "2F"): "3.4", ("fr", "2M"): "", ("it", "2F"): "9.4", ("it", "2M"): "2.8",
    }  # fmt: skip


def test_figures_of_gender_alternatives() -> None:
    """What follows from other figures: δ of Table 10, F0.5 of Table 5 (its P and R are rounded)."""
    rows = reference("garg2024", "alternatives")
    for row in rows:
        if row["bleu_masculine"]:
            gap = float(row["bleu_masculine"]) - float(row["bleu_feminine"])
            assert gap == pytest.approx(float(row["delta_bleu"]), abs=0.06), row
        if row["system"] == "gpt-augmented":  # Table 10 repeats these of Table 9
            (same,) = (
                one
                for one in rows
                if one["system"] == "gpt-editor" and one["language"] == row["language"]
            )
            for column in ("alternatives_recall", "structures_precision", "structures_recall"):
                assert same[column] == row[column]
    for row in reference("garg2024", "gate"):
        precision, recall = float(row["precision"]), float(row["recall"])
        f05 = 1.25 * precision * recall / (0.25 * precision + recall)
        assert f05 == pytest.approx(float(row["f05"]), abs=1.0), row
    assert len(reference("garg2024", "students")) == 17
    assert len(reference("garg2024", "tagger")) == 18


def test_the_command_knows_the_kinds() -> None:
    [kind] = (one for one in load("tables published").parameters if one.name == "kind")

    assert tuple(KINDS) == kind.argparse_options()["choices"]
    for paper in PAPERS.values():
        assert set(paper.tables) <= set(KINDS)


def test_faults_of_published_figures(tmp_path: Path) -> None:
    with raises("paper.unknown"):
        published_table("../naik2023", "winomt")
    with raises("paper.no-such-table", "shares", "naik2023"):
        published_table("naik2023", "shares")
    with raises("paper.no-such-table", "nothing"):
        published_table("naik2023", "nothing")
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with raises("table.not-comparable", "winomt"):
        published_table("naik2023", "winomt", other)
