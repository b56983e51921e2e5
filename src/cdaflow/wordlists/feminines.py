"""Feminines that a lexicon lacks, made as those that it has ("auteur": auteure, autrice).

Dictionaries are older than many feminine names of professions. What ending becomes which is learned
from pairs; a made form is a candidate for the review, no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from cdaflow.wordlists.pairing import Candidate, Nouns

#: Of how many letters the endings are that decide.
_LENGTHS = range(5, 0, -1)

#: How many pairs an ending needs, and which share of these a change.
_LEAST, _SHARE = 3, 0.15


class Changes:
    """Changes of the end of a word, learned from pairs of a word and what is made of it."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._counts: dict[str, Counter[tuple[str, str]]] = {}
        for word, made in pairs:
            shared = _shared(word, made)
            change = word[shared:], made[shared:]
            for length in _LENGTHS:
                if len(change[0]) <= length < len(word):
                    self._counts.setdefault(word[-length:], Counter())[change] += 1

    def apply(self, word: str) -> list[str]:
        """Return what is made of a word by its longest ending that is known, the likeliest first.

        Empty where no ending is known.
        """
        for length in _LENGTHS:
            counts = self._counts.get(word[-length:], Counter[tuple[str, str]]())
            total = sum(counts.values())
            if len(word) > length and total >= _LEAST:
                return [
                    word[: len(word) - len(old)] + new
                    for (old, new), count in counts.most_common()
                    if count >= _SHARE * total
                ]
        return []


def _shared(one: str, other: str) -> int:
    """Return how many letters two words have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def made_feminines(
    nouns: Nouns, pairs: Collection[Candidate], listed: Collection[tuple[str, str]]
) -> Iterator[Candidate]:
    """Yield pairs of masculines without a feminine and what is made of them.

    `pairs`: those of the lexicon; `listed`: those of word lists, from which is learned, too. Nouns
    of common gender are left out.
    """
    feminine = Changes(
        [pair for pair in listed if pair[0] != pair[1]]
        + [each.pair for each in pairs if each.pairing == "lemma"]
    )
    plural = Changes(
        (each.forms["feminine"], each.forms["feminine_plural"])
        for each in pairs
        if each.forms["feminine_plural"]
    )
    paired = {each.forms["masculine"] for each in pairs}
    for lemma, forms in nouns.lemmas.items():
        plurals = list(forms.get("masculine_plural", ()))
        for one in forms.get("masculine", ()):
            if one in paired or len(plurals) > 1:
                continue
            for other in feminine.apply(one):
                made = {
                    "masculine": one,
                    "feminine": other,
                    "masculine_plural": "".join(plurals),
                    "feminine_plural": next(iter(plural.apply(other)), ""),
                }
                yield Candidate(lemma, made, "made")
