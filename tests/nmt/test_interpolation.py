"""Models between a base and a fine-tuned one: against numpy by hand."""

from __future__ import annotations

import numpy as np
import pytest
import yaml

from cdaflow.cli import main
from cdaflow.io.files import digest
from cdaflow.nmt.interpolation import interpolate
from cdaflow.nmt.model import load_model

from ..errors import raises

SETTINGS = "special:model.yml"


@pytest.fixture
def model(tmp_path):
    """A function that writes the folder of a model of given parameters."""

    def write(name, text="dim-emb: 3\n", vocabulary=b"one", decode=None, **parameters):
        folder = tmp_path / name
        folder.mkdir()
        settings = np.frombuffer(text.encode() + b"\0", dtype=np.int8)
        np.savez(folder / "model.npz", **parameters, **{SETTINGS: settings})
        (folder / "vocab.yml").write_bytes(vocabulary)
        for side in ("source", "target"):
            (folder / f"{side}.spm").write_bytes(b"")
        content = {"vocabularies": ["vocab.yml"] * 2, "spm": ["source.spm", "target.spm"]}
        (folder / "model.yml").write_text(yaml.safe_dump(content | {"decode": decode or {}}))
        return load_model(folder)

    return write


def test_each_parameter_is_between(model, tmp_path):
    base = model("base", W=np.float32([[0, 8], [1, -2]]), b=np.float16([1]), n=np.arange(2))
    tuned = model(
        "tuned", W=np.float32([[4, 8], [3, 2]]), b=np.float16([2]), n=np.arange(2),
        decode={"beam-size": 4},
    )  # fmt: skip
    found = interpolate(base, tuned, 0.75, tmp_path / "between")
    with np.load(found.file) as parameters:
        np.testing.assert_array_equal(parameters["W"], np.float32([[3, 8], [2.5, 1]]))
        np.testing.assert_array_equal(parameters["b"], np.float16([1.75]))
        assert parameters["b"].dtype == np.float16
        np.testing.assert_array_equal(parameters["n"], [0, 1])
        assert parameters[SETTINGS].tobytes() == b"dim-emb: 3\n\0"
    assert found.decode == {"beam-size": 4}
    about = yaml.safe_load((tmp_path / "between/model.yml").read_text())["interpolated"]
    assert about["share"] == 0.75
    assert about["base"]["file"].endswith("base/model.npz")
    left = sorted(path.name for path in (tmp_path / "between").iterdir())
    assert left == ["model.npz", "model.yml", "source.spm", "target.spm", "vocab.yml"]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"W": np.ones((2, 3), np.float32)}, "parameter.other-type-or-shape"),
        ({"V": np.ones((3, 2), np.float32)}, "model.other-parameters"),
        ({"W": np.ones((3, 2), np.float32), "text": "dim-emb: 4"}, "model.other-settings"),
        ({"W": np.ones((3, 2), np.float32), "vocabulary": b"more"}, "model.other-vocabulary"),
    ],
)
def test_models_that_do_not_belong_together(model, tmp_path, other, message):
    base, tuned = model("base", W=np.ones((3, 2), np.float32)), model("tuned", **other)
    with raises(message) as caught:
        interpolate(base, tuned, 0.5, tmp_path / "between")
    assert caught.value.file == str(tuned.file)
    assert not (tmp_path / "between/model.yml").exists()


@pytest.mark.parametrize("recorded", ["tuned", "base", "nobody"])
def test_base_and_fine_tuned_model_exchanged(model, tmp_path, capsys, recorded):
    """Exchanged are models of which the one given as base was fine-tuned from the other."""
    base, tuned = (model(name, W=np.float32([n])) for n, name in enumerate(("base", "tuned")))
    path = tmp_path / "tuned/model.yml"
    first = {"tuned": tuned, "base": base, "nobody": None}[recorded]
    content = yaml.safe_load(path.read_text()) | {
        "base": first and {"file": "x", "sha256": digest(first.file)}
    }
    path.write_text(yaml.safe_dump(content))
    assert interpolate(base, tuned, 0.5, tmp_path / "right").file.is_file()
    assert ("cannot be checked" in capsys.readouterr().err) == (recorded != "base")
    if recorded != "base":
        assert interpolate(tuned, base, 0.5, tmp_path / "between").file.is_file()
        return
    with raises("model.swapped-with-base") as caught:
        interpolate(tuned, base, 0.5, tmp_path / "between")
    assert caught.value.file == str(tuned.file)
    assert not (tmp_path / "between").exists()


#: What Marian 1.12 says of a network that Marian 1.9 made.
NEWER = (
    'version: v1.12.42\nfactors-combine: sum\nlemma-dependency: ""\ntransformer-no-bias: false\n'
)


def test_settings_that_an_older_marian_did_not_know(model, tmp_path):
    base = model("base", W=np.zeros(1, np.float32), text="version: v1.9.56\ndim-emb: 3\n")
    tuned = model("tuned", W=np.ones(1, np.float32), text=f"dim-emb: 3\n{NEWER}")
    found = interpolate(base, tuned, 0.5, tmp_path / "between")
    with np.load(found.file) as parameters:
        np.testing.assert_array_equal(parameters["W"], np.float32([0.5]))
    other = model("other", W=np.ones(1, np.float32), text="dim-emb: 3\ntransformer-no-bias: true\n")
    with raises("model.other-settings", "transformer-no-bias"):
        interpolate(base, other, 0.5, tmp_path / "another")


@pytest.mark.parametrize("share", [0, 1])
def test_a_share_that_is_one_of_both(model, tmp_path, share):
    base, tuned = (model(name, W=np.ones(1, np.float32)) for name in ("base", "tuned"))
    with raises("share.out-of-range"):
        interpolate(base, tuned, share, tmp_path / "between")


def test_by_the_command(model, tmp_path, capsys):
    base = model("base", W=np.zeros(1, np.float32)).file.parent
    tuned = model("tuned", W=np.ones(1, np.float32)).file.parent
    output = tmp_path / "between"
    words = ["nmt", "interpolate", "--base", base, "--model-dir", tuned, "--share", "0.25"]
    assert main([*map(str, words), "--output-dir", str(output)]) == 0
    assert str(output / "model.npz") in capsys.readouterr().err
    with np.load(output / "model.npz") as parameters:
        np.testing.assert_array_equal(parameters["W"], np.float32([0.25]))
