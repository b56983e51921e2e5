"""What a provenance records, and that it is the same each time."""

import hashlib
import json
import subprocess

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.sharing.dependencies import KEY, raw_when_made, record_path
from cdaflow.sharing.digests import Digests
from cdaflow.sharing.provenance import commit_in_words, repository, table_provenance, versions

from ..errors import raises


def git(folder, *words):
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True)


def test_what_is_reported(results):
    found = json.loads(results.path("tables/winomt.provenance.json").read_text())
    table = results.path("tables/winomt.csv").read_bytes()
    assert found["table"]["sha256"] == hashlib.sha256(table).hexdigest()
    assert (found["table"]["size"], found["table"]["rows"]) == (len(table), 2)
    (raw,) = found["files"]["raw"]
    assert raw["path"] == "results/raw/train.tsv"
    assert raw["sha256"] == hashlib.sha256(b"Hello.\tHola.\n").hexdigest()
    assert [item["path"].split("/")[-1] for item in found["files"]["between"]] == [
        "model.npz",
        "model.yml",
    ]
    assert found["config"] == {"seed": 1, "align_with": 5000}
    assert found["seeds"] == {"seed": 1}
    assert found["signatures"] == {"signature": ["winomt|seed:1"]}
    assert found["programs"] == {"marian": ["v1.12.42 b7be0e964"]}
    assert {"python", "cdaflow", "snakemake", "sacrebleu", "torch"} <= found["versions"].keys()
    assert "pytest" not in found["versions"]


def test_command_writes_the_same_each_time(results, monkeypatch):
    monkeypatch.chdir(results.folder)
    argv = ["tables", "provenance", "tables/winomt.csv", "--inputs", "scores/winomt.json"]
    argv += ["--raw", "raw/train.tsv", "--between", "models/gone.npz", "models/es/model.npz"]
    argv += ["--command", "tables winomt scores/winomt.json --mean-of-languages"]
    argv += ["--config", '{"seed": 1}', "--digests", "digests.json", "--output"]
    assert main([*argv, "one.json"]) == main([*argv, "two.json"]) == 0
    first = results.path("one.json").read_bytes()
    assert first == results.path("two.json").read_bytes()
    words = ["tables", "winomt", "scores/winomt.json", "--mean-of-languages"]
    assert json.loads(first)["command"] == words
    (between,) = json.loads(first)["files"]["between"]
    assert between["path"] == "models/es/model.npz"


def recorded(folder, output, *raw):
    """Write Snakemake's record of an output that was made from raw files; return the folder."""
    path = record_path(folder, str(output))
    path.parent.mkdir(parents=True, exist_ok=True)
    value = json.dumps({KEY: {"params": {}, "raw": list(raw)}})
    path.write_text(json.dumps({"params": ["1", repr(value)]}))
    return folder


def test_raw_file_is_described_as_it_was_when_the_scores_were_made(results, tmp_path):
    """Also where it was replaced afterwards, and the provenance is written again."""
    raw, other = results.path("raw/train.tsv"), results.path("raw/names.tsv")
    scores = results.path("scores/winomt.json")
    before = Digests().describe(raw)
    records = recorded(tmp_path / "records", scores, before)
    for path in (raw, other):
        path.write_text("Replaced.\n")

    def made():
        return table_provenance(
            results.path("tables/winomt.csv"), [scores], raw=[raw, other], records=records
        )["files"]["raw"]

    assert made() == [Digests().describe(other) | {"recorded": False}, before]
    # One that was replaced between two steps is listed in both states.
    recorded(records, results.path("tables/winomt.csv"), Digests().describe(raw))
    assert [item["path"] for item in made()] == [str(other), str(raw), str(raw)]


def test_record_of_a_long_path_is_found(tmp_path):
    """Snakemake cuts the names of its records, which may be no longer than a file system has it."""
    from snakemake.persistence.file import FilePersistence

    output = f"results/{'x' * 600}/scores.json"
    persistence = FilePersistence(path=tmp_path, nolock=True, warn_only=True)
    theirs = persistence._record_path(str(tmp_path / "metadata"), output)
    assert str(record_path(tmp_path / "metadata", output)) == theirs


def test_record_that_is_damaged_is_reported(tmp_path):
    recorded(tmp_path, "x.json", {"path": "raw.tsv"})
    with raises("snakemake-record.unreadable", "x.json"):
        raw_when_made(tmp_path, ["x.json"])
    record_path(tmp_path, "x.json").write_text("{")
    with pytest.raises(InputError):
        raw_when_made(tmp_path, ["x.json"])


@pytest.mark.parametrize("gone", ["raw/train.tsv", "scores/winomt.json", "tables/winomt.csv"])
def test_file_that_must_be_there_is_reported(results, gone):
    results.path(gone).unlink()
    with raises("file.missing"):
        results.provenance("winomt")


def test_seeds_are_found_wherever_they_are(results):
    config = '{"seed": 3, "a": {"b": {"seed": 4, "c": 5}}}'
    found = table_provenance(results.path("tables/corpus.csv"), [], config=config)
    assert found["seeds"] == {"seed": 3, "a.b.seed": 4}


def test_no_repository_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert repository(tmp_path) is None
    monkeypatch.setenv("PATH", "")
    assert repository(tmp_path) is None


def test_repository_has_commit_and_changed_files(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    git(tmp_path, "init")
    assert repository(tmp_path) is None  # nothing was committed yet
    assert commit_in_words(tmp_path) == ""
    (tmp_path / "a b\n.py").write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "x")
    (tmp_path / "untracked").write_text("x")
    clean = repository(tmp_path)
    assert (clean["changed"], clean["changed_files"], clean["changes_sha256"]) == ([], 0, None)
    assert len(clean["commit"]) == 40
    (tmp_path / "a b\n.py").write_text("2\n")
    dirty = repository(tmp_path)
    assert (dirty["changed"], dirty["commit"]) == (["a b\n.py"], clean["commit"])
    shown = commit_in_words(tmp_path)
    assert shown.startswith(f"commit {clean['commit'][:12]} of 20")
    assert shown.endswith(", 1 file changed since")
    (tmp_path / "a b\n.py").write_text("3\n")
    assert repository(tmp_path)["changes_sha256"] != dirty["changes_sha256"] is not None


def test_versions_are_those_of_the_packages():
    from importlib.metadata import version

    assert versions()["sacrebleu"] == version("sacrebleu")
