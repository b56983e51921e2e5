"""The rows of MT-GenEval (Currey et al. 2022): does a translation have the gender of its source?

Each source has a reference of its gender and one of the other. The words that only one of
the two has are contrastive. The published accuracy calls a translation correct unless it has
a word that only the wrong reference has, so a translation that says nothing is correct. Here
a translation is right only if it also has a word that only its own reference has; see
`Outcome`. Both are reported.
"""

from __future__ import annotations

import os
import re
import string
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import check_count, read_lines
from cdaflow.io.recognition import Content
from cdaflow.io.released import RELEASES, digests
from cdaflow.lazy import numpy as np
from cdaflow.option_types import UsageError
from cdaflow.scoring.translations import repaired_lines
from cdaflow.statistics.estimates import Counts
from cdaflow.statistics.sacre import statistics_of
from cdaflow.statistics.warnings import Warnings

GENDERS = ("feminine", "masculine")

#: What stands between the sentence before and the sentence itself in the contextual set, `<sep>`,
#: and what systems make of it: other case, blanks, a slash or a bracket lost, other brackets,
#: escapes of the Moses tokeniser, Cyrillic or Hebrew letters.
_OPEN, _CLOSE = r"(?:[<＜‹«]|&lt;)", r"(?:[>＞›»]|&gt;)"
_SLASH = r"\s{0,3}/?\s{0,3}"  # a bound, so that a line of blanks takes no time
_NAME = rf"{_SLASH}(?:sep|сеп|ספ){_SLASH}"
_SEPARATOR = re.compile(
    rf"{_OPEN}{_NAME}{_CLOSE}|{_OPEN}{_NAME}(?!\w)|(?<!\w){_NAME}{_CLOSE}", re.IGNORECASE
)

_OFFICIAL_PUNCTUATION = str.maketrans(string.punctuation, " " * len(string.punctuation))

_MASCULINE_PRONOUNS = frozenset({"he", "him", "his", "himself"})
_FEMININE_PRONOUNS = frozenset({"she", "her", "hers", "herself"})


class Outcome(StrEnum):
    """What the contrastive words of a translation say, one character each."""

    #: A word of its own reference alone, none of the other.
    RIGHT = "r"
    #: A word of the other reference alone, whatever else.
    WRONG = "w"
    #: Neither: it was worded so that its gender cannot be told, or is no translation.
    UNCOVERED = "u"
    #: Its reference has no word of its own, so no translation could be told to be right.
    UNDECIDABLE = "n"


@dataclass(frozen=True)
class GenEvalItem:
    """What was found in one translation; `own` and `wrong` are its contrastive words."""

    outcome: Outcome
    official: bool
    own: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def official_words(text: str) -> frozenset[str]:
    """Return the words of a sentence as the published metric has them.

    Lower case, and each ASCII punctuation mark a space: a guillemet, an inverted mark or a
    typographic quote stays part of its word.
    """
    return frozenset(text.lower().translate(_OFFICIAL_PUNCTUATION).split())


def words(text: str) -> frozenset[str]:
    """Return the words of a sentence: lower case, composed, split at all but letters and digits.

    Combining marks are part of a word (Hindi, Arabic), invisible format characters are not.
    """
    composed = unicodedata.normalize("NFC", text).lower()
    return frozenset("".join(map(_word_character, composed)).split())


def _word_character(character: str) -> str:
    category = unicodedata.category(character)
    if category[0] in "LMN":
        return character
    return "" if category == "Cf" else " "


def score_item(
    translation: str, reference: str, other: str, *, whole: str | None = None
) -> GenEvalItem:
    """Return what the words of `translation` say of its gender.

    `reference` has the gender of the source, `other` the other one. `whole`: the line as it
    was given, for the published metric, where `translation` is only a part of it.
    """
    own, wrong = _contrastive(*map(words, (translation, reference, other)))
    complete = translation if whole is None else whole
    _, official_wrong = _contrastive(*map(official_words, (complete, reference, other)))
    if not words(reference) - words(other):
        outcome = Outcome.UNDECIDABLE
    elif wrong:
        outcome = Outcome.WRONG
    else:
        outcome = Outcome.RIGHT if own else Outcome.UNCOVERED
    return GenEvalItem(outcome, not official_wrong, tuple(sorted(own)), tuple(sorted(wrong)))


def _contrastive(
    generated: frozenset[str], reference: frozenset[str], other: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return which words are of the reference alone, and which of the other alone."""
    return generated & (reference - other), generated & (other - reference)


def score_pair(feminine: GenEvalItem, masculine: GenEvalItem) -> GenEvalItem:
    """Return the outcome of both translations of a pair: right only if both are."""
    outcomes = {feminine.outcome, masculine.outcome}
    for outcome in (Outcome.UNDECIDABLE, Outcome.UNCOVERED, Outcome.WRONG, Outcome.RIGHT):
        if outcome in outcomes:
            break
    return GenEvalItem(outcome, feminine.official and masculine.official)


def scored_part(line: str) -> str:
    """Return the sentence that the references translate: what stands behind the separator.

    The whole line where it has none.
    """
    return _SEPARATOR.split(line)[-1].strip()


def has_separator(line: str) -> bool:
    """Return whether a line has `<sep>`, or what a system made of it."""
    return _SEPARATOR.search(line) is not None


def source_gender(source: str) -> str:
    """Return "feminine" or "masculine" where the English pronouns are of that gender alone.

    "" where there are none, or both. The contextual set does not say the gender of its rows;
    on its Spanish test half the pronouns agree with the gender of the endings in the
    references in 940 of the 951 rows where both can be told.
    """
    source_words = words(source)
    feminine, masculine = source_words & _FEMININE_PRONOUNS, source_words & _MASCULINE_PRONOUNS
    if bool(feminine) == bool(masculine):
        return ""
    return "feminine" if feminine else "masculine"


@dataclass(frozen=True)
class Testset:
    """The files of a test set, by role.

    Roles of references: "feminine" and "masculine", or "original" (the right ones) and
    "flipped" in the contextual set. `sources` may be empty: they serve the warnings, and tell
    the gender of the rows of a contextual set.
    """

    #: Not a class of tests, whatever its name says to pytest.
    __test__ = False

    name: str
    references: Mapping[str, Path]
    sources: Mapping[str, Path] = field(default_factory=dict)


def find_testset(
    folder: str | os.PathLike[str], language: str, *, split: str = "test", context: bool = False
) -> Testset:
    """Return the files of `language` in a copy of the MT-GenEval data.

    `folder` holds the folders `sentences` and `context` (the repository's folder `data`, or
    the repository).

    Raises InputError where a file is absent, naming the languages that are there.
    """
    root = Path(folder)
    if (root / "data" / "sentences").is_dir():
        root /= "data"
    testset = located_testset(root, language, split=split, context=context)
    for path in (*testset.references.values(), *testset.sources.values()):
        if not path.is_file():
            there = sorted(
                {file.suffix[1:] for file in path.parent.glob(f"*-{split}.en_*")} - {"en"}
            )
            raise InputError(
                "testset.language-missing",
                f"the {testset.name} set has no {language!r} (no such file)",
                file=path,
                hint=f"languages of this set in {path.parent}: {', '.join(there) or 'none'}",
            )
    return testset


def located_testset(
    root: Path, language: str, *, split: str = "test", context: bool = False
) -> Testset:
    """Return the files of `language` in a folder with the layout of the MT-GenEval data."""
    pair = f"{split}.en_{language}"
    if context:
        stem = "context/geneval-context-wikiprofessions-{}-" + pair
        roles, sources = ("original", "flipped"), {"source": "2to1"}
    else:
        stem = f"sentences/{split}/geneval-sentences-{{}}-{pair}"
        roles, sources = GENDERS, {role: role for role in GENDERS}
    return Testset(
        name=f"{'context' if context else 'sentences'}-{split}",
        references={role: root / f"{stem.format(role)}.{language}" for role in roles},
        sources={role: root / f"{stem.format(name)}.en" for role, name in sources.items()},
    )


def fetched_testset(
    folder: str | os.PathLike[str], language: str, *, split: str = "test", context: bool = False
) -> Testset:
    """Return the files of `language` that `cdaflow score fetch-geneval` writes into a folder.

    Raises InputError where it would fetch none, since their digests are not known.
    """
    testset = located_testset(Path(folder), language, split=split, context=context)
    for path in (*testset.references.values(), *testset.sources.values()):
        if path.relative_to(folder).as_posix() not in digests("geneval"):
            raise InputError(
                "testset.not-fetched",
                f"the {testset.name} set of {language!r} is not fetched: its digest is not known",
                file=path,
                hint=f"get it from github.com/{RELEASES['geneval'].repository}",
            )
    return testset


def given_testset(references: Mapping[str, Path], source: Path | None, context: bool) -> Testset:
    """Return the test set whose files are given one by one."""
    roles = ("original", "flipped") if context else GENDERS
    if set(references) != set(roles):
        both = " and ".join(f"--reference-{role}" for role in roles)
        raise UsageError("option.data-or-references", f"give --data, or {both}")
    if source is not None and not context:
        raise UsageError("option.source-without-context", "--source requires --context")
    sources = {} if source is None else {"source": source}
    return Testset("given", {role: references[role] for role in roles}, sources)


def read_sentences(
    path: str | os.PathLike[str], warnings: Warnings | None = None, what: str = ""
) -> list[str]:
    """Return the lines of a file of the set, without the marks of its folders `annotated`.

    These have <F>ella</F> and <M>él</M> around the words that show a gender, and are the sentences
    otherwise. `warnings`, `what`: see `translations.repaired_lines`.
    """
    lines = repaired_lines(path, read_lines(path, Content.SENTENCES), warnings, what)
    return [_MARK.sub("", line) for line in lines]


def read_references(testset: Testset, warnings: Warnings | None = None) -> dict[str, list[str]]:
    """Return the lines of both references by role; InputError where they are not as many."""
    references = {
        role: read_sentences(path, warnings, f"the {role} reference")
        for role, path in testset.references.items()
    }
    (first, lines), (second, others) = references.items()
    if len(lines) != len(others) or not lines:
        raise InputError(
            "references.line-count",
            f"{len(others)} lines, but the {first} references have {len(lines)}",
            file=testset.references[second],
            hint="both references of a row must stand on the same line",
        )
    return references


def read_rows(
    path: str | os.PathLike[str], rows: int, what: str, warnings: Warnings | None = None
) -> list[str]:
    """Return the lines of a file that belong to the references; InputError for another number."""
    lines = read_sentences(path, warnings)
    check_count(
        path,
        lines,
        rows,
        f"the {what} have {rows}",
        hint="one line for each source line is expected; is it of this language and split?",
    )
    return lines


_MARK = re.compile(r"</?[FM]>")

#: What is counted of a row, see `count_rows`.
COUNTED = ("rows", "official_correct", "decidable", "covered", "right", "wrong", "mixed")


@dataclass(frozen=True)
class Part:
    """The rows of one gender: None where a row of the set is not of it.

    `items`, `translations` and `references` have one item for each row of the set.
    """

    items: Sequence[GenEvalItem | None]
    translations: Sequence[str]
    references: Sequence[str]

    @property
    def rows(self) -> list[int]:
        """The rows that are of this part, counted from 0."""
        return [number for number, item in enumerate(self.items) if item is not None]

    def statistics(self, metric: Any) -> Counts:
        """Return what the metric sums over sentences: shape (rows of the set, sums).

        Rows of other parts are 0.
        """
        rows = self.rows
        statistics = statistics_of(
            metric, [self.translations[i] for i in rows], [self.references[i] for i in rows]
        )
        result = np.zeros((len(self.items), statistics.shape[1]), dtype=np.int64)
        result[rows] = statistics
        return result


def tally(items: Sequence[GenEvalItem | None]) -> dict[str, int]:
    """Return every numerator and denominator of the rates of some rows."""
    return dict(zip(COUNTED, map(int, count_rows(items).sum(axis=0)), strict=True))


def count_rows(items: Sequence[GenEvalItem | None]) -> Counts:
    """Return what each row adds to each count: shape (rows, counts)."""
    return np.array([_cell(item) for item in items], dtype=np.int64).reshape(-1, len(COUNTED))


def _cell(item: GenEvalItem | None) -> tuple[int, ...]:
    """Return what a row adds to each count: "mixed" has words of both references."""
    if item is None:
        return (0,) * len(COUNTED)
    wrong = item.outcome is Outcome.WRONG
    right = item.outcome is Outcome.RIGHT
    return (
        1,
        int(item.official),
        int(item.outcome is not Outcome.UNDECIDABLE),
        int(wrong or right),
        int(right),
        int(wrong),
        int(wrong and bool(item.own)),
    )


def outcome_letters(items: Mapping[str, Sequence[GenEvalItem]]) -> dict[str, str]:
    """Return the outcomes of rows, a character a row, and those as published, by name."""
    letters = {}
    for name, rows in items.items():
        letters[name] = "".join(item.outcome for item in rows)
        letters[f"official_{name}"] = "".join("c" if item.official else "i" for item in rows)
    return letters
