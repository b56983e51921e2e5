"""Disks that are full, names that are odd, signals at any moment: a clear end, nothing lost.

Commands run in copies of this process (see `steps`), so that a limit or a signal is theirs alone.
What is killed with -9 and run again is the subject of `run.py`.
"""

# ruff: noqa: E501

import os
import resource
import signal
import subprocess
import sys
import time

import pytest
import steps

from ..errors import raises

CORPUS = next(step for step in steps.STEPS if step.name == "corpus")
BUILD = CORPUS.argv[: CORPUS.argv.index("--output")]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks, reads /proc")


@pytest.fixture
def command(built, tmp_path):
    """Return a function that runs a command in `built`; it returns status and what was said."""

    def run(*argv, before=lambda: None, folder=built):
        said = tmp_path / "said"
        said.unlink(missing_ok=True)
        child = steps.start(list(argv), folder, said, before)
        status = steps.wait(child)
        text = said.read_text(encoding="utf-8") if said.exists() else ""
        assert "Traceback" not in text, text
        return status, text

    return run


def leftovers(folder):
    return sorted(path.name for path in folder.rglob(".*partial*"))


def test_a_file_that_may_not_grow(command, tmp_path):
    """What a quota and a full disk do: the write fails in the middle."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    output = tmp_path / "full.parquet"
    output.write_bytes(b"old")
    drops = tmp_path / "drops.tsv"
    status, said = command(*BUILD, "--output", str(output), "--drops", str(drops), before=limit)
    assert status == 1
    assert "full.parquet" in said
    assert "too large" in said
    assert output.read_bytes() == b"old"
    assert not drops.exists()
    assert not leftovers(tmp_path)


@pytest.fixture
def mounted(tmp_path):
    """Return a function that mounts a small file system of memory, with the options given."""
    places = []

    def mount(options):
        place = tmp_path / f"disk{len(places)}"
        place.mkdir()
        words = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if os.geteuid() or subprocess.run(words, capture_output=True, check=False).returncode:
            pytest.skip("nothing may be mounted here")
        places.append(place)
        return place

    yield mount
    for place in places:
        subprocess.run(["umount", "-l", str(place)], check=False)


@pytest.mark.parametrize(
    "words",
    [
        (*BUILD, "--output", "OUT/full.parquet", "--drops", "OUT/drops.tsv"),
        ("demo", "trees", *steps.STEPS[1].argv[2:-2], "--output-dir", "OUT/trees"),
        ("text", "export", "train.parquet", "--source", "OUT/s", "--target", "OUT/t"),
        ("nmt", "train", "--recipe", "recipe.yaml", "--train", "train.parquet:1", "--dev",
         "dev.parquet", "--source-lang", "en", "--target-lang", "es", "--output-dir", "OUT/model",
         "--work-dir", "OUT/work", "--marian", str(steps.MARIAN), "--seed", "1"),
    ],
    ids=["build", "trees", "export", "train"],
)  # fmt: skip
def test_a_full_disk(words, command, mounted):
    place = mounted("size=8k")
    (place / "ballast").write_bytes(bytes(4096))
    status, said = command(*(word.replace("OUT", str(place)) for word in words))
    assert status == 1, said
    assert "No space left" in said or "space" in said, said
    assert not leftovers(place)
    finals = [path.name for path in place.rglob("*") if path.is_file()]
    assert not {"full.parquet", "drops.tsv", "s", "t", "model.npz", "model.yml"} & set(finals)


def test_a_results_folder_that_may_not_be_written(command, mounted):
    place = mounted("size=1m")
    (place / "full.parquet").write_bytes(b"old")
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    status, said = command(*BUILD, "--output", f"{place}/full.parquet")
    assert status == 1
    assert f"{place}/full.parquet: Read-only file system" in said
    assert (place / "full.parquet").read_bytes() == b"old"


def test_too_little_memory(command, tmp_path):
    import cdaflow.text.corpus

    def exhaust():
        # A real limit (ulimit -v) is met at another place on each machine.
        def build(*arguments, **options):
            raise MemoryError

        cdaflow.text.corpus.build_corpus = build

    status, said = command(*BUILD, "--output", str(tmp_path / "full.parquet"), before=exhaust)
    assert status == 1
    assert said == "cdaflow: error: there is not enough memory for this\n"
    assert not list(tmp_path.glob("*full.parquet"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_middle(number, built, tmp_path):
    source = tmp_path / "slow.tsv"
    os.mkfifo(source)
    output = tmp_path / "out.parquet"
    said = tmp_path / "said"
    argv = ["text", "build", "--source-lang", "en", "--target-lang", "es", "--corpus",
            f"name=a,tsv={source}", "--output", str(output), "--drops", str(tmp_path / "d.tsv")]  # fmt: skip
    child = steps.start(argv, tmp_path, said)
    with open(source, "w") as pipe:
        pipe.write("A house.\tUna casa.\n")
        pipe.flush()
        end = time.monotonic() + 30
        while len(leftovers(tmp_path)) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        assert len(leftovers(tmp_path)) == 2
        os.kill(child, number)
        status = steps.wait(child)
    assert status == 128 + number
    assert said.read_text().startswith("cdaflow: stopped by")
    assert "Traceback" not in said.read_text()
    assert not leftovers(tmp_path)
    assert not output.exists()


def test_closed_streams_do_not_get_into_files(command, tmp_path):
    def close():
        for number in (0, 1, 2):
            os.close(number)
        sys.stdin = sys.stdout = sys.stderr = None

    output = tmp_path / "full.parquet"
    assert command(*BUILD, "--output", str(output), before=close)[0] == 0
    assert command("text", "show", str(output))[0] == 0


@pytest.mark.parametrize(
    "name",
    ["a b/ü ñ/日本 'quoted\".parquet", "=1+1.parquet", "-x.parquet", "#a%20b;c&d$HOME.parquet",
     "x" * 240 + ".parquet", "/".join(["y" * 200] * 15) + "/z.parquet"],
)  # fmt: skip
def test_odd_names(name, command, tmp_path):
    output = tmp_path / name
    status, said = command(*BUILD, f"--output={output}")
    assert status == 0, said
    assert command("text", "show", str(output))[0] == 0


def test_a_name_too_long(command, tmp_path):
    status, said = command(*BUILD, "--output", str(tmp_path / ("x" * 300)))
    assert status == 1
    assert "name too long" in said
    assert not list(tmp_path.glob("*x"))


def test_a_corpus_that_grows_while_it_is_read(tmp_path):
    from cdaflow.io.files import digest, read_lines

    path = tmp_path / "a.txt"
    path.write_text("one\n" * 1000)
    lines = read_lines(path)
    next(lines)
    with open(path, "a") as handle:
        handle.write("two\n")
    with raises("file.changed-while-read", "a.txt"):
        list(lines)
    assert len(list(read_lines(path))) == 1001
    assert len(digest(path)) == 64


def test_times_in_the_future(command, tmp_path):
    """A clock that went backwards: nothing goes by the time alone."""
    source = tmp_path / "a.tsv"
    source.write_text("A house.\tUna casa.\n")
    os.utime(source, (4e9, 4e9))
    output = tmp_path / "o.parquet"
    words = ("text", "build", "--source-lang", "en", "--target-lang", "es", "--corpus",
             f"name=a,tsv={source}", "--output", str(output))  # fmt: skip
    assert command(*words)[0] == 0
    first = output.read_bytes()
    os.utime(output, (4e9, 4e9))
    assert command(*words)[0] == 0
    assert output.read_bytes() == first


DAMAGED = {
    "full.parquet": ["text sample FILE --size 3 --output OUT.parquet",
                     "text export FILE --source OUT.s --target OUT.t"],
    "demo/treebanks/es/train.conllu.gz": [
        "agreement train --lang es --train FILE --dev FILE --output OUT.npz",
        "inflect train --lang es --treebank FILE --recipe tiny --output OUT.npz"],
    "demo/en-es/train.tsv": ["text build --source-lang en --target-lang es --corpus "
                             "name=a,tsv=FILE --output OUT.parquet"],
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "zeros", "gone"])
def test_damaged_files_on_the_way(name, damage, command, built, tmp_path):
    """Each reader names the file that is at fault, and writes nothing."""
    whole = (built / name).read_bytes()
    middle = len(whole) // 2
    content = {
        "empty": b"",
        "cut": whole[:middle],
        "flipped": whole[:middle]
        + b"\xff\xfe"
        + bytes([whole[middle] ^ 255])
        + whole[middle + 3 :],
        "zeros": whole[:middle] + bytes(len(whole) - middle),
    }
    path = tmp_path / name.replace("/", "-")
    if damage != "gone":
        path.write_bytes(content[damage])
    for words in DAMAGED[name]:
        argv = words.replace("FILE", str(path)).replace("OUT", str(tmp_path / "out")).split()
        status, said = command(*argv)
        outputs = list(tmp_path.glob("out*"))
        if damage in ("cut", "zeros") and name.endswith(".tsv") and status == 0:
            continue  # whole lines are a corpus, and one with NULs is counted as dropped
        assert status == 1, said
        assert path.name in said
        assert not outputs
        assert not leftovers(tmp_path)


@pytest.mark.parametrize("damage", ["rubbish", "gone", "folder", "future"])
def test_a_store_of_trees_that_is_harmed(damage, command, built, tmp_path):
    """The store is a cache: with any harm to it the trees are the same."""
    store = tmp_path / "store"
    words = ("trees", "annotate", "train.parquet", "--lang", "es", "--column", "target", "--shard",
             "1/1", "--gold", "trees/es/train.conllu.gz", "--store", str(store), "--output")  # fmt: skip
    assert command(*words, str(tmp_path / "a.conllu.gz"))[0] == 0
    wanted = (tmp_path / "a.conllu.gz").read_bytes()
    file = store / "trees.sqlite"
    if damage == "rubbish":
        (store / "0.trees").write_bytes(b"cdT1" + os.urandom(500))
        file.write_bytes(file.read_bytes()[:5000] + b"rubbish" * 1000)
    elif damage == "gone":
        file.unlink()
    elif damage == "folder":
        file.unlink()
        file.mkdir()
    else:
        os.utime(file, (4e9, 4e9))
    assert command(*words, str(tmp_path / "b.conllu.gz"))[0] == 0
    assert (tmp_path / "b.conllu.gz").read_bytes() == wanted


def test_a_reader_that_goes(built):
    """`| head` of a long table: no traceback, the status of a broken pipe."""
    table = built / "long.csv"
    table.write_text("a,b\n" + "médico,1\n" * 50_000, encoding="utf-8")
    reader, writer = os.pipe()

    def send():
        os.dup2(writer, 1)
        os.close(reader)
        os.close(writer)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")

    said = built / "said.head"
    child = steps.start(["tables", "show", str(table)], built, said, send)
    os.close(writer)
    os.read(reader, 100)
    os.close(reader)
    assert steps.wait(child) == 141
    assert said.read_text() == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_cannot_show_all_signs(encoding, built, tmp_path):
    table = built / "signs.csv"
    table.write_text("a,b\nмедсестра,–\n", encoding="utf-8")

    def legacy():
        sys.stdout = os.fdopen(os.dup(1), "w", encoding=encoding)

    said = tmp_path / "said"
    assert steps.wait(steps.start(["tables", "show", str(table)], built, said, legacy)) == 0
    assert r"\u043c" in said.read_text(encoding=encoding)


def test_messages_cannot_steer_the_terminal(command, tmp_path):
    path = tmp_path / "red\x1b[31m\u202egnp.csv"
    status, said = command("tables", "show", str(path))
    assert status == 1
    assert "\x1b" not in said
    assert "\u202e" not in said
    path = tmp_path / "long.csv"
    path.write_text("a,b\n" + "x" * 3_000_000 + ",1,2\n")
    status, said = command("tables", "show", str(path))
    assert status == 1
    assert len(said) < 10_000
