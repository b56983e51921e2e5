"""The figures of MT-GenEval (Currey et al. 2022), and how two systems are compared.

For the translations of each gender, and for the whole set (in the counterfactual set: for the
pairs, of which both translations must be right):

- accuracy_official: as published (Currey et al. 2022, section 3): no word that only the wrong
  reference has. A file of empty lines scores 100.
- accuracy: right of the decidable rows (see `geneval_rows.Outcome`): uncovered rows are not right,
  so empty lines score 0, and the references score 100.
- coverage: the covered of the decidable rows; accuracy_covered: the right of the covered ones.
- bleu, chrf: of the translations of each gender against its own references.

A gap is masculine minus feminine: above 0 favours men. Rates have Wilson intervals, gaps, BLEU
and chrF percentile bootstrap intervals over the rows of the set (95 %), so that the gap of a
counterfactual set is paired: a resample has both translations of a pair, or neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cdaflow.scoring.geneval_rows import GENDERS
from cdaflow.scoring.metric import Metric, ObservedRows, Outcomes, TableRow
from cdaflow.scoring.observed import observed_outcomes
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit

_HIGHER, _ZERO = Direction.HIGHER, Direction.ZERO


def _accuracies(name: str, header: str, legend: str, aside: str, compared: str) -> Iterator[Field]:
    """Yield an accuracy of the whole set, and of the sources of each gender.

    `compared`: what a comparison calls them: the whole set, and what comes before the gender.
    """
    whole, _, prefix = compared.partition(" ")
    column = name.removeprefix("accuracy_")
    yield Field(
        name,
        f"Acc {header}".strip(),
        legend,
        direction=_HIGHER,
        test=Test.SIGN_FLIP,
        interval=Interval.SHOWN,
        aside=aside,
        column=column,
        compared=whole,
    )
    for gender in GENDERS:
        yield Field(
            f"{name}_{gender}",
            f"{header or 'Acc'} {gender[0].upper()}",
            f"accuracy of the {gender} sources",
            direction=_HIGHER,
            test=Test.SIGN_FLIP,
            brief=True,
            column=f"{column}_{gender}",
            compared=prefix + gender,
        )


def _fields(official: str, accuracy: str, coverage: str, whole: str) -> tuple[Field, ...]:
    """Return the figures of a set: what its accuracies and its coverage are shares of.

    `whole`: what a comparison calls the outcomes of the whole set.
    """
    return (
        *_accuracies(
            "accuracy_official",
            "publ.",
            official,
            ": accuracy as published, 100 for empty lines",
            f"official_{whole} official_",
        ),
        *_accuracies("accuracy", "", accuracy, ": empty lines count as wrong", f"{whole} "),
        Field(
            "gap",
            "Gap",
            "Acc M minus Acc F",
            Unit.POINTS,
            _ZERO,
            Test.BOOTSTRAP,
            remark=", above 0 favours men",
        ),
        # Neither good nor bad: a sentence may leave gender open.
        Field(
            "coverage",
            "Cov",
            coverage,
            test=Test.SIGN_FLIP,
            remark=": where it is low, the accuracy as published says little",
        ),
        *(
            Field(
                f"bleu_{gender}",
                f"BLEU {gender[0].upper()}",
                f"BLEU of the {gender} sources",
                Unit.SCALE,
                _HIGHER,
                Test.SACREBLEU,
                compared=f"geneval-{gender}:bleu",
            )
            for gender in GENDERS
        ),
        Field(
            "bleu_gap",
            "ΔBLEU",
            "BLEU M minus BLEU F",
            Unit.POINTS,
            _ZERO,
            Test.SACREBLEU,
            remark=" (not tested)",
        ),
        Field("accuracy_covered", about="right of the covered", direction=_HIGHER),
        *(
            Field(name, about="masculine minus feminine", unit=Unit.POINTS, direction=_ZERO)
            for name in ("gap_covered", "gap_official", "gap_coverage", "chrf_gap")
        ),
        *(
            Field(f"chrf_{gender}", about="chrF against the references of the same gender",
                  unit=Unit.SCALE, direction=_HIGHER)
            for gender in GENDERS
        ),
    )  # fmt: skip


#: Headings of the terminal's table, and the scores under each.
_GROUPS = {
    heading: (name, f"{name}_feminine", f"{name}_masculine", gap)
    for heading, name, gap in (
        ("Accuracy", "accuracy", "gap"),
        ("Coverage", "coverage", "gap_coverage"),
        ("Accuracy of what is covered", "accuracy_covered", "gap_covered"),
        ("Accuracy as published", "accuracy_official", "gap_official"),
        ("BLEU", "bleu", "bleu_gap"),
        ("chrF", "chrf", "chrf_gap"),
    )
}

#: The outcomes -> covered or not; rows that cannot be decided are not counted.
_COVERED = str.maketrans("rwun", "110-")


def _observed(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the outcomes, and which rows of the set (pairs, or contextual rows) are covered."""
    yield from observed_outcomes(report)
    for name in ("pairs", "rows"):
        if name in (report.report.get("outcomes") or {}):
            covered = {"coverage": report.outcome(name).translate(_COVERED)}
            yield from observed_outcomes(Outcomes(report.name, {"outcomes": covered}))


_SET = Metric(
    name="geneval",
    title="",
    fields=(),
    tests="exact McNemar test for accuracies and coverage, paired bootstrap over {} for the gap "
    f"({RESAMPLES} resamples, seed {SEED}), over sentences for BLEU",
    signatures={"MT-GenEval": "signature", "BLEU": "bleu_signature"},
    groups=_GROUPS,
    called="MT-GenEval",
    cited=("currey-etal-2022-mt",),
    sentences=(
        "line",
        "source",
        "translation",
        "gender",
        "outcome",
        "official",
        "own_words",
        "wrong_words",
    ),
    observed=_observed,
)

METRIC = replace(
    _SET,
    title="MT-GenEval: gender of unambiguous sentences",
    method="<strong>MT-GenEval</strong> has pairs of sentences that differ in the gender of a "
    "person, each with a reference: the words that only one of the two references has tell the "
    "gender.",
    fields=_fields(
        "pairs of which neither translation has a word of the wrong reference alone",
        "pairs of which both translations have a word of their own reference alone, and none of "
        "the wrong one",
        "pairs of which both translations have a word of either reference alone",
        "pairs",
    ),
    tests=_SET.tests.format("pairs"),
    counts=(Field("pairs", "Pairs", "pairs of a feminine and a masculine sentence", Unit.COUNT),),
    rows=lambda report: [TableRow(counts={"pairs": report["counts"]["pairs"]["rows"]})],
)

CONTEXT = replace(
    _SET,
    name="geneval-context",
    title="MT-GenEval: gender shown by the preceding sentence",
    fields=_fields(
        "sentences whose translation has no word of the wrong reference alone",
        "sentences whose translation has a word of its own reference alone, and none of the wrong "
        "one",
        "sentences whose translation has a word of either reference alone",
        "rows",
    ),
    tests=_SET.tests.format("sentences"),
    counts=(Field("rows", "Rows", "sentences scored", Unit.COUNT),),
    rows=lambda report: [TableRow(counts={"rows": report["counts"]["whole"]["rows"]})],
)
