"""Damage to a file: what a full disk, a bad copy, an editor or somebody of ill will makes of it."""

# ruff: noqa: E501

import random
import re

from hypothesis import strategies as st

#: What trips readers: ends of lines and of text, signs of other formats, and marks that reorder.
TOKENS = [
    b"\n", b"\n\n", b"\r\n", b"\r", b"\t", b"\t\t", b"\0", b" ", b"|", b"-", b"=", b"_", b"#", b",",
    b":", b";", b'"', b"'", b"{", b"}", b"[", b"]", b"<", b">", b"&", b"%", b"\\", b"0", b"-1", b"1",
    b"9" * 5000, b"1e999", b"NaN", b"Infinity", b"null", b"true", b"[" * 3000, b'{"a":' * 3000,
    b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc3", b"\xf4\x90\x80\x80",
    "\u2028".encode(), "\u202e".encode(), "\u0085".encode(), "\u0663".encode(), "ß".encode(),
    "\u0130".encode(), "e\u0301".encode(), b"\x1b[31m", b"\x0c", b"\x1f\x8b", b"PK\x03\x04",
    b"PAR1", b"=1+1", b"../../x", b"!!python/object:os.system", b"&a [*a]", b"*a", b"2001-99-99",
    b"<!ENTITY a 'b'>", b"<![CDATA[", b"&#0;", b"&lol;", b"a" * 70_000,
]  # fmt: skip

_NUMBERS = [
    b"", b"-1", b"0", b"1", b"00", b"1.5", b"1e999", b"nan", b"4294967296", b"18446744073709551616",
    b"9" * 5000, "\u0663".encode(), "\u00b2".encode(), b"99999999", b"true", b"null", b"[]",
]  # fmt: skip


@st.composite
def damaged(draw, seed, tokens=()):
    """Draw bytes: those of `seed` after some mishaps, or wholly others."""
    if draw(st.integers(0, 19)) == 0:
        return draw(st.binary(max_size=200))
    # Hypothesis draws the plan; a place in a long file costs it too much entropy to shrink well.
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    data = bytearray(seed)
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(sorted(_MISHAPS)))
        _MISHAPS[kind](data, chance, [*TOKENS, *tokens])
    return bytes(data)


def _span(data, chance):
    start = chance.randrange(len(data) + 1)
    longest = chance.choice((1, 2, 8, 64, 1024))
    return start, min(len(data), start + chance.randint(1, longest))


def _truncate(data, chance, tokens):
    del data[chance.randrange(len(data) + 1) :]


def _delete(data, chance, tokens):
    start, end = _span(data, chance)
    del data[start:end]


def _repeat(data, chance, tokens):
    start, end = _span(data, chance)
    data[end:end] = data[start:end] * chance.choice((1, 1, 2, 100))


def _insert(data, chance, tokens):
    start, _ = _span(data, chance)
    data[start:start] = chance.choice(tokens)


def _replace(data, chance, tokens):
    start, end = _span(data, chance)
    data[start:end] = chance.choice(tokens)


def _flip(data, chance, tokens):
    for _ in range(chance.choice((1, 1, 4, 32)) if data else 0):
        place = chance.randrange(len(data))
        data[place] ^= 1 << chance.randrange(8)


def _move(data, chance, tokens):
    start, end = _span(data, chance)
    piece = bytes(data[start:end])
    del data[start:end]
    place = chance.randrange(len(data) + 1)
    data[place:place] = piece


def _cell(data, chance, tokens):
    """Replace what stands between two separators."""
    marks = [n for n, byte in enumerate(data) if byte in b"\t\n,:|= "]
    if len(marks) > 1:
        place = chance.randrange(len(marks) - 1)
        data[marks[place] + 1 : marks[place + 1]] = chance.choice([b"", *tokens])


def _number(data, chance, tokens):
    """Replace a number by one that nobody thought of."""
    found = list(re.finditer(rb"[0-9]+(?:\.[0-9]+)?", data))
    if found:
        start, end = chance.choice(found).span()
        data[start:end] = chance.choice(_NUMBERS)


def _zeros(data, chance, tokens):
    """A block of zeros, as a file system leaves it after a crash."""
    start, _ = _span(data, chance)
    end = min(len(data), start + chance.choice((1, 16, 512)))
    data[start:end] = bytes(end - start)


_MISHAPS = {
    "cell": _cell, "delete": _delete, "flip": _flip, "insert": _insert, "move": _move,
    "number": _number, "repeat": _repeat, "replace": _replace, "truncate": _truncate, "zeros": _zeros,
}  # fmt: skip
