"""MuST-SHE (Bentivogli et al. 2020): the gender of annotated words, and BLEU.

Its figures, in percent:

- coverage and accuracy, after Gaido et al. (2020, section 4): the terms of which either form is
  generated, of all; and of those, the ones in the right form.
- coverage_published, accuracy_published: the same as the script that came with the paper counts
  them (see `cdaflow.scoring.mustshe_rows`).
- accuracy_correct, accuracy_wrong, delta_acc, after Bentivogli et al. (2020, section 4): the
  terms whose form in the (wrong) reference is generated, of all terms, and the difference. The
  "Acc" and "ΔAcc" of Choubey et al. (2021, table 6) are accuracy_correct and delta_acc of
  category 2; to read them as shares of the generated terms contradicts their numbers.
- bleu, bleu_wrong, delta_bleu: BLEU against the reference and the wrong one, and the difference.

Each is given for all rows, for each gender, each category, and both together. In the Wilson
intervals of the proportions the terms of a sentence count as their effective size, since they go
right or wrong together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.alignment.words import splitter
from cdaflow.io.files import digest, text_digest
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Target
from cdaflow.scoring.metric import LABELS, Metric, ObservedRows, Outcomes, TableRow
from cdaflow.scoring.mustshe_rows import MustSheRow, read_rows, read_translations, score_item
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.scoring.sanity import check
from cdaflow.statistics import RESAMPLES, SEED, short
from cdaflow.statistics.estimates import Estimate, Share, minus, points
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.statistics.sacre import metrics_for, paired_scores, statistics_of
from cdaflow.statistics.warnings import Warnings

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: What is counted of a sentence, one column each: the fields of `MustSheItem`.
COLUMNS = (
    "terms", "correct", "wrong", "swapped",
    "published_found", "published_correct", "published_wrong",
)  # fmt: skip

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

#: How the parts are called in a CSV ("all", "F", "1F") -> what a reader sees.
_TITLES = {ending[1:].upper() or "all": title for ending, title in PARTS.items()}


def _share(over: str, under: str) -> Share:
    """Return the share of sums of COLUMNS, named with blanks between."""
    return Share(*([COLUMNS.index(name) for name in names.split()] for names in (over, under)))


_RIGHT, _SWAPPED = _share("correct", "terms"), _share("swapped", "terms")

_TERMS: dict[str, Any] = {
    "direction": Direction.HIGHER,
    "test": Test.BOOTSTRAP,
    "interval": Interval.SHOWN,
}


def _rows(report: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield a row for each part of the corpus that has sentences."""
    for ending in PARTS:
        counts = report["counts"][ending.removeprefix("_") or "all"]
        if counts["rows"]:
            part = ending[1:].upper() or "all"
            numbers = {"sentences": counts["rows"], "terms": counts["terms"]}
            yield TableRow({"part": part}, ending, numbers)


def _observed(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the sentences of each part, whose terms go right or wrong together."""
    letters = dict.fromkeys(COLUMNS, _DIGITS)
    *counts, _, _ = report.columns(**letters, category="12", gender="FM")
    cells = np.stack(counts, axis=1)
    parts = zip(report.outcome("category"), report.outcome("gender"), strict=True)
    for ending, chosen in _parts(list(map("".join, parts))).items():
        yield ObservedRows(cells[chosen], METRIC.statistics(ending))


METRIC = Metric(
    name="mustshe",
    title="MuST-SHE: gender of the words that show it",
    labels=(
        LABELS[0],
        Field(
            "part",
            "Part",
            "category 1: only the voice shows the gender of the speaker; category 2: the sentence "
            "shows it",
            Unit.TEXT,
        ),
        LABELS[1],
    ),
    fields=(
        Field("coverage", "Cov", "annotated words of which either form is generated",
              statistic=_share("correct wrong", "terms"), **_TERMS),
        Field("accuracy", "Acc", "words generated in the right gender, of those generated",
              statistic=_share("correct", "correct wrong"), **_TERMS),
        Field("accuracy_correct", "Acc all", "in the right gender, of all annotated words",
              statistic=_RIGHT, **_TERMS),
        Field(
            "delta_acc",
            "ΔAcc",
            "words of the reference generated minus words of the one in the wrong gender, of all",
            Unit.POINTS,
            statistic=minus(_RIGHT, _SWAPPED),
            **_TERMS,
        ),
        Field("accuracy_wrong", about="terms of the wrong reference generated, of all",
              direction=Direction.LOWER, test=Test.BOOTSTRAP, statistic=_SWAPPED),
        Field("coverage_published", about="coverage as the script of Gaido et al. counts it",
              direction=Direction.HIGHER, test=Test.BOOTSTRAP,
              statistic=_share("published_found", "terms")),
        Field("accuracy_published", about="accuracy as the script of Gaido et al. counts it",
              direction=Direction.HIGHER, test=Test.BOOTSTRAP,
              statistic=_share("published_correct", "published_correct published_wrong")),
        Field("bleu", about="BLEU against the reference", unit=Unit.SCALE,
              direction=Direction.HIGHER),
        Field("bleu_wrong", about="BLEU against the wrong reference", unit=Unit.SCALE),
        Field("delta_bleu", about="BLEU against the right minus the wrong reference",
              unit=Unit.POINTS, direction=Direction.HIGHER),
    ),
    counts=(
        Field("sentences", "Sentences", unit=Unit.COUNT),
        Field("terms", "Terms", "annotated words", Unit.COUNT),
    ),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
    signatures={"MuST-SHE": "signature"},
    best="language and part",
    called="MuST-SHE",
    cited=("bentivogli-etal-2020-gender",),
    method="<strong>MuST-SHE</strong> has sentences in which the words that show the gender of a "
    "person are annotated, in the right and in the wrong form.",
    rows=_rows,
    parts=_rows,
    cells={"part": lambda record: _TITLES.get(record["part"], record["part"])},
    observed=_observed,
    testset_outcomes=("category", "gender", "terms"),
)  # fmt: skip


def score_mustshe(
    translation: Path, /, *, lang: Target, data: Path, options: ScoreOptions = ScoreOptions()
) -> ScoreReport:
    """Score the gender of annotated words on MuST-SHE.

    As Bentivogli et al. 2020: coverage and gender accuracy of the annotated terms, against the
    right and the wrong reference, by gender and category. The corpus is handed out by its owners.

    Args:
        translation: translations, one a line, in the order of the table (-: the standard input)
        data: the corpus: MONOLINGUAL.<language>_v1.2.tsv
    """
    rows = read_rows(data, lang)
    warnings: Warnings = []
    translations = read_translations(translation, rows, warnings)
    split = splitter(lang)
    cells = np.array(
        [
            astuple(score_item(row, split(text)))
            for row, text in zip(rows, translations, strict=True)
        ]
    )
    parts = _parts([row.category for row in rows])
    bleu, bleu_signature = _bleu_scores(rows, translations, parts, lang, options)
    inputs = {"data": digest(data), "translation": text_digest(translation)}
    return ScoreReport(
        metric=METRIC.name,
        language=lang,
        system=options.system,
        training=options.training,
        base_training=options.base_training,
        scores=_by_part(parts, lambda chosen: options.estimates(METRIC, cells[chosen])) | bleu,
        inputs=inputs,
        lines=len(rows),
        warnings=[
            *warnings,
            *check(
                translations,
                lang,
                sources=[row.source for row in rows],
                references=[row.reference for row in rows],
            ),
        ],
        signature=options.signature(METRIC, data=short(inputs["data"])),
        counts={
            ending.removeprefix("_") or "all": {"rows": int(chosen.sum())}
            | dict(zip(COLUMNS, cells[chosen].sum(axis=0).tolist(), strict=True))
            for ending, chosen in parts.items()
        },
        outcomes={
            "category": "".join(row.category[0] for row in rows),
            "gender": "".join(row.category[1] for row in rows),
            **{
                name: "".join(_DIGITS[number] for number in column)
                for name, column in zip(COLUMNS, cells.T.tolist(), strict=True)
            },
        },
        details={"bleu_signature": bleu_signature},
    )


def _parts(categories: Sequence[str]) -> dict[str, NDArray[np.bool_]]:
    """Return which rows belong to each part, by the ending of PARTS.

    `categories`: of each row, "1F" and the like.
    """
    return {
        ending: np.array([set(ending[1:].upper()) <= set(category) for category in categories])
        for ending in PARTS
    }


def _by_part(
    parts: Mapping[str, NDArray[np.bool_]],
    scores: Callable[[NDArray[np.bool_]], Mapping[str, Estimate]],
) -> dict[str, Estimate]:
    """Return the scores of the rows of each part, under their names with its ending."""
    return {
        name + ending: score
        for ending, chosen in parts.items()
        for name, score in scores(chosen).items()
    }


def _bleu_scores(
    rows: Sequence[MustSheRow],
    translations: Sequence[str],
    parts: Mapping[str, NDArray[np.bool_]],
    language: str,
    options: ScoreOptions,
) -> tuple[dict[str, Estimate], str]:
    """Return BLEU against both references by part, and its signature.

    A part without rows has no scores.
    """
    metric: Any = metrics_for(language, ())["bleu"]
    right = statistics_of(metric, translations, [row.reference for row in rows])
    wrong = statistics_of(metric, translations, [row.wrong_reference for row in rows])

    def scores(chosen: NDArray[np.bool_]) -> dict[str, Estimate]:
        if not chosen.any():
            return {}
        statistics = {"bleu": right[chosen], "bleu_wrong": wrong[chosen]}
        values = paired_scores(metric, statistics, options.bootstrap, options.seed)
        values["delta_bleu"] = values["bleu"] - values["bleu_wrong"]
        return {name: points(value) for name, value in values.items()}

    return _by_part(parts, scores), str(metric.get_signature())


#: A count as one character of an outcome; no sentence has more terms (see `MAX_TERMS`).
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
