"""WinoMT (Stanovsky et al. 2019): all counts of the judged rows, and the report.

The metrics are defined in `cdaflow.scoring.winomt_metrics` and `cdaflow.scoring.winomt_others`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cdaflow.scoring import winomt_metrics, winomt_others
from cdaflow.scoring.challenge import GENDERS
from cdaflow.scoring.evidence import Gender, Reason
from cdaflow.scoring.metric import Metric, TableRow
from cdaflow.scoring.winomt_judge import Judged
from cdaflow.scoring.winomt_metrics import PREDICTIONS, Outcome, scores
from cdaflow.scoring.winomt_others import (
    other_outcomes,
    other_scores,
    pronoun_counts,
    secondary_counts,
)
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.field import Field, Unit
from cdaflow.statistics.signature import short, signature
from cdaflow.statistics.warnings import count_warnings

#: The scores under their headings, for the terminal.
_GROUPS = {
    "the person of known gender": (
        "accuracy",
        "accuracy_gendered",
        "accuracy_neutral",
        "unknown_rate",
    ),
    "stereotypes": ("accuracy_pro", "accuracy_anti", "delta_s", "delta_s_f1"),
    "men and women": (
        *(f"{name}_{gender}" for gender in ("male", "female")
          for name in ("precision", "recall", "f1")),
        "delta_g",
        "delta_r",
    ),
    "the other person": (
        "secondary_known",
        "secondary_agreement",
        "secondary_kept",
        "secondary_followed",
    ),
    "the pronoun": ("pronoun_error_female", "pronoun_error_male", "pronoun_elided"),
}  # fmt: skip


def _rows(found: Mapping[str, Any]) -> list[TableRow]:
    """Return the one row of a report in the table."""
    return [TableRow(counts={"rows": found["counts"]["rows"]})]


METRIC = Metric(
    name="winomt",
    title="WinoMT: gender of the professions in translation",
    fields=(*winomt_metrics.FIELDS, *winomt_others.FIELDS),
    counts=(Field("rows", "Rows", "sentences scored", Unit.COUNT),),
    tests="exact McNemar test for Acc, Pro, Anti and Unk, paired bootstrap over sentences for the "
    f"others ({RESAMPLES} resamples, seed {SEED})",
    signatures={"WinoMT": "signature"},
    groups=_GROUPS,
    rows=_rows,
)


def report(
    judged: Sequence[Judged],
    *,
    language: str,
    system: str | None,
    inputs: Mapping[str, str | list[str] | None],
    mode: str = "default",
    aligner: str = "none",
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
    warnings: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return the whole result of WinoMT: counts, scores in percent, outcomes, signature.

    `inputs`: the SHA-256 of each input by its role (None for one that was not given).
    `mode`: the rules by which the rows were judged, "default" or "compat". `aligner`: what made
    the links. Two scores are comparable where their signatures are equal.
    """
    found = counts(judged)
    return {
        "metric": "winomt",
        "language": language,
        "system": system,
        "signature": signature(
            "winomt",
            {**_shared(inputs), "mode": mode, "aligner": aligner},
            bootstrap=bootstrap,
            seed=seed,
        ),
        "inputs": dict(inputs),
        "counts": found,
        "scores": {
            **scores(tally(judged), bootstrap=bootstrap, seed=seed),
            **other_scores(found["secondary"], found["pronouns"]),
        },
        "outcomes": outcomes(judged),
        "warnings": [dict(warning) for warning in warnings],
        "warned": count_warnings(warnings, len(judged)),
    }


def outcomes(judged: Sequence[Judged]) -> dict[str, str]:
    """Return strings of one letter a row, so that two reports can be compared row by row.

    gold and predicted: m(ale), f(emale), n(eutral), u(nknown); half: p(ro), a(nti), - (neither);
    the others: see `winomt_others.other_outcomes`.
    """
    return {
        "gold": "".join(item.row.gender[0] for item in judged),
        "predicted": "".join(item.predicted.value[0] for item in judged),
        "half": "".join(item.half[0] for item in judged),
        **other_outcomes(judged),
    }


#: The inputs that are the system's own: not part of what scores must share to be compared.
_OF_SYSTEM = ("alignment", "translation", "trees")


def _shared(inputs: Mapping[str, str | list[str] | None]) -> dict[str, str]:
    """Return the inputs that two systems must share, as the signature has them."""
    return {
        role: short(value) if isinstance(value, str) else short(*(value or ()))
        for role, value in sorted(inputs.items())
        if role not in _OF_SYSTEM
    }


def tally(judged: Iterable[Judged]) -> Counter[Outcome]:
    """Return how many rows had each outcome."""
    return Counter((item.row.gender, item.predicted.value, item.half) for item in judged)


def counts(judged: Sequence[Judged]) -> dict[str, Any]:
    """Return every numerator and denominator of the scores."""
    confusion = {gold: dict.fromkeys(PREDICTIONS, 0) for gold in GENDERS}
    for item in judged:
        confusion[item.row.gender][item.predicted.value] += 1
    result: dict[str, Any] = {
        **_part(judged),
        "gendered": sum(item.row.gender != "neutral" for item in judged),
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
                for item in judged
                if item.result.reason is not Reason.NONE and not item.neutral
            )
        ),
        "evidence": dict(
            Counter(
                item.result.evidence.value
                for item in judged
                if item.result.gender is not Gender.UNKNOWN
            )
        ),
        "found": dict(Counter(item.result.found.value for item in judged)),
        "by_profession": _by_profession(judged),
        "secondary": secondary_counts(judged),
        "pronouns": pronoun_counts(judged),
    }
    for half in ("pro", "anti"):
        result[half] = _part([item for item in judged if item.half == half])
    for gender in ("male", "female"):
        result[gender] = {
            "gold": sum(confusion[gender].values()),
            "predicted": sum(row[gender] for row in confusion.values()),
            "correct": confusion[gender][gender],
        }
    return result


def _part(judged: Sequence[Judged]) -> dict[str, int]:
    return {
        "rows": len(judged),
        "correct": sum(item.correct for item in judged),
        "unknown": sum(item.predicted is Gender.UNKNOWN for item in judged),
    }


def _by_profession(judged: Iterable[Judged]) -> dict[str, dict[str, dict[str, int]]]:
    result: dict[str, dict[str, dict[str, int]]] = {}
    for item in judged:
        if item.row.gender == "neutral":
            continue
        genders = result.setdefault(
            item.row.entity, {gender: {"gold": 0, "correct": 0} for gender in ("male", "female")}
        )
        genders[item.row.gender]["gold"] += 1
        genders[item.row.gender]["correct"] += item.correct
    return result
