import ast

import pytest

from cdaflow.errors import CdaflowError, InputError

from .errors import raises
from .messages import CODE, SNAPSHOT, calls, main

CLASSES = ("CdaflowError", "InputError", "ConfigError", "ProgramError", "UsageError", "fault")


def test_messages_are_those_of_the_table(capsys):
    """To change a message: edit it, then `python tests/messages.py > tests/messages.tsv`."""
    main()
    assert capsys.readouterr().out == SNAPSHOT.read_text(encoding="utf-8")


def test_every_error_begins_with_a_code():
    """Constants alone; a code that is passed on is a name."""
    wrong = []
    for module, node in calls():
        if getattr(node.func, "id", "") in CLASSES:
            first = node.args[0]
            if isinstance(first, ast.Constant) and not CODE.fullmatch(str(first.value)):
                wrong.append(f"{module}:{node.lineno}: {first.value!r}")
            if isinstance(first, ast.JoinedStr) and " " in ast.unparse(first).split(".")[0]:
                wrong.append(f"{module}:{node.lineno}: {ast.unparse(first)}")
    assert not wrong


def test_the_code_ends_the_first_line():
    error = InputError("pair.empty", "an empty side", file="a.tsv", line=3, hint="drop the pair")
    assert str(error) == "a.tsv:3: an empty side [pair.empty]\n  -> drop the pair"


def test_the_same_error_of_a_place():
    error = InputError("pair.empty", "an empty side", hint="drop the pair").at("b.tsv", 7)
    assert isinstance(error, InputError)
    assert (error.code, error.file, error.line, error.hint) == (
        "pair.empty", "b.tsv", 7, "drop the pair"
    )  # fmt: skip


def test_raises_fails_at_another_error():
    with pytest.raises(AssertionError, match="another error"), raises("pair.empty"):
        raise CdaflowError("pair.long", "too long")
    with pytest.raises(AssertionError, match="is not said"), raises("pair.long", "a.tsv"):
        raise CdaflowError("pair.long", "too long")
    with pytest.raises(AssertionError, match="another line"), raises("pair.long", line=2):
        raise CdaflowError("pair.long", "too long", file="a.tsv", line=3)
