"""Training Stanza: command lines, resuming, failures (a fake program); and once for real."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import ConfigError, ProgramError
from cdaflow.trees.stanza_training import training
from cdaflow.trees.stanza_training.recipe import Job, Machine, check_options, load_recipe
from cdaflow.trees.stanza_training.training import Progress, train

from ...errors import raises

ROOT = Path(__file__).parents[3]
FAKE = ROOT / "tests" / "fakes" / "stanza_trainer.py"
ALL = ["tokenizer", "mwt_expander", "tagger", "lemmatizer", "parser"]

TREE = """\
# sent_id = {}
1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_
1\ta\ta\tADP\t_\t_\t3\tcase\t_\t_
2\tel\tel\tDET\t_\tGender=Masc\t3\tdet\t_\t_
3\tmar\tmar\tNOUN\t_\tGender=Masc\t0\troot\t_\t_

"""
RECIPE = """\
backend: stanza
data:
  dev_sentences: 2
pos:
  max_steps: 40
  share_hid: true
depparse:
  max_steps: 40
"""


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "fake"
    home.mkdir()
    monkeypatch.setenv("FAKE_STANZA", str(home))
    # It imports Stanza, which takes longer than all the rest.
    monkeypatch.setattr(training, "check_options", lambda *_: None)
    return home


@pytest.fixture
def run(fake: Path, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    recipe = tmp_path / "quick.yaml"
    recipe.write_text(RECIPE, encoding="utf-8")
    trees = tmp_path / "trees.conllu"
    trees.write_text("".join(TREE.format(i) for i in range(30)), encoding="utf-8")

    def call(**changes: Any) -> dict[str, Any]:
        settings: dict[str, Any] = {"language": "es", "recipe": load_recipe(recipe),
                                    "train": [trees], "dev": None} | changes  # fmt: skip
        machine = Machine(threads=3, python=(sys.executable, str(FAKE)))
        return train(Job(**settings), machine, tmp_path / "models", tmp_path / "work")

    return call


def _calls(fake: Path) -> list[dict[str, Any]]:
    lines = (fake / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _modules(fake: Path) -> list[str]:
    return [call["module"].removeprefix("stanza.models.") for call in _calls(fake)]


def test_a_model_folder(run: Callable[..., dict[str, Any]], fake: Path, tmp_path: Path) -> None:
    about = run(seed=7)
    assert _modules(fake) == ALL
    folder = tmp_path / "models"
    assert json.loads((folder / "annotator.json").read_text(encoding="utf-8")) == about
    assert about["format"] == 1
    assert about["backend"] == "stanza"
    assert about["language"] == "es"
    assert about["recipe"] == "quick"
    assert list(about["treebanks"]["train"]) == ["trees.conllu"]
    assert about["scores"]["dev"] == dict.fromkeys(
        ["tokenize", "mwt", "pos", "lemma", "depparse"], 91.25
    )
    assert (folder / "resources.json").read_text(encoding="utf-8") == "{}\n"
    for processor, module in zip(about["scores"]["dev"], ALL, strict=True):
        model = folder / "es" / processor / "default.pt"
        assert model.read_text(encoding="utf-8") == f"stanza.models.{module} 7"


def test_the_command_lines(run: Callable[..., dict[str, Any]], fake: Path) -> None:
    run(seed=7)
    calls = {call["module"].rpartition(".")[2]: call["options"] for call in _calls(fake)}
    assert {call["threads"] for call in _calls(fake)} == {"3"}
    for options in calls.values():
        assert options["mode"] == "train"
        assert options["seed"] == "7"
        assert options["device"] == "cpu"
        assert options["shorthand"] == "es_cdaflow"
    assert calls["tagger"]["max_steps"] == "40"
    assert calls["tagger"]["share_hid"] == ""
    assert "no_pretrain" in calls["tagger"]
    assert "no_pretrain" in calls["parser"]
    assert "lang" not in calls["lemmatizer"]
    assert calls["mwt_expander"]["gold_file"] == calls["mwt_expander"]["eval_file"]


def test_word_vectors_go_with_the_models(
    run: Callable[..., dict[str, Any]], fake: Path, tmp_path: Path
) -> None:
    vectors = tmp_path / "es.pt"
    vectors.write_bytes(b"vectors")
    run()
    about = run(vectors=vectors)
    # Tokeniser, expander and lemmatiser do not use them.
    assert _modules(fake) == [*ALL, "tagger", "parser"]
    options = _calls(fake)[-1]["options"]
    assert "no_pretrain" not in options
    assert Path(options["wordvec_pretrain_file"]).read_bytes() == b"vectors"
    assert (tmp_path / "models" / "es" / "pretrain" / "default.pt").read_bytes() == b"vectors"
    assert list(about["vectors"]) == ["es.pt"]
    run()
    assert not (tmp_path / "models" / "es" / "pretrain").exists()


def test_without_multiword_tokens_nothing_expands(
    run: Callable[..., dict[str, Any]], fake: Path, tmp_path: Path
) -> None:
    run()
    plain = tmp_path / "plain.conllu"
    lines = "".join(TREE.format(i) for i in range(30)).splitlines(keepends=True)
    plain.write_text("".join(line for line in lines if "1-2" not in line), encoding="utf-8")
    about = run(train=[plain])
    assert "mwt" not in about["scores"]["dev"]
    # What another training has left must not be taken for this one's.
    assert not (tmp_path / "models" / "es" / "mwt").exists()


def test_a_failure_is_told_and_what_was_done_is_kept(
    run: Callable[..., dict[str, Any]], fake: Path, tmp_path: Path
) -> None:
    fault = fake / "fail-stanza.models.tagger"
    fault.write_text("RuntimeError: not enough memory: you tried to allocate", encoding="utf-8")
    with pytest.raises(ProgramError) as caught:
        run()
    assert "training pos (status 1)" in str(caught.value)
    assert "RuntimeError: not enough memory" in str(caught.value)
    assert "lower batch_size" in str(caught.value)
    assert not (tmp_path / "models" / "annotator.json").exists()
    fault.unlink()
    run()
    assert _modules(fake) == ["tokenizer", "mwt_expander", "tagger",
                              "tagger", "lemmatizer", "parser"]  # fmt: skip


def test_nothing_is_trained_twice(run: Callable[..., dict[str, Any]], fake: Path) -> None:
    first = run()
    assert run() == first
    assert _modules(fake) == ALL


@pytest.mark.parametrize("what", ["seed", "option", "trees", "damage"])
def test_what_has_changed_is_trained_again(
    what: str, run: Callable[..., dict[str, Any]], fake: Path, tmp_path: Path
) -> None:
    run()
    again = ALL
    if what == "seed":
        run(seed=2)
    elif what == "trees":
        more = tmp_path / "more.conllu"
        more.write_text("".join(TREE.format(i) for i in range(31)), encoding="utf-8")
        run(train=[more])
    elif what == "option":
        other = tmp_path / "other.yaml"
        other.write_text(RECIPE.replace("max_steps: 40\n  share", "max_steps: 50\n  share"),
                         encoding="utf-8")  # fmt: skip
        run(recipe=load_recipe(other))
        again = ["tagger"]
    else:
        (tmp_path / "work" / "lemma" / "default.pt").write_text("cut", encoding="utf-8")
        run()
        again = ["lemmatizer"]
    assert _modules(fake) == ALL + again


def test_killed_it_goes_on_where_it_was(
    run: Callable[..., dict[str, Any]], fake: Path, tmp_path: Path
) -> None:
    (fake / "hang-stanza.models.lemmatizer").touch()
    program = f"""
import sys
from pathlib import Path
from cdaflow.trees.stanza_training.recipe import Job, Machine
from cdaflow.trees.stanza_training.recipe import load_recipe
from cdaflow.trees.stanza_training import training
training.check_options = lambda *_: None
here = Path({str(tmp_path)!r})
job = Job("es", load_recipe(here / "quick.yaml"), [here / "trees.conllu"], None)
machine = Machine(3, python=(sys.executable, {str(FAKE)!r}))
training.train(job, machine, here / "models", here / "work")
"""
    process = subprocess.Popen([sys.executable, "-c", program])
    for _ in range(600):
        if (fake / "hanging").exists():
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    (fake / "hang-stanza.models.lemmatizer").unlink()
    run()
    assert _modules(fake) == [*ALL[:4], "lemmatizer", "parser"]


def test_two_trainings_in_one_folder(run: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    import fcntl

    (tmp_path / "work").mkdir()
    with open(tmp_path / "work" / "lock", "wb") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with raises("training.work-folder-busy"):
            run()


def test_a_program_that_cannot_be_run(fake: Path, tmp_path: Path) -> None:
    from cdaflow.trees.stanza_training.training import run_program

    with raises("program.not-runnable"):
        run_program([str(tmp_path / "none")], what="pos", log=tmp_path / "log", threads=1)


def test_what_the_logs_tell() -> None:
    state = Progress()
    state.take("2026 INFO: Finished STEP 20/1600, loss = 2.5 (0.1 sec/batch), lr: 0.003")
    assert (state.step, state.last) == (20, 1600)
    state.take("2026 INFO: step 40: train_loss = 1.5, dev_score = 0.9125")
    state.take("2026 INFO: Step     60/   500 Loss: 0.044")
    assert (state.step, state.last) == (60, 500)
    state.take("2026 INFO: Dev score: 99.871\tNew best dev score!")
    state.take("2026 INFO: 2026-11-21 15:36:06: step 920/3390 (epoch 2/6), loss = 0.15")
    assert (state.step, state.last) == (920, 3390)
    state.take("2026 INFO: epoch 1: train_loss = 0.703948, dev_score = 0.9717")
    assert state.scores == [91.25, 99.87, 97.17]


@pytest.mark.parametrize("name", ["tiny", "small", "full"])
def test_the_recipes_are_valid(name: str) -> None:
    recipe = load_recipe(name)
    check_options(recipe)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("backend: stanza\npoz: {}\n", r"unknown section `poz`; did you mean `pos`\?"),
        ("backend: udpipe\n", r"'udpipe' \[recipe\.other-backend"),
        ("backend: stanza\ndata: {max_word: 3}\n", r"did you mean `max_words`\?"),
        ("backend: stanza\ndata: {max_words: yes}\n", r"True \[recipe\.data-setting-invalid"),
        ("backend: stanza\npos: {train_file: a}\n", "`train_file` of `pos` is set by cdaflow"),
        ("backend: stanza\npos: {--lr: 1}\n", "write it as `lr`"),
        ("backend: stanza\npos: [1]\n", r"recipe\.section-not-a-mapping"),
        ("backend: [\n", "not a valid YAML file"),
    ],
)
def test_faulty_recipes(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=problem):
        load_recipe(path)


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("max_step: 5", r"unknown option of `pos` `max_step`; did you mean `max_steps`\?"),
        ("max_steps: many", "`pos`: argument --max_steps: invalid int value: 'many'"),
        ("share_hid: 3", "argument --share_hid: ignored explicit argument '3'"),
        ("lr: true", "argument --lr: expected one argument"),
    ],
)
def test_options_that_stanza_does_not_know(tmp_path: Path, option: str, problem: str) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text(f"backend: stanza\npos: {{{option}}}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=problem):
        check_options(load_recipe(path))


def test_an_unknown_recipe_is_told_with_a_hint() -> None:
    with raises("recipe.unknown"):
        load_recipe("smal")


REAL = """\
backend: stanza
data: {dev_sentences: 20}
tokenize: {steps: 4, eval_steps: 2, emb_dim: 8, hidden_dim: 8}
mwt: {num_epoch: 1, hidden_dim: 8, emb_dim: 8}
pos: {max_steps: 4, eval_interval: 2, fix_eval_interval: true, share_hid: true, num_layers: 1,
      hidden_dim: 16, char_hidden_dim: 16, char_emb_dim: 8, deep_biaff_hidden_dim: 16,
      transformed_dim: 16, word_cutoff: 3, batch_size: 16}
lemma: {num_epoch: 1, hidden_dim: 16, emb_dim: 8, pos_dim: 8}
depparse: {max_steps: 4, eval_interval: 2, no_checkpoint: true, num_layers: 1, hidden_dim: 16,
           char_hidden_dim: 16, char_emb_dim: 8, deep_biaff_hidden_dim: 16,
           deep_biaff_output_dim: 8, transformed_dim: 16, word_cutoff: 3, batch_size: 500,
           optim: adam, lr: 0.003, no_second_optim: true}
"""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_real_training(language: str, tmp_path: Path) -> None:
    trees = ROOT / "results" / "demo" / "treebanks" / language
    if not trees.is_dir():
        pytest.skip("the embedded treebanks are not made: snakemake demo")
    recipe = tmp_path / "real.yaml"
    recipe.write_text(REAL, encoding="utf-8")
    output, scores = tmp_path / "models", tmp_path / "scores.json"
    test = str(trees / "dev.conllu.gz")
    vectors = tmp_path / "vectors.vec"
    vectors.write_text("2 3\nthe 0.1 0.2 0.3\nla 0.3 0.2 0.1\n", encoding="utf-8")
    given = ["--vectors", str(vectors)] if language == "en" else []
    assert main(["trees", "train", "--lang", language, "--recipe", str(recipe), *given,
                 "--train", str(trees / "train.conllu.gz"), "--dev", test,
                 "--output-dir", str(output)]) == 0  # fmt: skip
    about = json.loads((output / "annotator.json").read_text(encoding="utf-8"))
    assert ("mwt" in about["scores"]["dev"]) == (language == "es")
    assert main(["trees", "evaluate", "--models", str(output), "--lang", language, "--gold", test,
                 "--words", "gold", "--output", str(scores)]) == 0  # fmt: skip
    found = json.loads(scores.read_text(encoding="utf-8"))["words"]["gold"]
    assert found["Words"]["f1"] == 100
    assert 0 < found["UPOS"]["correct"] <= found["UPOS"]["gold"] == found["UPOS"]["system"]
    assert found["Lemmas"]["f1"] > 50


def test_a_treebank_that_is_not_there(run: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    with raises("file.missing"):
        run(train=[tmp_path / "none.conllu"])
    assert os.environ["FAKE_STANZA"]
