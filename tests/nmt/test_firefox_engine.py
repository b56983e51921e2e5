"""Exported models in the engine of Firefox itself, where Node.js is and its package can be had."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from firefox_folder import make_folder
from random_network import make_model

from cdaflow.nmt.firefox_export import export_firefox
from cdaflow.nmt.layouts import open_model
from cdaflow.nmt.model import import_model

SCRIPT = Path(__file__).parents[2] / "benchmarks/firefox_engine.mjs"
#: The engine multiplies in blocks of 64 by 8.
SIZES = {"dim_emb": 64, "transformer_dim_ffn": 128, "pieces": 32}
LINES = [
    "The nurse is here.",
    "The doctor sleeps.",
    "",
    "The nurse sleeps. The doctor eats bread! Is the nurse here?",
    " ",
]

pytestmark = pytest.mark.node


def run(folder, text):
    return subprocess.run(
        ["node", SCRIPT, folder], input=text, capture_output=True, text=True, timeout=120
    )


def translations(folder):
    """Return the engine's translations of LINES; a skip where its package cannot be had."""
    done = run(folder, "".join(f"{line}\n" for line in LINES))
    if "npm could not install" in done.stderr:
        pytest.skip(done.stderr.splitlines()[0])
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\n")
    return done.stdout.removesuffix("\n").split("\n")


def test_exported_parameters_translate_as_they_did_in_their_own_file(tmp_path, sentences):
    texts = [text for pair in sentences for text in pair]
    base, other = tmp_path / "base", tmp_path / "other"
    for seed, folder in enumerate((base, other), 1):
        make_folder(folder, make_model(tmp_path / f"floats-{seed}", texts, seed, **SIZES))
        (folder / "lex.50.50.enxx.s2t.bin").unlink()  # it is no real one
    model = import_model(open_model(other), tmp_path / "imported")
    exported = export_firefox(model, base, tmp_path / "exported").file.parent
    own, again = translations(other), translations(exported)
    # One line for each, whatever number of sentences it has.
    assert len(own) == len(LINES)
    assert [text for text, line in zip(own, LINES, strict=True) if not line.strip()] == ["", ""]
    assert len(set(own)) > len(LINES) / 2
    assert again == own


@pytest.mark.parametrize(
    ("name", "message"),
    [("nowhere", "nowhere: no such folder"), (".", "one model is expected")],
)
def test_a_folder_without_a_model(tmp_path, name, message):
    done = run(tmp_path / name, "A line.\n")
    assert done.returncode == 1
    assert message in done.stderr
    assert not done.stdout
