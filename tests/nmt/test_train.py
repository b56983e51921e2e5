"""Training with the fake Marian: files, resuming, faults."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import yaml

from cdaflow.nmt.checkpoint import WorkFolderBusyError
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.model import load_model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.train import train

from ..errors import raises

RECIPE = """
train: {after-batches: 20, valid-freq: 5, save-freq: 5, dim-vocabs: [50, 50], learn-rate: 0.1}
decode: {beam-size: 3}
"""


@pytest.fixture
def job(pairs, recipe_file, sentences):
    from cdaflow.nmt.data import DataSet

    sets = [DataSet(pairs("train.parquet"), 2)]
    dev = pairs("dev.parquet", sentences[:2])
    return Job(recipe=load_recipe(recipe_file(RECIPE)), train=sets, dev=DataSet(dev), seed=1)


@pytest.fixture
def machine(fake):
    return Machine(marian=fake, labels={"target-language": "es"})


@pytest.fixture
def calls(tmp_path, monkeypatch):
    """A function that returns what the fake was called with."""
    path = tmp_path / "calls.jsonl"
    monkeypatch.setenv("FAKE_MARIAN_LOG", str(path))
    return lambda: [json.loads(line) for line in path.read_text().splitlines()]


def test_a_training_gives_a_whole_model_folder(job, machine, tmp_path, calls):
    model = train(job, machine, tmp_path / "out", tmp_path / "work")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [
        "model.npz",
        "model.yml",
        "train.log",
        "vocab.spm",
    ]
    assert model == load_model(tmp_path / "out")
    best = tmp_path / "work/checkpoint/model.npz.best-ce-mean-words.npz"
    assert model.file.read_bytes() == best.read_bytes()
    assert b"/tmp/marian" not in model.vocabularies[0].read_bytes()
    about = yaml.safe_load((tmp_path / "out/model.yml").read_text())
    assert about["decode"]["beam-size"] == 3
    assert about["data"][0]["pairs"] == 12
    assert about["best"] == {"metric": "ce-mean-words", "score": 0.45, "update": 20}
    assert about["target-language"] == "es"
    assert about["marian"].startswith("v0.0.0 fake")
    (call,) = calls()
    words = call["argv"]
    assert words[words.index("--cpu-threads") + 1] == "1"
    assert words[words.index("--seed") + 1] == "1"
    assert "--keep-best" in words
    assert "--sync-sgd" not in words
    assert "--devices" not in words


def test_gpus_and_threads(job, machine, tmp_path, calls):
    train(job, replace(machine, gpus=[0, 1], workspace=-500), tmp_path / "a", tmp_path / "aw")
    train(job, replace(machine, threads=2), tmp_path / "b", tmp_path / "bw")
    gpu, cpu = (call["argv"] for call in calls())
    at = gpu.index("--devices")
    assert gpu[at + 1 : at + 3] == ["0", "1"]
    assert "--workspace=-500" in gpu
    assert "--sync-sgd" in gpu
    assert "--cpu-threads" not in gpu
    assert cpu[cpu.index("--cpu-threads") + 1] == "2"
    assert "--sync-sgd" in cpu


def test_the_same_job_is_not_trained_twice_and_writes_the_same(job, machine, tmp_path, calls):
    first = train(job, machine, tmp_path / "out", tmp_path / "work")
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}
    first.file.unlink()
    train(job, machine, tmp_path / "out", tmp_path / "work")
    assert len(calls()) == 1
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before
    train(job, machine, tmp_path / "out2", tmp_path / "work2")
    again = {p.name: p.read_bytes() for p in (tmp_path / "out2").iterdir()}
    assert {k: v for k, v in again.items() if k != "train.log"} == {
        k: v for k, v in before.items() if k != "train.log"
    }


def change(job, what, pairs, recipe_file, sentences):
    from cdaflow.nmt.data import DataSet

    text = RECIPE.replace("0.1", "0.2") if what == "learn-rate" else RECIPE
    return {
        "learn-rate": replace(job, recipe=load_recipe(recipe_file(text, "other.yaml"))),
        "training data": replace(job, train=[DataSet(pairs("o.parquet", sentences[:4]))]),
        "validation data": replace(job, dev=DataSet(pairs("o.parquet", sentences[:1]))),
        "seed": replace(job, seed=2),
    }[what]


@pytest.mark.parametrize("what", ["learn-rate", "training data", "validation data", "seed"])
def test_a_checkpoint_of_another_training_is_set_aside(
    job, machine, tmp_path, calls, capsys, what, pairs, recipe_file, monkeypatch, sentences
):
    monkeypatch.setenv("FAKE_MARIAN_FAIL", "the disk died")
    with raises("program.failed", "disk died"):
        train(job, machine, tmp_path / "out", tmp_path / "work")
    monkeypatch.delenv("FAKE_MARIAN_FAIL")
    train(
        change(job, what, pairs, recipe_file, sentences),
        machine,
        tmp_path / "out",
        tmp_path / "work",
    )
    message = capsys.readouterr().err
    assert "starting from scratch" in message
    assert what in message
    assert (tmp_path / "work/checkpoint.superseded").is_dir()
    assert "Restored" not in (tmp_path / "out/train.log").read_text()


def test_what_is_only_shown_differently_goes_on(job, machine, tmp_path, recipe_file, calls, capsys):
    train(job, machine, tmp_path / "out", tmp_path / "work")
    text = RECIPE.replace("save-freq: 5", "save-freq: 7, disp-freq: 2")
    other = replace(job, recipe=load_recipe(recipe_file(text, "other.yaml")))
    train(other, machine, tmp_path / "out", tmp_path / "work")
    assert len(calls()) == 1
    assert "already finished" in capsys.readouterr().err


@pytest.fixture
def start_command(job, tmp_path, fake_path):
    def start(*more, **environment):
        argv = [sys.executable, "-m", "cdaflow", "nmt", "train", "--marian", str(fake_path)]
        argv += ["--recipe", str(job.recipe.file), "--train", str(job.train[0].path) + ":2"]
        argv += ["--dev", str(job.dev), "--output-dir", str(tmp_path / "out")]
        argv += ["--work-dir", str(tmp_path / "work"), *more]
        return subprocess.Popen(
            argv, env=os.environ | environment, stderr=subprocess.PIPE, text=True, cwd=tmp_path
        )

    return start


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def log_has(tmp_path, text):
    log = tmp_path / "work" / "train.log"
    return log.exists() and text in log.read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopped_by_a_signal_and_resumed(job, machine, tmp_path, number, start_command):
    command = start_command(FAKE_MARIAN_STEP="0.05")
    wait_for(lambda: log_has(tmp_path, "Up. 7 "))
    command.send_signal(number)
    message = command.communicate()[1]
    assert command.returncode == 1
    assert f"({number.name}); its checkpoint is saved" in message
    assert "run again to resume" in message
    assert not (tmp_path / "out").exists()
    train(job, machine, tmp_path / "out", tmp_path / "work")
    log = (tmp_path / "out/train.log").read_text()
    assert "Restored from training checkpoint" in log
    assert log.count("Up. 7 ") == 1  # no update was made twice


def test_several_sigterms_do_not_kill_marian_while_it_saves(job, machine, tmp_path, start_command):
    command = start_command(FAKE_MARIAN_STEP="0.05", FAKE_MARIAN_SAVE="1")
    wait_for(lambda: log_has(tmp_path, "Up. 7 "))
    for _ in range(3):
        command.send_signal(signal.SIGTERM)
        time.sleep(0.2)
    message = command.communicate()[1]
    assert "its checkpoint is saved" in message
    train(job, machine, tmp_path / "out", tmp_path / "work")
    assert "Restored from training checkpoint" in (tmp_path / "out/train.log").read_text()


def test_killed_and_resumed(job, machine, tmp_path, start_command):
    command = start_command(FAKE_MARIAN_STEP="0.05")
    wait_for(lambda: log_has(tmp_path, "Up. 7 "))
    command.kill()
    command.communicate()
    # The kernel tells Marian, which saves; until then the folder is locked.
    wait_for(lambda: log_has(tmp_path, "Training interrupted"))

    def resume():
        with contextlib.suppress(WorkFolderBusyError):
            return train(job, machine, tmp_path / "out", tmp_path / "work")

    wait_for(resume)
    assert "Restored from training checkpoint" in (tmp_path / "out/train.log").read_text()


def test_two_trainings_in_one_folder(job, machine, tmp_path, start_command):
    command = start_command(FAKE_MARIAN_STEP="0.1")
    try:
        wait_for(lambda: log_has(tmp_path, "Up. 1 "))
        with raises("folder.busy"):
            train(job, machine, tmp_path / "out", tmp_path / "work")
    finally:
        command.terminate()
        command.communicate()


@pytest.mark.parametrize("name", ["model.npz", "model.npz.optimizer.npz"])
def test_a_damaged_checkpoint_is_told(job, machine, tmp_path, name, start_command):
    stopped = start_command(FAKE_MARIAN_STEP="0.05")
    wait_for(lambda: log_has(tmp_path, "Up. 7 "))
    stopped.terminate()
    stopped.communicate()
    path = tmp_path / "work/checkpoint" / name
    path.write_bytes(path.read_bytes()[:-30])
    with raises("checkpoint.damaged") as raised:
        train(job, machine, tmp_path / "out", tmp_path / "work")
    assert raised.value.file == str(path)
    assert "remove" in raised.value.hint


def test_a_failure_leaves_earlier_results_alone(job, machine, tmp_path, monkeypatch):
    train(job, machine, tmp_path / "out", tmp_path / "work")
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}
    monkeypatch.setenv("FAKE_MARIAN_FAIL", "CUDA error 2 'out of memory'")
    with raises("program.failed", "lower --workspace"):
        train(replace(job, seed=5), machine, tmp_path / "out", tmp_path / "work")
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before


def test_fine_tuning_starts_from_the_base(job, machine, tmp_path, calls, pairs):
    from cdaflow.nmt.data import DataSet

    base = train(job, machine, tmp_path / "base", tmp_path / "bw")
    new = [DataSet(pairs("new.parquet", [("The nurse is here.", "El enfermero está aquí.")]))]
    tuned = train(replace(job, train=new, base=base), machine, tmp_path / "t", tmp_path / "tw")
    words = calls()[1]["argv"]
    assert words[words.index("--pretrained-model") + 1] == str(base.file)
    assert words[words.index("--type") + 1] == "fake"  # the architecture is the base's
    assert tuned.vocabularies[0].read_bytes() == base.vocabularies[0].read_bytes()
    about = yaml.safe_load((tmp_path / "t/model.yml").read_text())
    assert about["base"]["file"] == str(base.file)


TUNING = """
fine-tuning: true
train: {after-batches: 10, valid-freq: 5, save-freq: 5, learn-rate: 0.05}
"""


def test_a_recipe_of_fine_tuning_takes_network_and_decoding_of_the_base(
    job, machine, tmp_path, recipe_file, calls
):
    recipe = load_recipe(recipe_file(TUNING, "tuning.yaml"))
    with raises("recipe.no-network") as raised:
        train(replace(job, recipe=recipe), machine, tmp_path / "t", tmp_path / "tw")
    assert "--base" in str(raised.value.hint)
    base = train(job, machine, tmp_path / "base", tmp_path / "bw")
    tuned = train(replace(job, recipe=recipe, base=base), machine, tmp_path / "t", tmp_path / "tw")
    assert tuned.decode["beam-size"] == 3
    words = calls()[-1]["argv"]
    assert "--dim-vocabs" not in words


SMOOTHED = "fine-tuning: true\ntrain: {{after-batches: 3, save-freq: 3, label-smoothing: {}}}\n"


def test_a_base_that_label_smoothing_harms_is_reported_once(
    job, machine, tmp_path, recipe_file, capsys, monkeypatch
):
    base = train(job, machine, tmp_path / "base", tmp_path / "bw")
    monkeypatch.setattr("cdaflow.nmt.training_log._HIGH_COST", 4)  # the fake's first cost is 4.5
    for smoothing, number in ((0.1, 1), (0, 0)):
        recipe = load_recipe(recipe_file(SMOOTHED.format(smoothing), f"s{number}.yaml"))
        folder = tmp_path / str(number)
        train(replace(job, recipe=recipe, base=base), machine, folder, folder / "work")
        said = capsys.readouterr().err
        assert said.count("cost of the base is 4.50 per word under label-smoothing 0.1") == number
        assert said.count("student-finetune") == number


def test_a_recipe_that_quantises_is_trained_in_step(job, machine, tmp_path, recipe_file, calls):
    text = RECIPE.replace("learn-rate: 0.1", "learn-rate: 0.1, quantize-bits: 8")
    quantised = replace(job, recipe=load_recipe(recipe_file(text, "quantised.yaml")))
    train(quantised, machine, tmp_path / "q", tmp_path / "qw")
    train(job, machine, tmp_path / "o", tmp_path / "ow")
    first, second = (call["argv"] for call in calls())
    assert first[first.index("--quantize-bits") + 1] == "8"
    assert "--sync-sgd" in first
    assert "--sync-sgd" not in second


def test_a_killed_fine_tuning_goes_on_from_its_own_checkpoint(
    job, machine, tmp_path, start_command, calls
):
    base = train(job, machine, tmp_path / "base", tmp_path / "bw")
    command = start_command("--base", str(tmp_path / "base"), FAKE_MARIAN_STEP="0.05")
    wait_for(lambda: log_has(tmp_path, "Up. 7 "))
    command.terminate()
    command.communicate()
    tuned = train(replace(job, base=base), machine, tmp_path / "out", tmp_path / "work")
    log = (tmp_path / "out/train.log").read_text()
    assert "Restored from training checkpoint" in log
    assert log.count("Up. 7 ") == 1
    whole = train(replace(job, base=base), machine, tmp_path / "a", tmp_path / "aw")
    assert tuned.file.read_bytes() == whole.file.read_bytes()


def test_a_model_of_ones_own_can_be_the_base(job, machine, tmp_path, recipe_file, calls):
    from cdaflow.nmt.model import import_model, user_model

    trained = train(job, machine, tmp_path / "base", tmp_path / "bw")
    own = user_model(trained.file, [trained.vocabularies[0]])
    base = import_model(own, tmp_path / "own")
    recipe = load_recipe(recipe_file(TUNING, "tuning.yaml"))
    tuned = train(replace(job, recipe=recipe, base=base), machine, tmp_path / "t", tmp_path / "tw")
    words = calls()[-1]["argv"]
    assert words[words.index("--pretrained-model") + 1] == str(tmp_path / "own/model.npz")
    assert tuned.vocabularies[0].read_bytes() == trained.vocabularies[0].read_bytes()


def test_a_given_vocabulary_is_used(job, machine, tmp_path, calls):
    first = train(job, machine, tmp_path / "a", tmp_path / "aw")
    given = replace(job, vocabulary=first.vocabularies[0], seed=3)
    second = train(given, machine, tmp_path / "b", tmp_path / "bw")
    assert second.vocabularies[0].read_bytes() == first.vocabularies[0].read_bytes()
    assert "Training SentencePiece" not in (tmp_path / "b/train.log").read_text()
    with raises("vocabulary.given-with-base"):
        train(replace(given, base=first), machine, tmp_path / "c", tmp_path / "cw")


def test_without_validation_the_last_model_is_taken(job, machine, tmp_path, recipe_file):
    model = train(replace(job, dev=None), machine, tmp_path / "out", tmp_path / "work")
    assert model.file.read_bytes() == (tmp_path / "work/checkpoint/model.npz").read_bytes()
    endless = load_recipe(recipe_file("train: {dim-emb: 8}", "endless.yaml"))
    with raises("training.endless"):
        train(replace(job, dev=None, recipe=endless), machine, tmp_path / "o", tmp_path / "w")


def test_the_work_folder_is_not_the_output(job, machine, tmp_path):
    with raises("folder.work-is-output"):
        train(job, machine, tmp_path / "out", tmp_path / "out")
