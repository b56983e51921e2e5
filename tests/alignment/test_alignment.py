import shutil
import stat
import sys
import textwrap
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.alignment import aligners as alignment
from cdaflow.alignment.aligners import MAX_WORDS, align, find_eflomal, read_line_pairs, read_pairs
from cdaflow.cli import main

from ..errors import raises


@pytest.fixture
def fake(tmp_path):
    """Return the path of a program with eflomal's options that links word n to word n."""
    program = tmp_path / "fake-eflomal"
    program.write_text(
        f"#!{sys.executable}\n"
        + textwrap.dedent("""\
            import pathlib, sys
            names = dict(zip(sys.argv[2::2], sys.argv[3::2]))
            sides = [pathlib.Path(names["--" + s]).read_text().splitlines()
                     for s in ("source", "target")]
            rows = [range(min(len(a.split()), len(b.split()))) for a, b in zip(*sides)]
            # The reverse direction misses the first link.
            for option, start in (("--forward-links", 0), ("--reverse-links", 1)):
                text = "".join(" ".join(f"{i}-{i}" for i in row[start:]) + "\\n" for row in rows)
                pathlib.Path(names[option]).write_text(text)
            pathlib.Path(__file__).with_name("options").write_text(" ".join(sys.argv))
            seen = "\\n".join(map("|".join, zip(*sides)))
            pathlib.Path(__file__).with_name("seen").write_text(seen)
            """)
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_extra_text_trains_but_is_not_returned(fake):
    pairs = [(["a", "b"], ["x", "y", "z"]), ([], ["q"]), (["c"], ["w"])]
    extra = [(["e", "f"], ["g"]), ([], ["h"])]
    links = align(pairs, extra, program=str(fake), symmetrisation="intersection")
    assert links == [{(1, 1)}, set(), set()]
    assert fake.with_name("seen").read_text() == "a b|x y z\nc|w\ne f|g"
    links = align(pairs, program=str(fake))
    assert links == [{(0, 0), (1, 1)}, set(), {(0, 0)}]


def test_forward_links_alone(fake):
    pairs = [(["a", "b"], ["x", "y", "z"])]
    # The fake's reverse direction misses the first link.
    assert align(pairs, program=str(fake), symmetrisation="forward") == [{(0, 0), (1, 1)}]


def test_a_small_set_is_sampled_less(fake, monkeypatch):
    monkeypatch.setattr(alignment, "FEW_PAIRS", 3)
    options = fake.with_name("options")
    for size, expected in ((2, True), (3, False)):
        align([(["a"], ["b"])] * size, program=str(fake))
        assert ("--length 0.5" in options.read_text()) is expected


@pytest.mark.parametrize("symmetrisation", ["grow-diag-final-and", "intersection", "forward"])
def test_fast_align_needs_no_program(symmetrisation):
    pairs = [([a, b], [a.upper(), b.upper()]) for a in "abcd" for b in "efgh"]
    extra = [(["a"] * (MAX_WORDS + 1), ["B"] * (MAX_WORDS + 1)), ([], ["x"])]
    links = align(
        [*pairs, (["a"], [])],
        iter(extra),
        aligner="fast-align",
        symmetrisation=symmetrisation,
        program="no-such-program",
    )
    assert links == [{(0, 0), (1, 1)}] * len(pairs) + [set()]


def test_unknown_aligner():
    with raises("aligner.unknown", "'giza'"):
        align([(["a"], ["b"])], aligner="giza")


def test_endless_lines_have_no_links(fake):
    long = ["w"] * (MAX_WORDS + 1)
    assert align([(["a"], long), (["a"], ["b"])], program=str(fake)) == [set(), {(0, 0)}]
    # Nothing is left to align, so the program is not run.
    assert align([(["a"], long)], program="true") == [set()]


def test_missing_and_failing_programs(tmp_path):
    with raises("aligner.not-found", "no-such-aligner") as error:
        find_eflomal("no-such-aligner")
    assert "pip install eflomal" in error.value.hint
    failing = tmp_path / "failing"
    failing.write_text("#!/bin/sh\necho first >&2\necho out of memory >&2\nexit 3\n")
    failing.chmod(0o755)
    with raises("aligner.failed", "3: out of"):
        align([(["a"], ["b"])], program=str(failing))


def test_extra_text_from_parquet_and_tsv(tmp_path):
    pq.write_table(
        pa.table({"id": [1, 2], "source": ["a b", "c"], "target": ["x", "y z"]}),
        tmp_path / "p.parquet",
    )
    (tmp_path / "t.tsv").write_text("a b\tx\nc\ty z\textra\n")
    expected = [(["a", "b"], ["x"]), (["c"], ["y", "z"])]
    for name in ("p.parquet", "t.tsv"):
        assert list(read_pairs(tmp_path / name, str.split, str.split)) == expected
        assert list(read_pairs(tmp_path / name, str.split, str.split, 1)) == expected[:1]
    (tmp_path / "bad.tsv").write_text("a\tb\nno tab\n")
    with raises("extra-text.no-tab") as error:
        list(read_pairs(tmp_path / "bad.tsv", str.split, str.split))
    assert error.value.line == 2
    pq.write_table(pa.table({"source": ["a"]}), tmp_path / "half.parquet")
    with raises("column.missing"):
        list(read_pairs(tmp_path / "half.parquet", str.split, str.split))


def test_extra_text_is_sampled_over_the_whole_file(tmp_path):
    """Corpora stand one behind the other: the first N rows would be of the first alone."""
    corpora = [f"{name}{number}" for name in "abcd" for number in range(5_000)]
    lines = "".join(f"{word}\t{word}\n" for word in corpora)
    (tmp_path / "t.tsv").write_text(lines)
    pq.write_table(pa.table({"source": corpora, "target": corpora}), tmp_path / "p.parquet")

    def taken(name, limit, seed=1):
        pairs = read_pairs(tmp_path / name, str.split, str.split, limit, seed)
        return [source[0] for source, _ in pairs]

    sample = taken("t.tsv", 400)
    assert len(sample) == 400
    assert Counter(word[0] for word in sample).keys() == set("abcd")
    assert all(70 < number < 130 for number in Counter(word[0] for word in sample).values())
    assert sample == taken("p.parquet", 400) == taken("t.tsv", 400)
    assert sample == [word for word in corpora if word in set(sample)]
    assert set(taken("t.tsv", 40)) < set(sample)
    assert sample != taken("t.tsv", 400, seed=2)
    assert taken("t.tsv", 50_000) == corpora
    assert taken("t.tsv", 0) == []


def test_line_pairs(tmp_path):
    (tmp_path / "s").write_text("a b\nc\n")
    (tmp_path / "t").write_text("a b ||| x &apos; y\nz\n")
    pairs = read_line_pairs(tmp_path / "s", tmp_path / "t", str.split, str.split)
    assert pairs == [(["a", "b"], ["x", "'", "y"]), (["c"], ["z"])]
    (tmp_path / "t").write_text("z\n")
    with raises("file.line-count", "1"):
        read_line_pairs(tmp_path / "s", tmp_path / "t", str.split, str.split)


def test_command_writes_links_over_words(tmp_path, fake, capsys):
    (tmp_path / "en").write_text("The nurse's car.\n")
    (tmp_path / "fr").write_text("L’auto de l'infirmière.\n")
    output = tmp_path / "new" / "x.pharaoh"
    status = main(
        f"score align --source {tmp_path}/en --target {tmp_path}/fr --target-lang fr "
        f"--eflomal {fake} --output {output}".split()
    )
    assert status == 0
    # The nurse 's car . | L' auto de l' infirmière .
    assert fake.with_name("seen").read_text() == "The nurse 's car .|L' auto de l' infirmière ."
    assert output.read_text() == "0-0 1-1 2-2 3-3 4-4\n"
    assert "1 of 1 pairs have links" in capsys.readouterr().err


def test_command_aligns_tokens_by_fast_align(tmp_path):
    (tmp_path / "en").write_text("The nurse's car.\nThe nurse's dog.\nThe cook's car.\n")
    (tmp_path / "fr").write_text("L'auto infirmière.\nLe chien infirmière.\nL'auto cuisinier.\n")
    output = tmp_path / "x.pharaoh"
    status = main(
        f"score align --source {tmp_path}/en --target {tmp_path}/fr --target-lang fr "
        f"--units tokens --aligner fast-align --symmetrisation forward --output {output}".split()
    )
    assert status == 0
    lines = [[link.split("-") for link in line.split()] for line in output.read_text().splitlines()]
    assert [len(line) for line in lines] == [2, 3, 2]
    assert all(int(i) < 3 for line in lines for i, _ in line)
    assert [[int(j) for _, j in sorted(line, key=lambda p: int(p[1]))] for line in lines] == [
        [0, 1],
        [0, 1, 2],
        [0, 1],
    ]


@pytest.mark.skipif(
    not (Path(sys.executable).with_name("eflomal-align").exists() or shutil.which("eflomal-align")),
    reason="eflomal is not installed",
)
def test_the_real_program_learns_a_small_dictionary(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nouns = [("nurse", "enfermera"), ("baker", "panadero"), ("cook", "cocinero"), ("car", "coche")]
    verbs = [("sees", "ve"), ("hears", "oye"), ("wants", "quiere")]
    pairs = [
        (["the", a, verb, "the", b], ["el", x, verbo, "el", y])
        for a, x in nouns
        for verb, verbo in verbs
        for b, y in nouns
    ]
    links = align(pairs[:5], pairs[5:] * 3)
    diagonal = {(n, n) for n in range(5)}
    # Sampling is random: nearly all links must be right, not all.
    assert sum(len(diagonal & line) for line in links) >= 22
    assert list(tmp_path.iterdir()) == []
