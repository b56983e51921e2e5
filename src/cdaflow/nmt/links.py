"""Links between words of a pair, and the links between subwords that Marian is trained with.

A data set (Parquet or TSV) may have the text column `links`: `s0-s1:t0-t1`, separated by blanks,
says that the characters s0 to before s1 of the source go with t0 to before t1 of the target. Guided
alignment (Chen et al. 2016) trains an attention head of the decoder to point from the subwords of
the target to those of the source (Garg et al. 2024, section 4: from the mark of a structure to the
head word).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.pairs import pair_schema
from cdaflow.nmt.recipe import Options, names
from cdaflow.nmt.vocabulary import Segmenter

#: The column of a data set that has the links of its pairs.
COLUMN = "links"

_LINK = re.compile(r"(\d{1,9})-(\d{1,9}):(\d{1,9})-(\d{1,9})", re.ASCII)

#: Options under which Marian's subwords of a line are others than those of the vocabulary, or
#: stand elsewhere. It aligns what is out of range without a word.
_UNFIT = names(
    "sentencepiece-alphas all-caps-every english-title-case-every right-left max-length-crop "
    "no-spm-encode"
)


@dataclass(frozen=True, slots=True)
class Link:
    """Characters of the source and of the target that go together: half-open offsets."""

    source: tuple[int, int]
    target: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.source[0]}-{self.source[1]}:{self.target[0]}-{self.target[1]}"


def format_links(links: Iterable[Link]) -> str:
    """Return links as the column `links` has them; "" for none."""
    return " ".join(map(str, links))


def parse_links(text: str, source: str, target: str) -> list[Link]:
    """Return the links of a pair; ValueError where one is malformed or not within the texts."""
    links = []
    for word in text.split():
        match = _LINK.fullmatch(word)
        if not match:
            raise ValueError(f"{word!r} is not a link of the form s0-s1:t0-t1")
        s0, s1, t0, t1 = map(int, match.groups())
        for side, (start, end), line in (
            ("source", (s0, s1), source),
            ("target", (t0, t1), target),
        ):
            if not start < end <= len(line):
                raise ValueError(
                    f"the link {word}: {start}-{end} is not a span of the {side}, which has "
                    f"{len(line)} characters"
                )
        links.append(Link((s0, s1), (t0, t1)))
    return links


def has_links(*files: str | os.PathLike[str]) -> bool:
    """Return whether a data set, one file or two of text, has the column `links`."""
    return COLUMN in pair_schema([*map(str, files)], needed=()).names


def bad_links(error: ValueError, path: Path, row: int) -> InputError:
    """Return the error to raise for the links of a row that cannot be read."""
    return InputError(
        "alignment.bad-links",
        f"row {row}, column {COLUMN}: {error}",
        file=path,
        hint="offsets count characters of the texts in the composed form (NFC), from 0; the "
        "end offset is exclusive",
    )


def check_options(options: Options, recipe: Path) -> None:
    """Raise ConfigError for options with which links would point at wrong subwords."""
    unfit = sorted(name for name in _UNFIT if options.get(name) not in (None, False, 0))
    if unfit:
        raise ConfigError(
            "option.unfit-for-links",
            f"a data set has links, and with {', '.join(unfit)} the links would point at wrong "
            "subwords",
            file=recipe,
            hint=f"remove the option, or the column {COLUMN} of the data set",
        )


class PieceLinks:
    """Makes links of subwords of the links of a pair.

    `source`, `target`: what segments the two columns of the data set. `reverse`: the model
    translates from the target to the source. `lost` counts the links of which a side has no
    subword: characters that normalisation removes.
    """

    def __init__(self, source: Segmenter, target: Segmenter, *, reverse: bool = False) -> None:
        self._source = source
        self._target = target
        self._reverse = reverse
        self.lost = 0

    def line(self, source: str, target: str, links: str) -> str:
        """Return the links of a pair as Marian reads them: `i-j`, indices of subwords from 0.

        Each subword with a character of one side goes with each of the other. Marian itself adds
        the link between the ends of the sentences. Raises ValueError as `parse_links` does.
        """
        parsed = parse_links(links, source, target)
        if not parsed:
            return ""
        left, right = self._source.spans(source), self._target.spans(target)
        points = set()
        for link in parsed:
            subword_links = [
                (i, j) for i in _within(left, link.source) for j in _within(right, link.target)
            ]
            self.lost += not subword_links
            points.update(subword_links)
        if self._reverse:
            points = {(j, i) for i, j in points}
        return " ".join(f"{i}-{j}" for i, j in sorted(points))


def _within(spans: list[tuple[int, int]], span: tuple[int, int]) -> list[int]:
    """Return the indices of the subwords that have a character of a span."""
    start, end = span
    return [index for index, (s, e) in enumerate(spans) if s < end and e > start]
