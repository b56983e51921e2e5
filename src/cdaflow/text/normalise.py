"""One way to write a sentence: NFC, plain spaces, nothing invisible.

Typographic characters (quotes, dashes, the ellipsis) stay as they are: they are part of how
a language is written and the model should learn them. Spaces of every kind become one plain
space, since corpora disagree about them (of 100 French lines of Tatoeba 4 have a narrow
no-break space, 2 a wide one).
"""

from __future__ import annotations

import re

from cdaflow.io.files import nfc

#: Characters that no sentence has: controls but those that are spaces (tab, line feed,
#: vertical tab, form feed, carriage return), the C1 controls (Latin-1 read as UTF-8), the
#: replacement character (text damaged before it came here) and the non-characters.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]")

#: The letters whose writing uses (non-)joiners: Arabic to Mongolian, with the Indic scripts.
_JOINING = (
    "\u0600-\u06ff\u0700-\u074f\u0750-\u077f\u07c0-\u07ff\u0840-\u085f\u0860-\u08ff"
    "\u0900-\u0dff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\u1b00-\u1bff"
    "\ua840-\ua8ff\ua980-\ua9df\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
)
#: What a joiner binds into one picture (woman + joiner + microscope = a woman scientist).
_PICTURES = "\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"

#: Soft hyphen, zero-width space, word joiner, byte order mark, bidirectional marks, and the
#: zero-width (non-)joiner where its script has no use for it.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
    f"|(?<![{_JOINING}])\u200c|(?<![{_JOINING}{_PICTURES}])\u200d"
)


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
        text = nfc(text)
        # Taking a mark out can bring a letter and its accent together, hence the loop.
        while not text.isprintable() and _INVISIBLE.search(text):
            text = nfc(_INVISIBLE.sub("", text))
    # The plain space is the only one that is printable: most lines have nothing to collapse.
    if text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(text.split())
