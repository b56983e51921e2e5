"""Scores of WinoMT beyond the entity: the other person of the sentence, and the pronoun.

All are proportions in percent with Wilson intervals, null where the denominator is 0.

The other person (see `cdaflow.scoring.secondary`); its gender is open in the source:

- secondary_known: sentences in which its gender can be told, of those that have one.
- secondary_agreement: of the known ones in sentences with "he" or "she", those that have the
  pronoun's gender. A translator who always writes one gender gets about 50, and so does one
  whose choice has nothing to do with the pronoun.
- secondary_kept, secondary_followed: of the pairs of one sentence with "he" and with "she" in
  which both are known: those in which the other person has one gender in both (it keeps its
  own), and those in which it is masculine with "he" and feminine with "she" (it follows the
  pronoun, which does not refer to it). What is left of 100 is the reverse of following.

The pronoun (see `cdaflow.scoring.pronouns`; Naik et al. 2023, section 6.3), of "he" and "she"
alone; the counts have the other cases apart:

- pronoun_error_female: "she" became a masculine pronoun, of all sentences with "she"; and
  pronoun_error_male: "he" became a feminine one.
- pronoun_elided: there is no pronoun for it, of all sentences with "he" or "she". Where this is
  high, as in Spanish and Italian, errors are few because pronouns are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cdaflow.scoring.evidence import Gender
from cdaflow.scoring.metric import Cell, Metric, Outcomes, PairedRows, TableRow
from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.scoring.secondary import pairs
from cdaflow.scoring.winomt_items import WinoMTItem
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Counts, Estimate, Share, rate
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit

#: The figures of the other person and of the pronoun.
OTHER_FIELDS = (
    Field("secondary_known", about="sentences in which the other person's gender can be told"),
    Field("secondary_agreement", about="of these, with the gender of the pronoun: 50 is better"),
    Field("secondary_kept", about="the other person keeps its gender from he to she"),
    Field("secondary_followed", about="it changes along with the pronoun",
          direction=Direction.LOWER),
    Field("pronoun_error_female", about="she became a masculine pronoun",
          direction=Direction.LOWER),
    Field("pronoun_error_male", about="he became a feminine pronoun", direction=Direction.LOWER),
    Field("pronoun_elided", about="he or she has no pronoun in the translation"),
)  # fmt: skip

_GENDERED = ("male", "female")

#: What is counted of a pronoun in the table -> the outcome.
PRONOUN_COUNTS = {
    "same": PronounOutcome.SAME,
    "other": PronounOutcome.OTHER,
    "not_shown": PronounOutcome.OPEN,
    "elided": PronounOutcome.ELIDED,
}


def has_pronouns(report: Mapping[str, Any]) -> bool:
    """Return whether a report has looked for the pronouns of its sentences and found some."""
    counts = report["counts"].get("pronouns")
    try:
        return bool(counts) and any(
            cell["rows"] > 0 for genders in counts.values() for cell in genders.values()
        )
    except (KeyError, TypeError, AttributeError):
        return True  # a fault, which the table reports


def _rows(report: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield the one row of a report, made of its counts of pronouns."""
    subject, oblique = (_case(report, case) for case in ("nominative", "other"))
    parts = {
        "she": _sum([subject["female"]]),
        "he": _sum([subject["male"]]),
        "both": _sum(subject.values()),
        "oblique": _sum(oblique.values()),
    }
    scores = {
        f"{name}_error": rate(found["other"], found["same"] + found["other"])
        for name, found in parts.items()
    }
    both = parts.pop("both")
    counts = {f"{name}_{what}": n for name, found in parts.items() for what, n in found.items()}
    yield TableRow(counts=counts, scores={**scores, "elided": rate(both["elided"], both["rows"])})


def _sum(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return the sums of counts; a count of 0 stays."""
    total: Counter[str] = Counter(dict.fromkeys(("rows", *PRONOUN_COUNTS), 0))
    for part in parts:
        total.update(part)
    return total


def _case(report: Mapping[str, Any], case: str) -> dict[str, dict[str, int]]:
    """Return the counts of a case by gender of the English pronoun; ValueError for wrong ones."""
    cells = report["counts"]["pronouns"][case]
    found = {}
    for gender in _GENDERED:
        counts = {what: int(cells[gender][name]) for what, name in PRONOUN_COUNTS.items()}
        rows = int(cells[gender]["rows"])
        if min(rows, *counts.values()) < 0 or rows != sum(counts.values()):
            raise ValueError(f'"counts.pronouns.{case}.{gender}" does not add up')
        found[gender] = {"rows": rows, **counts}
    return found


#: Letters of the outcome "pronoun" of a report, in the order of PRONOUN_COUNTS.
_LETTERS = "soge"


def _compared(base: Outcomes, other: Outcomes) -> Iterator[PairedRows]:
    """Yield the sentences of two reports, each with 1 at what became of its "she" or "he".

    Nothing where they are not of the same sentences, or a report's outcomes are not its counts
    (the gender of a pronoun is taken to be that of its row).
    """
    sides = [_outcome_rows(side) for side in (base, other)]
    if any(side is None for side in sides) or len(sides[0]) != len(sides[1]):  # type: ignore[arg-type]
        return
    # Four outcomes of "she", then four of "he".
    error = Share([1], [0, 1])
    for columns, statistics in (
        (slice(0, 4), {"she_error": error}),
        (slice(4, 8), {"he_error": error}),
        (slice(0, 8), {"both_error": Share([1, 5], [0, 1, 4, 5]),
                       "elided": Share([3, 7], list(range(8)))}),
    ):  # fmt: skip
        ours, theirs = (side[:, columns] for side in sides if side is not None)
        tests = {name: (statistic, Test.BOOTSTRAP) for name, statistic in statistics.items()}
        yield PairedRows(ours, theirs, tests)


def _outcome_rows(side: Outcomes) -> Counts | None:
    """Return for each sentence a row with 1 at its outcome; None where these are not the counts."""
    gold, pronoun = (np.array(list(side.outcome(name))) for name in ("gold", "pronoun"))
    if len(gold) != len(pronoun):
        return None
    columns = [(gold == gender) & (pronoun == letter) for gender in "fm" for letter in _LETTERS]
    counts = _case(side.report, "nominative")
    wanted = [counts[gender][what] for gender in ("female", "male") for what in PRONOUN_COUNTS]
    if [int(column.sum()) for column in columns] != wanted:
        return None
    return np.stack(columns, axis=1).astype(np.int64)


def _shown_of_all(name: str) -> Cell:
    """Return what shows "330/352": pronouns whose translation shows a gender, and all."""

    def cell(record: Mapping[str, str]) -> str:
        try:
            shown = int(record[f"{name}_same"]) + int(record[f"{name}_other"])
        except ValueError:  # a CSV that somebody edited
            return ""
        return f"{shown}/{record[f'{name}_rows']}"

    return cell


def _counts(name: str, *what: str) -> list[Field]:
    """Return counts that are in the CSV alone."""
    return [Field(f"{name}_{one}", unit=Unit.COUNT, column=f"{name}_{one}") for one in what]


_RATE: dict[str, Any] = {"interval": Interval.SHOWN, "test": Test.BOOTSTRAP}
_ERROR: dict[str, Any] = {**_RATE, "direction": Direction.LOWER}

#: The errors of him, his and her are in the CSV alone: many of the forms that they are looked for
#: in are articles, too (Italian "le", "gli"), so that they hang on the alignment.
PRONOUNS = Metric(
    name="pronouns",
    source="winomt",
    title='Pronouns: "she" translated as "he", and "he" as "she"',
    fields=(
        Field(
            "she_error",
            "she → he",
            'of the "she" whose translation shows a gender, those that became a masculine pronoun',
            **_ERROR,
        ),
        Field("he_error", "he → she", 'the same of "he" that became a feminine pronoun',
              brief=True, **_ERROR),
        Field("both_error", "Both", "the two together", brief=True, **_ERROR),
        Field(
            "elided",
            "Elided",
            'of all "she" and "he", those without a pronoun in the translation, %',
            brief=True,
            **_RATE,
        ),
        *(
            item
            for name in ("she", "he")
            for item in (
                Field(f"{name}_rows", f"N {name}", f'"{name}" whose translation shows a gender, '
                      f'of all "{name}"', Unit.COUNT),
                *_counts(name, *PRONOUN_COUNTS),
            )
        ),
        Field("oblique_error", column="oblique_error"),
        *_counts("oblique", "rows", *PRONOUN_COUNTS),
    ),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
    signatures={"WinoMT": "signature"},
    rows=_rows,
    applies=has_pronouns,
    cells={f"{name}_rows": _shown_of_all(name) for name in ("she", "he")},
    compared=_compared,
)  # fmt: skip


def secondary_counts(items: Sequence[WinoMTItem]) -> dict[str, int]:
    """Return the numerators and denominators of the scores of the other person."""
    found = [item.secondary for item in items]
    known = [item for item in items if item.secondary_gender not in (None, Gender.UNKNOWN)]
    gendered = [item for item in known if item.row.gender in _GENDERED]
    result = {
        "rows": sum(other is not None for other in found),
        "known": len(known),
        "known_gendered": len(gendered),
        "agreeing": sum(item.secondary_gender == item.row.gender for item in gendered),
        **dict.fromkeys(("pairs", "kept", "followed", "against", "changed"), 0),
    }
    for he, she in pairs([item.row for item in items]):
        with_he, with_she = items[he].secondary_gender, items[she].secondary_gender
        if None in (with_he, with_she) or Gender.UNKNOWN in (with_he, with_she):
            continue
        result["pairs"] += 1
        result[_CHANGES.get((with_he, with_she), "changed") if with_he != with_she else "kept"] += 1
    return result


#: From "he" to "she"; any other change (to or from a neuter) is only a change.
_CHANGES: dict[tuple[Gender | None, Gender | None], str] = {
    (Gender.MALE, Gender.FEMALE): "followed",
    (Gender.FEMALE, Gender.MALE): "against",
}


def pronoun_counts(items: Sequence[WinoMTItem]) -> dict[str, dict[str, dict[str, int]]]:
    """Return how many pronouns had each outcome: by case (nominative, other) and gender."""
    names = [outcome.value for outcome in PronounOutcome if outcome is not PronounOutcome.NONE]
    counts = {
        case: {gender: dict.fromkeys(("rows", *names), 0) for gender in _GENDERED}
        for case in ("nominative", "other")
    }
    for item in items:
        found = item.pronoun
        if found.outcome is not PronounOutcome.NONE:
            cell = counts["nominative" if found.nominative else "other"][found.gender]
            cell["rows"] += 1
            cell[found.outcome.value] += 1
    return counts


def other_scores(
    secondary: Mapping[str, int], pronouns: Mapping[str, Mapping[str, Mapping[str, int]]]
) -> dict[str, Estimate]:
    """Return the scores from the counts of `secondary_counts` and `pronoun_counts`."""
    subject = pronouns["nominative"]
    result = {
        "secondary_known": rate(secondary["known"], secondary["rows"]),
        "secondary_agreement": rate(secondary["agreeing"], secondary["known_gendered"]),
        "secondary_kept": rate(secondary["kept"], secondary["pairs"]),
        "secondary_followed": rate(secondary["followed"], secondary["pairs"]),
    }
    for gender in ("female", "male"):
        cell = subject[gender]
        result[f"pronoun_error_{gender}"] = rate(cell[PronounOutcome.OTHER.value], cell["rows"])
    elided = sum(cell[PronounOutcome.ELIDED.value] for cell in subject.values())
    result["pronoun_elided"] = rate(elided, sum(cell["rows"] for cell in subject.values()))
    return result


def other_outcomes(items: Sequence[WinoMTItem]) -> dict[str, Any]:
    """Return one letter a row: gender of the other person, and what became of he or she.

    secondary: m, f, n, u(nknown), - (no other person). pronoun: s(ame), o(ther gender), g(ender
    not shown), e(lided), - (no "he" or "she").
    """
    return {
        "secondary": "".join(
            "-" if item.secondary_gender is None else item.secondary_gender.value[0]
            for item in items
        ),
        "pronoun": "".join(
            item.pronoun.outcome.value[0] if item.pronoun.nominative else "-" for item in items
        ),
    }
