"""The released files, fetched from a server of our own."""

import gzip
import hashlib
import http.server

import pytest

from cdaflow.alternatives import fetching
from cdaflow.cli import main
from cdaflow.io.fetch import git_blob_id, has_checksum, parse_checksum

from ..errors import raises

CONTENT = b"id\tsource\r\n1\ta\r\n"
BLOB = hashlib.sha1(b"blob %d\0" % len(CONTENT) + CONTENT).hexdigest()  # noqa: S324


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        assert self.path.startswith(f"/{fetching.COMMIT}/")
        found = "gtrans.en-ru" not in self.path
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(CONTENT) * found))
        self.end_headers()
        self.wfile.write(CONTENT * found)

    def log_message(self, *_):
        pass


@pytest.fixture
def server(serve, monkeypatch):
    """Serve CONTENT as every file of the repository."""
    monkeypatch.setattr(fetching, "_ADDRESS", f"{serve(Handler).address}/{{commit}}/{{path}}")


def test_files_of_the_repository():
    files = list(fetching.released_files())
    assert len(files) == 6 * 4 + 5 * 2
    assert set(fetching.BLOBS) < {file.path for file in files}
    assert "train/raw/gtag.en-it.tsv" not in {file.path for file in files}


def test_fetched_and_checked(server, tmp_path, monkeypatch, capsys):
    known = {"train/raw/gtag.en-de.tsv": BLOB, "train/raw/gtrans.en-de.tsv": BLOB[:8]}
    monkeypatch.setattr(fetching, "BLOBS", known)
    command = ["alternatives", "fetch", "--output", str(tmp_path), "--lang", "de", "--only"]
    assert main([*command, "gtag", "gtrans", "raw"]) == 0
    names = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")}
    assert names == {*known, "test/raw/gate.en-de.tsv", "test/raw/geneval.en-de.tsv"}
    assert (tmp_path / "test/raw/gate.en-de.tsv").read_bytes() == CONTENT
    error = capsys.readouterr().err
    assert f"only {BLOB[:8]}... is known" in error
    assert f"gate.en-de.tsv fetched, not checked: its git blob id, {BLOB}, is not known" in error
    assert main([*command, "gtag", "raw"]) == 0
    error = capsys.readouterr().err
    assert error.count("exists already") == 3
    assert error.count("not checked") == 2


def test_another_file_is_not_kept(server, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fetching, "BLOBS", {"train/raw/gtrans.en-de.tsv": "0" * 8})
    command = ["alternatives", "fetch", "--output", str(tmp_path), "--only", "gtrans", "--lang"]
    assert main([*command, "de"]) == 1
    assert "[download.other-checksum]" in capsys.readouterr().err
    assert main([*command, "ru"]) == 1
    assert "cannot be reached (Not Found)" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.*"))


def test_a_copy_is_checked_by_its_unpacked_content(tmp_path, monkeypatch):
    known = {"train/raw/gtag.en-de.tsv": BLOB, "train/raw/gtrans.en-de.tsv": BLOB[:8]}
    monkeypatch.setattr(fetching, "BLOBS", known)
    for name in ("gtag.en-de.tsv", "gtrans.en-de.tsv.gz", "gtrans.en-es.tsv"):
        open_it = gzip.open if name.endswith("gz") else open
        with open_it(tmp_path / name, "wb") as handle:
            handle.write(CONTENT)
    said = {name: fetching.describe_copy(tmp_path / name) for name in
            ("gtag.en-de.tsv", "gtrans.en-de.tsv.gz", "gtrans.en-es.tsv")}  # fmt: skip
    assert said["gtag.en-de.tsv"].endswith(": the released file, by its git blob id")
    assert f"released file, by its git blob id (only {BLOB[:8]}..." in said["gtrans.en-de.tsv.gz"]
    assert "not checked" in said["gtrans.en-es.tsv"]
    (tmp_path / "gtag.en-de.tsv").write_bytes(CONTENT.replace(b"\r\n", b"\n"))
    assert fetching.describe_copy(tmp_path / "gtag.en-de.tsv").endswith("but for its line ends")
    (tmp_path / "gtag.en-de.tsv").write_bytes(CONTENT + b"x")
    assert f"not the released file, whose git blob id is {BLOB}" in (
        fetching.describe_copy(tmp_path / "gtag.en-de.tsv")
    )


def test_ids_of_git_blobs(tmp_path):
    (tmp_path / "a").write_bytes(b"")
    assert git_blob_id(tmp_path / "a") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"  # git's own
    assert has_checksum(tmp_path / "a", "git:e69de29b")
    assert not has_checksum(tmp_path / "a", "git:e69de29c")
    assert not has_checksum(tmp_path / "b", "git:e69de29b")
    assert parse_checksum("git:" + "0" * 40) == ("git", "0" * 40)
    for text in ("git:1234567", "git:" + "0" * 41, "git:0123456g", "12345678"):
        with raises("checksum.malformed"):
            parse_checksum(text)
