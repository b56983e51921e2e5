"""Cleaning: one way to write a sentence, the limits of a pair, and the reason for each drop.

A sentence is brought to NFC, with plain spaces and nothing invisible. Typographic characters
(quotes, dashes, the ellipsis) stay as they are: they are part of how a language is written and the
model should learn them. Spaces of every kind become one plain space, since corpora disagree about
them (of 100 French lines of Tatoeba 4 have a narrow no-break space, 2 a wide one).

Old corpora (Europarl and WMT samples above all) are passed on tokenised and truecased: "C' est
vrai ." A model that meets both kinds learns two languages, and a score against tokens is no
score of text: `detokenized` undoes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cdaflow.errors import ConfigError
from cdaflow.io.files import nfc
from cdaflow.io.formats import Record
from cdaflow.io.repair import without_invisible
from cdaflow.option_types import Count, Ratio

#: Why a pair is dropped, in the order of the tests; the columns of the drops table.
CONTROL = "control"
EMPTY = "empty"
WORDS = "too_many_words"
CHARACTERS = "too_many_characters"
RATIO = "length_ratio"
IDENTICAL = "identical"
HELD_OUT_SOURCE = "held_out_source"
HELD_OUT_TARGET = "held_out_target"
WEIGHT = "weight"
DUPLICATE = "duplicate"
REASONS = (
    CONTROL,
    EMPTY,
    WORDS,
    CHARACTERS,
    RATIO,
    IDENTICAL,
    HELD_OUT_SOURCE,
    HELD_OUT_TARGET,
    WEIGHT,
    DUPLICATE,
)

#: Characters that no sentence has: controls but those that are spaces (tab, line feed,
#: vertical tab, form feed, carriage return), the C1 controls (Latin-1 read as UTF-8), the
#: replacement character (text damaged before it came here) and the non-characters.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]")


@dataclass(frozen=True)
class Limits:
    """Limits of a pair; 0 switches a number off.

    Attributes:
        max_words: maximum number of words on a side (0: any)
        max_chars: maximum number of characters on a side (0: any)
        length_ratio: drop pairs in which one side has more than this many times the words of the
            other (default: 0, off)
        drop_identical: drop pairs whose sides are equal
        keep_duplicates: keep duplicate pairs
    """

    max_words: Count = 200
    max_chars: Count = 2000
    length_ratio: Ratio = 0.0
    drop_identical: bool = False
    keep_duplicates: bool = False

    def __post_init__(self) -> None:
        if not (self.length_ratio == 0 or 1 <= self.length_ratio < float("inf")):
            raise ConfigError(
                "length-ratio.out-of-range",
                f"length-ratio is {self.length_ratio}",
                hint="give a number from 1 up, or 0 for no limit",
            )


def clean(sides: tuple[str, ...], limits: Limits) -> tuple[str, ...] | str:
    """Return the normalised sides of a pair (or of one sentence), or the reason to drop it.

    Tests what one pair shows by itself; held-out sentences, weights and duplicates are handled
    by the build.
    """
    for side in sides:
        if has_control(side):
            return CONTROL
    sides = tuple([normalise(side) for side in sides])
    if "" in sides:
        return EMPTY
    # After normalisation words are separated by exactly one space.
    lengths = [side.count(" ") + 1 for side in sides]
    if limits.max_words and max(lengths) > limits.max_words:
        return WORDS
    if limits.max_chars and max(map(len, sides)) > limits.max_chars:
        return CHARACTERS
    if limits.length_ratio and max(lengths) > limits.length_ratio * min(lengths):
        return RATIO
    if limits.drop_identical and len(sides) > 1 and len(set(sides)) == 1:
        return IDENTICAL
    return sides


def has_control(text: str) -> bool:
    """Return whether `text`, as read, holds a character that no sentence has."""
    # Nearly all lines are printable, which is quicker to see than what the pattern asks.
    if text.isprintable() and "\ufffd" not in text:
        return False
    return _CONTROL.search(text) is not None


def normalise(text: str) -> str:
    """Return `text` in NFC, without invisible characters, with single plain spaces.

    Spaces at the ends go, and so do line ends of every kind. Applying it twice changes
    nothing. Joiners stay in the scripts that need them (Arabic, Indic, ...) and in emoji.
    """
    if not text.isascii():
        text = without_invisible(nfc(text))
    # The plain space is the only one that is printable: most lines have nothing to collapse.
    if text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(text.split())


def detokenizer(language: str) -> Callable[[str], str]:
    """Return a function that undoes Moses tokenisation and truecasing of one sentence.

    The rules of Moses' own detokenizer for `language`, hyphens as other tools split them
    (`##AT##-##AT##`) included; then the first letter is put in capitals, which is what truecasing
    took away. Escapes (`&apos;`) are undone where corpora are read: `cdaflow.io.repair`.
    """
    # Imported here: few corpora are in tokens, and it takes a while.
    from sacremoses import MosesDetokenizer

    moses = MosesDetokenizer(lang=language)

    def detokenize(sentence: str) -> str:
        tokens = sentence.replace(" ##AT##-##AT## ", " @-@ ").split()
        text: str = moses.detokenize(tokens, unescape=False)
        # Sentences open with quotes, dashes and inverted marks too.
        for index, character in enumerate(text):
            if character.isalpha():
                return text[:index] + character.upper() + text[index + 1 :]
            if character.isdigit():
                break
        return text

    return detokenize


def detokenized(records: Iterator[Record], languages: Sequence[str]) -> Iterator[Record]:
    """Yield the records with each side detokenised in its language."""
    sides = [detokenizer(language) for language in languages]
    for number, row in records:
        yield number, tuple(side(text) for side, text in zip(sides, row, strict=True))
