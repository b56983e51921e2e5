"""MT-GenEval (Currey et al. 2022): the gender of unambiguous sources, and BLEU of each gender.

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

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from cdaflow.io.files import digest, tsv_lines
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Folder, Target, UsageError
from cdaflow.scoring.compare import compared_outcomes
from cdaflow.scoring.geneval_rows import (
    GENDERS,
    GenEvalItem,
    Outcome,
    Testset,
    find_testset,
    has_separator,
    read_references,
    read_rows,
    score_item,
    score_pair,
    scored_part,
    source_gender,
)
from cdaflow.scoring.metric import Metric, Outcomes, PairedRows, TableRow
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import (
    Counts,
    Estimate,
    Share,
    estimate,
    minus,
    points,
    rate,
    resampled_sums,
)
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.statistics.sacre import metrics_for, paired_scores, statistics_of
from cdaflow.statistics.signature import short
from cdaflow.statistics.warnings import Kind, Warnings, in_part, warning

_HIGHER, _ZERO = Direction.HIGHER, Direction.ZERO


def _accuracies(name: str, header: str, about: str, aside: str, compared: str) -> Iterator[Field]:
    """Yield an accuracy of the whole set, and of the sources of each gender.

    `compared`: what a comparison calls them: the whole set, and what comes before the gender.
    """
    whole, _, prefix = compared.partition(" ")
    column = name.removeprefix("accuracy_")
    yield Field(
        name,
        f"Acc {header}".strip(),
        about,
        direction=_HIGHER,
        test=Test.MCNEMAR,
        interval=Interval.SHOWN,
        aside=aside,
        column=column,
        compared=whole,
    )
    for gender in GENDERS:
        yield Field(
            f"{name}_{gender}",
            f"{header or 'Acc'} {gender[0].upper()}",
            f"the same of the {gender} sources",
            direction=_HIGHER,
            test=Test.MCNEMAR,
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
        *_accuracies("accuracy", "", accuracy, ": empty lines are not right", f"{whole} "),
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
            test=Test.MCNEMAR,
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
            Field(f"chrf_{gender}", about="against the references of the same gender",
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


def _compared(base: Outcomes, other: Outcomes) -> Iterator[PairedRows]:
    """Yield the outcomes, and which rows of the set (pairs, or contextual rows) are covered."""
    yield from compared_outcomes(base, other)
    for name in ("pairs", "rows"):
        if name in (base.report.get("outcomes") or {}):
            covered = [
                Outcomes(
                    side.name, {"outcomes": {"coverage": side.outcome(name).translate(_COVERED)}}
                )
                for side in (base, other)
            ]
            yield from compared_outcomes(covered[0], covered[1])


_SET = Metric(
    name="geneval",
    title="",
    fields=(),
    tests="exact McNemar test for accuracies and coverage, paired bootstrap over {} for the gap "
    f"({RESAMPLES} resamples, seed {SEED}), paired bootstrap of sacrebleu for BLEU",
    signatures={"MT-GenEval": "signature", "BLEU": "bleu_signature"},
    groups=_GROUPS,
    sentences=("line", "gender", "outcome", "official", "own_words", "wrong_words", "translation"),
    compared=_compared,
)

METRIC = replace(
    _SET,
    title="MT-GenEval: gender of unambiguous sentences",
    fields=_fields(
        "pairs of which neither translation has a word of the wrong reference alone",
        "pairs of which both translations have a word of their own reference alone, and none of "
        "the wrong one",
        "pairs of which both translations have a word of either reference alone",
        "pairs",
    ),
    tests=_SET.tests.format("pairs"),
    counts=(Field("pairs", "Pairs", "pairs of a feminine and a masculine sentence", Unit.COUNT),),
    rows=lambda found: [TableRow(counts={"pairs": found["counts"]["pairs"]["rows"]})],
)

CONTEXT = replace(
    _SET,
    name="geneval-context",
    title="MT-GenEval: gender that the sentence before tells",
    fields=_fields(
        "sentences whose translation has no word of the wrong reference alone",
        "sentences whose translation has a word of its own reference alone, and none of the wrong "
        "one",
        "sentences whose translation has a word of either reference alone",
        "rows",
    ),
    tests=_SET.tests.format("sentences"),
    counts=(Field("rows", "Rows", "sentences scored", Unit.COUNT),),
    rows=lambda found: [TableRow(counts={"rows": found["counts"]["whole"]["rows"]})],
)

#: name of the rate: (what is counted, of what); columns of `_cell`.
_RATES = {
    "accuracy": ("right", "decidable"),
    "coverage": ("covered", "decidable"),
    "accuracy_covered": ("right", "covered"),
    "accuracy_official": ("official_correct", "rows"),
}

_CELL = ("rows", "official_correct", "decidable", "covered", "right", "wrong", "mixed")


def score_geneval(
    translation: Sequence[Path],
    /,
    *,
    lang: Target,
    context: bool = False,
    data: Folder | None = None,
    split: Literal["test", "dev"] = "test",
    reference_feminine: Path | None = None,
    reference_masculine: Path | None = None,
    reference_original: Path | None = None,
    reference_flipped: Path | None = None,
    source: Path | None = None,
    options: ScoreOptions = ScoreOptions(),
) -> ScoreReport:
    """Score MT-GenEval: gender of unambiguous sources, BLEU of each gender.

    The counterfactual set has two files of translations (of the feminine sources, then of the
    masculine ones), the contextual set (--context) one, of its 2to1 sources.

    Args:
        translation: FEMININE MASCULINE, or one file with --context; a line for each source line (-:
            the standard input)
        context: score the contextual set
        data: folder of MT-GenEval, with sentences/ and context/
        split: the half of the set
        reference_feminine: references, instead of --data
        reference_masculine: references of the other gender
        reference_original: the same for --context
        reference_flipped: references of the other gender, for --context
        source: 2to1 sources, where --data is not given
    """
    if len(translation) != (1 if context else 2):
        raise UsageError(
            "--context takes one file of translations"
            if context
            else "two files of translations are wanted, of the feminine and of the masculine "
            "sources (or one with --context)"
        )
    references = {
        "feminine": reference_feminine,
        "masculine": reference_masculine,
        "original": reference_original,
        "flipped": reference_flipped,
    }
    given = {role: path for role, path in references.items() if path is not None}
    if data is None:
        testset = _given_testset(given, source, context)
    elif given or source:
        raise UsageError("--data has the references and sources: give it, or them, not both")
    else:
        testset = find_testset(data, lang, split=split, context=context)
    if context:
        return score_context(translation[0], testset, lang, options)
    by_gender = dict(zip(GENDERS, translation, strict=True))
    return score_sentences(by_gender, testset, lang, options)


def _given_testset(references: Mapping[str, Path], source: Path | None, context: bool) -> Testset:
    """Return the test set whose files are given one by one."""
    roles = ("original", "flipped") if context else GENDERS
    if set(references) != set(roles):
        both = " and ".join(f"--reference-{role}" for role in roles)
        raise UsageError(f"give --data, or {both}")
    if source is not None and not context:
        raise UsageError("--source belongs to --context")
    sources = {} if source is None else {"source": source}
    return Testset("given", {role: references[role] for role in roles}, sources)


def score_sentences(
    translations: Mapping[str, str | os.PathLike[str]],
    testset: Testset,
    language: str,
    options: ScoreOptions = ScoreOptions(),
) -> ScoreReport:
    """Return the report on the counterfactual set.

    `translations`: "feminine" (of the feminine sources) and "masculine". The outcomes are a string
    for each gender and for the pairs, one character of `geneval_rows.Outcome` a row; those of
    "official_..." have c and i.

    Raises InputError where a file is absent, empty or has another number of lines.
    """
    from cdaflow.scoring.sanity import check, check_references

    references = read_references(testset)
    path = testset.references["feminine"]
    check_references(references["feminine"], references["masculine"], language, path)
    texts = {
        gender: read_rows(translations[gender], len(references[gender]), f"{gender} references")
        for gender in GENDERS
    }
    items = {
        gender: [
            score_item(*row)
            for row in zip(texts[gender], references[gender], references[other], strict=True)
        ]
        for gender, other in zip(GENDERS, reversed(GENDERS), strict=True)
    }
    parts = {gender: Part(items[gender], texts[gender], references[gender]) for gender in GENDERS}
    whole = [score_pair(*pair) for pair in zip(*(items[g] for g in GENDERS), strict=True)]
    sources = {
        role: read_rows(path, len(whole), "references") for role, path in testset.sources.items()
    }
    warnings = [
        found
        for gender in GENDERS
        for found in in_part(
            gender,
            check(
                texts[gender],
                language,
                sources=sources.get(gender, ()),
                references=references[gender],
            ),
        )
    ]
    tallies = [_counts(items[gender]) for gender in GENDERS]
    if all(tally["wrong"] > tally["right"] for tally in tallies):
        problem = "more wrong than right in both files: are they swapped (feminine comes first)?"
        warnings.insert(0, warning(Kind.GENDERS_SWAPPED, 1, problem, len(GENDERS) * len(whole)))
    pairs = _counts(whole)
    del pairs["mixed"]  # the words of a pair are those of two translations
    return _report(
        METRIC,
        testset,
        whole,
        parts,
        options,
        language=language,
        inputs={f"translation_{gender}": digest(translations[gender]) for gender in GENDERS},
        counts={"pairs": pairs},
        outcomes=_outcomes({"pairs": whole, **items}),
        warnings=warnings,
        lines=len(GENDERS) * len(whole),
        sentences=_sentence_lines([(gender, items[gender], texts[gender]) for gender in GENDERS]),
    )


def score_context(
    translation: str | os.PathLike[str],
    testset: Testset,
    language: str,
    options: ScoreOptions = ScoreOptions(),
) -> ScoreReport:
    """Return the report on the contextual set.

    The references translate the second sentence of each source alone. Of a translation that
    has `<sep>` (or what a system made of it) only what follows it is scored, but by the published
    accuracy, which knows nothing of it; where under half of the rows have one, a warning says so.
    The gender of a row is that of the English pronouns, where they agree
    (`geneval_rows.source_gender`); other rows count in the whole set only.

    Raises as `score_sentences`.
    """
    from cdaflow.scoring.sanity import check

    references = read_references(testset)
    original, flipped = references["original"], references["flipped"]
    lines = read_rows(translation, len(original), "references")
    texts = [scored_part(line) for line in lines]
    whole = [
        score_item(text, right, wrong, whole=line)
        for text, right, wrong, line in zip(texts, original, flipped, lines, strict=True)
    ]
    source = testset.sources.get("source")
    sources = read_rows(source, len(whole), "references") if source else None
    genders = [source_gender(line) for line in sources] if sources else [""] * len(whole)
    parts = {
        gender: Part(
            [item if g == code else None for item, g in zip(whole, genders, strict=True)],
            texts,
            original,
        )
        for gender, code in (*zip(GENDERS, GENDERS, strict=True), ("rest", ""))
    }
    return _report(
        CONTEXT,
        testset,
        whole,
        parts,
        options,
        language=language,
        inputs={"translation": digest(translation)},
        counts={
            "whole": _counts(whole),
            "rows_with_separator": sum(map(has_separator, lines)),
            "gender_not_told": genders.count(""),
        },
        outcomes=_outcomes({"rows": whole})
        | {"gender": "".join(gender[:1] or "-" for gender in genders)},
        warnings=[
            *_without_separator(lines),
            *check(
                texts,
                language,
                sources=[scored_part(line) for line in sources or ()],
                references=original,
            ),
        ],
        lines=len(lines),
        sentences=_sentence_lines([("context", whole, texts)]),
    )


def _without_separator(lines: Sequence[str]) -> Warnings:
    """Return warnings of the rows whose sentence before cannot be told from the sentence itself."""
    lost = [number for number, line in enumerate(lines, 1) if not has_separator(line)]
    if 2 * len(lost) > len(lines):
        problem = (
            f"{len(lost)} of {len(lines)} translations have no <sep>: whole lines are scored. If "
            "they have two sentences, the first one counts too: keep <sep> in translation, or give "
            "the second sentence alone"
        )
        return [warning(Kind.NO_SEPARATOR, lost[0], problem, len(lost))]
    problem = "no <sep>, as most lines have: the sentence before is scored as well"
    return [warning(Kind.NO_SEPARATOR, number, problem) for number in lost]


def _report(
    metric: Metric,
    testset: Testset,
    whole: Sequence[GenEvalItem],
    parts: Mapping[str, Part],
    options: ScoreOptions,
    *,
    language: str,
    inputs: Mapping[str, str],
    counts: Mapping[str, Any],
    **given: Any,
) -> ScoreReport:
    """Return the report on a set; `given`: the other fields of `ScoreReport`."""
    digests = {f"reference_{role}": digest(path) for role, path in testset.references.items()}
    return ScoreReport(
        metric=metric.name,
        language=language,
        system=options.system,
        testset=testset.name,
        scores=_rates(whole, parts, options) | _quality(parts, language, options),
        inputs={**digests, **inputs},
        signature=options.signature(metric, data=short(*digests.values())),
        counts={**counts, **{gender: _counts(parts[gender].items) for gender in GENDERS}},
        **given,
    )


def _outcomes(items: Mapping[str, Sequence[GenEvalItem]]) -> dict[str, str]:
    """Return the outcomes of rows, a character a row, and those as published, by name."""
    found = {}
    for name, rows in items.items():
        found[name] = "".join(item.outcome for item in rows)
        found[f"official_{name}"] = "".join("c" if item.official else "i" for item in rows)
    return found


def _sentence_lines(
    items: Iterable[tuple[str, Sequence[GenEvalItem], Sequence[str]]],
) -> Iterator[str]:
    """Return the lines of the file of sentences (TSV), the header first.

    `items`: for each file its name (its gender), what was found in it, and its lines.
    """
    return tsv_lines(
        _SET.sentences,
        (
            (
                str(number),
                name,
                result.outcome.name.lower(),
                "correct" if result.official else "incorrect",
                " ".join(result.own),
                " ".join(result.wrong),
                text,
            )
            for name, results, translations in items
            for number, (result, text) in enumerate(zip(results, translations, strict=True), 1)
        ),
    )


@dataclass(frozen=True)
class Part:
    """The rows of one gender: None where a row of the set is not of it.

    `items`, `translations` and `references` have one item for each row of the set.
    """

    items: Sequence[GenEvalItem | None]
    translations: Sequence[str]
    references: Sequence[str]

    @property
    def rows(self) -> list[int]:
        """The rows that are of this part, counted from 0."""
        return [number for number, item in enumerate(self.items) if item is not None]

    def statistics(self, metric: Any) -> Counts:
        """Return what the metric sums over sentences: shape (rows of the set, sums).

        Rows of other parts are 0.
        """
        rows = self.rows
        found = statistics_of(
            metric, [self.translations[i] for i in rows], [self.references[i] for i in rows]
        )
        result = np.zeros((len(self.items), found.shape[1]), dtype=np.int64)
        result[rows] = found
        return result


def _counts(items: Sequence[GenEvalItem | None]) -> dict[str, int]:
    """Return every numerator and denominator of the rates of some rows."""
    return dict(zip(_CELL, map(int, _cells(items).sum(axis=0)), strict=True))


def _cells(items: Sequence[GenEvalItem | None]) -> Counts:
    """Return what each row adds to each count: shape (rows, counts)."""
    return np.array([_cell(item) for item in items], dtype=np.int64).reshape(-1, len(_CELL))


def _cell(item: GenEvalItem | None) -> tuple[int, ...]:
    """Return what a row adds to each count: "mixed" has words of both references."""
    if item is None:
        return (0,) * len(_CELL)
    wrong = item.outcome is Outcome.WRONG
    right = item.outcome is Outcome.RIGHT
    return (
        1,
        int(item.official),
        int(item.outcome is not Outcome.UNDECIDABLE),
        int(wrong or right),
        int(right),
        int(wrong),
        int(wrong and bool(item.own)),
    )


def _rates(
    whole: Sequence[GenEvalItem], parts: Mapping[str, Part], options: ScoreOptions
) -> dict[str, Estimate]:
    """Return in percent each accuracy, coverage and gap.

    `whole`: the item of each row of the set (of a pair: of both of its translations).
    """
    rows = np.hstack([_cells(parts[name].items) for name in GENDERS])
    samples = resampled_sums(rows, options.bootstrap, options.seed)
    total = _counts(whole)
    result = {}
    for name, (numerator, denominator) in _RATES.items():
        over, under = _CELL.index(numerator), _CELL.index(denominator)
        feminine = Share([over], [under])
        masculine = Share([len(_CELL) + over], [len(_CELL) + under])
        gap = name.replace("accuracy", "gap").replace("coverage", "gap_coverage")
        result[name] = rate(total[numerator], total[denominator])
        for key, statistic in (
            (f"{name}_feminine", feminine),
            (f"{name}_masculine", masculine),
            (gap, minus(masculine, feminine)),
        ):
            result[key] = estimate(statistic, rows, samples)
    return result


def _quality(
    parts: Mapping[str, Part], language: str, options: ScoreOptions
) -> dict[str, Estimate]:
    """Return BLEU and chrF of each gender, and their gaps, in points, with signatures.

    `parts`: both genders; where there is a third ("rest", the rows of neither), the scores of
    all rows together come first. A part of no rows scores None, and so does the gap then.
    """
    result: dict[str, Estimate] = {}
    for name, metric in metrics_for(language).items():
        statistics = {key: part.statistics(metric) for key, part in parts.items() if part.rows}
        if "rest" in parts:
            statistics[""] = np.sum(list(statistics.values()), axis=0)
        values = paired_scores(metric, statistics, options.bootstrap, options.seed)
        if set(GENDERS) <= set(values):
            values["gap"] = values["masculine"] - values["feminine"]
        signature = str(metric.get_signature())
        for key in ([""] if "rest" in parts else []) + [*GENDERS, "gap"]:
            score = points(values[key]) if key in values else Estimate(None)
            result[f"{name}_{key}".rstrip("_")] = replace(score, signature=signature)
    return result
