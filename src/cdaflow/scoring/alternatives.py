"""Gender alternatives (Garg et al. 2024): offered where they should be, rightly, for whom.

The paper's authors published no scorer. What is counted of a sentence is in
`cdaflow.scoring.alternatives_rows`. The figures:

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
gender is shown), generic_he (see `has_generic_he`).

Shares have Wilson intervals, in which the structures of a sentence count as their effective size,
BLEU and its gap percentile bootstrap intervals over sentences (95 %).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cdaflow.alternatives.structures import marked
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import check_count, digest, text_digest, tsv_lines
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Target
from cdaflow.scoring.alternatives_files import Side, check_sides, find_sources, read_side
from cdaflow.scoring.alternatives_rows import OF_PEOPLE, Count, count_rows
from cdaflow.scoring.metric import (
    LABELS,
    TESTSET,
    Metric,
    ObservedRows,
    Outcomes,
    TableRow,
    number_text,
)
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.statistics import RESAMPLES, SEED, short
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
_BLEU = [CorpusScore("bleu", len(_COUNTS) + n * COLUMNS["bleu"]) for n, _ in enumerate(GENDERS)]
_GAP = minus(*_BLEU)


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
              statistic=_BLEU[0], **_SIDE),
        Field("bleu_feminine", about="BLEU of the all-feminine texts", column="bleu_feminine",
              statistic=_BLEU[1], **_SIDE),
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


#: What became of the alternatives of a sentence: (offered, wanted) -> its name.
_OUTCOMES = {(1, 1): "both", (1, 0): "offered", (0, 1): "missed", (0, 0): "none"}


def score_alternatives(
    hypothesis: Path,
    /,
    *,
    lang: Target,
    reference: Path,
    source: Path | None = None,
    testset: str | None = None,
    rows: Literal["all", "odd", "even"] = "all",
    structures: Literal["grouped", "given"] = "grouped",
    options: ScoreOptions = ScoreOptions(),
) -> ScoreReport:
    """Score gender alternatives: where they are offered, their structures, their people.

    Both files are alternatives (.jsonl), or text: a line has the translation, or the masculine and
    the feminine one with a tab between. Text knows of no people: what needs them is left out.

    Args:
        hypothesis: translations with alternatives, in the order of the reference (-: the standard
            input)
        reference: alternatives of the test set
        source: English sentences, where both files are text: for the warnings and generic he
        testset: name of the test set (default: the reference's)
        rows: the lines that are scored, counted from 1
        structures: grouped: words that differ side by side are one structure, however the files
            split them; given: as the files have them
    """
    theirs, ours = read_side(reference), read_side(hypothesis)
    check_count(
        hypothesis,
        [item.text for item in ours.items],
        len(theirs.items),
        f"the reference {reference} has {len(theirs.items)} sentences",
        hint="one line for each sentence of the test set is expected",
    )
    if structures == "given" and (ours.is_text or theirs.is_text):
        raise ConfigError(
            "alternatives.no-structures",
            "a text file does not say where its structures begin and end",
            hint="leave out --structures, or give .jsonl files",
        )
    sources = find_sources(ours, theirs, source)
    warnings = check_sides(ours, theirs, sources, lang)
    numbers = [
        n for n in range(1, len(theirs.items) + 1) if rows == "all" or n % 2 == (rows == "odd")
    ]
    if not numbers:
        raise InputError(
            "alternatives.no-chosen-lines",
            f"no line to score: none of the chosen lines is among the {rows}",
            file=reference,
        )
    ours, theirs = (
        replace(side, items=[side.items[n - 1] for n in numbers]) for side in (ours, theirs)
    )
    sources = [sources[n - 1] for n in numbers] if sources else []
    counts = _count(ours, theirs, sources, grouped=structures == "grouped")
    bleu, signature = bleu_rows(
        [(ours.masculine, theirs.masculine), (ours.feminine, theirs.feminine)], lang
    )
    table = np.hstack([counts, bleu])
    scores = options.estimates(METRIC, table)
    scores["delta_bleu"] = folded(scores["bleu_gap"])
    inputs = {"reference": digest(reference), "hypothesis": text_digest(hypothesis)}
    return ScoreReport(
        metric=METRIC.name,
        language=lang,
        system=options.system,
        training=options.training,
        base_training=options.base_training,
        testset=testset or reference.name.partition(".")[0],
        scores={
            name: replace(score, signature=signature) if name.startswith("bleu") else score
            for name, score in scores.items()
        },
        inputs=inputs | ({"source": digest(source)} if source else {}),
        lines=len(numbers),
        warnings=[item for item in warnings if "lines" in item or item["line"] in set(numbers)],
        signature=options.signature(
            METRIC,
            data=short(inputs["reference"]),
            source=short(*([digest(source)] if source else [])),
            rows=rows,
            structures=structures,
        ),
        counts={
            "rows": len(numbers),
            **dict(zip(map(str, Count), counts.sum(axis=0).tolist(), strict=True)),
        },
        outcomes=outcomes_of(table),
        details={"not_measured": _not_measured(ours, theirs, sources)},
        sentences=_sentence_lines(numbers, sources, ours, theirs, counts),
    )


def _count(ours: Side, theirs: Side, sources: Sequence[str], *, grouped: bool) -> Counts:
    generic = [has_generic_he(source) for source in sources] or [False] * len(theirs.items)
    # What was read from texts is grouped.
    regroup = (grouped and not ours.is_text, grouped and not theirs.is_text)
    counts = count_rows(ours.items, theirs.items, generic, regroup=regroup)
    if not ours.has_people:
        counts[:, [list(Count).index(name) for name in OF_PEOPLE]] = 0
    return counts


def _not_measured(ours: Side, theirs: Side, sources: Sequence[str]) -> dict[str, str]:
    """Return what the files do not have, and why: by the kind of figure."""
    unknown = [str(side.path) for side in (theirs, ours) if not side.has_people]
    reasons = {}
    if unknown:
        figures = "alignment, all 2^k texts, false people"
        figures += ", false sentences" if not theirs.has_people else ""
        reasons[figures] = f"no people are known in {' and '.join(unknown)}"
    if not sources:
        reasons["generic he"] = "no file has the English sentences"
    return reasons


def _sentence_lines(
    numbers: Sequence[int], sources: Sequence[str], ours: Side, theirs: Side, counts: Counts
) -> Iterator[str]:
    """Return the lines of the file of sentences (TSV), the header first."""
    columns = [
        list(Count).index(name)
        for name in (Count.STRUCTURES_WANTED, Count.STRUCTURES_OFFERED, Count.STRUCTURES_RIGHT)
    ]
    return tsv_lines(
        METRIC.sentences,
        (
            (
                str(number),
                source,
                marked(hypothesis),
                marked(reference),
                _OUTCOMES[row[0], row[1]],
                *(str(row[column]) for column in columns),
            )
            for number, source, hypothesis, reference, row in zip(
                numbers,
                sources or [""] * len(numbers),
                ours.items,
                theirs.items,
                counts.tolist(),
                strict=True,
            )
        ),
    )


_MASCULINE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)

#: Other signs of a gender, in either direction: pronouns, titles, nouns of one gender.
_OTHER = re.compile(
    r"\b(?:she|her|hers|herself|mrs?|ms|miss|sir|lord|lady|ladies|(?:wo)?m[ae]n|"
    r"(?:business|chair|clergy|congress|council|country|crafts|fire|fisher|gentle|horse|noble|"
    r"police|sales|spokes|sports|states|work)(?:wo)?m[ae]n|boys?|girls?|guys?|males?|females?|"
    r"(?:grand|step|god)?(?:father|mother|son|daughter)s?|brothers?|sisters?|uncles?|aunts?|"
    r"nephews?|nieces?|husbands?|wi(?:fe|ves)|widow(?:er)?s?|kings?|queens?|prince(?:ss)?(?:es|s)?|"
    r"dads?|mums?|moms?|monks?|nuns?|(?:actr|waitr)ess(?:es)?)\b",
    re.IGNORECASE,
)

#: Nouns of no person that follow "each", "every" and "any".
_NO_PERSON = (
    r"(?:time|year|day|night|week|month|season|game|match|morning|evening|case|way|kind|sort|"
    r"description)"
)

#: What makes a statement one of anybody: a quantifier, an indefinite pronoun, "a judge must".
_GENERAL = re.compile(
    rf"\b(?:(?:any|every|each|whichever)\s+(?!{_NO_PERSON}s?\b)[a-z-]+|(?:n?either|none)\s+of|"
    r"(?:any|every|some|no)(?:one|body)|no one|who(?:so)?ever|"
    r"(?:if|when|whenever|unless|before|after|once) an?|"
    r"an?\s+(?:[a-z-]+\s+){1,4}(?:must|shall|may|should|can|cannot|will))\b",
    re.IGNORECASE,
)

#: A name in the middle of a sentence: a capital letter that no beginning explains.
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")


def has_generic_he(source: str) -> bool:
    """Return whether a generic "he", "him", "his" or "himself" is the only sign of a gender.

    "A judge must certify that he ...": the annotators of Garg et al. (2024, appendix B) had no rule
    for these, so whether such a person is a man or open differs from row to row. A scorer can
    neither ask for alternatives there nor forbid them, and counts these sentences apart. The rule
    is one of thumb, for want of annotations: before the first "he" stands what makes a statement
    general, and nothing else shows a gender or names somebody.
    """
    pronoun = _MASCULINE.search(source)
    if pronoun is None or _OTHER.search(source):
        return False
    before = source[: pronoun.start()]
    return _GENERAL.search(before) is not None and _NAME.search(before) is None
