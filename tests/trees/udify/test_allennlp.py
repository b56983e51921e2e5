"""The original UDify as a program: the driver by stand-ins, and for real where it can be run."""

import ast
import importlib.util
import json
import sys
from pathlib import Path

import pytest

from cdaflow.errors import ProgramError
from cdaflow.trees.udify import allennlp, allennlp_program
from cdaflow.trees.udify.allennlp import AllenNlpUdify, edited_config, find_environment, prepare
from cdaflow.trees.udify.archive import open_archive
from cdaflow.trees.udify.native import NativeUdify

from ...errors import raises

#: Stands for the Python 3.8 environment: answers the question for versions, else is the program.
FAKE = """#!{python}
import json, sys
if "-c" in sys.argv:
    versions = {{"python": "3.8.18", "allennlp": "1.0.0", "unofficial-udify": "0.3.0"}}
    versions.update({versions})
    print(json.dumps(versions))
    sys.exit()
open({log!r}, "a").write(" ".join(sys.argv[1:]) + "\\n")
{body}
"""

#: Answers as the program does: the features are the word itself.
ECHO = """
print("# cdaflow: ready", flush=True)
print("something on the standard error", file=sys.stderr)
for line in sys.stdin:
    columns = line.rstrip("\\n").split("\\t")
    if len(columns) == 10:
        columns[3], columns[5] = "NOUN", "Form=" + columns[1]
    print("\\t".join(columns), flush=True)
"""


@pytest.fixture
def fake(tmp_path):
    def make(body, versions="{}"):
        path = tmp_path / "env" / "bin" / "python"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            FAKE.format(
                python=sys.executable, body=body, versions=versions, log=str(tmp_path / "log")
            )
        )
        path.chmod(0o755)
        return path

    return make


def test_the_program_is_python_3_8():
    source = Path(allennlp_program.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 8))
    imported = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    } | {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}  # fmt: skip
    assert imported == {
        "__future__", "argparse", "importlib", "os", "sys", "collections.abc", "typing",
    }  # fmt: skip


def test_long_sentences_go_alone():
    lengths = [5, 380, 900, 381, 7, 1, 765]
    batches = list(allennlp_program.batches(lengths, 3))
    assert sorted(number for batch in batches for number in batch) == list(range(7))
    for batch in batches:
        assert len(batch) <= 3
        assert len(batch) == 1 or all(lengths[number] <= 380 for number in batch)
    assert [len(batch) for batch in batches] == [3, 1, 1, 1, 1]


def test_it_is_driven(archive, fake, tmp_path):
    with AllenNlpUdify(archive, python=fake(ECHO), batch_size=8, device="cuda:1") as model:
        assert model.predict_both([["la", "casa"], [], ["10 000"], ["é\u2028x"]]) == [
            [("NOUN", "Form=la"), ("NOUN", "Form=casa")],
            [],
            [("NOUN", "Form=10 000")],
            [("NOUN", "Form=é\u2028x")],
        ]
        # More than one chunk, and from the same process.
        many = [[f"w{number}"] for number in range(2345)]
        assert model.predict(many) == [[f"Form=w{number}"] for number in range(2345)]
        with raises("word.tab-or-line-end", "2"):
            model.predict([["a"], ["a\tb"]])
        folder = Path(model._folder.name)
        assert folder.exists()
    assert not folder.exists()
    (started,) = (tmp_path / "log").read_text().splitlines()
    assert started.startswith(f"-I {allennlp_program.__file__} ")
    assert started.endswith("--batch-size 8 --threads 1 --device 1")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("sys.exit('no module named allennlp')", "starting .status 1"),
        ("print('# cdaflow: ready', flush=True); sys.exit('no module named allennlp')", "status 1"),
        (ECHO.replace("columns[1]\n", "{}[columns[1]]\n"), "predicting .status 1"),
        (
            ECHO.replace("for line in sys.stdin:", "for line in sys.stdin:\n    line = 'x'"),
            "predicting",
        ),
    ],
)
def test_failures_tell_the_last_words(archive, fake, body, what):
    model = AllenNlpUdify(archive, python=fake(body))
    with pytest.raises(ProgramError, match=what) as error:
        model.predict([["la", "casa"]])
    if "exit" in body:
        assert "no module named allennlp" in str(error.value)
    if "{}" in body:
        assert "KeyError: 'la'" in str(error.value)
    assert model._folder is None


def test_which_python(archive, fake, monkeypatch, tmp_path):
    for name in ("CDAFLOW_UDIFY_PYTHON", "CONDA_EXE", "CONDA_PREFIX", "MAMBA_ROOT_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/nowhere")
    with raises("udify.no-python-found") as error:
        find_environment()
    assert "workflow/envs/udify.yaml" in error.value.hint
    python = fake("")
    assert find_environment(python).python == python
    assert find_environment(python.parents[1]).python == python  # the folder of the environment
    monkeypatch.setenv("CDAFLOW_UDIFY_PYTHON", str(python))
    assert find_environment().python == python
    monkeypatch.delenv("CDAFLOW_UDIFY_PYTHON")
    conda = tmp_path / "conda" / "envs" / "cdaflow-udify"
    conda.parent.mkdir(parents=True)
    (tmp_path / "env").rename(conda)
    monkeypatch.setenv("MAMBA_ROOT_PREFIX", str(tmp_path / "conda"))
    assert find_environment().python == conda / "bin" / "python"
    with raises("udify.no-python-at-path", "/nowhere/python"):
        find_environment("/nowhere/python")
    with raises("udify.package-other-version", "allennlp 0.9.0", "1.0.0"):
        find_environment(fake("", '{"allennlp": "0.9.0"}'))
    with raises("device.unknown", "'warp'"):
        AllenNlpUdify(archive, python=conda, device="warp")


def test_what_the_port_reads(archive, tiny, tmp_path):
    prepare(archive, tmp_path / "copy")
    config = json.loads((tmp_path / "copy" / "config.json").read_text())
    bert = str(tmp_path / "copy" / "bert")
    embedder = config["model"]["text_field_embedder"]["token_embedders"]["bert"]
    assert embedder["type"] == "udify-bert-predictor"
    assert "bert_config" not in embedder
    assert embedder["pretrained_model"] == config["model"]["pretrained_model"] == bert
    assert config["dataset_reader"]["token_indexers"]["bert"]["pretrained_model"] == bert
    assert config["model"]["layer_dropout"] == 0.0
    assert (tmp_path / "copy" / "weights.th").is_symlink()
    assert archive.config == tiny.config()  # the archive itself stays as it is
    newer = open_archive(tiny.build(tmp_path / "new", new_format=True))
    prepare(newer, tmp_path / "other")
    weights = tmp_path / "other" / "weights.th"
    assert not weights.read_bytes().startswith(b"PK")  # a zip file, unknown to PyTorch 1.5
    assert open_archive(newer.folder).state().keys() == tiny.weights().keys()
    settings = {"model": {"type": "udify_model"}}
    broken = open_archive(tiny.build(tmp_path / "b", settings=settings))
    with raises("udify.config-not-over-bert"):
        edited_config(broken, tmp_path)


@pytest.fixture(scope="module")
def python():
    path = Path(__file__).with_name("python38.py")
    spec = importlib.util.spec_from_file_location("python38", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        return module.udify_python()
    except module.AbsentError as reason:
        pytest.skip(str(reason))


@pytest.mark.slow
def test_the_original_and_the_native_loader_agree(archive, python, sentences, record_property):
    native = NativeUdify(archive)
    upos, feats = native.predict_tasks(("upos", "feats"), sentences)
    pieces = [sum(len(native._subwords.word(word)) for word in one) for one in sentences]
    assert sum(number > 510 for number in pieces) >= 3
    assert any(number > 1020 for number in pieces)
    assert not any(number > 510 and (number - 510) % 255 == 0 for number in pieces)
    with AllenNlpUdify(archive, python=python) as model:
        found = model.predict_both(sentences)
    words = sum(map(len, sentences))
    assert words >= 500
    assert [[label for label, _ in row] for row in found] == upos
    assert [[label for _, label in row] for row in found] == feats
    assert len({label for row in feats for label in row}) > 10
    record_property("words", words)


@pytest.mark.slow
def test_where_the_original_fails(archive, python, tiny):
    # One piece a word: windows that are full at the end, and long beside short in one batch.
    sentences = [["la"] * 765, ["casa", "una"], ["the"] * 1020, ["una"] * 390, ["la"] * 600]
    native = NativeUdify(archive)
    with AllenNlpUdify(archive, python=python) as model:
        found = model.predict(sentences)
    assert [len(row) for row in found] == [765, 2, 1020, 390, 600]
    wanted = native.predict(sentences)
    assert found[1] == wanted[1]
    assert found[3:] == wanted[3:]


@pytest.mark.slow
def test_it_reads_the_newer_weights(tmp_path, tiny, python):
    newer = open_archive(tiny.build(tmp_path / "new", new_format=True))
    sentence = [["la", "casa", "una", "ción"]]
    with AllenNlpUdify(newer, python=python) as model:
        assert model.predict(sentence) == NativeUdify(newer).predict(sentence)


@pytest.mark.slow
def test_errors_of_the_original_are_told(tmp_path, tiny, python):
    folder = tiny.build(tmp_path / "model")
    (folder / "vocabulary" / "lemmas.txt").write_text("a\nb\n")
    with (
        AllenNlpUdify(open_archive(folder), python=python) as model,
        pytest.raises(ProgramError, match="starting") as error,
    ):
        model.predict([["la"]])
    assert "decoders.lemmas.task_output" in str(error.value) or "cutoffs" in str(error.value)


def test_names_agree():
    root = Path(__file__).parents[3] / "workflow" / "envs"
    lines = (root / "udify-requirements.txt").read_text().splitlines()
    pins = {line for line in lines if "==" in line}
    conda = (root / "udify.yaml").read_text()
    assert pins == {line.strip(" -") for line in conda.splitlines() if "==" in line}
    assert f"name: {allennlp.CONDA_NAME}\n" in conda
    assert {f"{name}=={version}" for name, version in allennlp.WANTED.items()} <= pins
