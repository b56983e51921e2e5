"""Cells of tables and lines as values."""

from __future__ import annotations

#: Digits of the largest whole number of 64 bits; Python itself refuses to read thousands of them.
_DIGITS = 19


def whole_number(text: str) -> int | None:
    """Return the whole number from 0 to 2^63 - 1 that digits 0 to 9 write, None for other text."""
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS:
        return None
    value = int(text)
    return value if value < 1 << 63 else None
