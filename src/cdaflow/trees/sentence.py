"""The tree of a sentence, as Universal Dependencies (version 2) writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Token:
    """One syntactic word: a line of CoNLL-U with a whole number as id.

    `id` counts from 1 within the sentence; `head` is the id of the governor, 0 for the root.
    `feats` and `misc` are empty where CoNLL-U has `_`; a MISC item without a value maps to "".
    """

    id: int
    form: str
    lemma: str
    upos: str
    feats: Mapping[str, str] = field(default_factory=dict)
    head: int = 0
    deprel: str = "root"
    xpos: str = "_"
    deps: str = "_"
    misc: Mapping[str, str] = field(default_factory=dict)

    @property
    def space_after(self) -> bool:
        """Whether a space follows the word in the text."""
        return self.misc.get("SpaceAfter") != "No"

    def changed(self, **fields: object) -> Token:
        """Return a copy with some fields replaced."""
        return replace(self, **fields)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class MultiwordToken:
    """A surface word that stands for the syntactic words `start` to `end` (ids, inclusive)."""

    start: int
    end: int
    form: str
    misc: Mapping[str, str] = field(default_factory=dict)

    @property
    def space_after(self) -> bool:
        """Whether a space follows the word in the text."""
        return self.misc.get("SpaceAfter") != "No"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A tree: its words in order, the multiword tokens over them, and its comment lines.

    `comments` are kept whole, without the leading "#" and the blanks around the rest. Empty
    nodes are kept as raw lines, each with the id of the word that it follows.
    """

    tokens: tuple[Token, ...]
    multiwords: tuple[MultiwordToken, ...] = ()
    comments: tuple[str, ...] = ()
    empty_nodes: tuple[tuple[int, str], ...] = ()

    def comment(self, key: str) -> str | None:
        """Return the value of the comment `# key = value`, None where there is none."""
        for line in self.comments:
            name, equals, value = line.partition("=")
            if equals and name.strip() == key:
                return value.strip()
        return None

    @property
    def sent_id(self) -> str | None:
        """The sentence's id, where its comments give one."""
        return self.comment("sent_id")

    def surface(self) -> Iterator[Token | MultiwordToken]:
        """Yield what is written: multiword tokens instead of the words that they cover."""
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
        """The sentence as written, put together from its words and their SpaceAfter."""
        return "".join(
            piece.form + (" " if piece.space_after else "") for piece in self.surface()
        ).rstrip(" ")

    def children(self, token_id: int) -> Iterator[Token]:
        """Yield the words whose head is `token_id`, in order."""
        return (token for token in self.tokens if token.head == token_id)
