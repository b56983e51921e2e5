"""Names say what a thing is, not what happened to it: these words may only become fewer.

tests/names.tsv has how often each room binds them still (a variable, a parameter, an attribute);
`python tests/test_names.py` lowers its numbers to those of today.
"""

import ast
import csv
from collections import Counter
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "cdaflow"
LIMITS = Path(__file__).with_name("names.tsv")
WORDS = {
    "about", "each", "found", "given", "kept", "known", "made", "one", "shown", "wanted"
}  # fmt: skip
#: A number may be this much above today's until it is lowered.
SLACK = 10


@cache
def bindings():
    """Return how often each room binds each of the words: (room, word) -> bindings."""
    counts = Counter()
    for path in SOURCE.rglob("*.py"):
        room, *below = path.relative_to(SOURCE).parts
        names = bound_names(ast.parse(path.read_bytes()))
        counts.update((room if below else "single modules", name) for name in names)
    return counts


def bound_names(tree):
    """Yield the name of each binding that is one of the words."""
    for node in ast.walk(tree):
        is_stored = isinstance(getattr(node, "ctx", None), ast.Store)
        name = getattr(node, "id" if isinstance(node, ast.Name) else "attr", None)
        name = name if is_stored else node.arg if isinstance(node, ast.arg) else None
        if name in WORDS:
            yield name


def limits():
    """Return the numbers of the table."""
    with LIMITS.open(encoding="utf-8", newline="") as handle:
        rows = csv.DictReader(handle, delimiter="\t")
        return Counter({(row["room"], row["name"]): int(row["bindings"]) for row in rows})


def test_no_room_binds_more_of_them():
    limit = limits()
    more = {key: (n, limit[key]) for key, n in bindings().items() if n > limit[key]}
    assert not more, "(bindings, limit): name the thing, such as `match`, `vocabulary`, `sentence`"


def test_the_table_follows():
    counts = bindings()
    fewer = {key: (counts[key], n) for key, n in limits().items() if counts[key] < n - SLACK}
    assert not fewer, "(bindings, limit): run `python tests/test_names.py`"


def test_every_kind_of_binding_is_counted():
    tree = ast.parse(
        "found = 1\n"
        "def f(known, *, kept=found): self.wanted = known.kept(made=found)\n"
        "for each, (one, x) in [[about := 3 for shown in y]]: pass\n"
        "given: int\n"
    )
    assert sorted(bound_names(tree)) == [
        "about", "each", "found", "given", "kept", "known", "one", "shown", "wanted"
    ]  # fmt: skip


def main():
    """Lower the numbers of the table to today's; none is raised."""
    counts, old = bindings(), limits()
    rows = sorted((*key, min(counts[key], n)) for key, n in old.items() if counts[key])
    with LIMITS.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, delimiter="\t", lineterminator="\n")
        writer.writerows([("room", "name", "bindings"), *rows])


if __name__ == "__main__":
    main()
