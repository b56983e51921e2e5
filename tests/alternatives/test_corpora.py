"""A corpus with gender alternatives: pairs in, kept and left-out pairs out."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    Structure,
    read_alternatives,
    write_alternatives,
)
from cdaflow.cli.commands import run

from ..errors import raises

COOK = Alternatives(
    "A cook.", "Un cocinero.", (Structure(0, "Un cocinero", "Una cocinera", (0,)),), (Entity(2, 6),)
)
RAIN = Alternatives("It rains.", "Llueve.", (), ())
SHE = Alternatives("A star sings.", "Una estrella canta.", (), (Entity(2, 6),))
KING = Alternatives("A\tking of x.", "Un rey.", (), (Entity(2, 6),))
ITEMS = [COOK, RAIN, SHE, KING]
HEADER = "line\tcause\tdetail\n"


def test_pairs_of_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "en").write_text("A cook.\n\nIt rains.\n")
    (tmp_path / "es").write_text("Un cocinero.\n\nLlueve.\n")
    run(["alternatives", "pairs", *(str(tmp_path / s) for s in ("en", "es")),
         "--output", str(tmp_path / "o.jsonl.gz")])  # fmt: skip
    assert list(read_alternatives(tmp_path / "o.jsonl.gz")) == [
        Alternatives("A cook.", "Un cocinero."),
        Alternatives("", ""),
        Alternatives("It rains.", "Llueve."),
    ]


@pytest.fixture
def shards(tmp_path: Path) -> list[str]:
    """Return the arguments that gather two shards, in which two sentences lack something."""
    write_alternatives(tmp_path / "all.jsonl", ITEMS)
    for number, part in enumerate((ITEMS[:1], ITEMS[1:]), 1):
        write_alternatives(tmp_path / f"{number}.jsonl", part)
    (tmp_path / "1.tsv").write_text(HEADER)
    (tmp_path / "2.tsv").write_text(
        HEADER + "1\tnobody-open\t\n2\tunchanged\t\n3\tinflection\trey\n"
    )
    paths = [str(tmp_path / name) for name in ("1.jsonl", "2.jsonl", "1.tsv", "2.tsv", "all.jsonl")]
    return [*paths[:2], "--reasons", *paths[2:4], "--sentences", paths[4]]


def gather(folder: Path, *arguments: str) -> None:
    output = "--output", str(folder / "o.jsonl"), "--left-out", str(folder / "left.tsv")
    run(["alternatives", "gather", *arguments, *output])


def test_a_reason_for_every_pair_that_is_left_out(
    tmp_path: Path, shards: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    gather(tmp_path, *shards)
    assert list(read_alternatives(tmp_path / "o.jsonl")) == ITEMS[:2]
    assert (tmp_path / "left.tsv").read_text() == (
        "line\tcause\tdetail\tsource\n"
        "3\tunchanged\t\tA star sings.\n4\tinflection\trey\tA king of x.\n"
    )
    said = capsys.readouterr().err
    assert "2 of 4 sentences (whole 1, inflection 1, nobody-open 1, unchanged 1)" in said


def test_what_is_left_out_is_tabled_by_cause(tmp_path: Path, shards: list[str]) -> None:
    report, table = str(tmp_path / "r.json"), str(tmp_path / "t.csv")
    gather(tmp_path, *shards, "--lang", "es", "--report", report)
    run(["tables", "augmentation", report, "--output", table])
    assert Path(table).read_text().splitlines() == [
        "language,pairs,offered,plain,left_out,causes",
        'es,4,1,1,2,"inflection 1, unchanged 1"',
    ]


@pytest.mark.parametrize(
    ("reasons", "message"),
    [
        ("x\n", "reasons.malformed"),
        (HEADER + "a\tb\tc\n", "reasons.malformed"),
        (HEADER + "4\tinflection\t\n", "reasons.line-out-of-range"),
        ("", "not the one"),
    ],
)
def test_reasons_that_are_not_those_of_the_shards(
    tmp_path: Path, shards: list[str], reasons: str, message: str
) -> None:
    (tmp_path / "2.tsv").write_text(reasons)
    if reasons:
        with raises(message):
            gather(tmp_path, *shards)
        assert not (tmp_path / "o.jsonl").exists()
    else:
        with raises("reasons.file-count", "1", "2"):
            gather(tmp_path, *shards[:3], *shards[4:])


def test_options_that_go_together(
    tmp_path: Path, shards: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    output = "--output", str(tmp_path / "o.jsonl")
    with pytest.raises(SystemExit):
        run(["alternatives", "gather", *shards, *output])
    assert "[option.reasons-without-left-out]" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        gather(tmp_path, *shards, "--report", str(tmp_path / "r.json"))
    assert "[option.report-without-left-out-or-lang]" in capsys.readouterr().err


def test_sources_are_lines_for_any_translator(tmp_path: Path) -> None:
    items = [Alternatives("The cook slept.", "El cocinero durmió."), Alternatives("", "")]
    write_alternatives(tmp_path / "a.jsonl.gz", items)
    run(["alternatives", "sources", str(tmp_path / "a.jsonl.gz"),
         "--output", str(tmp_path / "en.txt")])  # fmt: skip
    assert (tmp_path / "en.txt").read_text() == "The cook slept.\n\n"
