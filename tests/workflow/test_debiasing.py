"""Systems that are trained with debiased source embeddings, with the fake Marian."""

import json
import re

import pytest
import yaml

BASELINE = {"recipe": "tiny", "data": {"parallel": 1}}


@pytest.mark.slow
def test_the_debiased_embeddings_of_one_system_go_into_another(finished, tmp_path):
    # The baseline is there already, and the corpus.
    project = finished.copied(tmp_path / "project")
    debias = {"embeddings_of": "baseline"}
    project.configure(systems={"baseline": BASELINE, "baseline-hd": BASELINE | {"debias": debias}})
    model = "results/models/es/baseline-hd/model.npz"
    run = project.snakemake(model)
    assert run.returncode == 0, run.stdout + run.stderr
    folder = project.folder / "results/debiased/es/baseline"
    report = json.loads((folder / "report.json").read_text())
    bias = report["direct_bias"]
    assert bias["professions"] > 0
    assert bias["after"] < 1e-6 < bias["before"]
    about = yaml.safe_load((project.folder / model).with_name("model.yml").read_text())
    assert about["source vectors"]["file"].endswith("debiased/es/baseline/vectors.txt")
    assert about["source vectors"]["fixed"] is True
    assert "tied-embeddings-all" not in about["recipe"]["train"]
    vocabularies = [project.folder / f"results/models/es/{name}/vocab.spm"
                    for name in ("baseline", "baseline-hd")]  # fmt: skip
    assert vocabularies[0].read_bytes() == vocabularies[1].read_bytes()
    assert project.stale(model) == set()
    # An edit of a list of gendered words reaches no further than what is debiased by it.
    words = project.folder / "config/wordlists/gendered.en.tsv"
    words.write_text(words.read_text() + "zookeeper\tzookeeperess\t\t\trole\t\n")
    assert project.stale(model) == {"debias_embeddings", "prepare_training", "train_model"}
    # Vectors that training may change are another training.
    words.write_text(words.read_text().rpartition("zookeeper\t")[0])
    debias["fixed"] = False
    project.configure(systems={"baseline": BASELINE, "baseline-hd": BASELINE | {"debias": debias}})
    assert project.stale(model) == {"prepare_training", "train_model"}


@pytest.mark.slow
def test_the_systems_of_the_paper_on_embedded_text(project):
    configs = ["--configfile", "config/gfst.yaml", "config/studies/gfst-hd.yaml"]
    options = ["--cores", "1", *configs]
    run = project.snakemake("--dry-run", "--printshellcmds", "--forceall", options=options)
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    trained = {
        re.search(r"--output-dir \S+/it/([\w-]+)", call)[1]: call
        for call in re.findall(r"cdaflow nmt train .*", said)
    }
    assert trained.keys() == {"baseline", "gfst", "baseline-hd", "gfst-hd"}
    for name, call in trained.items():
        vectors = "results/gfst-hd/debiased/it/baseline/vectors.txt"
        assert (vectors in call) == name.endswith("-hd")
    assert "cdaflow tables winomt" in said


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ({"debias": {"embeddings_of": "basline"}}, "did you mean 'baseline'?"),
        ({"debias": {"embeddings_of": "hd"}}, "hd <- hd [system.trained-before-itself]"),
        ({"debias": {"embeddings_of": "baseline"}, "base": "baseline"}, "[base.with-debiasing]"),
    ],
)
def test_faults_of_the_configuration(project, system, message):
    project.configure(systems={"baseline": BASELINE, "hd": BASELINE | system})
    run = project.snakemake("--dry-run", "results/models/es/hd/model.npz")
    assert run.returncode != 0
    assert message in run.stdout + run.stderr
