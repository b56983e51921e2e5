"""Words of English text, as the vocabularies of word vectors have them."""

from __future__ import annotations

import re

#: A word before "n't", the clitics of the Penn Treebank, words with inner hyphens and points
#: ("e-mail", "U.S"), single marks.
_WORD = re.compile(
    r"\w+(?=n['’]t\b)|n['’]t\b|['’](?:s|d|m|ll|re|ve)\b|\w+(?:[-.]\w+)*?(?=n['’]t\b)"
    r"|\w+(?:[-.]\w+)*|[^\w\s]",
    re.IGNORECASE,
)


def split_words(text: str) -> list[str]:
    """Return the words and marks of a text, clitics split off ("is", "n't"), case kept.

    A curly apostrophe becomes a straight one.
    """
    return [word.replace("’", "'") for word in _WORD.findall(text)]
