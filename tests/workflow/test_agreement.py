"""Models of agreement and inflection in the workflow."""

import json

import pytest
import yaml

TABLES = ["results/tables/agreement.csv", "results/tables/inflection.csv"]
GOLD = {"backend": "gold"}
TREEBANK = "{results}/demo/treebanks/{lang}/%s.conllu.gz"
DEMO = {"recipe": "tiny", "tune": {"trees": TREEBANK % "dev", "changes": "tags"}}

TRAIN = {"train_agreement", "train_inflection"}
AGREE = {"choose_method", "evaluate_agreement", "table_agreement"}
SCORE = AGREE | {"evaluate_inflection", "table_inflection"}


def test_rules(project):
    project.configure(annotators=GOLD, agreement=DEMO)
    assert project.stale(*TABLES) == {"write_demo_treebank"} | TRAIN | SCORE


def test_pairs_are_annotated(project):
    (project.folder / "gate.es.tsv").write_text("labels\tsource\tf\tm\n")
    pairs = {"gate": {"gate": "gate.{lang}.tsv"}}
    project.configure(
        annotators={},
        agreement=DEMO | {"pairs": pairs, "models": ["base"], "tune": {"tsv": "gate.{lang}.tsv"}},
    )
    stale = project.stale(TABLES[0])
    assert {"train_annotator", "annotate_pairs", "evaluate_agreement"} <= stale
    assert "train_agreement" not in stale
    run = project.snakemake("--dry-run", "--printshellcmds", TABLES[0])
    assert "agreement evaluate --lang es --model base --pairs" in run.stdout + run.stderr


def test_production_and_scores_are_told_apart_where_they_must(project):
    """Pairs get the features of the corpus; with a lexicon, the model that is scored is another."""
    for name in ("gate.es.tsv", "udify.tar.gz", "forms.tsv"):
        (project.folder / name).write_text("")
    project.configure(
        annotators={"features": "udify-native", "udify": {"archive": "udify.tar.gz"}},
        agreement=DEMO | {"pairs": {"gate": {"gate": "gate.{lang}.tsv"}}, "models": ["linear"]},
        lexicons={"es": ["forms.tsv"]},
    )
    jobs = project.jobs(*TABLES)
    assert jobs["overlay_udify_native_pairs"] == jobs["annotate_pairs"] == 1
    assert jobs["choose_method"] == jobs["evaluate_agreement"] == jobs["train_agreement"] == 2
    assert (jobs["train_inflection"], jobs["evaluate_inflection"]) == (2, 1)


#: Files that the workflow would have to make: they need not be there.
MADE = "{results}/mine.{lang}.tsv"


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [
        ({"modles": ["base"]}, "unknown key 'modles', did you mean 'models'?"),
        ({"pairs": {"tune": {"tsv": "x"}}}, "agreement.pairs"),
        ({"pairs": {"a": {"tsv": "mine/absent.{lang}"}}}, "pairs.a.tsv: mine/absent.es"),
        ({"pairs": {"a": {"gate": MADE, "changes": "tags"}}}, "pairs.a.changes"),
        ({"pairs": {"a": {"tsv": MADE, "split": "dev"}}}, "pairs.a.split: it goes with"),
        ({"tune": {"trees": "one.conllu"}}, "one file for several languages (es, fr)"),
        (
            {"treebanks": {"train": TREEBANK % "train", "dev": {"es": "es.conllu"}}},
            "treebanks.dev: there is none for 'fr'",
        ),
        ({"treebanks": {"train": "absent.{lang}", "dev": "es.conllu"}}, "one file for several"),
    ],
)
def test_faults_are_told_before_anything_runs(project, monkeypatch, agreement, expected):
    assert expected in fault(project, monkeypatch, agreement=agreement, annotators={})


def test_what_does_not_go_together(project, monkeypatch):
    assert "[agreement.no-annotator]" in fault(project, monkeypatch, agreement={})
    (project.folder / "es.tsv").write_text("masculine\tfeminine\n")
    pairs = {"agreement": {"pairs": {"a": {"tsv": {"es": "es.tsv"}}}}, "annotators": GOLD}
    assert "[agreement.pairs-without-gold-trees]" in fault(project, monkeypatch, **pairs)
    german = {"agreement": {}, "annotators": {"models": "fetch"}, "languages": ["de"]}
    assert "is not written in 'de'" in fault(project, monkeypatch, **german)


def fault(project, monkeypatch, **changes):
    """Return the message for a configuration, as the workflow would give it."""
    from cdaflow.config import load_config
    from cdaflow.errors import ConfigError

    project.configure(**{"languages": ["es", "fr"]} | changes)
    config = yaml.safe_load((project.folder / "config/test.yaml").read_text())
    monkeypatch.chdir(project.folder)
    try:
        load_config(config)
    except ConfigError as error:
        return str(error)
    return "no fault: " + json.dumps(config["agreement"])
