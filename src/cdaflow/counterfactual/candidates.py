"""Candidates for counterfactuals: selected pairs with the trees of both sides, and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import pyarrow as pa

from cdaflow.counterfactual.target.alignment_reader import AlignmentReader, Span
from cdaflow.errors import InputError
from cdaflow.io.pairs import read_pairs
from cdaflow.syntax.offsets import WordSpan, word_spans
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

    Once the profession's noun is found in the target: `noun`, its id in `tree`; `noun_gender`;
    `gender_shown`: whether its form or the words beside it show that gender.
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
    noun: int = 0
    noun_gender: str = ""
    gender_shown: bool = False

    @property
    def english_noun(self) -> int:
        """The id of the English profession's word; of several the last, its head."""
        return next(w.token.id for w in self.english_words if w.start < self.end <= w.end)

    @property
    def position(self) -> float:
        """Where the profession stands in the source: 0 the first word, 1 the last."""
        return (self.english_noun - 1) / max(len(self.english.tokens) - 1, 1)

    @property
    def linked_words(self) -> frozenset[int]:
        """The ids of the target's words that an alignment links to the profession."""
        words = word_spans(self.tree, self.target) if self.linked else ()
        return frozenset(
            word.token.id
            for word in words
            for start, end in self.linked
            if word.start < end and start < word.end
        )


def read_candidates(
    paths: Sequence[str],
    english: Iterator[Sentence],
    trees: Iterator[Sentence],
    links: AlignmentReader | None = None,
    rows: int = 1024,
) -> Iterator[tuple[pa.RecordBatch, list[Candidate]]]:
    """Yield pairs in batches with their candidates, row by row.

    `english`, `trees`: the trees of source and target, one for each pair in order.

    Raises InputError where a column lacks, or trees or links are of other texts, more or fewer.
    """
    for batch in read_pairs(paths, NEEDED, rows=rows):
        pairs = batch.select(NEEDED).to_pylist()
        sides = (list(islice(english, len(pairs))), list(islice(trees, len(pairs))))
        if min(map(len, sides)) < len(pairs):
            side = "source" if len(sides[0]) < len(pairs) else "target"
            raise InputError(f"there are fewer trees of the {side} than pairs", hint=_HINT)
        yield (
            batch,
            [_candidate(*each, links) for each in zip(pairs, *sides, strict=True)],
        )
    for side, rest in (("source", english), ("target", trees)):
        if next(rest, None) is not None:
            raise InputError(f"there are more trees of the {side} than pairs", hint=_HINT)
    if links is not None:
        links.finish()


def _candidate(
    pair: dict[str, object], english: Sentence, tree: Sentence, links: AlignmentReader | None
) -> Candidate:
    source, target = str(pair["source"]), str(pair["target"])
    start, end = int(str(pair["profession_start"])), int(str(pair["profession_end"]))
    candidate = Candidate(
        id=int(str(pair["id"])),
        source=source,
        target=target,
        profession=str(pair["profession"]),
        number=str(pair["profession_number"]),
        start=start,
        end=end,
        gender=str(pair["gender"]),
        english=english,
        tree=tree,
        english_words=_placed(english, source, pair["id"]),
        linked=() if links is None else links.next(source, target, start, end),
    )
    _placed(tree, target, pair["id"])
    if not any(word.start < end <= word.end for word in candidate.english_words):
        raise InputError(
            f"no word at the place that the pair {pair['id']} gives of {source!r}",
            hint="the pairs were changed since they were selected: select them again",
        )
    return candidate


def _placed(tree: Sentence, text: str, number: object) -> tuple[WordSpan, ...]:
    try:
        return tuple(word_spans(tree, text))
    except ValueError:
        raise InputError(
            f"the tree {tree.sent_id!r} is of another text than the pair {number}: {text!r}",
            hint=_HINT,
        ) from None
