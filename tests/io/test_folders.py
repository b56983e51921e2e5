"""A folder is written whole or not at all."""

import pytest

from cdaflow.io.files import atomic_folder

from ..errors import raises


def test_a_folder_is_there_when_the_block_has_ended(tmp_path):
    output = tmp_path / "a/b"
    with atomic_folder(output) as folder:
        (folder / "x").write_text("x")
        assert not output.exists()
    assert (output / "x").read_text() == "x"
    assert [path.name for path in output.parent.iterdir()] == ["b"]


def test_an_empty_folder_is_replaced_and_another_is_not(tmp_path):
    output = tmp_path / "out"
    output.mkdir()
    with atomic_folder(output) as folder:
        (folder / "x").write_text("x")
    with raises("folder.occupied"), atomic_folder(output):
        raise AssertionError
    assert (output / "x").read_text() == "x"


def test_nothing_is_left_of_a_block_that_fails(tmp_path):
    def write():
        with atomic_folder(tmp_path / "out") as folder:
            (folder / "x").write_text("x")
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        write()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with raises("folder.not-made"), atomic_folder(tmp_path / "file/out"):
        raise AssertionError


def test_a_folder_of_the_same_kind_is_replaced_whole(tmp_path):
    output = tmp_path / "out"
    for text in ("first", "second"):
        with atomic_folder(output, replace="meta.json") as folder:
            (folder / "meta.json").write_text(text, encoding="utf-8")
            (folder / text).write_text("", encoding="utf-8")
    assert sorted(path.name for path in output.iterdir()) == ["meta.json", "second"]
    assert (output / "meta.json").read_text(encoding="utf-8") == "second"
    (output / "meta.json").unlink()
    with (
        raises("folder.occupied", "a tagger"),
        atomic_folder(output, "a tagger", replace="meta.json"),
    ):
        pass
    assert (output / "second").is_file()
