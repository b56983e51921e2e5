"""Files of XLIFF 1.0 to 1.2 and 2.x: their units, with proposals as what each version has for them.

In 1.2 this is `<alt-trans>`, in 2.x `<mtc:match>` of the module of translation candidates: both
are shown by editors beside the translation, which stays as it is, and have inline elements.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from cdaflow.errors import InputError
from cdaflow.io.catalogue import MARK, Edit, Inline, Proposal, Unit, edited
from cdaflow.io.files import read_blocks
from cdaflow.io.xml_reader import XmlReader

_CANDIDATES = "urn:oasis:names:tc:xliff:matches:2.0"
_SPACE = "http://www.w3.org/XML/1998/namespace space xml"
_ENCODING = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding=["']([\w.-]+)""")
_TAG = re.compile(rb"""<(?:"[^"]*"|'[^']*'|[^>"'])*>""")
_SOURCE_KEYS, _TARGET_KEYS = ("source-language", "srcLang"), ("target-language", "trgLang")
_OUR_IDS = re.compile(rb' id="%b(\d+)"' % MARK.encode())
_BLANKS = re.compile(r"[ \t\r\n]+")

#: Elements that stand for a word or a tag, and those that are tags in any case.
_ALONE = frozenset(("x", "ph"))
_TAGS = frozenset(("bx", "ex", "bpt", "ept", "it", "ut", "sc", "ec", "sm", "em", "cp"))
#: By their type such elements are tags (ctype of XLIFF 1.2, type of XLIFF 2).
_TAG_TYPES = re.compile(r"image|pb|lb|fmt|link|bold|italic|underlined|x-\w{1,3}")


@dataclass(slots=True)
class _Element:
    """An element with its offsets in the file; within a unit with what is in it.

    `prefix`: of its name, with the colon. `attributes`: with `translate` and `xml:space` of those
    around it.
    """

    name: str
    prefix: str
    attributes: dict[str, str]
    line: int
    start: int
    content_start: int
    content_end: int = 0
    end: int = 0
    content: list[_Element | str] = field(default_factory=list)

    def children(self, name: str) -> list[_Element]:
        """Return the elements in it that have a name."""
        return [node for node in self.content if not isinstance(node, str) and node.name == name]

    @property
    def preserved(self) -> bool:
        """Whether its blanks are part of the text."""
        return self.attributes.get(_SPACE) == "preserve"

    @property
    def ours(self) -> bool:
        """Whether it is a proposal of an earlier run."""
        return self.attributes.get("origin", "").startswith(MARK)


@dataclass(frozen=True, slots=True)
class _Container:
    """Where the proposals for units go; `opened`, `closed`: what is around them, if there are any.

    `space`: what is before each of them.
    """

    offset: int
    space: bytes
    opened: bytes = b""
    closed: bytes = b""


class _Place(NamedTuple):
    """The target of a unit, and where its proposals go.

    In XLIFF 2 with its segment, and what a proposal repeats: the original data and the source.
    """

    container: _Container
    target: _Element
    segment: _Element | None = None
    data: str = ""
    source: str = ""


class XliffFile(XmlReader):
    """A file of XLIFF; see `cdaflow.io.catalogue.Catalogue`.

    What has no translation, or translate="no", is no unit. Blanks are as XML has them: several
    are one, but for xml:space="preserve".

    Raises InputError, with file and line, where the file is no XLIFF in UTF-8, is malformed, or
    declares entities.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path, separator=" ")
        self._data = b"".join(read_blocks(path))
        self._newline = b"\r\n" if b"\r\n" in self._data else b"\n"
        self._open: list[_Element] = []
        self._edits: list[Edit] = []
        self._namespace = ""
        self._places: list[_Place] = []
        self.sources: set[str] = set()
        self.targets: set[str] = set()
        self.units: list[Unit] = []
        encoding = _ENCODING.match(self._data)
        if self._data[:2] in (b"\xff\xfe", b"\xfe\xff") or (
            encoding is not None and encoding[1].lower() not in (b"utf-8", b"us-ascii", b"ascii")
        ):
            raise InputError(
                "xliff.not-utf8",
                "the file is not in UTF-8",
                file=path,
                line=1,
                hint="convert it: xmllint --encode UTF-8 FILE > NEW",
            )
        self.feed(self._data, final=True)

    def with_proposals(self, proposals: Iterable[Sequence[Proposal]]) -> bytes:
        """Return the file with an element for each proposal; see `Catalogue`."""
        edits = list(self._edits)
        items: defaultdict[_Container, list[bytes]] = defaultdict(list)
        # The ids of segments that have none, and that proposals refer to.
        last = max((int(n) for n in _OUR_IDS.findall(self._data)), default=0)
        ids = (f"{MARK}{number}" for number in count(last + 1))
        for place, several in zip(self._places, proposals, strict=True):
            ref, segment = "", place.segment
            if segment is not None and several:
                ref = segment.attributes.get("id") or next(ids)
                if "id" not in segment.attributes:
                    offset = segment.start + 1 + len(f"{segment.prefix}{segment.name}".encode())
                    edits.append(Edit(offset, offset, f' id="{ref}"'.encode()))
            items[place.container] += [self._item(place, ref, proposal) for proposal in several]
        for container, new in items.items():
            if new:
                lines = [container.opened, *(container.space + item for item in new)]
                both = b"".join([*lines, container.closed])
                edits.append(Edit(container.offset, container.offset, both))
        return edited(self._data, edits)

    def _item(self, place: _Place, ref: str, proposal: Proposal) -> bytes:
        """Return the element of a proposal; `ref`: the id of its segment, in XLIFF 2."""
        target, segment = place.target, place.segment
        text = "".join(
            part.raw if isinstance(part, Inline) else escape(part) for part in proposal.text
        )
        space = ' xml:space="preserve"' * target.preserved
        origin = quoteattr(f"{MARK}: {proposal.label}")
        quality = "" if proposal.confidence is None else f"{100 * proposal.confidence:.0f}"
        if segment is None:
            quality = quality and f' match-quality="{quality}%"'
            name = f"{target.prefix}alt-trans"
            inner = f"<{target.prefix}target>{text}</{target.prefix}target>"
            return f"<{name} origin={origin}{quality}{space}>{inner}</{name}>".encode()
        namespaces = ""
        if not place.container.opened:
            core = f' xmlns="{self._namespace}"' * (not target.prefix)
            namespaces = f' xmlns:mtc="{_CANDIDATES}"{core}'
        quality = quality and f' matchQuality="{quality}"'
        ref = quoteattr(f"#{ref}")
        opened = f'<mtc:match{namespaces} ref={ref} type="other" origin={origin}{quality}>'
        inner = "".join(
            f"<{target.prefix}{name}{space}>{side}</{target.prefix}{name}>"
            for name, side in (("source", place.source), ("target", text))
        )
        return f"{opened}{place.data}{inner}</mtc:match>".encode()

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        namespace, name, prefix = [*[""] * (" " not in tag), *tag.split(" "), ""][:3]
        start = self._parser.CurrentByteIndex
        if not self._open:
            self._namespace = namespace
            version = attributes.get("version", "")
            if name != "xliff" or version[:2] not in ("1.", "2."):
                root = f"<{name}>" if name != "xliff" else f"of version {version!r}"
                raise self._fault(
                    "xliff.other-root",
                    f"the root element is {root}",
                    "XLIFF 1.0 to 1.2 and 2.x are read",
                )
        for keys, codes in ((_SOURCE_KEYS, self.sources), (_TARGET_KEYS, self.targets)):
            codes.update(attributes[key] for key in keys if key in attributes)
        around = self._open[-1].attributes if self._open else {}
        inherited = {key: around[key] for key in ("translate", _SPACE) if key in around}
        element = _Element(
            name,
            prefix and f"{prefix}:",
            inherited | attributes,
            self._parser.CurrentLineNumber,
            start,
            self._tag_end(start),
        )
        if self._in_unit():
            self._open[-1].content.append(element)
        self._open.append(element)

    def _end(self, tag: str) -> None:
        element = self._open.pop()
        element.content_end = element.end = element.content_start
        if not self._data.endswith(b"/>", 0, element.content_start):
            element.content_end = self._parser.CurrentByteIndex
            element.end = self._tag_end(element.content_end)
        if element.name == "trans-unit":
            self._add_trans_unit(element)
        elif element.name == "unit":
            self._add_unit(element)

    def _characters(self, data: str) -> None:
        if self._in_unit():
            content = self._open[-1].content
            if content and isinstance(content[-1], str):
                data = str(content.pop()) + data
            content.append(data)

    def _in_unit(self) -> bool:
        return any(element.name in ("unit", "trans-unit") for element in self._open)

    def _tag_end(self, start: int) -> int:
        """Return the offset behind the tag that begins at an offset."""
        tag = _TAG.match(self._data, start)
        return start if tag is None else tag.end()

    def _add_trans_unit(self, unit: _Element) -> None:
        """Add a unit of XLIFF 1."""
        self._edits += [self._removal(e) for e in unit.children("alt-trans") if e.ours]
        header = unit.attributes.get("restype") == "x-gettext-domain-header"
        if not header and self._add(unit, unit.line, {}):
            (target,) = unit.children("target")
            container = _Container(target.end, self._space(target))
            self._places.append(_Place(container, target))

    def _add_unit(self, unit: _Element) -> None:
        """Add the segments of a unit of XLIFF 2, which have one container."""
        data = unit.children("originalData")
        codes = {
            element.attributes.get("id", ""): "".join(map(str, element.content))
            for element in (data[0].children("data") if data else ())
        }
        container = self._container(unit)
        for segment in unit.children("segment"):
            if self._add(segment, unit.line, codes):
                (source,), (target,) = segment.children("source"), segment.children("target")
                used = data and b"dataRef" in self._data[segment.start : segment.end]
                repeated = self._raw(data[0].start, data[0].end) if used else ""
                inner = self._raw(source.content_start, source.content_end)
                self._places.append(_Place(container, target, segment, repeated, inner))

    def _container(self, unit: _Element) -> _Container:
        """Return where the candidates of a unit go: among others, or in an element of their own."""
        for matches in unit.children("matches"):
            several = matches.children("match")
            removed = [match for match in several if match.ours]
            if len(removed) == len(several):
                self._edits.append(self._removal(matches))
                break
            self._edits += map(self._removal, removed)
            return _Container(self._behind(matches.content_end), self._space(several[0]))
        first = next(node for node in unit.content if isinstance(node, _Element))
        space = self._space(first)
        opened = space + f'<mtc:matches xmlns:mtc="{_CANDIDATES}">'.encode()
        indented = space and space + b"  "
        return _Container(unit.content_start, indented, opened, space + b"</mtc:matches>")

    def _add(self, element: _Element, line: int, codes: Mapping[str, str]) -> bool:
        """Add an element with a source and a translation as a unit; return whether it has both."""
        sides = [element.children(name) for name in ("source", "target")]
        if element.attributes.get("translate") == "no" or not all(map(any, sides)):
            return False
        source, target = (tuple(self._text(side[0], codes)) for side in sides)
        if not target:
            return False
        self.units.append(Unit(line, source, target))
        return True

    def _text(self, element: _Element, codes: Mapping[str, str]) -> Iterator[str | Inline]:
        for node in element.content:
            if isinstance(node, str):
                yield node if element.preserved else _BLANKS.sub(" ", node)
            elif node.name in _ALONE or node.name in _TAGS:
                yield Inline(self._raw(node.start, node.end), _code(node, codes))
            else:
                yield Inline(self._raw(node.start, node.content_start), "<>")
                yield from self._text(node, codes)
                if node.end > node.content_start:
                    yield Inline(self._raw(node.content_end, node.end), "<>")

    def _raw(self, start: int, end: int) -> str:
        return self._data[start:end].decode()

    def _space(self, element: _Element) -> bytes:
        """Return line end and indentation before an element that begins a line, else b""."""
        line = self._data[self._data.rfind(b"\n", 0, element.start) + 1 : element.start]
        return b"" if line.strip() or b"\n" not in self._data else self._newline + line

    def _behind(self, offset: int) -> int:
        """Return the offset before the blanks that stand before an offset."""
        while self._data[offset - 1 : offset].isspace():
            offset -= 1
        return offset

    def _removal(self, element: _Element) -> Edit:
        return Edit(element.start - len(self._space(element)), element.end)


def _code(element: _Element, codes: Mapping[str, str]) -> str:
    """Return what an inline element stands for: its code, "<>" for any tag, "" where unknown."""
    if element.name in _TAGS:
        return "<>"
    attributes = element.attributes
    text = (
        attributes.get("equiv-text")
        or attributes.get("disp")
        or codes.get(attributes.get("dataRef", ""))
        or "".join(part for part in element.content if isinstance(part, str))
    )
    kind = attributes.get("ctype") or attributes.get("type") or ""
    return text or "<>" * (_TAG_TYPES.fullmatch(kind) is not None)
