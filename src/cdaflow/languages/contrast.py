"""Which of two versions of the same sentences is the feminine one.

The versions differ in the gender of persons alone, as the references of MT-GenEval, the variants
of GATE and the pairs of a handcrafted set do. What stands in one version only is compared: the
feminine one has more words with a feminine ending, article or pronoun. A row may well be otherwise,
many are not: of those that tell, 98 to 100 % of MT-GenEval (es, fr, it, de), 98.8 to 100 % of GATE
(es, fr, it) and all of Saunders and Byrne's handcrafted pairs (es, de, he) point the right way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: Endings that feminine words have more often than their masculine counterparts, closed-class words
#: included.
_FEMININE = {
    "es": re.compile(r"\w*(a|as|triz)"),
    "fr": re.compile(r"\w*(e|es|elle|elles)|la|sa|ma|ta"),
    "it": re.compile(r"\w*a|le|lei|\w*(ic|tric)e"),
    "pt": re.compile(r"\w*(a|as|ã|ãs|à|às)"),
    "de": re.compile(r"\w*(in|innen)|sie|ihr|ihre|ihren|ihrem|ihrer|frau|frauen|eine|die"),
    "ru": re.compile(r"\w*(а|я|ась|ая|яя)|её|ее|ей|ней|неё|нее|\w*(ой|ую)"),
    "he": re.compile(r"\w*(ה|ת|ות)"),
}

_WORD = re.compile(r"\w+")

#: Rows that must decide, and the share of them that must point the other way.
_LEAST, _SHARE = 10, 0.8


def evidence(rows: Iterable[tuple[str, str]], language: str) -> tuple[int, int]:
    """Return for how many rows (feminine, masculine) the order seems right, and for how many wrong.

    Rows without a difference, or without a sign of its direction, count in neither.
    """
    ending = _FEMININE[language]
    right = wrong = 0
    for feminine, masculine in rows:
        ours, theirs = (set(_WORD.findall(text.lower())) for text in (feminine, masculine))
        balance = sum(ending.fullmatch(word) is not None for word in ours - theirs)
        balance -= sum(ending.fullmatch(word) is not None for word in theirs - ours)
        right += balance > 0
        wrong += balance < 0
    return right, wrong


def are_exchanged(rows: Iterable[tuple[str, str]], language: str) -> bool:
    """Return whether rows (feminine, masculine) are plainly the other way round.

    False for a language without endings here, and where fewer than 10 rows tell.
    """
    if language not in _FEMININE:
        return False
    right, wrong = evidence(rows, language)
    return right + wrong >= _LEAST and wrong >= _SHARE * (right + wrong)
