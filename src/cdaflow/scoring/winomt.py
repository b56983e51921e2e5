"""WinoMT (Stanovsky et al. 2019): predictions, counts and scores.

Metrics, after Stanovsky et al. (2019, section 3), Naik et al. (2023, section 6.1) and Choubey
et al. (2021, section 3.1); every one in percent:

- accuracy: right rows of all rows. As in the original, neutral rows count, so a language
  without a neuter cannot reach 100; `accuracy_gendered` is over the gendered rows alone.
  A row of unknown gender is wrong.
- accuracy_pro, accuracy_anti: of the pro- and the anti-stereotypical half; delta_s is their
  difference.
- precision, recall and F1 of each gender, neutral rows included in what is predicted, as in
  the original; delta_g is F1 male minus F1 female.
- delta_r: recall male minus recall female; recall looks at gendered rows only.
- unknown_rate: rows of unknown gender of all rows.

Proportions have Wilson intervals, the rest bootstrap intervals over sentences (95 %). A score
whose denominator is 0 is null.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow import __version__
from cdaflow.scoring.challenge import GENDERS, Row
from cdaflow.scoring.entity import EntityGender, Gender, Knowledge, Reason, Source, entity_gender
from cdaflow.scoring.pharaoh import Link
from cdaflow.scoring.statistics import Counts, percentile_interval, ratio, resample, wilson
from cdaflow.scoring.words import splitter, word_indices

PREDICTIONS = tuple(Gender)
HALVES = ("pro", "anti", "-")

#: The columns of the file of sentences.
COLUMNS = (
    "line", "gold", "predicted", "half", "profession", "span",
    "evidence", "reason", "found", "source", "translation",
)  # fmt: skip

Metric = Callable[[Counts], NDArray[np.float64]]


@dataclass(frozen=True)
class Judged:
    """A row of the challenge set with what the scorer found in its translation."""

    row: Row
    half: str
    translation: str
    result: EntityGender
    span: str

    @property
    def correct(self) -> bool:
        """Whether the translation has the gender that the source has."""
        return self.result.gender.value == self.row.gender


def judge(
    rows: Sequence[Row],
    halves: Sequence[str],
    translations: Sequence[str],
    alignment: Sequence[frozenset[Link]] | None,
    known: Knowledge,
) -> list[Judged]:
    """Return the gender of each row's entity in its translation.

    `alignment` has the links between the English words and the target words (see
    `cdaflow.scoring.words.splitter`), or is None: then only the word list finds the entity.
    """
    split = splitter("en")
    judged = []
    for number, (row, half, translation) in enumerate(zip(rows, halves, translations, strict=True)):
        target = known.language.words(translation)
        links = None if alignment is None else alignment[number]
        result = entity_gender(source_of(row, split), target, links, known)
        span = " ".join(target[result.start : result.end])
        judged.append(Judged(row, half, translation, result, span))
    return judged


def source_of(row: Row, split: Callable[[str], list[str]]) -> Source:
    """Return the words of a row's sentence, and which of them are the entity."""
    places = word_indices(row.sentence, split)
    words = [word.lower() for word in split(row.sentence)]
    start = places[row.index].start
    # Punctuation and clitics stick to the last token of the entity; its words do not.
    while not words[start][0].isalnum():
        start += 1
    length = sum(len(split(word)) for word in row.entity.split())
    return Source(words, range(start, start + length), row.entity)


def report(
    judged: Sequence[Judged],
    *,
    language: str,
    system: str | None,
    inputs: Mapping[str, str | list[str] | None],
    aligner: str = "none",
    bootstrap: int = 1000,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the whole result of WinoMT: counts, scores in percent, signature.

    `inputs`: the SHA-256 of each input by its role (None for one that was not given).
    `aligner`: what made the links. Two scores are comparable where their signatures are equal.
    """
    return {
        "metric": "winomt",
        "language": language,
        "system": system,
        "signature": _signature(inputs, aligner, bootstrap, seed),
        "inputs": dict(inputs),
        "counts": counts(judged),
        "scores": scores(judged, bootstrap=bootstrap, seed=seed),
    }


#: The inputs that are the system's own: not part of what scores must share to be compared.
_OF_SYSTEM = ("alignment", "translation")


def _signature(
    inputs: Mapping[str, str | list[str] | None], aligner: str, bootstrap: int, seed: int
) -> str:
    def short(value: str | list[str] | None) -> str:
        items = [value] if isinstance(value, str) else value or []
        return "+".join(item[:12] for item in items) or "none"

    parts = [
        f"{role}:{short(value)}" for role, value in sorted(inputs.items()) if role not in _OF_SYSTEM
    ]
    return "|".join(
        [
            "winomt",
            *parts,
            f"aligner:{aligner}",
            f"bs:{bootstrap}",
            f"seed:{seed}",
            f"cdaflow:{__version__}",
        ]
    )


def counts(judged: Sequence[Judged]) -> dict[str, Any]:
    """Return every numerator and denominator of the scores."""
    confusion = {gold: dict.fromkeys(map(str, PREDICTIONS), 0) for gold in GENDERS}
    for item in judged:
        confusion[item.row.gender][item.result.gender.value] += 1
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
                item.result.reason.value for item in judged if item.result.reason is not Reason.NONE
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
        "unknown": sum(item.result.gender is Gender.UNKNOWN for item in judged),
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


class _Cells:
    """Sums over the outcomes of a sentence: gold gender, predicted gender, half."""

    outcomes = tuple((g, p, h) for g in GENDERS for p in map(str, PREDICTIONS) for h in HALVES)

    def __init__(
        self,
        gold: str | None = None,
        predicted: str | None = None,
        half: str | None = None,
        *,
        correct: bool = False,
        gendered: bool = False,
    ) -> None:
        self._columns = [
            column
            for column, (g, p, h) in enumerate(self.outcomes)
            if (gold is None or g == gold)
            and (predicted is None or p == predicted)
            and (half is None or h == half)
            and (not correct or g == p)
            and (not gendered or g != "neutral")
        ]

    def __call__(self, cells: Counts) -> Counts:
        """Return the sum for each sample; `cells` has shape (..., outcomes)."""
        total: Counts = cells[..., self._columns].sum(axis=-1)
        return total


_PROPORTIONS: dict[str, tuple[_Cells, _Cells]] = {
    "accuracy": (_Cells(correct=True), _Cells()),
    "accuracy_gendered": (_Cells(correct=True, gendered=True), _Cells(gendered=True)),
    "accuracy_pro": (_Cells(correct=True, half="pro"), _Cells(half="pro")),
    "accuracy_anti": (_Cells(correct=True, half="anti"), _Cells(half="anti")),
    "unknown_rate": (_Cells(predicted="unknown"), _Cells()),
}
for _gender in ("male", "female"):
    _right = _Cells(gold=_gender, predicted=_gender)
    _PROPORTIONS[f"precision_{_gender}"] = (_right, _Cells(predicted=_gender))
    _PROPORTIONS[f"recall_{_gender}"] = (_right, _Cells(gold=_gender))


def _proportion(name: str) -> Metric:
    numerator, denominator = _PROPORTIONS[name]
    return lambda cells: ratio(numerator(cells), denominator(cells))


def _f1(gender: str) -> Metric:
    """Return F1 = 2 correct / (predicted + gold), not defined where both are 0."""
    right = _Cells(gold=gender, predicted=gender)
    predicted, gold = _Cells(predicted=gender), _Cells(gold=gender)

    def metric(cells: Counts) -> NDArray[np.float64]:
        # Without a single gold row of the gender there is nothing to be measured.
        value = ratio(2 * right(cells), predicted(cells) + gold(cells))
        return np.where(gold(cells) == 0, np.nan, value)

    return metric


def _difference(one: Metric, other: Metric) -> Metric:
    return lambda cells: one(cells) - other(cells)


_BOOTSTRAPPED: dict[str, Metric] = {
    "f1_male": _f1("male"),
    "f1_female": _f1("female"),
    "delta_s": _difference(_proportion("accuracy_pro"), _proportion("accuracy_anti")),
    "delta_g": _difference(_f1("male"), _f1("female")),
    "delta_r": _difference(_proportion("recall_male"), _proportion("recall_female")),
}


def scores(
    judged: Sequence[Judged], *, bootstrap: int = 1000, seed: int = 1
) -> dict[str, dict[str, float | None]]:
    """Return {"value", "low", "high"} in percent of each metric; null where not defined."""
    tally = Counter((item.row.gender, item.result.gender.value, item.half) for item in judged)
    cells = np.array([tally[outcome] for outcome in _Cells.outcomes], dtype=np.int64)
    result = {}
    for name, (numerator, denominator) in _PROPORTIONS.items():
        successes, trials = int(numerator(cells)), int(denominator(cells))
        value = successes / trials if trials else None
        result[name] = _percent(value, wilson(successes, trials))
    samples = resample(cells, bootstrap, seed)
    for name, metric in _BOOTSTRAPPED.items():
        number = float(metric(cells))
        defined = not np.isnan(number)
        interval = percentile_interval(metric, samples) if defined else None
        result[name] = _percent(number if defined else None, interval)
    return result


def _percent(value: float | None, interval: tuple[float, float] | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {
        name: None if number is None else 100.0 * number
        for name, number in (("value", value), ("low", low), ("high", high))
    }


def sentence_lines(judged: Iterable[Judged]) -> Iterable[str]:
    """Yield the lines of the file of sentences (TSV, see COLUMNS), the header first."""
    yield "\t".join(COLUMNS)
    for number, item in enumerate(judged, 1):
        cells = (
            str(number),
            item.row.gender,
            item.result.gender.value,
            item.half,
            item.row.entity,
            item.span,
            item.result.evidence.value,
            item.result.reason.value,
            item.result.found.value,
            item.row.sentence,
            item.translation,
        )
        yield "\t".join(cell.replace("\t", " ") for cell in cells)
