"""Stanza's published models, from a server of our own: no test needs a network."""

import hashlib
import http.server
import json
import os
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.errors import ConfigError
from cdaflow.io import fetch
from cdaflow.trees.annotate import load_annotator
from cdaflow.trees.models import read_description
from cdaflow.trees.stanza.resources import read_resources
from cdaflow.trees.stanza_training import published as module
from cdaflow.trees.stanza_training.published import choose, fetch_stanza

from ...errors import raises


def md5(content):
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def entry(path, *dependencies):
    found = {"md5": md5(CONTENT[path])}
    if dependencies:
        found["dependencies"] = [{"model": m, "package": p} for m, p in dependencies]
    return found


CONTENT = {
    path: f"the bytes of {path} ".encode() * 40_000
    for path in ("tokenize/gsd", "mwt/gsd", "pos/gsd_charlm", "lemma/gsd_nocharlm",
                 "depparse/gsd_charlm", "ner/conll", "pretrain/conll17", "pretrain/fasttext",
                 "forward_charlm/news")
}  # fmt: skip

LIST = {
    "es": {
        "lang_name": "Spanish",
        "tokenize": {"gsd": entry("tokenize/gsd")},
        "mwt": {"gsd": entry("mwt/gsd")},
        "pos": {
            "gsd_charlm": entry(
                "pos/gsd_charlm", ("pretrain", "conll17"), ("forward_charlm", "news")
            )
        },
        "lemma": {"gsd_nocharlm": entry("lemma/gsd_nocharlm")},
        "depparse": {
            "gsd_charlm": entry(
                "depparse/gsd_charlm", ("pretrain", "fasttext"), ("forward_charlm", "news")
            )
        },
        "ner": {"conll": entry("ner/conll")},
        "pretrain": {n: entry(f"pretrain/{n}") for n in ("conll17", "fasttext")},
        "forward_charlm": {"news": entry("forward_charlm/news")},
        "packages": {
            "default": {
                "tokenize": "gsd", "mwt": "gsd", "pos": "gsd_charlm", "lemma": "gsd_nocharlm",
                "depparse": "gsd_charlm", "ner": "conll", "optional": {"coref": "x"},
            },
            "words": {
                "tokenize": "gsd", "pos": "gsd_charlm", "lemma": "identity",
                "depparse": "gsd_charlm",
            },
            "half": {"tokenize": "gsd", "pos": "gsd_charlm"},
        },
    },
}  # fmt: skip
LIST["en"] = LIST["es"]

FILES = {
    "tokenize/default.pt": "tokenize/gsd",
    "mwt/default.pt": "mwt/gsd",
    "pos/default.pt": "pos/gsd_charlm",
    "lemma/default.pt": "lemma/gsd_nocharlm",
    "depparse/default.pt": "depparse/gsd_charlm",
    "pretrain/conll17.pt": "pretrain/conll17",
    "pretrain/fasttext.pt": "pretrain/fasttext",
    "forward_charlm/news.pt": "forward_charlm/news",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        state = self.server.state
        state["asked"].append(self.path)
        name = self.path.lstrip("/")
        content = state["files"].get(name)
        start = int((self.headers.get("Range") or "bytes=0-")[6:].rstrip("-"))
        self.send_response(404 if content is None else 206 if start else 200)
        body = (content or b"")[start:]
        self.send_header("Content-Length", str(len(body)))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        if name == state["broken"] and not start:
            body = body[: len(body) // 2]
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def server(serve, monkeypatch):
    """A server with Stanza's list and models."""
    httpd = serve(Handler)
    models = httpd.address + "/{lang}/{resources_version}/{filename}"
    files = {
        f"{language}/9.9/{path}.pt": content
        for path, content in CONTENT.items()
        for language in LIST
    }
    files["resources_9.9.json"] = json.dumps(LIST | {"url": models}).encode()
    httpd.state = {"files": files, "asked": [], "broken": ""}
    monkeypatch.setattr(fetch, "PAUSE", 0.01)
    monkeypatch.setattr(module, "LIST_ADDRESS", httpd.address + "/resources_{version}.json")
    monkeypatch.setattr(module, "_list_version", lambda: "9.9")
    return httpd


def get(server, folder, package="default", language="es"):
    return fetch_stanza(language, folder, package, list_address=module.LIST_ADDRESS, version="9.9")


def test_laid_out_as_an_annotator(server, tmp_path):
    content = get(server, tmp_path / "new")
    folder = tmp_path / "new"
    for place, path in FILES.items():
        assert (folder / "es" / place).read_bytes() == CONTENT[path]
    assert sorted(FILES) == sorted(
        str(path.relative_to(folder / "es")) for path in folder.rglob("*.pt")
    )
    about = json.loads((folder / "annotator.json").read_text())
    assert about == content
    assert (about["format"], about["backend"], about["language"]) == (1, "stanza", "es")
    assert about["files"] == {
        place: hashlib.sha256(CONTENT[path]).hexdigest() for place, path in FILES.items()
    }
    resources = json.loads((folder / "resources.json").read_text())["es"]
    assert resources["packages"]["default"] == dict.fromkeys(module.PROCESSORS, "default")
    assert resources["depparse"]["default"]["dependencies"][0] == {
        "model": "pretrain", "package": "fasttext",
    }  # fmt: skip
    assert not any("ner" in path for path in server.state["asked"])


def test_one_folder_has_several_languages(server, tmp_path):
    """As README has it: both sides of a translation are parsed by the models of one folder."""
    for language in ("en", "es", "en"):
        get(server, tmp_path, language=language)
    for language in ("en", "es"):
        assert read_description(tmp_path, language)["language"] == language
        assert load_annotator(tmp_path, language).language == language
    assert read_resources(tmp_path).keys() == {"en", "es"}
    server.state["files"]["es/9.9/lemma/gsd_nocharlm.pt"] = b"something else"
    (tmp_path / "es/lemma/default.pt").unlink()
    with raises("download.other-checksum"):
        get(server, tmp_path)
    assert not (tmp_path / "es/annotator.json").exists()
    assert read_description(tmp_path, "en")["language"] == "en"


def test_what_is_there_is_not_fetched_again(server, tmp_path):
    get(server, tmp_path)
    server.state["asked"].clear()
    (tmp_path / "es/mwt/default.pt").write_bytes(b"changed")
    get(server, tmp_path)
    assert server.state["asked"] == ["/resources_9.9.json", "/es/9.9/mwt/gsd.pt"]


def test_a_broken_transfer_is_taken_up(server, tmp_path):
    server.state["broken"] = "es/9.9/pos/gsd_charlm.pt"
    get(server, tmp_path)
    assert (tmp_path / "es/pos/default.pt").read_bytes() == CONTENT["pos/gsd_charlm"]


def test_a_wrong_file_makes_no_annotator(server, tmp_path):
    get(server, tmp_path)
    server.state["files"]["es/9.9/lemma/gsd_nocharlm.pt"] = b"something else"
    (tmp_path / "es/lemma/default.pt").unlink()
    with raises("download.other-checksum"):
        get(server, tmp_path)
    assert not (tmp_path / "annotator.json").exists()
    assert not (tmp_path / "es/lemma/default.pt").exists()


def test_a_language_without_multiword_tokens_and_lemmas(server, tmp_path):
    get(server, tmp_path, "words")
    places = {path.parent.name for path in tmp_path.rglob("*.pt")}
    assert places == {"tokenize", "pos", "depparse", "pretrain", "forward_charlm"}
    resources = json.loads((tmp_path / "resources.json").read_text())["es"]
    assert resources["packages"]["default"]["lemma"] == "identity"
    assert "mwt" not in resources["packages"]["default"]


def test_command(server, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        module.fetch_stanza, "__kwdefaults__",
        {"list_address": module.LIST_ADDRESS, "version": None},
    )  # fmt: skip
    command = ["trees", "fetch-stanza", "--output", str(tmp_path)]
    assert main([*command, "--lang", "es"]) == 0
    assert "8 files of Stanza's default models" in capsys.readouterr().err
    assert main([*command, "--lang", "xx"]) == 1
    assert "[stanza.language-unsupported]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("package", "words"),
    [("absent", "there are: default, half, words"), ("half", "lacks lemma, depparse")],
)
def test_packages_that_will_not_do(package, words):
    with pytest.raises(ConfigError) as error:
        choose(LIST, "es", package)
    assert words in str(error.value)


@pytest.mark.parametrize("name", ["../../x", "a/b", "..", ""])
def test_names_of_the_list_do_not_leave_the_folder(name):
    models = {kind: {name: {"md5": "0"}} for kind in module.PROCESSORS}
    packages = {"default": dict.fromkeys(module.PROCESSORS, name)}
    with raises("stanza.model-list-unsafe-name"):
        choose({"es": models | {"packages": packages}}, "es", "default")


def test_what_is_no_list(server, tmp_path):
    for content in (b"<html>", b"[]", b"{}"):
        server.state["files"]["resources_9.9.json"] = content
        with raises("stanza.no-model-list"):
            get(server, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("multiwords", [True, False])
def test_real_models_annotate_after_the_fetch(server, tmp_path, multiwords):
    """Trained models, served as published ones under other names, load as they were fetched."""
    shared = os.environ.get("CDAFLOW_MODELS")
    if not shared:
        pytest.skip("CDAFLOW_MODELS is not set: there are no trained models to serve")
    from cdaflow.trees.stanza_annotator import open_annotator

    home = Path(shared) / "es"
    known = {"packages": {"default": {}}}
    for kind in module.PROCESSORS:
        if kind == "mwt" and not multiwords:
            continue
        content = (home / kind / "default.pt").read_bytes()
        server.state["files"][f"es/9.9/{kind}/gsd.pt"] = content
        known[kind] = {"gsd": {"md5": md5(content)}}
        known["packages"]["default"][kind] = "gsd"
    listed = json.loads(server.state["files"]["resources_9.9.json"])
    server.state["files"]["resources_9.9.json"] = json.dumps(listed | {"es": known}).encode()
    get(server, tmp_path)
    (tree,) = open_annotator(tmp_path, "es").annotate(["La médica habla del trabajo."])
    assert tree.text == "La médica habla del trabajo."
    assert len(tree.tokens) == (7 if multiwords else 6)
