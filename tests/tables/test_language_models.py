"""The table and the figures of language models, from files of `cdaflow lm compare`."""

import json

import numpy as np
import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.lm.measures import System, summarise
from cdaflow.lm.scores import by_noun
from cdaflow.tables.language_models import (
    nouns_figure,
    read_comparisons_of_models,
    read_models,
)
from cdaflow.tables.published import published_table
from cdaflow.tables.text import read_csv

NOUNS = [("médico", "médica"), ("niñero", "niñera"), ("juez", "jueza")]


@pytest.fixture
def compared(tmp_path):
    values = np.array([[4.0, -2.0, 1.0], [4.4, -2.2, 1.2], [3.8, -2.1, 1.1]])
    pairs = np.array([0.6, 0.7, 0.65])
    base = System("original", values, np.full((3, 3), 2.0), pairs, (1, 2, 3))
    other = System("field", values / 4, np.full((3, 3), 2.5))
    found = summarise([base, other], "original") | {"language": "es"}
    counts = dict(zip(NOUNS, [(90, 10), (1, 9), (5, 5)], strict=True))
    found["by_noun"] = by_noun([base, other], NOUNS, counts)
    path = tmp_path / "compared.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def test_rows(compared):
    original, field = read_models([compared])
    assert (original["language"], original["system"], original["factor"]) == ("es", "original", "")
    assert (original["minimal_pairs"], field["minimal_pairs"]) == ("65.0", "")
    assert (field["factor"], field["grammaticality_difference"]) == ("4.00", "0.50")
    # All nouns are a quarter of what they were, with their sign as well.
    assert (original["factor_signed"], field["factor_signed"]) == ("", "4.00")
    assert float(original["stereotyping"]) == pytest.approx(2.42, abs=0.01)
    assert original["stereotyping_low"] < original["stereotyping"]


def test_commands(compared, tmp_path):
    table = tmp_path / "lm.csv"
    assert not main(["tables", "lm", str(compared), "--output", str(table), "--markdown",
                     str(tmp_path / "lm.md")])  # fmt: skip
    page = (tmp_path / "lm.md").read_text(encoding="utf-8")
    assert "Grammaticality" in page
    columns, (original, field) = read_csv(table)
    # Each interval is in the CSV, and shown behind its figure.
    for name in ("stereotyping", "stereotyping_signed", "factor", "grammaticality",
                 "grammaticality_difference"):  # fmt: skip
        assert {f"{name}_low", f"{name}_high"} <= set(columns)
        if field[name]:
            ends = field[f"{name}_low"], field[f"{name}_high"]
            shown = f"{field[name]} [{', '.join(ends)}]"
            assert shown in page.replace("\\", "")
    assert (original["seeds"], field["seeds"]) == ("1 2 3", "")
    assert not main(["tables", "show", str(table)])
    for name in ("lm", "lm-nouns"):
        figure = tmp_path / f"{name}.svg"
        assert not main(["tables", "figure", name, str(compared), "--output", str(figure)])
        assert figure.read_text(encoding="utf-8").startswith("<?xml")


def test_the_papers_factors_beside_ours(compared, tmp_path):
    table = tmp_path / "lm.csv"
    assert not main(["tables", "lm", str(compared), "--output", str(table)])
    beside = published_table("zmigrod2019", "lm", table)
    rows = {row["system"]: row for row in beside.records}
    assert list(rows) == ["original", "swap", "field"]
    field = rows["field"]
    assert (field["name"], field["factor"], field["factor_here"]) == ("MRF", "", "4.00")
    assert (field["factor_signed"], field["factor_signed_here"]) == ("5.0", "4.00")
    assert field["factor_here_low"] == "4.00"
    assert (field["stereotyping"], field["grammaticality"]) == ("0.88", "3.74")
    assert rows["swap"]["factor_here"] == ""
    assert "and between nouns" in beside.lead


def test_nouns_of_persons_beside_the_papers(tmp_path):
    """Table 4 of the paper."""
    path, table, beside = tmp_path / "r.json", tmp_path / "t.csv", tmp_path / "p.csv"
    counts = {"metric": "animate", "language": "es", "nouns": 300, "sentences": 8, "animate": 1}
    path.write_text(json.dumps(counts))
    assert main(["tables", "animate", str(path), "-o", str(table)]) == 0
    assert table.read_text() == ("language,nouns,sentences,animate,share\nes,300,8,1,12.5\n")
    command = ["tables", "published", "zmigrod2019", "animate", "--beside", str(table)]
    assert main([*command, "-o", str(beside)]) == 0
    header, row = (line.split(",") for line in beside.read_text().splitlines())
    found = dict(zip(header, row, strict=True))
    assert (found["nouns"], found["nouns_here"]) == ("259", "300")
    assert (found["share"], found["share_here"]) == ("20", "12.5")
    path.write_text(json.dumps(counts | {"sentences": 0, "animate": 0}))
    assert main(["tables", "animate", str(path), "-o", str(table)]) == 0
    assert table.read_text().endswith("es,300,0,0,\n")
    path.write_text(json.dumps({"metric": "animate"}))
    assert main(["tables", "animate", str(path), "-o", str(table)]) == 1


def test_wrong_input(compared, tmp_path):
    content = json.loads(compared.read_text(encoding="utf-8"))
    for noun in content["by_noun"]:
        del noun["leans"]
    nouns_figure([content], tmp_path / "x.svg")
    assert "Nothing to show: no noun leans" in (tmp_path / "x.svg").read_text()
    del content["systems"][0]["stereotyping"]
    compared.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InputError, match="no comparison of language models"):
        read_comparisons_of_models([compared])
