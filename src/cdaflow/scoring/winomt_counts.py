"""What is counted of the rows of WinoMT: numerators, denominators, and the outcome of each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cdaflow.lazy import numpy as np
from cdaflow.scoring.challenge import GENDERS
from cdaflow.scoring.evidence import Gender, Label, Reason
from cdaflow.scoring.metric import ObservedRows, Outcomes
from cdaflow.scoring.pronoun_errors import OF_ALL, pronoun_rows
from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.scoring.secondary_person import COLUMNS, STATISTICS, secondary_rows
from cdaflow.scoring.winomt_figures import HALVES, PREDICTIONS, outcome_rows
from cdaflow.scoring.winomt_items import WinoMTItem, pairs
from cdaflow.statistics.estimates import Counts, Estimate
from cdaflow.statistics.field import Test


def outcomes(items: Sequence[WinoMTItem]) -> dict[str, str]:
    """Return strings of one letter a row, so that two reports can be compared row by row.

    gold and predicted: m(ale), f(emale), n(eutral), u(nknown); half: p(ro), a(nti), - (neither);
    whole: as predicted, of the whole sentence; label: m(asculine), f(eminine), i(nconsistent),
    a(mbiguous), x (N/A): both only where it was looked at. The others: see `other_outcomes`.
    """
    whole: dict[str, str] = {}
    if all(item.whole is not None for item in items):
        whole = {
            "whole": "".join(str(item.whole_gender)[0] for item in items),
            "label": "".join(_LABEL_LETTERS[item.whole.label] for item in items if item.whole),
        }
    return {
        "gold": _gold(items),
        "predicted": "".join(item.predicted.value[0] for item in items),
        "half": "".join(item.half[0] for item in items),
        **whole,
        **other_outcomes(items),
    }


_LABEL_LETTERS = {label: "x" if label is Label.NA else label.value[0] for label in Label}


def counts(items: Sequence[WinoMTItem]) -> dict[str, Any]:
    """Return every numerator and denominator of the scores."""
    letters = Outcomes("", {"outcomes": outcomes(items)})
    sums = outcome_rows(letters).sum(axis=0)
    cells = sums.reshape(len(GENDERS), len(PREDICTIONS), len(HALVES))
    confusion = _by_gold(cells.sum(axis=2), PREDICTIONS)
    result: dict[str, Any] = {
        **_part(cells.sum(axis=2)),
        "gendered": sum(item.row.gender != "neutral" for item in items),
        "confusion": confusion,
        "neutral": {
            "gold": sum(confusion["neutral"].values()),
            "correct": confusion["neutral"]["neutral"],
            "predicted_male": confusion["neutral"]["male"],
            "predicted_female": confusion["neutral"]["female"],
            "unknown": confusion["neutral"]["unknown"],
        },
        "unknown_reasons": dict(
            Counter(
                item.result.reason.value
                for item in items
                if item.result.reason is not Reason.NONE and not item.neutral
            )
        ),
        "evidence": dict(
            Counter(
                item.result.evidence.value
                for item in items
                if item.result.gender is not Gender.UNKNOWN
            )
        ),
        "found": dict(Counter(item.result.noun_match.value for item in items)),
        "by_profession": _by_profession(items),
        "secondary": secondary_counts(items),
        "pronouns": pronoun_counts(items),
    }
    if "whole" in letters.report["outcomes"]:
        result["whole"] = _by_gold(outcome_rows(letters, "gold", "whole").sum(axis=0), PREDICTIONS)
        result["labels"] = _by_gold(outcome_rows(letters, "gold", "label").sum(axis=0), [*Label])
    for half in ("pro", "anti"):
        result[half] = _part(cells[:, :, HALVES.index(half)])
    for gender in ("male", "female"):
        result[gender] = {
            "gold": sum(confusion[gender].values()),
            "predicted": sum(row[gender] for row in confusion.values()),
            "correct": confusion[gender][gender],
        }
    return result


def _by_gold(cells: Counts, columns: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return counts by gold gender and what was found, of cells in this order."""
    rows = cells.reshape(len(GENDERS), len(columns)).tolist()
    return {
        gold: dict(zip(map(str, columns), row, strict=True))
        for gold, row in zip(GENDERS, rows, strict=True)
    }


def _part(cells: Counts) -> dict[str, int]:
    """Return the rows of a part, by gold gender and gender found, and what of them is right."""
    sums = {"rows": cells.sum(), "correct": cells.trace(), "unknown": cells[:, -1].sum()}
    return {name: int(number) for name, number in sums.items()}


def _by_profession(items: Iterable[WinoMTItem]) -> dict[str, dict[str, dict[str, int]]]:
    result: dict[str, dict[str, dict[str, int]]] = {}
    for item in items:
        if item.row.gender == "neutral":
            continue
        genders = result.setdefault(
            item.row.entity, {gender: {"gold": 0, "correct": 0} for gender in ("male", "female")}
        )
        genders[item.row.gender]["gold"] += 1
        genders[item.row.gender]["correct"] += item.correct
    return result


def profession_numbers(items: Sequence[WinoMTItem]) -> str:
    """Return of each row the number of its profession, "-" for a neutral one.

    Professions are numbered in their alphabetical order, from 0. So a reader of the report can
    count `by_profession` again from the outcomes.
    """
    names = ["" if item.row.gender == "neutral" else item.row.entity for item in items]
    numbers = {name: str(number) for number, name in enumerate(sorted({*names} - {""}))}
    return " ".join(numbers.get(name, "-") for name in names)


_GENDERED = ("male", "female")


def secondary_counts(items: Sequence[WinoMTItem]) -> dict[str, int]:
    """Return the numerators and denominators of the scores of the other person."""
    return dict(zip(COLUMNS, _secondary_rows(items).sum(axis=0).tolist(), strict=True))


def _secondary_rows(items: Sequence[WinoMTItem]) -> Counts:
    letters = {"gold": _gold(items), **other_outcomes(items)}
    return secondary_rows(Outcomes("", {"outcomes": letters}), pairs([item.row for item in items]))


def _gold(items: Iterable[WinoMTItem]) -> str:
    return "".join(item.row.gender[0] for item in items)


def pronoun_counts(items: Sequence[WinoMTItem]) -> dict[str, dict[str, dict[str, int]]]:
    """Return how many pronouns had each outcome: by case (nominative, other) and gender."""
    names = [outcome.value for outcome in PronounOutcome if outcome is not PronounOutcome.NONE]
    counts = {
        case: {gender: dict.fromkeys(("rows", *names), 0) for gender in _GENDERED}
        for case in ("nominative", "other")
    }
    for item in items:
        pronoun = item.pronoun
        if pronoun.outcome is not PronounOutcome.NONE:
            cell = counts["nominative" if pronoun.nominative else "other"][pronoun.gender]
            cell["rows"] += 1
            cell[pronoun.outcome.value] += 1
    return counts


def other_scores(items: Sequence[WinoMTItem], clusters: Sequence[int] = ()) -> dict[str, Estimate]:
    """Return the scores of the other person and of the pronoun.

    `clusters`: which rows belong together, as in `ScoreReport`. A pair counts as one trial, and
    several pairs of a cluster as their effective size.
    """
    # A pronoun may have another gender than the person of known gender.
    genders = "".join(item.pronoun.gender[:1] or "n" for item in items)
    pronouns = Outcomes("", {"outcomes": {**other_outcomes(items), "gold": genders}})
    secondary = {f"secondary_{name}": share for name, share in STATISTICS.items()}
    errors = {name: share for shares in OF_ALL.values() for name, share in shares.items()}
    parts = [(_secondary_rows(items), secondary), (pronoun_rows(pronouns), errors)]
    numbers = np.array(clusters, dtype=np.int64) if len(clusters) else None
    return {
        name: score
        for rows, shares in parts
        for name, score in ObservedRows(
            rows, {name: (share, Test.BOOTSTRAP) for name, share in shares.items()}, numbers
        )
        .estimates()
        .items()
    }


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
