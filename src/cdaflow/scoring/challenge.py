"""Challenge sets in the WinoMT format (Stanovsky et al. 2019), and their translations.

A line is: gender (male, female or neutral), the 0-based index of the entity among the
white-space tokens of the sentence, the sentence, the entity (an article before it is left
out); separated by tabs. An entity of two words ("construction worker") is pointed at by the
index of its first.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cdaflow.errors import InputError
from cdaflow.files import read_lines
from cdaflow.progress import say
from cdaflow.scoring.words import unescape_moses

GENDERS = ("male", "female", "neutral")

#: The share of lines on which the English side of a translation file may differ from the
#: challenge set: WinoMT was corrected on two lines after translations of it were published.
SOURCE_TOLERANCE = 0.01

_SEPARATOR = "|||"


@dataclass(frozen=True)
class Row:
    """A line of a challenge set; `index` counts white-space tokens from 0."""

    gender: str
    index: int
    sentence: str
    entity: str


def read_challenge(path: str | os.PathLike[str]) -> list[Row]:
    """Return the rows of a challenge set.

    Raises InputError, with the line, where a row has not four columns, an unknown gender, or
    an index at which its entity does not stand.
    """
    rows = [_row(line, path, number) for number, line in enumerate(read_lines(path), 1)]
    if not rows:
        raise InputError("the challenge set is empty", file=path)
    return rows


def _row(line: str, path: str | os.PathLike[str], number: int) -> Row:
    cells = line.split("\t")
    if len(cells) != 4:
        raise InputError(
            f"{len(cells)} columns, 4 are wanted: gender, index, sentence, entity",
            file=path,
            line=number,
        )
    gender, index, sentence, entity = cells
    if gender not in GENDERS:
        raise InputError(
            f"gender {gender!r} is none of {', '.join(GENDERS)}", file=path, line=number
        )
    if re.fullmatch(r"[0-9]+", index) is None:
        raise InputError(f"index {index!r} is no whole number", file=path, line=number)
    # Some variants of WinoMT write the entity with its article, which the index passes over.
    entity = re.sub(r"^(?:the|an?)\s+", "", entity, flags=re.IGNORECASE)
    tokens = sentence.split()
    wanted = entity.split()
    found = tokens[int(index) : int(index) + len(wanted)]
    if not wanted or [_bare(token) for token in found] != [_bare(word) for word in wanted]:
        raise InputError(
            f"the entity {entity!r} does not stand at token {index}, which is "
            f"{' '.join(found) or 'past the end'!r}",
            file=path,
            line=number,
            hint="the index counts the white-space tokens of the sentence from 0",
        )
    return Row(gender, int(index), sentence, entity)


def _bare(token: str) -> str:
    """Return a token in lower case without clitic and punctuation."""
    word = token.replace("’", "'").casefold()
    return re.sub(r"[^\w\-]", "", re.sub(r"'s\W*$", "", word))


def halves(
    rows: Sequence[Row],
    pro: str | os.PathLike[str] | None,
    anti: str | os.PathLike[str] | None,
) -> list[str]:
    """Return for each row "pro", "anti" or "-": where the identical row stands.

    Raises InputError where a half has a row that the challenge set lacks, or that the other
    half has too.
    """
    result = ["-"] * len(rows)
    known = set(rows)
    members: dict[Row, str] = {}
    for half, path in (("pro", pro), ("anti", anti)):
        if path is None:
            continue
        for number, row in enumerate(read_challenge(path), 1):
            if row not in known:
                raise InputError(
                    "this row does not stand in the challenge set",
                    file=path,
                    line=number,
                    hint="the halves must be of the very file given by --challenge",
                )
            if members.setdefault(row, half) != half:
                raise InputError(
                    "this row stands in the pro-stereotypical half too", file=path, line=number
                )
    for number, row in enumerate(rows):
        result[number] = members.get(row, "-")
    return result


def read_translations(path: str | os.PathLike[str], rows: Sequence[Row]) -> list[str]:
    """Return the translation of each row, by line number.

    The file has plain lines in the order of the challenge set, or lines of the form
    `source ||| translation`, of which the source is compared with the sentence (see
    SOURCE_TOLERANCE). Escapes of the Moses tokeniser are undone.

    Raises InputError where the number of lines is another, a line lacks the separator that
    the first line has, or too many sources are not the sentences.
    """
    lines, escaped = unescape_moses(list(read_lines(path)))
    if len(lines) != len(rows):
        raise InputError(
            f"{len(lines)} lines, but the challenge set has {len(rows)} rows",
            file=path,
            hint="one translation a row is wanted, in the order of the challenge set",
        )
    if escaped:
        say(f"{path}: undid the escapes of the Moses tokeniser (&apos; ...) on {escaped} lines")
    if _SEPARATOR not in lines[0]:
        return [line.strip() for line in lines]
    return _joined(path, lines, rows)


def _joined(path: str | os.PathLike[str], lines: Sequence[str], rows: Sequence[Row]) -> list[str]:
    translations = []
    differing = []
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), 1):
        source, separator, translation = line.partition(_SEPARATOR)
        if not separator or _SEPARATOR in translation:
            raise InputError(
                f"one {_SEPARATOR} is wanted between source and translation, as on line 1",
                file=path,
                line=number,
            )
        if _plain(source) != _plain(row.sentence):
            differing.append(number)
        translations.append(translation.strip())
    if len(differing) > SOURCE_TOLERANCE * len(rows):
        raise InputError(
            f"the source is not the sentence of the challenge set here, nor on "
            f"{len(differing) - 1} other lines of {len(rows)}",
            file=path,
            line=differing[0],
            hint="the translations must be in the order of the challenge set",
        )
    if differing:
        shown = ", ".join(map(str, differing[:5]))
        say(f"{path}: the English side differs from the challenge set on lines {shown}")
    return translations


def _plain(text: str) -> str:
    """Return what remains of a sentence when case, spacing and punctuation are left out."""
    return re.sub(r"[\W_]+", "", text.casefold())


def repeated(rows: Sequence[Row]) -> int:
    """Return how many rows are exact copies of an earlier one."""
    return sum(count - 1 for count in Counter(rows).values())
