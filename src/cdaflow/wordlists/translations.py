"""The English noun that parallel text has most consistently beside a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

#: A word and an English noun of fewer common lines are no translations.
LEAST = 2

#: Translations with a lower Dice coefficient are dropped.
LEAST_DICE = 0.1

#: Words of a line.
Words = Sequence[str]


def translate(
    lines: Iterable[tuple[Words, Words]],
    groups: Mapping[str, Sequence[str]],
    is_noun: Callable[[str], bool],
) -> dict[str, str]:
    """Return the best English noun by group of forms.

    `lines`: lower-case words of each English line and its translation; `groups`: of each form, the
    groups it belongs to (a pair of nouns with plurals). The best has the highest Dice coefficient
    2 c(group, noun) / (c(group) + c(noun)), where c counts lines; ties go to the more frequent
    noun, then to the alphabet. Groups without a translation (LEAST, LEAST_DICE) are left out.
    """
    together: dict[str, Counter[str]] = {}
    of_group: Counter[str] = Counter()
    of_noun: Counter[str] = Counter()
    is_known_noun = cache(is_noun)
    for english, words in lines:
        nouns = set(filter(is_known_noun, english))
        of_noun.update(nouns)
        for group in {group for word in set(words) for group in groups.get(word, ())}:
            of_group[group] += 1
            together.setdefault(group, Counter()).update(nouns)
    best: dict[str, str] = {}
    for group, counts in together.items():
        dice = {
            noun: 2 * count / (of_group[group] + of_noun[noun])
            for noun, count in counts.items()
            if count >= LEAST
        }
        noun = max(
            dice, key=lambda candidate: (dice[candidate], of_noun[candidate], candidate), default=""
        )
        if noun and dice[noun] >= LEAST_DICE:
            best[group] = noun
    return best
