"""Fetching, from a server of our own: no test needs a network."""

import gzip
import hashlib
import http.server
import os
import re
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote

import pytest

from cdaflow.cli import main
from cdaflow.io import fetch as module
from cdaflow.io import released
from cdaflow.io.fetch import fetch

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


def test_a_set_is_fetched_once(server, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(released, "_ADDRESS", server + "/{revision}/{path}")
    files = {"a.txt": DIGEST, "crlf.txt": DIGEST}
    # Last where it is defined, so that no module takes the replacement for good.
    for name in (
        "cli.score",
        "cli.bias",
        "scoring.challenge",
        "scoring.geneval_rows",
        "io.released",
    ):
        monkeypatch.setattr(f"cdaflow.{name}.digests", lambda _: files)
    for command in (["score", "fetch-winomt"], ["bias", "fetch-seat"]):
        words = [*command, "--output", str(tmp_path / command[1])]
        assert main(words) == 0
        written = {path.read_bytes() for path in (tmp_path / command[1]).iterdir()}
        assert written == {FILES["/a.txt"]}
        assert capsys.readouterr().err.count(".txt fetched") == 2
        assert main(words) == 0
        assert capsys.readouterr().err.count("is there") == 2


class Released(http.server.BaseHTTPRequestHandler):
    """The real files of test sets, with the line ends of another system, by commit alone."""

    data = None

    def do_GET(self):
        _, *repository, commit, path = self.path.split("/", 4)
        content = self.file("/".join(repository), path) if len(commit) == 40 else b""
        self.send_response(200 if content else 404)
        self.end_headers()
        self.wfile.write(content.replace(b"\n", b"\r\n"))

    def file(self, repository, path):
        if repository == "MicrosoftTranslator/GATE":
            _, lang, number, _ = re.split("[/_]", path.removeprefix("data/"))
            name = f"gate/gate.en-{lang.lower()}.{number}variants.dev.tsv.gz"
            header, *rows = gzip.decompress((self.data / name).read_bytes()).splitlines(True)
            # The test half, which is not known here: as many rows of their own.
            rows = [one for row in rows for one in (row, row[:-4] + b"test\n")]
            return b"".join((header, *rows))
        folder, own = {
            "amazon-science/machine-translation-gender-eval": ("data", "mt-geneval"),
            "W4ngatang/sent-bias": ("tests", "bias-score/seat"),
        }[repository]
        return (self.data / own / unquote(path).removeprefix(f"{folder}/")).read_bytes()

    def log_message(self, *_):
        pass


@pytest.fixture
def repositories(serve, monkeypatch):
    """Serve the real data in the place of their repositories."""
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA is unset: the test sets are not in the repository")
    monkeypatch.setattr(Released, "data", Path(os.environ["CDAFLOW_DATA"]))
    server = serve(Released).address
    address = released._ADDRESS.replace("https://raw.githubusercontent.com", server)
    monkeypatch.setattr(released, "_ADDRESS", address)


@pytest.mark.parametrize(
    ("command", "path", "count"),
    [
        ("score fetch-geneval --lang es",
         "sentences/test/geneval-sentences-feminine-test.en_es.es", 4),
        ("score fetch-geneval --lang it --split dev --context",
         "context/geneval-context-wikiprofessions-2to1-dev.en_it.en", 3),
        ("score fetch-gate --lang it", "IT/IT_8_variants.tsv", 3),
        ("bias fetch-seat --tests sent-weat6 heilman_double_bind_likable_1+3-.jsonl",
         "heilman_double_bind_likable_1+3-.jsonl", 2),
    ],
)  # fmt: skip
def test_test_sets_are_those_of_their_digests(command, path, count, repositories, tmp_path, capsys):
    words = [*command.split(), "--output", str(tmp_path)]
    assert main(words) == 0, capsys.readouterr().err
    files = [one for one in tmp_path.rglob("*") if one.is_file()]
    assert len(files) == count
    text = (tmp_path / path).read_bytes()
    assert b"\r" not in text
    assert capsys.readouterr().err.count(" fetched") == count
    # A file that was changed is fetched again; one that is right is left alone.
    (tmp_path / path).write_bytes(text.replace(b"e", b"a", 1))
    assert main(words) == 0
    assert capsys.readouterr().err.count("is there") == count - 1
    assert (tmp_path / path).read_bytes() == text


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("score fetch-geneval --lang ru", "testset.not-fetched"),
        ("score fetch-gate --lang fr", "release.file-unknown"),
        ("bias fetch-seat --tests ../../etc/passwd", "release.file-unknown"),
    ],
)
def test_what_has_no_known_digest_is_not_fetched(command, code, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(urllib.request.OpenerDirector, "open", None)
    assert main([*command.split(), "--output", str(tmp_path / "new")]) == 1
    error = capsys.readouterr().err
    assert f"[{code}]" in error
    assert "github.com/" in error
    assert not (tmp_path / "new").exists()


def test_a_test_set_that_was_altered_is_not_taken(repositories, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(Released, "file", lambda *_: b"labels\tsource\tf\tm\tdata_split\n")
    assert main(["score", "fetch-gate", "--lang", "es", "--output", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert "[download.other-checksum]" in error
    assert "agreement: {pairs:" in error
    assert not list(tmp_path.rglob("*.tsv"))


def test_without_a_network(tmp_path, monkeypatch, capsys):
    def no_network(*_, **__):
        raise urllib.error.URLError("Name or service not known")

    monkeypatch.setattr(urllib.request.OpenerDirector, "open", no_network)
    assert main(["score", "fetch-winomt", "--output", str(tmp_path / "w")]) == 1
    error = capsys.readouterr().err
    assert "[url.unreachable]" in error
    assert "(Name or service not known)" in error
    assert "copies are taken as they are in" in error
    assert "under challenge" in error
    assert not (tmp_path / "w").exists()
