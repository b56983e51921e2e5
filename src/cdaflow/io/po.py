"""Catalogues of gettext (.po): their entries, with proposals as comments of the translator.

A comment is what all tools of gettext keep: msgmerge carries it over to the next version, editors
show it, and msgfmt, which compiles the catalogue, does not see it. An entry of its own (with a
msgctxt) is one that no program asks for, and that msgmerge drops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cdaflow.errors import InputError
from cdaflow.io.catalogue import MARK, Edit, Proposal, Unit, edited
from cdaflow.io.files import read_blocks

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_CHARSET = re.compile(rb"Content-Type:[^\\\"]*charset=([\w.:-]+)")
_STRING = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s*)?"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_TO_ESCAPE = str.maketrans({v: f"\\{k}" for k, v in _ESCAPES.items()} | {"\\": r"\\", '"': r"\""})
_OURS = f"# {MARK}, "


@dataclass
class _Entry:
    """An entry: where new comments go, those of an earlier run, and its strings by keyword."""

    line: int = 0
    comments: int = 0
    ours: list[Edit] = field(default_factory=list)
    fuzzy: bool = False
    strings: dict[str, str] = field(default_factory=dict)


class PoFile:
    """A catalogue of gettext; see `cdaflow.io.catalogue.Catalogue`.

    Entries that are not translated, fuzzy (of an earlier source) or obsolete are no units. Of a
    plural each form is one: msgstr[0] of the singular, the others of the plural.

    Raises InputError, with file and line, where the file is no catalogue, or not in the charset
    that it names.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._data = b"".join(read_blocks(path))
        self._newline = b"\r\n" if b"\r\n" in self._data else b"\n"
        charset = _CHARSET.search(self._data)
        self._charset = charset[1].decode() if charset and charset[1] != b"CHARSET" else "UTF-8"
        self.sources: set[str] = set()
        self.targets: set[str] = set()
        self.units: list[Unit] = []
        self._places: list[tuple[_Entry, str]] = []
        self._entries = [entry for entry in self._read() if entry.strings]
        for entry in self._entries:
            self._add(entry)

    def _read(self) -> Iterator[_Entry]:
        entry, key = _Entry(), ""
        for number, match in enumerate(_LINE.finditer(self._data), 1):
            line = self._decoded(match.group(), number).strip("\ufeff \t\r\n")
            if line.startswith("#~"):
                yield entry
                entry, key = _Entry(), ""
            elif line.startswith("#"):
                if entry.strings:
                    yield entry
                    entry, key = _Entry(), ""
                if line.startswith(_OURS):
                    entry.ours.append(Edit(*match.span()))
                if line[1:2] in ("", " "):
                    entry.comments = match.end()
                entry.comments = entry.comments or match.start()
                entry.fuzzy |= line.startswith("#,") and "fuzzy" in re.split(r"[,\s]+", line)
            elif line:
                string = _STRING.fullmatch(line)
                if string is None or not (string[1] or key):
                    raise self._fault(
                        "po.not-an-entry", f"expected a comment or a string: {line[:60]!r}", number
                    )
                if string[1]:
                    if string[1] in ("msgid", "msgctxt") and "msgstr" in key:
                        yield entry
                        entry = _Entry()
                    key = string[1]
                    if key in entry.strings:
                        raise self._fault(
                            "po.repeated-keyword", f"a second {key} in one entry", number
                        )
                    entry.line = entry.line or number
                    entry.comments = entry.comments or match.start()
                entry.strings[key] = entry.strings.get(key, "") + _ESCAPED.sub(
                    _character, string[2]
                )
        yield entry

    def _add(self, entry: _Entry) -> None:
        strings = entry.strings
        translations = {key: text for key, text in strings.items() if "msgstr" in key}
        if "msgid" not in strings or not translations:
            raise self._fault(
                "po.incomplete-entry", "an entry lacks its msgid or its msgstr", entry.line
            )
        if strings["msgid"] == "":
            language = re.search(r"^Language: *([\w@.-]+)", strings.get("msgstr", ""), re.M)
            self.targets |= {language[1]} if language else set()
            return
        for key, text in translations.items():
            plural = key not in ("msgstr", "msgstr[0]")
            source = strings.get("msgid_plural", "") if plural else strings["msgid"]
            if text and not entry.fuzzy:
                self.units.append(Unit(entry.line, (source,), (text,)))
                self._places.append((entry, key.removeprefix("msgstr")))

    def with_proposals(self, proposals: Iterable[Sequence[Proposal]]) -> bytes:
        """Return the catalogue with a comment for each proposal; see `Catalogue`."""
        edits = [edit for entry in self._entries for edit in entry.ours]
        for (entry, form), several in zip(self._places, proposals, strict=True):
            for proposal in several:
                text = "".join(map(str, proposal.text)).translate(_TO_ESCAPE)
                new = self._encoded(f'{_OURS}{proposal.label}{form and f" {form}"}: "{text}"')
                edits.append(Edit(entry.comments, entry.comments, new + self._newline))
        return edited(self._data, edits)

    def _decoded(self, line: bytes, number: int) -> str:
        try:
            return line.decode(self._charset)
        except (LookupError, ValueError):
            raise self._fault(
                "po.not-in-charset", f"the line is not in {self._charset}", number
            ) from None

    def _encoded(self, line: str) -> bytes:
        try:
            return line.encode(self._charset)
        except ValueError:
            raise self._fault(
                "po.charset-too-small", f"{self._charset} has no characters for {line!r}", None
            ) from None

    def _fault(self, code: str, problem: str, line: int | None) -> InputError:
        hint = "check the catalogue with: msgfmt -c FILE; convert it with: msgconv -t UTF-8 FILE"
        return InputError(code, problem, file=self._path, line=line, hint=hint)


def _character(escape: re.Match[str]) -> str:
    code = escape[1]
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if code.isdecimal() else _ESCAPES.get(code, code)
