"""Lists of nouns of persons as the authors of Zmigrod et al. 2019 publish them (rycolab/biasCDA).

Columns: English, feminine, masculine, singulars alone. The Spanish file has a header, the French
one has none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, tsv_lines, write_lines
from cdaflow.io.recognition import Content
from cdaflow.option_types import OutputPath
from cdaflow.wordlists.pairing import read_nouns
from cdaflow.wordlists.rows import FORMS

_HEADER = ["english", "fem", "masc"]


def import_(published: Path, /, *, lexicon: Sequence[Path] = (), output: OutputPath) -> str:
    """Write a list of Zmigrod et al. 2019 as a word list.

    The published lists have singulars only. A noun without a plural is found only in the singular.

    Args:
        published (TSV): English, feminine, masculine, such as spanish.tsv of rycolab/biasCDA
        lexicon: UniMorph tables, which give the plurals of the nouns
        output (TSV): a word list in the format of config/wordlists/persons.es.tsv, for --word-list
    """
    plurals = _plurals(lexicon)
    rows = [
        [english, masculine, feminine, plurals.get(masculine, ""), plurals.get(feminine, ""), ""]
        for english, feminine, masculine in read_published_rows(published)
    ]
    write_lines(output, tsv_lines(("person", *FORMS, "note"), rows))
    both = sum(bool(row[3] and row[4]) for row in rows)
    return f"{output}: {len(rows)} nouns, {both} with both plurals"


def read_published_rows(path: str | os.PathLike[str]) -> Iterator[tuple[str, str, str]]:
    """Yield English, feminine and masculine of a list, each pair of forms once.

    A line with both forms empty is a remark. Raises InputError for another line that has not these
    three, and where there is none.
    """
    seen: set[tuple[str, str]] = set()
    for number, line in enumerate(read_lines(path, Content.TABLE), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        remark = len(cells) > 1 and not any(cells[1:])  # at the end of the Spanish list
        if not any(cells) or remark or (number == 1 and cells == _HEADER):
            continue
        if len(cells) != 3 or not all(cells):
            raise InputError(
                "published-list.malformed-line",
                "expected English, feminine and masculine, separated by tabs",
                file=path,
                line=number,
                hint="give a list such as those of https://github.com/rycolab/biasCDA (animacy)",
            )
        english, feminine, masculine = cells
        if (feminine, masculine) not in seen:
            seen.add((feminine, masculine))
            yield english, feminine, masculine
    if not seen:
        raise InputError("published-list.no-noun", "the file has no nouns", file=path)


def read_published(path: str | os.PathLike[str]) -> set[tuple[str, str]]:
    """Return the pairs (masculine, feminine) of a list; see `read_published_rows`."""
    return {(masculine, feminine) for _, feminine, masculine in read_published_rows(path)}


def _plurals(lexicons: Sequence[Path]) -> dict[str, str]:
    """Return the plurals of nouns, by singular, of those that have one."""
    plurals_of: dict[str, set[str]] = {}
    for forms in read_nouns(lexicons).lemmas.values():
        for gender in ("masculine", "feminine"):
            for singular in forms.get(gender, ()):
                plurals_of.setdefault(singular, set()).update(forms.get(f"{gender}_plural", ()))
    return {
        singular: plurals.pop() for singular, plurals in plurals_of.items() if len(plurals) == 1
    }
