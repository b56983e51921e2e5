"""The whole workflow, with a fake Marian in place of the real one."""

import csv
import json
import os

import pytest

SCORING = {"score_winomt", "table_winomt", "table_pronouns", "table_secondary", "figure_pro_anti",
           "figure_gaps", "figure_confusion", "figure_gains", "figure_accuracy_bleu",
           "write_report"}  # fmt: skip


def rows(path):
    with open(path, encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def test_tables_and_report_are_made(finished):
    results = finished.folder / "results"
    (winomt,) = rows(results / "tables/winomt.csv")
    assert (winomt["language"], winomt["system"], winomt["rows"]) == ("es", "baseline", "80")
    (bleu,) = rows(results / "tables/bleu.csv")
    assert bleu["testset"] == "demo"
    assert {row["part"] for row in rows(results / "tables/corpus.csv")} == {
        "train",
        "dev",
        "test-demo",
    }
    assert "<html" in (results / "report.html").read_text()


def test_counts_agree_from_file_to_file(finished):
    scores = finished.folder / "results/scores/es/baseline"
    counts = json.loads((scores / "winomt.json").read_text())["counts"]
    with open(scores / "winomt.sentences.tsv", encoding="utf-8") as handle:
        sentences = list(csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert counts["rows"] == len(sentences) == 80
    assert counts["correct"] == sum(row["gold"] == row["predicted"] for row in sentences)


def test_each_rule_has_a_log_and_a_benchmark(finished):
    results = finished.folder / "results"
    stages = ["demo", "corpora/es", "models/es", "translations/es/baseline"]
    stages += ["alignments/es/baseline", "scores/es/baseline", "tables", "figures"]
    for folder in ("logs", "benchmarks"):
        for stage in stages:
            assert any((results / folder / stage).iterdir()), (folder, stage)


def test_nothing_is_stale_afterwards(finished):
    assert finished.stale() == set()


@pytest.mark.slow
def test_touch_without_a_change_makes_nothing_stale(finished):
    os.utime(finished.folder / "config/wordlists/professions.es.tsv")
    assert finished.stale() == set()


@pytest.mark.slow
def test_edited_word_list_of_the_scorer(finished):
    """The professions of a language are read by the grammar and by the scorer."""
    path = finished.folder / "config/wordlists/professions.es.tsv"
    before = path.read_text()
    try:
        path.write_text(before + "nurse\tcuidador\tcuidadora\tcuidadores\tcuidadoras\tvariant\n")
        stale = finished.stale()
    finally:
        path.write_text(before)
    assert stale >= SCORING | {"write_demo"}
    assert "save_config" not in stale


@pytest.mark.slow
def test_changed_key_of_the_aligner(finished):
    finished.configure(align_with=300)
    try:
        assert finished.stale() == SCORING | {"align_challenge", "save_config"}
    finally:
        finished.configure()


def test_rules_of_the_original_tool(finished):
    """They align by themselves, so that nothing is aligned for them."""
    finished.configure(compat=2019)
    try:
        scores = "results/scores/es/baseline/winomt.json"
        run = finished.snakemake("--dry-run", "--printshellcmds", scores)
    finally:
        finished.configure()
    assert "--compat-vintage 2019" in run.stdout + run.stderr
    assert "--alignment" not in run.stdout + run.stderr
    assert "align_challenge" not in run.stdout + run.stderr


def test_added_system_trains_and_scores_only_itself(finished):
    finished.configure(
        systems={
            "baseline": {"recipe": "tiny", "data": {"parallel": 1}},
            "double": {"recipe": "tiny", "data": {"parallel": 2}},
        }
    )
    try:
        stale = finished.stale()
        assert {"train_model", "translate", "score_bleu"} <= stale
        assert stale.isdisjoint({"write_demo", "build_corpus", "table_corpus"})
        run = finished.snakemake("--dry-run", "--quiet", "rules")
        assert run.returncode == 0
        listed = finished.snakemake("--dry-run", "results/models/es/baseline/model.npz")
        assert "Nothing to be done" in listed.stdout + listed.stderr
    finally:
        finished.configure()


def test_what_is_trained_already_stays(finished):
    """`make replicate` after `make demo`, with the tables of one training there."""
    trained = ("prepare_training", "train_model")
    once = dict.fromkeys((*trained, "align_challenge", "score_winomt", "score_bleu"), 1)
    once["translate"] = 2
    finished.configure(trainings=3)
    try:
        jobs = finished.jobs()
        listed = finished.snakemake("--dry-run", "results/scores/es/baseline/winomt.json")
    finally:
        finished.configure()
    assert {name: jobs[name] for name in once} == {name: 2 * n for name, n in once.items()}
    assert "Nothing to be done" in listed.stdout + listed.stderr


@pytest.mark.slow
def test_two_trainings_and_one_again(finished, tmp_path):
    """`make demo`, `make replicate` and `make demo` in one folder, as far as the tables.

    Other figures and the report of several trainings: tests/tables/test_trainings.py.
    """
    project = finished.copied(tmp_path / "project")
    results = project.folder / "results"
    model = results / "models/es/baseline/model.npz"
    before = (model.stat().st_mtime_ns, (results / "tables/winomt.csv").read_bytes())
    means = [f"results/tables/{name}.csv" for name in ("winomt", "pronouns", "secondary", "bleu")]
    of_each = [path.replace(".csv", ".trainings.csv") for path in means]
    shown = [*means, *of_each, "results/figures/accuracy-bleu.svg"]
    project.configure(trainings=2)
    run = project.snakemake(*shown)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "1 of 2 trainings are to do" in run.stderr
    trainings = [json.loads((results / f"scores/es/{name}/winomt.json").read_text())["training"]
                 for name in ("baseline", "baseline.2")]  # fmt: skip
    assert trainings == [1, 2]
    for name in ("winomt", "pronouns", "secondary", "bleu"):
        (mean,) = rows(results / f"tables/{name}.csv")
        single = rows(results / f"tables/{name}.trainings.csv")
        assert (mean["trainings"], mean["seeds"]) == ("2", "1 2")
        assert [(row["system"], row["trainings"], row["seeds"]) for row in single] == [
            ("baseline", "1", "1"), ("baseline", "1", "2"),
        ]  # fmt: skip
    assert project.stale(*shown) == set()
    project.configure()
    assert project.stale().isdisjoint({"train_model", "translate", "score_winomt", "score_bleu"})
    run = project.snakemake(*means)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (model.stat().st_mtime_ns, (results / "tables/winomt.csv").read_bytes()) == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("baseline.1", "run.unknown"),
        ("basline.2", "system.unknown"),
    ],
)
def test_a_training_has_one_name(finished, name, message):
    run = finished.snakemake("--dry-run", f"results/models/es/{name}/model.npz")
    assert run.returncode != 0
    assert f"[{message}]" in run.stdout + run.stderr


@pytest.mark.slow
def test_own_model_takes_the_place_of_training(finished, tmp_path):
    """A user's model is used as it stands: no training is planned for it."""
    models = finished.folder / "results/models/es/baseline"
    finished.configure(
        systems={
            name: {
                "model": str(models / "model.npz"),
                "vocabs": [str(models / "vocab.spm")],
            }
            for name in ("first", "second")
        }
    )
    try:
        run = finished.snakemake("results/translations/es/first/demo.txt")
        assert run.returncode == 0, run.stdout + run.stderr
        assert "train_model" not in run.stdout + run.stderr
        ours = (finished.folder / "results/translations/es/first/demo.txt").read_text()
        baseline = (finished.folder / "results/translations/es/baseline/demo.txt").read_text()
        assert ours == baseline
        # Two systems are compared; the same translations do not differ.
        run = finished.snakemake("results/tables/bleu.csv")
        assert run.returncode == 0, run.stdout + run.stderr
        with open(finished.folder / "results/tables/bleu.csv", encoding="utf-8") as file:
            _, second = csv.DictReader(file)
        assert (second["baseline"], second["system"]) == ("first", "second")
        assert (second["bleu_gain"], second["bleu_p"]) == ("0.0", "1")
    finally:
        finished.configure()
