"""Candidates for counterfactuals: selected pairs with the trees of both sides, and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from cdaflow.alignment.pharaoh import AlignmentReader, Span
from cdaflow.errors import InputError
from cdaflow.io.pairs import read_pairs
from cdaflow.syntax.tree import TreesOfTexts, WordSpan, word_spans
from cdaflow.trees import Sentence

#: The columns that a candidate needs; `cdaflow select gendered` writes them.
NEEDED = (
    "id", "source", "target", "profession", "profession_number", "profession_start",
    "profession_end", "gender",
)  # fmt: skip

_HINT = "annotate this very file: cdaflow trees annotate --lang en --column source, and target"


@dataclass(frozen=True)
class Candidate:
    """A selected pair, on its way to a counterfactual.

    `start`, `end`: the characters of the profession in the source; `number`: of that noun;
    `gender`: of the English pronoun. `english`, `tree`: trees of source and target. `linked`: the
    characters of the target that an alignment links to the profession.
    """

    id: int
    source: str
    target: str
    profession: str
    number: str
    start: int
    end: int
    gender: str
    english: Sentence
    tree: Sentence
    english_words: tuple[WordSpan, ...]
    linked: tuple[Span, ...] = ()

    @property
    def english_noun(self) -> int:
        """The id of the English profession's word; of several the last, its head."""
        return next(w.token.id for w in self.english_words if w.start < self.end <= w.end)

    @property
    def position(self) -> float:
        """Where the profession stands in the source: 0 the first word, 1 the last."""
        return (self.english_noun - 1) / max(len(self.english.tokens) - 1, 1)

    def linked_words(self, tree: Sentence) -> frozenset[int]:
        """Return the ids of the target's words in a tree that are linked to the profession."""
        words = word_spans(tree, self.target) if self.linked else ()
        return frozenset(
            word.token.id
            for word in words
            for start, end in self.linked
            if word.start < end and start < word.end
        )


def read_candidates(
    paths: Sequence[str],
    english: Iterable[Sentence],
    trees: Iterable[Sentence],
    links: AlignmentReader | None = None,
    rows: int = 1024,
) -> Iterator[tuple[pa.RecordBatch, list[Candidate]]]:
    """Yield pairs in batches with their candidates, row by row.

    `english`, `trees`: the trees of source and target, one for each pair in order.

    Raises InputError where a column lacks, or trees or links are of other texts, more or fewer.
    """
    sides = TreesOfTexts(english, "the source", _HINT), TreesOfTexts(trees, "the target", _HINT)
    for batch in read_pairs(paths, NEEDED, rows=rows):
        pairs = batch.select(NEEDED).to_pylist()
        yield batch, [_candidate(pair, *sides, links) for pair in pairs]
    for side in (*sides, links):
        if side is not None:
            side.finish()


def _candidate(
    pair: dict[str, Any],
    sources: TreesOfTexts,
    targets: TreesOfTexts,
    links: AlignmentReader | None,
) -> Candidate:
    source, target = pair["source"], pair["target"]
    start, end = pair["profession_start"], pair["profession_end"]
    english, english_words = sources.next(source)
    tree, _ = targets.next(target)
    if not any(word.start < end <= word.end for word in english_words):
        raise InputError(
            "pair.no-word-at-profession",
            f"no word at the profession's characters in the pair {pair['id']}, {source!r}",
            hint="the pairs were changed since they were selected: select them again",
        )
    return Candidate(
        id=pair["id"],
        source=source,
        target=target,
        profession=pair["profession"],
        number=pair["profession_number"],
        start=start,
        end=end,
        gender=pair["gender"],
        english=english,
        tree=tree,
        english_words=tuple(english_words),
        linked=() if links is None else links.next(source, target, start, end),
    )
