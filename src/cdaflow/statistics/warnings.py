"""The warnings of a score: what looks wrong in the translations, by line and by kind.

A score is a number whatever file it is made of. Its warnings travel with it: the report of every
scorer has them in full ("warnings") and counted by kind ("warned"), and the tables neither praise
nor test a score of which too many lines look wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

#: A score is suspect where more than this share of its lines look wrong.
SUSPECT_SHARE = Fraction(5, 100)

#: Share of lines of a file from which it is the file, not the lines, that is wrong.
_MOST = 0.5

#: {"kind", "line", "problem"} of each warning; see `warning`.
Warnings = list[dict[str, Any]]


class Kind(StrEnum):
    """What is wrong with a line, as reports and tables have it."""

    EMPTY = "empty"
    UNTRANSLATED = "untranslated"
    OTHER_LANGUAGE = "other-language"
    NUL = "nul-character"
    WITH_SOURCE = "with-source"
    TOO_LONG = "too-long"
    ORDER = "order"
    UNRELATED = "unrelated"
    TOKENISED = "tokenised"
    IS_REFERENCE = "is-reference"
    REFERENCE_LANGUAGE = "reference-language"
    GENDERS_SWAPPED = "genders-swapped"
    HALVES_SWAPPED = "halves-swapped"
    NO_SEPARATOR = "no-separator"
    FEW_LINKS = "few-links"
    NO_REWRITE = "no-rewrite"
    #: Written as it was before it was scored (`cdaflow.io.repair`), so that the line is right.
    REPAIRED = "repaired"
    UNFINISHED = "unfinished"
    REFUSAL = "refusal"
    REPEATED = "repeated"
    SUBWORDS = "subwords"
    CELLS = "cells"
    LOWER_CASE = "lower-case"
    CASE = "case"
    LOST_CHARACTERS = "lost-characters"
    ADDED_WORDS = "added-words"
    FORM = "form"
    GOLD_GENDER = "gold-gender"


def warning(kind: Kind, line: int, problem: str, lines: int = 1) -> dict[str, Any]:
    """Return a warning as it is written in reports.

    `line`: counted from 1. Where the problem is one of several lines, `lines` is how many and
    `line` the first of them.
    """
    several = {"lines": lines} if lines > 1 else {}
    return {"kind": str(kind), "line": line, "problem": problem, **several}


def of_lines(
    warnings: Warnings, kind: Kind, problem: str, lines: Sequence[int], total: int
) -> None:
    """Add a problem of some `lines` (from 0) of `total`: each, or once where they are most."""
    if len(lines) > 10 and len(lines) >= _MOST * total:
        shared = f"{problem}, as on {len(lines)} of {total} lines"
        warnings.insert(0, warning(kind, lines[0] + 1, shared, len(lines)))
    else:
        warnings += [warning(kind, n + 1, problem) for n in lines]


def in_part(part: str, warnings: Iterable[Mapping[str, Any]]) -> Warnings:
    """Return the warnings of one of several files of a score, which their problems then name."""
    return [{**item, "part": part, "problem": f"{part}: {item['problem']}"} for item in warnings]


def count_warnings(warnings: Sequence[Mapping[str, Any]], lines: int) -> dict[str, Any]:
    """Return how many of the `lines` of a score look wrong: {"lines", "of", "kinds"}.

    "kinds" has the lines of each kind; a line of two kinds counts once in "lines", and one that was
    repaired does not.
    """
    kinds: Counter[str] = Counter()
    single = set()
    together = 0
    for item in warnings:
        count = item.get("lines", 1)
        kinds[item["kind"]] += count
        if item["kind"] == Kind.REPAIRED:
            continue
        if count == 1:
            single.add((item.get("part"), item["line"]))
        else:
            together += count
    return {
        "lines": min(len(single) + together, lines),
        "of": lines,
        "kinds": dict(sorted(kinds.items())),
    }


@dataclass(frozen=True)
class Warned:
    """How many of the lines of a score look wrong: `lines` of `of`, and the lines of each kind."""

    lines: int
    of: int
    kinds: Mapping[str, int]

    @property
    def share(self) -> float:
        """The share of the lines that look wrong."""
        return self.lines / max(self.of, 1)

    @property
    def is_suspect(self) -> bool:
        """Whether the score is suspect, because too many lines look wrong."""
        return self.lines > SUSPECT_SHARE * self.of

    def __str__(self) -> str:
        """Return the counts in words."""
        listed = ", ".join(f"{name} {count:,}" for name, count in self.kinds.items())
        return f"{100 * self.share:.1f} % of the lines look wrong ({listed})"


#: The counts of warnings of a score, or the same as reports have them, None where they do not.
_Counts = TypeVar("_Counts", bound=Warned | Mapping[str, Any] | None)


def worst(trainings: Iterable[_Counts]) -> _Counts:
    """Return the counts of the training of which the largest share of lines looks wrong."""

    def share(counts: _Counts) -> float:
        if counts is None:
            return -1.0
        return (counts if isinstance(counts, Warned) else Warned(**counts)).share

    return max(trainings, key=share)


def caution(warned: Mapping[str, Any] | None) -> str:
    """Return what to say on top of a suspect score, "" for one that is not.

    `warned`: see `count_warnings`; None where a report does not have it.
    """
    counts = Warned(0, 0, {}) if warned is None else Warned(**warned)
    return str(counts) if counts.is_suspect else ""
