"""JSON and numbers from outside, read without trust: bounded, one clear error for any bytes."""

from __future__ import annotations

import json
import os
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import read_blocks

#: No JSON file of cdaflow has more bytes; the scores of WinoMT have some hundred thousand.
MAX_JSON_BYTES = 256 * 1024 * 1024

#: Digits of the largest whole number of 64 bits; Python itself refuses to read thousands of them.
_DIGITS = 19

#: What is raised by code that takes a value to have a shape that it has not.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, OverflowError)


def parse_json(text: str | bytes, *, file: str | os.PathLike[str] | None = None) -> Any:
    """Return what JSON says; InputError, with file and line, if it is not valid."""
    try:
        return json.loads(text.decode("utf-8") if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        raise InputError(
            "json.not-utf8", f"not UTF-8 (byte {error.start + 1})", file=file
        ) from None
    except json.JSONDecodeError as error:
        raise InputError(
            "json.malformed", f"not valid JSON: {error.msg}", file=file, line=error.lineno
        ) from None
    except (RecursionError, ValueError):  # ValueError: a whole number of thousands of digits
        raise InputError(
            "json.too-deep-or-long",
            "the JSON cannot be read: it is nested too deeply, or a number is too long",
            file=file,
        ) from None


def read_json(path: str | os.PathLike[str]) -> Any:
    """Return what a JSON file holds; InputError where it is absent, damaged or no JSON."""
    parts: list[bytes] = []
    left = MAX_JSON_BYTES
    for block in read_blocks(path):
        parts.append(block)
        left -= len(block)
        if left < 0:
            raise InputError(
                "json.too-large", f"the file is larger than {MAX_JSON_BYTES} bytes", file=path
            )
    return parse_json(b"".join(parts), file=path)


def whole_number(text: str) -> int | None:
    """Return the whole number from 0 to 2^63 - 1 that digits 0 to 9 write, None for other text."""
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS:
        return None
    value = int(text)
    return value if value < 1 << 63 else None
