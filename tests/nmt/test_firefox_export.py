"""Export for Firefox: the bytes of the base again, the grid of Marian's training, and faults."""

from __future__ import annotations

import gzip
import json
import shutil

import numpy as np
import pytest
from firefox_folder import make_folder
from random_network import FILTER, WIDTH, make_model

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.nmt.bergamot import unpack
from cdaflow.nmt.bergamot_file import Type, read_items
from cdaflow.nmt.firefox_export import export_firefox, quantise
from cdaflow.nmt.layouts import open_model
from cdaflow.nmt.model import import_model

from ..errors import raises

FILE = "model.enxx.intgemm.alphas.bin"
TEXTS = ["The nurse is here.", "La enfermera duerme.", "The doctor eats bread.", "Come pan."]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Two Firefox folders with one vocabulary, and their float parameters."""
    parent = tmp_path_factory.mktemp("firefox")
    models = [make_model(parent / f"floats-{seed}", TEXTS, seed) for seed in (1, 2)]
    names = ("base", "other")
    return {name: (parent / name, make_folder(parent / name, model))
            for name, model in zip(names, models, strict=True)}  # fmt: skip


@pytest.fixture
def imported(folders, tmp_path):
    """A function that imports one of them, with some float parameters changed."""

    def model(name="base", **changed):
        found = import_model(open_model(folders[name][0]), tmp_path / f"imported-{name}")
        if changed:
            with np.load(found.file) as archive:
                parts = {part: archive[part] for part in archive.files} | changed
            np.savez(found.file, **{name: a for name, a in parts.items() if a is not None})
        return found

    return model


def int8_data(file):
    """Return the int8 values and multipliers of the matrices of a file."""
    items = read_items(file)
    return {item.name: unpack(item) for item in items if item.type is Type.INTGEMM8}


def test_the_base_itself_gives_the_same_bytes(folders, imported, tmp_path):
    base = folders["base"][0]
    exported = export_firefox(imported(), base, tmp_path / "out")
    assert exported.off_grid == 0
    names = sorted(path.name for path in base.iterdir())
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(
        [*names, "exported.json"]
    )
    for name in names:
        assert (tmp_path / "out" / name).read_bytes() == (base / name).read_bytes()
    note = json.loads((tmp_path / "out/exported.json").read_text())
    assert note["base"]["sha256"] == note["files"][FILE]


def test_weights_on_a_grid_stay_as_they_are(folders, imported, tmp_path):
    """As after training with quantize-bits: 8: whole numbers of steps of max / 127."""
    exported = export_firefox(imported("other"), folders["base"][0], tmp_path / "out")
    assert exported.off_grid == 0
    written, other = int8_data(exported.file), int8_data(folders["other"][0] / FILE)
    assert written.keys() == other.keys()
    assert "Wemb" in written
    for name, (values, multiplier) in other.items():
        np.testing.assert_array_equal(written[name][0], values)
        assert written[name][1] == pytest.approx(multiplier, rel=1e-6)
    # And back: the parameters that were exported, biases to the bit.
    again = import_model(open_model(exported.file.parent), tmp_path / "again")
    with np.load(again.file) as archive:
        for name, array in folders["other"][1].items():
            np.testing.assert_allclose(archive[name], array, rtol=1e-6)
        bias = "encoder_l1_ffn_b1"
        assert archive[bias].tobytes() == folders["other"][1][bias].tobytes()
    kept = {item.name: item for item in read_items(folders["base"][0] / FILE)}
    for item in read_items(exported.file):
        if "QuantMultA" in item.name or item.name.startswith("special:"):
            assert item == kept[item.name]


def test_other_weights_are_rounded_and_counted(folders, imported, tmp_path, capsys):
    weights = folders["base"][1]["encoder_l1_ffn_W1"]
    changed = weights.copy()
    step = np.abs(weights).max() / 127
    rows, columns = np.nonzero(np.abs(weights) < np.abs(weights).max() - step)
    changed[rows[:64], columns[:64]] += np.float32(0.3 * step)
    changed[rows[64:96], columns[64:96]] += np.float32(0.7 * step)
    model = imported(encoder_l1_ffn_W1=changed)
    words = [model.file.parent, "--base", folders["base"][0], "--output-dir", tmp_path / "out"]
    assert main(["nmt", "export", "--format", "firefox", *map(str, words)]) == 0
    error = capsys.readouterr().err
    matrices = int8_data(folders["base"][0] / FILE)
    share = 96 / sum(values.size for values, _ in matrices.values())
    assert f"warning: {100 * share:.1f} % of the weights" in error
    values, before = (int8_data(path / FILE)["encoder_l1_ffn_W1"][0].astype(int)
                      for path in (tmp_path / "out", folders["base"][0]))  # fmt: skip
    assert (values - before)[rows[:64], columns[:64]].tolist() == [0] * 64
    assert (values - before)[rows[64:96], columns[64:96]].tolist() == [1] * 32


@pytest.mark.parametrize("scale", [0, 1e-3, 40])
def test_quantised_values(scale):
    weights = np.random.default_rng(3).normal(0, scale, (7, 5)).astype(np.float32)
    values, multiplier, rounded = quantise(weights)
    assert values.dtype == np.int8
    assert np.abs(values.astype(int)).max() == (127 if scale else 0)
    np.testing.assert_allclose(values / multiplier, weights, atol=scale * 4 / 127 / 2)
    assert quantise((values / np.float32(multiplier)).astype(np.float32))[2] == 0
    assert bool(rounded) == bool(scale)


def test_all_parameters_that_do_not_fit_are_named(folders, imported, tmp_path):
    model = imported(
        encoder_l1_ffn_b1=None,
        decoder_l1_ffn_W1=np.zeros((WIDTH, WIDTH), np.float32),
        encoder_l2_ffn_b1=np.zeros((1, FILTER), np.float32),
        encoder_l1_ffn_b2=np.full((1, WIDTH), np.nan, np.float32),
    )
    with pytest.raises(InputError) as caught:
        export_firefox(model, folders["base"][0], tmp_path / "out")
    assert caught.value.file == str(model.file)
    for words in (
        "encoder_l1_ffn_b1 is missing",
        "decoder_l1_ffn_W1 has the shape (16, 16), but in the base (16, 32)",
        "encoder_l2_ffn_b1 is not in the base",
        "encoder_l1_ffn_b2 has values that are not finite",
    ):
        assert words in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_settings_of_another_network(folders, imported, tmp_path):
    model = imported()
    with np.load(model.file) as archive:
        text = archive["special:model.yml"].tobytes().rstrip(b"\0")
    text = text.replace(b"transformer-heads: 2", b"transformer-heads: 4")
    model = imported(**{"special:model.yml": np.frombuffer(text + b"new: 1\n", np.int8)})
    with raises("model.other-settings") as caught:
        export_firefox(model, folders["base"][0], tmp_path / "out")
    assert "new" not in str(caught.value)


def test_another_vocabulary(folders, imported, tmp_path):
    base = tmp_path / "base"
    make_folder(base, make_model(tmp_path / "floats", [text.upper() for text in TEXTS]))
    with raises("vocabulary.not-that-of-base", "base/vocab.enxx"):
        export_firefox(imported(), base, tmp_path / "out")


def test_a_base_that_is_compressed(folders, imported, tmp_path):
    """As Mozilla publishes the model; the engine reads it unpacked alone."""
    base = tmp_path / "base"
    shutil.copytree(folders["base"][0], base)
    plain = (base / FILE).read_bytes()
    (base / f"{FILE}.gz").write_bytes(gzip.compress(plain))
    (base / FILE).unlink()
    exported = export_firefox(imported(), base, tmp_path / "out")
    assert exported.file.name == FILE
    assert exported.file.read_bytes() == plain


def test_a_base_that_is_no_firefox_model(imported, tmp_path):
    model = imported()
    with raises("folder.not-firefox"):
        export_firefox(model, model.file.parent, tmp_path / "out")


def test_a_note_is_written_last(folders, imported, tmp_path, monkeypatch):
    base, output = folders["base"][0], tmp_path / "out"
    model = imported()
    export_firefox(model, base, output)
    assert (output / "exported.json").exists()

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("cdaflow.nmt.firefox_export.write_items", fail)
    with pytest.raises(OSError, match="disk full"):
        export_firefox(model, base, output)
    assert not (output / "exported.json").exists()
