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
from typing import NamedTuple

from cdaflow.errors import InputError

#: Lines that are looked at.
HEAD_LINES = 50


class Content(Enum):
    """What a reader takes a text file to have."""

    SENTENCES = "one sentence per line"
    TRANSLATIONS = "one translation per line"  # or columns, or `source ||| translation`
    TABLE = "columns separated by tabs"
    VECTORS = "word vectors"
    TREES = "trees in CoNLL-U"


class _Format(NamedTuple):
    """A format, recognised by its first lines that are not blank, and its readers."""

    matches: Callable[[Sequence[str]], bool]
    what: str
    hint: str
    readers: frozenset[Content] = frozenset()


def check_line_ends(path: str | os.PathLike[str], first: bytes, *, ended: bool = False) -> None:
    """Raise InputError where the first line of a file has lines within that end in CR alone.

    `ended`: whether a line feed ends it; a CR or two may well stand in such a line by mistake.
    """
    within = first.removesuffix(b"\r").count(b"\r")
    if within > (2 if ended else 0):
        raise InputError(
            "file.carriage-returns",
            "the lines end in carriage returns without line feeds, so the file reads as one line",
            file=path,
            line=1,
            hint="convert the file first: tr '\\r' '\\n' < FILE > NEW",
        )


def check_lines(path: str | os.PathLike[str], head: Sequence[str], content: Content) -> None:
    """Raise InputError where the first lines of a file are of another format than `content`."""
    lines = [line for line in head if line.strip()]
    _check_characters(path, head, 1)
    for candidate in _FORMATS if lines else ():
        if content not in candidate.readers and candidate.matches(lines):
            raise InputError(
                "file.other-format",
                f"expected {content.value}, found {candidate.what}",
                file=path,
                line=1,
                hint=candidate.hint,
            )


def _check_characters(path: str | os.PathLike[str], lines: Sequence[str], first: int) -> None:
    """Raise InputError for lines that no file of text has; `first`: the number of the first."""
    for number, line in enumerate(lines, first):
        if number == 1 and "\0" in line and "\ufffd" not in line:
            is_tar = line[257:262] == "ustar"
            raise InputError(
                "file.tar" if is_tar else "file.zero-bytes",
                "this is a tar archive"
                if is_tar
                else "the file has zero bytes: it is binary, or text in UTF-16",
                file=path,
                line=number,
                hint="unpack it: tar -xf FILE"
                if is_tar
                else "convert it first, iconv -f UTF-16LE -t UTF-8 (or UTF-16BE)",
            )
        if line.startswith("<<<<<<< "):
            raise InputError(
                "file.git-conflict",
                f"conflict marker of git: {line[:40]!r}",
                file=path,
                line=number,
                hint="keep one of the two sides, without the lines <<<<<<<, ======= and >>>>>>>",
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
    _check_characters(path, lines, first)
    if content not in _SIGNS:
        return
    written = [line for line in lines if line.strip()]
    signs = [bool(_SIGNS[content].search(line)) for line in written]
    if len(written) < FEWEST_LINES or 2 * sum(signs) <= len(written):
        return
    for candidate in _FORMATS:
        if content not in candidate.readers and candidate.matches(written):
            number = first + next(n for n, line in enumerate(lines) if line.strip())
            raise InputError(
                "file.joined-formats",
                f"from about this line on, the file is {candidate.what}, not {content.value}",
                file=path,
                line=number,
                hint="was it concatenated from several files? give each file separately; for "
                f"this part: {candidate.hint}",
            )


def watch_lines(
    path: str | os.PathLike[str], lines: Iterator[str], content: Content
) -> Iterator[str]:
    """Yield the lines of a file; InputError where they are of another format than `content`."""
    quoting = Quoting(path, content)
    first, header = 1, "\n"
    while window := list(islice(lines, HEAD_LINES)):
        if first == 1:
            check_lines(path, window, content)
            header = header_of(window[0], content)
        else:
            check_later_lines(path, window, first, content)
        for number, line in enumerate(window, first):
            if line.endswith(header) and number > 1 and line.strip("\ufeff") == header:
                raise header_again(path, number)
            if '"' in line and not quoting.is_decided:
                quoting.look_at(line, number)
            yield line
        first += len(window)


def header_of(line: str, content: Content) -> str:
    """Return the first line of a table where it names columns, else "\\n", which no line is."""
    cells = line.split("\t") if content is Content.TABLE else []
    is_named = len(cells) > 1 and (is_header(cells) or not _USUAL.isdisjoint(cells))
    return line if is_named else "\n"


def header_again(path: str | os.PathLike[str], line: int) -> InputError:
    """Return the fault of a line that is the header of its table once more."""
    return InputError(
        "table.repeated-header",
        "the header of the table is repeated: was the table concatenated from several?",
        file=path,
        line=line,
        hint="remove the repeated headers: awk 'NR == 1 { h = $0 } NR == 1 || $0 != h' FILE > NEW",
    )


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
                    "table.csv-quoted",
                    f"quoted as by a CSV writer: {cell[:60]!r}",
                    file=self._path,
                    line=number,
                    hint="write cells without quoting: csv.QUOTE_NONE, or quoting=3 in pandas",
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
    r"masculine|feminine|licen[cs]e|score|url|domain|corpus|unnamed: \d+|"
    r"inglés|español|anglais|français|inglese|italiano|spagnolo|inglês|espanhol|englisch|deutsch"
)
_CODES = re.compile(
    r"(?:EN|ES|FR|IT|DE|PT|en|es|fr|it|de|pt|ru|he|ca|ar|uk|cs|pl|nl|ro|gl|eng|spa|fra|ita|deu|por)"
    r"(?:[-_][A-Z]{2}|[-_][A-Z][a-z]{3})?"
)
#: Columns by which a header is known whose others have names of their own.
_USUAL = frozenset(("source", "target", "text", "sentence"))


def is_header(cells: Sequence[str]) -> bool:
    """Return whether the cells of a first row are names of columns.

    The first may be empty, as that of the row numbers is which pandas writes.
    """
    names = [cell.strip().strip('"') for cell in cells]
    named = [re.sub(r"[_ -](?:text|sentence)$", "", name) for name in names]
    named = named[1:] if named[0] == "" else named
    matches = [_NAMES.fullmatch(name) or _CODES.fullmatch(name) for name in named]
    return bool(matches) and all(matches) and len(set(named)) == len(named)


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

    Behind a comma of a sentence is a blank; some cell is quoted, the first row is a header, or
    there are many rows.
    """
    if len(lines) < 2 or any("\t" in line for line in lines):
        return False
    lines = [re.sub(r"&#?\w+;", "", line) for line in lines]  # "&apos;" is no end of a cell
    for delimiter in ",;|":
        try:
            rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
        except csv.Error:
            continue
        widths = {len(row) for row in rows}
        if len(rows) < 2 or len(widths) > 1 or widths == {1}:
            continue
        if any(cell[:1].isspace() for row in rows for cell in row[1:]):
            continue
        sides = (f'"{delimiter}', f'{delimiter}"')
        if is_header(rows[0]) or any(side in line for side in sides for line in lines):
            return True
        # Of many lines, each with as many: no text has a comma without a blank but in numbers.
        if len(rows) >= FEWEST_LINES and not re.search(rf"\d[{delimiter}]\d", "".join(lines)):
            return True
    return False


#: Pieces of words as subword models mark them, and their signs for ends and unknown words.
SUBWORDS = re.compile(
    r"@@(?=\s|$)|▁|Ġ|</w>|</?s>|<unk>|<pad>|\[UNK\]|\[SEP\]|⁇|(?<=\s)##\w|<\|\w+\|>|<extra_id_"
    r"|</?think(?:ing)?>|^\s*(?:__[a-z]{2,3}__|>>[a-z_]+<<|<2[a-z]{2,3}>|[a-z]{2,3}_[A-Z][A-Za-z]{1,3}\b)"
)


def _is_numbered(lines: Sequence[str]) -> bool:
    """Return whether each of the lines begins with its number, counted from the first."""
    matches = [re.match(r"\s*[\[(#]?(\d{1,7})[.)\]]\s+\S", line) for line in lines]
    numbers = [int(match[1]) for match in matches if match]
    return len(lines) >= FEWEST_LINES and [n - numbers[0] for n in numbers] == [*range(len(lines))]


def _has_columns(lines: Sequence[str]) -> bool:
    """Return whether all of several lines have as many tabs."""
    tabs = {line.count("\t") for line in lines}
    return len(lines) > 1 and len(tabs) == 1 and tabs != {0}


_QUOTED_COLUMNS = re.compile(r'"[^\t]*"(?:\t"[^\t]*")+')
#: Text or a mapping as Python writes it, also that of a pipeline of Hugging Face.
_PYTHON = re.compile(r"""\s*(?:[\[(]\s*\{?|\{)\s*['"].*['"]\s*[\])}]+,?\s*""")
_QUOTED = re.compile(r'\s*"(?:[^"\\]|\\.|"")*"\s*,?\s*')
_XML = re.compile(
    r"(?i)\s*<(?:\?xml\b|!doctype\b|srcset\b|refset\b|tstset\b|mteval\b|tmx\b|xliff\b|seg id=|doc )"
)
#: Lines that are an element each, or begin or end one, as within such a file.
_ELEMENTS = _most(
    r"\s*</?(?:seg|doc|p|hl|poster|tu|tuv|prop|note|ref|hyp|src)\b[^>]*>"
    r"|\s*<(?P<tag>[A-Za-z][\w:.-]*)\b[^>]*>.*</(?P=tag)>\s*$"
)
#: Lines that set a key, begin a section or are comments; what a document or entry begins with.
_KEY = re.compile(r"\s*(?:export )?[A-Za-z_][\w.-]{0,60} ?= ?[^\s=][^\t]*$")
_SETTINGS = _most(rf"{_KEY.pattern}|\s*(?:\[{{1,2}}[\w.\"-]+\]{{1,2}}$|[#;])")
_LATEX = re.compile(
    r"\s*(?:\\(?:documentclass|usepackage)[\[{]|\\begin\{document\}|@[A-Za-z]+\{[\w:./-]+,\s*$)"
)
#: A tag behind each word: of any form behind a bar, else in capitals, or the mark itself (`._.`).
_FACTORS = _most(
    r"(?:[^\s|]+\|[^\s|]+(?:\s+|$))+$"
    r"|(?:\S+[_/](?:[A-Z][A-Z0-9$:.-]*|[^\w\s/]+)(?:\s+|$)){2,}$"
)
_ALIGNMENT = _most(r"# Sentence pair \(|NULL \(\{|\d+-\d+(?: \d+-\d+)*\s*$")
#: Marian's vocabularies, SentencePiece's, and logarithms alone.
_VOCABULARY = _most(r"(?:\S+|\".*\"): \d+$|(?:\S+\t)?-?\d+\.\d+(?:e-\d+)?$")
#: A word of CoNLL-U: its part of speech is in capitals, its head a number.
_WORD_LINE = re.compile(r"\d+\t[^\t]+\t[^\t]+\t([A-Z]+|_)(\t[^\t]+){2}\t(\d+|_)(\t[^\t]+){3}$")
_CONLLU = _most(r"#|\d+(?:[-.]\d+)?(?:\t[^\t]+){9}$")

_TABLES = frozenset({Content.TRANSLATIONS, Content.TABLE, Content.VECTORS, Content.TREES})
_OTHERS = frozenset({Content.VECTORS, Content.TREES})

_FORMATS = (
    _Format(
        lambda lines: bool(_XML.match(lines[0])) or _ELEMENTS(lines),
        "XML or SGML (such as WMT's .sgm)",
        "extract its text, one sentence per line: of a test set of WMT by `sacrebleu -t NAME -l "
        "en-es --echo src`, of a .tmx by `cdaflow text build` with tmx=FILE",
    ),
    _Format(
        _is_json,
        "JSON",
        "write one text per line: jq -r .KEY FILE > NEW, with the key of the text",
    ),
    _Format(
        lambda lines: all(map(_PYTHON.fullmatch, lines)),
        "lists or mappings as Python prints them",
        "write each text as a line: print(text, file=output), or print(result['translation_text'])",
    ),
    _Format(
        lambda lines: len(lines) >= FEWEST_LINES and all(map(_QUOTED.fullmatch, lines)),
        "text of which each line is quoted",
        "write each text as it is: jq -r . FILE > NEW for JSON, quoting=3 in pandas for CSV",
        frozenset({Content.TRANSLATIONS, *_OTHERS}),
    ),
    _Format(
        lambda lines: (
            any(re.match(r'msgid\s+"', line) for line in lines)
            and any(re.match(r'msgstr(?:\[\d\])?\s+"', line) for line in lines)
        ),
        "a catalogue of gettext (.po)",
        "extract its texts: po2tmx -l es FILE NEW.tmx (translate-toolkit), then tmx=NEW.tmx",
    ),
    _Format(
        lambda lines: len(lines) > 1 and _ALIGNMENT(lines),
        "a word alignment (GIZA++, Pharaoh)",
        "give the text that was aligned",
    ),
    _Format(
        lambda lines: len(lines) >= FEWEST_LINES and _VOCABULARY(lines),
        "a vocabulary or scores",
        "give the text, one sentence per line",
        frozenset({Content.TABLE, *_OTHERS}),
    ),
    _Format(
        lambda lines: any(re.match(r"\\(?:data\\|\d+-grams:)\s*$", line) for line in lines),
        "a language model (ARPA)",
        "give the text that it was trained on, one sentence per line",
    ),
    _Format(
        _most(
            r"\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d|(?:SENT|PRED|GOLD)(?: AVG)?(?: SCORE)?(?: \d+)?:"
        ),
        "the log of a program",
        "give its translations, one per line: use the option of the program that writes a file",
    ),
    _Format(
        _most(r"\s*\|.*\|\s*$"),
        "a table of Markdown",
        "write one text per line, without the bars",
    ),
    _Format(
        lambda lines: _FACTORS(lines) and len(lines) > 1,
        "text with factors (word|tag, word_TAG or word/TAG)",
        "keep only the words: sed -E 's#[|_/][^ |_/]+( |$)#\\1#g' FILE > NEW",
    ),
    _Format(
        _most(r"\s*(?:- \s*|(?<=  ))(?:[A-Za-z_]+|['\"][A-Za-z_]+['\"]): \S"),
        "YAML",
        "write one text per line",
    ),
    _Format(
        lambda lines: sum(map(bool, map(_KEY.match, lines))) > 1 and _SETTINGS(lines),
        "settings (key = value, INI or TOML)",
        "give only the text, one sentence per line",
    ),
    _Format(
        lambda lines: any(map(_LATEX.match, lines)) or _most(r"\s*\\[A-Za-z]+[{\[*]")(lines),
        "LaTeX or BibTeX",
        "extract its text (pandoc -t plain --wrap=none FILE, or detex FILE), one sentence per line",
    ),
    _Format(
        _is_numbered,
        "text whose lines begin with their numbers",
        "remove the numbers: sed -E 's/^[^0-9]*[0-9]+[^ ]* +//' FILE > NEW",
        frozenset({Content.TRANSLATIONS, *_OTHERS}),
    ),
    _Format(
        _most(r"[STHDPEA]-\d+\t"),
        "the output of fairseq",
        "extract the translations, in order: grep ^D- FILE | sort -V | cut -f3 > NEW",
        _OTHERS,
    ),
    _Format(
        _most(r"\d+ \|\|\| .* \|\|\| "),
        "a list of n-best translations",
        "decode without --n-best, for one translation per line",
        _OTHERS,
    ),
    _Format(
        _most(r".*\|\|\|(?: \d+-\d+)+\s*$"),
        "translations with their word alignment",
        "decode without --alignment, or remove the alignment: sed 's/ *||| .*//' FILE > NEW",
        _OTHERS,
    ),
    _Format(
        lambda lines: len(lines) > 1 and _most(r"(?!\|).*\S (?:\|\|\||->|=>|→) \S")(lines),
        "source and target separated by ||| or an arrow",
        "give each side as a separate file",
        _TABLES,
    ),
    _Format(
        lambda lines: any(map(_WORD_LINE.match, lines)) and _CONLLU(lines),
        "a treebank (CoNLL-U)",
        "give its sentences, one per line: sed -n 's/^# text = //p' FILE > NEW",
        frozenset({Content.TREES}),
    ),
    _Format(
        lambda lines: any(re.match(r"(?:\d\d:)?\d\d:\d\d[,.]\d+ --> ", line) for line in lines),
        "subtitles",
        "extract their sentences, one per line",
    ),
    _Format(
        lambda lines: len(lines) > 1 and all(map(_QUOTED_COLUMNS.fullmatch, lines)),
        "a table whose cells are all quoted",
        "write cells without quoting: csv.QUOTE_NONE, or quoting=3 in pandas",
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
        "a table with columns separated by tabs",
        "give it a name that ends in .tsv if the command reads tables, or give one column: cut "
        "-f1 FILE > NEW",
        _TABLES,
    ),
)
