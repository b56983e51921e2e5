"""Whether the files of MT-GenEval are what they are taken for: genders, sources, separators."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from cdaflow.alignment.words import letters
from cdaflow.errors import InputError
from cdaflow.scoring.geneval_rows import (
    GENDERS,
    GenEvalItem,
    Outcome,
    Testset,
    has_separator,
    source_gender,
)
from cdaflow.statistics.warnings import Kind, Warnings, warning

#: Rows from which a whole file can be judged, and the share of rows that are all of it.
_FEWEST, _ALL = 20, 0.99


def check_genders(
    texts: Mapping[str, Sequence[str]],
    sources: Mapping[str, Sequence[str]],
    testset: Testset,
    path: str | os.PathLike[str],
) -> None:
    """Raise InputError where one file is given for both genders, or the sources are swapped.

    `texts`: the translations of each gender, `sources` those of the set, where it has them; `path`:
    the masculine translations.
    """
    feminine, masculine = (texts[gender] for gender in GENDERS)
    written = [pair for pair in zip(feminine, masculine, strict=True) if any(pair)]
    equal = sum(letters(first) == letters(second) for first, second in written)
    if len(written) >= _FEWEST and equal >= _ALL * len(written):
        raise InputError(
            "translations.same-for-genders",
            f"{equal} of {len(written)} translations are those of the feminine sources",
            file=path,
            hint="give two files: the translations of the feminine sources, then those of the "
            "masculine ones",
        )
    for gender, other in zip(GENDERS, reversed(GENDERS), strict=True):
        genders = [
            source_gender_of_line
            for line in sources.get(gender, ())
            if (source_gender_of_line := source_gender(line))
        ]
        if len(genders) >= _FEWEST and genders.count(other) > 0.5 * len(genders):
            raise InputError(
                "testset.genders-swapped",
                f"{genders.count(other)} of {len(genders)} {gender} sources with a pronoun are "
                f"{other}",
                file=testset.sources[gender],
                hint="check whether the files of the test set are swapped",
            )


#: Rows that are wrong in both genders, from so many and this share of all on: of 14 systems into
#: Portuguese the poorest had 4 %, all others less than 1 %.
_LEAST, _SWAPPED = 10, 0.1


def swapped_rows(feminine: Sequence[GenEvalItem], masculine: Sequence[GenEvalItem]) -> list[int]:
    """Return the rows (from 0) whose two translations are each other's; [] where these are few.

    The right translations of a pair, given the other way round, are wrong twice.
    """
    rows = [
        {feminine_item.outcome, masculine_item.outcome}
        for feminine_item, masculine_item in zip(feminine, masculine, strict=True)
    ]
    wrong = [n for n, outcomes in enumerate(rows) if outcomes == {Outcome.WRONG}]
    return wrong if len(wrong) >= max(_LEAST, _SWAPPED * len(rows)) else []


def separator_warnings(lines: Sequence[str]) -> Warnings:
    """Return warnings of the rows whose sentence before cannot be told from the sentence itself."""
    lost = [number for number, line in enumerate(lines, 1) if not has_separator(line)]
    if 2 * len(lost) > len(lines):
        problem = (
            f"{len(lost)} of {len(lines)} translations have no <sep>: whole lines are scored. If "
            "they have two sentences, the first one counts too: keep <sep> in translation, or give "
            "the second sentence alone"
        )
        return [warning(Kind.NO_SEPARATOR, lost[0], problem, len(lost))]
    problem = "no <sep>, unlike most lines: the preceding sentence is scored as well"
    return [warning(Kind.NO_SEPARATOR, number, problem) for number in lost]
