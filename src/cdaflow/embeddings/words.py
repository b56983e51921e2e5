"""Words of English text, as the vocabularies of word vectors have them."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: A word before "n't", the clitics of the Penn Treebank, words with inner hyphens and points
#: ("e-mail", "U.S"), single marks.
_WORD = re.compile(
    r"\w+(?=n['’]t\b)|n['’]t\b|['’](?:s|d|m|ll|re|ve)\b|\w+(?:[-.]\w+)*?(?=n['’]t\b)"
    r"|\w+(?:[-.]\w+)*|[^\w\s]",
    re.IGNORECASE,
)


#: The same with clitics left at their words ("don't", "Mary's").
_WHOLE = re.compile(r"\w+(?:[-.'’]\w+)*|[^\w\s]")


#: What stands around a sentence for some encoders, as for InferSent.
BOUNDARIES = ("<s>", "</s>")


def frame(words: Sequence[str]) -> list[str]:
    """Return the words of a sentence with those around it."""
    return [BOUNDARIES[0], *words, BOUNDARIES[1]]


def split_words(text: str, *, clitics: bool = True) -> list[str]:
    """Return the words and marks of a text, case kept; a curly apostrophe becomes a straight one.

    `clitics`: "don't" and "Mary's" become two words each, as vocabularies of word vectors have
    them; else they stay whole, for encoders that split words themselves.
    """
    rule = _WORD if clitics else _WHOLE
    return [word.replace("’", "'") for word in rule.findall(text)]
