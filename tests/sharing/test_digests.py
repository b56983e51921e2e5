"""Digests of files, kept from run to run while the files are the same."""

import hashlib
import json
import os

import pytest

from cdaflow.sharing import digests as digests_module
from cdaflow.sharing.digests import Digests

from ..errors import raises


@pytest.fixture
def old_file(tmp_path, monkeypatch):
    """A file, with a store that keeps the digests of new files too."""
    monkeypatch.setattr(digests_module, "_SETTLED", -(10**18))
    path = tmp_path / "corpus.tsv"
    path.write_text("one\n")
    return path


def test_digest_is_kept_while_the_file_is_the_same(old_file, tmp_path, monkeypatch):
    store = tmp_path / "store.json"
    first = Digests(store)
    found = first.describe(old_file)
    first.save()
    with monkeypatch.context() as patch:
        patch.setattr(digests_module.hashlib, "file_digest", None)
        assert Digests(store).describe(old_file) == found
    before = old_file.stat()
    old_file.write_text("two\n")
    os.utime(old_file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert Digests(store).describe(old_file)["sha256"] == hashlib.sha256(b"two\n").hexdigest()


def test_digest_of_a_file_just_written_is_not_kept(tmp_path):
    path = tmp_path / "new"
    path.write_text("x")
    digests = Digests(tmp_path / "store.json")
    digests.describe(path)
    digests.save()
    assert not (tmp_path / "store.json").exists()


def test_stores_of_two_runs_are_joined(old_file, tmp_path):
    store = tmp_path / "store.json"
    other = tmp_path / "other"
    other.write_text("x")
    first, second = Digests(store), Digests(store)
    first.describe(old_file)
    second.describe(other)
    first.save()
    second.save()
    assert json.loads(store.read_text()).keys() == {str(old_file), str(other)}


@pytest.mark.parametrize("damage", ["{", "[]", '{"x": 3}'])
def test_damaged_store_is_begun_anew(old_file, tmp_path, damage):
    store = tmp_path / "store.json"
    store.write_text(damage.replace("x", str(old_file)))
    digests = Digests(store)
    assert digests.describe(old_file)["size"] == 4
    digests.save()
    assert str(old_file) in json.loads(store.read_text())


def test_file_that_changes_while_it_is_read_is_reported(tmp_path, monkeypatch):
    path = tmp_path / "corpus.tsv"
    path.write_text("one\n")
    digest = hashlib.file_digest

    def slow(handle, name):
        path.write_text("other\n")
        return digest(handle, name)

    monkeypatch.setattr(digests_module.hashlib, "file_digest", slow)
    with raises("file.changed-while-read"):
        Digests().describe(path)


def test_folder_has_no_digest(tmp_path):
    with raises("file.not-regular"):
        Digests().describe(tmp_path)
