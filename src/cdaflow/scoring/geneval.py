"""MT-GenEval (Currey et al. 2022): the gender of unambiguous sources, and BLEU of each gender.

What is looked for in a translation is in `cdaflow.scoring.geneval_rows`. The figures, for the
translations of each gender, and for the whole set (in the counterfactual set: for the pairs, of
which both translations must be right):

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
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from cdaflow.alignment.words import letters
from cdaflow.errors import InputError
from cdaflow.io.files import digest, text_digest, tsv_lines
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Folder, Target, UsageError
from cdaflow.progress import say_once
from cdaflow.scoring.geneval_rows import (
    COUNTED,
    GENDERS,
    GenEvalItem,
    Outcome,
    Part,
    Testset,
    count_rows,
    find_testset,
    given_testset,
    has_separator,
    outcome_letters,
    read_references,
    read_rows,
    score_item,
    score_pair,
    scored_part,
    source_gender,
    tally,
)
from cdaflow.scoring.metric import Metric, ObservedRows, Outcomes, TableRow, number_text
from cdaflow.scoring.observed import observed_outcomes
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.scoring.sanity import check, check_references
from cdaflow.statistics import RESAMPLES, SEED, short
from cdaflow.statistics.estimates import (
    Estimate,
    Share,
    estimate,
    minus,
    points,
    rate,
    resampled_sums,
)
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.statistics.sacre import (
    COLUMNS,
    KEPT,
    CorpusScore,
    metrics_for,
    paired_scores,
    sampled_sums,
)
from cdaflow.statistics.warnings import Kind, Warnings, in_part, warning

#: Rows from which a whole file can be judged, and the share of rows that are all of it.
_FEWEST, _ALL = 20, 0.99


def check_genders(
    texts: Mapping[str, Sequence[str]],
    sources: Mapping[str, Sequence[str]],
    testset: Testset,
    path: str | os.PathLike[str],
) -> None:
    """Raise InputError where one file is given for both genders, or the sources are swapped.

    `texts`: the translations of each gender, `sources` those of the set, where it has them; `path`:
    the masculine translations.
    """
    feminine, masculine = (texts[gender] for gender in GENDERS)
    written = [pair for pair in zip(feminine, masculine, strict=True) if any(pair)]
    equal = sum(letters(first) == letters(second) for first, second in written)
    if len(written) >= _FEWEST and equal >= _ALL * len(written):
        raise InputError(
            "translations.same-for-genders",
            f"{equal} of {len(written)} translations are those of the feminine sources",
            file=path,
            hint="give two files: the translations of the feminine sources, then those of the "
            "masculine ones",
        )
    for gender, other in zip(GENDERS, reversed(GENDERS), strict=True):
        genders = [
            source_gender_of_line
            for line in sources.get(gender, ())
            if (source_gender_of_line := source_gender(line))
        ]
        if len(genders) >= _FEWEST and genders.count(other) > 0.5 * len(genders):
            raise InputError(
                "testset.genders-swapped",
                f"{genders.count(other)} of {len(genders)} {gender} sources with a pronoun are "
                f"{other}",
                file=testset.sources[gender],
                hint="check whether the files of the test set are swapped",
            )


#: Rows that are wrong in both genders, from so many and this share of all on: of 14 systems into
#: Portuguese the poorest had 4 %, all others less than 1 %.
_LEAST, _SWAPPED = 10, 0.1


def swapped_rows(feminine: Sequence[GenEvalItem], masculine: Sequence[GenEvalItem]) -> list[int]:
    """Return the rows (from 0) whose two translations are each other's; [] where these are few.

    The right translations of a pair, given the other way round, are wrong twice.
    """
    rows = [
        {feminine_item.outcome, masculine_item.outcome}
        for feminine_item, masculine_item in zip(feminine, masculine, strict=True)
    ]
    wrong = [n for n, outcomes in enumerate(rows) if outcomes == {Outcome.WRONG}]
    return wrong if len(wrong) >= max(_LEAST, _SWAPPED * len(rows)) else []


def separator_warnings(lines: Sequence[str]) -> Warnings:
    """Return warnings of the rows whose sentence before cannot be told from the sentence itself."""
    lost = [number for number, line in enumerate(lines, 1) if not has_separator(line)]
    if 2 * len(lost) > len(lines):
        problem = (
            f"{len(lost)} of {len(lines)} translations have no <sep>: whole lines are scored. If "
            "they have two sentences, the first one counts too: keep <sep> in translation, or give "
            "the second sentence alone"
        )
        return [warning(Kind.NO_SEPARATOR, lost[0], problem, len(lost))]
    problem = "no <sep>, unlike most lines: the preceding sentence is scored as well"
    return [warning(Kind.NO_SEPARATOR, number, problem) for number in lost]


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
                Test.BOOTSTRAP,
            )
            for gender in GENDERS
        ),
        Field(
            "bleu_gap",
            "ΔBLEU",
            "BLEU M minus BLEU F",
            Unit.POINTS,
            _ZERO,
            Test.BOOTSTRAP,
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
    """Yield the outcomes, which rows (pairs, or contextual rows) are covered, and BLEU."""
    yield from observed_outcomes(report)
    outcomes = report.report.get("outcomes") or {}
    for name in ("pairs", "rows"):
        if name in outcomes:
            covered = {"coverage": report.outcome(name).translate(_COVERED)}
            yield from observed_outcomes(Outcomes(report.name, {"outcomes": covered}))
    if "pairs" in outcomes and outcomes.keys() >= {"bleu_feminine", "bleu_masculine"}:
        feminine, masculine = (CorpusScore("bleu", start) for start in (0, COLUMNS["bleu"]))
        yield ObservedRows(
            np.hstack([report.corpus_counts(f"bleu_{gender}", "bleu") for gender in GENDERS]),
            {
                "bleu_feminine": (feminine, Test.BOOTSTRAP),
                "bleu_masculine": (masculine, Test.BOOTSTRAP),
                "bleu_gap": (minus(masculine, feminine), Test.BOOTSTRAP),
            },
            resampling=sampled_sums,
        )
    elif "pairs" in outcomes:
        say_once(
            f"{report.name}: BLEU cannot be compared, since the file has no outcomes of it: "
            "score the translations again with this version of cdaflow"
        )


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
            "translations.file-count",
            "--context takes one file of translations"
            if context
            else "two files of translations are expected, of the feminine and of the masculine "
            "sources (or one with --context)",
        )
    references = {
        "feminine": reference_feminine,
        "masculine": reference_masculine,
        "original": reference_original,
        "flipped": reference_flipped,
    }
    given_references = {role: path for role, path in references.items() if path is not None}
    if data is None:
        testset = given_testset(given_references, source, context)
    elif given_references or source:
        raise UsageError(
            "option.data-and-files",
            "--data excludes references and sources, which it contains",
        )
    else:
        testset = find_testset(data, lang, split=split, context=context)
    if context:
        return score_context(translation[0], testset, lang, options)
    by_gender = dict(zip(GENDERS, translation, strict=True))
    return score_sentences(by_gender, testset, lang, options)


def score_sentences(
    translations: Mapping[str, str | os.PathLike[str]],
    testset: Testset,
    language: str,
    options: ScoreOptions = ScoreOptions(),
) -> ScoreReport:
    """Return the report on the counterfactual set.

    `translations`: "feminine" (of the feminine sources) and "masculine". The outcomes are a string
    for each gender and for the pairs, one character of `geneval_rows.Outcome` a row; those of
    "official_..." have c and i, those of "bleu_..." what BLEU sums over the sentences.

    Raises InputError where a file is absent, empty or has another number of lines.
    """
    repairs: Warnings = []
    references = read_references(testset, repairs)
    path = testset.references["feminine"]
    check_references(references["feminine"], references["masculine"], language, path)
    texts = {}
    for gender in GENDERS:
        part_warnings: Warnings = []
        rows = len(references[gender])
        texts[gender] = read_rows(translations[gender], rows, f"{gender} references", part_warnings)
        repairs += in_part(gender, part_warnings)
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
    check_genders(texts, sources, testset, translations["masculine"])
    warnings = repairs
    for gender in GENDERS:
        part_warnings = check(
            texts[gender],
            language,
            sources=sources.get(gender, ()),
            references=references[gender],
        )
        warnings += in_part(gender, part_warnings)
    tallies = [tally(items[gender]) for gender in GENDERS]
    swapped = swapped_rows(*(items[gender] for gender in GENDERS))
    is_file = len(swapped) > len(whole) / 2 or all(
        counts["wrong"] > counts["right"] for counts in tallies
    )
    problem = "wrong in both translations: they may be swapped (feminine comes first)"
    for n in [0] if is_file else swapped:
        count = len(whole) if is_file else 1
        warnings.insert(0, warning(Kind.GENDERS_SWAPPED, n + 1, problem, len(GENDERS) * count))
    pairs = tally(whole)
    del pairs["mixed"]  # the words of a pair are those of two translations
    return _report(
        METRIC,
        testset,
        whole,
        parts,
        options,
        language=language,
        inputs={f"translation_{gender}": text_digest(translations[gender]) for gender in GENDERS},
        counts={"pairs": pairs},
        outcomes=outcome_letters({"pairs": whole, **items})
        | {f"bleu_{gender}": _bleu_text(parts[gender], language) for gender in GENDERS},
        warnings=warnings,
        lines=len(GENDERS) * len(whole),
        sentences=_sentence_lines(
            (gender, items[gender], sources.get(gender), texts[gender]) for gender in GENDERS
        ),
    )


def _bleu_text(part: Part, language: str) -> str:
    """Return what BLEU sums over the sentences of a gender, as an outcome."""
    return number_text(part.statistics(metrics_for(language)["bleu"])[:, KEPT["bleu"]])


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
    repairs: Warnings = []
    references = read_references(testset, repairs)
    original, flipped = references["original"], references["flipped"]
    lines = read_rows(translation, len(original), "references", repairs)
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
        inputs={"translation": text_digest(translation)},
        counts={
            "whole": tally(whole),
            "rows_with_separator": sum(map(has_separator, lines)),
            "gender_not_told": genders.count(""),
        },
        outcomes=outcome_letters({"rows": whole})
        | {"gender": "".join(gender[:1] or "-" for gender in genders)},
        warnings=[
            *repairs,
            *separator_warnings(lines),
            *check(
                texts,
                language,
                sources=[scored_part(line) for line in sources or ()],
                references=original,
            ),
        ],
        lines=len(lines),
        sentences=_sentence_lines([("context", whole, sources, texts)]),
    )


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
    **fields: Any,
) -> ScoreReport:
    """Return the report on a set; `fields`: the other fields of `ScoreReport`."""
    digests = {f"reference_{role}": digest(path) for role, path in testset.references.items()}
    # The gender of a row of the contextual set is read off its source.
    sources = map(digest, testset.sources.values())
    signed = {"source": short(*sources)} if metric is CONTEXT else {}
    return ScoreReport(
        metric=metric.name,
        language=language,
        system=options.system,
        training=options.training,
        base_training=options.base_training,
        testset=testset.name,
        scores=_rates(whole, parts, options) | _quality(parts, language, options),
        inputs={**digests, **inputs},
        signature=options.signature(metric, data=short(*digests.values()), **signed),
        counts={**counts, **{gender: tally(parts[gender].items) for gender in GENDERS}},
        **fields,
    )


def _sentence_lines(
    items: Iterable[tuple[str, Sequence[GenEvalItem], Sequence[str] | None, Sequence[str]]],
) -> Iterator[str]:
    """Return the lines of the file of sentences (TSV), the header first.

    `items`: for each file its name (its gender), what was found in it, the sources where they are
    known, and its lines.
    """
    return tsv_lines(
        METRIC.sentences,
        (
            (
                str(number),
                source,
                text,
                name,
                result.outcome.name.lower(),
                "correct" if result.official else "incorrect",
                " ".join(result.own),
                " ".join(result.wrong),
            )
            for name, results, sources, translations in items
            for number, (result, source, text) in enumerate(
                zip(results, sources or [""] * len(results), translations, strict=True), 1
            )
        ),
    )


#: name of the rate: (what is counted, of what); columns of `_cell`.
_RATES = {
    "accuracy": ("right", "decidable"),
    "coverage": ("covered", "decidable"),
    "accuracy_covered": ("right", "covered"),
    "accuracy_official": ("official_correct", "rows"),
}


def _rates(
    whole: Sequence[GenEvalItem], parts: Mapping[str, Part], options: ScoreOptions
) -> dict[str, Estimate]:
    """Return in percent each accuracy, coverage and gap.

    `whole`: the item of each row of the set (of a pair: of both of its translations).
    """
    rows = np.hstack([count_rows(parts[name].items) for name in GENDERS])
    samples = resampled_sums(rows, options.bootstrap, options.seed)
    total = tally(whole)
    result = {}
    for name, (numerator, denominator) in _RATES.items():
        over, under = COUNTED.index(numerator), COUNTED.index(denominator)
        feminine = Share([over], [under])
        masculine = Share([len(COUNTED) + over], [len(COUNTED) + under])
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
