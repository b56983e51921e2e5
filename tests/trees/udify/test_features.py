"""Features laid over trees, from the command line too; the published archive fetched."""

import gzip
import hashlib

import pytest

from cdaflow.cli import main
from cdaflow.io import fetch as fetch_module
from cdaflow.trees.conllu import read_conllu
from cdaflow.trees.features import merge_features, open_features
from cdaflow.trees.sentence import Fields
from cdaflow.trees.udify import archive as published
from cdaflow.trees.udify.native import NativeUdify

from ...errors import raises

TREES = """\
# sent_id = 1
# text = Dámelo ya.
1-3\tDámelo\t_\t_\t_\t_\t_\t_\t_\t_
1\tDá\tdar\tVERB\t_\tMood=Imp|Number=Sing\t0\troot\t_\t_
2\tme\tyo\tPRON\t_\tCase=Dat\t1\tiobj\t_\t_
3\tlo\tél\tPRON\t_\t_\t1\tobj\t_\t_
4\tya\tya\tADV\trg\t_\t1\tadvmod\t_\tSpaceAfter=No
4.1\tx\t_\t_\t_\tA=B\t_\t_\t1:x\t_
5\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\tSpaceAfter=No

# sent_id = 2
1\tuna\tuno\tDET\t_\tGender=Fem\t2\tdet\t_\t_
2\tcasa\tcasa\tNOUN\t_\tGender=Fem\t0\troot\t_\t_

"""


class Upper:
    """Tells the form of a word as its feature."""

    def __init__(self):
        self.calls = []

    def predict(self, sentences):
        self.calls.append(len(sentences))
        return [["_" if word == "." else f"Form={word}" for word in one] for one in sentences]


@pytest.fixture
def trees(tmp_path):
    path = tmp_path / "in.conllu.gz"
    path.write_bytes(gzip.compress(TREES.encode()))
    return path


def test_only_features_change(trees):
    before = list(read_conllu(trees))
    model = Upper()
    after = list(merge_features(before, model, chunk=1))
    assert model.calls == [1, 1]
    assert [token.feats for token in after[0].tokens] == [
        {"Form": "Dá"}, {"Form": "me"}, {"Form": "lo"}, {"Form": "ya"}, {},
    ]  # fmt: skip
    for one, other in zip(before, after, strict=True):
        assert (one.comments, one.multiwords, one.empty_nodes, one.text) == (
            other.comments, other.multiwords, other.empty_nodes, other.text,
        )  # fmt: skip
        for token, new in zip(one.tokens, other.tokens, strict=True):
            assert token == new.changed(feats=token.feats)


def test_from_the_command_line(tmp_path, tiny, archive, trees, capsys):
    packed = tiny.pack(archive.folder, tmp_path / "udify.tar.gz")
    output = tmp_path / "out.conllu"
    command = ["trees", "features", "--archive", str(packed), "--input", str(trees)]
    command += ["--output", str(output), "--bert", str(archive.vocabulary)]
    assert main(command) == 0
    assert "2 trees with the features of UDify" in capsys.readouterr().err
    before, after = list(read_conllu(trees)), list(read_conllu(output))
    wanted = NativeUdify(archive).predict([[token.form for token in one.tokens] for one in before])
    for tree, row in zip(after, wanted, strict=True):
        assert [token.feats for token in tree.tokens] == [Fields(feats) for feats in row]
    plain = output.read_text(encoding="utf-8").splitlines()
    for line, old in zip(plain, TREES.splitlines(), strict=True):
        columns, others = line.split("\t"), old.split("\t")
        if "." not in columns[0]:
            columns[5:6] = others[5:6]
        assert columns == others
    assert main([*command, "--engine", "udify", "--python", "/nowhere/python"]) == 1
    assert "no Python for the original UDify at /nowhere/python" in capsys.readouterr().err


def test_engines(archive):
    with (
        raises("engine.unknown", "'other'"),
        open_features(archive.folder, engine="other"),
    ):
        pass


def test_nothing_is_fetched_unchecked(tmp_path, capsys):
    assert main(["trees", "fetch-udify", "--output", str(tmp_path / "u")]) == 1
    error = capsys.readouterr().err
    assert "checksum" in error
    assert "hdl.handle.net/11234/1-3042" in error
    assert not (tmp_path / "u").exists()


def test_the_published_archive_is_fetched(tmp_path, tiny, archive, monkeypatch):
    """A transfer is played by copying files; tests/io/test_fetch_large.py has real ones."""
    packed = tiny.pack(archive.folder, tmp_path / "served.tar.gz").read_bytes()
    served = {published.ADDRESS: packed, published.PIECES_ADDRESS: archive.vocabulary.read_bytes()}
    asked = []

    def transfer(url, handle, start):
        asked.append(url)
        handle.write(served[url][start:])
        handle.flush()
        return True

    monkeypatch.setattr(fetch_module, "_transfer", transfer)
    digests = {url: "sha256:" + hashlib.sha256(data).hexdigest() for url, data in served.items()}
    folder = tmp_path / "udify"
    for _ in range(2):
        opened = published.fetch_udify(
            folder,
            digests[published.ADDRESS],
            pieces_checksum=digests[published.PIECES_ADDRESS],
        )
    assert sorted(asked) == sorted(served)
    assert opened.folder == folder / "udify-model"
    assert opened.vocabulary == folder / "bert" / "vocab.txt"
    # By default, the word pieces are those of multilingual BERT and no others.
    assert main(["trees", "fetch-udify", "--output", str(folder), "--checksum", "0" * 64]) == 1
