"""What is wrong with a sentence of CoNLL-U, where a check of whole columns fails.

The reader checks columns at once, which is quick; each function here finds the line and the words
for one of these checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cdaflow.trees.sentence import UPOS, feature_fault

#: The columns of CoNLL-U.
COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")

_HEAD = re.compile(r"0|[1-9][0-9]*")

_NO_TREE = "each word needs the id of another word as its HEAD, the root 0: parse the sentence"


class Fault(Exception):  # noqa: N818 (it becomes an InputError, once the file is known)
    """A fault in line `line` (from 0) of a sentence, and what to do about it."""

    def __init__(self, code: str, line: int, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.code = code
        self.line, self.problem, self.hint = line, problem, hint


def shape_fault(block: str) -> Fault:
    """Return the first line that is neither a comment before the words nor ten full columns."""
    is_first = True
    for number, line in enumerate(block.split("\n")):
        if fault := _line_fault(number, line, is_first=is_first):
            return fault
        is_first = is_first and line.startswith("#")
    raise AssertionError(f"the lines of {block!r} are well-formed")


def _line_fault(number: int, line: str, *, is_first: bool) -> Fault | None:
    """Return what is wrong with a line as such; `is_first`: only comments came before it."""
    if "\r" in line:
        return Fault(
            "tree.carriage-return",
            number,
            "the line has a carriage return (in CoNLL-U, lines end with a line feed only)",
            "convert it: dos2unix FILE, or tr -d '\\r' < FILE > NEW",
        )
    if "\0" in line:
        return Fault(
            "tree.nul-character",
            number,
            "the line has a NUL character",
            "the file is damaged, or is not text",
        )
    if not line:
        hint = "one empty line ends a sentence: cat -s FILE > NEW, or give the sentence a comment"
        return Fault(
            "tree.empty-line", number, "there is an empty line that does not end a sentence", hint
        )
    if line.startswith("#"):
        if is_first:
            return None
        hint = "write comments before the words; end each sentence with an empty line"
        return Fault(
            "tree.comment-among-words",
            number,
            "there is a comment among the words of a sentence",
            hint,
        )
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        hint = "the file is not CoNLL-U, or its tabs became blanks"
        if line.isspace():
            hint = "the empty line that ends a sentence must not contain blanks"
        return Fault(
            "tree.column-count",
            number,
            f"expected {len(COLUMNS)} columns, found {len(cells)}",
            hint,
        )
    if "" in cells:
        name = COLUMNS[cells.index("")]
        return Fault(
            "tree.empty-column",
            number,
            f"the column {name} is empty",
            'write "_" for an empty value',
        )
    return None


def id_fault(line: int, problem: str) -> Fault:
    """Return the fault of an id that cannot come next."""
    return Fault(
        "tree.word-id", line, problem, "the words of a sentence count from 1 in steps of 1"
    )


def check_unused(line: int, kind: str, columns: Iterable[int], cells: Sequence[str]) -> None:
    """Raise Fault where a column that a kind of line has no use for is not "_"."""
    for column in columns:
        if cells[column] != "_":
            name = COLUMNS[column]
            problem = f"{kind}, but {name} is {cells[column]!r}"
            raise Fault("tree.unused-column", line, problem, f'write "_" for {name}')


def word_fault(rows: Sequence[tuple[int, str, str, str]]) -> Fault:
    """Return the first fault in the words of a sentence: line, UPOS, FEATS and HEAD of each."""
    for line, upos, feats, _ in rows:
        if upos != "_" and upos not in UPOS:
            problem = f"{upos!r} is not a universal part of speech"
            return Fault("tree.unknown-upos", line, problem, "one of " + " ".join(UPOS))
        if problem := feature_fault(feats) or "":
            return Fault(
                "tree.malformed-features",
                line,
                problem,
                'such as Gender=Fem|Number=Sing, or "_" for none',
            )
    return _tree_fault([(line, head) for line, _, _, head in rows])


def _tree_fault(heads: list[tuple[int, str]]) -> Fault:
    """Return why the heads of the words (each with its line) make no tree."""
    if not heads:
        return Fault(
            "tree.no-words",
            0,
            "the sentence has no words",
            "an empty sentence may have comments only",
        )
    up = [0]
    for word, (line, head) in enumerate(heads, 1):
        if not _HEAD.fullmatch(head):
            return Fault(
                "tree.malformed-head",
                line,
                f"HEAD is {head!r}, expected the id of a word or 0",
                _NO_TREE,
            )
        if len(head) > 9 or int(head) > len(heads):
            return Fault(
                "tree.head-outside", line, f"word {word} has the impossible head {head}", _NO_TREE
            )
        up.append(int(head))
    rooted = {0}
    for word in range(1, len(up)):
        path: set[int] = set()
        above = word
        while above not in rooted:
            if above in path:
                problem = f"the heads above word {word} form a cycle through word {above}"
                return Fault("tree.cycle", heads[word - 1][0], problem, _NO_TREE)
            path.add(above)
            above = up[above]
        rooted.update(path)
    first, second, *_ = roots = [word for word in range(1, len(up)) if up[word] == 0]
    problem = f"the sentence has {len(roots)} roots (words {first} and {second})"
    hint = "let the other roots depend on the first one (as parataxis), or split the sentence"
    return Fault("tree.several-roots", heads[second - 1][0], problem, hint)
