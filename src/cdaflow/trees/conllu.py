"""CoNLL-U, read and written as a stream (https://universaldependencies.org/format.html).

What was read is written again byte by byte, provided that it is in NFC (see `cdaflow.io.files`),
into which forms, lemmas and comments are brought. Columns are checked and turned into tokens as
wholes, since a corpus has hundreds of millions of words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import compress
from sys import intern
from typing import cast

from cdaflow.errors import InputError
from cdaflow.io.beginnings import encoding_hint
from cdaflow.io.files import MAX_LINE_BYTES, atomic_text, nfc, read_blocks
from cdaflow.io.recognition import HEAD_LINES, Content, check_line_ends, check_lines
from cdaflow.trees.faults import Fault, check_unused, id_fault, shape_fault, word_fault
from cdaflow.trees.sentence import (
    UPOS,
    EmptyNode,
    FeatureCache,
    FieldCache,
    Fields,
    MultiwordToken,
    Sentence,
    Token,
    is_tree,
    pack,
)

#: A file without an empty line in this number of bytes has no sentences.
_MAX_SENTENCE_BYTES = MAX_LINE_BYTES

#: Bytes by which a file is recognised, and the forms of the words among them that are no marks.
_HEAD = 1 << 14
_FORMS = re.compile(r"^[0-9]+\t([^\t\n]*)\t[^\t\n]*\t(?!(?:PUNCT|SYM|X|_)\t)", re.MULTILINE)

#: `Token._make` without its check of the length.
_as_token = cast("Callable[[Iterable[object]], Token]", partial(tuple.__new__, Token))

_LINE_END = ord("\n")

#: No sentence has a billion words, and Python refuses to read a number of thousands of digits.
_ID = re.compile(r"(0|[1-9][0-9]{0,8})(?:([-.])([1-9][0-9]{0,8}))?")

_UPOS = {"_": "_", **{name: name for name in UPOS}}
_FEATS = FeatureCache()
_MISC = FieldCache()


class _Numbers:
    """The ids as text, and back; a dictionary is quicker than `int` and takes no " 1" or "+1"."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.values = {"0": 0}
        self.grow(1 << 10)

    def grow(self, count: int) -> None:
        """Have at least the ids 1 to `count` and one more."""
        if count >= len(self.names):
            names = tuple(map(str, range(1, 2 * count + 1)))
            self.values = {name: value for value, name in enumerate(("0", *names))}
            self.names = names


_NUMBERS = _Numbers()


def parse_block(block: str, name: str | os.PathLike[str] = "CoNLL-U", line: int = 1) -> Sentence:
    """Return the sentence of a block of CoNLL-U lines.

    The empty line at the end may be there or not. `name` and `line` (that of the first line)
    are what an InputError names; see `read_conllu`.
    """
    block = block.removesuffix("\n").removesuffix("\n")
    return _checked(block, name, line)


def _checked(block: str, name: str | os.PathLike[str], line: int) -> Sentence:
    """Return the sentence of a block that has no line end after its last line."""
    try:
        return _sentence(block)
    except Fault as fault:
        raise InputError(
            fault.code, fault.problem, file=name, line=line + fault.line, hint=fault.hint
        ) from None


def _sentence(block: str) -> Sentence:
    """Return the sentence of a block.

    Each line is a comment (first of all) or has ten columns of which none is empty, ids are in
    order, multiword tokens do not overlap and stand before their first word, UPOS is universal or
    "_", FEATS are Name=Value with each name once, and the heads make a tree with one root.

    Raises Fault otherwise: the first one of the lines, else of the ids, else of the words.
    """
    if "\r" in block or "\0" in block:
        raise shape_fault(block)
    comments = []
    start = 0
    while block.startswith("#", start):
        end = block.find("\n", start)
        line = block[start:] if end < 0 else block[start:end]
        comments.append(line[2:] if line.startswith("# ") and line[2:3] != "#" else line)
        if end < 0:
            return Sentence((), (), tuple(comments))
        start = end + 1
    body = block[start:] if start else block
    # The line ends become cells of their own, so that the columns are slices of one list.
    body = body.replace("\n", "\t\n\t")
    cells = body.split("\t")
    rows = (len(cells) + 1) // 11
    if (
        len(cells) != 11 * rows - 1
        or cells[10::11].count("\n") != rows - 1
        or "\t\t" in body
        or "" in (cells[0], cells[-1])
    ):
        raise shape_fault(block)
    _NUMBERS.grow(rows)
    ids = cells[0::11]
    columns = [cells[column::11] for column in range(1, 10)]
    lines: Sequence[int] = range(len(comments), len(comments) + rows)
    multiwords: list[MultiwordToken] = []
    empty: list[EmptyNode] = []
    if ids[-1] != _NUMBERS.names[rows - 1] or tuple(ids) != _NUMBERS.names[:rows]:
        is_word = list(_words(ids, cells, len(comments), multiwords, empty))
        lines = list(compress(lines, is_word))
        columns = [list(compress(column, is_word)) for column in columns]
    forms, lemmas, upos, xpos, feats, heads, deprel, deps, misc = columns
    try:
        tokens = tuple(
            map(
                _as_token,
                zip(
                    range(1, len(forms) + 1),
                    forms,
                    lemmas,
                    map(_UPOS.__getitem__, upos),
                    map(_FEATS.__getitem__, feats),
                    _tree(heads),
                    map(intern, deprel),
                    map(intern, xpos),
                    deps,
                    map(_MISC.__getitem__, misc),
                    strict=True,
                ),
            )
        )
    except (KeyError, ValueError):
        raise word_fault(list(zip(lines, upos, feats, heads, strict=True))) from None
    return Sentence(tokens, tuple(multiwords), tuple(comments), tuple(empty))


def _tree(heads: list[str]) -> list[int]:
    """Return the heads as numbers; ValueError or KeyError unless they make a tree."""
    numbers = list(map(_NUMBERS.values.__getitem__, heads))
    if not is_tree(numbers):
        raise ValueError("the heads do not form a tree")
    return numbers


def _words(
    ids: list[str],
    cells: list[str],
    comments: int,
    multiwords: list[MultiwordToken],
    empty: list[EmptyNode],
) -> Iterator[bool]:
    """Yield whether each line after `comments` lines is a word; append what the other lines are."""
    names = _NUMBERS.names
    words = index = covered = 0
    span = (0, "")  # line and id of the last multiword token
    opened = False
    for row, name in enumerate(ids):
        if name == names[words]:
            yield True
            words += 1
            index = 0
            opened = False
            continue
        yield False
        line = comments + row
        parts = _ID.fullmatch(name)
        if parts is None:
            problem = (
                f"{name!r} is not an id (such as 8, 8-9 for a multiword token, 8.1 for an empty"
            )
            raise id_fault(line, f"{problem} node)")
        if parts[2] is None or opened:
            behind = f" after {span[1]}" if opened else ""
            raise id_fault(line, f"expected the id {words + 1}{behind}, found {name}")
        start, end = int(parts[1]), int(parts[3])
        fields = cells[11 * row : 11 * row + 10]
        if parts[2] == "-":
            if start <= covered and span[1]:
                raise id_fault(line, f"the multiword token {name} overlaps {span[1]}")
            if start != words + 1:
                raise id_fault(line, f"the multiword token {name} stands before word {words + 1}")
            if end <= start:
                problem = f"the multiword token {name} does not span two words or more"
                raise id_fault(line, problem)
            multiword = "a multiword token has only ID, FORM, FEATS and MISC"
            check_unused(line, multiword, (2, 3, 4, 6, 7, 8), fields)
            multiwords.append(
                MultiwordToken(start, end, fields[1], _MISC[fields[9]], _feats(line, fields))
            )
            span, covered, opened = (line, name), end, True
            continue
        index += 1
        if (start, end) != (words, index):
            raise id_fault(line, f"expected the empty node {words}.{index}, found {name}")
        check_unused(line, "an empty node has neither HEAD nor DEPREL", (6, 7), fields)
        feats = _feats(line, fields)
        _, form, lemma, upos, xpos, *_, deps, misc = fields
        empty.append(EmptyNode(words, index, form, lemma, upos, feats, xpos, deps, _MISC[misc]))
    if covered > words:
        problem = f"the multiword token {span[1]} goes beyond the last word, {words}"
        raise Fault("tree.multiword-beyond-end", span[0], problem, "is the sentence truncated?")


def _feats(line: int, fields: Sequence[str]) -> Fields:
    """Return the features of a line that is not a word; Fault if they or its UPOS are invalid."""
    with suppress(ValueError):
        if fields[3] in _UPOS:
            return _FEATS[fields[5]]
    raise word_fault([(line, fields[3], fields[5], "0")])


def read_conllu(path: str | os.PathLike[str]) -> Iterator[Sentence]:
    """Yield the trees of a CoNLL-U file (plain, gz, xz, bz2, zst), one at a time.

    A sentence of comments alone has no words. The empty line after the last sentence may be
    missing, and a byte order mark is dropped; anything else comes back from `write_conllu`.

    Raises InputError with file and line at a sentence that is not well-formed (see `_sentence`),
    at an empty line too many, at a carriage return or NUL and at a byte that is not UTF-8.
    """
    line = 1
    for block in _blocks(path):
        yield _checked(block, path, line)
        line += block.count("\n") + 2


def read_conllu_part(path: str | os.PathLike[str], start: int, end: int) -> Iterator[Sentence]:
    """Yield the trees `start` to `end` (exclusive, from 0) of a file; no other trees are parsed.

    Raises InputError as `read_conllu` does.
    """
    line = 1
    for number, block in enumerate(_blocks(path)):
        if number >= end:
            return
        if number >= start:
            yield _checked(block, path, line)
        line += block.count("\n") + 2


def parse_conllu(
    lines: Iterable[str], name: str | os.PathLike[str] = "CoNLL-U"
) -> Iterator[Sentence]:
    """Yield the trees of CoNLL-U lines (with or without line ends), such as those of a pipe.

    Raises InputError as `read_conllu` does, with `name` for the file.
    """
    block: list[str] = []
    first = number = 1
    for number, line in enumerate(lines, 1):
        text = nfc(line.removesuffix("\n"))
        if text or not block:
            block.append(text)
        else:
            yield _checked("\n".join(block), name, first)
            block, first = [], number + 1
    if block:
        yield _checked("\n".join(block), name, first)


def _blocks(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the text between empty lines; a line feed too many stands before the next block."""
    line = 1
    rest = b""
    for number, read in enumerate(read_blocks(path, 1 << 18, is_text=True)):
        data = rest + read
        if line == 1:
            data = data.removeprefix(b"\xef\xbb\xbf")
        if number == 0:
            _check_beginning(path, data)
        end = data.rfind(b"\n\n")
        if end < 0:
            rest = data
            if len(rest) > _MAX_SENTENCE_BYTES:
                raise InputError(
                    "conllu.no-empty-line",
                    f"no empty line within {_MAX_SENTENCE_BYTES} bytes, so this is not CoNLL-U",
                    file=path,
                    line=line,
                    hint="in CoNLL-U each sentence ends with an empty line",
                )
            continue
        # Of too many line ends the first two are the end of the sentence.
        while end > 0 and data[end - 1] == _LINE_END:
            end -= 1
        rest = data[end + 2 :]
        text = _decoded(data[:end], path, line)
        yield from text.split("\n\n")
        line += text.count("\n") + 2
    if rest:
        yield _decoded(rest.removesuffix(b"\n"), path, line)


def _check_beginning(path: str | os.PathLike[str], data: bytes) -> None:
    """Raise InputError where a file is of another format, or its words are withheld."""
    head = data[:_HEAD].decode("utf-8", "replace")
    first, feed, _ = data.partition(b"\n")
    check_line_ends(path, first, ended=bool(feed))
    check_lines(path, head.split("\n")[:HEAD_LINES], Content.TREES)
    forms = _FORMS.findall(head)
    is_withheld = len(set(forms)) == 1 and not forms[0].isalnum()
    if len(forms) > 2 and (is_withheld or not any(map(str.isalnum, "".join(forms)))):
        raise InputError(
            "treebank.without-text",
            f"all words are placeholders such as {forms[0]!r}: the treebank is published without "
            "its text",
            file=path,
            hint="its README says how to get the text and merge it (for example "
            "UD_French-FTB); or use another treebank",
        )


def _decoded(data: bytes, path: str | os.PathLike[str], line: int) -> str:
    try:
        return nfc(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        number = line + data.count(b"\n", 0, start)
        raise InputError(
            "text.not-utf8",
            f"byte {error.start - start + 1} of the line is not UTF-8 (0x{data[error.start]:02x})",
            file=path,
            line=number,
            hint=encoding_hint(data[start : start + 1000], number),
        ) from None


def format_sentence(sentence: Sentence) -> str:
    """Return a tree as CoNLL-U lines, with the empty line that ends it.

    Raises ValueError where a field is empty or has a tab or line end, where a comment has a
    line end, and for a sentence that has neither words nor comments.
    """
    comments = [
        comment if comment.startswith("#") else f"# {comment}" for comment in sentence.comments
    ]
    lines = []
    for id_, form, lemma, upos, feats, head, deprel, xpos, deps, misc in sentence.tokens:
        features = feats.raw if type(feats) is Fields else pack(feats, ordered=True)
        others = misc.raw if type(misc) is Fields else pack(misc)
        lines.append(
            f"{id_}\t{form}\t{lemma}\t{upos}\t{xpos}\t{features}\t"
            f"{head}\t{deprel}\t{deps}\t{others}\n"
        )
    if sentence.multiwords or sentence.empty_nodes:
        lines = list(_with_others(lines, sentence))
    body = "".join(lines)
    if (
        body.count("\t") != 9 * len(lines)
        or body.count("\n") != len(lines)
        or "\t\t" in body
        or "\n\t" in body
        or "\t\n" in body
        or "\r" in body
        or "\0" in body
        or not (lines or comments)
    ):
        raise ValueError(f"the sentence cannot be written as CoNLL-U: {sentence!r}")
    if not comments:
        return body + "\n"
    above = "\n".join(comments)
    if above.count("\n") != len(comments) - 1 or "\r" in above or "\0" in above:
        raise ValueError(f"the comment cannot be written as CoNLL-U: {sentence.comments!r}")
    return f"{above}\n{body}\n"


def _with_others(lines: list[str], sentence: Sentence) -> Iterator[str]:
    """Yield the lines of the words, with those of multiword tokens and empty nodes between."""
    spans = {multiword.start: multiword for multiword in sentence.multiwords}
    empty: dict[int, list[str]] = {}
    for after, index, form, lemma, upos, feats, xpos, deps, misc in sentence.empty_nodes:
        features, others = pack(feats, ordered=True), pack(misc)
        empty.setdefault(after, []).append(
            f"{after}.{index}\t{form}\t{lemma}\t{upos}\t{xpos}\t{features}\t"
            f"_\t_\t{deps}\t{others}\n"
        )
    yield from empty.get(0, ())
    for number, line in enumerate(lines, 1):
        if span := spans.get(number):
            features, others = pack(span.feats, ordered=True), pack(span.misc)
            yield f"{number}-{span.end}\t{span.form}\t_\t_\t_\t{features}\t_\t_\t_\t{others}\n"
        yield line
        yield from empty.get(number, ())


def write_conllu(path: str | os.PathLike[str], sentences: Iterable[Sentence]) -> int:
    """Write trees to `path` (.gz packs it), whole or not at all; return how many."""
    count = 0
    with atomic_text(path) as handle:
        for sentence in sentences:
            handle.write(format_sentence(sentence))
            count += 1
    return count
