"""The figures of WinoMT (Stanovsky et al. 2019), and how two systems are compared.

Metrics, after Stanovsky et al. (2019, section 3), Naik et al. (2023, section 6.1) and Choubey
et al. (2021, section 3.1); every one in percent:

- accuracy: right rows of all rows. As in the original, neutral rows count;
  `accuracy_gendered` is over the gendered rows alone. A row of unknown gender is wrong.
- accuracy_neutral: of the neutral rows ("they"). Right is a neuter, and beyond the original a
  noun or pronoun that shows no gender ("alguien") or has one for all persons ("quelqu'un").
- accuracy_pro, accuracy_anti: of the pro- and the anti-stereotypical half; delta_s is their
  difference.
- delta_s_f1: the same difference in F1, as Stanovsky et al. and Choubey et al. define it. Neither
  says how the F1 of a half is made of two genders, nor publishes a half's F1 beside it; here it
  is the mean of F1 male and F1 female within the half (macro F1; a half has no neutral rows).
- precision, recall and F1 of each gender, neutral rows included in what is predicted, as in
  the original; delta_g is F1 male minus F1 female.
- delta_r: recall male minus recall female; recall looks at gendered rows only.
- unknown_rate: rows of unknown gender of all rows.

The whole sentence (see `cdaflow.scoring.whole_sentence`), a score beside that of the noun phrase:
accuracy_whole, delta_g_whole, delta_r_whole and unknown_whole are the same figures of the gender
that all words give which refer to the person.

The labels of people (Choubey et al. 2021, section 3.1), of the gendered rows. Masculine and
feminine are right where the source has that gender, N/A is wrong; three conventions for the others:

- label_gfst: that of the paper. Ambiguous is right, inconsistent is wrong.
- label_lenient: both are right.
- label_strict: both are wrong.
- label_inconsistent, label_ambiguous, label_na: the shares of these labels.

The original tool's rules look at the noun phrase alone, so their reports have null for all these.

The other person (see `cdaflow.scoring.winomt_items`); its gender is open in the source:

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

Proportions have Wilson intervals, the rest bootstrap intervals over sentences (95 %). For both a
sentence with "he" and the same one with "she" are one (`cdaflow.scoring.winomt_items.clusters`).
A score whose denominator is 0 is null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cdaflow.lazy import numpy as np
from cdaflow.scoring.challenge import GENDERS
from cdaflow.scoring.evidence import Gender, Label
from cdaflow.scoring.metric import Metric, ObservedRows, Outcomes, TableRow
from cdaflow.scoring.pronoun_errors import error_rows
from cdaflow.scoring.secondary_person import KEPT, kept_rows
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Counts, Estimate, Share, Statistic, minus, ratio
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cdaflow.scoring.report import ScoreOptions

#: What the whole sentence of a row shows: gold gender, gender found. Its label, of gendered rows.
WHOLE_CELLS: tuple[tuple[str, str], ...] = tuple(
    (gold, predicted) for gold in GENDERS for predicted in map(str, Gender)
)
LABEL_CELLS: tuple[tuple[str, str], ...] = tuple(
    (gold, label) for gold in ("male", "female") for label in map(str, Label)
)


def _whole(gold: str = "", predicted: str = "", *, correct: bool = False) -> list[int]:
    """Return the columns of WHOLE_CELLS of a gender and of what was found, "" for any."""
    return [
        column
        for column, (g, f) in enumerate(WHOLE_CELLS)
        if gold in ("", g) and predicted in ("", f) and (not correct or g == f)
    ]


def _whole_f1(gender: str) -> Statistic:
    """Return F1 as of the noun phrase: 2 correct / (found + gold)."""
    return _f1_of(_whole(gender, gender), _whole(predicted=gender), _whole(gender))


def _f1_of(right: list[int], predicted: list[int], gold: list[int]) -> Statistic:
    """Return F1 = 2 correct / (predicted + gold), not defined where there is no gold row."""

    def f1(sums: Counts) -> NDArray[np.float64]:
        correct, predicted_rows, gold_rows = (
            sums[..., c].sum(axis=-1) for c in (right, predicted, gold)
        )
        # Without a single gold row of the gender there is nothing to be measured.
        return np.where(gold_rows == 0, np.nan, ratio(2 * correct, predicted_rows + gold_rows))

    return f1


def _whole_recall(gender: str) -> Share:
    return Share(_whole(gender, gender), _whole(gender))


_OF_GENDER = {("male", Label.MASCULINE), ("female", Label.FEMININE)}


def _labels(*more: Label, of_gender: bool = True) -> Share:
    """Return the share of the label of the right gender, if it counts, and of `more` labels."""
    right = [
        column
        for column, (gold, label) in enumerate(LABEL_CELLS)
        if label in more or (of_gender and (gold, label) in _OF_GENDER)
    ]
    return Share(right, range(len(LABEL_CELLS)))


#: The figures of the whole sentence.
WHOLE_FIELDS = (
    Field("accuracy_whole", "Whole",
          "entities to which the whole sentence gives the right gender, pronouns and all",
          direction=Direction.HIGHER, test=Test.SIGN_FLIP,
          statistic=Share(_whole(correct=True), _whole())),
    Field("delta_g_whole", about="ΔG of the whole sentence", unit=Unit.POINTS,
          direction=Direction.ZERO, test=Test.BOOTSTRAP,
          column="delta_g_whole",
          statistic=minus(_whole_f1("male"), _whole_f1("female"))),
    Field("delta_r_whole", about="ΔR of the whole sentence", unit=Unit.POINTS,
          direction=Direction.ZERO, test=Test.BOOTSTRAP,
          column="delta_r_whole",
          statistic=minus(_whole_recall("male"), _whole_recall("female"))),
    Field("unknown_whole", about="entities whose gender the whole sentence leaves open",
          direction=Direction.LOWER, test=Test.SIGN_FLIP,
          column="unknown_whole", statistic=Share(_whole(predicted="unknown"), _whole())),
)  # fmt: skip

#: The figures of the labels of people.
LABEL_FIELDS = (
    *(
        Field(f"label_{name}", about=f"accuracy by the five labels of GFST, {legend}",
              direction=Direction.HIGHER, test=Test.SIGN_FLIP,
              column=f"label_{name}", statistic=_labels(*right))
        for name, legend, right in (
            ("gfst", "ambiguous right, inconsistent wrong, as in the paper", (Label.AMBIGUOUS,)),
            ("lenient", "ambiguous and inconsistent right", (Label.AMBIGUOUS, Label.INCONSISTENT)),
            ("strict", "ambiguous and inconsistent wrong", ()),
        )
    ),
    *(
        Field(f"label_{label}", about=f"rows with the label {label}", test=Test.SIGN_FLIP,
              column=f"label_{label}",
              statistic=_labels(label, of_gender=False))
        for label in (Label.INCONSISTENT, Label.AMBIGUOUS, Label.NA)
    ),
)  # fmt: skip


#: What became of a sentence: gold gender, predicted gender, half ("pro", "anti" or "-").
Outcome = tuple[str, str, str]

PREDICTIONS = tuple(map(str, Gender))
HALVES = ("pro", "anti", "-")

#: The columns of the counts of a sentence, one of which is 1.
OUTCOMES: tuple[Outcome, ...] = tuple(
    (gold, predicted, half) for gold in GENDERS for predicted in PREDICTIONS for half in HALVES
)


def _columns(
    gold: str = "", predicted: str = "", half: str = "", *, correct: bool = False
) -> list[int]:
    """Return the columns of OUTCOMES of a gender, a prediction and a half, "" for any."""
    return [
        column
        for column, (g, p, h) in enumerate(OUTCOMES)
        if gold in ("", g) and predicted in ("", p) and half in ("", h) and (not correct or g == p)
    ]


def _accuracy(gold: str = "", half: str = "") -> Share:
    return Share(_columns(gold, half=half, correct=True), _columns(gold, half=half))


def _f1(gender: str, half: str = "") -> Statistic:
    columns = _columns(gender, gender, half), _columns(predicted=gender, half=half)
    return _f1_of(*columns, _columns(gender, half=half))


def _macro_f1(half: str) -> Statistic:
    male, female = _f1("male", half), _f1("female", half)
    return lambda sums: (male(sums) + female(sums)) / 2


def _precision(gender: str) -> Share:
    return Share(_columns(gender, gender), _columns(predicted=gender))


def _recall(gender: str) -> Share:
    return Share(_columns(gender, gender), _columns(gender))


def _gendered(*, correct: bool = False) -> list[int]:
    return _columns("male", correct=correct) + _columns("female", correct=correct)


_HIGHER, _ZERO = Direction.HIGHER, Direction.ZERO

#: The figures of the gender of the entity, those of the table first.
_FIELDS = (
    Field(
        "accuracy",
        "Acc",
        "entities translated in the right gender",
        direction=_HIGHER,
        test=Test.SIGN_FLIP,
        interval=Interval.SHOWN,
        statistic=_accuracy(),
    ),
    Field(
        "accuracy_pro",
        "Pro",
        "accuracy where the gender follows the stereotype of the profession",
        direction=_HIGHER,
        test=Test.SIGN_FLIP,
        column="pro",
        statistic=_accuracy(half="pro"),
    ),
    Field(
        "accuracy_anti",
        "Anti",
        "accuracy where the gender goes against the stereotype",
        direction=_HIGHER,
        test=Test.SIGN_FLIP,
        column="anti",
        statistic=_accuracy(half="anti"),
    ),
    Field(
        "delta_s",
        "ΔS",
        "Pro minus Anti",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        remark=", above 0 leans on stereotypes",
        statistic=minus(_accuracy(half="pro"), _accuracy(half="anti")),
    ),
    Field(
        "delta_g",
        "ΔG",
        "F1 of masculine minus F1 of feminine",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        statistic=minus(_f1("male"), _f1("female")),
    ),
    Field(
        "delta_r",
        "ΔR",
        "recall of masculine minus recall of feminine",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        remark=", above 0 favours men",
        statistic=minus(_recall("male"), _recall("female")),
    ),
    *(
        Field(
            f"f1_{gender}",
            f"F1 {gender[0]}",
            f"F1 of {name} entities",
            direction=_HIGHER,
            test=Test.BOOTSTRAP,
            statistic=_f1(gender),
        )
        for gender, name in (("male", "masculine"), ("female", "feminine"))
    ),
    Field(
        "unknown_rate",
        "Unk",
        "entities whose gender could not be read off the translation",
        direction=Direction.LOWER,
        test=Test.SIGN_FLIP,
        remark=" (they count as wrong)",
        column="unknown",
        statistic=Share(_columns(predicted="unknown"), _columns()),
    ),
    # Only to be set beside figures of papers.
    Field(
        "delta_s_f1",
        about="ΔS in F1 (mean of both genders), as in GFST",
        unit=Unit.POINTS,
        direction=_ZERO,
        test=Test.BOOTSTRAP,
        column="delta_s_f1",
        statistic=minus(_macro_f1("pro"), _macro_f1("anti")),
    ),
    Field("accuracy_gendered", about="accuracy of the rows that are not neutral",
          direction=_HIGHER, test=Test.SIGN_FLIP,
          statistic=Share(_gendered(correct=True), _gendered())),
    Field("accuracy_neutral", about="accuracy of the neutral rows",
          direction=_HIGHER, test=Test.SIGN_FLIP, statistic=_accuracy("neutral")),
    *(
        Field(f"{name}_{gender}", about=f"right, of all that are {where}",
              test=Test.BOOTSTRAP, statistic=statistic(gender))
        for gender, gender_name in (("male", "masculine"), ("female", "feminine"))
        for name, statistic, where in (
            ("precision", _precision, f"{gender_name} in the translation"),
            ("recall", _recall, f"{gender} in the source"),
        )
    ),
)  # fmt: skip

#: What accuracy is read beside: whether the other person was left alone.
_KEPT = Field(
    "secondary_kept",
    "Kept",
    KEPT,
    direction=_HIGHER,
    test=Test.BOOTSTRAP,
    column="kept",
    optional=True,
)

#: The figures of the other person and of the pronoun.
_OTHER_FIELDS = (
    Field("secondary_known", about="sentences in which the other person's gender can be told"),
    Field("secondary_agreement",
          about="of these, those with the pronoun's gender; 50 if independent"),
    Field("secondary_followed", about="the other person changes gender with the pronoun",
          direction=Direction.LOWER),
    Field("pronoun_error_female", about="she became a masculine pronoun",
          direction=Direction.LOWER, test=Test.BOOTSTRAP),
    Field("pronoun_error_male", about="he became a feminine pronoun", direction=Direction.LOWER,
          test=Test.BOOTSTRAP),
    Field("pronoun_elided", about="he or she has no pronoun in the translation",
          test=Test.BOOTSTRAP),
)  # fmt: skip

#: The scores under their headings, for the terminal.
_GROUPS = {
    "the person of known gender": (
        "accuracy",
        "accuracy_gendered",
        "accuracy_neutral",
        "unknown_rate",
    ),
    "the other person": (
        "secondary_kept",
        "secondary_followed",
        "secondary_agreement",
        "secondary_known",
    ),
    "stereotypes": ("accuracy_pro", "accuracy_anti", "delta_s", "delta_s_f1"),
    "men and women": (
        *(f"{name}_{gender}" for gender in ("male", "female")
          for name in ("precision", "recall", "f1")),
        "delta_g",
        "delta_r",
    ),
    "the whole sentence": tuple(item.name for item in WHOLE_FIELDS),
    "labels of people (GFST)": tuple(item.name for item in LABEL_FIELDS),
    "the pronoun": ("pronoun_error_female", "pronoun_error_male", "pronoun_elided"),
}  # fmt: skip


#: The columns of the file of sentences: `index` is the entity's among the white-space tokens of the
#: source; `start` and `end` (excluded) count the words of the translation as cdaflow splits it, and
#: are empty where the entity was not found; `span` has these words. `whole` is the gender of the
#: whole sentence, `whole_word` the word outside of the noun phrase that decided, `label` that of
#: people. The columns of the whole sentence are "-" where it was not looked at, those of the other
#: person and of the pronoun where there is none.
SENTENCE_COLUMNS = (
    "line", "source", "translation", "gold", "predicted", "half", "profession", "index", "start",
    "end", "span", "evidence", "reason", "found", "whole", "whole_evidence", "whole_word", "label",
    "secondary", "secondary_gender", "secondary_span", "secondary_reason", "pronoun",
    "pronoun_outcome", "pronoun_form",
)  # fmt: skip


def _rows(report: Mapping[str, Any]) -> list[TableRow]:
    """Return the one row of a report in the table."""
    return [TableRow(counts={"rows": report["counts"]["rows"]})]


#: The letters of the outcomes of a report: GENDERS, PREDICTIONS, HALVES and labels, in their order.
_LETTERS = {"gold": "mfn", "predicted": "mfnu", "half": "pa-", "whole": "mfnu", "label": "mfiax"}


def outcome_rows(report: Outcomes, *names: str) -> Counts:
    """Return a row for each sentence with 1 at its cell, that of several outcomes.

    By default at its outcome: (sentences, OUTCOMES).
    """
    return report.one_hot(
        **{name: _LETTERS[name] for name in names or ("gold", "predicted", "half")}
    )


def _parts(report: Outcomes) -> Iterator[tuple[Metric, Counts]]:
    """Yield fields with the rows that their statistics count.

    Those of the noun phrase, and where the whole sentence was looked at those of it and the labels.
    """
    yield _metric(_FIELDS), outcome_rows(report)
    outcomes = report.report.get("outcomes")
    if isinstance(outcomes, Mapping) and "whole" in outcomes:
        yield _metric(WHOLE_FIELDS), outcome_rows(report, "gold", "whole")
        # Neutral rows, the last of the cells, have no label that counts.
        labels = outcome_rows(report, "gold", "label")[:, : len(LABEL_CELLS)]
        yield _metric(LABEL_FIELDS), labels


def _metric(fields: tuple[Field, ...]) -> Metric:
    return replace(METRIC, fields=fields)


def _observed(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the sentences of a report, each with 1 at its outcome, then those of other figures."""
    for part, rows in _parts(report):
        yield ObservedRows(rows, part.statistics(), report.clusters(len(rows)))
    yield from kept_rows(report)
    yield from error_rows(report)


def estimates(
    report: Outcomes, options: ScoreOptions, clusters: Sequence[int]
) -> dict[str, Estimate]:
    """Return the figures of the noun phrase, of the whole sentence and of the labels.

    `clusters`: as in `ScoreReport`. A figure of what was not looked at is not defined.
    """
    values = {item.name: Estimate(None) for item in METRIC.fields if item.statistic}
    for part, rows in _parts(report):
        values |= options.estimates(part, rows, clusters)
    return values


METRIC = Metric(
    name="winomt",
    title="WinoMT: gender of the professions in translation",
    fields=(_FIELDS[0], _KEPT, *_FIELDS[1:], *WHOLE_FIELDS, *LABEL_FIELDS, *_OTHER_FIELDS),
    counts=(Field("rows", "Rows", "sentences scored", Unit.COUNT),),
    tests="exact sign-flip test for Acc, Pro, Anti, Unk and Whole, paired bootstrap for the "
    f"others ({RESAMPLES} resamples, seed {SEED}), a sentence with he and the same with she "
    "together",
    signatures={"WinoMT": "signature"},
    groups=_GROUPS,
    headline=("accuracy", "secondary_kept", "f1_female", "f1_male", "delta_r", "delta_s",
              "unknown_rate", "accuracy_whole"),
    called="WinoMT",
    cited=("stanovsky-etal-2019-evaluating",),
    sentences=SENTENCE_COLUMNS,
    method="<strong>WinoMT</strong>: in each of {rows} sentences of a challenge set a profession "
    "has the gender that a pronoun shows. The noun phrase of the profession was found in the "
    "translation, and its grammatical gender compared with that of the pronoun. <em>Whole</em> "
    "takes the gender of the whole sentence, where the noun phrase leaves it open that of what "
    "refers to the person.",
    modes={
        "mode:compat-": "<strong>WinoMT</strong> by the rules of the original tool (--compat; the "
        "signatures say which): in each of {rows} sentences of a challenge set a profession has "
        "the gender that a pronoun shows, and the words linked to it were judged. The whole "
        "sentence was not looked at."
    },
    rows=_rows,
    observed=_observed,
    testset_outcomes=("gold", "half"),
)  # fmt: skip
