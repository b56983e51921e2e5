"""Models of agreement and inflection in the workflow."""

import json
import re
import shlex

import pytest
import yaml

from cdaflow.cli import commands

from ..errors import fault_parts

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


def test_gate_is_rewritten_both_ways(project):
    """Both variants from the trees of the other and of the English; no other pairs."""
    for name in ("gate.es.tsv", "gate.fr.tsv", "plain.es.tsv"):
        (project.folder / name).write_text("labels\tsource\tf\tm\tdata_split\n")
    gate = {"gate": "gate.{lang}.tsv", "split": "dev", "rewrite": "linear"}
    project.configure(
        languages=["es", "fr"],
        annotators={},
        agreement=DEMO | {"pairs": {"a": gate, "b": {"gate": {"es": "plain.es.tsv"}}}},
    )
    jobs = project.jobs("gate")
    assert (jobs["extract_gate"], jobs["rewrite_gate"], jobs["score_gate"]) == (6, 4, 4)
    assert (jobs["annotate_shard"], jobs["table_gate"]) == (6, 1)
    assert (jobs["train_agreement"], jobs["train_inflection"], jobs["choose_method"]) == (2, 2, 2)
    run = project.snakemake("gate", "--dry-run", "--printshellcmds")
    calls = re.findall(r"Shell command: (cdaflow .*?) > ", run.stdout + run.stderr)
    for call in calls:
        commands.check(shlex.split(call)[1:])
    rewrite = [call for call in calls if "counterfactual rewrite --lang fr --to Fem" in call]
    assert "fr/gate-a-source.en.conllu.gz" in rewrite[0]
    assert "fr/gate-a-m.fr.conllu.gz" in rewrite[0]
    assert "--model results/agreement/fr/linear.npz" in rewrite[0]
    assert [call for call in calls if "score gate results/gate/es.a.f2m.rewritten.txt" in call
            and "--split dev --from f --to m --system f2m" in call]  # fmt: skip


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
        ({"modles": ["base"]}, "'modles', did you mean 'models'? [key.unknown]"),
        (
            {"pairs": {"tune": {"tsv": "x"}}},
            "agreement.pairs.tune.tsv: [file.one-for-several-languages]",
        ),
        (
            {"pairs": {"a": {"tsv": "mine/absent.{lang}"}}},
            "pairs.a.tsv: mine/absent.es [file.missing]",
        ),
        (
            {"pairs": {"a": {"gate": MADE, "changes": "tags"}}},
            "pairs.a.changes: [pair.tags-not-gold]",
        ),
        (
            {"pairs": {"a": {"tsv": MADE, "split": "dev"}}},
            "pairs.a.split: [pair.split-not-of-kind]",
        ),
        (
            {"pairs": {"a": {"tsv": MADE, "rewrite": "base"}}},
            "pairs.a.rewrite: [pair.rewrite-not-of-kind]",
        ),
        (
            {"tune": {"gate": MADE, "rewrite": "base"}},
            "agreement.tune.rewrite: [pair.rewrite-of-tune]",
        ),
        ({"tune": {"trees": "one.conllu"}}, "(es, fr) [file.one-for-several-languages]"),
        (
            {"treebanks": {"train": TREEBANK % "train", "dev": {"es": "es.conllu"}}},
            "treebanks.dev: 'fr' [file.none-for-language]",
        ),
        (
            {"treebanks": {"train": "absent.{lang}", "dev": "es.conllu"}},
            "[file.one-for-several-languages]",
        ),
    ],
)
def test_faults_are_told_before_anything_runs(project, monkeypatch, agreement, expected):
    message = fault(project, monkeypatch, agreement=agreement, annotators={})
    assert all(part in message for part in fault_parts(expected)), message


def test_what_does_not_go_together(project, monkeypatch):
    assert "[agreement.no-annotator]" in fault(project, monkeypatch, agreement={})
    (project.folder / "es.tsv").write_text("masculine\tfeminine\n")
    pairs = {"agreement": {"pairs": {"a": {"tsv": {"es": "es.tsv"}}}}, "annotators": GOLD}
    assert "[agreement.pairs-without-gold-trees]" in fault(project, monkeypatch, **pairs)
    german = {"agreement": {}, "annotators": {"models": "fetch"}, "languages": ["de"]}
    assert "[demo.language-unsupported]" in fault(project, monkeypatch, **german)


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
