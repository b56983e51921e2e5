"""The same configuration gives the same tables, figures, report and provenance, byte for byte."""

import json

import pytest

from cdaflow.cli import main

from .conftest import copy_project

#: What may not matter: order of hashes, time zone, language and width of the terminal.
OTHER = {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kathmandu", "COLUMNS": "61", "LC_ALL": "C"}


def made(project):
    """Return the content of all that is for others to see by name."""
    results = project.folder / "results"
    folders = [
        path for name in ("tables", "figures") for path in sorted((results / name).iterdir())
    ]
    files = [*folders, results / "report.html", results / "config.json"]
    return {str(path.relative_to(results)): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def twins(finished, tmp_path_factory):
    """Two clean runs, the second in other surroundings and with another number of cores.

    The first is that of the other tests: they leave its tables, figures and report as they were
    made.
    """
    second = copy_project(tmp_path_factory.mktemp("second"))
    config = second.configure()
    assert config["aligner"] == "fast-align"  # it has a seed, eflomal has none
    with pytest.MonkeyPatch.context() as patch:
        for name, value in OTHER.items():
            patch.setenv(name, value)
        run = second.snakemake("--cores", "1")
    assert run.returncode == 0, run.stdout + run.stderr
    return finished, second


@pytest.mark.slow
def test_two_clean_runs_write_the_same_bytes(twins):
    first, second = map(made, twins)
    assert {"tables/winomt.csv", "tables/corpus.md", "figures/pro-anti.svg"} <= first.keys()
    ending = ".provenance.json"
    told = {name.removesuffix(ending) for name in first if name.endswith(ending)}
    assert told == {
        f"tables/{name}" for name in ("bleu", "corpus", "pronouns", "secondary", "winomt")
    }
    assert [name for name in first if first[name] != second.get(name)] == []
    assert first.keys() == second.keys()


@pytest.mark.slow
def test_an_archive_of_one_run_is_verified_against_the_other(twins, tmp_path):
    archives = [tmp_path / "1.zip", tmp_path / "2.zip"]
    for project, archive in zip(twins, archives, strict=True):
        assert main(["share", str(project.folder / "results/tables"), str(archive)]) == 0
    assert archives[0].read_bytes() == archives[1].read_bytes()
    assert main(["verify", str(archives[0]), "--against", str(twins[1].folder / "results")]) == 0


def provenance(project, table):
    path = project.folder / f"results/tables/{table}.provenance.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_provenance_follows_a_table_back_to_what_nobody_made(finished):
    told = provenance(finished, "winomt")
    raw = [item["path"] for item in told["files"]["raw"]]
    assert {"config/recipes/tiny.yaml", "config/wordlists/professions.es.tsv"} <= set(raw)
    assert not any(path.startswith("results/") for path in raw)
    # As recorded when they were read, and not as they are now.
    assert all(item.keys() == {"path", "size", "sha256"} for item in told["files"]["raw"])
    made_in_order = [item["path"] for item in told["files"]["between"]]
    places = [
        made_in_order.index(f"results/{name}")
        for name in ("demo/en-es/train.tsv", "corpora/es/train.parquet",
                     "models/es/baseline/model.npz", "translations/es/baseline/winomt.txt")
    ]  # fmt: skip
    assert places == sorted(places)
    (scores,) = told["files"]["inputs"]
    assert scores["path"] == "results/scores/es/baseline/winomt.json"
    assert told["command"] == ["tables", "winomt", scores["path"]]
    assert told["config"]["systems"]["baseline"]["recipe"] == "tiny"
    assert told["programs"]["marian"] == ["v0.0.0 fake 2023-01-01 00:00:00 +0000"]
    # The corpus knows neither models nor scores.
    assert "results/models" not in json.dumps(provenance(finished, "corpus")["files"])


@pytest.mark.slow
def test_edit_of_what_no_table_needs_makes_nothing_stale(finished):
    (finished.folder / "README.md").write_text("Read me again.\n")
    (finished.folder / "config/recipes/paper.yaml").touch()
    assert finished.stale() == set()


@pytest.mark.slow
def test_files_on_the_way_may_be_gone(finished):
    """Nobody needs a corpus or a model any more when all is made."""
    model = finished.folder / "results/models/es/baseline/model.npz"
    model.rename(model.with_name("gone"))
    try:
        assert finished.stale() == set()
    finally:
        model.with_name("gone").rename(model)
