"""What the field tells apart: the kinds of edges of a tree, and the tags that a word can have.

`Labels`: parts of speech and relations as numbers. `TagSet`: bundles of values of the features that
are inferred.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
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
        self[label] = number = self.get(main, 0)
        return number


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


Bundle = tuple[str, ...]


def _ordered(value: str) -> str:
    """Return a value with its alternatives in order: "Masc,Fem" is "Fem,Masc"."""
    return ",".join(sorted(value.split(","))) if "," in value else value


def _bundle(feats: Mapping[str, str], features: Sequence[str]) -> Bundle:
    return tuple(feats.get(name, "") for name in features)


class _Index(dict[Bundle, int]):
    """The number of each bundle; one that training had not is cut down to one that it had.

    Alternatives are put in order first; then features are dropped from the last to the first. What
    is left in the end is the empty bundle, so that no word can fail.
    """

    def __missing__(self, bundle: Bundle) -> int:
        cut = tuple(_ordered(value) for value in bundle)
        for position in range(len(cut), -1, -1):
            cut = cut[:position] + ("",) * (len(cut) - position)
            if cut in self:
                break
        self[bundle] = tag = self[cut]
        return tag


@dataclass(frozen=True)
class TagSet:
    """The tags of a model, numbered from 0; tag 0 is the one of words that have no such feature.

    `features` are the inferred features by their UD names, `bundles` the values of each tag in
    that order, "" for a feature that the tag lacks. A value with alternatives ("Fem,Masc" of
    Hebrew nouns) is one value, but two sub-tags.
    """

    features: tuple[str, ...] = ("Gender",)
    bundles: tuple[Bundle, ...] = (("",), ("Fem",), ("Masc",))
    _index: _Index = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.features or len(set(self.features)) != len(self.features):
            raise ConfigError(
                "feature.none-or-duplicate",
                f"the features to infer are empty or contain a duplicate: {self.features}",
            )
        empty = ("",) * len(self.features)
        if self.bundles[:1] != (empty,) or len(set(self.bundles)) != len(self.bundles):
            raise ConfigError(
                "tag.no-empty-first-or-duplicate",
                "the list of tags must begin with the empty tag and contain no duplicates",
            )
        if any(len(bundle) != len(self.features) for bundle in self.bundles):
            raise ConfigError("tag.value-count", "expected one value for each feature in every tag")
        if len(self.bundles) < 2:
            raise InputError(
                "feature.in-no-word",
                f"no word has the feature {' or '.join(self.features)}",
                hint="check that the treebank has FEATS and that its language has this feature",
            )
        index = _Index((bundle, number) for number, bundle in enumerate(self.bundles))
        object.__setattr__(self, "_index", index)

    @classmethod
    def collect(
        cls, sentences: Sequence[Sentence], features: Sequence[str] = ("Gender",)
    ) -> TagSet:
        """Return the tags that occur in `sentences`, sorted.

        Raises InputError where no word has any of the features.
        """
        names = tuple(features)
        distinct_feats = {
            id(token.feats): token.feats for sentence in sentences for token in sentence.tokens
        }
        seen = {tuple(map(_ordered, _bundle(feats, names))) for feats in distinct_feats.values()}
        empty = ("",) * len(names)
        return cls(names, (empty, *sorted(seen - {empty})))

    def __len__(self) -> int:
        return len(self.bundles)

    @cached_property
    def subtags(self) -> tuple[tuple[str, str], ...]:
        """The sub-tags: pairs of feature and single value, sorted by feature, then value."""
        return tuple(
            (feature, value)
            for position, feature in enumerate(self.features)
            for value in sorted(
                set(chain.from_iterable(b[position].split(",") for b in self.bundles))
            )
            if value
        )

    @cached_property
    def multi_hot(self) -> NDArray[np.float64]:
        """Return which sub-tags each tag has: shape (tags, sub-tags), 0 or 1."""
        return np.array(
            [
                [
                    value in bundle[self.features.index(feature)].split(",")
                    for feature, value in self.subtags
                ]
                for bundle in self.bundles
            ],
            dtype=np.float64,
        )

    def encode(self, tokens: Sequence[Token]) -> NDArray[np.int64]:
        """Return the tags of many words: shape (words,)."""
        # Readers share one object among equal features, so few are looked into; all are alive in
        # `feats`, so their identities are theirs alone.
        feats = [token.feats for token in tokens]
        distinct = dict(zip(map(id, feats), feats, strict=True))
        tag = {key: self._index[_bundle(feats, self.features)] for key, feats in distinct.items()}
        return np.fromiter(map(tag.__getitem__, map(id, feats)), np.int64, len(feats))

    def values(self, tag: int) -> dict[str, str]:
        """Return the features of a tag that are present, with their values."""
        return {f: v for f, v in zip(self.features, self.bundles[tag], strict=True) if v}

    def name(self, tag: int) -> str:
        """Return a tag in the notation of FEATS: "Gender=Fem|Number=Sing", "_" for none."""
        return "|".join(f"{f}={v}" for f, v in self.values(tag).items()) or "_"

    def having(self, feature: str, value: str) -> NDArray[np.bool_]:
        """Return which tags have exactly this value of a feature: shape (tags,).

        Raises ConfigError where no tag has it.
        """
        if feature not in self.features:
            raise ConfigError(
                "feature.not-inferred",
                f"the model infers {', '.join(self.features)}, not {feature}",
                hint="train a model with this feature among those to infer",
            )
        position = self.features.index(feature)
        mask = np.array([bundle[position] == value for bundle in self.bundles])
        if not value or not mask.any():
            values = ", ".join(v for f, v in self.subtags if f == feature)
            raise ConfigError(
                "tag.unknown",
                f"the model has no tag with {feature}={value}; its values are {values}",
            )
        return mask

    def may_replace(self, free: Collection[str] | None = None) -> NDArray[np.bool_]:
        """Return whether tag n may stand in place of tag m: shape (tags m, tags n).

        A word keeps the features that it has and gets none that it lacks; the values of the
        features `free` (all where None) may change, those of the others not. A value with
        alternatives neither changes nor comes in as a change: the form serves all of them.
        """
        frozen = [free is not None and feature not in free for feature in self.features]

        def may(old: Bundle, new: Bundle) -> bool:
            return all(
                a == b or not (fixed or not a or not b or "," in a or "," in b)
                for a, b, fixed in zip(old, new, frozen, strict=True)
            )

        return np.array([[may(old, new) for new in self.bundles] for old in self.bundles])

    def forced(
        self, tag: int, values: Mapping[str, str], free: Collection[str] | None = None
    ) -> NDArray[np.bool_]:
        """Return the tags that a word of tag `tag` can have if `values` are forced: shape (tags,).

        `values` maps features to values, which the word need not have had before. The other
        features are as in `may_replace`. Raises ConfigError where no tag fits.
        """
        mask = np.ones(len(self), dtype=np.bool_)
        for feature, value in values.items():
            mask &= self.having(feature, value)
        for position, feature in enumerate(self.features):
            if feature in values:
                continue
            old = self.bundles[tag][position]
            changes = (free is None or feature in free) and old and "," not in old
            mask &= np.array(
                [
                    bool(b[position] and "," not in b[position]) if changes else b[position] == old
                    for b in self.bundles
                ]
            )
        if not mask.any():
            forms = "|".join(f"{f}={v}" for f, v in values.items())
            raise ConfigError(
                "tag.no-such-change", f"the model has no tag that makes {forms} of {self.name(tag)}"
            )
        return mask
