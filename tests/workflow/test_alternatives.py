"""Gender alternatives in the workflow: what is called, and what a change makes stale."""

import copy
import re
import shlex

import pytest

from cdaflow.cli import commands

from .steps import OWN, check_options, make_project

CONFIG = OWN | {
    "agreement": {"models": ["linear"], "pairs": {"mine": {"trees": "mine/{lang}.test.conllu"}}},
    "alternatives": {
        "released": {"data": "mine"},
        "tagger": {"train": ["mine/tags.jsonl"], "dev": "mine/dev.jsonl",
                   "test": {"own": "mine/test.jsonl"}},
        "test": {"own": "mine/{lang}.jsonl",
                 "apple": "{results}/alternatives/released/raw.{lang}.jsonl.gz"},
        "open_by": ["sure", "both"],
        "shards": 2,
        "augment": {"open_by": "tags", "pairs": 5, "shards": 3, "translations": ["baseline"]},
        "students": {
            "baseline": {},
            "student": {"check": True, "inflections": "mine/{lang}.jsonl", "tag": True},
        },
    },
    "datasets": {"gold": {"alternatives": {"file": "mine/{lang}.jsonl", "tag": True}}},
    "systems": {"baseline": {"recipe": "mine/base.yaml", "data": {"parallel": 1}},
                "student": {"recipe": "mine/base.yaml", "data": {"gold": 1}, "trainings": 2}},
}  # fmt: skip
AUGMENTED = "results/alternatives/es/augmented.jsonl.gz"
FILES = ("base.yaml", "tags.jsonl", "dev.jsonl", "test.jsonl", "es.jsonl", "gate.en-es.tsv.gz")

#: Of a test set, and of all of them.
REWRITTEN = {"rewrite_open": 4, "gather_alternatives": 2, "score_alternatives": 2}
TABLE = {"table_alternatives": 1, "alternatives": 1}


def doubled(jobs):
    return {name: 2 * number for name, number in jobs.items()}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project of which the alternatives have been made, by fakes."""
    folder = tmp_path_factory.mktemp("made") / "project"
    return make_project(folder, CONFIG, FILES, targets=("alternatives", AUGMENTED, "students"))


def test_options_that_are_passed_are_known(made):
    check_options(made)


def test_nothing_is_stale(made):
    assert made.jobs("alternatives", "students") == {}
    for name in ("alternatives", "tagger", "students", "bleu"):
        assert (made.folder / f"results/tables/{name}.provenance.json").exists() == (
            made.folder / f"results/tables/{name}.csv"
        ).exists()


def test_students_translate_with_structures_and_without(made):
    made.call("dataset", "alternatives", "--lang es", "--file mine/es.jsonl", "--tag")
    folder = "results/alternatives/es/students"
    call = made.call("alternatives", "translate", f"--output {folder}/student.2/own.jsonl.gz")
    for words in ("mine/es.jsonl --model-dir results/models/es/student.2 --lang es", "--tag",
                  "--check", "--inflections mine/es.jsonl", "--word-list"):  # fmt: skip
        assert words in call
    text = "--stripped results/translations/es/student.2/mine.txt"
    assert "--tag" not in made.call("alternatives", "translate", text)
    call = made.call("alternatives", "translate", f"--output {folder}/baseline/own.jsonl.gz")
    assert "--check" not in call
    assert "--word-list" not in call
    assert made.call("score", "alternatives", "--system student --training 2", "--testset own")


def test_a_word_of_the_list_of_inflections(made):
    """What was trained stays: only what is checked by the list is translated again."""
    changed = made.edited(
        "config/wordlists/professions.es.tsv", "actuary\tx\ty\txs\tys\t\n", "students"
    )
    assert "train_model" not in changed
    assert changed["translate_alternatives"] == 4


def test_commands_are_called_with_what_is_configured(made):
    folder = "results/alternatives/es"
    made.call("alternatives", "import", "mine/gate.en-es.tsv.gz", "--format raw")
    assert "--column text" in made.call("trees", "annotate", "mine/es.jsonl", "--lang es")
    assert "--column source" in made.call("trees", "annotate", "mine/es.jsonl", "--lang en")
    assert f"--tags {folder}/own.heads.jsonl.gz" in made.call(
        "alternatives", "rewrite", "mine/es.jsonl", "--open-by both", "--shard 2/2"
    )
    assert "--tags" not in made.call(
        "alternatives", "rewrite", "mine/es.jsonl", "--open-by sure", "--shard 1/2"
    )
    assert "--reference results/alternatives/released/raw.es.jsonl.gz" in made.call(
        "score", "alternatives", "--system both", "--testset apple"
    )


def test_the_corpus_gets_alternatives_in_shards_with_reasons(made):
    folder = "results/alternatives/es"
    made.call("text", "sample", "results/corpora/es/train.parquet", "--size 5", "--at-most")
    made.call("alternatives", "pairs", f"{folder}/augmented.sample.parquet")
    made.call("trees", "annotate", f"{folder}/augmented.pairs.jsonl.gz", "--column text")
    heads = f"{folder}/shards/augmented.heads.3-of-3.jsonl.gz"
    made.call("alternatives", "tag", f"{folder}/augmented.pairs.jsonl.gz", "--shard 3/3", heads)
    made.call("alternatives", "gather", heads, f"--output {folder}/augmented.heads.jsonl.gz")
    part = f"{folder}/shards/augmented.tags.3-of-3"
    made.call(
        "alternatives", "rewrite", "--open-by tags", "--shard 3/3", f"--reasons {part}.reasons.tsv"
    )
    made.call(
        "alternatives", "gather", f"{part}.jsonl.gz --reasons", f"{part}.reasons.tsv --sentences",
        f"--left-out {folder}/augmented.left-out.tsv --lang es --report {folder}/augmented.json "
        f"--output {AUGMENTED}",
    )  # fmt: skip
    assert made.jobs(AUGMENTED) == {}


def test_translations_get_alternatives_of_the_pipeline(made):
    folder = "results/alternatives/es"
    written = f"{folder}/students/baseline/own.jsonl.gz"
    made.call("alternatives", "rewrite", written, "--open-by tags", "own-by-baseline", "1/2")
    made.call("trees", "annotate", written, "--column text")
    call = made.call("score", "alternatives", f"{folder}/own-by-baseline.tags.jsonl.gz")
    assert "--reference mine/es.jsonl" in call
    assert "--system baseline+pipeline --training 1 --testset own" in call


def test_the_tagger_is_asked_by_those_that_go_by_tags(made):
    both = {"rewrite_open": 2, "gather_alternatives": 1, "score_alternatives": 1}
    trained = {"train_tagger": 1, "evaluate_tagger": 1, "tag_source": 4, "gather_heads": 2,
               "table_tagger": 1, "figure_calibration": 1}  # fmt: skip
    assert made.edited("mine/tags.jsonl", "x\n", "alternatives") == (
        trained | doubled(both) | TABLE
    )


def test_a_test_set(made):
    trees = {"annotate_shard": 2, "gather_trees": 2, "tag_source": 2, "gather_heads": 1}
    assert made.edited("mine/es.jsonl", "x\n", "alternatives") == trees | REWRITTEN | TABLE


def test_a_list_of_english_persons(made):
    changed = made.edited("config/wordlists/persons.en.tsv", "x\txs\n", "alternatives")
    assert changed == doubled(REWRITTEN) | TABLE


TAGGED = CONFIG | {
    "alternatives": {
        "tagger": CONFIG["alternatives"]["tagger"],
        "test": {"own": "mine/{lang}.jsonl"},
        "open_by": ["none"],
        "tagged": {"system": "tagged", "by": ["mrf+lattice"], "open_by": ["gold"], "beam": 7,
                   "inflections": "mine/extra.{lang}.jsonl"},
    },
    "datasets": {"tagged": {"tagged": {"file": "mine/extra.{lang}.jsonl", "mixes": 2}}},
    "systems": {
        "tagged": {"recipe": "mine/base.yaml", "data": {"tagged": 1}, "trainings": [1, 5]},
    },
}  # fmt: skip


def test_a_model_that_reads_tags(tmp_path):
    made = make_project(
        tmp_path / "project", TAGGED, (*FILES, "extra.es.jsonl"), targets=("alternatives",)
    )
    check_options(made)
    made.call("dataset", "tagged", "--file mine/extra.es.jsonl", "--mixes 2")
    for run, seed in (("tagged", 1), ("tagged.5", 5)):
        call = made.call("alternatives", "rewrite", f"--tagged-model results/models/es/{run} ")
        for option in ("--by mrf+lattice", "--beam 7", "--open-by gold", "--inflections mine/"):
            assert option in call
        made.call("score", "alternatives", "--system mrf+lattice-gold", f"--training {seed}")
    assert made.jobs("alternatives") == {}
    changed = made.edited("results/models/es/tagged.5/model.npz", "x", "alternatives")
    once = {"rewrite_tagged": 1, "gather_tagged": 1, "score_tagged": 1}
    assert changed == once | TABLE
    # A word of the list of inflections: nothing is trained again.
    line = "actuary\tx\ty\txs\tys\t\n"
    changed = made.edited("config/wordlists/professions.es.tsv", line, "alternatives")
    assert "train_model" not in changed
    assert changed["rewrite_tagged"] == 2
    both = dict.fromkeys(("prepare_training", "train_model", *once), 2)
    changed = made.edited("mine/extra.es.jsonl", "x\n", "alternatives")
    assert changed == {"write_tagged": 1} | both | TABLE


def test_probabilities_of_people(tmp_path):
    """They are calibrated on held-out sentences, by which nothing is rewritten again."""
    tagged = TAGGED["alternatives"]["tagged"]
    calibrate = {"file": "mine/held.{lang}.jsonl", "min_p": 0.9}
    config = copy.deepcopy(TAGGED)
    config["alternatives"] |= {"tagged": tagged | {"calibrate": calibrate}, "shards": 2}
    made = make_project(
        tmp_path / "project", config, (*FILES, "extra.es.jsonl", "held.es.jsonl"),
        targets=("alternatives",),
    )  # fmt: skip
    check_options(made)
    assert made.jobs("alternatives") == {}
    folder = "results/alternatives/es"
    name = "gold.mrf+lattice.tagged.5"
    shards = " ".join(f"{folder}/shards/own.{name}.{number}-of-2.people.tsv" for number in (1, 2))
    made.call("alternatives", "gather", f"--people-scores {shards}")
    made.call("alternatives", "calibrate", "--reference mine/held.es.jsonl", f"{name}.json")
    call = made.call("alternatives", "evaluate-people", "--reference mine/es.jsonl", "--training 5")
    assert f"--calibration {folder}/calibration.{name}.json" in call
    made.call("alternatives", "filter", f"own.{name}.jsonl.gz", "--min-p 0.9")
    made.call("score", "alternatives", "--system mrf+lattice-gold-0.9", "--training 5")

    sure = {"filter_people": 2, "score_sure": 2} | TABLE
    changed = made.edited("mine/held.es.jsonl", "x\n", "alternatives")
    trees = {"annotate_shard": 2, "gather_trees": 2}
    people = {"calibrate_people": 2, "evaluate_people": 2, "table_people": 1,
              "figure_calibration": 1}  # fmt: skip
    scored = {"rewrite_scored": 4, "gather_scored": 2}
    assert changed == trees | people | scored | sure
    config["alternatives"]["tagged"]["calibrate"]["min_p"] = 0.8
    made.configure(**config)
    assert made.jobs("alternatives") == sure | {"save_config": 1}


def test_the_configuration_of_the_demo(project):
    options = ["--quiet", "host", "--cores", "1", "--configfile", "config/alternatives.yaml"]
    run = project.snakemake("alternatives", "--dry-run", "--forceall", options=options)
    assert run.returncode == 0, run.stdout + run.stderr
    found = dict(re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, re.MULTILINE))
    assert (found["train_model"], found["write_tagged"]) == ("3", "3")
    assert (found["rewrite_tagged"], found["score_tagged"]) == ("12", "12")
    assert (found["rewrite_scored"], found["calibrate_people"]) == ("24", "6")
    assert (found["train_tagger"], found["train_annotator"]) == ("1", "4")
    assert (found["rewrite_open"], found["score_alternatives"]) == ("30", "15")


def test_the_configuration_of_the_students(project):
    options = ["--quiet", "host", "--cores", "1", "--configfile", "config/alternatives.yaml"]
    run = project.snakemake("students", "--dry-run", "--forceall", options=options)
    assert run.returncode == 0, run.stdout + run.stderr
    found = dict(re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, re.MULTILINE))
    assert (found["serialise_alternatives"], found["gather_augmented"]) == ("12", "3")
    assert (found["translate_stripped"], found["score_students"]) == ("15", "15")
    tables = re.findall(r"^ +wildcards: table=(\w+)$", run.stdout + run.stderr, re.MULTILINE)
    assert (tables.count("augmentation"), tables.count("students")) == (2, 2)  # with provenance
    assert (found["score_rewritten"], found["rewrite_open"]) == ("3", "12")


def test_a_language_model_and_a_model_that_aligns(project):
    folder = "results/alternatives/es"
    mine = project.folder / "mine"
    mine.mkdir()
    for name in ("es.jsonl", "ask.py", "x.conllu"):
        (mine / name).write_text("")
    project.configure(
        agreement={"models": ["linear"]},
        annotators={"recipe": "tiny"},
        alternatives={
            "test": {"own": "mine/{lang}.jsonl"}, "open_by": ["rules"], "align": "model",
            "aligner": {"train": "mine/{lang}.jsonl", "dev": "mine/{lang}.jsonl"}, "augment": {},
            "llm": {"command": ["python", "mine/ask.py"], "examples": "mine/{lang}.jsonl",
                    "shots": 4},
        },
    )  # fmt: skip
    run = project.snakemake("alternatives", AUGMENTED, "--dry-run", "--printshellcmds")
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    calls = re.findall(r"(cdaflow alternatives .*)", said)
    for call in calls:
        words = shlex.split(call.partition(" > ")[0])
        commands.check(words[1:])
    for name in ("own.rules", "own.llm", "augmented"):
        assert any(f"align {folder}/{name}.unaligned.jsonl.gz --by model" in c for c in calls), name
    (asked,) = (call for call in calls if "rewrite-llm" in call)
    assert f"--command 'python mine/ask.py' --tags {folder}/own.heads.jsonl.gz" in asked
    assert "--shots 4 " in asked
    assert f"--cache {folder}/answers" in asked
    assert sum("train-aligner" in call for call in calls) == 1
    assert "--system llm" in said


def test_systems_that_are_not_trained_here_get_alternatives(project):
    """Of any translator the pipeline makes alternatives (Garg et al. 2024, Table 10)."""
    mine = project.folder / "mine"
    mine.mkdir()
    for name in ("es.jsonl", "program.py", "theirs.es.alternatives-own.txt"):
        (mine / name).write_text("")
    base = project.configure()["systems"]["baseline"]
    project.configure(
        agreement={"models": ["linear"]},
        annotators={"recipe": "tiny"},
        alternatives={
            "test": {"own": "mine/{lang}.jsonl"}, "open_by": [],
            "augment": {"translations": ["program", "theirs"]},
            "students": {"program": {}, "theirs": {}},
        },
        systems={
            "baseline": base,
            "program": {"command": ["python", "mine/program.py"]},
            "theirs": {"translations": "mine/theirs.{lang}.{testset}.txt",
                       "testsets": ["alternatives-own"]},
        },
    )  # fmt: skip
    run = project.snakemake("results/tables/students.csv", "--dry-run", "--printshellcmds")
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    calls = re.findall(r"(cdaflow (?:alternatives|nmt|score|tables) .*)", said)
    for call in calls:
        commands.check(shlex.split(call.partition(" > ")[0])[1:])
    folder = "results/alternatives/es"
    text = "results/translations/es/{}/alternatives-own.txt".format
    wanted = [
        f"alternatives sources mine/es.jsonl --output {folder}/own.en.txt",
        f"--program 'python mine/program.py' --lang es --input {folder}/own.en.txt",
        f"import-translations mine/theirs.es.alternatives-own.txt --source {folder}/own.en.txt",
        *(f"alternatives pairs {folder}/own.en.txt {text(name)} "
          f"--output {folder}/students/{name}/own.jsonl.gz" for name in ("program", "theirs")),
        *(f"alternatives rewrite {folder}/students/{name}/own.jsonl.gz"
          for name in ("program", "theirs")),
    ]  # fmt: skip
    for words in wanted:
        assert any(words in call for call in calls), words
    scored = [call for call in calls if call.startswith("cdaflow score alternatives")]
    assert sum("--system theirs+pipeline" in call for call in scored) == 1
    assert sum("--system program " in call for call in scored) == 1
    assert not any("nmt train" in call for call in calls)


def test_without_the_key_there_are_no_rules(project):
    run = project.snakemake("--list-rules")
    assert run.returncode == 0
    names = set((run.stdout + run.stderr).split())
    assert names.isdisjoint({"train_tagger", "rewrite_open", "alternatives", "import_released"})
