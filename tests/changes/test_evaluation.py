"""A new evaluation touches its room and the tables; a new table of the workflow only its stage."""

import csv
import json

import pytest

from .apply import ROOT, Project
from .test_config import configured


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return Project.copy(tmp_path_factory.mktemp("project"))


def rooms(touched):
    """Return the rooms of src/cdaflow that a change touches; other files as they are."""
    parts = (name.split("/") for name in touched)
    return {part[2] if part[:2] == ["src", "cdaflow"] else "/".join(part) for part in parts}


def test_an_evaluation_touches_two_rooms(project):
    assert rooms(project.apply("evaluation")) == {"text", "tables"}

    text, scores = project.folder / "es.txt", project.folder / "s.json"
    text.write_text("La casa es muy grande y está cerca del mar.\nThis house is near the sea.\n")
    assert "how often the language of a line is found" in project.cdaflow("text", "--help")
    project.cdaflow("text", "evaluate", text, "--lang", "es", "--output", scores)
    assert json.loads(scores.read_text())["right"] == 1

    table, page = project.folder / "t.csv", project.folder / "page.html"
    assert "files of cdaflow text evaluate" in project.cdaflow("tables", "recognition", "--help")
    project.cdaflow("tables", "recognition", scores, "-o", table)
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert (row["language"], row["right"], row["lines"]) == ("es", "50.0", "2")
    assert "Languages found (per cent)" in project.cdaflow("tables", "show", table)
    project.cdaflow(
        "tables", "report", "--recognition-scores", scores, "--data-tables", table, "-o", page
    )
    assert '<caption id="recognition">' in page.read_text()


def test_a_table_of_the_workflow_touches_its_stage(project):
    assert rooms(project.apply("table")) == {"workflow/rules/inputs/corpus.smk"}

    shown = project.dry_run("results/tables/train.csv", *configured(project))
    assert "cdaflow tables corpus results/corpora/es/train.drops.tsv --label es/train" in shown
    # Of a cluster it asks for what all tables do: its rule is theirs.
    assert "rule table:" in shown
    assert "train.csv" not in (ROOT / "slurm/config.yaml").read_text()
