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
    """Changes of word endings, learned from pairs of a word and its derived form."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._counts: dict[str, Counter[tuple[str, str]]] = {}
        for word, derived in pairs:
            shared = _shared(word, derived)
            change = word[shared:], derived[shared:]
            for length in _LENGTHS:
                if len(change[0]) <= length < len(word):
                    self._counts.setdefault(word[-length:], Counter())[change] += 1

    def apply(self, word: str) -> list[str]:
        """Return the forms derived from a word by its longest known ending, the likeliest first.

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


def _shared(first: str, second: str) -> int:
    """Return how many letters two words have in common at their beginning."""
    pairs = zip(first, second, strict=False)
    return next(
        (index for index, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second))
    )


def made_feminines(
    nouns: Nouns, pairs: Collection[Candidate], listed: Collection[tuple[str, str]]
) -> Iterator[Candidate]:
    """Yield pairs of masculines without a feminine and the feminines derived from them.

    `pairs`: those of the lexicon; `listed`: those of word lists, from which is learned, too. Nouns
    of common gender are left out.
    """
    feminine = Changes(
        [pair for pair in listed if pair[0] != pair[1]]
        + [candidate.pair for candidate in pairs if candidate.pairing == "lemma"]
    )
    plural = Changes(
        (candidate.forms["feminine"], candidate.forms["feminine_plural"])
        for candidate in pairs
        if candidate.forms["feminine_plural"]
    )
    paired = {candidate.forms["masculine"] for candidate in pairs}
    for lemma, forms in nouns.lemmas.items():
        plurals = list(forms.get("masculine_plural", ()))
        for word in forms.get("masculine", ()):
            if word in paired or len(plurals) > 1:
                continue
            for derived in feminine.apply(word):
                columns = {
                    "masculine": word,
                    "feminine": derived,
                    "masculine_plural": "".join(plurals),
                    "feminine_plural": next(iter(plural.apply(derived)), ""),
                }
                yield Candidate(lemma, columns, "made")
