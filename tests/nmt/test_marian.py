from __future__ import annotations

import os
import sys

import pytest

from cdaflow.errors import ProgramError
from cdaflow.nmt.marian import find_marian, run
from cdaflow.nmt.training_log import FAULTS

from ..errors import raises


@pytest.fixture
def empty_path(monkeypatch, tmp_path):
    """No program on PATH, and none beside Python."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))


def test_a_folder_of_programs(fake_folder):
    marian = find_marian(fake_folder)
    assert marian.argv("train") == [str(fake_folder / "marian")]
    assert marian.argv("decode") == [str(fake_folder / "marian-decoder")]
    assert marian.argv("score") == [str(fake_folder / "marian-scorer")]
    assert marian.version().startswith("v0.0.0 fake")


def test_one_program_with_subcommands(fake_folder):
    for name in ("marian-decoder", "marian-scorer", "marian-vocab"):
        (fake_folder / name).unlink()
    marian = find_marian(fake_folder / "marian")
    assert marian.argv("decode") == [str(fake_folder / "marian"), "decode"]


def test_a_link_to_a_build_folder(fake_folder, tmp_path):
    link = tmp_path / "marian"
    link.symlink_to(fake_folder / "marian")
    assert find_marian(link).argv("decode") == [str(fake_folder / "marian-decoder")]


def test_a_missing_companion_is_named(fake_folder):
    (fake_folder / "marian-scorer").unlink()
    with raises("program.companion-missing", "marian-scorer"):
        find_marian(fake_folder).argv("score")


def test_order_path_then_beside_python(fake_folder, tmp_path, monkeypatch, empty_path):
    beside = tmp_path / "pymarian"
    beside.write_text("#!/bin/sh\n")
    beside.chmod(0o755)
    assert find_marian().argv("train") == [str(beside), "train"]
    monkeypatch.setenv("PATH", str(fake_folder))
    assert find_marian().argv("train") == [str(fake_folder / "marian")]
    assert find_marian(beside).argv("train") == [str(beside), "train"]


def test_none_at_all(monkeypatch, empty_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with raises("marian.not-found", "pip install pymarian==1.12.42"):
        find_marian()


def test_wrong_settings(tmp_path):
    with raises("marian.unknown-program"):
        find_marian(tmp_path / "absent")
    with raises("folder.no-marian"):
        find_marian(tmp_path)
    plain = tmp_path / "marian"
    plain.write_text("")
    with raises("program.not-executable"):
        find_marian(plain)


def test_failure_tells_last_words_and_log(tmp_path):
    log = tmp_path / "logs" / "x.log"
    code = "import sys, os; print('Error: CUDA error 2 out of memory', file=sys.stderr); os.abort()"
    outcome = run([sys.executable, "-c", code], log=log)
    assert outcome.returncode == -6
    with pytest.raises(ProgramError) as raised:
        outcome.check("Marian failed while testing", FAULTS, log)
    message = str(raised.value)
    assert "SIGABRT" in message
    assert "CUDA error 2 out of memory" in message
    assert "--workspace" in message
    assert str(log) in message


def test_marian_gets_one_thread_and_a_log_in_order(tmp_path):
    log = tmp_path / "x.log"
    code = "import os; print(os.environ['OMP_NUM_THREADS'], os.environ['MKL_NUM_THREADS'])"
    for _ in range(2):
        assert run([sys.executable, "-c", code], log=log).returncode == 0
    assert log.read_text() == "1 1\n1 1\n"


def test_a_program_that_cannot_start(tmp_path):
    with raises("program.not-runnable"):
        run([os.fspath(tmp_path / "absent")], log=tmp_path / "x.log")
