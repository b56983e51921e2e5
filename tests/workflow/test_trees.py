"""Annotators and trees in the workflow; what trains and annotates is faked.

Real ones are in test_real_steps.py.
"""

import csv
import gzip
import json
import shutil
import sys

import pytest
import yaml

from .conftest import ROOT, copy_project

FAKES = ROOT / "tests/fakes/trees"

#: Both sides of a text, of which each is annotated in two shards.
TEXT = ("results/trees/es/dev.en.conllu.gz", "results/trees/es/dev.es.conllu.gz")
SPANISH = TEXT[1:]
TABLE = "results/tables/annotators.csv"

# The training text is held out of the challenge set.
CORPUS = {"write_demo", "write_demo_challenge", "check_corpus", "build_corpus"}
ANNOTATE = {"annotate_shard", "gather_trees"}
SCORE = {"evaluate_annotator", "table_annotators"}

TREEBANKS = {role: f"mine/{{lang}}.{role}.conllu" for role in ("train", "dev", "test")}
TREEBANKS["train"] = [TREEBANKS["train"]]
SPACY = {"backend": "spacy", "models": "mine/spacy/{lang}"}
FETCH = {"fetch": True, "checksum": "md5:" + "0" * 32}
TREE = "# text = x\n1\tx\tx\tX\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def own(project):
    """A project with treebanks, models and an archive of the user's own."""
    write_own(project.folder)
    return project


def write_own(folder):
    (folder / "mine").mkdir()
    for lang in ("en", "es"):
        for role in ("train", "dev", "test"):
            (folder / f"mine/{lang}.{role}.conllu").write_text(TREE)
        (folder / f"mine/stanza/{lang}/pos").mkdir(parents=True)
        (folder / f"mine/stanza/{lang}/pos/default.pt").write_text("")
        (folder / f"mine/spacy/{lang}").mkdir(parents=True)
        (folder / f"mine/spacy/{lang}/meta.json").write_text(json.dumps({"lang": lang}))
        (folder / f"mine/spacy/{lang}/config.cfg").write_text("")
    (folder / "mine/stanza/resources.json").write_text("{}")
    (folder / "mine/udify.tar.gz").write_text("")
    shutil.copy(ROOT / "config/recipes/trees/small.yaml", folder / "mine/tagger.yaml")


# -- which rules -------------------------------------------------------------------------------


#: Configurations and the rules that they have in addition.
CASES = [
    ({"treebanks": TREEBANKS}, {"train_annotator"} | SCORE),
    (SPACY, set()),
    ({"models": "mine/stanza", "treebanks": {"test": TREEBANKS["test"]}}, SCORE),
    ({"models": "fetch", "package": "default_fast"}, {"fetch_annotator"}),
    ({"backend": "gold"}, {"write_demo_trees"}),
    (
        {"backend": "gold", "gold": ["mine/{lang}.train.conllu"], "features": "udify-native",
         "udify": {"archive": "mine/udify.tar.gz"}},
        {"overlay_udify_native"},
    ),
    (
        {"models": "mine/stanza", "features": "udify",
         "udify": FETCH | {"python": sys.executable}},
        {"fetch_udify", "overlay_udify"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("annotators", "rules"),
    [
        ({}, {"write_demo_treebank", "train_annotator"} | SCORE),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in CASES),
    ],
)
def test_rules_of_each_configuration(own, annotators, rules):
    own.configure(annotators=annotators)
    targets = [*TEXT, *([TABLE] if rules >= SCORE else [])]
    assert own.stale(*targets) == CORPUS | ANNOTATE | rules


@pytest.mark.slow
def test_without_the_key_there_are_no_rules(project):
    run = project.snakemake("--list-rules")
    assert run.returncode == 0
    names = set((run.stdout + run.stderr).split())
    assert names.isdisjoint({"train_annotator", "fetch_annotator", "trees"} | ANNOTATE | SCORE)
    assert "write_demo_trees" not in project.stale()


# -- what a user can get wrong -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("annotators", "expected"),
    [
        ({"backend": "udpipe"}, "backend: 'udpipe' is not one of ['stanza', 'spacy'"),
        ({"modles": "train"}, "annotators: unknown key 'modles', did you mean 'models'?"),
        ({"backend": "gold", "models": "train"}, "models: it does not go with backend: gold"),
        ({"backend": "gold", "recipe": "small"}, "recipe: it does not go with models: gold"),
        ({"gold": ["mine/{lang}.dev.conllu"]}, "gold: it does not go with backend: stanza"),
        ({"models": "fetch", "recipe": "small"}, "recipe: it does not go with models: fetch"),
        ({"package": "gsd"}, "package: it does not go with models: train"),
        ({"backend": "spacy"}, "models: train does not go with backend: spacy"),
        ({"backend": "spacy", "models": "fetch"}, "models: fetch does not go with backend: spacy"),
        (SPACY | {"training": {"gpus": 1}}, "training.gpus: the backend spacy works"),
        (SPACY | {"annotating": {"gpus": 1}}, "annotating.gpus: the backend spacy"),
        ({"backend": "gold", "annotating": {"gpus": 1}}, "annotating.gpus: the backend gold"),
        ({"models": "fetch", "treebanks": TREEBANKS}, "nothing is trained with models: fetch"),
        ({"treebanks": {"test": "mine/{lang}.test.conllu"}}, "treebanks: train is missing"),
        (
            {"treebanks": TREEBANKS | {"dev": "mine/es.dev.conllu"}},
            "treebanks.dev: one file for several languages (en, es)",
        ),
        ({"treebanks": TREEBANKS | {"dev": "absent.{lang}"}}, "treebanks.dev: absent.en"),
        (
            {"treebanks": {"train": {"es": ["mine/es.train.conllu"]}}},
            "treebanks.train: there is none for 'en'",
        ),
        ({"recipe": "absent"}, "recipe: no recipe `absent`"),
        ({"models": "mine/none"}, "models: mine/none"),
        ({"models": "mine"}, "models: mine: there are no stanza models for 'en'"),
        ({"models": "mine/spacy/{lang}"}, "of the backend 'spacy', 'stanza' is expected"),
        (
            {"backend": "spacy", "models": "mine/spacy/es"},
            "expected models of the language 'en', found 'es'",
        ),
        ({"features": "udify"}, "features: udify needs UDify's archive"),
        (
            {"features": "udify", "udify": {"fetch": True}},
            "udify.checksum: nothing is fetched unchecked",
        ),
        ({"udify": FETCH}, "udify: it does not go with features: annotator"),
        (
            {"features": "udify-native", "udify": FETCH | {"python": "python3"}},
            "udify.python: it goes with features: udify only",
        ),
        (
            {"features": "udify", "udify": FETCH | {"python": "no/such"}},
            "no such program: no/such",
        ),
        (
            {"features": "udify", "udify": {"archive": "absent.tar.gz"}},
            "udify.archive: absent.tar.gz",
        ),
    ],
)
def test_faults_are_told_before_anything_runs(own, annotators, expected):
    """By the functions that common.smk calls: a dry run of each would take long."""
    message = fault(own, annotators)
    assert expected in message
    assert "annotators" in message


def fault(project, annotators, languages=("es",)):
    """Return the message for a configuration, as the workflow would give it."""
    from cdaflow.config import load_config
    from cdaflow.errors import ConfigError

    project.configure(annotators=annotators, languages=list(languages))
    config = yaml.safe_load((project.folder / "config/test.yaml").read_text())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project.folder)
        try:
            load_config(config)
        except ConfigError as error:
            return str(error)
    return "no fault"


def test_gpus_for_the_features_alone(own):
    """spaCy and gold trees leave the GPUs to UDify."""
    udify = {"features": "udify-native", "udify": {"archive": "mine/udify.tar.gz"}}
    assert fault(own, SPACY | {"annotating": {"gpus": 1}} | udify) == "no fault"
    assert "training.gpus" in fault(own, {"backend": "gold", "training": {"gpus": 1}} | udify)


def test_store_is_as_large_as_that_of_the_command(own, capsys):
    from cdaflow.cli import main
    from cdaflow.trees.store import DEFAULT_LIMIT

    schema = yaml.safe_load((own.folder / "workflow/schemas/config.schema.yaml").read_text())
    store = schema["properties"]["annotators"]["properties"]["store_mb"]
    assert store["default"] == DEFAULT_LIMIT
    with pytest.raises(SystemExit):
        main(["trees", "annotate", "--help"])
    assert f"(default: {DEFAULT_LIMIT})" in " ".join(capsys.readouterr().out.split())


def test_embedded_treebank_in_a_language_that_it_has_not(own):
    assert "the embedded corpus is not written in 'de'" in fault(own, {}, ["es", "de"])


@pytest.mark.slow
def test_a_fault_stops_the_workflow_with_one_message(own):
    own.configure(annotators={"backend": "gold", "models": "train"})
    run = own.snakemake("--dry-run")
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Traceback" not in output
    assert output.count("annotators.models: it does not go with backend: gold") == 1
    assert "leave one of them out" in output


@pytest.mark.slow
def test_a_side_that_the_corpora_have_not(own):
    own.configure(annotators={"models": "mine/stanza"})
    run = own.snakemake("--dry-run", "results/trees/es/dev.fr.conllu.gz")
    assert run.returncode != 0
    assert "no side in 'fr' beside en and 'es'" in run.stdout + run.stderr


# -- runs --------------------------------------------------------------------------------------

WITH_FAKES = {
    "treebanks": TREEBANKS,
    "recipe": "mine/tagger.yaml",
    "shards": 2,
    "store_mb": 7,
    "features": "udify-native",
    "udify": {"archive": "mine/udify.tar.gz"},
    "training": {"threads": 2},
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A project whose annotators are trained and whose development text is annotated, by fakes."""
    project = copy_project(tmp_path_factory.mktemp("trained") / "project")
    project.programs = (FAKES,)
    write_own(project.folder)
    project.configure(annotators=WITH_FAKES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAKE_TREES_CALLS", str(project.folder / "calls.jsonl"))
        run = project.snakemake(*SPANISH, TABLE)
    assert run.returncode == 0, run.stdout + run.stderr
    return project


def test_commands_are_called_with_what_is_configured(trained):
    lines = (trained.folder / "calls.jsonl").read_text().splitlines()
    calls = {}
    for call in map(json.loads, lines):
        calls.setdefault(call[1], []).append(" ".join(call[2:]))
    train = sorted(calls["train"])[1]
    for words in ("--lang es", "--recipe mine/tagger.yaml", "--train mine/es.train.conllu",
                  "--dev mine/es.dev.conllu", "--threads 2", "--device cpu", "--seed 1",
                  "--output-dir results/annotators/es/tagger"):  # fmt: skip
        assert words in train
    shards = [call.split("--shard ")[1][:3] for call in calls["annotate"]]
    assert sorted(shards) == ["1/2", "2/2"]
    for words in (
        "results/corpora/es/dev.parquet --lang es",
        "--column target",
        "--store-mb 7",
        "--models results/annotators/es/tagger ",
        "--store results/trees/store ",
    ):
        assert all(words in call for call in calls["annotate"]), words
    assert all("--engine native --archive mine/udify.tar.gz" in call for call in calls["features"])
    assert len(calls["evaluate"]) == 2


def test_options_that_are_passed_are_known(trained):
    """The fakes take anything: the real parser has the last word."""
    from cdaflow.cli import commands

    for call in map(json.loads, (trained.folder / "calls.jsonl").read_text().splitlines()):
        commands.check(call)


def test_trees_are_gathered_and_shards_are_gone(trained):
    text = gzip.decompress((trained.folder / SPANISH[0]).read_bytes())
    assert text.count(b"\n1\t") == 30
    shards = trained.folder / "results/trees/es/shards"
    assert not shards.exists() or not list(shards.iterdir())


def test_table_and_logs(trained):
    with open(trained.folder / TABLE, encoding="utf-8", newline="") as handle:
        assert {row["language"] for row in csv.DictReader(handle)} == {"en", "es"}
    results = trained.folder / "results"
    for name in ("annotators/es/tagger", "annotators/scores/es.tagger", "trees/es/dev.es",
                 "trees/es/dev.es.1-of-2", "trees/es/dev.es.1-of-2.udify-native"):  # fmt: skip
        assert (results / f"logs/{name}.log").exists(), name
        assert (results / f"benchmarks/{name}.tsv").exists(), name


def test_nothing_is_stale_afterwards(trained):
    assert trained.stale(*SPANISH, TABLE) == set()


def edited(project, path, text):
    """Return the rules that an edit of a file makes stale; the edit is undone."""
    path = project.folder / path
    before = path.read_bytes()
    try:
        path.write_bytes(before + text.encode())
        return project.stale(*SPANISH, TABLE)
    finally:
        path.write_bytes(before)


def test_changed_word_list_trains_nothing(trained):
    line = "nurse\tcuidador\tcuidadora\tcuidadores\tcuidadoras\tvariant\n"
    stale = edited(trained, "config/wordlists/professions.es.tsv", line)
    # The challenge set is English: no word list of a target language touches it.
    assert stale == CORPUS - {"write_demo_challenge"} | ANNOTATE | {"overlay_udify_native"}


@pytest.mark.parametrize(
    ("path", "text", "rules"),
    [
        ("mine/tagger.yaml", "# slower\n", {"train_annotator"} | SCORE | ANNOTATE),
        ("mine/es.train.conllu", TREE, {"train_annotator"} | SCORE | ANNOTATE),
        ("mine/es.dev.conllu", TREE, {"train_annotator"} | SCORE | ANNOTATE),
        ("mine/es.test.conllu", TREE, SCORE),
        ("mine/udify.tar.gz", "new", ANNOTATE),
    ],
)
def test_changed_inputs(trained, path, text, rules):
    overlay = {"overlay_udify_native"} if rules >= ANNOTATE else set()
    assert edited(trained, path, text) == rules | overlay


def test_changed_store_and_shards_train_nothing(trained):
    trained.configure(annotators=WITH_FAKES | {"store": "", "shards": 3})
    try:
        assert trained.stale(*SPANISH, TABLE) == ANNOTATE | {"overlay_udify_native"}
    finally:
        trained.configure(annotators=WITH_FAKES)
