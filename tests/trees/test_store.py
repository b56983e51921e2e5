"""Tests for cdaflow.trees.store."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cdaflow.errors import ConfigError, InputError
from cdaflow.trees.store import Store, record_key


def key(text: str) -> bytes:
    return record_key("es", "abc", text)


def tree(text: str) -> str:
    return f"1\t{text}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


def records(*texts: str) -> dict[bytes, str]:
    return {key(text): tree(text) for text in texts}


def segments(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.trees"))


def test_what_was_put_comes_back_now_and_in_another_process(tmp_path: Path) -> None:
    texts = [f"línea {number} 😀" for number in range(300)]
    with Store(tmp_path / "a" / "b") as store:
        store.put_many(records(*texts[:100]))
        store.put_many(records(*texts[100:]))
        assert store.get_many(map(key, texts)) == records(*texts)
    with Store(tmp_path / "a" / "b") as store:
        assert len(store) == 300
        assert store.get_many([*map(key, texts), key("another")]) == records(*texts)
        assert store.get_many([]) == {}


def test_language_models_and_text_are_all_in_the_key() -> None:
    names = [("es", "abc", "x"), ("fr", "abc", "x"), ("es", "abd", "x"), ("es", "abc", "y")]
    assert len({record_key(*name) for name in names}) == 4
    assert record_key("es", "ab", "cx") != record_key("es", "abc", "x")
    # With another key no store that users have would be of use any more.
    assert record_key("es", "abc", "x").hex() == "80c884ad7ef200e101b7724218786649"


def test_of_two_trees_under_a_key_the_later_counts(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put_many({key("x"): tree("first"), key("y"): tree("y")})
        store.put_many({key("x"): tree("second")})
        assert store.get_many([key("x")]) == {key("x"): tree("second")}
    # Were the later segment gone, the earlier would do.
    with Store(tmp_path) as store:
        store.put_many({key("x"): tree("third")})
    segments(tmp_path)[-1].unlink()
    assert Store(tmp_path).get_many([key("x")]) == {key("x"): tree("second")}


def test_keys_that_begin_alike_are_told_apart(tmp_path: Path) -> None:
    one, other = b"A" * 8 + b"1" * 8, b"A" * 8 + b"2" * 8
    with Store(tmp_path) as store:
        store.put_many({one: tree("one")})
        assert store.get_many([other]) == {}
        store.put_many({other: tree("other")})
        assert store.get_many([one, other]) == {one: tree("one"), other: tree("other")}


@pytest.mark.parametrize("cut", [1, 10, 40, 60, 100])
def test_a_torn_tail_is_ignored(tmp_path: Path, cut: int) -> None:
    with Store(tmp_path) as store:
        store.put_many(records("one", "two"))
        whole = segments(tmp_path)[0].stat().st_size
        store.put_many(records("three"))
    path = segments(tmp_path)[0]
    torn = min(whole + cut, path.stat().st_size - 1)
    os.truncate(path, torn)
    with Store(tmp_path) as store:
        assert store.get_many(map(key, ("one", "two", "three"))) == records("one", "two")
        store.put_many(records("three"))
    assert Store(tmp_path).get_many([key("three")]) == records("three")


def test_a_flipped_bit_anywhere_gives_no_wrong_tree(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put_many(records("one", "two"))
    path = segments(tmp_path)[0]
    good = path.read_bytes()
    right = records("one", "two")
    for place in range(len(good)):
        path.write_bytes(good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :])
        assert Store(tmp_path).get_many(map(key, ("one", "two"))) == {}
    path.write_bytes(good)
    assert Store(tmp_path).get_many(map(key, ("one", "two"))) == right


def test_foreign_and_empty_files_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "README").write_text("not ours")
    (tmp_path / "0.trees").write_bytes(b"")
    (tmp_path / "1.trees").write_bytes(b"no segment at all" * 100)
    (tmp_path / "2.trees").mkdir()
    with Store(tmp_path) as store:
        assert len(store) == 0
        store.put_many(records("one"))
        assert store.get_many([key("one")]) == records("one")


def noise(number: int) -> str:
    """Return a tree that does not pack."""
    return os.urandom(1000).hex() + f"\t{number}\n\n"


def test_the_oldest_files_go_at_the_limit(tmp_path: Path) -> None:
    with Store(tmp_path, limit_mb=0.2) as store:
        for number in range(400):
            store.put_many({key(str(number)): noise(number)})
            taken = sum(path.stat().st_size for path in segments(tmp_path))
            assert taken <= 200_000
        # About 1.1 kB each: the last 100 and more are there, the first are not.
        assert taken > 150_000
        assert len(store.get_many(key(str(number)) for number in range(300, 400))) == 100
        assert store.get_many(key(str(number)) for number in range(100)) == {}
    # What another process finds is the same.
    with Store(tmp_path, limit_mb=0.2) as store:
        assert len(store.get_many(key(str(number)) for number in range(300, 400))) == 100


def test_a_batch_larger_than_the_limit_is_kept_alone(tmp_path: Path) -> None:
    with Store(tmp_path, limit_mb=0.01) as store:
        store.put_many({key(str(number)): noise(number) for number in range(20)})
        assert len(segments(tmp_path)) == 1
        store.put_many(records("one"))
        assert len(segments(tmp_path)) == 1
        assert store.get_many([key("one"), key("3")]) == records("one")


def test_the_folder_may_go_while_it_is_in_use(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    with Store(folder) as store:
        store.put_many(records("one"))
        shutil.rmtree(folder)
        assert store.get_many([key("one")]) == {}
        store.put_many(records("two"))
        assert store.get_many([key("one"), key("two")]) == records("two")
    assert Store(folder).get_many([key("two")]) == records("two")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to_is_said_once(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Store(tmp_path) as store:
        store.put_many(records("one"))
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with Store(tmp_path) as store:
            store.put_many(records("two"))
            store.put_many(records("three"))
            assert store.get_many([key("one"), key("two")]) == records("one")
    finally:
        tmp_path.chmod(stat.S_IRWXU)
    assert capfd.readouterr().err.count("no more trees can be stored") == 1


def test_a_full_disk_costs_no_more_than_the_trees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    store.put_many(records("one"))

    class Full:
        name = segments(tmp_path)[0]

        def tell(self) -> int:
            return 0

        def write(self, data: memoryview) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "_writable", lambda size: Full())
    store.put_many(records("two"))
    store.put_many(records("three"))
    assert capfd.readouterr().err.count("No space left on device") == 1
    assert store.get_many(map(key, ("one", "two"))) == records("one")


def test_a_file_in_the_way_and_a_limit_of_nothing_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="a store is a folder"):
        Store(tmp_path / "file")
    with pytest.raises(ConfigError, match="can hold nothing"):
        Store(tmp_path / "store", limit_mb=0)


WRITER = """
import sys
from cdaflow.trees.store import Store, record_key

folder, job = sys.argv[1:]
key = lambda text: record_key("es", "abc", text)
with Store(folder) as store:
    for batch in range(20):
        texts = [f"{job} {batch} {place}" for place in range(25)]
        row = "1\\t{}\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
        store.put_many({key(text): row.format(text) for text in texts})
        # Reading what others write at this moment.
        for other in "0123":
            found = Store(folder).get_many([key(f"{other} {batch} 3")])
            assert all(f"{other} {batch} 3" in tree for tree in found.values())
"""


def test_jobs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    jobs = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(job)])
        for job in range(4)
    ]
    assert [job.wait(60) for job in jobs] == [0, 0, 0, 0]
    texts = [f"{j} {batch} {place}" for j in range(4) for batch in range(20) for place in range(25)]
    with Store(tmp_path) as store:
        assert len(segments(tmp_path)) == 4
        assert store.get_many(map(key, texts)) == records(*texts)


def test_two_thousand_trees_are_read_in_well_under_a_second(tmp_path: Path) -> None:
    body = "".join(
        f"{number}\tpalabra\tpalabra\tNOUN\t_\tGender=Fem|Number=Sing\t1\tnmod\t_\t_\n"
        for number in range(1, 8)
    )
    many = {key(str(number)): f"{body}{number}\n\n" for number in range(2000)}
    with Store(tmp_path) as store:
        for start in range(0, 2000, 500):
            store.put_many(dict(list(many.items())[start : start + 500]))
    start_time = time.perf_counter()
    found = Store(tmp_path).get_many(many)
    assert time.perf_counter() - start_time < 0.5
    assert found == many
    # Packed together: far less than the 800 kB that they are.
    assert sum(path.stat().st_size for path in segments(tmp_path)) < 100_000
