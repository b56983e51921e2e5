"""A new metric is one module and one line: command, table, tests, report and comparison follow."""

import csv
import json

import pytest

from .apply import Project

REFERENCE = [f"la casa número {n} es grande y blanca" for n in range(30)]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = Project.copy(tmp_path_factory.mktemp("project"))
    assert project.apply("metric") == [
        "src/cdaflow/scoring/length_ratio.py",
        "src/cdaflow/scoring/metric.py",
    ]
    return project


@pytest.fixture(scope="module")
def scores(project):
    """Score files of translations as long as their references, and of half of their words."""
    reference = project.folder / "reference.txt"
    reference.write_text("".join(f"{line}\n" for line in REFERENCE))
    paths = []
    for name, words in (("whole", 9), ("half", 4)):
        text, path = project.folder / f"{name}.txt", project.folder / f"{name}.json"
        text.write_text("".join(" ".join(line.split()[:words]) + "\n" for line in REFERENCE))
        shown = project.cdaflow(
            "score", "length-ratio", text, "--lang", "es", "--reference", reference,
            "--system", name, "--bootstrap", "100", "--output", path,
        )  # fmt: skip
        assert shown.startswith(f"length-ratio  es  {name}  {len(REFERENCE)} lines\n")
        paths.append(path)
    return paths


def test_the_command_follows_from_the_scorer(project, scores):
    text = project.cdaflow("score", "length-ratio", "--help")
    assert "Score the length of translations" in text
    assert "--reference FILE" in text
    whole, half = (json.loads(path.read_text())["scores"]["ratio"] for path in scores)
    assert (whole["value"], half["value"]) == (100.0, 50.0)


def test_the_table_has_tests_and_legend(project, scores):
    table, text = project.folder / "t.csv", project.folder / "t.md"
    project.cdaflow("tables", "length-ratio", *scores, "-o", table, "--markdown", text)
    whole, half = csv.DictReader(table.read_text().splitlines())
    assert (half["ratio"], half["lines"], half["baseline"]) == ("50.0", "30", "whole")
    assert float(half["ratio_p"]) < 0.05
    assert whole["ratio_p"] == ""
    assert "| es | half | 50.0\\* [50.0, 50.0] | 30 |" in text.read_text()
    assert "- **Length**: tokens of the translation" in text.read_text()
    assert "50.0*" in project.cdaflow("tables", "show", table)


def test_the_report_shows_it(project, scores):
    page = project.folder / "report.html"
    project.cdaflow("tables", "report", "--length-ratio-scores", *scores, "-o", page)
    assert '<caption id="length-ratio"><span>Length of translations</span>' in page.read_text()
    assert "50.0*" in page.read_text()


def test_systems_are_compared(project, scores):
    text = project.cdaflow("score", "compare", *scores)
    assert "half    ratio  100.0   50.0" in text
    assert "-50.0" in text
