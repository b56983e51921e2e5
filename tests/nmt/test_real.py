"""The real Marian, on a handful of sentences."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
import yaml

from cdaflow.nmt.archive import LATER_SETTINGS, SETTINGS, read_settings
from cdaflow.nmt.checkpoint import WorkFolderBusyError
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.embeddings import SourceVectors, read_source_embeddings, write_vectors
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.marian import MarianDecoder
from cdaflow.nmt.model import Model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords
from cdaflow.nmt.train import train
from cdaflow.nmt.training_log import Validation, parse_line
from cdaflow.nmt.translate import translate

MINI = """
train:
  type: transformer
  enc-depth: 1
  dec-depth: 1
  transformer-heads: 2
  transformer-dim-ffn: 32
  transformer-decoder-autoreg: rnn
  dec-cell: ssru
  dim-emb: 32
  tied-embeddings-all: true
  transformer-dropout: 0.1
  dim-vocabs: [60, 60]
  sentencepiece-options: --hard_vocab_limit=false
  learn-rate: 0.003
  mini-batch: 6
  after-batches: {updates}
  valid-freq: {freq}
  save-freq: {freq}
  disp-freq: {freq}
  workspace: 64
decode: {{beam-size: 2, max-length: 30}}
"""


@pytest.fixture
def job(pairs, recipe_file, sentences):
    def make(updates, freq):
        recipe = load_recipe(recipe_file(MINI.format(updates=updates, freq=freq)))
        dev = DataSet(pairs("d.parquet", sentences[:3]))
        return Job(recipe, [DataSet(pairs("t.parquet"), 20)], dev, 1)

    return make


def test_train_and_translate(job, real, tmp_path):
    model = train(job(20, 10), Machine(real), tmp_path / "out", tmp_path / "work")
    about = yaml.safe_load((tmp_path / "out/model.yml").read_text())
    assert about["updates"] == 20
    assert about["best"]["metric"] == "ce-mean-words"
    source = tmp_path / "in.txt"
    # Among them a line far beyond max-length, at which Marian by itself would end.
    source.write_text("The nurse is here.\n\n" + "The nurse. " * 99 + "\nThe doctor sleeps.\n")
    log = tmp_path / "translate.log"
    counts = translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(real), log=log)
    assert "Processed" not in log.read_text(encoding="utf-8", errors="replace")
    lines = (tmp_path / "out.txt").read_text(encoding="utf-8").split("\n")
    assert (counts.lines, counts.blank, counts.long) == (4, 1, 1)
    assert len(lines) == 5
    assert lines[1] == ""
    # Of more lines it says how far it is, whenever it writes them, and writes the same.
    source.write_text("The nurse is here.\nThe doctor sleeps.\n" * 600)
    translate(model, source, tmp_path / "many.txt", decoder=MarianDecoder(real), log=log)
    said = log.read_text(encoding="utf-8", errors="replace")
    processed = [int(count) for count in re.findall(r"Processed \d+ batches, (\d+) lines", said)]
    assert processed == sorted(processed)
    assert len(set(processed)) == 2  # 10 batches of 64, and all
    assert processed[-1] == 1200
    many = (tmp_path / "many.txt").read_text(encoding="utf-8").splitlines()
    assert many == [lines[0], lines[3]] * 600


def test_the_average_is_that_of_the_last_checkpoints(job, real, tmp_path):
    plain = job(21, 5)
    averaged = replace(plain, recipe=replace(plain.recipe, average=3))
    model = train(averaged, Machine(real), tmp_path / "out", tmp_path / "work")
    checkpoints = tmp_path / "work/checkpoint"
    names = ["model.iter15.npz", "model.iter20.npz", "model.npz"]
    loaded = [np.load(checkpoints / name) for name in names]
    with np.load(model.file) as mean:
        assert sorted(mean.files) == sorted(loaded[0].files)
        for name in set(mean.files) - {SETTINGS}:
            parts = [one[name].astype(np.float64) for one in loaded]
            np.testing.assert_array_equal(mean[name], (sum(parts) / 3).astype(np.float32))
        assert not np.array_equal(loaded[0]["Wemb"], loaded[2]["Wemb"])
    assert not (checkpoints / "model.iter5.npz").exists()
    # Marian reads what numpy has written.
    source = tmp_path / "in.txt"
    source.write_text("The nurse is here.\n")
    translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(real))
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").count("\n") == 1


def test_frequencies_in_epochs_are_those_of_marian(job, real, tmp_path):
    # 120 pairs, six in a batch: 20 updates an epoch.
    one = replace(job(100, "2e"), train=[replace(job(1, 1).train[0], weight=20)])
    train(one, Machine(real), tmp_path / "out", tmp_path / "work")
    log = (tmp_path / "out/train.log").read_text(encoding="utf-8", errors="replace")
    events = [event for event in map(parse_line, log.splitlines()) if event is not None]
    assert [e.update for e in events if isinstance(e, Validation)] == [40, 80, 100]
    assert [e.update for e in events if not isinstance(e, Validation)] == [40, 80]
    assert yaml.safe_load((tmp_path / "out/model.yml").read_text())["epochs"] == 5


def test_source_vectors_stay_as_they_are(job, real, tmp_path):
    plain = job(12, 6)
    base = train(plain, Machine(real), tmp_path / "base", tmp_path / "base-work")
    vectors = np.float32(1.1) * read_source_embeddings(base.file)
    write_vectors(tmp_path / "v.txt", vectors)
    trained = {}
    for fixed in (True, False):
        given = SourceVectors(tmp_path / "v.txt", fixed=fixed)
        with_vectors = replace(plain, vocabulary=base.vocabularies[0], vectors=given)
        folder = tmp_path / str(fixed)
        trained[fixed] = train(with_vectors, Machine(real), folder, tmp_path / f"{fixed}-work")
    with np.load(trained[True].file) as parameters:
        np.testing.assert_array_equal(parameters["encoder_Wemb"], vectors)
        # The target side has its own embeddings, tied to the output as before.
        assert not np.allclose(parameters["decoder_Wemb"], vectors)
        assert "Wemb" not in parameters.files
    tuned = read_source_embeddings(trained[False].file)
    assert not np.array_equal(tuned, vectors)
    assert np.corrcoef(tuned.ravel(), vectors.ravel())[0, 1] > 0.9  # but it began with them
    source = tmp_path / "in.txt"
    source.write_text("The nurse is here.\n")
    (tmp_path / "v.txt").unlink()  # translating does without
    translate(trained[True], source, tmp_path / "out.txt", decoder=MarianDecoder(real))
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").count("\n") == 1


def right(path, sentences):
    """Return how many lines of a translation are the reference."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return sum(line == pair[1] for line, pair in zip(lines, sentences, strict=True))


@pytest.mark.slow
def test_it_learns_repeats_itself_and_can_be_tuned(job, real, tmp_path, sentences):
    machine = Machine(real)
    first = train(job(600, 200), machine, tmp_path / "a", tmp_path / "aw")
    second = train(job(600, 200), machine, tmp_path / "b", tmp_path / "bw")
    assert first.file.read_bytes() == second.file.read_bytes()
    assert first.vocabularies[0].read_bytes() == second.vocabularies[0].read_bytes()
    source = tmp_path / "in.txt"
    source.write_text("".join(pair[0] + "\n" for pair in sentences))
    translate(first, source, tmp_path / "out.txt", decoder=MarianDecoder(real))
    assert right(tmp_path / "out.txt", sentences) >= 5
    # A recipe without an architecture: that of the base is taken.
    plain = job(20, 10)
    bare = tmp_path / "bare.yaml"
    bare.write_text("train: {after-batches: 5, mini-batch: 6, learn-rate: 0.0001, workspace: 64}")
    tuned = Job(load_recipe(bare), plain.train, plain.dev, 1, base=first)
    model = train(tuned, machine, tmp_path / "c", tmp_path / "cw")
    translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(real))
    assert right(tmp_path / "out.txt", sentences) >= 5


def test_the_recipe_of_the_demo_tunes_and_stops_by_bleu(job, real, tmp_path):
    base = train(job(20, 10), Machine(real), tmp_path / "a", tmp_path / "aw")
    settings = read_settings(base.file)
    assert {name: settings[name] for name in LATER_SETTINGS} == LATER_SETTINGS
    recipe = load_recipe("tiny-finetune")
    few = {"after-batches": 4, "valid-freq": 2}
    tuning = replace(job(20, 10), recipe=replace(recipe, train=recipe.train | few), base=base)
    train(tuning, Machine(real), tmp_path / "b", tmp_path / "bw")
    about = yaml.safe_load((tmp_path / "b/model.yml").read_text())
    assert about["best"]["metric"] == "bleu"
    # Of the network, and of decoding, all is as in the base; updates count from 1 again.
    assert about["updates"] == 4
    assert about["recipe"]["train"]["dim-emb"] == 32
    assert (about["decode"]["beam-size"], about["decode"]["max-length"]) == (2, 30)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "tuned"), [(signal.SIGTERM, False), (signal.SIGKILL, True)])
def test_kill_and_resume(job, real, tmp_path, number, tuned):
    """Each way to end, and each beginning: what a signal does knows nothing of the base.

    The tuned one is quantised while it learns, before it is stopped and after.
    """
    # Some 100 updates take a second where nothing else runs: the signal comes well before the end.
    work = job(200, 50)
    if tuned:
        base = train(job(20, 10), Machine(real), tmp_path / "base", tmp_path / "bw")
        work = replace(work, base=base)
        # Written over by the job of the base, of the same name.
        text = MINI.format(updates=200, freq=50).replace("train:", "train:\n  quantize-bits: 8")
        work.recipe.file.write_text(text, encoding="utf-8")
        work = replace(work, recipe=load_recipe(work.recipe.file))
    argv = [sys.executable, "-m", "cdaflow", "nmt", "train", "--recipe", str(work.recipe.file)]
    argv += ["--train", f"{work.train[0].path}:20", "--dev", str(work.dev)]
    argv += ["--output-dir", str(tmp_path / "out"), "--work-dir", str(tmp_path / "work")]
    argv += ["--base", str(tmp_path / "base")] if tuned else []
    command = subprocess.Popen(argv, stderr=subprocess.PIPE, text=True, env=os.environ)
    log = tmp_path / "work/train.log"
    end = time.monotonic() + 60
    while not (log.exists() and "Up. 50 " in log.read_text()):
        assert time.monotonic() < end
        time.sleep(0.05)
    command.send_signal(number)
    message = command.communicate()[1]
    assert command.returncode == (1 if number == signal.SIGTERM else -9)
    assert number == signal.SIGKILL or "run again to resume" in message
    end = time.monotonic() + 60
    model = None
    while model is None:  # Marian, told by the kernel, may still be saving
        try:
            model = train(work, Machine(real), tmp_path / "out", tmp_path / "work")
        except WorkFolderBusyError:
            assert time.monotonic() < end
            time.sleep(0.1)
    assert model.file.exists()
    text = log.read_text()
    if tuned:
        assert text.count("Quantizing the model to 8-bits") == 2
        with np.load(model.file) as parameters:
            assert len(np.unique(parameters["encoder_l1_ffn_W1"])) < 256
    assert "Training interrupted (via signal)" in text
    assert "restored from training checkpoint" in text
    # Update 50 was done once. (Its validation is another line; the signal may have come before.)
    updates = [line for line in text.splitlines() if "[valid]" not in line]
    assert sum("Up. 50 :" in line for line in updates) == 1


TUNING = """
fine-tuning: true
train: {learn-rate: 0.01, mini-batch: 6, after-batches: 60, valid-freq: 30, disp-freq: 30,
        valid-metrics: [bleu, ce-mean-words], workspace: 64}
"""


@pytest.mark.slow
def test_a_model_in_the_layout_of_opus_is_fine_tuned(job, real, pairs, tmp_path, recipe_file):
    """Marian reads pieces by a vocabulary in YAML as it reads text by the SentencePiece model."""
    trained = train(job(150, 50), Machine(real), tmp_path / "a", tmp_path / "aw")
    spm, vocabulary = trained.vocabularies[0], tmp_path / "vocab.yml"
    content = {piece: number for number, piece in enumerate(read_subwords(spm))}
    vocabulary.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    base = Model(trained.file, (vocabulary,) * 2, trained.decode, spm=(spm, spm))
    new = pairs("new.parquet", [("The nurse sleeps.", "El enfermero duerme.")] * 20)
    recipe = load_recipe(recipe_file(TUNING, "tuning.yaml"))
    tuning = Job(recipe, [DataSet(new)], DataSet(new), 1, base=base)
    tuned = train(tuning, Machine(real), tmp_path / "b", tmp_path / "bw")
    about = yaml.safe_load((tmp_path / "b/model.yml").read_text())
    assert about["best"]["score"] == 100.0
    translate(tuned, new, tmp_path / "out.txt", decoder=MarianDecoder(real))
    assert set((tmp_path / "out.txt").read_text().splitlines()) == {"El enfermero duerme."}
