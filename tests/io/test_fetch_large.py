"""Large files: taken up again where a transfer broke off, checked, whole or not at all."""

import hashlib
import http.server
import re
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from cdaflow.io import fetch as module
from cdaflow.io.fetch import fetch_large, has_checksum, parse_checksum

from ..errors import raises

CONTENT = hashlib.shake_128(b"cdaflow").digest(3_000_000)
SHA256 = "sha256:" + hashlib.sha256(CONTENT).hexdigest()
MD5 = "md5:" + hashlib.md5(CONTENT, usedforsecurity=False).hexdigest()


class Server(http.server.ThreadingHTTPServer):
    """Serves CONTENT; what goes wrong is set by its attributes."""

    content = CONTENT
    ranges = True
    lengths = True
    #: Bytes after which each of the next answers breaks off.
    breaks: list[int]
    #: Status codes of the next answers.
    faults: list[int]
    asked: list[str]

    def handle_error(self, *_):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        wanted = self.headers.get("Range", "")
        server.asked.append(wanted)
        if server.faults:
            self.send_error(server.faults.pop(0))
            return
        match = re.fullmatch(r"bytes=(\d+)-", wanted)
        start = int(match[1]) if match and server.ranges else 0
        if start >= len(server.content):
            self.send_error(416)
            return
        content = server.content[start:]
        self.send_response(206 if start else 200)
        if start:
            last = len(server.content) - 1
            self.send_header("Content-Range", f"bytes {start}-{last}/{last + 1}")
        if server.lengths:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: server.breaks.pop(0)] if server.breaks else content)

    def log_message(self, *_):
        pass


@pytest.fixture
def server(serve, monkeypatch):
    monkeypatch.setattr(module, "PAUSE", 0.0)
    httpd = serve(Handler, Server)
    httpd.breaks, httpd.faults, httpd.asked = [], [], []
    httpd.url = f"{httpd.address}/udify-model.tar.gz"
    return httpd


@pytest.fixture
def output(tmp_path):
    return tmp_path / "new" / "a.tar.gz"


def names(output):
    return [path.name for path in output.parent.iterdir()] if output.parent.exists() else []


@pytest.mark.parametrize("checksum", [SHA256, MD5, SHA256[7:].upper()])
def test_at_once(server, output, checksum):
    fetch_large(server.url, checksum, output)
    assert output.read_bytes() == CONTENT
    assert names(output) == ["a.tar.gz"]
    fetch_large(server.url, checksum, output)
    assert server.asked == [""]  # it was there


def test_a_broken_transfer_is_taken_up_again(server, output):
    server.breaks = [1_000_000, 0, 500_000]
    fetch_large(server.url, SHA256, output)
    assert output.read_bytes() == CONTENT
    assert server.asked == ["", "bytes=1000000-", "bytes=1000000-", "bytes=1500000-"]


def test_the_next_call_goes_on(server, output, monkeypatch):
    monkeypatch.setattr(module, "ATTEMPTS", 2)
    server.breaks = [700_000, 0, 0]
    with raises("url.unreachable", "closed early") as error:
        fetch_large(server.url, SHA256, output)
    assert "700000 bytes" in error.value.hint
    assert names(output) == ["a.tar.gz.part"]
    fetch_large(server.url, SHA256, output)
    assert output.read_bytes() == CONTENT
    assert server.asked[-1] == "bytes=700000-"
    assert names(output) == ["a.tar.gz"]


def test_a_small_file(server, output):
    server.content = b"some bytes"
    fetch_large(server.url, hashlib.sha256(server.content).hexdigest(), output)
    assert output.read_bytes() == b"some bytes"


def test_a_server_without_ranges(server, output):
    server.ranges = False
    server.breaks = [1_000_000]
    fetch_large(server.url, SHA256, output)
    assert output.read_bytes() == CONTENT


def test_a_server_without_lengths(server, output):
    server.lengths = False
    fetch_large(server.url, SHA256, output)
    assert output.read_bytes() == CONTENT
    # Without a length an early end is no fault of the transfer: the checksum finds it.
    output.unlink()
    server.breaks = [1_000_000]
    with raises("download.other-checksum"):
        fetch_large(server.url, SHA256, output)
    assert names(output) == []


def test_a_part_of_another_file(server, output):
    output.parent.mkdir()
    part = output.with_name("a.tar.gz.part")
    part.write_bytes(b"x" * 1000)
    fetch_large(server.url, SHA256, output)
    assert server.asked == ["bytes=1000-", ""]
    # Longer than the file: nothing lies beyond it.
    output.unlink()
    part.write_bytes(b"x" * 4_000_000)
    fetch_large(server.url, SHA256, output)
    assert output.read_bytes() == CONTENT
    # Whole, but not yet renamed when the process was killed.
    output.unlink()
    part.write_bytes(CONTENT)
    fetch_large(server.url, SHA256, output)
    assert output.read_bytes() == CONTENT
    assert names(output) == ["a.tar.gz"]


def test_another_file(server, output):
    output.parent.mkdir()
    output.write_text("old")
    server.content = b"other"
    with raises("download.other-checksum"):
        fetch_large(server.url, SHA256, output)
    assert names(output) == ["a.tar.gz"]
    assert output.read_text() == "old"


def test_faults_of_the_server(server, output, monkeypatch):
    server.faults = [503, 429]
    fetch_large(server.url, SHA256, output)
    assert output.read_bytes() == CONTENT
    output.unlink()
    server.faults = [404]
    with raises("url.unreachable", "404"):
        fetch_large(server.url, SHA256, output)
    assert len(server.asked) == 4  # 404 is not tried again
    monkeypatch.setattr(module, "ATTEMPTS", 2)
    server.faults = [500] * 9
    with raises("url.unreachable", "500"):
        fetch_large(server.url, SHA256, output)
    assert len(server.asked) == 6
    monkeypatch.setattr(module, "MAX_LARGE_BYTES", 2_999_999)
    server.faults = []
    with raises("download.too-large", "2999999"):
        fetch_large(server.url, SHA256, output)


def test_without_a_network(output, monkeypatch):
    def no_network(*_, **__):
        raise urllib.error.URLError(socket.gaierror(-2, "Name or service not known"))

    monkeypatch.setattr(urllib.request.OpenerDirector, "open", no_network)
    monkeypatch.setattr(module.time, "sleep", lambda _: pytest.fail("no use in waiting"))
    with raises("url.unreachable", "Name") as error:
        fetch_large("https://example.invalid/a.tar.gz", SHA256, output)
    assert "copy it here" in error.value.hint
    assert names(output) == []


def test_one_process_at_a_time(server, output):
    output.parent.mkdir()
    part = output.with_name("a.tar.gz.part")
    with (
        module._locked(part, server.url),
        raises("download.running"),
    ):
        fetch_large(server.url, SHA256, output)


def test_open_lines_and_checksums(output):
    with raises("url.not-https"):
        fetch_large("http://example.invalid/a", SHA256, output)
    assert parse_checksum("MD5:" + "aB" * 16) == ("md5", "ab" * 16)
    assert parse_checksum("f" * 64)[0] == "sha256"
    for wrong in ("", "md5:", "sha256:" + "f" * 32, "g" * 64, "sha1:" + "f" * 40, "f" * 40):
        with raises("checksum.malformed"):
            parse_checksum(wrong)
    assert has_checksum(__file__, hashlib.sha256(Path(__file__).read_bytes()).hexdigest())
    assert not has_checksum("/nowhere", SHA256)
