"""Treebanks to train on: checked, in one usage, with some trees held out where need be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.trees.conllu import read_conllu
from cdaflow.trees.harmonise import harmonise
from cdaflow.trees.sentence import Sentence


@dataclass(frozen=True)
class Corpus:
    """The trees to train on, and those by which the best state of a model is chosen."""

    train: tuple[Sentence, ...]
    dev: tuple[Sentence, ...]

    @property
    def has_multiwords(self) -> bool:
        """Whether the language has multiword tokens, as far as the training trees tell."""
        return any(sentence.multiwords for sentence in self.train)


def read_corpus(
    train: Sequence[Path], dev: Path | None, *, held_out: int, unify: bool = True
) -> Corpus:
    """Return the trees of the training files, and of `dev`, at most `held_out` evenly spread.

    Without `dev` these are held out from the first training file (one in twenty of it at most).
    `unify`: see `harmonise`; the first file is the one whose usage stands.

    Raises InputError where a file has no trees, or a word no tag.
    """
    files = [_read(path) for path in train]
    if dev is None:
        chosen = dict.fromkeys(_spread(len(files[0]), min(held_out, len(files[0]) // 20)))
        if not chosen:
            raise InputError(
                f"{len(files[0])} trees are too few to hold some out for validation",
                file=train[0],
                hint="give more trees, or a validation treebank with --dev",
            )
        held = tuple(files[0][i] for i in chosen)
        files[0] = [tree for i, tree in enumerate(files[0]) if i not in chosen]
    else:
        trees = _read(dev)
        held = tuple(trees[i] for i in _spread(len(trees), min(held_out, len(trees))))
    if unify:
        files[1:] = [list(harmonise(files[0], other)) for other in files[1:]]
    return Corpus(tuple(sentence for trees in files for sentence in trees), held)


def _read(path: Path) -> list[Sentence]:
    trees = [tree for tree in read_conllu(path) if tree.tokens]
    if not trees:
        raise InputError("the treebank holds no trees", file=path)
    for number, tree in enumerate(trees, 1):
        name = tree.sent_id or f"number {number}"
        for token in tree.tokens:
            if token.upos in ("_", ""):
                raise InputError(
                    f"word {token.id} of the sentence {name} has no UPOS tag",
                    file=path,
                    hint="a model is trained from complete trees: leave such sentences out",
                )
    return trees


def _spread(total: int, wanted: int) -> list[int]:
    """Return `wanted` numbers below `total`, evenly spread."""
    return [int((i + 0.5) * total / wanted) for i in range(wanted)]
