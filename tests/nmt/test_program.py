"""Translation by an outside program: what is asked of it, and what is said of its faults."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.nmt.program import Pivot, translate_by

from ..errors import raises

FAKE = str(Path(__file__).parents[1] / "fakes/translator.py")
WORDS = {"the": "la", "nurse": "enfermera", "sleeps": "duerme", "house": "casa", "and": "y",
         "is": "es", "of": "de", "in": "en", "a": "una"}  # fmt: skip


@pytest.fixture
def program(tmp_path):
    table = tmp_path / "table.tsv"
    table.write_text("".join(f"{one}\t{other}\n" for one, other in WORDS.items()))
    return [sys.executable, FAKE, str(table)]


@pytest.fixture
def text(tmp_path):
    def write(*lines):
        path = tmp_path / "in.txt"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def test_one_line_for_each_line(program, text, tmp_path):
    source = text("", "the nurse sleeps", "  ", "the nurse in\u2028a xylophone", "")
    counts, met = translate_by(program, source, tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text().split("\n") == [
        "", "la enfermera duerme", "", "la enfermera en\u2028una xylophone", "", "",
    ]  # fmt: skip
    assert (counts.lines, counts.blank) == (5, 3)
    # nurse twice, sleeps, xylophone are words of five letters; the last one is left.
    assert (met.empty, met.marked, met.words, met.unchanged) == (0, 0, 4, 1)


def test_shards_of_nothing_but_blank_lines(program, text, tmp_path):
    counts, _ = translate_by(program, text("", " "), tmp_path / "out.txt")
    assert (counts.lines, counts.blank) == (2, 2)
    source = text(*["the nurse sleeps"] * 5)
    parts = []
    for part in (1, 2):
        translate_by(program, source, tmp_path / "out.txt", shard=(part, 2))
        parts += (tmp_path / "out.txt").read_text().splitlines()
    assert parts == ["la enfermera duerme"] * 5


def test_marks_of_unknown_words(program, text, tmp_path):
    lines = ["the nurse of the house"] * 200
    program = [*program, "--marked"]
    with raises("program.unknown-word-marks") as caught:
        translate_by(program, text(*lines, *["the nurse of the quokka"] * 3), tmp_path / "out.txt")
    assert "3 of 203 lines" in str(caught.value)
    assert "[program.unknown-word-marks]" in str(caught.value)
    assert not (tmp_path / "out.txt").exists()
    # One per cent is left in, and said; a star of the text itself is none.
    _, met = translate_by(program, text(*lines, "the quokka", "* the *nurse"), tmp_path / "out.txt")
    assert met.marked == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--drop", "1"], "program.line-count"),
        (["--fail", "Error: no data for eng-xxx"], "program.failed"),
        (["--sleep", "30"], "program.timeout"),
    ],
)
def test_a_program_that_fails(program, text, tmp_path, words, message):
    source = text(*["the nurse sleeps in a house"] * 30)
    with raises(message):
        translate_by(
            [*program, *words],
            source,
            tmp_path / "out.txt",
            timeout=0.005 * (words[0] == "--sleep"),
        )
    assert not (tmp_path / "out.txt").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "table.tsv"]


def test_a_program_that_is_not_there(text, tmp_path):
    with raises("program.not-runnable", "no-such-program") as caught:
        translate_by(["no-such-program"], text("the nurse"), tmp_path / "out.txt")
    assert "on PATH" in str(caught.value)


def test_another_language(program, text, tmp_path):
    source = text(*["The nurse of the house sleeps and the doctor is in it"] * 30)
    with raises("translations.other-language", "Spanish", "English (100 %)"):
        translate_by([*program, "--copy"], source, tmp_path / "out.txt", language="es")
    translate_by([*program, "--copy"], source, tmp_path / "out.txt")  # not checked


def test_nothing_is_written(text, tmp_path):
    with raises("translations.all-empty", "2"):
        translate_by(["sed", "s/.*//"], text("one", "two"), tmp_path / "out.txt")
    with raises("program.not-utf8", "2", "2 lines", "sed"):
        translate_by(["sed", "s/.*/\\xff/"], text("one", "two"), tmp_path / "out.txt")


def test_command_line(program, text, tmp_path, capsys):
    source = text("the nurse sleeps")
    words = " ".join(program)
    output = str(tmp_path / "out.txt")
    arguments = ["nmt", "translate", "--input", str(source), "--output", output]
    assert main([*arguments, "--program", words, "--lang", "es"]) == 0
    assert "1 lines (0 blank) by" in capsys.readouterr().err + capsys.readouterr().out
    assert main([*arguments, "--program", "sed 's/a"]) == 1
    assert "[program.unclosed-quotes]" in capsys.readouterr().err
    assert main([*arguments, "--program", " "]) == 1


class Lowering:
    """A decoder that writes each line in small letters."""

    gpus = ()

    def decode(self, model, options, work, wanted, log):
        text = (work / "source").read_text(encoding="utf-8")
        (work / "target").write_text(text.lower(), encoding="utf-8")


def test_a_program_behind_a_model(program, tmp_path):
    (tmp_path / "source").write_text("THE NURSE SLEEPS\nTHE HOUSE\n")
    pivot = Pivot(Lowering(), program, "es")
    pivot.decode(None, {}, tmp_path, 2, tmp_path / "log")
    assert (tmp_path / "target").read_text() == "la enfermera duerme\nla casa\n"
    assert (tmp_path / "source").read_text().startswith("THE NURSE")
    with raises("option.details-with-pivot"):
        pivot.explain(None, {}, tmp_path, 2, tmp_path / "log")


def test_a_program_behind_a_model_is_looked_at(program, tmp_path):
    line = "THE NURSE OF THE HOUSE SLEEPS AND THE DOCTOR IS IN IT\n"
    (tmp_path / "source").write_text(30 * line)
    with raises("translations.other-language", "Spanish", "English"):
        Pivot(Lowering(), [*program, "--copy"], "es").decode(
            None, {}, tmp_path, 30, tmp_path / "log"
        )
    with raises("program.line-count", "1", "30"):
        Pivot(Lowering(), ["head", "-n", "1"]).decode(None, {}, tmp_path, 30, tmp_path / "log")


def test_a_program_behind_a_program(program, text, tmp_path, capsys):
    arguments = ["nmt", "translate", "--input", str(text("the nurse")), "--program", "cat"]
    output = ["--output", str(tmp_path / "out.txt")]
    assert main([*arguments, "--through", "cat", *output]) == 1
    assert "[option.through-without-model]" in capsys.readouterr().err
