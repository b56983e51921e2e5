"""Challenge sets in the WinoMT format (Stanovsky et al. 2019): where they lie, and their rows.

A line is: gender (male, female or neutral), the 0-based index of the entity among the
white-space tokens of the sentence, the sentence, the entity (an article before it is left
out); separated by tabs. An entity of two words ("construction worker") is pointed at by the
index of its first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import digest, read_lines, whole_number
from cdaflow.io.recognition import Content
from cdaflow.io.released import digests
from cdaflow.option_types import Folder

GENDERS = ("male", "female", "neutral")


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
    rows = [
        _row(line, path, number) for number, line in enumerate(read_lines(path, Content.TABLE), 1)
    ]
    if not rows:
        raise InputError("challenge.empty", "the challenge set is empty", file=path)
    return rows


def _row(line: str, path: str | os.PathLike[str], number: int) -> Row:
    cells = line.split("\t")
    if len(cells) != 4:
        raise InputError(
            "challenge.column-count",
            f"{len(cells)} columns, expected 4: gender, index, sentence, entity",
            file=path,
            line=number,
        )
    gender, position, sentence, entity = cells
    if gender not in GENDERS:
        raise InputError(
            "challenge.unknown-gender",
            f"the gender {gender!r} is not one of {', '.join(GENDERS)}",
            file=path,
            line=number,
        )
    index = whole_number(position)
    if index is None:
        raise InputError(
            "challenge.index-not-a-number",
            f"expected a whole number as the index, found {position!r}",
            file=path,
            line=number,
        )
    # Some variants of WinoMT write the entity with its article, which the index passes over, or
    # with a comma.
    entity = re.sub(r"^(?:the|an?)\s+", "", entity, flags=re.IGNORECASE).rstrip(",.;")
    tokens = sentence.split()
    entity_words = entity.split()
    words_at_index = tokens[index : index + len(entity_words)]
    if not entity_words or [bare(token) for token in words_at_index] != [
        bare(word) for word in entity_words
    ]:
        raise InputError(
            "challenge.entity-not-at-index",
            f"the entity {entity!r} is not at token {index}, which is "
            f"{' '.join(words_at_index) or 'past the end'!r}",
            file=path,
            line=number,
            hint="the index counts the white-space tokens of the sentence from 0",
        )
    return Row(gender, index, sentence, entity)


@lru_cache(maxsize=1 << 16)
def bare(token: str) -> str:
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
    members_of_set = set(rows)
    members: dict[Row, str] = {}
    for half, path in (("pro", pro), ("anti", anti)):
        if path is None:
            continue
        for number, row in enumerate(read_challenge(path), 1):
            if row not in members_of_set:
                raise InputError(
                    "challenge.half-other-row",
                    "this row is not in the challenge set",
                    file=path,
                    line=number,
                    hint="the halves must belong to the file given by --challenge",
                )
            if members.setdefault(row, half) != half:
                raise InputError(
                    "challenge.row-in-both-halves",
                    "this row is also in the pro-stereotypical half",
                    file=path,
                    line=number,
                )
    for number, row in enumerate(rows):
        result[number] = members.get(row, "-")
    return result


#: The environment variable with the folder of WinoMT, and where it is looked for without one.
VARIABLE = "CDAFLOW_WINOMT"
DEFAULT = Path("data/winomt")


@dataclass(frozen=True)
class Challenge:
    """The files of a challenge set: all rows, and its halves where it has them."""

    sentences: Path
    pro: Path | None = None
    anti: Path | None = None


@dataclass(frozen=True)
class ChallengeFiles:
    """Challenge set.

    Attributes:
        data: folder with en.txt, en_pro.txt and en_anti.txt (default: the environment variable
            CDAFLOW_WINOMT, else data/winomt; see cdaflow score fetch-winomt)
        challenge: in place of en.txt: gender, index, sentence, entity
        pro: in place of en_pro.txt: pro-stereotypical rows
        anti: in place of en_anti.txt: anti-stereotypical rows
    """

    data: Folder | None = None
    challenge: Path | None = None
    pro: Path | None = None
    anti: Path | None = None

    def find(self) -> Challenge:
        """Return the files of the challenge set.

        Files that are given count; the others are those of `data`, by default that of the
        environment variable CDAFLOW_WINOMT, else data/winomt. Without `data`, `challenge` stands
        for itself: the halves of WinoMT are not those of another challenge set.

        Raises InputError where there is no challenge set.
        """
        if self.challenge is not None and self.data is None:
            return Challenge(self.challenge, self.pro, self.anti)
        if self.data is not None and not self.data.is_dir():
            raise InputError(
                "folder.missing",
                "no such folder",
                file=self.data,
                hint="give --data a folder with en.txt",
            )
        folder = self.data or Path(os.environ.get(VARIABLE) or DEFAULT)
        sentences = self.challenge or folder / "en.txt"
        if not sentences.is_file():
            raise InputError(
                "challenge.missing",
                "the challenge set is missing",
                file=sentences,
                hint=f"download WinoMT: cdaflow score fetch-winomt --output {DEFAULT}; or name its "
                "folder: --data FOLDER (with en.txt, en_pro.txt, en_anti.txt), or "
                f"{VARIABLE}=FOLDER",
            )
        # A set without halves is scored without pro and anti; a half that is named must be there.
        pro, anti = (
            named_file or (path if (path := folder / name).is_file() else None)
            for named_file, name in ((self.pro, "en_pro.txt"), (self.anti, "en_anti.txt"))
        )
        return Challenge(sentences, pro, anti)


def read_halves(files: Challenge) -> tuple[list[Row], list[str]]:
    """Return the rows of a challenge set and the half of each; raises as `halves` does."""
    check_halves(files.pro, files.anti)
    rows = read_challenge(files.sentences)
    return rows, halves(rows, files.pro, files.anti)


def check_halves(pro: str | os.PathLike[str] | None, anti: str | os.PathLike[str] | None) -> None:
    """Raise InputError where a half of WinoMT is given as the other, or for the whole of it."""
    for path, role, own in ((pro, "pro", "en_pro.txt"), (anti, "anti", "en_anti.txt")):
        sha256 = None if path is None else digest(path)
        file_name = next(
            (name for name, known_digest in digests("winomt").items() if known_digest == sha256),
            None,
        )
        if file_name is not None and file_name != own:
            raise InputError(
                "challenge.other-half",
                f"this is {file_name} of WinoMT, given as its {role}-stereotypical half",
                file=path,
                hint=f"give {own} here; check whether the two halves are swapped",
            )
