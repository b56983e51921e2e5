"""Text that was damaged on its way from one program to the next, written as it was.

HTML entities (`&#39;`, also those of the Moses tokeniser), escapes of JSON (`\\u00f3`), UTF-8 that
was read as another encoding (`terminÃ³`), Windows-1252 read as Latin-1, and characters that nobody
sees (the soft hyphen, the zero-width space, marks of direction). Each makes another word of a word:
a translation with `&#39;` loses persons and n-grams, and a model learns to write it.

Only what a text does not have by itself is undone. All text of sentences is read through `Repairs`,
which counts the lines that were changed: lines by `read_sentences`, columns in
`cdaflow.io.columns`, `cdaflow.io.pairs` and `cdaflow.io.parquet`; tables other than pairs by those
who know their cells.
"""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html.entities import html5

from cdaflow.io.files import nfc, read_lines
from cdaflow.io.recognition import Content
from cdaflow.progress import say_once

#: The letters whose writing uses (non-)joiners: Arabic to Mongolian, with the Indic scripts.
_JOINING = (
    "\u0600-\u06ff\u0700-\u074f\u0750-\u077f\u07c0-\u07ff\u0840-\u085f\u0860-\u08ff"
    "\u0900-\u0dff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\u1b00-\u1bff"
    "\ua840-\ua8ff\ua980-\ua9df\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
)
#: What a joiner binds into one picture (woman + joiner + microscope = a woman scientist).
_PICTURES = "\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"

#: Soft hyphen, zero-width space, word joiner, byte order mark, bidirectional marks, and the
#: zero-width (non-)joiner where its script has no use for it.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
    f"|(?<![{_JOINING}])\u200c|(?<![{_JOINING}{_PICTURES}])\u200d"
)

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

#: Escapes of JSON; a line break only before what can begin a sentence, since `\nu` is LaTeX.
_JSON = re.compile(r"(?:\\u[0-9a-fA-F]{4})+|\\[\"/]|\\[nrt](?![a-z])")

#: Bytes above 7F as Python, mails (quoted-printable) and addresses of the web write them.
_AS_BYTES = re.compile(r"(?:\\x[89a-f][0-9a-f])+|(?:=[89A-F][0-9A-F])+|(?:%[89A-Fa-f][0-9A-Fa-f])+")
_ADDRESS = re.compile(r"://|www\.")

#: A character by its number, as Perl, R and Python write it.
_NUMBERED = re.compile(
    r"\\x\{0*([0-9a-fA-F]{2,5})\}|<U\+0*([0-9A-F]{2,5})>|\\U000([01][0-9a-fA-F]{4})"
)

#: What a line has that may have one of these, beside characters other than ASCII.
ESCAPES = ("&", "\\", "=", "%", "<U+")

#: The byte of each character that a UTF-8 byte above 7F becomes when it is read as Windows-1252;
#: the bytes that this leaves open are read as Latin-1.
_BYTES: dict[str, int] = {}
for _byte in range(0x80, 0x100):
    _BYTES[chr(_byte)] = _byte
    _BYTES[bytes([_byte]).decode("cp1252", "ignore") or chr(_byte)] = _byte

_NEXT = re.escape("".join(sorted(char for char, byte in _BYTES.items() if byte < 0xC0)))

#: Characters of two bytes (Latin letters and signs one by one; Greek, Cyrillic, Hebrew and Arabic
#: in words), of three (typographic punctuation, signs) and four (pictures). Other first bytes are
#: left alone, since text has them before a quotation mark or a blank: "vergaß“", "LIBERTÉ !".
_MOJIBAKE = re.compile(
    f"[\u00c2-\u00c5][{_NEXT}]"
    f"|(?:[\u00ce\u00cf\u00d0\u00d1\u00d7\u00d8\u00d9][{_NEXT}]){{2,}}"
    f"|\u00e2[{_NEXT}]{{2}}|\u00f0[{_NEXT}]{{3}}"
)


def _readings(codec: str) -> dict[str, int]:
    """Return the byte of each character above 7F of an encoding; C1 where it has none."""
    return {(bytes([n]).decode(codec, "ignore") or chr(n)): n for n in range(0x80, 0x100)}


def _next(codec: str) -> str:
    """Return the characters that the further bytes of a UTF-8 character are read as."""
    return re.escape("".join(sorted(c for c, n in _readings(codec).items() if n < 0xC0)))


_MAC, _DOS = f"[{_next('mac_roman')}]", f"[{_next('cp437')}]"
_LATIN = "A-Za-z\u00df-\u00ff"

#: UTF-8 read as other encodings: the bytes of their characters, and what shows it. Of Latin letters
#: a letter beside it (a root or a line of a box has none), of Cyrillic and Hebrew three in a run,
#: after which those that stand alone in the line are undone too.
_OTHERS = (
    (
        _readings("mac_roman"),
        re.compile(f"(?<=[{_LATIN}])[\u221a\u00ac]{_MAC}|[\u221a\u00ac]{_MAC}(?=[{_LATIN}])"
                   f"|\u201a\u00c4{_MAC}"),
        None,
    ),
    (
        _readings("cp437"),
        re.compile(f"(?<=[{_LATIN}])\u251c{_DOS}|\u251c{_DOS}(?=[{_LATIN}])|\u0393\u00c7{_DOS}"),
        None,
    ),
    (
        _readings("cp1251"),
        re.compile(f"[\u0420\u0421][{_next('cp1251')}]"),
        re.compile(f"(?:[\u0420\u0421][{_next('cp1251')}]){{3,}}"),
    ),
    (
        _readings("cp1255"),
        re.compile(f"\u05f3[{_next('cp1255')}]"),
        re.compile(f"(?:\u05f3[{_next('cp1255')}]){{3,}}"),
    ),
)  # fmt: skip

#: How each of them begins: what most lines do not have, and quickly seen.
_BEGINNING = re.compile(
    f"[\u00c2-\u00c5\u00ce-\u00d1\u00d7-\u00d9\u00e2\u00f0][{_NEXT}]"
    f"|[\u221a\u00ac]{_MAC}|\u201a\u00c4|\u251c{_DOS}|\u0393\u00c7"
    f"|(?:[\u0420\u0421][{_next('cp1251')}]){{3}}|\u05f3[{_next('cp1255')}]"
)

#: What Latin-1 has where Windows-1252 has quotation marks and dashes.
_CONTROL = re.compile("[\x80-\x9f]")

#: What a line has in which there may be something to undo, as a pattern of RE2 as well.
SUSPECT = (
    r"%[89A-Fa-f]|<U\+|[&=\\\x{80}-\x{9f}\x{ad}\x{61c}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}"
    r"\x{2066}-\x{2069}\x{feff}]"
    f"|{_BEGINNING.pattern}"
)

#: Passes over a line at most: text may have been damaged several times.
_PASSES = 10


def without_invisible(text: str) -> str:
    """Return `text` in NFC without characters that nobody sees.

    Joiners stay in the scripts that need them (Arabic, Indic, ...) and in emoji.
    """
    # Taking a mark out can bring a letter and its accent together, hence the loop.
    while not text.isprintable() and _INVISIBLE.search(text):
        text = nfc(_INVISIBLE.sub("", text))
    return text


def repaired(text: str) -> tuple[str, list[str]]:
    """Return a line as it was written, and the names of what was undone."""
    kinds: list[str] = []
    for _ in range(_PASSES):
        before = text
        for name, step in _STEPS:
            after = step(text)
            if after != text:
                kinds.append(name)
                text = after
        if text == before:
            break
    return text, list(dict.fromkeys(kinds))


def _without_json(text: str) -> str:
    return _JSON.sub(_json_character, text) if "\\" in text else text


def _json_character(match: re.Match[str]) -> str:
    written: str = json.loads(f'"{match.group()}"')
    return match.group() if re.search("[\ud800-\udfff]", written) else _in_line(match, written)


def _without_bytes(text: str) -> str:
    return _AS_BYTES.sub(_written_bytes, text) if re.search(r"[=%]|\\x", text) else text


def _written_bytes(match: re.Match[str]) -> str:
    if match.group().startswith("%") and _ADDRESS.search(match.string):
        return match.group()
    try:
        return bytes.fromhex(re.sub(r"[=%]|\\x", "", match.group())).decode("utf-8")
    except UnicodeDecodeError:
        return match.group()


def _without_numbers(text: str) -> str:
    return _NUMBERED.sub(_numbered_character, text)


def _numbered_character(match: re.Match[str]) -> str:
    written = chr(int(match[match.lastindex or 0], 16))
    return match.group() if "\ud800" <= written <= "\udfff" else _in_line(match, written)


def _without_entities(text: str) -> str:
    return _ENTITY.sub(_entity_character, text) if "&" in text else text


def _entity_character(match: re.Match[str]) -> str:
    name = match.group()[1:]
    is_entity = name.startswith("#") or name in html5
    return _in_line(match, html.unescape(match.group())) if is_entity else match.group()


def _in_line(match: re.Match[str], written: str) -> str:
    """Return what an escape stands for, unless it is a control character; line ends are blanks."""
    if written.isspace() and not written.isprintable() and written < "\x80":
        return " "
    is_control = any(char < " " or "\x7f" <= char <= "\x9f" or char == "\ufffd" for char in written)
    return match.group() if is_control else written


def _without_mojibake(text: str) -> str:
    if text.isascii() or not _BEGINNING.search(text):
        return text
    written = _MOJIBAKE.sub(_utf8_character, text)
    for values, pattern, run in _OTHERS:
        if run is None or run.search(written):
            written = pattern.sub(partial(_decoded, values), written)
    return text if written == text else nfc(written)


def _utf8_character(match: re.Match[str]) -> str:
    before = match.string[: match.start()][-1:]
    after = match.string[match.end() :][:1]
    # A word in capitals may end in such a letter, before a quotation mark: "A IRMÃ»".
    if before.isupper() and not after.isupper():
        return match.group()
    return _decoded(_BYTES, match)


def _decoded(values: Mapping[str, int], match: re.Match[str]) -> str:
    """Return the character whose UTF-8 bytes `values` has for those of a match; it, if none."""
    try:
        return bytes(values[char] for char in match.group()).decode("utf-8")
    except UnicodeDecodeError:
        return match.group()


def _without_controls(text: str) -> str:
    return _CONTROL.sub(_windows_character, text)


def _windows_character(match: re.Match[str]) -> str:
    return match.group().encode("latin-1").decode("cp1252", "ignore") or match.group()


def _visible(text: str) -> str:
    return text if text.isascii() else without_invisible(text)


#: In this order: the escapes may hide mojibake, and that has soft hyphens (`Ã\xad` is *í*).
_STEPS = (
    ("escapes of JSON", _without_json),
    ("bytes written as escapes", _without_bytes),
    ("characters written by their numbers", _without_numbers),
    ("HTML entities", _without_entities),
    ("UTF-8 read as another encoding", _without_mojibake),
    ("Windows-1252 read as Latin-1", _without_controls),
    ("invisible characters", _visible),
)


class Repairs:
    """The lines of a text as they were written.

    `lines`: the numbers (from 1) of those that were changed, by kind.
    """

    def __init__(self) -> None:
        self.lines: dict[str, set[int]] = {}

    def of(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield each line repaired."""
        for number, line in enumerate(lines, 1):
            yield self.line(number, line)

    def line(self, number: int, line: str) -> str:
        """Return a line repaired; `number`: counted from 1."""
        is_plain = line.isascii() or (line.isprintable() and not _BEGINNING.search(line))
        if is_plain and not any(sign in line for sign in ESCAPES):
            return line
        line, kinds = repaired(line)
        for kind in kinds:
            self.lines.setdefault(kind, set()).add(number)  # once for both sides of a pair
        return line

    def problems(self) -> Iterator[tuple[list[int], str]]:
        """Yield for each kind the lines that were changed, and the message about them."""
        for kind, changed in self.lines.items():
            numbers = sorted(changed)
            several = "s" if len(numbers) > 1 else ""
            listed = ", ".join(map(str, numbers[:5])) + (", ..." if len(numbers) > 5 else "")
            yield numbers, f"undid {kind} on {len(numbers)} line{several}: {listed}"

    def report(self, path: str | os.PathLike[str]) -> None:
        """Say on the standard error what was changed in a file: once, however often it is read."""
        for _, problem in self.problems():
            say_once(f"{path}: {problem}")


def read_sentences(
    path: str | os.PathLike[str], content: Content = Content.SENTENCES
) -> Iterator[str]:
    """Yield the lines of a text file as they were written; what was undone is said at its end.

    InputError as `cdaflow.io.files.read_lines` raises it.
    """
    repairs = Repairs()
    yield from repairs.of(read_lines(path, content))
    repairs.report(path)
