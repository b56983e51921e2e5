"""Firefox's models as floats: synthetic ones, and the real one where it is."""

from __future__ import annotations

import gzip
import os
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml
from firefox_folder import make_folder, padded
from random_network import make_model

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.nmt.archive import SETTINGS, read_settings
from cdaflow.nmt.bergamot import network_settings, write_floats
from cdaflow.nmt.bergamot_file import Type, read_items, write_items
from cdaflow.nmt.layouts import find_layout, open_model
from cdaflow.nmt.marian import MarianDecoder
from cdaflow.nmt.model import check_model, import_model, load_model
from cdaflow.nmt.translate import translate
from cdaflow.programs import Outcome

from ..errors import raises


@pytest.fixture(scope="module")
def texts():
    return ["The nurse is here.", "La enfermera duerme.", "The doctor eats bread.", "Come pan."]


@pytest.fixture
def floats(tmp_path, texts):
    """A model of Marian's and the same as a Firefox folder, `firefox`."""
    return make_model(tmp_path / "floats", texts)


@pytest.fixture
def expected(tmp_path, floats):
    return make_folder(tmp_path / "firefox", floats)


def test_every_weight_is_that_of_the_engine(tmp_path, expected):
    file = tmp_path / "firefox/model.enxx.intgemm.alphas.bin"
    write_floats(file, tmp_path / "model.npz")
    with np.load(tmp_path / "model.npz") as parameters:
        assert set(parameters) == set(expected)
        for name, array in expected.items():
            np.testing.assert_array_equal(parameters[name], array)
            assert parameters[name].flags.c_contiguous
    assert network_settings(file) == read_settings(tmp_path / "floats/model.npz")


def test_it_is_recognised_and_checked(tmp_path, floats, expected):
    layout = find_layout(tmp_path / "firefox")
    assert layout.name == "firefox"
    assert [path.name for path in layout.files] == [
        "model.enxx.intgemm.alphas.bin", "vocab.enxx.spm", "config.intgemm8bitalpha.yml",
    ]  # fmt: skip
    assert layout.model.decode == {
        "beam-size": 1, "normalize": 1.0, "word-penalty": 0, "mini-batch": 64,
        "max-length-factor": 2.5,
    }  # fmt: skip
    check_model(layout.model)
    other = make_model(tmp_path / "other", ["Something else."])
    with raises("vocabulary.other-size"):
        check_model(replace(layout.model, vocabularies=other.vocabularies))


def test_a_file_and_what_goes_with_it(tmp_path, expected):
    folder = tmp_path / "firefox"
    found = find_layout(
        folder / "model.enxx.intgemm.alphas.bin", [folder / "vocab.enxx.spm"],
        folder / "config.intgemm8bitalpha.yml",
    )  # fmt: skip
    assert found.name == "firefox"
    assert found.model == find_layout(folder).model


def test_as_mozilla_publishes_them(tmp_path, floats):
    """Two vocabularies, no configuration, the model compressed."""
    folder = tmp_path / "firefox"
    make_folder(folder, floats, config="")
    vocabulary = folder / "vocab.enxx.spm"
    (folder / "trgvocab.enxx.spm").write_bytes(vocabulary.read_bytes())
    vocabulary.rename(folder / "srcvocab.enxx.spm")
    file = folder / "model.enxx.intgemm.alphas.bin"
    packed = folder / f"{file.name}.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    file.unlink()
    model = open_model(folder)
    assert model.file == packed
    assert [path.name for path in model.vocabularies] == ["srcvocab.enxx.spm", "trgvocab.enxx.spm"]
    assert model.decode["beam-size"] == 1
    check_model(model)
    for path in model.vocabularies:
        path.rename(path.with_name(path.name + ".gz"))
    with raises("vocabulary.compressed") as caught:
        open_model(folder)
    assert caught.value.hint == f"gunzip {folder / 'srcvocab.enxx.spm.gz'}"


def test_imported_it_is_a_model_of_floats(tmp_path, expected):
    folder = tmp_path / "imported"
    assert (
        main(["nmt", "import", "--model", f"{tmp_path}/firefox", "--output-dir", str(folder)]) == 0
    )
    model = load_model(folder)
    check_model(model, training=True)
    with np.load(model.file) as parameters:
        np.testing.assert_array_equal(parameters["Wemb"], expected["Wemb"])
    about = yaml.safe_load((folder / "model.yml").read_text())
    assert about["imported"]["model"]["file"].endswith("/model.enxx.intgemm.alphas.bin")
    assert about["decode"]["beam-size"] == 1
    assert sorted(path.name for path in folder.iterdir()) == ["model.npz", "model.yml", "vocab.spm"]


def test_it_is_translated_with_as_it_is(tmp_path, expected, fake, monkeypatch):
    """Marian gets floats, and the folder of the model stays as it was."""

    def run(argv, *, log, stdout, poll):
        file = Path(argv[argv.index("--models") + 1])
        with np.load(file) as parameters:
            np.testing.assert_array_equal(parameters["Wemb"], expected["Wemb"])
        stdout.write_text("La enfermera está aquí.\n")
        poll()
        return Outcome(0, None)

    monkeypatch.setattr("cdaflow.nmt.marian.run", run)
    before = sorted(path.name for path in (tmp_path / "firefox").iterdir())
    source, output = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("The nurse is here.\n")
    translate(open_model(tmp_path / "firefox"), source, output, decoder=MarianDecoder(fake))
    assert output.read_text() == "La enfermera está aquí.\n"
    assert sorted(path.name for path in (tmp_path / "firefox").iterdir()) == before


def changed(folder, changed_name, **fields):
    """Change an item of the model of a folder."""
    file = folder / "model.enxx.intgemm.alphas.bin"
    items = read_items(file)
    write_items(file, [replace(i, **fields) if i.name == changed_name else i for i in items])
    return file


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("Wemb", {"shape": (1, 1, 2), "data": padded(bytes(6))}, "Wemb: expected a matrix"),
        ("encoder_l1_ffn_W1", {"shape": (2, 2), "data": padded(bytes(8))}, "multiplier is 0.0"),
        (
            "encoder_l1_ffn_b1",
            {"shape": (1, 1), "data": padded(struct.pack("<f", np.inf))},
            "b1: not all of its numbers are finite",
        ),
        (SETTINGS, {"name": "other", "type": Type.INT8}, "does not contain its network settings"),
        (SETTINGS, {"shape": (4,), "data": b"\xff\xfe[["}, "not a complete Marian model"),
    ],
)
def test_faulty_items(tmp_path, expected, name, fields, message):
    file = changed(tmp_path / "firefox", name, **fields)
    with pytest.raises(InputError, match=message) as caught:
        import_model(open_model(tmp_path / "firefox"), tmp_path / "imported")
    assert caught.value.file == str(file)
    assert not (tmp_path / "imported/model.npz").exists()


@pytest.fixture(scope="module")
def firefox():
    """The folder of a real model."""
    if "CDAFLOW_FIREFOX" not in os.environ:
        pytest.skip(
            "no real Firefox model here: set CDAFLOW_FIREFOX to a folder of `cdaflow nmt "
            "fetch-firefox`"
        )
    return Path(os.environ["CDAFLOW_FIREFOX"])


def test_the_real_model(firefox, real, tmp_path):
    file = next(firefox.glob("model.*.bin"))
    write_items(tmp_path / "again.bin", read_items(file))
    assert (tmp_path / "again.bin").read_bytes() == file.read_bytes()
    model = import_model(open_model(firefox), tmp_path / "model")
    source, output = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("She is the engineer who designed this bridge.\n")
    translate(model, source, output, decoder=MarianDecoder(real))
    if "enpt" in file.name:
        assert output.read_text() == "Ela é a engenheira que projetou esta ponte.\n"
