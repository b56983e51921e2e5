"""The tree of a sentence, as Universal Dependencies (version 2) writes it.

Its fields FEATS and MISC are read as mappings and kept to the letter (`Fields`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

_Default = TypeVar("_Default")

_FEATURE = re.compile(r"[^=|\s]+=[^=|\s]+")


class Fields(Mapping[str, str]):
    """What a FEATS or MISC field says, as a mapping that is unpacked when it is first asked.

    `raw` is the field as CoNLL-U has it. An item without a value maps to ""; of items with the
    same name the first counts. Equal to any mapping with the same items; never changes.
    """

    __slots__ = ("_items", "raw")

    raw: str

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._items: dict[str, str] | None = None

    def unpacked(self) -> dict[str, str]:
        """Return the items; the caller must not change them."""
        if self._items is None:
            items: dict[str, str] = {}
            if self.raw != "_":
                for item in self.raw.split("|"):
                    name, _, value = item.partition("=")
                    items.setdefault(name, value)
            self._items = items
        return self._items

    def __getitem__(self, name: str) -> str:
        return self.unpacked()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.unpacked())

    def __len__(self) -> int:
        return len(self.unpacked())

    # What follows is in Mapping too, but takes several times as long there.

    def get(self, name: str, default: str | _Default = None) -> str | _Default:  # type: ignore[assignment]
        """Return the value under a name, `default` if there is none."""
        return self.unpacked().get(name, default)

    def __bool__(self) -> bool:
        return self.raw != "_"

    def __contains__(self, name: object) -> bool:
        return self.raw != "_" and name in self.unpacked()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Fields):
            return self.raw == other.raw or self.unpacked() == other.unpacked()
        return self.unpacked() == other

    def __hash__(self) -> int:
        return hash(frozenset(self.unpacked().items()))

    def __repr__(self) -> str:
        return f"Fields({self.raw!r})"


#: An empty field, "_".
NO_FIELDS = Fields("_")


class FieldCache(dict[str, Fields]):
    """Gives the `Fields` of a raw field, one object for all equal ones; bounded.

    Treebanks have some thousand different FEATS, and MISC is mostly empty.
    """

    def __init__(self, *, limit: int = 1 << 15) -> None:
        super().__init__({"_": NO_FIELDS})
        self._limit = limit

    def __missing__(self, raw: str) -> Fields:
        if len(self) >= self._limit:
            self.clear()
            self["_"] = NO_FIELDS
        fields = self[raw] = self.checked(raw)
        return fields

    def checked(self, raw: str) -> Fields:
        """Return the fields of `raw`; to be overridden by checks, made once for equal fields."""
        return Fields(raw)


class FeatureCache(FieldCache):
    """A `FieldCache` for FEATS: ValueError for what is not Name=Value|Name=Value."""

    def checked(self, raw: str) -> Fields:
        """Return the features; raises ValueError, which says what is wrong."""
        if problem := feature_fault(raw):
            raise ValueError(problem)
        return Fields(raw)


def feature_fault(raw: str) -> str | None:
    """Return what is wrong with a FEATS field, None if nothing is."""
    if raw == "_":
        return None
    seen = set()
    for item in raw.split("|"):
        if not _FEATURE.fullmatch(item):
            return f"FEATS has {item!r}, which is not of the form Name=Value"
        name = item.partition("=")[0]
        if name in seen:
            return f"FEATS has {name} twice"
        seen.add(name)
    return None


def pack(items: Mapping[str, str], *, ordered: bool = False) -> str:
    """Return a mapping as a field of CoNLL-U, `Fields` to the letter.

    `ordered` sorts by name without regard to case, as the guidelines ask of FEATS.
    """
    if isinstance(items, Fields):
        return items.raw
    if not items:
        return "_"
    names: Iterable[str] = sorted(items, key=str.lower) if ordered else items
    return "|".join(f"{name}={items[name]}" if items[name] else name for name in names)


#: The universal parts of speech (https://universaldependencies.org/u/pos).
UPOS = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
    "PUNCT", "SCONJ", "SYM", "VERB", "X",
)  # fmt: skip

_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|([strnp\\]))")
_MEANING = {"s": " ", "t": "\t", "r": "\r", "n": "\n", "p": "|", "\\": "\\"}


# Tuples, since a frozen data class takes several times as long to make, and a corpus has millions.
class Token(NamedTuple):
    """One syntactic word: a line of CoNLL-U with a whole number as id.

    `id` counts from 1 within the sentence; `head` is the id of the governor, 0 for the root.
    `feats` and `misc` are empty where CoNLL-U has `_`; a MISC item without a value maps to "".
    Those that were read are `Fields`, which are written again to the letter.
    """

    id: int
    form: str
    lemma: str
    upos: str
    feats: Mapping[str, str] = NO_FIELDS
    head: int = 0
    deprel: str = "root"
    xpos: str = "_"
    deps: str = "_"
    misc: Mapping[str, str] = NO_FIELDS

    @property
    def space_after(self) -> bool:
        """Whether a space follows the word in the text."""
        return self.misc.get("SpaceAfter") != "No"

    def changed(self, **fields: object) -> Token:
        """Return a copy with some fields replaced."""
        return self._replace(**fields)  # type: ignore[arg-type]


class MultiwordToken(NamedTuple):
    """A surface word that stands for the syntactic words `start` to `end` (ids, inclusive)."""

    start: int
    end: int
    form: str
    misc: Mapping[str, str] = NO_FIELDS
    feats: Mapping[str, str] = NO_FIELDS

    @property
    def space_after(self) -> bool:
        """Whether a space follows the word in the text."""
        return self.misc.get("SpaceAfter") != "No"


class EmptyNode(NamedTuple):
    """A node of the enhanced graph alone: number `number` (from 1) after the word with id `after`.

    Its position in the graph is in `deps`; it has neither head nor relation of the tree.
    """

    after: int
    number: int
    form: str
    lemma: str = "_"
    upos: str = "_"
    feats: Mapping[str, str] = NO_FIELDS
    xpos: str = "_"
    deps: str = "_"
    misc: Mapping[str, str] = NO_FIELDS


@dataclass(frozen=True, slots=True)
class Sentence:
    """A tree: its words in order, the multiword tokens over them, and its comment lines.

    `comments` are the lines without "# ". A line that does not begin so, or goes on with "#"
    after it, is kept whole. Without words it stands for an empty text (or one that has no tree).
    """

    tokens: tuple[Token, ...]
    multiwords: tuple[MultiwordToken, ...] = ()
    comments: tuple[str, ...] = ()
    empty_nodes: tuple[EmptyNode, ...] = ()
    _by_head: dict[int, list[Token]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def comment(self, key: str) -> str | None:
        """Return the value of the comment `# key = value`, or None if there is none."""
        for line in self.comments:
            name, equals, value = line.removeprefix("#").partition("=")
            if equals and name.strip() == key:
                return value.strip()
        return None

    @property
    def sent_id(self) -> str | None:
        """The sentence's id, where its comments give one."""
        return self.comment("sent_id")

    def surface(self) -> Iterator[Token | MultiwordToken]:
        """Yield what is written: multiword tokens instead of the words that they cover."""
        if not self.multiwords:
            yield from self.tokens
            return
        spans = {multiword.start: multiword for multiword in self.multiwords}
        covered = 0
        for token in self.tokens:
            if token.id in spans:
                covered = spans[token.id].end
                yield spans[token.id]
            elif token.id > covered:
                yield token

    @property
    def text(self) -> str:
        r"""The text to the letter, put together from the words and the spacing in their MISC.

        `SpaceAfter` is heeded, and UDPipe's `SpacesAfter`, `SpacesBefore` and `SpacesInToken`
        (see `cdaflow.trees.spans`). Blanks with a line end are the layout of a document: they
        count as one space between words and as none before the first and after the last one.
        """
        parts: list[str] = []
        after = ""
        ended = True
        for word in self.surface():
            parts.append(after)
            form, misc = word.form, word.misc
            after, ended = " ", False
            if misc:
                if len(parts) == 1 and "SpacesBefore" in misc:
                    parts.append(_blanks(misc["SpacesBefore"], layout="") or "")
                if "SpacesInToken" in misc:
                    form = _unescaped(misc["SpacesInToken"])
                if misc.get("SpaceAfter") == "No":
                    after = ""
                if "SpacesAfter" in misc:
                    spaces = _blanks(misc["SpacesAfter"], layout=None)
                    after, ended = (after, False) if spaces is None else (spaces, True)
            parts.append(form)
        return "".join(parts) + (after if ended else "")

    def children(self, token_id: int) -> Iterator[Token]:
        """Yield the words whose head is `token_id`, in order."""
        # Indexed when first asked: a long line is asked for those of every word.
        if not self._by_head:
            for token in self.tokens:
                self._by_head.setdefault(token.head, []).append(token)
        return iter(self._by_head.get(token_id, ()))


def is_tree(heads: Sequence[int]) -> bool:
    """Return whether the heads of the words 1, 2, ... (0: the root) make a tree with one root."""
    if heads.count(0) != 1 or max(heads) > len(heads):
        return False
    # The ancestor 1, 2, 4, 8, ... steps up: in the end all are 0, unless heads go round.
    up = [0, *heads]
    for _ in range(len(up).bit_length()):
        up = list(map(up.__getitem__, up))
        if not any(up):
            return True
    return False


def _unescaped(spaces: str) -> str:
    r"""Return what a value of SpacesAfter and the like stands for (`\u00A0` is in treebanks)."""
    if "\\" not in spaces:
        return spaces
    return _ESCAPED.sub(
        lambda match: chr(int(match[1], 16)) if match[1] else _MEANING[match[2]], spaces
    )


def _blanks(value: str, layout: str | None) -> str | None:
    """Return the blanks that a value stands for; `layout` if they have a line end.

    A value that is no blanks (treebanks have "SpacesAfter=No") counts as if it had line ends.
    """
    blanks = _unescaped(value)
    return blanks if blanks.isspace() and "\n" not in blanks else layout
