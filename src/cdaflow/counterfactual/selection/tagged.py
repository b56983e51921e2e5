"""The gendered subset, second stage: what only an annotator can tell (Naik et al. 2023, 4.1).

The profession must be tagged as a noun, since "patient" or "general" are adjectives and "cook"
is a verb as well, and nothing in the English may be a proper noun.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

import pyarrow as pa

from cdaflow.counterfactual.selection.funnel import Selector
from cdaflow.counterfactual.selection.limits import TagLimits
from cdaflow.errors import InputError
from cdaflow.rewriting.readings import pronoun_reading
from cdaflow.syntax.offsets import word_at, word_spans
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import Pronouns

_ANNOTATE = "annotate the column source of this very file: cdaflow trees annotate"


class TaggedSelector(Selector):
    """The filters that need trees.

    `trees`: one of the English of each pair, in order, `sent_id` being its id. `columns` hold ids
    of words of the tree (of a profession with several words the last, its head), and the case of
    the pronoun ("her": object or possessive).
    """

    stage = ("noun", "proper")
    columns = (
        pa.field("profession_token", pa.int32(), nullable=False),
        pa.field("pronoun_token", pa.int32(), nullable=False),
        pa.field("pronoun_case", pa.string(), nullable=False),
    )
    needed = (
        "id", "source", "target", "profession", "profession_end", "pronoun_start", "gender",
    )  # fmt: skip

    def __init__(
        self, pronouns: Pronouns, trees: Iterable[Sentence], limits: TagLimits | None = None
    ) -> None:
        self.limits = limits or TagLimits()
        super().__init__(asdict(self.limits))
        self._pronouns = pronouns
        self._trees = iter(trees)

    def judge(self, batch: pa.RecordBatch) -> Iterator[tuple[int, tuple[object, ...]]]:
        """Yield the pairs of a batch that pass, in order; see `Selector`.

        Raises InputError where the trees are of other texts, or fewer.
        """
        for row, pair in enumerate(batch.select(self.needed).to_pylist()):
            cells = self._judge(pair, _tree_of(pair, self._trees))
            if cells is not None:
                yield row, cells

    def select(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the pairs that pass; InputError where there are more trees than pairs."""
        yield from super().select(batches)
        if next(self._trees, None) is not None:
            raise InputError(
                f"there are more trees than the {self.funnel.pairs} pairs", hint=_ANNOTATE
            )

    def _judge(self, pair: dict[str, object], tree: Sentence) -> tuple[object, ...] | None:
        """Return the cells of COLUMNS, or None, having counted why the pair is dropped."""
        text, gender, profession = str(pair["source"]), str(pair["gender"]), str(pair["profession"])
        try:
            placed = word_spans(tree, text)
        except ValueError:
            raise InputError(
                f"the tree {tree.sent_id!r} is of another text than the pair: {text!r}",
                hint=_ANNOTATE,
            ) from None
        noun = word_at(placed, int(str(pair["profession_end"])) - 1)
        pronoun = word_at(placed, int(str(pair["pronoun_start"])))
        if noun is None or pronoun is None:
            raise InputError(
                f"no word at the places that the pair {pair['id']} gives of {text!r}",
                hint="the pairs were changed since they were selected: select them again",
            )
        if self.limits.noun and noun.upos != "NOUN":
            self.funnel.drop("noun", noun.upos, gender, profession)
            return None
        if not self.limits.proper_nouns and any(t.upos == "PROPN" for t in tree.tokens):
            self.funnel.drop("proper", "PROPN", gender, profession)
            return None
        self.funnel.keep(gender, profession)
        start = next(word.start for word in placed if word.token is pronoun)
        reading = pronoun_reading(self._pronouns, text, start, placed)
        return noun.id, pronoun.id, reading.case


def _tree_of(pair: dict[str, object], trees: Iterator[Sentence]) -> Sentence:
    tree = next(trees, None)
    name = None if tree is None else tree.sent_id
    if tree is None or name != str(pair["id"]):
        found = "the trees end" if tree is None else f"the next tree is of {name!r}"
        raise InputError(
            f"the pair with the id {pair['id']} has no tree: {found}",
            hint=_ANNOTATE,
        )
    return tree
