"""The gendered subset of a corpus (Naik et al. 2023, section 4.1), without an annotator.

Batch by batch: the pronoun first, since it drops nearly all pairs and Arrow finds it in whole
columns; then the profession, of which Arrow says where none can be; the few pairs that are left
are looked at one by one. So the funnel knows gender and profession of what the later filters drop.
`cdaflow.counterfactual.selection.tagged` is the second stage, with trees.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from heapq import merge
from typing import Literal, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.counterfactual.selection.funnel import Funnel
from cdaflow.counterfactual.selection.plain_pairs import (
    PlainSearch,
    check_form,
    count_tokens,
    is_well_begun,
    is_well_ended,
)
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import take, with_columns
from cdaflow.rewriting.professions import ProfessionFinder, ProfessionMatch
from cdaflow.rewriting.pronoun_scan import FEMININE, MASCULINE, Found, PronounScan
from cdaflow.wordlists.english_lists import Professions, Pronouns

#: The columns that a selected pair has besides its own. Places are characters of the English,
#: from 0, ends excluded; `pronoun` is the first one, in lower case.
COLUMNS = (
    pa.field("profession", pa.string(), nullable=False),
    pa.field("profession_number", pa.string(), nullable=False),
    pa.field("profession_start", pa.int32(), nullable=False),
    pa.field("profession_end", pa.int32(), nullable=False),
    pa.field("pronoun", pa.string(), nullable=False),
    pa.field("pronoun_start", pa.int32(), nullable=False),
    pa.field("gender", pa.string(), nullable=False),
)

STAGE = ("pronoun", "profession", "length", "ratio", "wellformed")

#: Rows of a batch: shape (K,).
Rows = NDArray[np.int64]

#: What is done with plural profession nouns: not seen, seen but not taken, taken.
PLURALS = ("ignore", "count", "take")


@dataclass(frozen=True)
class Limits:
    """What a pair must be like; the defaults are those of the paper.

    `max_tokens`: whitespace tokens of the longer side (0: any). `length_ratio`: the longer side
    in tokens over the shorter (0: any). `max_pronouns`: gendered pronouns of the English, all of
    one gender. `plurals`: "ignore" sees the singular of professions only, as the list of the paper
    has it; with "count" a plural counts as well, so that "the doctors told the nurse" has two, but
    is not taken; "take" takes it. `capital`, `punctuation`: how the English begins and ends.
    """

    max_tokens: int = 20
    length_ratio: float = 3.0
    max_pronouns: int = 1
    plurals: Literal["ignore", "count", "take"] = "ignore"
    capital: bool = True
    punctuation: bool = True

    def __post_init__(self) -> None:
        check_form(self.max_tokens, self.length_ratio)
        if self.max_pronouns < 1:
            raise ConfigError("max_pronouns is below 1: no sentence would be left")
        if self.plurals not in PLURALS:
            raise ConfigError(f"plurals {self.plurals!r}", hint=f"give one of {', '.join(PLURALS)}")


class Selected(NamedTuple):
    """A pair that passes: its row in the batch, and its values of COLUMNS."""

    row: int
    profession: ProfessionMatch
    pronoun: str
    pronoun_start: int
    gender: str


class Selector:
    """The filters of one selection, with the counts of what they drop in `funnel`."""

    def __init__(
        self, pronouns: Pronouns, professions: Professions, limits: Limits | None = None
    ) -> None:
        self.limits = limits or Limits()
        self.funnel = Funnel(STAGE, asdict(self.limits))
        self._scan = PronounScan(pronouns)
        if self.limits.plurals == "ignore":
            professions = {k: p for k, p in professions.items() if p.number == "Sing"}
        self._finder = ProfessionFinder(professions)
        self._plain = PlainSearch(self._finder.arrow_pattern)

    def select(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the pairs that pass, with COLUMNS added; batches have the columns source, target.

        Raises InputError where one of these has a null.
        """
        for batch in batches:
            selected = list(self.pick(batch))
            if selected:
                kept = take(batch, [pair.row for pair in selected])
                yield with_columns(kept, COLUMNS, [_values(pair) for pair in selected])

    def pick(self, batch: pa.RecordBatch) -> Iterator[Selected]:
        """Yield the pairs of a batch that pass, in order."""
        source, target = batch.column("source"), batch.column("target")
        if source.null_count or target.null_count:
            raise InputError("a pair lacks one of its sides (a null in source or target)")
        self.funnel.pairs += batch.num_rows
        found = self._scan.scan(source)
        rows = self._with_pronoun(found)
        english = take(source, rows)
        has_profession = self._plain.has_profession(english)
        self._drop_by_gender("profession", "none", found.genders[rows[~has_profession]])
        rows, english = rows[has_profession], take(english, np.flatnonzero(has_profession))
        plain = self._plain.is_plain(english) & found.sure[rows]
        simple, others = np.flatnonzero(plain), np.flatnonzero(~plain)
        yield from merge(
            self._judge_plain(rows[simple], take(english, simple), target, found),
            self._judge_others(rows[others], take(english, others), target),
            key=lambda pair: pair.row,
        )

    def _drop_by_gender(self, name: str, why: str, bits: Rows) -> None:
        for code, gender in (
            (0, ""),
            (MASCULINE, "Masc"),
            (FEMININE, "Fem"),
            (MASCULINE + FEMININE, ""),
        ):
            self.funnel.drop(name, why, gender, count=int((bits == code).sum()))

    def _judge_others(
        self, rows: Rows, english: pa.StringArray, target: pa.StringArray
    ) -> Iterator[Selected]:
        for row, text in zip(rows.tolist(), english.to_pylist(), strict=True):
            pair = self._judge(row, text, target)
            if pair is not None:
                yield pair

    def _judge_plain(
        self, rows: Rows, english: pa.StringArray, target: pa.StringArray, found: Found
    ) -> Iterator[Selected]:
        """Yield the pairs of plain sentences with a profession that pass; count the others."""
        professions = self._plain.professions(english)
        several = professions.count > 1
        self._drop_by_gender("profession", "several", found.genders[rows[several]])
        one = np.flatnonzero(~several)
        rows, english = rows[one], take(english, one)
        faults = self._faults(english, take(target, rows))
        pronouns = [(form, self._scan.gender(form)) for form in self._scan.forms]
        columns = (
            rows, professions.start[one], professions.end[one], found.form[rows], found.start[rows],
        )  # fmt: skip
        cells = zip(
            english.to_pylist(), *(column.tolist() for column in columns), faults, strict=True
        )
        for text, row, start, end, form, pronoun_start, fault in cells:
            noun, (pronoun, gender) = self._finder.noun(text[start:end].lower()), pronouns[form]
            if noun.number == "Plur" and self.limits.plurals != "take":
                self.funnel.drop("profession", "plural", gender, noun.name)
            elif fault is not None:
                self.funnel.drop(fault[0], fault[1], gender, noun.name)
            else:
                self.funnel.keep(gender, noun.name)
                match = ProfessionMatch(start, end, *noun)
                yield Selected(row, match, pronoun, pronoun_start, gender)

    def _faults(
        self, english: pa.StringArray, target: pa.StringArray
    ) -> list[tuple[str, str] | None]:
        """Return for plain sentences what `_fault` says of each."""
        limits = self.limits
        source, other = count_tokens(english), count_tokens(target)
        longer, shorter = np.maximum(source, other), np.minimum(source, other)
        too_long = (limits.max_tokens > 0) & (longer > limits.max_tokens)
        conditions = {
            ("length", "both sides"): too_long & (shorter > limits.max_tokens),
            ("length", "source"): too_long & (source > other),
            ("length", "target"): too_long,
            ("ratio", "empty side"): shorter == 0,
            ("ratio", "too long"): (limits.length_ratio > 0)
            & (longer > limits.length_ratio * shorter),
            ("wellformed", "beginning"): limits.capital & ~is_well_begun(english),
            ("wellformed", "end"): limits.punctuation & ~is_well_ended(english),
        }
        none = len(conditions)
        codes = np.select(list(conditions.values()), list(range(none)), none)
        names = [*conditions, None]
        return [names[code] for code in codes.tolist()]

    def _with_pronoun(self, found: Found) -> Rows:
        """Return the rows with pronouns as wanted, and count the others."""
        none = found.count == 0
        several = found.count > self.limits.max_pronouns
        mixed = ~several & (found.genders == MASCULINE + FEMININE)
        for why, which in (("none", none), ("several", several), ("both genders", mixed)):
            self._drop_by_gender("pronoun", why, found.genders[which])
        return np.flatnonzero(~(none | several | mixed))

    def _judge(self, row: int, text: str, target: pa.StringArray) -> Selected | None:
        """Return the pair, or None, having counted why not."""
        pronoun = next(self._scan.find(text))
        gender = self._scan.gender(pronoun.form)
        professions = self._finder.find(text)
        if len(professions) != 1:
            why = "several" if professions else "none"
            self.funnel.drop("profession", why, gender)
            return None
        profession = professions[0]
        if profession.number == "Plur" and self.limits.plurals != "take":
            self.funnel.drop("profession", "plural", gender, profession.name)
            return None
        fault = self._fault(text, target[row].as_py())
        if fault is not None:
            self.funnel.drop(*fault, gender, profession.name)
            return None
        self.funnel.keep(gender, profession.name)
        return Selected(row, profession, pronoun.form, pronoun.start, gender)

    def _fault(self, text: str, target: str) -> tuple[str, str] | None:
        """Return the first filter that drops a pair by its form, with the reason; None for none."""
        limits = self.limits
        lengths = (len(text.split()), len(target.split()))
        if 0 < limits.max_tokens < max(lengths):
            side = "both sides" if min(lengths) > limits.max_tokens else ""
            return "length", side or ("source" if lengths[0] > lengths[1] else "target")
        if 0 < limits.length_ratio * min(lengths) < max(lengths) or 0 in lengths:
            return "ratio", "too long" if 0 not in lengths else "empty side"
        if limits.capital and not begins_with_capital(text):
            return "wellformed", "beginning"
        if limits.punctuation and not ends_in_punctuation(text):
            return "wellformed", "end"
        return None


def begins_with_capital(text: str) -> bool:
    """Return whether the first sign of a sentence is a capital letter."""
    return text[:1].isupper()


def ends_in_punctuation(text: str) -> bool:
    """Return whether the last sign of a sentence is a punctuation mark (Unicode category P)."""
    return unicodedata.category(text[-1])[0] == "P" if text else False


def _values(pair: Selected) -> tuple[object, ...]:
    match = pair.profession
    place = (match.name, match.number, match.start, match.end)
    return (*place, pair.pronoun, pair.pronoun_start, pair.gender)
