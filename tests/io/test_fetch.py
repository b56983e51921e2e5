"""Fetching, from a server of our own: no test needs a network."""

import hashlib
import http.server
import urllib.error
import urllib.request

import pytest

from cdaflow.cli import main
from cdaflow.io import fetch as module
from cdaflow.io.fetch import fetch
from cdaflow.scoring import challenge

from ..errors import raises

FILES = {"/a.txt": b"one\ntwo\n", "/crlf.txt": b"one\r\ntwo\r\n"}
DIGEST = hashlib.sha256(FILES["/a.txt"]).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", "http://example.invalid/a.txt")
            self.end_headers()
            return
        # The commit is not known here, as where a server wants its full name; the branch is.
        content = FILES.get(self.path.replace("/master/", "/"))
        self.send_response(200 if content else 404)
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_):
        pass


@pytest.fixture
def server(serve):
    """Return the address of a server of FILES."""
    return serve(Handler).address


def test_the_file_is_written_if_it_is_the_one(server, tmp_path):
    fetch(f"{server}/a.txt", DIGEST, tmp_path / "new" / "a.txt")
    assert (tmp_path / "new" / "a.txt").read_bytes() == FILES["/a.txt"]
    # Other line ends are another file, unless it is text.
    with raises("download.other-checksum"):
        fetch(f"{server}/crlf.txt", DIGEST, tmp_path / "b.txt")
    assert not (tmp_path / "b.txt").exists()
    fetch(f"{server}/crlf.txt", DIGEST, tmp_path / "b.txt", text=True)
    assert (tmp_path / "b.txt").read_bytes() == FILES["/a.txt"]


def test_a_changed_file_leaves_the_old_one(server, tmp_path):
    (tmp_path / "a.txt").write_text("old")
    with raises("download.other-checksum"):
        fetch(f"{server}/a.txt", "0" * 64, tmp_path / "a.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


def test_absent_and_unreachable(server, tmp_path):
    with raises("url.unreachable") as error:
        fetch(f"{server}/absent", DIGEST, tmp_path / "a.txt")
    assert "network" in error.value.hint
    with raises("url.not-https"):
        fetch("http://example.invalid/a.txt", DIGEST, tmp_path / "a.txt")
    with raises("url.not-https"):
        fetch("file:///etc/passwd", DIGEST, tmp_path / "a.txt")
    with raises("url.not-https", "example.invalid/a.txt"):
        fetch(f"{server}/away", DIGEST, tmp_path / "a.txt")


def test_too_large(server, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_BYTES", 3)
    with raises("download.larger-than-expected", "3"):
        fetch(f"{server}/a.txt", DIGEST, tmp_path / "a.txt")


def test_winomt_is_fetched_once(server, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(challenge, "_ADDRESS", server + "/{revision}/{name}")
    monkeypatch.setattr(challenge, "DIGESTS", {"a.txt": DIGEST, "crlf.txt": DIGEST})
    command = ["score", "fetch-winomt", "--output", str(tmp_path / "w")]
    assert main(command) == 0
    assert {path.read_bytes() for path in (tmp_path / "w").iterdir()} == {FILES["/a.txt"]}
    assert capsys.readouterr().err.count(".txt fetched") == 2
    assert main(command) == 0
    assert capsys.readouterr().err.count("is there") == 2


def test_without_a_network(tmp_path, monkeypatch, capsys):
    def no_network(*_, **__):
        raise urllib.error.URLError("Name or service not known")

    monkeypatch.setattr(urllib.request.OpenerDirector, "open", no_network)
    assert main(["score", "fetch-winomt", "--output", str(tmp_path / "w")]) == 1
    error = capsys.readouterr().err
    assert "[url.unreachable]" in error
    assert "(Name or service not known)" in error
    assert "copy it here" in error
    assert not (tmp_path / "w").exists()
