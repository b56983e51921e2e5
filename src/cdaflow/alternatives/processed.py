"""The processed test files of Garg et al. (2024): a sentence a line, masculine TAB feminine beside.

They were made of the raw files, broken marks included: where these are at hand, they say more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from cdaflow.alternatives.marked import read_line
from cdaflow.alternatives.released import NOTHING, Quirks, Row, clean
from cdaflow.alternatives.structures import Alternatives, group
from cdaflow.errors import InputError
from cdaflow.io.formats import read_aligned


def read_processed(
    source: str | os.PathLike[str], target: str | os.PathLike[str], quirks: Quirks
) -> Iterator[Alternatives]:
    """Yield the sentences of two aligned files, grouped into structures of which nobody is known.

    A line of `target` has one translation, or the masculine one, a tab and the feminine one. What
    is odd goes into `quirks`, by the number of the line. Raises InputError where the files have not
    as many lines.
    """
    for number, (english, line) in read_aligned(str(source), str(target), None):
        row = Row(str(number), {}, quirks, str(target))
        try:
            texts = read_line(line)
        except InputError as error:
            row.note("third text", error.problem)
            continue
        plain, masculine, feminine = clean((english, *texts), row)
        if (masculine in NOTHING and feminine in NOTHING) or plain in NOTHING:
            row.note("not annotated")
            continue
        if "\t" in line and masculine == feminine:
            row.note("same texts")
        if "[[" in plain or "]]" in plain:
            row.note("source marks")
        try:
            structures = group(masculine, feminine)
        except InputError as error:
            row.note("one text empty", error.problem)
            continue
        yield Alternatives(plain, masculine, structures)
