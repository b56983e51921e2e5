"""Translation memories (TMX 1.1 to 1.4b), read as a stream and without trust.

Straight on expat: no tree is ever built, entity declarations are refused (a few lines of
them can unpack to gigabytes, or read other files), and an error knows its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.parsers import expat

from cdaflow.errors import InputError
from cdaflow.io.files import MAX_LINE_BYTES, read_blocks

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
            found = ", ".join(sorted(reader.seen)) or "none"
            raise InputError(
                "tmx.no-segment-in-language",
                f"no translation unit has a segment in {language!r}",
                file=path,
                hint=f"the languages of this file are: {found}",
            )


class _Reader:
    """The state of one parse: the unit, the variant and the segment that are open."""

    def __init__(self, path: str, languages: Sequence[str]) -> None:
        self.path = path
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
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._unknown_entity

    def take(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return the units that are complete, once."""
        done, self._done = self._done, []
        return done

    def feed(self, block: bytes, final: bool = False) -> None:
        """Parse the next bytes of the file."""
        try:
            self._parser.Parse(block, final)
        except expat.ExpatError as error:
            raise InputError(
                "tmx.not-well-formed",
                f"not well-formed XML ({expat.errors.messages.get(error.code, str(error))})",
                file=self.path,
                line=error.lineno,
                hint="check the file with: xmllint --noout --stream FILE",
            ) from None
        except (LookupError, ValueError):
            raise InputError(
                "tmx.unknown-encoding",
                "the encoding that the file names is not known",
                file=self.path,
                line=1,
                hint="convert the file to UTF-8, and say so in its first line",
            ) from None

    def finish(self) -> None:
        """Parse the end of the file."""
        self.feed(b"", final=True)

    def _fault(self, code: str, problem: str, hint: str) -> InputError:
        line = self._parser.CurrentLineNumber
        return InputError(code, problem, file=self.path, line=line, hint=hint)

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
                    "each variant must name its language",
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
                f"the text of a <tuv> stands without a <seg>: {data.strip()[:40]!r}",
                "put it into one: <tuv ...><seg>TEXT</seg></tuv>; sed -E "
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

    def _entity(self, name: str, *_: object) -> None:
        raise self._fault(
            "tmx.entity-declared",
            f"the file declares the entity {name!r}, which is refused",
            "entities can unpack without bound or read other files: replace them by their text",
        )

    def _unknown_entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise self._fault(
                "tmx.entity-undeclared",
                f"the entity &{name}; is not declared",
                "replace it by its text, or by &#NUMBER;",
            )
