"""BLEU and chrF of a test set by sacrebleu, with signatures and intervals; COMET if wanted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import check_count, digest, read_lines, text_digest
from cdaflow.io.formats import readable_often
from cdaflow.io.recognition import Content
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Count, Target, Value
from cdaflow.scoring.comet import score_comet
from cdaflow.scoring.metric import (
    LABELS,
    TESTSET,
    Metric,
    ObservedRows,
    Outcomes,
    TableRow,
    number_text,
)
from cdaflow.scoring.report import ScoreOptions, ScoreReport, ScoreReports
from cdaflow.scoring.sanity import check
from cdaflow.scoring.translations import repaired_lines
from cdaflow.statistics import RESAMPLES, SACREBLEU_SEED, SEED, short
from cdaflow.statistics.estimates import Counts, Estimate
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.statistics.sacre import (
    KEPT,
    CorpusScore,
    metrics_for,
    paired_scores,
    sampled_sums,
    score_of,
    signature_of,
    statistics_of,
)
from cdaflow.statistics.warnings import Warnings


def _rows(report: Mapping[str, Any]) -> list[TableRow]:
    """Return the one row of a test set in the table."""
    return [TableRow({"testset": report["testset"]}, counts={"lines": report["lines"]})]


def _values(report: Mapping[str, Any]) -> dict[str, float]:
    """Return the scores of a report that its counts give."""
    counts = report.get("counts") or {}
    return {name: score_of_counts(name, report["language"], counts[name]) for name in counts}


def _observed(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield what sacrebleu sums over the sentences, which are sampled as it samples them."""
    for name, statistic in METRIC.statistics().items():
        rows = report.corpus_counts(name, name)
        yield ObservedRows(rows, {name: statistic}, resampling=sampled_sums)


METRIC = Metric(
    name="bleu",
    title="BLEU and chrF: quality of the translations",
    labels=(*LABELS, TESTSET),
    fields=(
        Field(
            "bleu",
            "BLEU",
            "word n-gram overlap with the reference",
            Unit.SCALE,
            Direction.HIGHER,
            Test.BOOTSTRAP,
            Interval.SHOWN,
            ends=("low", "high"),
            statistic=CorpusScore("bleu"),
        ),
        Field(
            "chrf",
            "chrF",
            "character n-gram overlap",
            Unit.SCALE,
            Direction.HIGHER,
            Test.BOOTSTRAP,
            statistic=CorpusScore("chrf"),
        ),
        Field("chrf++", about="chrF with word n-grams as well", unit=Unit.SCALE),
        Field("comet", about="learned metric, times 100", unit=Unit.POINTS,
              direction=Direction.HIGHER),
    ),
    counts=(Field("lines", "Lines", "sentences scored", Unit.COUNT),),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
    signatures={"BLEU": "signature", "chrF": "chrf_signature"},
    best="language and test set",
    called="BLEU and chrF",
    cited=("papineni-etal-2002-bleu", "popovic-2015-chrf", "post-2018-call"),
    method="<strong>BLEU</strong> and <strong>chrF</strong> compare translations of {testsets} "
    "with the references: gender should get better and these should not get worse.",
    rows=_rows,
    observed=_observed,
    values=_values,
)  # fmt: skip


def read_side(
    path: str | os.PathLike[str],
    column: str = "target",
    warnings: Warnings | None = None,
    what: str = "",
) -> list[str]:
    """Return the lines of a text file, or one column of a Parquet corpus, in order.

    `warnings`, `what`: see `translations.repaired_lines`.

    Raises InputError where the file is absent, damaged or has no such column of text.
    """
    if not str(path).endswith(".parquet"):
        return repaired_lines(path, read_lines(path, Content.SENTENCES), warnings, what)
    from cdaflow.io.parquet import read_texts  # takes a while to import

    texts = (text for (text,) in read_texts(path, (column,)))
    return repaired_lines(path, texts, warnings, what)


@dataclass(frozen=True)
class CometOptions:
    """Scores by COMET, to be installed apart.

    Attributes:
        comet (MODEL): score by COMET as well: name of a model, such as Unbabel/wmt22-comet-da, or a
            checkpoint file
        source: what was translated: a text file, or a .parquet corpus with a column source; once
            for each translation
        comet_gpus: GPUs (0: the CPU)
        comet_program (COMET-SCORE): path of comet-score, if COMET has an environment of its own
    """

    comet: str | None = None
    source: Annotated[Sequence[Path], Value(repeat=True)] = ()
    comet_gpus: Count = 0
    comet_program: str | None = None


def score_bleu(
    translation: Sequence[Path],
    /,
    *,
    lang: Target,
    reference: Annotated[Sequence[Path], Value(repeat=True)],
    testset: Annotated[Sequence[str], Value(metavar="NAME", repeat=True)] = (),
    chrf_plus: bool = False,
    lowercase: bool = False,
    comet: CometOptions = CometOptions(),
    options: ScoreOptions = ScoreOptions(seed=SACREBLEU_SEED),
) -> ScoreReports:
    """Score BLEU and chrF with signatures and intervals.

    The scores are those of sacrebleu. Several test sets are scored in one call by as many
    translations as --reference options, in the same order.

    Args:
        translation: translations, one a line (-: the standard input)
        reference: references: a text file, or a .parquet corpus with a column target; once for each
            translation
        testset: name of the test set (default: the reference's)
        chrf_plus: chrF++ besides chrF
        lowercase: score lower-cased text
    """
    number = len(translation)
    files = zip(
        translation,
        _each(reference, "--reference", number),
        _each(testset, "--testset", number),
        _each(comet.source, "--source", number),
        strict=True,
    )
    if comet.comet and not comet.source:
        raise ConfigError(
            "comet.no-source",
            "COMET requires the source sentences",
            hint="give them with --source",
        )
    orders = (0, 2) if chrf_plus else (0,)
    reports = []
    with ExitStack() as stack:
        for path, reference_file, name, source in files:
            own = replace(comet, source=(source,)) if comet.comet else None
            readable = stack.enter_context(readable_often(reference_file))
            reports.append(
                score_testset(path, readable, lang, options, name, orders, own, lowercase=lowercase)
            )
    return ScoreReports(reports)


def _each(values: Sequence[Any], option: str, number: int) -> Sequence[Any]:
    """Return an option's value for each translation, None where it is not given at all."""
    if values and len(values) != number:
        raise ConfigError(
            "option.count-of-translations",
            f"{option} is given {len(values)} times for {number} translations",
            hint=f"repeat {option} once for each translation, in the same order",
        )
    return values or [None] * number


def score_testset(
    hypothesis: str | os.PathLike[str],
    reference: str | os.PathLike[str],
    language: str,
    options: ScoreOptions = ScoreOptions(seed=SACREBLEU_SEED),
    testset: str | None = None,
    chrf_word_order: Sequence[int] = (0,),
    comet: CometOptions | None = None,
    *,
    lowercase: bool = False,
) -> ScoreReport:
    """Return the scores of the lines of `hypothesis` against those of `reference`.

    The scores are "bleu", "chrf", "chrf++" where `chrf_word_order` holds 2, and "comet" where
    `comet` is given: in points (0 to 100), with the 95 % bootstrap interval (none without
    resamples) and a signature of its own, which ends with the digest of the reference. The counts
    are what sacrebleu sums over the sentences, in its order: for BLEU the words of translation and
    reference, then the matches and the n-grams of the translation for n = 1 to 4; for chrF of each
    order the n-grams of the translation, those of the reference, and the matches. The outcomes of
    BLEU and chrF are the same of each sentence, without what follows from the others.

    Raises InputError where the files differ in lines or are empty; for COMET see `score_comet`.
    """
    repairs: Warnings = []
    references = read_side(reference, warnings=repairs, what="the reference")
    hypotheses = read_aligned(hypothesis, references, reference, warnings=repairs)
    if not hypotheses:
        raise InputError(
            "file.empty", "the file is empty: there is nothing to score", file=hypothesis
        )
    metrics = metrics_for(language, chrf_word_order, lowercase=lowercase)
    rows = {name: statistics_of(metric, hypotheses, references) for name, metric in metrics.items()}
    scores = {name: _corpus_score(metric, rows[name], options) for name, metric in metrics.items()}
    inputs = {"translation": text_digest(hypothesis), "reference": digest(reference)}
    if comet is not None:
        learned = score_comet(
            str(comet.comet),
            read_aligned(comet.source[0], references, reference, "source"),
            hypotheses,
            references,
            language=language,
            **options.resampling,
            gpus=comet.comet_gpus,
            program=comet.comet_program,
        )
        inputs["source"] = digest(comet.source[0])
        signed = f"{learned.signature}|source:{short(inputs['source'])}"
        scores["comet"] = replace(learned, signature=signed)
    return ScoreReport(
        metric=METRIC.name,
        language=language,
        system=options.system,
        training=options.training,
        base_training=options.base_training,
        scores={
            name: replace(score, signature=with_data(str(score.signature), reference))
            for name, score in scores.items()
        },
        inputs=inputs,
        lines=len(hypotheses),
        warnings=[
            *repairs,
            *check(hypotheses, language, references=references, lowercase=lowercase),
        ],
        testset=testset or Path(reference).name.partition(".")[0],
        counts={name: own.sum(axis=0).tolist() for name, own in rows.items()},
        outcomes={name: number_text(rows[name][:, KEPT[name]]) for name in KEPT},
        details={"lines": len(hypotheses)},
    )


def score_of_counts(name: str, language: str, counts: Sequence[int]) -> float:
    """Return a score of a report ("bleu", "chrf", "chrf++") from its counts of that name.

    ValueError where no text has such counts: more n-grams are shared than there are, or more of n
    words than of n - 1.
    """
    metric = metrics_for(language, (name.count("+"),))[name]
    if name == "bleu":  # sacrebleu: both lengths, then n-grams shared, then n-grams, by n
        length, _, *grams = counts
        shared, totals = grams[: len(grams) // 2], grams[len(grams) // 2 :]
        ordered = length == totals[0] and all(
            list(numbers) == sorted(numbers, reverse=True) for numbers in (shared, totals)
        )
        possible = ordered and all(a <= b for a, b in zip(shared, totals, strict=True))
    else:  # by n: n-grams, those of the reference, shared
        triples = zip(counts[::3], counts[1::3], counts[2::3], strict=True)
        possible = all(
            shared <= min(total, reference_total) for total, reference_total, shared in triples
        )
    if not possible or min(counts) < 0:
        raise ValueError(f"no text has the counts {counts} of {name}")
    return float(score_of(metric, np.array(counts, dtype=np.int64)))


def with_data(signature: str, reference: str | os.PathLike[str]) -> str:
    """Return a signature of sacrebleu with the digest of the reference, which it lacks."""
    return f"{signature}|data:{short(digest(reference))}"


def read_aligned(
    path: str | os.PathLike[str],
    references: Sequence[str],
    reference: str | os.PathLike[str],
    column: str = "target",
    warnings: Warnings | None = None,
) -> list[str]:
    """Return the lines of a file (see `read_side`) that belong to those of the references.

    Raises InputError where there are more or fewer.
    """
    lines = read_side(path, column, warnings)
    check_count(
        path,
        lines,
        len(references),
        f"the reference {reference} has {len(references)}",
        hint="translate the whole test set again, one line for each source line",
    )
    return lines


def _corpus_score(metric: Any, rows: Counts, options: ScoreOptions) -> Estimate:
    from sacrebleu.significance import estimate_ci

    # sacrebleu's own resampling has all sentences of all resamples in memory at once.
    values = paired_scores(metric, {"": rows}, options.bootstrap, options.seed)[""]
    score, *resampled = values.tolist()
    signature = signature_of(metric, options.bootstrap, options.seed)
    if len(resampled) < 2:
        return Estimate(score, None, None, signature)
    mean, half = estimate_ci(np.array(resampled))
    # A perfect score is a little above 100 by rounding, and so is the mean of such.
    low, high = (min(max(end, 0.0), 100.0) for end in (float(mean - half), float(mean + half)))
    return Estimate(score, low, high, signature)
