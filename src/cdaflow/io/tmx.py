"""Translation memories (TMX 1.1 to 1.4b), read as a stream and without trust."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cdaflow.errors import InputError
from cdaflow.io.files import MAX_LINE_BYTES, read_blocks
from cdaflow.io.xml_reader import XmlReader

#: Elements inside a segment whose content is mark-up of the document, not text.
_MARKUP = frozenset(("bpt", "ept", "ph", "it", "ut", "sub"))


#: The end of a word or sentence, and the beginning of a word.
_GLUED = re.compile(r"[^\W_][^\W_]|[.!?:;,…%)\]»”][^\W\d_]")


def read_tmx(path: str, languages: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number (from 1) and the segments of each translation unit, one per language.

    Codes are matched without case; an exact match (pt-BR) goes before one of the primary
    subtag (pt), and the first of several variants counts. A unit that lacks a language has
    an empty side. Inline mark-up is left out, the text inside <hi> stays; a blank takes its place
    where it stood between words ("home.<ph/>The").

    Raises InputError, with file and line, where the file is no TMX, is malformed or cut
    short, declares entities, or has no unit in one of the languages.
    """
    reader = _Reader(path, languages)
    for block in read_blocks(path):
        reader.feed(block)
        yield from reader.take()
    reader.finish()
    yield from reader.take()
    for language in languages:
        if language not in reader.matched:
            present = ", ".join(sorted(reader.seen)) or "none"
            raise InputError(
                "tmx.no-segment-in-language",
                f"no translation unit has a segment in {language!r}",
                file=path,
                hint=f"the languages of this file are: {present}",
            )


class _Reader(XmlReader):
    """The state of one parse: the unit, the variant and the segment that are open."""

    def __init__(self, path: str, languages: Sequence[str]) -> None:
        super().__init__(path)
        self.languages = [(language, language.lower()) for language in languages]
        self.matched: set[str] = set()
        self.seen: set[str] = set()
        self._done: list[tuple[int, tuple[str, ...]]] = []
        self._number = 0
        self._variants: dict[str, str] = {}  # code in lower case -> segment
        self._code = ""
        self._text: list[str] | None = None  # pieces of the open segment
        self._open: list[str] = []  # tags from the root to here
        self._size = 0
        self._markup = 0  # depth of inline mark-up
        self._gap = False  # whether mark-up stands between the text so far and what comes
        self._root = ""

    def take(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return the units that are complete, once."""
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._open.append(tag)
        if not self._root:
            self._root = tag
            if tag != "tmx":
                raise self._fault(
                    "tmx.other-root", f"the root element is <{tag}>", "a TMX file starts with <tmx>"
                )
        if tag == "tu":
            self._number += 1
            self._variants = {}
        elif tag == "tuv":
            code = attributes.get("xml:lang") or attributes.get("lang")
            if not code:
                raise self._fault(
                    "tmx.no-language",
                    "a <tuv> has no xml:lang",
                    "each variant (<tuv>) must name its language",
                )
            self.seen.add(code)
            self._code = code.lower().replace("_", "-")
        elif tag == "seg":
            self._text, self._size, self._markup, self._gap = [], 0, 0, False
        elif tag in _MARKUP:
            self._markup += 1
        if self._text and tag not in ("seg", "hi"):
            self._gap = True

    def _end(self, tag: str) -> None:
        self._open.pop()
        if tag == "seg":
            if self._text is not None:
                self._variants.setdefault(self._code, "".join(self._text))
            self._text = None
        elif tag in _MARKUP:
            self._markup -= 1
        elif tag == "tu":
            self._done.append((self._number, tuple([self._side(*pair) for pair in self.languages])))

    def _side(self, language: str, code: str) -> str:
        """Return the segment in one language, "" where the unit has none."""
        text = self._variants.get(code)
        if text is None:
            primary = code.partition("-")[0]
            same = (t for c, t in self._variants.items() if c.partition("-")[0] == primary)
            text = next(same, None)
        if text is None:
            return ""
        self.matched.add(language)
        return text

    def _characters(self, data: str) -> None:
        if self._text is None and self._open[-1:] == ["tuv"] and not data.isspace():
            raise self._fault(
                "tmx.text-without-seg",
                f"the text of a <tuv> is not in a <seg>: {data.strip()[:40]!r}",
                "put it into a <seg>: <tuv ...><seg>TEXT</seg></tuv>; sed -E "
                "'s|(<tuv[^>]*>)([^<]+)(</tuv>)|\\1<seg>\\2</seg>\\3|' FILE > NEW",
            )
        if self._text is None or self._markup:
            return
        self._size += len(data)
        if self._size > MAX_LINE_BYTES:
            raise self._fault(
                "tmx.segment-too-long",
                f"the segment is longer than {MAX_LINE_BYTES} characters",
                "a translation unit holds a sentence",
            )
        if self._gap and _GLUED.fullmatch(self._text[-1][-1:] + data[:1]):
            self._text.append(" ")
        self._gap = False
        self._text.append(data)
