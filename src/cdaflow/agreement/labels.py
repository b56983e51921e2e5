"""Parts of speech and relations as numbers, and the kind of each edge of a tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from cdaflow.trees import Sentence, Token
from cdaflow.trees.sentence import UPOS

#: The relations of Universal Dependencies 2 (https://universaldependencies.org/u/dep).
RELATIONS = (
    "acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound",
    "conj", "cop", "csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat",
    "goeswith", "iobj", "list", "mark", "nmod", "nsubj", "nummod", "obj", "obl", "orphan",
    "parataxis", "punct", "reparandum", "root", "vocative", "xcomp",
)  # fmt: skip

#: How the root symbol is written in tables.
ROOT = "ROOT"


class _Ids(dict[str, int]):
    """Numbers of labels from 1; a label is looked up without its subtype next, then is 0."""

    def __missing__(self, label: str) -> int:
        main = label.partition(":")[0]
        self[label] = found = self.get(main, 0)
        return found


@dataclass(frozen=True)
class Labels:
    """The parts of speech and the relations that a model knows.

    Number 0 is the unknown label, so none fails; `relations` with a subtype ("nsubj:pass") count
    as known only where they are listed, else their subtype is dropped. The kind of an edge is a
    triple (p_i, p_j, l): part of speech of the word, that of its head (the root symbol has one
    of its own), relation. Kinds are numbered densely, all `kinds` of them.
    """

    upos: tuple[str, ...] = UPOS
    relations: tuple[str, ...] = RELATIONS
    _upos: _Ids = field(init=False, repr=False, compare=False)
    _relations: _Ids = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("upos", "relations"):
            ids = _Ids((label, number) for number, label in enumerate(getattr(self, name), 1))
            object.__setattr__(self, "_" + name, ids)

    @classmethod
    def collect(cls, sentences: Iterable[Sentence], *, subtypes: bool = False) -> Labels:
        """Return the labels of `sentences`, sorted; relations with their subtypes if wanted.

        The main relation of a subtype is always known too.
        """
        upos: set[str] = set()
        relations: set[str] = set()
        for sentence in sentences:
            upos.update(token.upos for token in sentence.tokens)
            relations.update(token.deprel for token in sentence.tokens)
        main = {relation.partition(":")[0] for relation in relations}
        return cls(tuple(sorted(upos)), tuple(sorted(main | relations if subtypes else main)))

    @property
    def upos_size(self) -> int:
        """How many numbers parts of speech have: the unknown one, the known, the root symbol."""
        return len(self.upos) + 2

    @property
    def relation_size(self) -> int:
        """How many numbers relations have: the unknown one and the known."""
        return len(self.relations) + 1

    @property
    def root(self) -> int:
        """The number of the root symbol among the parts of speech."""
        return len(self.upos) + 1

    @property
    def kinds(self) -> int:
        """How many kinds of edges there are."""
        return self.upos_size**2 * self.relation_size

    @cached_property
    def main(self) -> NDArray[np.int64]:
        """Return the number of each relation without its subtype: shape (relations,)."""
        bare = [self._relations[r.partition(":")[0]] for r in self.relations]
        return np.array([0, *bare], dtype=np.int64)

    def encode(self, tokens: Sequence[Token]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the numbers of parts of speech and of relations: two arrays of shape (words,)."""
        count = len(tokens)
        upos = map(self._upos.__getitem__, map(attrgetter("upos"), tokens))
        relations = map(self._relations.__getitem__, map(attrgetter("deprel"), tokens))
        return np.fromiter(upos, np.int64, count), np.fromiter(relations, np.int64, count)

    def kind(
        self,
        word: NDArray[np.int64] | int,
        head: NDArray[np.int64] | int,
        relation: NDArray[np.int64] | int,
    ) -> NDArray[np.int64]:
        """Return the number of an edge's kind from the numbers of its labels."""
        return np.asarray((word * self.upos_size + head) * self.relation_size + relation)

    def kind_of(self, word: str, head: str, relation: str) -> int:
        """Return the number of a kind from its labels, the head `ROOT` for the root symbol."""
        over = self.root if head == ROOT else self._upos[head]
        return int(self.kind(self._upos[word], over, self._relations[relation]))

    def parts(
        self, kind: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the numbers of the labels of kinds: those of words, heads and relations."""
        pair, relation = np.divmod(kind, self.relation_size)
        word, head = np.divmod(pair, self.upos_size)
        return word, head, relation
