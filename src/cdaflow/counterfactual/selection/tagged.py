"""The gendered subset, second stage: what only an annotator can tell (Naik et al. 2023, 4.1).

The profession must be tagged as a noun, since "patient" or "general" are adjectives and "cook"
is a verb as well, and nothing in the English may be a proper noun.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

import pyarrow as pa

from cdaflow.counterfactual.selection.funnel import Funnel
from cdaflow.errors import InputError
from cdaflow.io.columns import take, with_columns
from cdaflow.rewriting.readings import pronoun_reading
from cdaflow.syntax.offsets import word_at, word_spans
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import Pronouns

STAGE = ("noun", "proper")

#: The columns that the stage adds: ids of words of the English tree (of a profession with several
#: words the last, its head), and the case of the pronoun ("her": object or possessive).
COLUMNS = (
    pa.field("profession_token", pa.int32(), nullable=False),
    pa.field("pronoun_token", pa.int32(), nullable=False),
    pa.field("pronoun_case", pa.string(), nullable=False),
)

#: The columns of the first stage that this one needs.
NEEDED = (
    "id", "source", "target", "profession", "profession_end", "pronoun_start", "gender",
)  # fmt: skip


@dataclass(frozen=True)
class TagLimits:
    """What the tags must be like; the defaults are those of the paper.

    `noun`: the profession is tagged NOUN. `proper_nouns`: the English may have PROPN.
    """

    noun: bool = True
    proper_nouns: bool = False


class TagFilter:
    """The filters that need trees, with the counts of what they drop in `funnel`."""

    def __init__(self, pronouns: Pronouns, limits: TagLimits | None = None) -> None:
        self.limits = limits or TagLimits()
        self.funnel = Funnel(STAGE, asdict(self.limits))
        self._pronouns = pronouns

    def select(
        self, batches: Iterable[pa.RecordBatch], trees: Iterable[Sentence]
    ) -> Iterator[pa.RecordBatch]:
        """Yield the pairs that pass, with COLUMNS added; batches have the columns NEEDED.

        `trees`: one of the English of each pair, in order, `sent_id` being its id.

        Raises InputError where the trees are of other texts, or more or fewer.
        """
        trees = iter(trees)
        for batch in batches:
            rows: list[int] = []
            values: list[tuple[object, ...]] = []
            for row, pair in enumerate(batch.select(NEEDED).to_pylist()):
                self.funnel.pairs += 1
                cells = self._judge(pair, _tree_of(pair, trees))
                if cells is not None:
                    rows.append(row)
                    values.append(cells)
            if rows:
                yield with_columns(take(batch, rows), COLUMNS, values)
        if next(trees, None) is not None:
            raise InputError(
                f"there are more trees than the {self.funnel.pairs} pairs",
                hint="annotate the column source of this very file: cdaflow trees annotate",
            )

    def _judge(self, pair: dict[str, object], tree: Sentence) -> tuple[object, ...] | None:
        """Return the cells of COLUMNS, or None, having counted why the pair is dropped."""
        text, gender, profession = str(pair["source"]), str(pair["gender"]), str(pair["profession"])
        try:
            placed = word_spans(tree, text)
        except ValueError:
            raise InputError(
                f"the tree {tree.sent_id!r} is of another text than the pair: {text!r}",
                hint="annotate the column source of this very file: cdaflow trees annotate",
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
        place = next(i for i, word in enumerate(placed) if word.token is pronoun)
        reading = pronoun_reading(self._pronouns, text, placed[place].start, placed)
        return noun.id, pronoun.id, reading.case


def _tree_of(pair: dict[str, object], trees: Iterator[Sentence]) -> Sentence:
    tree = next(trees, None)
    name = None if tree is None else tree.sent_id
    if tree is None or name != str(pair["id"]):
        found = "the trees end" if tree is None else f"the next tree is of {name!r}"
        raise InputError(
            f"the pair with the id {pair['id']} has no tree: {found}",
            hint="annotate the column source of this very file: cdaflow trees annotate",
        )
    return tree
