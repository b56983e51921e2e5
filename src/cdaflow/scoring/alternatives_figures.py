"""The figures of gender alternatives (Garg et al. 2024), and how two systems are compared.

- alternatives_precision, _recall: sentences to which both sides have structures, of those to which
  the hypothesis has, and to which the reference has (appendix K).
- structures_precision, _recall: structures in both sides, of the sentences in which both have some.
- delta_bleu: |BLEU_m - BLEU_f|, of the all-masculine and the all-feminine texts against their own
  references (section 6). Its interval is that of the signed gap, folded at 0: from 0 where the gap
  may be 0, so that it holds the true value at least as often as that of the gap does.
- alignment: right structures that go with the right people; alignment_two: where two or more people
  are open. `..._position`: of the same structures, those that position alone gives to the right
  person: what an aligner has to beat.

Beyond the paper: complete_one, complete_two (every one of the 2^k texts is right), masculine_right,
feminine_right, broken (the texts of all men and of all women), false_* (an alternative where a
gender is shown), generic_he (see `alternatives.has_generic_he`).

Shares have Wilson intervals, in which the structures of a sentence count as their effective size,
BLEU and its gap percentile bootstrap intervals over sentences (95 %).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cdaflow.errors import InputError
from cdaflow.lazy import numpy as np
from cdaflow.scoring.alternatives_rows import Count
from cdaflow.scoring.metric import (
    LABELS,
    TESTSET,
    Metric,
    ObservedRows,
    Outcomes,
    TableRow,
    number_text,
)
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Counts, Estimate, Share, minus
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.statistics.sacre import COLUMNS, KEPT, CorpusScore, metrics_for, statistics_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COUNTS = list(Count)

#: The genders of BLEU, in the order of their columns behind those of the counts.
GENDERS = ("masculine", "feminine")


def bleu_rows(
    sides: Sequence[tuple[Sequence[str], Sequence[str]]], language: str
) -> tuple[Counts, str]:
    """Return what BLEU sums over sentences, and its signature.

    `sides`: translations and references of each gender. Shape (sentences, 10 a gender).
    """
    bleu = metrics_for(language)["bleu"]
    rows = np.hstack([statistics_of(bleu, *side) for side in sides])
    # sacrebleu has a signature once it has seen references.
    return rows, str(bleu.get_signature())


#: The BLEU of each gender, behind the counts.
_MASCULINE, _FEMININE = (
    CorpusScore("bleu", len(_COUNTS) + n * COLUMNS["bleu"]) for n, _ in enumerate(GENDERS)
)
_GAP = minus(_MASCULINE, _FEMININE)


def _delta(sums: Counts) -> NDArray[np.float64]:
    return np.abs(_GAP(sums))


def folded(gap: Estimate) -> Estimate:
    """Return the absolute value of an estimate: its interval begins at 0 where the gap may be 0."""
    value = None if gap.value is None else abs(gap.value)
    if gap.low is None or gap.high is None:
        return Estimate(value)
    ends = sorted((abs(gap.low), abs(gap.high)))
    return Estimate(value, 0.0 if gap.low <= 0 <= gap.high else ends[0], ends[1])


def _field(name: str, header: str, legend: str, over: Count, under: Count, **more: Any) -> Field:
    """Return the field of a share, by default one of which more is better."""
    statistic = Share([_COUNTS.index(over)], [_COUNTS.index(under)])
    options = {"direction": Direction.HIGHER, "test": Test.BOOTSTRAP} | more
    return Field(name, header, legend, statistic=statistic, **options)


#: Of the same sentences in every system: an exact test.
_EXACT: dict[str, Any] = {"test": Test.SIGN_FLIP}
_FALSE: dict[str, Any] = {**_EXACT, "direction": Direction.LOWER}
_BASELINE: dict[str, Any] = {"direction": None, "test": None, "brief": True}
_SIDE: dict[str, Any] = {"unit": Unit.SCALE, "direction": Direction.HIGHER, "test": Test.BOOTSTRAP}


def _observed(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the rows of a report: its counts, and what BLEU of each gender sums."""
    counts = report.numbers("counts", len(_COUNTS))
    sides = [report.corpus_counts(f"bleu_{gender}", "bleu") for gender in GENDERS]
    if any(len(side) != len(counts) for side in sides):
        raise InputError(
            "report.outcome-lengths", "the outcomes have different lengths", file=report.name
        )
    yield ObservedRows(np.hstack([counts, *sides]), METRIC.statistics())


def outcomes_of(rows: Counts) -> dict[str, str]:
    """Return the rows of a score as its report keeps them; see `_observed`."""
    counts, *sides = np.split(rows, [len(_COUNTS), len(_COUNTS) + COLUMNS["bleu"]], axis=1)
    matches = {
        f"bleu_{gender}": side[:, KEPT["bleu"]] for gender, side in zip(GENDERS, sides, strict=True)
    }
    return {name: number_text(part) for name, part in {"counts": counts, **matches}.items()}


def _rows(report: Mapping[str, Any]) -> list[TableRow]:
    return [TableRow({"testset": report["testset"]}, counts={"rows": report["counts"]["rows"]})]


METRIC = Metric(
    name="alternatives",
    title="Gender alternatives",
    labels=(*LABELS, TESTSET),
    fields=(
        _field("alternatives_precision", "Alt P",
               "sentences with alternatives in both sides, of those that get some",
               Count.BOTH, Count.OFFERED),
        _field("alternatives_recall", "Alt R",
               "sentences with alternatives in both sides, of those whose reference has some",
               Count.BOTH, Count.WANTED, **_EXACT),
        _field("structures_precision", "Str P",
               "structures in both sides, of those offered where both sides have some",
               Count.STRUCTURES_RIGHT, Count.STRUCTURES_OFFERED),
        _field("structures_recall", "Str R",
               "structures in both sides, of those in the reference where both sides have some",
               Count.STRUCTURES_RIGHT, Count.STRUCTURES_WANTED),
        Field("delta_bleu", "δ-BLEU",
              "distance of the BLEU of the all-masculine and of the all-feminine texts",
              Unit.SCALE, Direction.LOWER, Test.BOOTSTRAP, Interval.SHOWN, statistic=_delta),
        _field("alignment", "Align", "right structures that go with the right people",
               Count.ALIGNED_RIGHT, Count.ALIGNED),
        _field("alignment_position", "Pos", "the same structures, aligned by position alone",
               Count.BY_POSITION, Count.ALIGNED, **_BASELINE),
        _field("alignment_two", "Align 2+",
               "right structures that go with the right people, where two or more are open",
               Count.ALIGNED_RIGHT_TWO, Count.ALIGNED_TWO),
        _field("alignment_two_position", "Pos 2+",
               "the same structures, aligned by position alone",
               Count.BY_POSITION_TWO, Count.ALIGNED_TWO, **_BASELINE),
        _field("complete_one", "All k=1",
               "sentences with one person to choose for of which both texts are right",
               Count.ONE_RIGHT, Count.ONE, **_EXACT),
        _field("complete_two", "All k=2+",
               "sentences with several of which every one of the 2^k texts is right",
               Count.TWO_RIGHT, Count.TWO, **_EXACT),
        _field("false_sentences", "False",
               "sentences that get alternatives though they show every gender",
               Count.TOLD_OFFERED, Count.TOLD, **_FALSE),
        _field("false_people", "False people",
               "people who get an alternative though their gender is shown",
               Count.TOLD_PEOPLE_OFFERED, Count.TOLD_PEOPLE, **_FALSE),
        _field("generic_he", "",
               "sentences that get alternatives though the reference has none, where a generic he "
               "alone shows a gender (counted apart)",
               Count.GENERIC_OFFERED, Count.GENERIC, direction=None, test=None,
               column="generic_he"),
        _field("masculine_right", "",
               "all-masculine texts that are right, of sentences whose reference has structures",
               Count.MASCULINE_RIGHT, Count.WANTED, **_EXACT, column="masculine_right"),
        _field("feminine_right", "", "all-feminine texts that are right, of the same",
               Count.FEMININE_RIGHT, Count.WANTED, **_EXACT, column="feminine_right"),
        _field("broken", "",
               "sentences with a person who is both man and woman in one of these texts",
               Count.BROKEN, Count.WANTED, **_FALSE, column="broken"),
        Field("bleu_masculine", about="BLEU of the all-masculine texts", column="bleu_masculine",
              statistic=_MASCULINE, **_SIDE),
        Field("bleu_feminine", about="BLEU of the all-feminine texts", column="bleu_feminine",
              statistic=_FEMININE, **_SIDE),
        Field("bleu_gap", about="BLEU masculine minus feminine", unit=Unit.POINTS,
              direction=Direction.ZERO, test=Test.BOOTSTRAP, statistic=_GAP, column="bleu_gap",
              remark=", above 0 favours men"),
    ),
    counts=(Field("rows", "Rows", "sentences scored", Unit.COUNT),),
    tests="exact sign-flip test for recall of alternatives, all 2^k texts and false alternatives, "
    f"paired bootstrap over sentences else ({RESAMPLES} resamples, seed {SEED})",
    signatures={"Alternatives": "signature", "BLEU": "bleu_signature"},
    best="language and test set",
    groups={
        "Alternatives": ("alternatives_precision", "alternatives_recall"),
        "Structures": ("structures_precision", "structures_recall"),
        "BLEU": ("delta_bleu", "bleu_masculine", "bleu_feminine", "bleu_gap"),
        "People of the structures": ("alignment", "alignment_position", "alignment_two",
                                     "alignment_two_position"),
        "All 2^k texts": ("complete_one", "complete_two"),
        "All-masculine and all-feminine texts": ("masculine_right", "feminine_right", "broken"),
        "False alternatives": ("false_sentences", "false_people"),
        "Generic he": ("generic_he",),
    },
    sentences=(
        "line", "source", "hypothesis", "reference", "outcome", "structures", "offered", "right",
    ),
    called="gender alternatives",
    cited=("garg-etal-2024-generating",),
    method="<strong>Gender alternatives</strong> (Garg et al. 2024): where the English leaves a "
    "gender open a translation should offer both; {rows} sentences of {testsets}.",
    rows=_rows,
    observed=_observed,
)  # fmt: skip
