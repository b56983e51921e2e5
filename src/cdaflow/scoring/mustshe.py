"""MuST-SHE (Bentivogli et al. 2020): is each annotated word in the gender of the person?

A row has a reference, a wrong reference in which the words that mark the gender are swapped,
and those words (the terms) as pairs of the right and the wrong form. Rows of category 1 speak
of the speaker, whose gender only the voice tells; in category 2 the sentence tells it.

Metrics, in percent:

- coverage and accuracy, after Gaido et al. (2020, section 4): the terms of which either form is
  generated, of all; and of those, the ones in the right form. A term is looked for once, and a
  generated word stands for one term only. The right forms of all terms are looked for first:
  the order of the terms does not matter, and a term with both forms in the sentence (one of
  them as a word of its own) counts as right.
- coverage_published, accuracy_published: the same as the script that came with the paper counts
  them: term by term, so that with two terms "le la" the sentence "le ... la" has the first
  both right and wrong and the second missing.
- accuracy_correct, accuracy_wrong, delta_acc, after Bentivogli et al. (2020, section 4): the
  terms whose form in the (wrong) reference is generated, of all terms, and the difference. The
  "Acc" and "ΔAcc" of Choubey et al. (2021, table 6) are accuracy_correct and delta_acc of
  category 2; to read them as shares of the generated terms contradicts their numbers.
- bleu, bleu_wrong, delta_bleu: BLEU against the reference and the wrong one, and the difference.

Each is given for all rows, for each gender, each category, and both together. The Wilson
intervals of the proportions count sentences, since the terms of one go right or wrong together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.files import digest
from cdaflow.scoring.mustshe_files import Row, read_rows, read_translations, warnings_of
from cdaflow.scoring.rates import Score, percent, rate, resampled_sums, signature
from cdaflow.scoring.sacre import draws, metrics_for, score_of, statistics_of
from cdaflow.scoring.statistics import Counts, percentile_interval, ratio
from cdaflow.scoring.words import splitter

#: What each score means, for the terminal; an ending names the rows that it is of (see `PARTS`).
LEGENDS = {
    "coverage": "terms of which either form is generated, of all",
    "accuracy": "of those, in the right gender",
    "coverage_published": "coverage as the script of Gaido et al. counts it",
    "accuracy_published": "accuracy as the script of Gaido et al. counts it",
    "accuracy_correct": "terms generated in the right gender, of all",
    "accuracy_wrong": "terms of the wrong reference generated, of all",
    "delta_acc": "right minus wrong reference, higher is better",
    "bleu": "against the reference",
    "bleu_wrong": "against the reference of the wrong gender",
    "delta_bleu": "right minus wrong reference, higher is better",
}

#: The parts of the corpus: ending of the names of their scores, and what they are.
PARTS = {
    "": "all",
    "_f": "feminine",
    "_m": "masculine",
    "_1": "speaker (1)",
    "_2": "context (2)",
    "_1f": "speaker, feminine (1F)",
    "_1m": "speaker, masculine (1M)",
    "_2f": "context, feminine (2F)",
    "_2m": "context, masculine (2M)",
}

#: What is counted of a sentence, one column each.
COLUMNS = (
    "terms", "correct", "wrong", "swapped",
    "published_found", "published_correct", "published_wrong",
)  # fmt: skip

Metric = Callable[[Counts], NDArray[np.float64]]


@dataclass(frozen=True)
class Judged:
    """How many terms a sentence has, and what became of them.

    correct, wrong: terms in the right form, in the wrong form. swapped: terms of the wrong
    reference that are generated, whatever is found of the right one. published_*: as the script
    of the paper counts them.
    """

    terms: int
    correct: int
    wrong: int
    swapped: int
    published_found: int
    published_correct: int
    published_wrong: int


def judge(row: Row, words: Sequence[str]) -> Judged:
    """Return what became of the terms of a row in the words of its translation.

    Case does not matter, nor the shape of apostrophes.
    """
    generated = [word.lower() for word in words]
    left = list(generated)
    missing = [term for term in row.terms if not _take(left, term.correct)]
    wrong = sum(_take(left, term.wrong) for term in missing)
    alone = list(generated)
    swapped = sum(_take(alone, term.wrong) for term in row.terms)
    correct = len(row.terms) - len(missing)
    return Judged(len(row.terms), correct, wrong, swapped, *_published(row, generated))


def _published(row: Row, generated: Sequence[str]) -> tuple[int, int, int]:
    """Return the terms found, found right and found wrong, as the published script does."""
    left = list(generated)
    found = correct = wrong = 0
    for term in row.terms:
        right, swapped = _take(left, term.correct), _take(left, term.wrong)
        found += right or swapped
        correct += right
        wrong += swapped
    return found, correct, wrong


def _take(words: list[str], form: Sequence[str]) -> bool:
    """Remove the first place of a form (most often one word); return whether there is one."""
    size = len(form)
    for start in range(len(words) - size + 1):
        if words[start : start + size] == list(form):
            # Not closed up: words that were apart must not become neighbours.
            words[start : start + size] = [""]
            return True
    return False


# -- scores ----------------------------------------------------------------------------------


def _column(name: str) -> Callable[[Counts], Counts]:
    place = COLUMNS.index(name)
    return lambda sums: sums[..., place]


def _sum(*names: str) -> Callable[[Counts], Counts]:
    places = [COLUMNS.index(name) for name in names]

    def total(sums: Counts) -> Counts:
        result: Counts = sums[..., places].sum(axis=-1)
        return result

    return total


_PROPORTIONS: dict[str, tuple[Callable[[Counts], Counts], Callable[[Counts], Counts]]] = {
    "coverage": (_sum("correct", "wrong"), _column("terms")),
    "accuracy": (_column("correct"), _sum("correct", "wrong")),
    "accuracy_correct": (_column("correct"), _column("terms")),
    "accuracy_wrong": (_column("swapped"), _column("terms")),
    "coverage_published": (_column("published_found"), _column("terms")),
    "accuracy_published": (
        _column("published_correct"),
        _sum("published_correct", "published_wrong"),
    ),
}


def _proportion(name: str) -> Metric:
    numerator, denominator = _PROPORTIONS[name]
    return lambda sums: ratio(numerator(sums), denominator(sums))


def _delta_acc(sums: Counts) -> NDArray[np.float64]:
    return _proportion("accuracy_correct")(sums) - _proportion("accuracy_wrong")(sums)


#: Every metric of the terms as a function of sums of COLUMNS.
METRICS: dict[str, Metric] = {
    **{name: _proportion(name) for name in _PROPORTIONS},
    "delta_acc": _delta_acc,
}


def parts(categories: Sequence[str]) -> dict[str, NDArray[np.bool_]]:
    """Return which rows belong to each part, by the ending of PARTS.

    `categories`: of each row, "1F" and the like.
    """
    return {
        ending: np.array([set(ending[1:].upper()) <= set(category) for category in categories])
        for ending in PARTS
    }


def score_mustshe(
    data: str | os.PathLike[str],
    translation: str | os.PathLike[str],
    *,
    language: str,
    system: str | None = None,
    bootstrap: int = 1000,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the report (see `mustshe.report`) of a file of translations.

    Raises InputError for a file that is not what it should be, ConfigError for a language that
    cdaflow cannot split into words.
    """
    rows = read_rows(data, language)
    translations = read_translations(translation, rows)
    split = splitter(language)
    return report(
        rows,
        [judge(row, split(text)) for row, text in zip(rows, translations, strict=True)],
        translations,
        language=language,
        system=system,
        inputs={"data": digest(data), "translation": digest(translation)},
        warnings=warnings_of(rows, translations),
        bootstrap=bootstrap,
        seed=seed,
    )


def report(
    rows: Sequence[Row],
    judged: Sequence[Judged],
    translations: Sequence[str],
    *,
    language: str,
    system: str | None,
    inputs: Mapping[str, str],
    warnings: Sequence[Mapping[str, Any]] = (),
    bootstrap: int = 1000,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the whole result: counts, scores in percent (BLEU in points), signature."""
    cells = np.array([[getattr(item, name) for name in COLUMNS] for item in judged])
    places = parts([row.category for row in rows])
    scores: dict[str, Score] = {}
    for ending, chosen in places.items():
        found = _scores(cells[chosen], bootstrap, seed)
        scores |= {name + ending: score for name, score in found.items()}
    bleu, bleu_signature = _bleu_scores(rows, translations, places, language, bootstrap, seed)
    return {
        "metric": "mustshe",
        "language": language,
        "system": system,
        "signature": signature("mustshe", [inputs["data"]], {}, bootstrap=bootstrap, seed=seed),
        "bleu_signature": bleu_signature,
        "inputs": dict(inputs),
        "counts": {
            ending.removeprefix("_") or "all": {"rows": int(chosen.sum())}
            | dict(zip(COLUMNS, cells[chosen].sum(axis=0).tolist(), strict=True))
            for ending, chosen in places.items()
        },
        "scores": scores | bleu,
        "outcomes": {
            "category": "".join(row.category[0] for row in rows),
            "gender": "".join(row.category[1] for row in rows),
            **{
                name: "".join(_digit(int(number)) for number in cells[:, place])
                for place, name in enumerate(COLUMNS)
            },
        },
        "warnings": list(warnings),
    }


def _scores(cells: Counts, bootstrap: int, seed: int) -> dict[str, Score]:
    """Return the scores of the terms of some rows; `cells` has shape (rows, columns)."""
    result = {}
    sums = cells.sum(axis=0)
    for name, (numerator, denominator) in _PROPORTIONS.items():
        sentences = int(np.count_nonzero(denominator(cells)))
        result[name] = rate(int(numerator(sums)), int(denominator(sums)), independent=sentences)
    value = float(_delta_acc(sums))
    interval = percentile_interval(_delta_acc, resampled_sums(cells, bootstrap, seed))
    result["delta_acc"] = percent(None if np.isnan(value) else value, interval)
    return result


def _bleu_scores(
    rows: Sequence[Row],
    translations: Sequence[str],
    places: Mapping[str, NDArray[np.bool_]],
    language: str,
    bootstrap: int,
    seed: int,
) -> tuple[dict[str, Score], str]:
    """Return BLEU against both references by part, and its signature."""
    metric = metrics_for(language, ())["bleu"]
    right = statistics_of(metric, translations, [row.reference for row in rows])
    wrong = statistics_of(metric, translations, [row.wrong_reference for row in rows])
    result: dict[str, Score] = {}
    for ending, chosen in places.items():
        if not chosen.any():
            continue
        drawn = draws(int(chosen.sum()), bootstrap, seed)
        values = {}
        for name, stats in (("bleu", right[chosen]), ("bleu_wrong", wrong[chosen])):
            sums = np.vstack([stats.sum(axis=0, keepdims=True), drawn @ stats])
            values[name] = score_of(metric, sums)
        values["delta_bleu"] = values["bleu"] - values["bleu_wrong"]
        for name, (value, *samples) in values.items():
            low, high = np.percentile(samples, [2.5, 97.5]) if samples else (None, None)
            result[name + ending] = {
                "value": float(value),
                "low": None if low is None else float(low),
                "high": None if high is None else float(high),
            }
    return result, str(metric.get_signature())


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _digit(number: int) -> str:
    """Return a count as one character; no sentence has more than 35 terms (see `read_rows`)."""
    return _DIGITS[number]


def cells_of(outcomes: Mapping[str, str]) -> Counts:
    """Return the counts of each sentence out of the outcomes of a report: (rows, columns)."""
    return np.array(
        [[_DIGITS.index(digit) for digit in outcomes[name]] for name in COLUMNS], dtype=np.int64
    ).T
