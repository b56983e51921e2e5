"""Structures from a sentence in all combinations of genders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from cdaflow.alternatives.structures import Structure, write
from cdaflow.trees import MultiwordToken, Sentence

#: The people who are women, by index.
Women = frozenset[int]


def factor(trees: Mapping[Women, Sentence]) -> tuple[Structure, ...] | None:
    """Return the structures that give the text of every tree, each with its people; else None.

    `trees`: by the women among some people, for all sets of them, or for that of nobody and that of
    all alone; with the same words, in other forms. A structure is the least stretch of words that
    differs, and what it is joined to (*del* to its noun in *del amigo*, *de la amiga*); those of
    the same people side by side make one. None where a stretch has more than two forms, or follows
    no rule of the kind "feminine where all of some people are women".
    """
    texts = {women: tree.text for women, tree in trees.items()}
    nobody: Women = frozenset()
    base, everybody = texts[nobody], nobody.union(*texts)
    structures = []
    for start, forms in _stretches(trees, texts):
        masculine, feminine = forms[nobody], forms[everybody]
        needed = [p for p in everybody if forms.get(everybody - {p}, masculine) == masculine]
        structures.append(Structure(start, masculine, feminine, tuple(sorted(needed))))
    joined = tuple(_joined(base, structures))
    if any(not each.entities or each.masculine == each.feminine for each in joined):
        return None
    for women, text in texts.items():
        if write(base, [each for each in joined if women.issuperset(each.entities)]) != text:
            return None
    return joined


def _stretches(
    trees: Mapping[Women, Sentence], texts: Mapping[Women, str]
) -> Iterator[tuple[int, dict[Women, str]]]:
    """Yield where in the all-masculine text a stretch with several forms begins, and its forms."""
    starts = {women: word_starts(tree, texts[women]) for women, tree in trees.items()}
    base = starts[frozenset()]
    cuts = [
        position
        for position, (_, gap) in base.items()
        if all(other.get(position, (0, None))[1] == gap for other in starts.values())
    ]
    for here, after in pairwise([*cuts, 0]):
        forms = {
            women: text[starts[women][here][0] : starts[women][after][0] if after else None]
            for women, text in texts.items()
        }
        if len(set(forms.values())) > 1:
            # The gap behind is the same in all of them.
            yield base[here][0], {women: form.rstrip() for women, form in forms.items()}


def word_starts(tree: Sentence, text: str) -> dict[int, tuple[int, str]]:
    """Return for the first word of each surface word its offset, and what stands before it."""
    found: dict[int, tuple[int, str]] = {}
    end = 0
    for word in tree.surface():
        start = text.index(word.form, end)
        first = word.start if isinstance(word, MultiwordToken) else word.id
        found[first] = start, text[end:start]
        end = start + len(word.form)
    return found


def _joined(text: str, structures: Sequence[Structure]) -> Iterator[Structure]:
    """Yield the structures with those of the same people side by side as one."""
    last: Structure | None = None
    for each in structures:
        if last is not None:
            between = text[last.end : each.start]
            if last.entities == each.entities and not between.strip():
                masculine, feminine = (
                    between.join(forms)
                    for forms in (
                        (last.masculine, each.masculine),
                        (last.feminine, each.feminine),
                    )
                )
                last = Structure(last.start, masculine, feminine, last.entities)
                continue
            yield last
        last = each
    if last is not None:
        yield last
