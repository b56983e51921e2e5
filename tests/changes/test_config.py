"""A new option that is also a key of the configuration; a new kind of data set."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from .apply import Project

CONFIG = {
    "languages": ["es"],
    "corpora": {
        part: [{"name": "demo", "tsv": f"{{results}}/demo/en-{{lang}}/{part}.tsv"}]
        for part in ("train", "dev")
    },
    "systems": {"baseline": {"recipe": "tiny", "data": {"parallel": 1}}},
}
CONFIG["corpora"]["test"] = {"demo": CONFIG["corpora"]["dev"]}


@pytest.fixture
def project(tmp_path):
    return Project.copy(tmp_path)


def configured(project, **keys):
    """Write a configuration, and the schema, as `make schema` does; return Snakemake's options."""
    schema = project.folder / "workflow/schemas/config.schema.yaml"
    schema.write_text(project.python("-m", "cdaflow.config.schema"))
    (project.folder / "test.json").write_text(json.dumps(CONFIG | keys))
    return ["--configfile", "test.json"]


def test_an_option_that_is_a_key_is_one_field(project):
    assert project.apply("option") == ["src/cdaflow/text/clean.py"]

    assert "--min-words N minimum number of words on a side" in " ".join(
        project.cdaflow("text", "build", "--help").split()
    )
    options = configured(project, cleaning={"min_words": 3})
    shown = project.dry_run("results/corpora/es/train.parquet", *options)
    assert "--min-words 3" in shown
    (project.folder / "es.txt").write_text("Hay gatos.\nHay gatos negros.\n")
    project.cdaflow(
        "text", "mono", "--lang", "es", "--corpus", "name=a,text=es.txt,language_check=false",
        "--min-words", 3, "--output", "es.parquet",
    )  # fmt: skip
    text = pq.read_table(project.folder / "es.parquet")["text"]
    assert text.to_pylist() == ["Hay gatos negros."]

    options = configured(project, cleaning={"min_words": -1})
    with pytest.raises(AssertionError, match=r"cleaning\.min_words: -1 is less than the minimum"):
        project.dry_run(*options)


def test_a_kind_of_data_set_is_one_module_and_one_rule(project):
    touched = ["src/cdaflow/datasets/first.py", "workflow/rules/datasets.smk"]
    assert project.apply("kind") == touched

    pairs = pa.table({"id": [1, 2, 3], "source": ["a", "b", "c"], "target": ["x", "y", "z"]})
    pq.write_table(pairs, project.folder / "pairs.parquet")
    project.cdaflow(
        "dataset", "first", "pairs.parquet", "--pairs", 2, "--backwards", "--output", "a.parquet"
    )
    assert pq.read_table(project.folder / "a.parquet")["id"].to_pylist() == [2, 3]

    sets = {"beginning": {"first": {"pairs": 7, "backwards": True}}, "usual": {"first": {}}}
    options = configured(project, datasets=sets)
    files = [f"results/datasets/es/{name}.parquet" for name in sets]
    shown = project.dry_run(*files, *options)
    assert "train.parquet --pairs 7 --backwards --output results/datasets/es/beginning" in shown
    assert "train.parquet --pairs 100 --output results/datasets/es/usual" in shown

    options = configured(project, datasets={"wrong": {"first": {"pears": 7}}})
    with pytest.raises(AssertionError, match="unknown key 'pears', did you mean 'pairs'"):
        project.dry_run(*options)
