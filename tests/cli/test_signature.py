"""A command from a function: options, positional arguments, groups, files, errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest

from cdaflow.cli import main
from cdaflow.cli.intervention import AgreementLexicon
from cdaflow.cli.options import InflectionList
from cdaflow.cli.signature import Command
from cdaflow.option_types import (
    Language,
    Output,
    Positive,
    ReportFile,
    Shard,
    Value,
    Without,
    exclusive,
)

from ..errors import raises


@dataclass(frozen=True)
class Limits:
    """Limits of a line.

    Attributes:
        max_words: longest line in words
        names (FILE): tables of names
    """

    max_words: int = 200
    capital: bool = True
    names: Sequence[Path] = ()


CALLS: list[dict[str, object]] = []


@exclusive("size", "share", required=True)
def cut(
    text: Path,
    more: Sequence[Path] = (),
    /,
    *,
    lang: Language,
    output: Output = "-",
    size: Positive | None = None,
    share: float | None = None,
    unit: Literal["words", "tokens"] = "words",
    extra: Annotated[Sequence[str], Value(metavar="SPEC", repeat=True)] = (),
    quiet: bool = False,
    shard: Shard | None = None,
    limits: Limits = Limits(max_words=20),
) -> str:
    """Cut a text.

    The rest
    is lost.

    Args:
        text (TEXT.txt): the text
        size: lines
        share: 100 % at most (of all)
        unit: what is
            counted
        shard: the part

    Notes come last.
    """
    CALLS.append(locals().copy())
    return "done"


CUT = Command("text cut", cut)


def call(*words: str) -> dict[str, object]:
    CALLS.clear()
    CUT.run(words)
    return CALLS[0]


def test_values_have_the_types_of_the_signature(capsys):
    values = call("a.txt", "b.txt", "-l", "es", "--size", "3", "--extra", "x", "--extra", "y,z")
    assert values["text"] == Path("a.txt")
    assert values["more"] == [Path("b.txt")]
    assert (values["lang"], values["size"], values["extra"]) == ("es", 3, ["x", "y,z"])
    assert capsys.readouterr().err == "done\n"
    assert call("a.txt", "-l", "es", "--size", "3", "--shard", "2/8")["shard"] == (2, 8)


def test_what_is_not_given_is_left_to_the_function():
    values = call("a.txt", "--lang", "es", "--share", "0.5")
    assert (values["output"], values["unit"], values["more"]) == ("-", "words", ())
    assert values["quiet"] is False
    assert values["limits"] == Limits(max_words=20)


def test_a_dataclass_is_an_option_for_each_field():
    given = ["--no-capital", "--names", "a", "b", "--quiet"]
    values = call("a.txt", "--lang", "es", "--size", "1", *given)
    assert values["limits"] == Limits(max_words=20, capital=False, names=[Path("a"), Path("b")])
    assert values["quiet"] is True


def test_fields_that_a_command_does_not_have():
    def few(*, limits: Annotated[Limits, Without("names", "capital")] = Limits()) -> None:
        """Few."""

    options = Command("few", few).parser().option_actions()
    assert set(options) == {"-h", "--help", "--max-words"}


def test_the_help_is_the_docstring():
    text = " ".join(CUT.parser().format_help().split())
    assert "usage: cdaflow text cut" in text
    assert "Cut a text. The rest is lost." in text
    assert "TEXT.txt the text" in text
    assert "-l LANG, --lang LANG" in text
    assert "{words,tokens} what is counted (default: words)" in text
    assert "100 % at most (of all)" in text
    assert "limits of a line: --max-words N longest line in words (default: 20)" in text
    assert text.endswith("Notes come last.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.txt", "--lang", "es"], "one of the arguments --size --share is required"),
        (["a.txt", "--lang", "es", "--size", "1", "--share", "1"], "not allowed with argument"),
        (["a.txt", "--lang", "es", "--size", "0"], "expected a whole number from 1 up"),
        (["--lang", "es", "--size", "1"], "required: TEXT.txt"),
        (["a.txt", "--size", "1"], "required: -l/--lang"),
        (["a.txt", "--lang", "es", "--size", "1", "--unti", "words"], "did you mean --unit?"),
        (["a.txt", "--lang", "es", "--size", "1", "--unit", "word"], "did you mean words?"),
    ],
)
def test_usage_errors_are_one_line_with_a_hint(words, said, capsys):
    with pytest.raises(SystemExit) as end:
        CUT.run(words)
    assert end.value.code == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert error.startswith("cdaflow text cut: error: ")
    assert "see cdaflow text cut --help" in error


def test_an_output_is_no_input(tmp_path):
    text = tmp_path / "a.txt"
    text.write_text("")
    same = str(tmp_path / "." / "a.txt")
    for given in (["--output", same], ["--output", same, "--names", "b"]):
        with raises("output.overwrites-own-file", "--output"):
            call(str(text), "--lang", "es", "--size", "1", *given)
    call(str(text), "--lang", "es", "--size", "1", "--output", "/dev/null", "--names", "/dev/null")


@pytest.mark.parametrize(
    "line",
    [
        "tables winomt b.json --output {0}.json",
        "tables figure gaps b.json -o {0}.csv",
        "tables winomt b.json -o t.csv --markdown {0}.csv",
        "share results {0}.csv",
        "score winomt t.txt --lang es --data . --output {0}.txt",
        "tables winomt b.json -o t.csv --latex {0}.json",
        "share results {0}.json",
    ],
)
def test_an_output_overwrites_no_file_of_another_format(line, tmp_path, capsys):
    for ending in ("json", "csv", "txt"):
        (tmp_path / f"a.{ending}").write_text("mine")
    assert main(line.format(tmp_path / "a").split()) == 1
    assert "[output.overwrites-other-format]" in capsys.readouterr().err
    assert all(path.read_text() == "mine" for path in tmp_path.iterdir())


@pytest.mark.parametrize(
    "line",
    [
        "score winomt-source --data . --output en.txt",
        "score winomt t.txt --lang es --data . --sentences en_pro.txt",
        "dataset handcrafted --lang es --wordlists . --output lists/professions.es.tsv",
        "score geneval f.txt m.txt --lang es --data . --sentences lists/reference.es",
    ],
)
def test_an_output_overwrites_no_data_of_the_command(line, tmp_path, monkeypatch, capsys):
    """No option names these files: they are read from a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lists").mkdir()
    for name in ("en.txt", "en_pro.txt", "lists/professions.es.tsv", "lists/reference.es"):
        (tmp_path / name).write_text("mine")
    assert main(line.split()) == 1
    assert "[output.overwrites-data]" in capsys.readouterr().err
    assert {path.read_text() for path in tmp_path.rglob("*.*")} == {"mine"}


@pytest.mark.parametrize("name", ["scores.json.gz", "SCORES.JSON", "scores.json.zst", "scores"])
def test_an_output_of_the_same_format_is_written_again(name, tmp_path):
    def write(*, output: ReportFile) -> None:
        """Write."""

    (tmp_path / name).write_text("{}")
    assert Command("write", write).run(["--output", str(tmp_path / name)]) is None


@pytest.mark.parametrize(
    "line",
    [
        "trees annotate --lang es --gold trees.conllu lines.txt",
        "trees annotate --lang es --output t.conllu --gold a.conllu b.conllu lines.txt",
        "trees annotate --gold trees.conllu lines.txt --lang es --output t.conllu",
        "trees annotate --gol trees.conllu lines.txt --lang es",
        "trees annotate --gold a.conllu --lang es --gold trees.conllu lines.txt",
        "trees annotate --lang es --gold trees.conllu ./lines.txt",
    ],
)
def test_a_file_that_an_option_has_swallowed(line, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(line.split())
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    text = "./lines.txt" if "./" in line else "lines.txt"
    assert f"{text}: is {text} one of them, or TEXT?" in error
    assert "(or - for the standard input) before --gold" in error


@pytest.mark.parametrize(
    "line",
    ["nmt check --vocabs a.spm {0} --lang es", "wordlists check --lang es --lexicon spa.tsv {0}"],
)
def test_a_folder_that_an_option_has_swallowed(line, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(line.format(tmp_path).split())
    assert f"is {tmp_path} one of them, or" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given", ["--gold=trees.conllu lines.txt", "--gold trees.conllu -- lines.txt"]
)
def test_a_file_that_no_option_has_swallowed(given, capsys):
    """Written so that it belongs to none: the treebank that is not there is what lacks."""
    assert main(["trees", "annotate", "--lang", "es", "-o", "t.conllu", *given.split()]) == 1
    assert "trees.conllu: no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", ["--lexicon spa.tsv", "--extra a.en b.es", "--lexicon a.tsv.xz b.tsv"]
)
def test_a_required_file_behind_an_option_of_several(option, capsys):
    with pytest.raises(SystemExit):
        main(["score", "winomt", "--lang", "es", *option.split(), "t.txt"])
    assert "arguments are required: FILE (write it before all options" in (capsys.readouterr().err)


@pytest.mark.parametrize("given", ["lexicon", "treebank", "word_list"])
@pytest.mark.parametrize("kind", [AgreementLexicon, InflectionList])
def test_lexicons_and_treebanks_leave_the_word_lists_on(kind, given):
    files = kind(**{given: [Path("mine")]}).with_default_lists("es")
    names = [path.name for path in files.word_list]
    assert names == (["mine"] if given == "word_list" else ["professions.es.tsv", "persons.es.tsv"])
    assert getattr(files, given) == [Path("mine")]


@pytest.mark.parametrize(
    "given",
    [
        {"lexicon": [Path("a"), Path("b")], "treebank": [Path("c")]},
        {"inflections": [Path("mine.jsonl")]},
        {},
    ],
)
def test_several_lists_of_inflections_leave_the_word_lists_on(given):
    files = InflectionList(**given).with_default_lists("fr")
    assert [path.name for path in files.word_list] == ["professions.fr.tsv", "persons.fr.tsv"]
    assert {name: getattr(files, name) for name in given} == given


def test_an_option_has_its_former_name_for_a_version(capsys):
    def parse(*, models: Annotated[Path | None, Value(former="annotator")] = None) -> str:
        """Parse."""
        return str(models)

    command = Command("parse", parse)
    for words in (["--annotator", "m"], ["--annotator=m"], ["--models", "m"]):
        assert command.call(words) == "m"
        assert ("--annotator is now --models" in capsys.readouterr().err) == (
            "models" not in words[0]
        )
    assert "annotator" not in command.parser().format_help()
