"""Nouns of persons from lexicons, to be reviewed (Zmigrod et al. 2019, section 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cdaflow.option_types import OutputPath, Value

_Sheet = Annotated[Path, Value(metavar="SHEET.tsv", file="input")]


def candidates(
    *,
    lexicon: Annotated[Sequence[Path], Value(metavar="FILE", help="UniMorph tables")],
    output: OutputPath,
) -> str:
    """Write a review sheet of nouns that a lexicon has in both genders.

    Animals and some things are among them: read the sheet, and write yes or no in the column
    verdict. The word lists of config/wordlists stay the default of all commands.

    Args:
        output (SHEET.tsv): lemma, the four forms, and the empty columns verdict and note
    """
    from cdaflow.wordlists.gazetteer import find_candidates, write_sheet

    return f"{output}: {write_sheet(output, find_candidates(lexicon))} candidates"


def gazetteer(sheet: _Sheet, /, *, output: OutputPath) -> str:
    """Write the reviewed nouns of persons of a sheet as a word list.

    Args:
        sheet: of `cdaflow animacy candidates`, with verdicts
        output (TSV): a list as config/wordlists/persons.es.tsv, for every --word-list
    """
    from cdaflow.wordlists.gazetteer import read_sheet, write_word_list

    accepted, others = write_word_list(output, read_sheet(sheet))
    return f"{output}: {accepted} nouns; {others} rows without a yes left out"


def coverage(
    sheet: _Sheet,
    /,
    *,
    published: Path,
    missing: OutputPath | None = None,
    reviewed: bool = False,
) -> str:
    """Count how many pairs of a published list are among the candidates.

    Run it before the review, and do not consult the list while you review.

    Args:
        sheet: of `cdaflow animacy candidates`
        published (TSV): English, feminine, masculine, such as the lists of biasCDA
        missing (TSV): write the pairs that are not found here
        reviewed: count rows with the verdict yes alone
    """
    from cdaflow.io.files import tsv_lines, write_lines
    from cdaflow.wordlists.gazetteer import covered, read_published, read_sheet

    rows = [
        candidate for candidate, verdict in read_sheet(sheet) if verdict == "yes" or not reviewed
    ]
    found, absent = covered(rows, read_published(published))
    if missing is not None:
        write_lines(missing, tsv_lines(("masculine", "feminine"), absent))
    total = len(found) + len(absent)
    share = 100 * len(found) / total
    return f"{len(found)} of {total} pairs ({share:.1f} %) are among {len(rows)} candidates"
