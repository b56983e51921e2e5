"""All errors that a user can see, as `tests/messages.tsv` holds them.

python tests/messages.py > tests/messages.tsv

Tests of behaviour go by codes; what the messages say is compared here alone, so that a message
is edited in one place and read beside all others.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[1] / "src" / "cdaflow"
SNAPSHOT = Path(__file__).with_name("messages.tsv")

CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*")

#: What makes an error, or takes the code of one.
_RAISING = re.compile(
    r"[Ee]rror$|[Ff]ault$|_found$|_contradiction$|_check_share$|check_name$|_no_tree$|^forbid$"
)


class Message(NamedTuple):
    """What an error says; data stand in braces, as the code calls them."""

    code: str
    module: str
    problem: str
    hint: str


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return the calls with arguments of the whole source, each with its module."""
    return [
        (path.relative_to(SOURCE).with_suffix("").as_posix(), node)
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.args
    ]


def messages() -> list[Message]:
    """Return the messages of all calls whose first argument is a code, in the order of codes."""
    found = set()
    for module, node in calls():
        if _RAISING.search(ast.unparse(node.func)):
            found.update(_of_call(node, module))
    return sorted(found)


def _of_call(node: ast.Call, module: str) -> Iterator[Message]:
    """Yield the messages of a call; its code may be one of two."""
    first, *said = node.args[ast.unparse(node.func) == "forbid" :]  # behind its condition
    said += [key.value for key in node.keywords if key.arg == "hint"]
    for code in ast.walk(first) if isinstance(first, ast.IfExp) else [first]:
        if _is_code(code) and said:
            problem = next((one for one in said if " " in _text(one)), said[0])
            hint = said[-1] if said[-1] is not problem else None
            yield Message(code.value, module, _text(problem), _text(hint) if hint else "")


def _is_code(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and bool(CODE.fullmatch(node.value))
    )


def _text(node: ast.expr) -> str:
    """Return the text of an expression in the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
            for part in node.values
        )
    return f"{{{ast.unparse(node)}}}"


def main() -> None:
    """Write the table of all messages."""
    writer = csv.writer(sys.stdout, dialect="excel-tab", lineterminator="\n")
    writer.writerow(Message._fields)
    writer.writerows(messages())


if __name__ == "__main__":
    main()
