"""Gender alternatives of translations, from their trees and those of the sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cdaflow.alternatives.factoring import factor
from cdaflow.alternatives.markup import Offsets, markup, with_markup
from cdaflow.alternatives.sentences import Pair
from cdaflow.alternatives.structures import MAX_OPEN, Alternatives, Entity, Structure
from cdaflow.io.files import batched
from cdaflow.rewriting.choices import Choices, choices
from cdaflow.rewriting.heads import Head, OpenBy
from cdaflow.rewriting.rewriter import Rewriter
from cdaflow.trees import Sentence

_CHUNK = 512


@dataclass(frozen=True, slots=True)
class Made:
    """What is offered for one translation.

    `cause`: "" where all that is open is offered; else why not: nobody-open, unchanged or
    interaction (structures do not give all texts), with no structures; inflection, doubtful or
    disagreement, with the structures of the others; too-many, with structures whose people are
    not known. `by_position`: people who are aligned by their position alone.
    `log_odds`: by person how sure a model is of her or his words, where one was asked.
    """

    alternatives: Alternatives
    cause: str = ""
    detail: str = ""
    by_position: int = 0
    log_odds: Mapping[int, float] = field(default_factory=dict)


#: Says of choices, with their sources, with whom each goes; see `cdaflow.alternatives.assigning`.
Assign = Callable[[Sequence[Choices], Sequence[str]], list[Choices]]


def make_alternatives(
    rewriter: Rewriter,
    trees: Sequence[Sentence],
    english: Sequence[Sentence],
    heads: Sequence[Sequence[Entity] | None] | None = None,
    *,
    by: OpenBy = "both",
    assign: Assign | None = None,
) -> list[Made]:
    """Return the alternatives of translations with trees; `english`: the trees of the sources.

    `heads`: for each sentence the people of its source, from a tagger or annotators; None where
    rules are to find them. `by`: see `cdaflow.rewriting.heads.people`. `assign`: has the last word
    on who goes with which words.

    A structure goes with those people on whom its form depends in the 2^k texts, which are made
    one by one; all of them come out of the structures again, to the letter.
    """
    given = None
    if heads is not None:
        given = [
            None if each is None else [_head(entity, Offsets(tree)) for entity in each]
            for each, tree in zip(heads, english, strict=True)
        ]
    made = choices(rewriter, trees, english, given, by=by, max_open=MAX_OPEN)
    if assign is not None:
        made = assign(made, [tree.text for tree in english])
    return [
        _made(tree, source, each) for tree, source, each in zip(trees, english, made, strict=True)
    ]


def made_of_pairs(
    rewriter: Rewriter,
    pairs: Iterable[Pair],
    *,
    by: OpenBy = "both",
    assign: Assign | None = None,
) -> Iterator[Made]:
    """Yield what is offered for each pair, in order; some hundred are made at a time."""
    for chunk in batched(pairs, _CHUNK):
        heads = [pair.heads for pair in chunk]
        trees, english = [pair.target for pair in chunk], [pair.english for pair in chunk]
        made = make_alternatives(rewriter, trees, english, heads, by=by, assign=assign)
        for pair, each in zip(chunk, made, strict=True):
            # The characters of a tree are those of the text, but for control characters.
            yield replace(each, alternatives=replace(each.alternatives, source=pair.source))


def _head(entity: Entity, offsets: Offsets) -> Head:
    span = offsets.plain(entity.start), offsets.plain(entity.end - 1) + 1
    return Head(*span, entity.label, entity.probability)


def _made(tree: Sentence, source: Sentence, made: Choices) -> Made:
    offsets = Offsets(source)
    entities = tuple(
        Entity(offsets.marked(h.start), offsets.marked(h.end - 1) + 1, h.label, h.probability)
        for h in made.heads
    )
    structures: tuple[Structure, ...] = ()
    # Tags that a repair of the tree has lost are not written, nor is what would be without them.
    trees = {women: with_markup(each) for women, each in made.trees.items()}
    text, cause, detail = with_markup(tree).text, made.cause, made.detail
    if any(markup(each) != markup(tree) for each in made.trees.values()):
        cause, detail = "interaction", "the markup is not kept"
    elif len(trees) > 1:
        found = factor(trees)
        if found is None:
            cause, detail = "interaction", "two people share a word that has more than two forms"
        else:
            text = trees[frozenset()].text
            structures = found
            if cause == "too-many":
                structures = tuple(Structure(s.start, s.masculine, s.feminine) for s in found)
    alternatives = Alternatives(with_markup(source).text, text, structures, entities)
    # Somebody may have words that do not change.
    log_odds = {p: value for p, value in made.log_odds.items() if p in alternatives.choices}
    return Made(alternatives, cause, detail, len(made.by_position), log_odds)
