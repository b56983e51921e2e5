"""Whether the lines of two files belong together: in order, slipped by some lines, or shuffled.

What a source line names (persons, numbers, names) is looked for in the translation on its line, on
lines near by, and anywhere in the file.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf, log
from operator import sub
from statistics import correlation, pstdev
from typing import NamedTuple

from cdaflow.statistics.warnings import Kind, Warnings, of_lines, warning

#: How far lines may have slipped.
_SHIFTS = (1, -1, 2, -2, 3, -3)

#: Of fewer lines, or names in them, nothing is said.
FEWEST = 60

#: How many names more must stand some lines off than on their own line, for a slip.
_GAIN = 6


class Slip(NamedTuple):
    """Lines (from `start` up to `end`, from 0) whose translations stand `shift` lines behind."""

    start: int
    end: int
    shift: int


@dataclass(frozen=True)
class Fit:
    """How well the lines of two sides go together, as shares (0 to 1) of what the source names.

    `here`: found in the translation on the same line; `chance`: found on a line that has nothing
    to do with it; `anywhere`: at most findable, if the lines were put in another order.
    `shift` and `shifted`: the slip of the whole file that fits best, and its share.
    `slips`: where parts of the file have slipped, in order.
    """

    here: float
    chance: float
    anywhere: float
    shift: int
    shifted: float
    slips: tuple[Slip, ...]

    @property
    def shuffled(self) -> bool:
        """Whether the lines are those of the source, but not in its order."""
        return (
            self.anywhere > 0.4
            and self.here < 0.5 * self.anywhere
            and (self.here < 2 * self.chance + 0.05)
        )

    @property
    def slipped(self) -> bool:
        """Whether the whole file fits clearly better some lines off."""
        return self.shifted > 1.3 * self.here + 0.05

    @property
    def unrelated(self) -> bool:
        """Whether little of what the source names stands in the translations.

        Of the persons of WinoMT good systems have 95 % and more, the poorest one that is published
        (2020, into Russian, with many invented words) has 52 %.
        """
        return self.here < 0.35


def fit(named: Sequence[frozenset[str]], translated: Sequence[frozenset[str]]) -> Fit | None:
    """Return how well two sides go together; None where there is too little to tell.

    `named`: what each source line names (persons, numbers); `translated`: which of these the
    translation on that line has. Both have one entry a line.
    """
    total = sum(map(len, named))
    if len(named) < FEWEST or total < FEWEST:
        return None

    # Sums up to each line, so that the share of a part costs nothing more.
    sizes = [0, *accumulate(map(len, named))]
    hits = {
        shift: [
            0,
            *accumulate(
                len(named[n] & translated[n + shift]) if 0 <= n + shift < len(translated) else 0
                for n in range(len(named))
            ),
        ]
        for shift in (0, *_SHIFTS)
    }

    def share(shift: int, start: int = 0, end: int | None = None) -> float:
        first, last = max(start, -shift), min(end or len(named), len(named) - shift)
        return (hits[shift][last] - hits[shift][first]) / max(sizes[last] - sizes[first], 1)

    here = share(0)
    shifts = {shift: share(shift) for shift in _SHIFTS}
    best = max(_SHIFTS, key=lambda shift: shifts[shift])
    # Half a file away nothing belongs together any more; test sets may repeat themselves, so
    # the least of several distances is taken.
    distances = [len(named) * k // 7 for k in (2, 3, 4)]
    chance = min(
        sum(len(named[n] & translated[(n + far) % len(named)]) for n in range(len(named))) / total
        for far in distances
    )
    names_of_source = Counter(name for names in named for name in names)
    present = Counter(name for names in translated for name in names)
    anywhere = sum((names_of_source & present).values()) / total
    runs = [
        (gain, Slip(start, end, shift))
        for shift in _SHIFTS
        for gain, start, end in _runs([*map(sub, hits[shift], hits[0])])
        if share(shift, start, end) > max(1.3 * share(0, start, end) + 0.1, 0.5 * anywhere)
    ]
    slips: list[Slip] = []
    for _, run in sorted(runs, reverse=True):
        if all(run.end <= slip.start or run.start >= slip.end for slip in slips):
            slips.append(run)
    return Fit(here, chance, anywhere, best, shifts[best], tuple(sorted(slips)))


def _runs(gains: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield where a sum up to each line rises by `_GAIN` at least: by how much, from, to.

    A run ends at its highest sum, before this falls by as much.
    """
    start = end = 0
    for n, gain in enumerate([*gains[1:], -inf], 1):
        if gain > gains[end]:
            end = n
        elif gains[end] - gain >= _GAIN or gain <= gains[start]:
            if gains[end] - gains[start] >= _GAIN:
                yield gains[end] - gains[start], start, end
            start = end = n


def disorder_warnings(result: Fit, wrong: Sequence[int], lines: int) -> Warnings:
    """Return a warning for each part of the `lines` that has slipped, or each line out of order.

    `wrong`: the lines (from 0) that are translations of other lines (`misplaced`); where they are
    many more than those of the slips, these are no slips.
    """
    if len(wrong) > 2 * sum(end - start for start, end, _ in result.slips):
        return misplaced_warnings(wrong, lines)
    return [
        warning(
            Kind.ORDER,
            start + 1,
            f"from about here on a translation fits the source {abs(shift)} "
            f"line{'s' if abs(shift) > 1 else ''} {'before' if shift > 0 else 'after'} it: "
            f"a line is {'too many' if shift > 0 else 'missing'}",
            end - start,
        )
        for start, end, shift in result.slips
    ]


#: From so many lines on, lines of other sentences are no accident, and from this share of the file:
#: by persons, of which a real system never finds those of another sentence; by words, which two
#: human translations of short sentences may share with another line (up to 2.5 % in Tatoeba).
_MISPLACED, _BY_PERSONS, _BY_WORDS = 5, 0.003, 0.04


def misplaced(
    named: Sequence[frozenset[str]],
    present: Sequence[frozenset[str]],
    share: float = 1.0,
    fewest: int = 2,
    least: float = _BY_PERSONS,
) -> list[int]:
    """Return the lines (from 0) that are the translations of other lines.

    Such a line has nothing of what its source names, but all that another one does, of at least two
    names (`share` of them, at least `fewest`). A poor system loses names, but does not find those
    of another sentence together. [] where they are fewer than `least` (a share of the lines).
    """
    lines: dict[str, list[int]] = defaultdict(list)
    for n, names in enumerate(named):
        for name in names if len(names) > 1 else ():
            lines[name].append(n)
    wrong = []
    for n, (names, words) in enumerate(zip(named, present, strict=False)):
        if not names or len(words) < 2 or names & words:
            continue
        shared = Counter(line for word in words for line in lines.get(word, ()))
        if any(count >= max(fewest, share * len(named[line])) for line, count in shared.items()):
            wrong.append(n)
    return wrong if len(wrong) >= max(_MISPLACED, least * len(named)) else []


def elsewhere(named: Sequence[frozenset[str]], present: Sequence[frozenset[str]]) -> list[int]:
    """Return the lines (from 0) with nothing of what they name, but what a single other line names.

    For names that translations leave as they are: numbers. [] where such lines are few.
    """
    count = Counter(name for names in named for name in names)
    wrong = [
        n
        for n, (names, words) in enumerate(zip(named, present, strict=False))
        if names and not names & words and any(count[word] == 1 for word in words)
    ]
    return wrong if len(wrong) >= max(_MISPLACED, _BY_WORDS * len(named)) else []


def misplaced_warnings(lines: Sequence[int], total: int) -> Warnings:
    """Return a warning for each line that is the translation of another one."""
    warnings: Warnings = []
    problem = "the translation of another line: the lines are not all in the order of their source"
    of_lines(warnings, Kind.ORDER, problem, lines, total)
    return warnings


_ANCHOR = re.compile(r"\d[\d.,]*\d|\d|(?<=[^\s.!?:\"'«„“(] )[A-Z][a-z]{2,}")


def anchors(text: str) -> frozenset[str]:
    """Return the numbers and capitalised words of a line: what translations leave as it is."""
    return frozenset(match.group() for match in _ANCHOR.finditer(text))


#: Words of references that tell lines apart: those on at most this share of them, and in any case
#: the rarest three of a line that are on at most that share.
_RARE, _RAREST, _KNOWN = 0.02, 3, 0.2

_WORD = re.compile(r"\w+")


def _rare_words(texts: Sequence[str]) -> list[frozenset[str]]:
    """Return the words of each line that few others have."""
    words = [frozenset(_WORD.findall(text.casefold())) for text in texts]
    frequency = Counter(word for line in words for word in line)
    most = max(3, _RARE * len(texts))
    result = []
    for line in words:
        by_frequency = sorted((frequency[word], word) for word in line)
        rare = [word for count, word in by_frequency if count <= most]
        rarest = [word for count, word in by_frequency[:_RAREST] if count <= _KNOWN * len(texts)]
        result.append(frozenset(rare + rarest))
    return result


def order_warnings(
    sources: Sequence[str], translations: Sequence[str], references: Sequence[str] = ()
) -> Warnings:
    """Return warnings where the lines of two files do not belong together.

    The rarer words of the references decide; where there are none, the numbers and names of the
    sources, which most texts have in sentences enough, and the lengths. Where that is too little
    nothing is said.
    """
    if references:
        named, pattern, what = _rare_words(references), _WORD, "rarer words of a reference"
        texts = [text.casefold() for text in translations]
    else:
        named, pattern = [anchors(source) for source in sources], re.compile(r"[\w.,]*\w")
        texts, what = list(translations), "numbers and names of a line"
    all_names = frozenset().union(*named)
    present = [all_names.intersection(pattern.findall(text)) for text in texts]
    # What is translated or left out everywhere tells nothing of the order.
    translated = frozenset().union(*present)
    named = [names & translated for names in named]
    result = fit(named, present)
    warnings: Warnings = []
    if result is not None and not result.slips and (result.shuffled or result.slipped):
        problem = (
            f"the file does not seem to be in the order of its source: {100 * result.here:.0f} % "
            f"of the {what} stand in its translation, "
            f"{100 * result.anywhere:.0f} % somewhere in the file"
        )
        warnings = [warning(Kind.ORDER, 1, problem, len(named))]
    if not warnings:
        wrong = misplaced(named, present, 0.6, 3, _BY_WORDS)
        if not wrong and not references:
            wrong = elsewhere(named, present)
        warnings = (
            misplaced_warnings(wrong, len(named))
            if result is None
            else disorder_warnings(result, wrong, len(named))
        )
    if not warnings and not _lengths_go_together(references or sources, translations):
        problem = (
            "the file does not seem to be in the order of its source: the lengths of the "
            "lines do not match"
        )
        warnings = [warning(Kind.ORDER, 1, problem, len(named))]
    return warnings


#: Lines by whose lengths an order can be told, how much these must differ (standard deviation of
#: the natural logarithm), and the correlation below which they do not go together.
_LENGTHS, _SPREAD, _CORRELATION = 100, 0.2, 0.15


def _lengths_go_together(sources: Sequence[str], translations: Sequence[str]) -> bool:
    """Return whether the lengths of two sides are correlated, or tell nothing."""
    pairs = [
        (log(len(source)), log(len(text)))
        for source, text in zip(sources, translations, strict=False)
        if source.strip() and text.strip()
    ]
    if len(pairs) < _LENGTHS:
        return True
    ours, theirs = zip(*pairs, strict=True)
    if min(pstdev(ours), pstdev(theirs)) < _SPREAD:
        return True
    return correlation(ours, theirs) >= _CORRELATION
