"""What --configfile of Snakemake names is looked at before Snakemake reads it."""

from pathlib import Path

import pytest
import yaml

from cdaflow.config.loading import check_command_line

ROOT = Path(__file__).parents[2]
TARGET = "put targets before --configfile: snakemake TARGET --configfile FILE"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with configurations, results, and what is no configuration."""
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("mine.yaml", "seed: 2\n"),
        ("more.json", '{"seed": 3}'),
        ("results.csv", "language,lines\nes,40\n"),
        ("open.yaml", "a: [1\n"),
        ("twice.yaml", "seed: 2\nseed: 3\n"),
        ("list.json", "[1, 2]"),
    ):
        (tmp_path / name).write_text(text)
    (tmp_path / "model.npz").write_bytes(b"PK\x03\x04\xff\xfe")
    (tmp_path / "results").mkdir()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("--configfile mine.yaml winomt.csv", "winomt.csv: no such file"),
        ("--cores 2 --configfiles mine.yaml more.json all", "all: no such file"),
        ("--configfile mine.yaml results --cores 2", "results: "),
        ("--configfile mine.yaml results.csv", "results.csv: not a configuration"),
        ("--configfile mine.yaml model.npz", "model.npz: "),
        ("--configfile mine.yaml list.json", "list.json: not a configuration"),
    ],
)
def test_a_target_behind_a_configuration(line, problem):
    with pytest.raises(SystemExit) as stopped:
        check_command_line(line.split())
    assert f"Error: {problem}" in stopped.value.code
    assert TARGET in stopped.value.code


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("--configfile=absent.yaml", "absent.yaml: no such file"),
        ("all --configfile open.yaml", "open.yaml:2: not a valid YAML file"),
        ("--configfile twice.yaml --cores 2", "'seed' is duplicated"),
    ],
)
def test_a_faulty_configuration(line, problem):
    with pytest.raises(SystemExit) as stopped:
        check_command_line(line.split())
    assert problem in stopped.value.code
    assert TARGET not in stopped.value.code


@pytest.mark.parametrize(
    "line",
    ["", "all -n", "all --configfile mine.yaml more.json -n", "--config seed=2 x=y", "-C a=b all"],
)
def test_a_sound_command_line(line):
    check_command_line(line.split())


def test_the_default_profile_calls_it():
    profile = yaml.safe_load((ROOT / "profiles/default/config.yaml").read_text())
    assert profile["__use_yte__"]
    assert "check_command_line(sys.argv[1:])" in profile["__definitions__"]
