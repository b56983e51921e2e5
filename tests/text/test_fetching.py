"""Corpora of OPUS and test sets of sacrebleu, from a server of our own: no network is needed."""

import gzip
import hashlib
import http.server
import io
import tarfile
import zipfile

import pytest
from sacrebleu import dataset as sacrebleu
from sacrebleu.dataset.fake_sgml import FakeSGMLDataset
from sacrebleu.dataset.plain_text import PlainTextDataset

from cdaflow.cli import main
from cdaflow.text import fetching
from cdaflow.text.fetching import fetch_opus, fetch_sacrebleu, opus_url, sacrebleu_set

from ..errors import raises


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        content = self.server.files.get(self.path)
        self.server.asked.append(self.path)
        self.send_response(200 if content else 404)
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_):
        pass


@pytest.fixture
def server(serve, monkeypatch):
    """Return a server, with its address, files by path, and what it was asked for."""
    httpd = serve(Handler)
    httpd.files, httpd.asked = {}, []
    monkeypatch.setattr(
        fetching, "OPUS", f"{httpd.address}/OPUS-{{corpus}}/{{version}}/{{pair}}.txt.zip"
    )
    return httpd


def zipped(members):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return content.getvalue()


def tarred(members):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name, text in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return content.getvalue()


@pytest.fixture
def outputs(tmp_path):
    return tmp_path / "out/source.txt.gz", tmp_path / "out/target.txt.gz"


def texts(paths):
    return [gzip.decompress(path.read_bytes()).decode() for path in paths]


TATOEBA = {
    "README": "about it\n",
    "Tatoeba.de-en.de": "Guten Tag.\nDanke.\n",
    "Tatoeba.de-en.en": "Hello.\nThanks.\n",
    "../outside": "no\n",
}


def test_a_corpus_of_opus(server, tmp_path, outputs):
    """The languages stand in the order of their codes in its names; English comes first here."""
    archive = server.files["/OPUS-Tatoeba/v1/de-en.txt.zip"] = zipped(TATOEBA)
    digest = hashlib.sha256(archive).hexdigest()
    assert fetch_opus("Tatoeba/v1", digest, ("en", "de"), outputs) == 2
    assert texts(outputs) == ["Hello.\nThanks.\n", "Guten Tag.\nDanke.\n"]
    # Nothing else is left, here or elsewhere.
    assert sorted(tmp_path.rglob("*")) == sorted([tmp_path / "out", *outputs])


def test_another_archive_is_rejected_and_nothing_is_left(server, outputs):
    server.files["/OPUS-Tatoeba/v1/de-en.txt.zip"] = zipped(TATOEBA)
    with raises("download.other-checksum") as raised:
        fetch_opus("Tatoeba/v1", "0" * 64, ("en", "de"), outputs)
    assert (
        f"curl -L {server.address}/OPUS-Tatoeba/v1/de-en.txt.zip | sha256sum" in raised.value.hint
    )
    assert list(outputs[0].parent.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (zipped({"Tatoeba.de-en.de": "x\n"}), "archive.no-such-member"),
        (zipped(TATOEBA | {"Tatoeba.de-en.de": "only one\n"}), "corpus.line-counts"),
        (b"<html>", "archive.unknown-format"),
        (zipped(TATOEBA)[:200] + zipped(TATOEBA)[230:], "archive.damaged"),
    ],
)
def test_archives_that_are_not_of_a_corpus(server, outputs, content, message):
    server.files["/OPUS-Tatoeba/v1/de-en.txt.zip"] = content
    with raises(message):
        fetch_opus("Tatoeba/v1", hashlib.sha256(content).hexdigest(), ("en", "de"), outputs)


@pytest.mark.parametrize("name", ["Tatoeba", "../x/v1", "a/b/c", "Tatoeba/v1 x", "Tatoeba/"])
def test_names_that_are_not_of_opus(name):
    with raises("opus-corpus.malformed-name"):
        opus_url(name, "en", "de")


def known(monkeypatch, **sets):
    monkeypatch.setattr(sacrebleu, "DATASETS", sets)


def md5(content):
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def test_a_test_set_in_sgml(server, tmp_path, outputs, monkeypatch):
    """As sacrebleu itself reads it; only archives that are needed are fetched."""
    source = '<doc docid="1">\n<seg id="1">One  sentence.</seg>\n<seg id="2">Two.</seg>\n'
    target = '<doc docid="1">\n<seg id="1">Ein Satz.</seg>\n<seg id="2">Zwei.</seg>\n'
    first = server.files["/first.tgz"] = tarred({"./sgm/x.en.sgm": source, "sgm/x.de.sgm": target})
    pairs = {"en-de": ["sgm/x.en.sgm", "sgm/x.de.sgm"]}
    one = FakeSGMLDataset(
        "small/one",
        data=[f"{server.address}/first.tgz", f"{server.address}/second.tgz"],
        md5=[md5(first), "0" * 32],
        langpairs=pairs,
    )
    known(monkeypatch, **{"small/one": one})
    assert fetch_sacrebleu("small/one", ("en", "de"), outputs) == 2
    assert texts(outputs) == ["One sentence.\nTwo.\n", "Ein Satz.\nZwei.\n"]
    assert server.asked == ["/first.tgz"]
    assert sorted(tmp_path.rglob("*")) == sorted([tmp_path / "out", *outputs])
    # What sacrebleu keeps of its own is left alone.
    assert str(tmp_path) not in one._outdir + one._rawdir


def test_a_changed_test_set_is_rejected(server, outputs, monkeypatch):
    server.files["/a.zip"] = zipped({"a.en": "x\n", "a.de": "y\n"})
    pairs = {"en-de": ["a.en", "a.de"]}
    one = PlainTextDataset("a", data=[f"{server.address}/a.zip"], md5=["0" * 32], langpairs=pairs)
    known(monkeypatch, a=one)
    with raises("download.other-checksum"):
        fetch_sacrebleu("a", ("en", "de"), outputs)
    assert list(outputs[0].parent.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "lang", "message", "hint"),
    [
        ("wmt99", "it", "sacrebleu-testset.unknown", "wmt09"),
        ("wmt19", "es", "sacrebleu-testset.no-such-pair", "en-de"),
    ],
)
def test_test_sets_that_sacrebleu_does_not_have(name, lang, message, hint):
    with raises(message) as raised:
        sacrebleu_set(name, "en", lang)
    assert hint in raised.value.hint


def test_every_test_set_of_sacrebleu_into_our_languages_has_members_and_https():
    """Else the release of sacrebleu that is installed has another form of its table."""
    seen = 0
    for name, one in sacrebleu.DATASETS.items():
        for lang in ("de", "es", "fr", "it", "ru"):
            if f"en-{lang}" in one.langpairs and one.md5:
                assert sacrebleu_set(name, "en", lang) is one
                assert fetching._members(one.langpairs[f"en-{lang}"])
                assert all(url.startswith("https://") for url in one.data), name
                seen += 1
    assert seen > 50


def test_a_test_set_without_a_checksum(monkeypatch):
    one = PlainTextDataset("a", data=["https://a/a.zip"], md5=None, langpairs={"en-de": ["a", "b"]})
    known(monkeypatch, a=one)
    with raises("sacrebleu-testset.no-checksum"):
        sacrebleu_set("a", "en", "de")


def test_the_commands(server, outputs, capsys):
    archive = server.files["/OPUS-Tatoeba/v1/de-en.txt.zip"] = zipped(TATOEBA)
    words = ["--lang", "de", "--source", str(outputs[0]), "--target", str(outputs[1])]
    digest = hashlib.sha256(archive).hexdigest()
    assert main(["text", "fetch-opus", "Tatoeba/v1", *words, "--sha256", digest]) == 0
    assert main(["text", "fetch-sacrebleu", "wmt99", *words]) != 0
    assert "no test set 'wmt99'" in capsys.readouterr().err
