"""XML read as a stream and without trust.

Straight on expat: no tree is ever built, entity declarations are refused (a few lines of
them can unpack to gigabytes, or read other files), and an error knows its line.
"""

from __future__ import annotations

from xml.parsers import expat

from cdaflow.errors import InputError


class XmlReader:
    """The base of a reader: it has methods `_start`, `_end` and `_characters` for what expat finds.

    `separator`: what stands between the namespace, name and prefix of an element, of which
    `_start` and `_end` get the name alone, as it is written, without one.
    """

    def __init__(self, path: str, separator: str | None = None) -> None:
        self.path = path
        self._parser = parser = expat.ParserCreate(namespace_separator=separator)
        parser.namespace_prefixes = separator is not None
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._unknown_entity

    def feed(self, block: bytes, final: bool = False) -> None:
        """Parse the next bytes of the file."""
        try:
            self._parser.Parse(block, final)
        except expat.ExpatError as error:
            raise InputError(
                "xml.not-well-formed",
                f"not well-formed XML ({expat.errors.messages.get(error.code, str(error))})",
                file=self.path,
                line=error.lineno,
                hint="check the file with: xmllint --noout --stream FILE",
            ) from None
        except (LookupError, ValueError):
            raise InputError(
                "xml.unknown-encoding",
                "the file declares an unknown encoding",
                file=self.path,
                line=1,
                hint="convert the file to UTF-8, and declare that encoding in its first line",
            ) from None

    def finish(self) -> None:
        """Parse the end of the file."""
        self.feed(b"", final=True)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        raise NotImplementedError

    def _end(self, tag: str) -> None:
        raise NotImplementedError

    def _characters(self, data: str) -> None:
        raise NotImplementedError

    def _fault(self, code: str, problem: str, hint: str) -> InputError:
        line = self._parser.CurrentLineNumber
        return InputError(code, problem, file=self.path, line=line, hint=hint)

    def _entity(self, name: str, *_: object) -> None:
        raise self._fault(
            "xml.entity-declared",
            f"the file declares the entity {name!r}, which is refused",
            "entities can expand without limit or read other files: replace them by their text",
        )

    def _unknown_entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise self._fault(
                "xml.entity-undeclared",
                f"the entity &{name}; is not declared",
                "replace it by its text, or by &#NUMBER;",
            )
