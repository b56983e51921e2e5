"""Tests for cdaflow.trees.store."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cdaflow.trees.store import Store, record_key

from ..errors import raises


def key(text: str) -> bytes:
    return record_key("es", "abc", text)


def tree(text: str) -> str:
    return f"1\t{text}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


def records(*texts: str) -> dict[bytes, str]:
    return {key(text): tree(text) for text in texts}


def test_what_was_put_comes_back_now_and_in_another_process(tmp_path: Path) -> None:
    texts = [f"línea {number} 😀" for number in range(1300)]
    store = Store(tmp_path / "a" / "b")
    assert len(store) == 0
    store.put_many(records(*texts[:100]))
    store.put_many(records(*texts[100:]))
    assert store.get_many(map(key, texts)) == records(*texts)
    again = Store(tmp_path / "a" / "b")
    assert len(again) == 1300
    assert again.get_many([*map(key, texts), key("another")]) == records(*texts)
    assert again.get_many([]) == {}


def test_what_others_write_is_seen(tmp_path: Path) -> None:
    one, other = Store(tmp_path), Store(tmp_path)
    one.put_many(records("one"))
    assert other.get_many([key("one")]) == records("one")


def test_language_models_and_text_are_all_in_the_key() -> None:
    names = [("es", "abc", "x"), ("fr", "abc", "x"), ("es", "abd", "x"), ("es", "abc", "y")]
    assert len({record_key(*name) for name in names}) == 4
    assert record_key("es", "ab", "cx") != record_key("es", "abc", "x")
    # With another key no store that users have would be of use any more.
    assert record_key("es", "abc", "x").hex() == "80c884ad7ef200e101b7724218786649"


def test_of_two_trees_under_a_key_the_later_counts(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put_many({key("x"): tree("first"), key("y"): tree("y")})
    store.put_many({key("x"): tree("second")})
    assert store.get_many([key("x"), key("y")]) == {key("x"): tree("second"), key("y"): tree("y")}


def test_a_truncated_file_gives_what_is_right_and_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    many = {key(str(number)): noise(number) for number in range(100)}
    store.put_many(many)
    size = store.file.stat().st_size
    for cut in (1, 50, 4000, 4096, 10_000, size - 4096, size - 10, size):
        os.truncate(store.file, size - cut)
        found = Store(tmp_path).get_many(many)
        assert found.items() < many.items()
        said = capfd.readouterr().err
        assert said.count(f"{store.file}: no more trees can be stored (") == (not found) * (
            cut < size
        )
        assert said.count("if the store is damaged, delete it") == said.count("no more trees")
        store.file.unlink()
        store.put_many(many)


def test_a_flipped_bit_anywhere_gives_no_wrong_tree(tmp_path: Path) -> None:
    store = Store(tmp_path)
    right = records(*(f"text {number}" for number in range(20)))
    store.put_many(right)
    good = store.file.read_bytes()
    harmed = 0
    places = [n for n in range(len(good)) if good[n] or n < 200][::3]
    for place in places:
        store.file.write_bytes(good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :])
        found = Store(tmp_path).get_many(right)
        assert found.items() <= right.items()
        harmed += found != right
    assert harmed > len(places) / 2


def test_a_record_of_another_kind_is_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put_many(records("one", "two", "three"))
    with sqlite3.connect(store.file) as connection:
        for value, text in (("text", "one"), (None, "two")):
            connection.execute("UPDATE trees SET tree = ? WHERE key = ?", [value, key(text)])
    assert store.get_many(map(key, ("one", "two", "three"))) == records("three")
    store.put_many(records("one"))
    assert store.get_many([key("one")]) == records("one")


def test_foreign_files_are_left_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "README").write_text("not ours")
    file = tmp_path / "trees.sqlite"
    file.write_bytes(b"no database at all" * 1000)
    before = file.read_bytes()
    store = Store(tmp_path)
    store.put_many(records("one"))
    assert store.get_many([key("one")]) == {}
    assert file.read_bytes() == before
    assert capfd.readouterr().err.count("file is not a database") == 1
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE trees (key BLOB PRIMARY KEY, tree BLOB)")
    before = file.read_bytes()
    Store(tmp_path).put_many(records("one"))
    assert file.read_bytes() == before
    assert capfd.readouterr().err.count("a database of another program") == 1
    file.write_bytes(b"")
    Store(tmp_path).put_many(records("one"))
    assert Store(tmp_path).get_many([key("one")]) == records("one")
    assert (tmp_path / "README").read_text() == "not ours"


def test_a_store_of_the_older_format_is_said_and_left_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "1-host-2-1.trees").write_bytes(b"cdT1")
    store = Store(tmp_path)
    assert "an older version of cdaflow (*.trees) are not used" in capfd.readouterr().err
    store.put_many(records("one"))
    assert Store(tmp_path).get_many([key("one")]) == records("one")
    assert capfd.readouterr().err == ""
    assert (tmp_path / "1-host-2-1.trees").exists()


def noise(number: int) -> str:
    """Return a tree that does not pack."""
    return os.urandom(1000).hex() + f"\t{number}\n\n"


def test_the_oldest_trees_go_at_the_limit(tmp_path: Path) -> None:
    store = Store(tmp_path, limit_mb=0.2)
    for number in range(400):
        store.put_many({key(str(number)): noise(number)})
        # One tree more, and the pages that name it.
        assert store.file.stat().st_size <= 200_000 + 4 * 4096
    # About 1.1 kB each: the last 100 and more are there, the first are not.
    assert store.file.stat().st_size > 150_000
    assert len(store.get_many(key(str(number)) for number in range(300, 400))) == 100
    assert store.get_many(key(str(number)) for number in range(100)) == {}
    # What another process finds is the same.
    again = Store(tmp_path, limit_mb=0.2)
    assert len(again.get_many(key(str(number)) for number in range(300, 400))) == 100


def test_a_batch_larger_than_the_limit_is_kept_alone(tmp_path: Path) -> None:
    store = Store(tmp_path, limit_mb=0.01)
    store.put_many(records("before"))
    store.put_many({key(str(number)): noise(number) for number in range(20)})
    assert len(store) == 20
    assert store.get_many([key("before")]) == {}
    store.put_many(records("one"))
    assert store.get_many([key("one"), key("3")]) == records("one")


def test_the_folder_may_go_while_it_is_in_use(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    store = Store(folder)
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
    Store(tmp_path).put_many(records("one"))
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        store = Store(tmp_path)
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
    connect = sqlite3.connect

    def full(*arguments: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload]
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", full)
    store.put_many({key(str(number)): noise(number) for number in range(20)})
    store.put_many(records("three"))
    assert capfd.readouterr().err.count("database or disk is full") == 1
    assert store.get_many([key("one"), key("1")]) == records("one")


def test_a_file_that_stays_locked_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    store.put_many(records("one"))
    monkeypatch.setattr("cdaflow.trees.store._PATIENCE", 0.1)
    other = sqlite3.connect(store.file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert store.get_many([key("one")]) == {}
    store.put_many(records("two"))
    other.execute("ROLLBACK")
    other.close()
    assert capfd.readouterr().err.count("database is locked") == 1
    assert store.get_many([key("one"), key("two")]) == records("one")


def test_a_file_in_the_way_and_a_limit_of_nothing_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with raises("store.file-in-the-way"):
        Store(tmp_path / "file")
    with raises("store.too-small"):
        Store(tmp_path / "store", limit_mb=0)


WRITER = """
import os, signal, sys
from cdaflow.trees.store import Store, record_key

folder, job, killed = sys.argv[1:]
key = lambda text: record_key("es", "abc", text)
store = Store(folder)
for batch in range(20):
    texts = [f"{job} {batch} {place}" for place in range(25)]
    row = "1\\t{}\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
    store.put_many({key(text): row.format(text) for text in texts})
    # Reading what others write at this moment.
    for other in "0123":
        found = store.get_many([key(f"{other} {batch} 3")])
        assert all(f"{other} {batch} 3" in tree for tree in found.values())
    if killed == str(batch):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_jobs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    jobs = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(job), str(killed)])
        for job, killed in enumerate((-1, -1, -1, 12))
    ]
    assert [job.wait(60) for job in jobs] == [0, 0, 0, -9]
    texts = [
        f"{job} {batch} {place}"
        for job, batches in enumerate((20, 20, 20, 13))
        for batch in range(batches)
        for place in range(25)
    ]
    store = Store(tmp_path)
    assert store.get_many(map(key, texts)) == records(*texts)
    assert len(store) == len(texts)
    assert [path.name for path in tmp_path.iterdir()] == ["trees.sqlite"]


def test_two_thousand_trees_are_read_in_well_under_a_second(tmp_path: Path) -> None:
    body = "".join(
        f"{number}\tpalabra\tpalabra\tNOUN\t_\tGender=Fem|Number=Sing\t1\tnmod\t_\t_\n"
        for number in range(1, 8)
    )
    many = {key(str(number)): f"{body}{number}\n\n" for number in range(2000)}
    store = Store(tmp_path)
    for start in range(0, 2000, 500):
        store.put_many(dict(list(many.items())[start : start + 500]))
    start_time = time.perf_counter()
    found = Store(tmp_path).get_many(many)
    assert time.perf_counter() - start_time < 0.5
    assert found == many
    # A third of the 800 kB that they are.
    assert store.file.stat().st_size < 270_000


@pytest.mark.parametrize("change", ["code", "stanza", "torch"])
def test_trees_of_other_code_or_packages_are_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """Beside the models, what makes trees with them is in the key of the store."""
    from cdaflow.trees import stanza_annotator as backend
    from cdaflow.trees.stanza.pipeline import PROCESSORS

    for name in PROCESSORS:
        (tmp_path / "es" / name).mkdir(parents=True)
        (tmp_path / "es" / name / "default.pt").write_bytes(b"")
    before = backend.open_annotator(tmp_path, "es").digest
    assert backend.open_annotator(tmp_path, "es").digest == before
    if change == "code":
        monkeypatch.setattr(backend, "source_digest", lambda name: f"edited {name}")
    else:
        known = backend.version
        monkeypatch.setattr(
            backend, "version", lambda name: "99" if name == change else known(name)
        )
    assert backend.open_annotator(tmp_path, "es").digest != before


def test_the_code_that_makes_trees_is_all_of_a_back_end() -> None:
    from cdaflow.provenance import modules_used

    for name, inside in (
        ("stanza_annotator", {"stanza.graph", "stanza.words", "stanza.batches", "spans"}),
        ("spacy", {"spans", "models"}),
    ):
        used = modules_used(f"cdaflow.trees.{name}")
        assert {f"cdaflow.trees.{one}" for one in inside} <= set(used)
        assert not any(one.startswith("cdaflow.tables") for one in used)
