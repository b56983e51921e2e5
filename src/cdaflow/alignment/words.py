"""The words that alignments and spans count: one function, so that indices always agree.

Alignment files of cdaflow count the words of `split_words`. A word never crosses white space,
so an alignment over white-space tokens (fast_align on a tokenised file, say) can be mapped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from cdaflow import languages

#: English words: a clitic 's is a word of its own, since it has no counterpart in the noun.
_ENGLISH = re.compile(r"'s\b|[^\W_]+(?:(?!'s\b)['\-.,][^\W_]+)*|[^\w\s]|_", re.IGNORECASE)


def splitter(language: str) -> Callable[[str], list[str]]:
    """Return the function that splits a sentence of `language` (ISO 639-1) into words.

    Raises ConfigError for a language that cdaflow does not know.
    """
    if language == "en":
        return lambda text: list(_english(text))
    words = languages.get(language).words
    return lambda text: words(join_moses_hyphens(text))


@lru_cache(maxsize=1 << 15)
def _english(text: str) -> tuple[str, ...]:
    # Test sets are split again and again: for links, for each person, token by token.
    return tuple(_ENGLISH.findall(text.replace("’", "'")))


def word_indices(text: str, split: Callable[[str], list[str]]) -> list[range]:
    """Return, for each white-space token of `text`, the indices of its words."""
    indices = []
    start = 0
    for token in text.split():
        end = start + len(split(token))
        indices.append(range(start, end))
        start = end
    return indices


def letters(text: str) -> str:
    """Return what remains of a text when case, spacing and punctuation are left out."""
    return re.sub(r"[\W_]+", "", text.casefold())


def join_moses_hyphens(text: str) -> str:
    """Return a text with the hyphens that the Moses tokeniser splits (`@-@`) joined again."""
    return text.replace(" @-@ ", "-")
