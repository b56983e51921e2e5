"""Systems from outside alone: no corpora, nothing trained, tables and report all the same."""

import csv

import pytest
import yaml

ROWS = [("female", "she"), ("male", "he")] * 6
FORMS = {
    "es": ("La enfermera durmió.", "El enfermero durmió."),
    "fr": ("L'infirmière a dormi.", "L'infirmier a dormi."),
}


@pytest.fixture
def outside(project):
    """A configuration without corpora: two systems, known by their translations of WinoMT."""
    mine = project.folder / "mine"
    mine.mkdir()
    rows = [
        f"{gender}\t1\tThe nurse said that {word} was late {n}.\tnurse"
        for n, (gender, word) in enumerate(ROWS)
    ]
    texts = {"en": rows, "pro": rows[::2], "anti": rows[1::2]}
    for lang, (she, he) in FORMS.items():
        texts[f"right.{lang}"] = [she if word == "she" else he for _, word in ROWS]
        texts[f"women.{lang}"] = [she] * len(ROWS)
    for name, lines in texts.items():
        (mine / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    config = {
        "languages": list(FORMS),
        "aligner": "fast-align",
        "challenge": {"sentences": "mine/en.txt", "pro": "mine/pro.txt", "anti": "mine/anti.txt"},
        "systems": {
            name: {"translations": f"mine/{name}.{{lang}}.txt", "testsets": ["winomt"]}
            for name in ("women", "right")
        },
    }
    return project, config


def write(project, config):
    (project.folder / "config/test.yaml").write_text(yaml.safe_dump(config))


def test_a_dry_run_has_no_corpora(outside):
    project, config = outside
    write(project, config)
    jobs = project.jobs()
    assert jobs["import_translations"] == jobs["align_challenge"] == jobs["score_winomt"] == 4
    assert jobs["write_report"] == 1
    assert not {name for name in jobs if "corpus" in name or "train" in name or "bleu" in name}


@pytest.mark.slow
def test_it_runs_to_tables_and_report(outside):
    project, config = outside
    write(project, config)
    run = project.snakemake()
    assert run.returncode == 0, run.stdout + run.stderr
    with (project.folder / "results/tables/winomt.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["language"], row["system"], row["accuracy"]) for row in csv.DictReader(file)]
    assert rows == [
        ("es", "right", "100.0"),
        ("es", "women", "50.0"),
        ("fr", "right", "100.0"),
        ("fr", "women", "50.0"),
    ]
    assert (project.folder / "results/report.html").is_file()
    assert project.jobs() == {}


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        (
            {"systems": {"base": {"recipe": "config/recipes/small.yaml", "data": {"parallel": 1}}}},
            "systems.base needs it",
        ),
        ({"agreement": {}}, "agreement needs it"),
        ({"corpora": {"dev": {"held_out": 5}}}, "[corpus.train-or-dev-missing]"),
    ],
)
def test_what_needs_text_is_named(outside, added, problem):
    project, config = outside
    write(project, config | added)
    run = project.snakemake("--dry-run")
    assert run.returncode != 0
    assert problem in " ".join((run.stdout + run.stderr).split())
