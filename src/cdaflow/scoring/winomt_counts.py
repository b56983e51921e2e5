"""What is counted of the rows of WinoMT: numerators, denominators, and the outcome of each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cdaflow.lazy import numpy as np
from cdaflow.scoring.challenge import GENDERS
from cdaflow.scoring.evidence import Gender, Label, Reason
from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.scoring.winomt_figures import PREDICTIONS
from cdaflow.scoring.winomt_items import WinoMTItem, pairs
from cdaflow.statistics.clusters import cluster_sums
from cdaflow.statistics.estimates import Estimate, clustered_rate


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
        "gold": "".join(item.row.gender[0] for item in items),
        "predicted": "".join(item.predicted.value[0] for item in items),
        "half": "".join(item.half[0] for item in items),
        **whole,
        **other_outcomes(items),
    }


_LABEL_LETTERS = {label: "x" if label is Label.NA else label.value[0] for label in Label}


def counts(items: Sequence[WinoMTItem]) -> dict[str, Any]:
    """Return every numerator and denominator of the scores."""
    confusion = {gold: dict.fromkeys(PREDICTIONS, 0) for gold in GENDERS}
    for item in items:
        confusion[item.row.gender][item.predicted.value] += 1
    result: dict[str, Any] = {
        **_part(items),
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
        "found": dict(Counter(item.result.found.value for item in items)),
        "by_profession": _by_profession(items),
        "secondary": secondary_counts(items),
        "pronouns": pronoun_counts(items),
        **_whole_counts(items),
    }
    for half in ("pro", "anti"):
        result[half] = _part([item for item in items if item.half == half])
    for gender in ("male", "female"):
        result[gender] = {
            "gold": sum(confusion[gender].values()),
            "predicted": sum(row[gender] for row in confusion.values()),
            "correct": confusion[gender][gender],
        }
    return result


def _whole_counts(items: Sequence[WinoMTItem]) -> dict[str, dict[str, dict[str, int]]]:
    """Return by gold gender how many rows have each gender of the whole sentence, and each label.

    Nothing where no row was looked at.
    """
    found = [item for item in items if item.whole is not None]
    if not found:
        return {}
    whole = {gold: dict.fromkeys(PREDICTIONS, 0) for gold in GENDERS}
    labels = {gold: dict.fromkeys(map(str, Label), 0) for gold in GENDERS}
    for item in found:
        if item.whole is not None:
            whole[item.row.gender][str(item.whole_gender)] += 1
            labels[item.row.gender][item.whole.label.value] += 1
    return {"whole": whole, "labels": labels}


def _part(items: Sequence[WinoMTItem]) -> dict[str, int]:
    return {
        "rows": len(items),
        "correct": sum(item.correct for item in items),
        "unknown": sum(item.predicted is Gender.UNKNOWN for item in items),
    }


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


_GENDERED = ("male", "female")


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
    }
    changes = list(_secondary_changes(items).values())
    names = ("kept", "followed", "against", "changed")
    return result | {"pairs": len(changes), **{name: changes.count(name) for name in names}}


def _secondary_changes(items: Sequence[WinoMTItem]) -> dict[int, str]:
    """Return what becomes of the other person from "he" to "she", by the index of the latter.

    Only of pairs of sentences in which both translations show its gender.
    """
    changes = {}
    for he, she in pairs([item.row for item in items]):
        genders = (items[he].secondary_gender, items[she].secondary_gender)
        if None not in genders and Gender.UNKNOWN not in genders:
            same = genders[0] == genders[1]
            changes[she] = "kept" if same else _CHANGES.get(genders, "changed")
    return changes


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


def other_scores(items: Sequence[WinoMTItem], clusters: Sequence[int] = ()) -> dict[str, Estimate]:
    """Return the scores of the other person and of the pronoun.

    `clusters`: which rows belong together, as in `ScoreReport`. A pair counts as one trial, and
    several pairs of a cluster as their effective size.
    """
    changes = _secondary_changes(items)
    numbers = np.array(clusters, dtype=np.int64) if len(clusters) else None

    def share(rows: Iterable[tuple[bool, bool]]) -> Estimate:
        """Return the share of rows: whether each is one of those sought, whether it counts."""
        cells = np.array([(sought and counts, counts) for sought, counts in rows], dtype=np.int64)
        return clustered_rate(*cluster_sums(cells.reshape(-1, 2), numbers).T)

    found = [(item.secondary_gender, item.row.gender, item.pronoun) for item in items]
    known = [other not in (None, Gender.UNKNOWN) for other, _, _ in found]
    result = {
        "secondary_known": share(
            (known[n], other is not None) for n, (other, _, _) in enumerate(found)
        ),
        "secondary_agreement": share(
            (other == gender, known[n] and gender in _GENDERED)
            for n, (other, gender, _) in enumerate(found)
        ),
        **{
            f"secondary_{name}": share(
                (changes.get(n) == name, n in changes) for n in range(len(items))
            )
            for name in ("kept", "followed")
        },
    }
    subjects = [
        pronoun.gender if pronoun.nominative and pronoun.outcome is not PronounOutcome.NONE else ""
        for _, _, pronoun in found
    ]
    for gender in ("female", "male"):
        result[f"pronoun_error_{gender}"] = share(
            (item.pronoun.outcome is PronounOutcome.OTHER, subject == gender)
            for item, subject in zip(items, subjects, strict=True)
        )
    result["pronoun_elided"] = share(
        (item.pronoun.outcome is PronounOutcome.ELIDED, bool(subject))
        for item, subject in zip(items, subjects, strict=True)
    )
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
