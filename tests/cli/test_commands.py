"""All commands: found, explained, completed, quick to start; what main makes of their errors."""

import importlib
import subprocess
import sys

import pytest

from cdaflow.cli import commands, main
from cdaflow.cli.completion import candidates

#: What takes long to import, and no help needs.
HEAVY = {
    "torch",
    "stanza",
    "pandas",
    "pyarrow",
    "numpy._core",
    "matplotlib",
    "sacrebleu",
    "snakemake",
}


def names() -> list[str]:
    return list(commands.names())


def loaded(*words: str) -> set[str]:
    code = (
        "import sys; from cdaflow.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert "usage: cdaflow" in done.stdout
    return set(done.stderr.split())


def test_every_command_is_a_function():
    assert len(names()) == len(set(names())) > 90
    for name in names():
        module, function = commands.resolve(name)
        assert callable(getattr(importlib.import_module(module), function))
    assert commands.resolve("text build") == ("cdaflow.cli.text", "build")
    with pytest.raises(KeyError):
        commands.resolve("text bild")


@pytest.mark.parametrize("name", names())
def test_every_option_has_a_help(name):
    for action in commands.load(name).parser().option_actions().values():
        assert action.help, action.option_strings


@pytest.mark.parametrize(
    "words", [["--help"], ["text", "--help"], ["score", "winomt", "--help"], ["nmt", "--help"]]
)
def test_a_help_loads_nothing_heavy(words):
    assert loaded(*words) & HEAVY == set()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["txt"], "did you mean text?"),
        (["text", "sampel"], "did you mean sample?"),
        (["text"], "see cdaflow text --help"),
        ([], "required: GROUP"),
    ],
)
def test_unknown_commands(words, said, capsys):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["te"], ["text"]),
        (["text", "s"], ["sample", "show"]),
        (["text", "sample", "--si"], ["--size", "--size-of"]),
        (["completion", "--h"], ["--help"]),
        (["text", "sample", ""], []),
        (["share"], ["share"]),
    ],
)
def test_completion(words, found):
    assert candidates(words) == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed(shell, capsys):
    assert main(["completion", shell]) == 0
    assert "cdaflow completion words --" in capsys.readouterr().out
    assert main(["completion", "words", "--", "text", "sample", "--si"]) == 0
    assert capsys.readouterr().out == "--size\n--size-of\n"


def test_bash_completes(tmp_path):
    script = (
        'eval "$(cdaflow completion bash)"; COMP_WORDS=(cdaflow text sam); COMP_CWORD=2; '
        '_cdaflow; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.stdout == "sample\n", done.stderr
