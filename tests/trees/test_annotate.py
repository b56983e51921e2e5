"""Tests for cdaflow.trees.annotate and what reads its texts: with an annotator of one rule."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.io.formats import shard_range
from cdaflow.trees import Sentence, Token, read_conllu
from cdaflow.trees.annotate import MAX_CHARACTERS, MAX_WORDS, annotate, annotate_blocks, clean
from cdaflow.trees.conllu import format_sentence, parse_block
from cdaflow.trees.files import count_inputs, read_inputs
from cdaflow.trees.spans import Word, build_sentence
from cdaflow.trees.store import Store

from ..errors import raises


class Flat:
    """Words are what stands between blanks; the first is the root of all."""

    language = "es"
    digest = "flat"

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        self.batches.append(list(texts))
        return [self.tree(text) for text in texts]

    def tree(self, text: str) -> Sentence:
        words = [
            Word(
                match.start(),
                match.end(),
                (
                    Token(
                        id=number,
                        form=match[0],
                        lemma=match[0].lower(),
                        upos="X",
                        head=int(number > 1),
                        deprel="flat" if number > 1 else "root",
                    ),
                ),
            )
            for number, match in enumerate(re.finditer(r"\S+", text), 1)
        ]
        return build_sentence(text, words)


def run(texts: Sequence[str], annotator: Flat | None = None, **options: object) -> list[Sentence]:
    named = [(f"s{number}", text) for number, text in enumerate(texts)]
    return list(annotate(named, annotator or Flat(), **options))  # type: ignore[arg-type]


ODD = [
    "Una línea.",
    "",
    "   \t ",
    "tabs\tinside\tand at the end\t",
    "...",
    "?!?!",
    "😀 👩‍🔬 🏳️‍🌈",
    "\u200fשלום\u200e עולם\u202e",
    "separators \u2028 and \u2029 of lines",
    " two  blanks   before and after  ",
    "no-break\u00a0space | bar \\ backslash \\n",
    "# text = not a comment",
    "1\tword\tof\tCoNLL-U",
    "x" * 3000,
    "Una línea.",
]


def test_one_sentence_comes_out_for_one_line_in_in_order() -> None:
    trees = run(ODD)
    assert [tree.sent_id for tree in trees] == [f"s{number}" for number in range(len(ODD))]
    for tree, text in zip(trees, ODD, strict=True):
        assert tree.text == ("" if not text.strip() else text)
        assert [token.form for token in tree.tokens] == text.split()
        # The comment too, but for the blanks around it.
        assert tree.comment("text") == text.strip()


def test_what_comes_out_can_be_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "trees.conllu"
    named = [(str(number), text) for number, text in enumerate(ODD)]
    blocks = list(annotate_blocks(named, Flat()))
    path.write_text("".join(blocks), encoding="utf-8")
    assert list(read_conllu(path)) == list(annotate(named, Flat()))
    assert [parse_block(block) for block in blocks] == list(annotate(named, Flat()))
    assert [format_sentence(tree) for tree in annotate(named, Flat())] == blocks


def test_control_characters_become_spaces_and_half_characters_a_mark() -> None:
    odd = "a\0b\x01\rc\x1b\nd\x7f\x85e \ud83dx\udc00"
    assert clean(odd) == "a b  c  d  e \ufffdx\ufffd"
    assert len(clean(odd)) == len(odd)
    (tree,) = run([odd])
    assert tree.text == clean(odd)
    assert format_sentence(tree).count("\n") == 2 + 6 + 1
    assert clean("áé\t ñ\u2028") == "áé\t ñ\u2028"
    # Nothing but what becomes a space is a blank line.
    assert run(["\0\x01"])[0].tokens == ()


def test_texts_too_long_are_one_clear_error() -> None:
    with raises("sentence.too-long", "'s1'", str(MAX_CHARACTERS + 1), "characters"):
        run(["fine", "x" * (MAX_CHARACTERS + 1)])
    with raises("sentence.too-long", "about", str(MAX_WORDS + 1), "words"):
        run(["a " * (MAX_WORDS + 1)])
    with raises("sentence.too-long", "about 6000 words"):
        run(["字" * 6000])
    assert len(run(["word " * 2000])[0].tokens) == 2000
    assert len(run(["a " * MAX_WORDS])[0].tokens) == MAX_WORDS
    assert len(run(["x" * MAX_CHARACTERS])) == 1


def test_an_id_with_a_line_end_is_refused() -> None:
    with raises("sentence-id.control-character"):
        list(annotate([("1\n2", "text")], Flat()))


@pytest.mark.parametrize(("window", "tokens"), [(1, 1), (3, 4), (7, 1000), (4096, 8000)])
def test_order_does_not_depend_on_windows_and_batches(window: int, tokens: int) -> None:
    texts = [f"{'palabra ' * (number * 7 % 11)}{number % 13}" for number in range(100)]
    trees = run(texts, window=window, batch_tokens=tokens)
    assert [tree.comment("text") for tree in trees] == texts


def test_batches_are_bounded_and_of_like_length() -> None:
    annotator = Flat()
    run(["a" * length for length in range(1, 400)], annotator, batch_tokens=100)
    sizes = [[len(text) for text in batch] for batch in annotator.batches]
    assert sum(sizes, []) == list(range(399, 0, -1))  # noqa: RUF017
    assert all(sum(size // 5 + 1 for size in batch) <= 100 for batch in sizes)
    # And none is half empty but the last.
    assert all(sum(size // 5 + 1 for size in batch) > 20 for batch in sizes[:-1])


def test_the_same_text_is_parsed_once_in_a_window() -> None:
    annotator = Flat()
    trees = run(["uno", "dos", "uno", "", "uno"], annotator)
    assert sorted(sum(annotator.batches, [])) == ["dos", "uno"]  # noqa: RUF017
    assert [tree.text for tree in trees] == ["uno", "dos", "uno", "", "uno"]


def test_nothing_is_parsed_that_is_in_the_store(tmp_path: Path) -> None:
    texts = [f"texto {number}" for number in range(50)]
    first, second = Flat(), Flat()
    one = run(texts, first, store=Store(tmp_path), window=10)
    two = run([*texts, "otro"], second, store=Store(tmp_path), window=10)
    assert second.batches == [["otro"]]
    assert two[:-1] == one
    # Other models, other trees.
    other = Flat()
    other.digest = "other"
    run(texts, other, store=Store(tmp_path))
    assert len(sum(other.batches, [])) == 50  # noqa: RUF017


def test_an_empty_input_gives_nothing(tmp_path: Path) -> None:
    assert run([]) == []


def test_an_annotator_that_loses_a_sentence_is_a_defect() -> None:
    class Losing(Flat):
        def annotate(self, texts: Sequence[str]) -> list[Sentence]:
            return super().annotate(texts)[1:]

    with pytest.raises(ValueError, match="zip"):
        run(["a", "b"], Losing())


SLOW = """
import sys, time
sys.path.insert(0, {folder!r})
from tests.trees.test_annotate import Flat
from cdaflow.trees.annotate import annotate_blocks
from cdaflow.trees.store import Store

class Slow(Flat):
    def annotate(self, texts):
        with open({log!r}, "a") as log:
            print(len(texts), *(text.split()[-1] for text in texts), file=log, flush=True)
        time.sleep({pause})
        return super().annotate(texts)

texts = ((str(number), f"texto {{number:03}}") for number in range(200))
for block in annotate_blocks(texts, Slow(), store=Store({store!r}), batch_tokens=30):
    sys.stdout.write(block)
"""


def test_killed_in_the_middle_nothing_is_parsed_twice_but_the_batch_in_flight(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"

    def command(pause: float) -> list[str]:
        names = {"folder": str(Path(__file__).parents[2]), "log": str(log), "pause": pause}
        return [sys.executable, "-c", SLOW.format(**names, store=str(tmp_path / "store"))]

    def parsed() -> list[str]:
        if not log.exists():
            return []
        return [word for line in log.read_text().splitlines() for word in line.split()[1:]]

    with subprocess.Popen(command(0.2), stdout=subprocess.DEVNULL) as job:
        deadline = time.monotonic() + 60
        while len(parsed()) < 60 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(job.pid, signal.SIGKILL)
    before = parsed()
    assert 60 <= len(before) < 200
    done = subprocess.run(command(0), check=True, capture_output=True, text=True)
    assert done.stdout.count("# sent_id") == 200
    assert re.findall(r"# sent_id = (\d+)", done.stdout) == [str(n) for n in range(200)]
    after = parsed()[len(before) :]
    # Texts of 9 characters, 2 "words" each, 30 to a batch: 15 texts.
    twice = set(before) & set(after)
    assert twice <= set(before[-15:])
    assert len(before) + len(after) - len(twice) == 200


# What is read


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_lines_of_a_file_have_their_numbers(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", "uno\n\ntres \u2028 cuatro\r\ncinco".encode())
    assert list(read_inputs(path)) == [
        ("1", "uno"),
        ("2", ""),
        ("3", "tres \u2028 cuatro"),
        ("4", "cinco"),
    ]


def test_bytes_that_are_no_utf8_and_long_lines_name_file_and_line(tmp_path: Path) -> None:
    surrogate = b"\xed\xa0\x80"  # half a character, as some programs write it
    path = write(tmp_path / "in.txt", b"fine\nhalf " + surrogate + b"\n")
    with raises("file.not-utf8", "in.txt:2"):
        list(read_inputs(path))
    path = write(tmp_path / "long.txt", b"fine\n" + b"x" * (MAX_CHARACTERS + 1) + b"\n")
    with raises("sentence.too-long", "long.txt:2", "100001 characters"):
        list(read_inputs(path))


@pytest.mark.parametrize("total", [0, 1, 2, 7, 100])
@pytest.mark.parametrize("parts", [1, 2, 3, 9])
def test_shards_are_runs_of_like_size_and_all_together(total: int, parts: int) -> None:
    ranges = [shard_range(total, part, parts) for part in range(1, parts + 1)]
    assert [line for start, end in ranges for line in range(start, end)] == list(range(total))
    sizes = [end - start for start, end in ranges]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("end", ["\n", ""])
def test_shards_of_a_file_put_together_are_the_file(tmp_path: Path, end: str) -> None:
    lines = [f"línea {number}" for number in range(11)]
    path = write(tmp_path / "in.txt", ("\n".join(lines) + end).encode())
    parts = [list(read_inputs(path, shard=(part, 4))) for part in range(1, 5)]
    assert all(parts)
    assert sum(parts, []) == list(read_inputs(path))  # noqa: RUF017
    assert len(list(read_inputs(path))) == 11


def pairs(path: Path, rows: int = 30) -> Path:
    table = {
        "id": [1000 + number for number in range(rows)],
        "source": [f"line {number}" for number in range(rows)],
        "target": [f"línea\n{number}" for number in range(rows)],
    }
    pq.write_table(pa.table(table), path, row_group_size=7)
    return path


def test_rows_of_parquet_have_their_ids(tmp_path: Path) -> None:
    path = pairs(tmp_path / "pairs.parquet")
    rows = list(read_inputs(path, column="source"))
    assert rows == [(str(1000 + number), f"line {number}") for number in range(30)]
    parts = [list(read_inputs(path, column="source", shard=(part, 4))) for part in range(1, 5)]
    assert sum(parts, []) == rows  # noqa: RUF017
    assert [len(part) for part in parts] == [count_inputs(path, (k, 4)) for k in range(1, 5)]
    # A line end inside is a blank of the text.
    (tree, *_) = annotate(read_inputs(path, column="target"), Flat())
    assert (tree.sent_id, tree.text) == ("1000", "línea 0")


def test_objects_of_json_lines(tmp_path: Path) -> None:
    lines = b'{"source": "a b", "text": "c"}\n{"source": "d", "text": ""}\n{"source": 3}\n'
    path = write(tmp_path / "in.jsonl", lines)
    with raises("option.column-missing"):
        next(read_inputs(path))
    assert list(read_inputs(path, column="source", shard=(2, 3))) == [("2", "d")]
    inputs = read_inputs(path, column="text")
    assert [next(inputs), next(inputs)] == [("1", "c"), ("2", "")]
    with raises("json.no-text-under-key") as error:
        next(inputs)
    assert error.value.line == 3


def test_rows_without_ids_are_counted_and_a_lone_text_needs_no_column(tmp_path: Path) -> None:
    path = tmp_path / "mono.parquet"
    pq.write_table(pa.table({"text": ["uno", "dos", "tres"]}), path)
    assert list(read_inputs(path)) == [("1", "uno"), ("2", "dos"), ("3", "tres")]
    assert list(read_inputs(path, shard=(2, 2))) == [("2", "dos"), ("3", "tres")]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = pairs(tmp_path / "pairs.parquet")
    with raises("option.column-missing"):
        list(read_inputs(path))
    with raises("column.missing"):
        list(read_inputs(path, column="other"))
    with raises("option.column-for-plain-text"):
        list(read_inputs(write(tmp_path / "in.txt", b"x"), column="text"))
    pq.write_table(pa.table({"text": ["uno", None]}), tmp_path / "none.parquet")
    with raises("text.null", "2"):
        list(read_inputs(tmp_path / "none.parquet"))
    with raises("file.missing"):
        list(read_inputs(tmp_path / "absent.txt"))
    os.mkfifo(tmp_path / "pipe")
    with raises("pipe.sharded"):
        list(read_inputs(tmp_path / "pipe", shard=(1, 2)))


# The command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Flat:
    """Have `cdaflow trees annotate` use the annotator of one rule, and return it."""
    annotator = Flat()
    monkeypatch.setattr("cdaflow.cli.trees.load_annotator", lambda *_, **__: annotator)
    return annotator


def cdaflow(*arguments: object) -> int:
    from cdaflow.cli import main

    return main(["trees", "annotate", "--lang", "es", "--models", "m", *map(str, arguments)])


@pytest.mark.usefixtures("command")
def test_the_command_writes_the_same_to_a_file_and_to_the_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = write(tmp_path / "in.txt", b"uno dos\n\ntres\n")
    assert cdaflow(path) == 0
    printed = capfdbinary.readouterr().out
    assert cdaflow(path, "--output", tmp_path / "out.conllu") == 0
    assert (tmp_path / "out.conllu").read_bytes() == printed
    assert cdaflow(path, "--output", tmp_path / "out.conllu.gz") == 0
    trees = list(read_conllu(tmp_path / "out.conllu.gz"))
    assert [tree.text for tree in trees] == ["uno dos", "", "tres"]


@pytest.mark.usefixtures("command")
def test_shards_put_together_are_the_whole(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", "".join(f"línea {n}\n" for n in range(10)).encode())
    for part in ("1/3", "2/3", "3/3"):
        assert cdaflow(path, "--shard", part, "--output", tmp_path / f"{part[0]}.conllu") == 0
    assert cdaflow(path, "--output", tmp_path / "all.conllu") == 0
    together = b"".join((tmp_path / f"{part}.conllu").read_bytes() for part in "123")
    assert together == (tmp_path / "all.conllu").read_bytes()


def test_a_second_run_parses_nothing(tmp_path: Path, command: Flat) -> None:
    path = write(tmp_path / "in.txt", b"uno\ndos\n")
    for name in ("1.conllu", "2.conllu"):
        assert cdaflow(path, "--store", tmp_path / "store", "--output", tmp_path / name) == 0
    assert len(command.batches) == 1
    assert (tmp_path / "1.conllu").read_bytes() == (tmp_path / "2.conllu").read_bytes()


@pytest.mark.usefixtures("command")
def test_a_fault_leaves_no_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "in.txt", b"fine\n\xff\n")
    assert cdaflow(path, "--output", tmp_path / "out.conllu") == 1
    assert "in.txt:2: " in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("command")
@pytest.mark.parametrize("name", ["in.txt", "out.conllu.zst", "out.parquet"])
def test_outputs_that_cannot_be_are_refused(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "in.txt", b"fine\n")
    assert cdaflow(path, "--output", tmp_path / name) == 1
    assert path.read_bytes() == b"fine\n"


def test_a_pipe_is_read() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tests.trees.test_annotate import Flat\n"
        "from cdaflow.trees import annotate\n"
        "annotate.load_annotator = lambda *_, **__: Flat()\n"
        "from cdaflow.cli import main\n"
        "sys.exit(main(['trees', 'annotate', '--lang', 'es', '--models', 'm', *sys.argv[2:]]))\n"
    )
    here = str(Path(__file__).parents[2])
    for rest in ([], ["-"]):
        done = subprocess.run(
            [sys.executable, "-c", code, here, *rest],
            input="uno dos\n¿tres?\n".encode(),
            capture_output=True,
            check=True,
        )
        assert done.stdout.decode().count("# sent_id") == 2
        assert "¿tres?" in done.stdout.decode()


def test_bytes_of_the_flat_annotator_have_not_changed() -> None:
    # So that a change of the format, and with it of all stored trees, is noticed.
    blocks = "".join(annotate_blocks([("1", "a b\tc")], Flat()))
    assert blocks == (
        "# sent_id = 1\n# text = a b\tc\n"
        "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"
        "2\tb\tb\tX\t_\t_\t1\tflat\t_\tSpacesAfter=\\t\n"
        "3\tc\tc\tX\t_\t_\t1\tflat\t_\t_\n\n"
    )
