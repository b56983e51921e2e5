import json

import pytest

from cdaflow.cli import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.en").write_text("One\nTwo\nThree\n\n")
    (tmp_path / "a.es").write_text("Uno\nDos\nTres\nNada\n")
    return tmp_path


BUILD = ["text", "build", "--source-lang", "en", "--target-lang", "es"]
OUT = ["--output", "out/t.parquet", "--drops", "out/t.drops.tsv"]


def test_from_files_to_files(folder, capsys):
    spec = json.dumps({"name": "a", "source": "a.en", "target": "a.es", "weight": 2})
    assert main([*BUILD, "--corpus", spec, *OUT]) == 0
    assert "a: 4 lines, 3 kept, 6 written (dropped: 1 empty)" in capsys.readouterr().err
    assert (folder / "out/t.drops.tsv").read_text().splitlines()[1].startswith("a\t4\t0\t1\t")
    assert main(["text", "show", "out/t.parquet", "--head", "2"]) == 0
    copy = (1 << 55) + 1
    assert capsys.readouterr().out == (
        f"id\tcorpus\tsource\ttarget\n1\ta\tOne\tUno\n{copy}\ta\tOne\tUno\n"
    )
    assert main(["text", "show", "out/t.parquet", "--id", str(copy)]) == 0
    assert "line or unit 1 of a.en and a.es, copy 2" in capsys.readouterr().err
    assert main(["text", "export", "out/t.parquet", "--source", "x.en", "--target", "x.es"]) == 0
    assert (folder / "x.es").read_text() == "Uno\nUno\nDos\nDos\nTres\nTres\n"
    arguments = ["text", "sample", "out/t.parquet", "--size", "2", "--output", "s.parquet"]
    assert main([*arguments, "--rest", "r.parquet"]) == 0
    assert "s.parquet: 2 rows; r.parquet: 4" in capsys.readouterr().err


def test_mono(folder, capsys):
    arguments = ["text", "mono", "--lang", "en", "--corpus", "name=a,text=a.en"]
    assert main([*arguments, "--output", "m.parquet"]) == 0
    capsys.readouterr()
    assert main(["text", "show", "m.parquet"]) == 0
    assert capsys.readouterr().out == "id\tcorpus\ttext\n1\ta\tOne\n2\ta\tTwo\n3\ta\tThree\n"
    assert main(["text", "export", "m.parquet", "--text", "m.en"]) == 0
    assert (folder / "m.en").read_text() == "One\nTwo\nThree\n"


def test_a_limit_is_a_whole_number_from_0_up(folder, capsys):
    corpus = ["--corpus", "name=a,source=a.en,target=a.es"]
    with pytest.raises(SystemExit):
        main([*BUILD, *corpus, *OUT, "--max-words", "-1"])
    assert "--max-words: '-1': expected a whole number from 0 up" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*BUILD, "--corpus", "name=a,sourc=a.en,target=a.es", *OUT], "did you mean 'source'"),
        ([*BUILD, "--corpus", "name=a,source=no.en,target=a.es", *OUT], "no.en: no such file"),
        (
            [*BUILD, "--corpus", "name=a,source=a.en,target=a.es", *OUT, "--length-ratio", "0.5"],
            "0.5",
        ),
        (
            [*BUILD[:-1], "Spanish", "--corpus", "name=a,tmx=a.en", *OUT],
            "[language.malformed-code]",
        ),
        ([*BUILD, "--corpus", "name=a,tmx=a.en", *OUT], "a.en:1: not well-formed"),
        (["text", "show", "a.en"], "[parquet.damaged]"),
        (["text", "export", "a.en"], "nothing to write"),
        (["text", "sample", "no.parquet", "--size", "3", "--output", "s"], "no such file"),
    ],
)
def test_one_clear_error(folder, capsys, arguments, words):
    before = sorted(folder.iterdir())
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert error.startswith("cdaflow: error: ")
    assert words in error
    assert "Traceback" not in error
    assert [p for p in sorted(folder.iterdir()) if p.name != "out"] == before


def _numbered(start, end):
    """Pairs that name numbers, as those of real text do here and there."""
    return [(f"The year {n} was good.", f"El año {n} fue bueno.") for n in range(start, end)]


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize(
    ("gone", "message"),
    [
        (0, "a.es:1: from about here on, each line matches the source 1 line after it"),
        (200, "each line matches the source 1 line after it"),
        (
            -2,
            "a.es:1: from about here on, each line matches the source 2 lines before it",
        ),
        (None, ""),
    ],
)
def test_two_files_of_which_one_has_slipped(tmp_path, monkeypatch, capsys, command, gone, message):
    """A line that lacks at its beginning or within, lines too many, and files that are right."""
    monkeypatch.chdir(tmp_path)
    sources, targets = map(list, zip(*_numbered(1000, 1500), strict=True))
    if gone is not None and gone >= 0:
        del targets[gone], sources[-1]
    elif gone is not None:
        targets[:0] = ["Año nuevo."] * -gone
        del targets[gone:]
    (tmp_path / "a.en").write_text("\n".join(sources) + "\n")
    (tmp_path / "a.es").write_text("\n".join(targets) + "\n")
    words = [*BUILD[:1], command, *BUILD[2:], "--output", f"out.{command}"]
    spec = "name=a,source=a.en,target=a.es"
    assert main([*words, "--corpus", spec]) == (1 if message else 0)
    assert message in capsys.readouterr().err
    assert main([*words, "--corpus", spec + ",language_check=false"]) == 0
