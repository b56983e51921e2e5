"""Archives from outside: unpacked inside their folder or not at all, opened without pickle."""

import io
import json
import pickle
import tarfile

import pytest
import torch

from cdaflow.trees.udify import archive as module
from cdaflow.trees.udify.archive import open_archive, unpack

from ...errors import raises


def tar_of(path, *members):
    with tarfile.open(path, "w:gz") as tar:
        for member, content in members:
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


def member(name, kind=tarfile.REGTYPE, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


@pytest.mark.parametrize(
    ("info", "problem"),
    [
        (member("../out.txt"), "archive.member-outside-folder"),
        (member("vocabulary/../../out.txt"), "archive.member-outside-folder"),
        (member("/tmp/out.txt"), "archive.member-outside-folder"),  # noqa: S108
        (member("..\\out.txt"), "archive.member-outside-folder"),
        (member("link", tarfile.SYMTYPE, "/etc"), "archive.member-special-file"),
        (member("link", tarfile.LNKTYPE, "../out.txt"), "archive.member-special-file"),
        (member("pipe", tarfile.FIFOTYPE), "archive.member-special-file"),
        (member("disk", tarfile.BLKTYPE), "archive.member-special-file"),
        (member("terminal", tarfile.CHRTYPE), "archive.member-special-file"),
    ],
)
def test_unsafe_members_are_refused(tmp_path, info, problem):
    path = tar_of(tmp_path / "a.tar.gz", (member("config.json"), b"{}"), (info, b""))
    with raises(problem) as error:
        unpack(path, tmp_path / "into" / "a")
    assert str(path) in str(error.value)
    # Nothing is left, neither inside nor outside.
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.tar.gz", "into"]


def test_a_link_cannot_be_written_through(tmp_path):
    link = member("vocabulary", tarfile.SYMTYPE, str(tmp_path))
    path = tar_of(tmp_path / "a.tar.gz", (link, b""), (member("vocabulary/out.txt"), b"x"))
    with raises("archive.member-special-file"):
        unpack(path, tmp_path / "a")
    assert not (tmp_path / "out.txt").exists()


def test_bounds(tmp_path, monkeypatch):
    zeros = tar_of(tmp_path / "a.tar.gz", (member("weights.th"), bytes(1 << 20)))
    monkeypatch.setattr(module, "MAX_BYTES", (1 << 20) - 1)
    with raises("archive.too-large"):
        unpack(zeros, tmp_path / "a")
    many = tar_of(tmp_path / "b.tar.gz", *((member(f"{number}"), b"") for number in range(9)))
    monkeypatch.setattr(module, "MAX_MEMBERS", 8)
    with raises("archive.too-large", "8"):
        unpack(many, tmp_path / "b")
    assert not (tmp_path / "a").exists()
    assert not (tmp_path / "b").exists()


def test_damaged(tmp_path, tiny, archive):
    whole = tiny.pack(archive.folder, tmp_path / "whole.tar.gz").read_bytes()
    for name, content in {"cut": whole[:-2000], "text": b"no archive\n", "empty": b""}.items():
        path = tmp_path / f"{name}.tar.gz"
        path.write_bytes(content)
        with raises("archive.damaged"):
            unpack(path, tmp_path / name)
        assert not (tmp_path / name).exists()


def test_unpacked_once(tmp_path, tiny, archive):
    path = tiny.pack(archive.folder, tmp_path / "udify.tar.gz")
    opened = open_archive(path, bert=archive.vocabulary)
    assert opened.folder == tmp_path / "udify"
    assert opened.weights.read_bytes() == archive.weights.read_bytes()
    before = opened.weights.stat().st_mtime_ns
    assert open_archive(path, bert=archive.vocabulary.parent).weights.stat().st_mtime_ns == before
    # Another archive does not take its place unseen.
    tar_of(path, (member("config.json"), b"{}"))
    with raises("folder.occupied"):
        open_archive(path, bert=archive.vocabulary)


@pytest.mark.parametrize("name", ["config.json", "weights.th", "vocabulary"])
def test_what_is_absent_is_named(tmp_path, tiny, name):
    folder = tiny.build(tmp_path / "model")
    (folder / name).rename(folder / "other")
    with raises("udify.archive-incomplete", str(name)):
        open_archive(folder)


def test_other_absences(tmp_path, tiny):
    with raises("udify.archive-missing") as error:
        open_archive(tmp_path / "none.tar.gz")
    assert "fetch-udify" in error.value.hint
    folder = tiny.build(tmp_path / "model")
    (folder / "bert" / "vocab.txt").rename(tmp_path / "vocab.txt")
    assert open_archive(folder).vocabulary == tmp_path / "vocab.txt"  # beside the archive
    (tmp_path / "vocab.txt").unlink()
    with raises("udify.word-pieces-missing") as error:
        open_archive(folder)
    assert "--bert" in error.value.hint
    (folder / "config.json").write_text('{"model": {"type": "simple_tagger"}}')
    with raises("udify.other-model-type", "'simple_tagger'"):
        open_archive(folder)
    (folder / "config.json").write_text("{")
    with raises("json.malformed"):
        open_archive(folder)


class Evil:
    """Unpickled, it makes a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def test_weights_run_no_code(tmp_path, tiny):
    folder = tiny.build(tmp_path / "model")
    for write in (
        lambda value: torch.save(value, folder / "weights.th"),
        lambda value: (folder / "weights.th").write_bytes(pickle.dumps(value, protocol=2)),
    ):
        write({"decoders.feats": Evil(tmp_path / "made")})
        with raises("udify.weights-not-loadable"):
            open_archive(folder).state()
        assert not (tmp_path / "made").exists()
    torch.save([1, 2], folder / "weights.th")
    with raises("udify.weights-not-named-tensors"):
        open_archive(folder).state()


def test_labels(tmp_path, tiny):
    folder = tiny.build(tmp_path / "model")
    archive = open_archive(folder)
    labels = archive.labels("feats")
    assert labels[:3] == ["_", "_", "Case=Nom|Gender=Fem|Number=Sing|Person=1"]
    assert len(labels) == len(tiny.FEATS)
    assert archive.labels("tokens") == ["_", "_", "the"]  # padded: its ids start at 1
    # U+2028 and U+0085 end no line.
    (folder / "vocabulary" / "upos.txt").write_text("A\u2028B\nC\x85D", encoding="utf-8")
    assert archive.labels("upos") == ["A\u2028B", "C\x85D"]
    with raises("udify.no-task-vocabulary", "'xpos'"):
        archive.labels("xpos")


def test_sizes_of_bert(tmp_path, tiny):
    folder = tiny.build(tmp_path / "model")
    archive = open_archive(folder)
    state = archive.state()
    sizes = archive.bert_config(state)
    assert (sizes["hidden_size"], sizes["num_hidden_layers"], sizes["num_attention_heads"]) == (
        tiny.HIDDEN, tiny.LAYERS, tiny.HEADS,
    )  # fmt: skip
    stored = folder / "bert" / "config.json"
    stored.write_text(json.dumps({"hidden_size": 768}))
    with raises("udify.bert-size", "hidden_size", "768", "32"):
        archive.bert_config(state)
    stored.unlink()
    with raises("udify.unknown-attention-heads"):
        archive.bert_config(state)
    with open(archive.vocabulary, "a", encoding="utf-8") as handle:
        handle.write("more\n")
    with raises("udify.word-piece-count"):
        archive.bert_config(state)
