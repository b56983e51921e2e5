"""What is wrong with a sentence of CoNLL-U, looked at line by line.

The reader checks whole columns at once; where such a check fails, this finds the line and the
words for it. Both hold the same to be well-formed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cdaflow.trees.sentence import UPOS, feature_fault

#: The columns of CoNLL-U.
COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")

#: No sentence has a billion words, and Python refuses to read a number of thousands of digits.
_NUMBER = "[1-9][0-9]{0,8}"
_WORD = re.compile(_NUMBER)
_RANGE = re.compile(f"({_NUMBER})-({_NUMBER})")
_EMPTY = re.compile(rf"(0|{_NUMBER})\.({_NUMBER})")
_HEAD = re.compile(r"0|[1-9][0-9]*")

_NO_TREE = "each word needs the id of another word as its HEAD, the root 0: parse the sentence"


class Fault(NamedTuple):
    """A fault in line `line` (from 0) of a sentence, and what to do about it."""

    line: int
    problem: str
    hint: str


def find_fault(block: str) -> Fault | None:
    """Return the first fault in the lines of a sentence (without the empty line that ends it).

    A sentence is well-formed if each line is a comment (first of all) or has ten columns of
    which none is empty, ids are in order, multiword tokens do not overlap and stand before
    their first word, UPOS is universal or "_", FEATS are Name=Value with each name once, and
    the heads make a tree with one root.
    """
    ids = _Ids()
    heads: list[tuple[int, str]] = []
    commented = True
    for number, line in enumerate(block.split("\n")):
        if fault := _line_fault(number, line, first=commented):
            return fault
        if line.startswith("#"):
            continue
        commented = False
        cells = line.split("\t")
        if problem := ids.fault(cells[0], number):
            return Fault(number, problem, "the words of a sentence count from 1 in steps of 1")
        if fault := _cell_fault(number, cells):
            return fault
        if _WORD.fullmatch(cells[0]):
            heads.append((number, cells[6]))
    if commented:
        return None
    return ids.end_fault() or _tree_fault(heads)


def _line_fault(number: int, line: str, *, first: bool) -> Fault | None:
    """Return what is wrong with a line as such; `first`: only comments came before it."""
    if "\r" in line:
        return Fault(
            number,
            "the line has a carriage return (lines end with a line feed alone in CoNLL-U)",
            "convert it: dos2unix FILE, or tr -d '\\r' < FILE > NEW",
        )
    if "\0" in line:
        return Fault(number, "the line has a NUL character", "the file is damaged, or no text")
    if not line:
        hint = "one empty line ends a sentence: cat -s FILE > NEW, or give the sentence a comment"
        return Fault(number, "an empty line that ends no sentence", hint)
    if line.startswith("#"):
        if first:
            return None
        hint = "comments stand before the words; an empty line ends each sentence"
        return Fault(number, "a comment among the words of a sentence", hint)
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        hint = "the file is not CoNLL-U, or its tabs became blanks"
        if line.isspace():
            hint = "the empty line that ends a sentence has no blanks"
        return Fault(number, f"{len(COLUMNS)} columns are expected, {len(cells)} found", hint)
    if "" in cells:
        name = COLUMNS[cells.index("")]
        return Fault(number, f"the column {name} is empty", 'write "_" where there is nothing')
    return None


class _Ids:
    """Follows the ids of a sentence; each must be one that can come next."""

    def __init__(self) -> None:
        self.words = 0
        self.index = 0
        self.covered = 0
        self.span: tuple[int, str] | None = None
        self.opened = False

    def fault(self, name: str, line: int) -> str | None:
        """Return what is wrong with the next id, None if nothing is."""
        following = self.words + 1
        if _WORD.fullmatch(name):
            if int(name) != following:
                return f"the id {following} is expected, {name} found"
            self.words, self.index, self.opened = following, 0, False
            return None
        if self.opened and self.span:
            return f"the id {following} is expected after {self.span[1]}, {name!r} found"
        if match := _RANGE.fullmatch(name):
            start, end = int(match[1]), int(match[2])
            if start <= self.covered and self.span:
                return f"the multiword token {name} overlaps {self.span[1]}"
            if start != following:
                return f"the multiword token {name} stands before word {following}"
            if end <= start:
                return f"the multiword token {name} does not span two words or more"
            self.covered, self.span, self.opened = end, (line, name), True
            return None
        if match := _EMPTY.fullmatch(name):
            if (int(match[1]), int(match[2])) != (self.words, self.index + 1):
                return f"the empty node {self.words}.{self.index + 1} is expected, {name} found"
            self.index += 1
            return None
        return f"{name!r} is no id (such as 8, 8-9 for a multiword token, 8.1 for an empty node)"

    def end_fault(self) -> Fault | None:
        """Return what is wrong at the end of the sentence."""
        if self.span and self.covered > self.words:
            hint = "is the sentence truncated?"
            problem = f"the multiword token {self.span[1]} goes beyond the last word, {self.words}"
            return Fault(self.span[0], problem, hint)
        return None


def _cell_fault(number: int, cells: list[str]) -> Fault | None:
    """Return what is wrong with the columns of a line, its id and head left out."""
    upos, feats = cells[3], cells[5]
    if upos != "_" and upos not in UPOS:
        return Fault(number, f"{upos!r} is no universal part of speech", "one of " + " ".join(UPOS))
    if problem := feature_fault(feats):
        return Fault(number, problem, 'such as Gender=Fem|Number=Sing, or "_" for none')
    if "-" in cells[0]:
        wrong = [name for name in (2, 3, 4, 6, 7, 8) if cells[name] != "_"]
        kind = "a multiword token has only ID, FORM, FEATS and MISC"
    elif "." in cells[0]:
        wrong = [name for name in (6, 7) if cells[name] != "_"]
        kind = "an empty node has neither HEAD nor DEPREL"
    else:
        return None
    if wrong:
        name = COLUMNS[wrong[0]]
        return Fault(number, f"{kind}, but {name} is {cells[wrong[0]]!r}", f'write "_" for {name}')
    return None


def _tree_fault(heads: list[tuple[int, str]]) -> Fault | None:
    """Return why the heads of the words (each with its line) make no tree."""
    if not heads:
        return Fault(0, "a sentence without words", "an empty sentence has comments alone")
    up = [0]
    for word, (line, head) in enumerate(heads, 1):
        if not _HEAD.fullmatch(head):
            return Fault(line, f"HEAD is {head!r}, a word's id or 0 is expected", _NO_TREE)
        if len(head) > 9 or int(head) > len(heads):
            return Fault(line, f"word {word} has the impossible head {head}", _NO_TREE)
        up.append(int(head))
    rooted = {0}
    for word in range(1, len(up)):
        path: set[int] = set()
        above = word
        while above not in rooted:
            if above in path:
                problem = f"the heads above word {word} form a cycle through word {above}"
                return Fault(heads[word - 1][0], problem, _NO_TREE)
            path.add(above)
            above = up[above]
        rooted.update(path)
    roots = [word for word in range(1, len(up)) if up[word] == 0]
    if len(roots) > 1:
        problem = f"the sentence has {len(roots)} roots (words {roots[0]} and {roots[1]})"
        hint = "let the other roots depend on the first one (as parataxis), or split the sentence"
        return Fault(heads[roots[1] - 1][0], problem, hint)
    return None
