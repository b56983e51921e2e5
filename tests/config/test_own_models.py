"""Models of your own in the configuration: folders of any layout, languages of one model."""

from __future__ import annotations

import json

import pytest

from cdaflow.config import load_config

from ..errors import raises
from .configs import CORPORA

BASE = {"recipe": "tiny", "data": {"parallel": 1}}


@pytest.fixture
def models(tmp_path):
    """Folders of models, which hold nothing."""
    files = {
        "opus": ("opus.npz", "opus.vocab.yml", "source.spm", "target.spm", "README.md"),
        "ct2": ("model.bin", "shared_vocabulary.json", "source.spm", "target.spm", "notes.txt"),
        "hf": ("model.safetensors", "vocab.json", "source.spm", "target.spm"),
        "none": ("readme.txt",),
    }
    for folder, names in files.items():
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).write_text("")
    (tmp_path / "opus/decoder.yml").write_text("beam-size: 6\n")
    (tmp_path / "ct2/config.json").write_text("{}")
    (tmp_path / "hf/config.json").write_text(json.dumps({"model_type": "marian"}))
    return tmp_path


def load(**systems):
    return load_config({"languages": ["es"], "corpora": CORPORA, "systems": systems})


def names(config, system):
    return {path.rpartition("/")[2] for path in config.systems[system].files("es")}


def test_a_folder_is_a_model(models):
    config = load(
        opus={"model": str(models / "opus")},
        ct2={"model": str(models / "ct2")},
        hf={"model": str(models / "hf"), "language_token": "__es__"},
        tuned=BASE | {"base": "opus"},
    )
    assert names(config, "opus") == {
        "opus.npz", "opus.vocab.yml", "source.spm", "target.spm", "decoder.yml",
    }  # fmt: skip
    assert names(config, "ct2") == {
        "model.bin", "shared_vocabulary.json", "source.spm", "target.spm", "config.json",
    }  # fmt: skip
    assert names(config, "hf") == {
        "model.safetensors", "vocab.json", "source.spm", "target.spm", "config.json",
    }  # fmt: skip
    assert config.systems["hf"].language_token == {"es": "__es__"}
    assert [config.systems[name].trainable() for name in ("opus", "ct2", "hf")] == [
        True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        ({"own": {"model": "none"}}, "model.unrecognised"),
        ({"own": {"model": "absent"}}, "file.missing"),
        (
            {"ct2": {"model": "ct2"}, "tuned": BASE | {"base": "ct2"}},
            "model.not-trainable",
        ),
        ({"own": {"model": "opus/opus.npz"}}, "model.no-vocabulary"),
        ({"own": {"model": "ct2", "vocabs": ["ct2/source.spm"]}}, "model.own-vocabularies"),
    ],
)
def test_faults(models, monkeypatch, systems, expected):
    monkeypatch.chdir(models)
    with raises(expected):
        load(**systems)


def test_a_model_of_firefox_that_the_workflow_fetches(tmp_path, monkeypatch):
    """It need not be there; later it is known by the same file."""
    monkeypatch.chdir(tmp_path)
    systems = {"firefox": {"model": "{results}/firefox/en-pt"}, "tuned": BASE | {"base": "firefox"}}
    origin = "results/firefox/en-pt/origin.json"
    assert load(**systems).systems["firefox"].files("es") == [origin]
    folder = tmp_path / "results/firefox/en-pt"
    folder.mkdir(parents=True)
    assert load(**systems).systems["firefox"].files("es") == [origin]
    for name in ("model.enpt.intgemm.alphas.bin", "vocab.enpt.spm", "origin.json"):
        (folder / name).write_text("{}")
    assert load(**systems).systems["firefox"].files("es") == [origin]
    (folder / "origin.json").unlink()  # a folder of the user's own
    assert names(load(**systems), "firefox") == {"model.enpt.intgemm.alphas.bin", "vocab.enpt.spm"}
    with raises("model.no-vocabulary"):
        load(firefox={"model": "{results}/firefox/en-es"})
