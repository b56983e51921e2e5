"""Systems and test sets of some of the languages: what is made, compared and shown."""

import csv
import re

import pytest

from .conftest import copy_project

pytestmark = pytest.mark.slow

TSV = "{results}/demo/en-{lang}/test.tsv"
TABLES = ("results/tables/bleu.csv", "results/tables/winomt.csv")
BASE = {"recipe": "tiny", "data": {"parallel": 1}}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project in Spanish and French with a French system and a Spanish test set."""
    project = copy_project(tmp_path_factory.mktemp("languages") / "project")
    corpora = project.configure()["corpora"]
    spanish = {"name": "spanish", "tsv": TSV, "languages": ["es"]}
    project.configure(
        languages=["es", "fr"],
        corpora=corpora | {"test": {"spanish": [spanish], **corpora["test"]}},
        systems={"baseline": BASE, "french": BASE | {"languages": ["fr"]}},
        published="naik2023",
    )
    run = project.snakemake("results/report.html", *TABLES)
    assert run.returncode == 0, run.stdout + run.stderr
    return project


def shown(project, table):
    with open(project.folder / f"results/tables/{table}.csv", encoding="utf-8", newline="") as file:
        return [
            (row["language"], row["system"], row.get("testset")) for row in csv.DictReader(file)
        ]


def test_tables_show_what_exists(made):
    assert shown(made, "bleu") == [
        ("es", "baseline", "demo"),
        ("es", "baseline", "spanish"),
        ("fr", "baseline", "demo"),
        ("fr", "french", "demo"),
    ]
    # A mean over the languages is one of systems that all have.
    assert [row[:2] for row in shown(made, "winomt")] == [
        ("es", "baseline"),
        ("fr", "baseline"),
        ("fr", "french"),
        ("all", "baseline"),
    ]
    folder = made.folder / "results"
    assert not (folder / "models/es/french").exists()
    assert not (folder / "corpora/fr/test-spanish.parquet").exists()
    assert "French" in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("models/es/french/model.npz", "systems.french: 'es' is none of its languages"),
        ("translations/es/french/winomt.txt", "systems.french: 'es' is none of its languages"),
        ("translations/fr/baseline/spanish.txt", "corpora: test-spanish has none of 'fr'"),
    ],
)
def test_what_is_not_there_is_an_error(made, target, message):
    run = made.snakemake("--dry-run", f"results/{target}")
    assert run.returncode
    assert message in re.sub(r"\s+", " ", run.stdout + run.stderr)
