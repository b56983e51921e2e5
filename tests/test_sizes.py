"""No room grows unnoticed: statements and modules of each have a limit, in sizes.tsv.

What makes a room larger stands there in a line of its own that says why: `scoring +30 +1` and the
reason. `python docs/scripts/architecture.py` lowers the limits of what has shrunk, and writes the
table of docs/architecture.md.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "docs/scripts"))  # its scripts are no package

import architecture

ROWS = architecture.read_limits()
#: A room may be this much below its limit until the limit is lowered.
SLACK = 40


@pytest.mark.parametrize("number", [0, 1], ids=["statements", "modules"])
def test_no_room_is_larger_than_its_limit(number):
    size, limit = architecture.sizes()[number], architecture.limits(ROWS)[number]
    assert size.keys() == limit.keys(), "each room has its line in tests/sizes.tsv"
    grown = {room: (size[room], limit[room]) for room in size if size[room] > limit[room]}
    assert not grown, "(size, limit): make it smaller, or add a line to tests/sizes.tsv, with why"


def test_limits_follow_what_was_gained():
    size, limit = architecture.sizes()[0], architecture.limits(ROWS)[0]
    shrunk = {room: (size[room], limit[room]) for room in size if size[room] < limit[room] - SLACK}
    assert not shrunk, "(size, limit): run docs/scripts/architecture.py"


def test_what_raises_a_limit_says_why():
    first = set()
    for row in ROWS:
        if row.room in first:
            assert row.statements[0] == row.modules[0] == "+", row
            assert len(row.reason.split()) > 2, row
        else:
            assert row.statements.isdecimal(), row
            assert row.modules.isdecimal(), row
            assert not row.reason, row
        first.add(row.room)


def test_the_page_shows_the_limits():
    lines = "\n".join(architecture.table(ROWS))
    assert lines in architecture.PAGE.read_text(encoding="utf-8"), (
        "run docs/scripts/architecture.py"
    )


def test_limits_are_lowered_and_never_raised(monkeypatch):
    row = architecture.Row
    rows = [
        row("a", "100", "5", "", ""),
        row("a", "+9", "+1", "", "a metric of a paper"),
        row("b", "50", "2", "40", ""),
        row("b", "+9", "+0", "", "a metric of a paper"),
    ]
    sizes = ({"a": 104, "b": 60}, {"a": 6, "b": 2})
    monkeypatch.setattr(architecture, "sizes", lambda: sizes)
    assert architecture.lowered(rows) == [row("a", "104", "6", "", ""), *rows[2:]]
