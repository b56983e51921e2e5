"""Several trainings of a system: what is made for another one, and what stays as it is."""

import shlex
from collections import Counter

import pytest
import yaml

from .conftest import ROOT, SMALL_DEMO, copy_with_package
from .forks import dry_runs
from .steps import OWN as OF_USER
from .steps import check_options, make_project

TRAINED = {"recipe": "tiny", "data": {"parallel": 1}}
TUNED = {"recipe": "tiny-finetune", "data": {"parallel": 1}}
SYSTEMS = {"baseline": TRAINED, "tuned": TUNED | {"base": "baseline"}}
OWN = {"model": "mine/{lang}.npz", "vocabs": ["mine/{lang}.spm"]}
#: A model of Firefox, what is fine-tuned from it, and both in an engine.
ENGINE = {"command": ["python3", "mine/engine.py", "{model}"]}
EXPORTED = {
    "firefox": {"model": "mine/firefox"},
    "repaired": TUNED | {"base": "firefox"},
    "between": {"interpolate": "repaired", "share": 0.75},
    "engine": ENGINE | {"export": "between", "timeout": 9},
    "base-engine": ENGINE | {"export": "firefox"},
}

#: What is made for each training, and what is made again of all of them.
OF_A_RUN = {"prepare_training": 1, "train_model": 1, "translate": 2, "align_challenge": 1,
            "score_winomt": 1, "score_bleu": 1}  # fmt: skip
TRAINING = ("prepare_training", "train_model")
OF_A_LANGUAGE = {("figure_gaps", "es", ""): 1}
#: Examples are not among these: they are those of the first training.
OF_ALL = ("table_winomt", "table_pronouns", "table_secondary", "table_bleu",
          "table_winomt_trainings", "table_pronouns_trainings", "table_secondary_trainings",
          "table_bleu_trainings", "figure_accuracy_bleu", "figure_confusion", "figure_gains",
          "figure_pro_anti", "write_report", "save_config")  # fmt: skip


def of_runs(*names):
    """The jobs of some runs."""
    return Counter({(rule, "es", name): n for name in names for rule, n in OF_A_RUN.items()})


def shown(but=()):
    """The jobs that follow where there is another training, or one less."""
    made = [rule for rule in OF_ALL if rule not in but]
    tables = sum(name.startswith("table_") for name in made)
    jobs = Counter((rule, "", "") for rule in made)
    return jobs + Counter(OF_A_LANGUAGE) + Counter({("write_provenance", "", ""): tables})


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What dry runs name after each change of a configuration of 5 trainings, by its name."""
    folder = copy_with_package(tmp_path_factory.mktemp("trainings"))
    config = yaml.safe_load((ROOT / "config/config.yaml").read_text())
    for key in ("annotators", "agreement", "counterfactual", "datasets"):
        del config[key]
    config |= {"languages": ["es"], "demo": SMALL_DEMO, "systems": SYSTEMS, "trainings": 5}
    (folder / "mine").mkdir()
    for ending in ("npz", "spm"):
        (folder / f"mine/es.{ending}").touch()

    (folder / "mine/firefox").mkdir()
    for name in ("firefox/model.enes.intgemm.alphas.bin", "firefox/vocab.enes.spm",
                 "firefox/lex.50.50.enes.s2t.bin", "engine.py"):  # fmt: skip
        (folder / "mine" / name).touch()

    def configured(**changes):
        return {"config/test.yaml": yaml.safe_dump(config | changes)}

    def system(name, **keys):
        return configured(systems=SYSTEMS | {name: SYSTEMS.get(name, {}) | keys})

    (folder / "config/test.yaml").write_text(yaml.safe_dump(config))
    edits = {
        "nothing": {},
        "sixth": configured(trainings=6),
        "one": configured(trainings=1),
        "seeds": configured(trainings=[1, 101]),
        "system": system("double", recipe="tiny", data={"parallel": 2}),
        "trainings of one": system("tuned", trainings=6),
        "own": system("mine", **OWN),
        "one base": system("tuned", base_training=1),
        "between": configured(
            systems=SYSTEMS | {"between": {"interpolate": "tuned", "share": 0.75}}
        ),
        "exported": configured(systems=SYSTEMS | EXPORTED, trainings=2),
    }
    return {
        name: (Counter({(rule, lang, run): n for rule, lang, run, n in each["jobs"]}),
               each["exports" if name == "exported" else "trainings"])
        for name, each in dry_runs(folder, edits).items()
    }  # fmt: skip


def test_nothing_is_stale(found):
    assert found["nothing"] == ({}, [])


def test_sixth_training_leaves_five_alone(found):
    jobs, trainings = found["sixth"]
    assert jobs == of_runs("baseline.6", "tuned.6") + shown()
    assert len(trainings) == 2
    assert all(" --seed 6 " in command for command in trainings)


def test_fine_tuning_starts_from_the_same_training_of_its_base(found):
    (tuned,) = [command for command in found["sixth"][1] if "/tuned.6 " in command]
    assert "--base results/models/es/baseline.6 " in tuned


def test_fewer_trainings_train_nothing(found):
    """`make demo` after `make replicate`; tables of each training are not made any more."""
    single = [name for name in OF_ALL if name.endswith("_trainings")]
    jobs, trainings = found["one"]
    assert jobs == shown(but=single)
    assert trainings == []


def test_list_of_seeds(found):
    jobs, trainings = found["seeds"]
    assert jobs == of_runs("baseline.101", "tuned.101") + shown()
    assert all(" --seed 101 " in command for command in trainings)


def test_another_system(found):
    jobs, _ = found["system"]
    double = of_runs("double", *(f"double.{seed}" for seed in (2, 3, 4, 5)))
    examples = Counter({("table_examples", "", ""): 1, ("write_provenance", "", ""): 1})
    assert jobs == double + shown() + examples


def test_base_without_the_seed_is_trained_for_it(found):
    """It is no row of the tables, so that nothing is translated by it."""
    jobs, _ = found["trainings of one"]
    base = Counter((rule, "es", "baseline.6") for rule in TRAINING)
    assert jobs == of_runs("tuned.6") + base + shown()


def test_a_system_between_two_trains_nothing(found):
    jobs, trainings = found["between"]
    assert trainings == []
    runs = ("between", *(f"between.{seed}" for seed in (2, 3, 4, 5)))
    made = Counter({job: n for job, n in of_runs(*runs).items() if job[0] not in TRAINING})
    between = Counter({("interpolate_model", "es", run): 1 for run in runs})
    examples = Counter({("table_examples", "", ""): 1, ("write_provenance", "", ""): 1})
    assert jobs == made + between + shown() + examples


def test_each_training_is_exported_and_translates_in_the_engine(found):
    jobs, commands = found["exported"]
    runs = ("engine", "engine.2", "base-engine")
    for run in runs:
        made = {rule: n for (rule, _, name), n in jobs.items() if name == run}
        assert made == {"export_model": 1, "translate": 2, "align_challenge": 1,
                        "score_winomt": 1, "score_bleu": 1}  # fmt: skip
    folders = ("models/es/between", "models/es/between.2", "imported/es/firefox")
    for run, folder in zip(runs, folders, strict=True):
        output = f"results/exported/es/{run}"
        (export,) = [one for one in commands if f"--output-dir {output} " in one]
        assert export.startswith(
            f"cdaflow nmt export results/{folder} --format firefox --base mine/firefox --output-dir"
        )
        check_command(export)
        for testset in ("demo", "winomt"):
            text = f"results/translations/es/{run}/{testset}.txt"
            (translate,) = [one for one in commands if f"--output {text} " in one]
            assert f"--program 'python3 mine/engine.py {output}' --lang es " in translate
            assert ("--timeout 9 " in translate) == (run != "base-engine")


def check_command(line):
    """Give a command to the real parser."""
    from cdaflow.cli import commands

    commands.check(shlex.split(line.partition(" > ")[0])[1:])


def test_own_model_is_one_run(found):
    jobs, trainings = found["own"]
    assert trainings == []
    own = Counter({job: n for job, n in of_runs("mine").items() if job[0] not in TRAINING})
    examples = Counter({("table_examples", "", ""): 1, ("write_provenance", "", ""): 1})
    assert jobs == own + shown() + examples


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project of two trainings of which all has been made, by fakes."""
    own = {"model": "mine/own.npz", "vocabs": ["mine/own.spm"], "through": ["cat", "-u"]}
    recipe = {"recipe": "mine/base.yaml", "data": {"parallel": 1}}
    systems = {
        "baseline": recipe,
        "hd": recipe | {"debias": {"embeddings_of": "baseline"}},
        "of-own": recipe | {"base": "own"},
        "own": own,
        "tuned": recipe | {"base": "baseline", "trainings": [2, 5]},
        "started": recipe | {"base": "baseline", "base_training": 1, "trainings": [2, 6]},
    }
    config = {key: value for key, value in OF_USER.items() if key != "annotators"}
    config |= {"systems": systems, "trainings": 2, "lowercase": True}
    files = ("base.yaml", "own.npz", "own.spm")
    return make_project(tmp_path_factory.mktemp("made") / "project", config, files)


def test_how_many_trainings_are_to_do_is_said_first(made):
    """The base with seed 5 is one of them."""
    before = made.said.partition("rule ")[0]
    assert "11 of 11 trainings are to do" in before
    assert made.jobs() == {}


def test_options_that_are_passed_are_known(made):
    check_options(made)


def test_a_program_behind_a_model_translates_and_is_not_trained_from(made):
    call = made.call("nmt", "translate", "translations/es/own/mine.txt")
    assert "--model mine/own.npz --vocabs mine/own.spm --lang es --through cat -u --input" in call
    assert "--through" not in made.call("nmt", "import", "results/imported/es/own")
    assert "--base results/imported/es/own" in trained(made, "of-own")


def trained(made, name):
    """The call that trained a run."""
    return made.call("nmt", "train", f"--output-dir results/models/es/{name} ")


def test_each_training_has_its_seed_and_starts_from_the_same_one(made):
    models, debiased = "results/models/es", "results/debiased/es"
    for name, seed, start in (
        ("baseline", 1, ""),
        ("baseline.5", 5, ""),  # for its fine-tuned training alone
        ("tuned.2", 2, f"--base {models}/baseline.2 "),
        ("tuned.5", 5, f"--base {models}/baseline.5 "),
        ("started.6", 6, f"--base {models}/baseline "),
        ("of-own", 1, "--base results/imported/es/own "),
        ("of-own.2", 2, "--base results/imported/es/own "),
        ("hd.2", 2, f"--vocab-of {models}/baseline.2 --source-vectors {debiased}/baseline.2/"),
    ):
        call = trained(made, name)
        assert f" --seed {seed}" in call
        assert start in call
        assert start or "--base" not in call


def test_scores_name_system_and_training(made):
    for name, labels in {
        "baseline": "--system baseline --training 1",
        "tuned.5": "--system tuned --training 5",
        "started.6": "--system started --training 6 --base-training 1",
        "own": "--system own",
    }.items():
        for command in ("winomt", "bleu"):
            call = made.call("score", command, f"results/translations/es/{name}/")
            assert f"--lang es {labels} --" in call
            assert ("--training" in call) == ("--training" in labels)
            assert ("--lowercase" in call) == (command == "bleu")


#: The runs of `made` in the order of the tables.
RUNS = ("baseline", "baseline.2", "hd", "hd.2", "of-own", "of-own.2", "own", "started.2",
        "started.6", "tuned.2", "tuned.5")  # fmt: skip
#: The training of each that is shown: 2 is the lowest seed that all have.
SHOWN = ("baseline.2", "hd.2", "of-own.2", "own", "started.2", "tuned.2")


def test_tables_have_all_trainings_and_examples_one_of_each(made):
    def scores(names, ending="json"):
        return " ".join(f"results/scores/es/{name}/winomt.{ending}" for name in names)

    every = scores(RUNS)
    assert f"winomt {every} --output" in made.call("tables", "winomt", "tables/winomt.csv")
    assert f"winomt {every} --single" in made.call("tables", "winomt", "winomt.trainings.csv")
    assert f"--winomt-scores {scores(SHOWN)} --sentences" in made.call("tables", "examples")
    report = made.call("tables", "report")
    assert f"--winomt-scores {every} --" in report
    assert f"--sentences {scores(SHOWN, 'sentences.tsv')} --" in report


def test_figure_of_a_system_and_of_a_training(made):
    figures = [f"results/figures/professions.es.{name}.svg" for name in ("tuned", "tuned.5")]
    shown = made.snakemake("--dry-run", "--printshellcmds", *figures)
    said = shown.stdout + shown.stderr
    for seeds, figure in zip((("2", "5"), ("5",)), figures, strict=True):
        scores = " ".join(f"results/scores/es/tuned.{seed}/winomt.json" for seed in seeds)
        assert f"figure professions {scores} --output {figure}" in said


def test_all_trainings_start_from_one_of_the_base(found):
    """The trainings of other seeds are made again, from it; that of its own seed is as it was."""
    jobs, trainings = found["one base"]
    runs = [f"tuned.{seed}" for seed in range(2, 6)]
    trained = {run: n for (rule, _, run), n in jobs.items() if rule == "train_model"}
    assert trained == dict.fromkeys(runs, 1)
    assert all("--base results/models/es/baseline " in command for command in trainings)
