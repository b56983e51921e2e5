"""What a file is by its first bytes and lines: the one look that all readers take.

Names say little of what other tools wrote. A format is recognised by its own syntax in most of the
lines looked at, since a sentence may well have quotes, tabs or "|||", or begin with a brace. After
the first lines of a file all others are looked at, as many at a time: files are joined by mistake.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import InputError

#: Bytes and lines that are looked at.
HEAD_BYTES, HEAD_LINES = 512, 50

#: How the packed files begin that are unpacked by the ending of their names.
PACKED = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".xz": b"\xfd7zXZ", ".bz2": b"BZh"}

#: What files begin with that no reader takes, what they are and what to do with them.
_REFUSED = (
    (rb"version https://git-lfs\.github\.com/spec/", "a pointer of Git LFS, not the file itself",
     "fetch it: git lfs pull, in its repository"),
    (rb"(?:(?:\.\./)*\.git)?/annex/objects/", "a pointer of git-annex, not the file itself",
     "fetch it: git annex get FILE, in its repository"),
    (rb"(?i)\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html)\b", "an HTML page, not what it links to",
     "download the file itself, often under the link Raw or Download"),
    (rb"%PDF-", "a PDF document", "give its text, one sentence a line"),
    (rb"\{\\rtf", "an RTF document", "save it as plain text in UTF-8"),
    (rb"\xba\x16\x4f\x2f", "a binary model of fastText",
     "give the vectors as text: its .vec file, or what `fasttext print-word-vectors` writes"),
)  # fmt: skip

#: What files of other kinds begin with, whose first line is not UTF-8, and what to do with them.
_NOT_TEXT = (
    *((PACKED[suffix], f"it is packed by {tool}: let its name end in {suffix}, or unpack it")
      for suffix, tool in ((".gz", "gzip"), (".zst", "zstd"), (".xz", "xz"), (".bz2", "bzip2"))),
    (b"PK\x03\x04", "it is a zip archive: unpack it"),
    (b"PAR1", "it is Parquet: let its name end in .parquet"),
    (b"\xff\xfe", "it is UTF-16: convert it first, iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "it is UTF-16: convert it first, iconv -f UTF-16 -t UTF-8"),
)  # fmt: skip


class Content(Enum):
    """What a reader takes a text file to have."""

    SENTENCES = "one sentence a line"
    TRANSLATIONS = "one translation a line"  # or columns, or `source ||| translation`
    TABLE = "columns with tabs between"
    VECTORS = "word vectors"
    TREES = "trees in CoNLL-U"


class _Format(NamedTuple):
    """A format by its first lines (none of them blank), and who reads it all the same."""

    matches: Callable[[Sequence[str]], bool]
    what: str
    hint: str
    readers: frozenset[Content] = frozenset()


def check_bytes(path: str | os.PathLike[str], head: bytes) -> None:
    """Raise InputError where a file begins as what no reader takes, or is not packed as named."""
    for beginning, what, hint in _REFUSED:
        if re.match(beginning, head, re.DOTALL):
            raise InputError(f"this is {what}", file=path, hint=hint)
    name = str(path)
    for suffix, magic in PACKED.items():
        if name.endswith(suffix) and not head.startswith(magic[: len(head)]) and _is_text(head):
            raise InputError(
                f"the name ends in {suffix}, but this is plain text",
                file=path,
                hint=f"let its name be {Path(name).name.removesuffix(suffix)}",
            )


def _is_text(head: bytes) -> bool:
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        text = head[: error.start].decode("utf-8")
        if error.start < len(head) - 3:  # not the last character, cut in two
            return False
    return text.isprintable() or not re.search(r"[\x00-\x08\x0e-\x1f]", text)


def encoding_hint(line: bytes, number: int) -> str:
    """Return a hint on what a file may be that has this line, which is not UTF-8."""
    for beginning, hint in _NOT_TEXT if number == 1 else ():
        if line.startswith(beginning):
            return hint
    if b"\0" in line:
        return "it is no text, or UTF-16: convert it first, iconv -f UTF-16LE -t UTF-8"
    return "convert the file first, for example: iconv -f LATIN1 -t UTF-8"


def check_line_ends(path: str | os.PathLike[str], first: bytes, *, ended: bool = False) -> None:
    """Raise InputError where the first line of a file has lines within that end in CR alone.

    `ended`: whether a line feed ends it; a CR or two may well stand in such a line by mistake.
    """
    within = first.removesuffix(b"\r").count(b"\r")
    if within > (2 if ended else 0):
        raise InputError(
            "the lines end in a carriage return alone, so that all of them are one",
            file=path,
            line=1,
            hint="convert the file first: tr '\\r' '\\n' < FILE > NEW",
        )


def check_lines(path: str | os.PathLike[str], head: Sequence[str], content: Content) -> None:
    """Raise InputError where the first lines of a file are of another format than `content`."""
    lines = [line for line in head if line.strip()]
    for known in _FORMATS if lines else ():
        if content not in known.readers and known.matches(lines):
            raise InputError(
                f"this is {known.what}, not {content.value}", file=path, line=1, hint=known.hint
            )


#: What most lines have, of whatever other format; in a table a tab says nothing.
SIGNS = {
    Content.SENTENCES: r"""\t| (?:\|\|\||->|=>|→) |^\s*[<{\[]|[,;]"|"[,;]""",
    Content.TRANSLATIONS: r"""\t| \|\|\| |^\s*[<{\[]|[,;]"|"[,;]""",
    Content.TABLE: r"""^\s*[<{\[]|"\t"|^[STHDPEA]-\d""",
}
_SIGNS = {content: re.compile(pattern) for content, pattern in SIGNS.items()}

#: Of fewer lines after the first ones nothing is said: text may have two lines with a tab.
FEWEST_LINES = 10


def check_later_lines(
    path: str | os.PathLike[str], lines: Sequence[str], first: int, content: Content
) -> None:
    """Raise InputError where lines within a file are of another format; `first`: their number."""
    if content not in _SIGNS:
        return
    written = [line for line in lines if line.strip()]
    signs = [bool(_SIGNS[content].search(line)) for line in written]
    if len(written) < FEWEST_LINES or 2 * sum(signs) <= len(written):
        return
    for known in _FORMATS:
        if content not in known.readers and known.matches(written):
            number = first + next(n for n, line in enumerate(lines) if line.strip())
            raise InputError(
                f"from about here on this is {known.what}, not {content.value}",
                file=path,
                line=number,
                hint="is it joined of several files? give each as a file of its own; of this "
                f"part: {known.hint}",
            )


def watch_lines(
    path: str | os.PathLike[str], lines: Iterator[str], content: Content
) -> Iterator[str]:
    """Yield the lines of a file; InputError where they are of another format than `content`."""
    quoting = Quoting(path, content)
    first = 1
    while window := list(islice(lines, HEAD_LINES)):
        if first == 1:
            check_lines(path, window, content)
        else:
            check_later_lines(path, window, first, content)
        for number, line in enumerate(window, first):
            if '"' in line and not quoting.is_decided:
                quoting.look_at(line, number)
            yield line
        first += len(window)


class Quoting:
    """Whether the quotes of a file are those of a CSV writer, which doubles the ones of the text.

    Such a writer quotes each cell of a table that has a quotation mark, so the first one tells.
    Sentences of published test sets (MT-GenEval) have such quotes here and there, and stay as they
    are.
    """

    def __init__(self, path: str | os.PathLike[str], content: Content) -> None:
        self._path = path
        self.is_decided = content is not Content.TABLE

    def look_at(self, line: str, number: int) -> None:
        """Decide by a line, if it tells; InputError where its quotes are not text."""
        for cell in line.split("\t"):
            if '"' in cell and not _is_quoted(cell):
                self.is_decided = True
                return
            if unquoted(cell) != cell:
                raise InputError(
                    f"the quotation marks are those of a CSV writer: {cell[:60]!r}",
                    file=self._path,
                    line=number,
                    hint="write cells as they are, without quoting: with csv.QUOTE_NONE, or "
                    "quoting=3 in pandas",
                )


def unquoted(cell: str) -> str:
    """Return a cell without the quotes of a CSV writer, which has doubled those inside.

    A sentence that is a quotation has no doubled quotes, and keeps its own.
    """
    inner = cell[1:-1]
    if not _is_quoted(cell) or '""' not in inner:
        return cell
    return inner.replace('""', '"')


def _is_quoted(cell: str) -> bool:
    quoted = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return quoted and '"' not in cell[1:-1].replace('""', "")


#: What columns are called, the names of languages among them, and their codes.
_NAMES = re.compile(
    r"(?i)id|line|n|no|number|index|source|target|src|tgt|trg|ref|reference|text|sentences?[12]?|"
    r"translation|hypothesis|hyp|english|spanish|french|italian|german|portuguese|russian|hebrew|"
    r"masculine|feminine|licen[cs]e|score|url|domain|corpus"
)
_CODES = re.compile(
    r"EN|ES|FR|IT|DE|PT|en|es|fr|it|de|pt|ru|he|ca|ar|uk|cs|pl|nl|ro|gl|eng|spa|fra|ita|deu|por"
)


def is_header(cells: Sequence[str]) -> bool:
    """Return whether the cells of a first row are names of columns.

    The first may be empty, as that of the row numbers is which pandas writes.
    """
    names = [cell.strip().strip('"') for cell in cells]
    named = [re.sub(r"[_ -](?:text|sentence)$", "", name) for name in names]
    named = named[1:] if named[0] == "" else named
    known = [_NAMES.fullmatch(name) or _CODES.fullmatch(name) for name in named]
    return bool(known) and all(known) and len(set(named)) == len(named)


def _most(pattern: str) -> Callable[[Sequence[str]], bool]:
    """Return the test whether more than half of the lines match a pattern."""
    regex = re.compile(pattern)
    return lambda lines: 2 * sum(bool(regex.match(line)) for line in lines) > len(lines)


def _is_json(lines: Sequence[str]) -> bool:
    """Return whether all lines are JSON objects (or lists of texts), or one of them begins."""
    if lines[0].strip() in ("{", "[") and len(lines) > 1:
        return lines[1].lstrip().startswith(('"', "{", "[", "}", "]"))
    if not all(line.lstrip().startswith(("{", "[")) for line in lines):
        return False
    try:
        values = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return False
    return all(isinstance(v, dict) or (v and isinstance(v[0], (str, dict, list))) for v in values)


def _is_csv(lines: Sequence[str]) -> bool:
    """Return whether the lines are rows of as many cells, with commas or semicolons between.

    Behind a comma of a sentence is a blank; some cell is quoted, or the first row is a header.
    """
    if len(lines) < 2 or any("\t" in line for line in lines):
        return False
    for delimiter in ",;":
        try:
            rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
        except csv.Error:
            continue
        widths = {len(row) for row in rows}
        if len(rows) < 2 or len(widths) > 1 or widths == {1}:
            continue
        if any(cell.startswith(" ") for row in rows for cell in row[1:]):
            continue
        sides = (f'"{delimiter}', f'{delimiter}"')
        if is_header(rows[0]) or any(side in line for side in sides for line in lines):
            return True
    return False


def _has_columns(lines: Sequence[str]) -> bool:
    """Return whether all of several lines have as many tabs."""
    tabs = {line.count("\t") for line in lines}
    return len(lines) > 1 and len(tabs) == 1 and tabs != {0}


_QUOTED_COLUMNS = re.compile(r'"[^\t]*"(?:\t"[^\t]*")+')
_XML = re.compile(
    r"(?i)\s*<(?:\?xml\b|!doctype\b|srcset\b|refset\b|tstset\b|mteval\b|tmx\b|xliff\b|seg id=|doc )"
)
#: Lines that are an element each, or begin or end one, as within such a file.
_ELEMENTS = _most(r"\s*</?(?:seg|doc|p|hl|poster|tu|tuv|prop|note|ref|hyp|src)\b[^>]*>")
#: A word of CoNLL-U: its part of speech is in capitals, its head a number.
_WORD_LINE = re.compile(r"\d+\t[^\t]+\t[^\t]+\t([A-Z]+|_)(\t[^\t]+){2}\t(\d+|_)(\t[^\t]+){3}$")
_CONLLU = _most(r"#|\d+(?:[-.]\d+)?(?:\t[^\t]+){9}$")

_TABLES = frozenset({Content.TRANSLATIONS, Content.TABLE, Content.VECTORS, Content.TREES})
_OTHERS = frozenset({Content.VECTORS, Content.TREES})

_FORMATS = (
    _Format(
        lambda lines: bool(_XML.match(lines[0])) or _ELEMENTS(lines),
        "XML or SGML (such as WMT's .sgm)",
        "take its text out, one sentence a line: of a test set of WMT by `sacrebleu -t NAME -l "
        "en-es --echo src`, of a .tmx by `cdaflow text build` with tmx=FILE",
    ),
    _Format(
        _is_json,
        "JSON",
        "write one text a line: jq -r .KEY FILE > NEW, with the key of the text",
    ),
    _Format(
        _most(r"[STHDPEA]-\d+\t"),
        "the output of fairseq",
        "take the translations out, in order: grep ^D- FILE | sort -V | cut -f3 > NEW",
        _OTHERS,
    ),
    _Format(
        _most(r"\d+ \|\|\| .* \|\|\| "),
        "a list of n-best translations",
        "decode without --n-best, for one translation a line",
        _OTHERS,
    ),
    _Format(
        _most(r".*\|\|\|(?: \d+-\d+)+\s*$"),
        "translations with their word alignment",
        "decode without --alignment, or cut it off: sed 's/ *||| .*//' FILE > NEW",
        _OTHERS,
    ),
    _Format(
        lambda lines: len(lines) > 1 and _most(r"(?!\|).*\S (?:\|\|\||->|=>|→) \S")(lines),
        "source and target with ||| or an arrow between",
        "give each side as a file of its own",
        _TABLES,
    ),
    _Format(
        lambda lines: any(map(_WORD_LINE.match, lines)) and _CONLLU(lines),
        "a treebank (CoNLL-U)",
        "give its sentences, one a line: sed -n 's/^# text = //p' FILE > NEW",
        frozenset({Content.TREES}),
    ),
    _Format(
        lambda lines: any(re.match(r"\d\d:\d\d:\d\d[,.]\d+ --> ", line) for line in lines[:3]),
        "subtitles",
        "take their sentences out, one a line",
    ),
    _Format(
        lambda lines: len(lines) > 1 and all(map(_QUOTED_COLUMNS.fullmatch, lines)),
        "a table whose cells are all quoted",
        "write cells as they are, without quoting: with csv.QUOTE_NONE, or quoting=3 in pandas",
        _OTHERS,
    ),
    _Format(
        _is_csv,
        "CSV",
        "write it with tabs between the columns and without quotes (.tsv): in pandas "
        "to_csv(FILE, sep='\\t', quoting=3, index=False)",
        _OTHERS,
    ),
    _Format(
        _has_columns,
        "a table with tabs between its columns",
        "let its name end in .tsv where the command takes tables, or give one column: "
        "cut -f1 FILE > NEW",
        _TABLES,
    ),
)
