"""Sentences without explicit gender: persons become *someone*, or what the encoder masks with.

In a contextual encoder the state of each word takes up the gender of the sentence, so that a
pronoun hides the bias of the other words. Without it the score agrees with what is known of
professions again (`cdaflow.bias.validity`). This is not in Dolci et al. 2023.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cdaflow.bias.gendered import GenderedWords
from cdaflow.embeddings.encoders.base import Encoder
from cdaflow.errors import ConfigError

#: What persons become: nothing is changed; someone; the mask.
Neutralise = Literal["none", "someone", "mask"]

_DETERMINERS = frozenset({"a", "an", "the", "this", "that", "my", "your", "our", "their", "its"})

#: Cases of pronouns that stand before or for what somebody has.
_OF_OWNER = ("possessive", "independent")


def neutralised(
    words: Sequence[str], gendered: GenderedWords, by: Neutralise, mask: str | None = None
) -> list[str]:
    """Return the words of a sentence with its gendered persons as *someone* or `mask`.

    *Someone* takes the place of a noun with the determiner before it and of names behind titles;
    possessives become "someone's". The mask takes the place of each word alone. Nouns that are
    said of both genders stay, and so do words of L that stand for no person ("womanly").
    """
    if by == "none":
        return list(words)
    result: list[str] = []
    for index, word in enumerate(words):
        if not gendered.is_person(word):
            result.append(word)
            continue
        if by == "mask":
            result.append(mask or word)
            continue
        cases = (gendered.cases or {}).get(word.lower(), frozenset())
        if not cases:
            while result and result[-1].lower() in _DETERMINERS:
                result.pop()
        owner = bool(cases) and _is_owner(cases, words, index)
        if result and result[-1].lower() in ("someone", "someone's") and not cases:
            result[-1] = result[-1].removesuffix("'s")  # Mrs Mary, her mother
            continue
        someone = "someone" if result else "Someone"
        result.append(someone + "'s" * owner)
    return result


def _is_owner(cases: frozenset[str], words: Sequence[str], index: int) -> bool:
    """Return whether a pronoun says whose something is; "her" is one where a word follows."""
    if not cases & set(_OF_OWNER):
        return False
    following = words[index + 1] if index + 1 < len(words) else ""
    return "object" not in cases or following[:1].isalpha()


def check_neutralise(encoder: Encoder, by: Neutralise) -> None:
    """Raise ConfigError where an encoder has no mask to neutralise with."""
    if by == "mask" and encoder.mask is None:
        raise ConfigError(
            "encoder.no-mask",
            f"{encoder.name} has no mask token",
            hint="give --neutralise someone",
        )
