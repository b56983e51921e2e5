"""The key trainings: seeds and names of the runs, and what a user can get wrong."""

import os
from pathlib import Path

import pytest
import yaml
from snakemake.utils import update_config

from cdaflow.config import leave_out_nulls, load_config
from cdaflow.config.trainings import base_training, find_run, first_model, run_of, runs_of
from cdaflow.errors import ConfigError

from .configs import CORPORA, loaded

ROOT = Path(__file__).parents[2]
TRAINED = {"recipe": "mine.yaml", "data": {"parallel": 1}}
OWN = {"model": "{lang}.npz", "vocabs": ["{lang}.spm"]}
CONFIG = {
    "languages": ["es"],
    "corpora": CORPORA,
    "systems": {"baseline": TRAINED, "tuned": TRAINED | {"base": "baseline"}, "own": OWN},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "mine.yaml").write_text("train: {}\n")
    for name in ("es.npz", "es.spm"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)


def load(**changes):
    """Return CONFIG with some keys, given by path, changed."""
    return loaded(CONFIG, {name.replace("__", "."): value for name, value in changes.items()})


def names(config, system):
    return [run.name for run in runs_of(config, system)]


def test_one_training_has_the_name_of_its_system():
    config = load()
    (run,) = runs_of(config, "baseline")
    assert (run.system, run.seed, run.name) == ("baseline", 1, "baseline")


def test_number_of_trainings_counts_from_the_seed():
    assert names(load(trainings=3), "tuned") == ["tuned", "tuned.2", "tuned.3"]
    assert names(load(trainings=3, seed=7), "tuned") == ["tuned", "tuned.8", "tuned.9"]


def test_name_hangs_on_the_seed_and_not_on_the_position():
    config = load(trainings=[101, 1, 2])
    assert [(run.seed, run.name) for run in runs_of(config, "baseline")] == [
        (101, "baseline.101"), (1, "baseline"), (2, "baseline.2"),
    ]  # fmt: skip


def test_a_system_may_have_trainings_of_its_own():
    config = load(trainings=3, systems__tuned__trainings=[2])
    assert names(config, "baseline") == ["baseline", "baseline.2", "baseline.3"]
    assert names(config, "tuned") == ["tuned.2"]


def test_own_model_is_one_run():
    config = load(trainings=3)
    (run,) = runs_of(config, "own")
    assert (run.seed, run.name) == (None, "own")
    assert run_of(config, "own", 2) == run


def test_one_training_of_each_is_compared_whatever_the_seeds():
    config = load(systems__tuned__trainings=[9])
    assert names(config, "tuned") == ["tuned.9"]


def test_all_trainings_may_start_from_one_of_the_base():
    config = load(systems__tuned__trainings=3, systems__tuned__base_training=1)
    assert names(config, "baseline") == ["baseline"]
    assert names(config, "tuned") == ["tuned", "tuned.2", "tuned.3"]


def test_a_system_between_two_has_the_trainings_of_the_fine_tuned_one():
    between = {"interpolate": "tuned", "share": 0.75}
    config = load(
        systems__tuned__trainings=3, systems__tuned__base_training=1, systems__between=between
    )
    assert names(config, "between") == ["between", "between.2", "between.3"]
    assert [base_training(config, run) for run in runs_of(config, "between")] == [1, 1, 1]


FIREFOX = {"model": "firefox"}
REPAIRED = TRAINED | {"base": "firefox", "trainings": [1, 4]}
ENGINE = {"command": ["node", "engine.mjs", "{model}"]}


@pytest.fixture
def engine(tmp_path):
    """A model of Firefox, and a program in which it runs."""
    (tmp_path / "firefox").mkdir()
    for name in ("model.enes.intgemm.alphas.bin", "vocab.enes.spm"):
        (tmp_path / "firefox" / name).touch()
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\n")
    node.chmod(0o755)
    (tmp_path / "engine.mjs").touch()
    return {
        "systems__firefox": FIREFOX,
        "systems__repaired": REPAIRED,
        "systems__engine": ENGINE | {"export": "repaired"},
    }


@pytest.fixture(autouse=True)
def _node(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")


def test_an_exported_system_has_the_trainings_of_the_other(engine):
    between = {"interpolate": "repaired", "share": 0.5}
    config = load(
        **engine,
        systems__between=between,
        systems__means=ENGINE | {"export": "between"},
        systems__before=ENGINE | {"export": "firefox"},
    )
    assert names(config, "engine") == ["engine", "engine.4"]
    assert names(config, "means") == ["means", "means.4"]
    assert [run.seed for run in runs_of(config, "before")] == [None]
    for name in ("engine", "means", "before"):
        assert first_model(config, name) is config.systems["firefox"]
    assert config.systems["engine"].program("es", "out/es") == ["node", "engine.mjs", "out/es"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"engine": ENGINE | {"export": "mended"}}, "systems.engine.export: .*mended"),
        ({"engine": ENGINE | {"export": "engine"}}, "'engine' is an exported model, of 8 bits"),
        ({"engine": ENGINE | {"export": "own"}}, "'own' was not fine-tuned from a model of Fire"),
        ({"engine": ENGINE | {"export": "tuned"}}, "'tuned' was not fine-tuned from a model of"),
        ({"engine": {"export": "repaired"}}, "systems.engine: .*command"),
        (
            {"engine": {"export": "repaired", "command": ["node", "engine.mjs"]}},
            "systems.engine.command: the command does not name the exported model",
        ),
        (
            {"engine": {"export": "repaired", "command": ["node", "absent.mjs", "{model}"]}},
            "systems.engine.command: absent.mjs: no such file",
        ),
        ({"engine": ENGINE | {"export": "repaired", "recipe": "mine.yaml"}}, "is not trained"),
        ({"next": TRAINED | {"base": "engine"}}, "systems.next.base: 'engine' is an exported"),
        ({"repaired": TRAINED | {"base": "repaired"}}, "trained before itself"),
    ],
)
def test_faults_of_exported_systems(engine, changes, expected):
    with pytest.raises(ConfigError, match=expected):
        load(**engine | {f"systems__{name}": value for name, value in changes.items()})


def test_run_of_a_name():
    config = load(trainings=2)
    for system in config.systems:
        for run in runs_of(config, system):
            assert find_run(config, run.name) == run
    # A base may be trained with a seed with which it is not compared.
    assert find_run(config, "baseline.9").seed == 9


@pytest.mark.parametrize("name", ["basline", "baseline.1", "own.2", "baseline.01", "baseline.x"])
def test_name_of_no_run(name):
    with pytest.raises(ConfigError, match=r"there is no|is no name of"):
        find_run(load(), name)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"trainings": 0}, "trainings: 0 is less than the minimum of 1"),
        ({"trainings": []}, r"trainings: \[\] is empty"),
        ({"trainings": [1, 2, 1]}, "trainings: seeds are given twice: 1"),
        ({"trainings": [1, 0]}, r"trainings\[1\]: 0 is less than the minimum of 1"),
        ({"trainings": "5"}, "trainings: .* not '5'"),
        ({"systems__tuned__trainings": 0}, "systems.tuned.trainings: 0 is less than"),
        (
            {"trainings": 2, "systems__tuned__trainings": [3, 4]},
            "systems.tuned.trainings: no training of tuned has the seed of one of baseline",
        ),
        (
            {"systems__tuned__base_training": 2},
            r"systems.tuned.base_training: baseline, .* no training with the seed 2",
        ),
        ({"systems__tuned__base_training": 0}, "systems.tuned.base_training: 0 is less than"),
        ({"systems__baseline__base_training": 1}, "base_training: .* and there is none"),
        (
            {"systems__tuned": TRAINED | {"base": "own", "base_training": 1}},
            "systems.tuned.base_training: the base 'own' is a model of your own",
        ),
        ({"systems__own__trainings": [1, 2]}, "systems.own: trainings: .* is not trained"),
        ({"systems__own__trainings": 1}, "systems.own: trainings: .* is not trained"),
        (
            {"systems__between": {"interpolate": "tined", "share": 0.5}},
            "systems.between.interpolate: .*tined",
        ),
        (
            {"systems__between": {"interpolate": "baseline", "share": 0.5}},
            "systems.between.interpolate: 'baseline' is not fine-tuned",
        ),
        (
            {"systems__between": {"interpolate": "tuned", "share": 1}},
            "systems.between.share: .* less than 1, not 1",
        ),
        (
            {"systems__between": {"interpolate": "tuned", "share": 0.5, "recipe": "mine.yaml"}},
            "systems.between: recipe: a model between two others .* is not trained",
        ),
    ],
)
def test_faults(changes, expected):
    with pytest.raises(ConfigError, match=expected):
        load(**changes)


def laid_over(name, monkeypatch):
    """The configurations of the demo, and with another file laid over it as Snakemake does.

    The demo is that of all languages of the file: what is of one is the same as in Spanish alone.
    """
    monkeypatch.chdir(ROOT)
    demo, over = (
        yaml.safe_load((ROOT / "config" / file).read_text()) for file in ("config.yaml", name)
    )
    assert set(demo["languages"]) <= set(over["languages"])
    config = load_config(demo | {"languages": over["languages"]})
    update_config(demo, over)
    leave_out_nulls(demo)
    return config, load_config(demo)


# But for languages only trainings may differ, else models of `make demo` were trained again.


def test_make_replicate_has_the_runs_of_the_demo_and_more(monkeypatch):
    config, replicated = laid_over("studies/replicate.yaml", monkeypatch)
    assert {len(runs_of(replicated, name)) for name in config.systems} == {5}
    for system in config.systems:
        assert runs_of(replicated, system)[0] == runs_of(config, system)[0]
    keys = {"trainings"}
    assert config.model_dump(exclude=keys) == replicated.model_dump(exclude=keys)


def test_make_replicate_baselines_has_the_baseline_alone(monkeypatch):
    config, replicated = laid_over("studies/baselines.yaml", monkeypatch)
    assert [(name, len(runs_of(replicated, name))) for name in replicated.systems] == [
        ("baseline", 10)
    ]
    assert runs_of(replicated, "baseline")[0] == runs_of(config, "baseline")[0]
    keys = {"trainings", "systems"}
    assert config.model_dump(exclude=keys) == replicated.model_dump(exclude=keys)
    assert config.systems["baseline"] == replicated.systems["baseline"]
