"""GATE (Rarrick et al. 2023): is the sentence rewritten for the gender that was asked for?

A returned sentence is an offer: it counts in precision; an empty one costs recall alone. F0.5
weighs precision. What is an offer, and what is right: see `cdaflow.scoring.gate_rows`.

- precision: right of the offered; recall: right of those to be rewritten;
  F0.5 = 1.25 right / (offered + 0.25 to be rewritten), which is the F of the two.
- The `official` scores are those of the published tool.

Precision and recall have Wilson intervals, in which the variants of a row count as their effective
size, since they go right or wrong together; F0.5 has a percentile bootstrap interval over rows
(95 %).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.alignment.words import letters
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest, text_digest, tsv_lines
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Target, Value, any_gender
from cdaflow.scoring.gate_rows import (
    ADDS,
    GateRow,
    Outcome,
    VariantItems,
    read_gate,
    read_rewrites,
    score_items,
)
from cdaflow.scoring.metric import Metric, ObservedRows, Outcomes, TableRow
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.scoring.sanity import check, check_references
from cdaflow.statistics import RESAMPLES, SEED, short
from cdaflow.statistics.estimates import Counts, Estimate, Share, as_json, rate, ratio
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.statistics.warnings import Kind, Warnings, in_part, of_lines, warning

if TYPE_CHECKING:
    from numpy.typing import NDArray

GateFile = Annotated[Path, Value(help="GATE file of 2, 4 or 8 variants (.tsv, .tsv.gz)")]
GateSplit = Annotated[
    Literal["all", "dev", "test"],
    Value(help="take only the rows of this half (column data_split)"),
]

#: A variant by the letters of its people; of one, any spelling of the gender.
Variant = Annotated[str, Value(any_gender("f", "m"), "VARIANT")]


def f05(sums: Counts) -> NDArray[np.float64]:
    """Return 1.25 P R / (0.25 P + R) of right, offered and wanted (the last axis)."""
    right, offered, to_rewrite = sums[..., 0], sums[..., 1], sums[..., 2]
    value = ratio(5 * right, 4 * offered + to_rewrite)
    return np.where(to_rewrite == 0, np.nan, value)


_EXACT: dict[str, Any] = {"direction": Direction.HIGHER, "test": Test.BOOTSTRAP}


def _observed(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the rows of a report; their variants are rewritten together, so they are summed."""
    outcomes = report.report.get("outcomes")
    variants = [name for name in outcomes or {} if not name.startswith("official_")]
    adds = np.array([*ADDS.values()])
    for prefix, ending in (("", ""), ("official_", "_official")):
        # Without a variant there are no outcomes of any: "f" is missing, too.
        letters = dict.fromkeys((prefix + name for name in variants or "f"), "".join(ADDS))
        rows = adds[np.stack(report.columns(**letters))].sum(axis=0)
        yield ObservedRows(rows, METRIC.statistics(ending))


def _parts(report: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield a row for each variant that was asked for, where there are several, and each label."""
    several = report["variants"] if len(report["variants"]) > 1 else {}
    parts = {f"to {name}": part for name, part in several.items()} | report["labels"]
    for name, part in parts.items():
        scores = {key: Estimate(**score) for key, score in part["scores"].items()}
        yield TableRow({"part": name}, counts=part["counts"], scores=scores)


METRIC = Metric(
    name="gate",
    title="GATE: rewriting into another gender",
    fields=(
        Field("f05", "F0.5", "F0.5 of exact rewrites: precision weighs more than recall",
              Unit.SCALE, interval=Interval.SHOWN, statistic=f05, **_EXACT),
        Field("precision", "P", "right of the rewrites offered",
              statistic=Share([0], [1]), **_EXACT),
        Field("recall", "R", "right of the sentences to be rewritten",
              statistic=Share([0], [2]), **_EXACT),
        Field("complete", about="sentences of which every variant asked for is right",
              direction=Direction.HIGHER),
        Field("f05_official", "F0.5 publ.", "as published: apostrophes and quotes not normalised",
              Unit.SCALE, **_EXACT),
        Field("precision_official", "P publ.", "as published", **_EXACT),
        Field("recall_official", "R publ.", "as published", **_EXACT),
    ),
    counts=(Field("rows", "Rows", "sentences of the data", Unit.COUNT),),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
    signatures={"GATE": "signature"},
    sentences=(
        "line", "source", "rewrite", "reference", "variant", "outcome", "official", "labels",
    ),
    called="GATE",
    cited=("rarrick-etal-2023-gate",),
    rows=lambda report: [TableRow(counts={"rows": report["counts"]["rows"]})],
    parts=_parts,
    observed=_observed,
)  # fmt: skip


def score_gate(
    rewrites: Path,
    /,
    *,
    lang: Target,
    data: GateFile,
    split: GateSplit = "all",
    to: Variant | None = None,
    from_: Variant | None = None,
    options: ScoreOptions = ScoreOptions(),
) -> ScoreReport:
    """Score GATE: precision, recall and F0.5 of gender rewriting.

    The rewrites of a GATE file are of one variant, as plain lines (--to), or of several, as a TSV
    file whose header names them (f, m; ff, fm, ...). Only the exact reference is right; an empty
    line or cell offers no rewrite.

    Args:
        rewrites: a line for each row of the data (-: standard input)
        to (VARIANT): the variant that a plain file has: f, mm
        from_ (VARIANT): the variant that the system was given: outputs equal to it count as none
            offered (without this every output is an offer, as in the published tool)
    """
    rows = read_gate(data, split)
    feminine, masculine = (
        [row.variants.get(name * len(next(iter(row.variants))), "") for row in rows]
        for name in "fm"
    )
    check_references(feminine, masculine, lang, data)
    repairs: Warnings = []
    texts = read_rewrites(rewrites, rows, to, repairs)
    if from_ is not None and (from_ not in rows[0].variants or from_ in texts):
        problem = "is itself in the rewrites" if from_ in texts else "is not in the data"
        raise ConfigError(
            "variant.among-rewrites" if from_ in texts else "variant.unknown",
            f"the variant {from_!r} that was rewritten {problem}",
        )
    items = score_items(rows, texts, from_)
    overall, numbers = scores([column.outcomes for column in items], options)
    official, official_numbers = scores([column.official for column in items], options)
    complete = {"complete": _complete(items)} if len(items) > 1 else {}
    inputs = {"data": digest(data), "rewrites": text_digest(rewrites)}
    return ScoreReport(
        metric=METRIC.name,
        language=lang,
        system=options.system,
        training=options.training,
        base_training=options.base_training,
        scores=overall | complete | {f"{k}_official": score for k, score in official.items()},
        inputs=inputs,
        lines=len(rows) * len(items),
        warnings=[
            *repairs,
            *copy_warnings(rows, items, rewrites),
            *text_warnings(rows, items, lang),
            *rewrite_warnings(rows, items),
        ],
        signature=options.signature(
            METRIC,
            data=short(inputs["data"]),
            to="+".join(texts),
            **{"from": from_ or "any"},
            split=split,
        ),
        counts={
            "rows": len(rows),
            **numbers,
            **{f"{name}_official": number for name, number in official_numbers.items()},
            "outcomes": dict(Counter(item.name.lower() for c in items for item in c.outcomes)),
            "references_equal_to_another": sum(
                list(row.variants.values()).count(row.variants[name]) > 1
                for row in rows
                for name in texts
            ),
        },
        outcomes={c.variant: "".join(c.outcomes) for c in items}
        | {f"official_{c.variant}": "".join(c.official) for c in items},
        details={
            "variants": {c.variant: _part([c.outcomes], options) for c in items},
            "labels": _labels(rows, items, options),
        },
        sentences=_sentence_lines(rows, items),
    )


def _rows_of(outcomes: Sequence[Sequence[Outcome]]) -> Counts:
    """Return what each row adds to right, offered and wanted, over all its variants: (rows, 3)."""
    adds = np.array([[ADDS[outcome] for outcome in column] for column in outcomes], dtype=np.int64)
    return np.asarray(adds.reshape(len(outcomes), -1, 3).sum(axis=0))


def scores(
    outcomes: Sequence[Sequence[Outcome]], options: ScoreOptions
) -> tuple[dict[str, Estimate], dict[str, int]]:
    """Return precision, recall and F0.5 in percent, and their counts.

    `outcomes`: for each variant, those of the rows. A score without a denominator is None;
    F0.5 is 0 where something was to be rewritten and nothing is right.
    """
    rows = _rows_of(outcomes)
    right, offered, to_rewrite = map(int, rows.sum(axis=0))
    numbers = {"right": right, "offered": offered, "to_rewrite": to_rewrite}
    return options.estimates(METRIC, rows), numbers


def _part(outcomes: Sequence[Sequence[Outcome]], options: ScoreOptions) -> dict[str, Any]:
    """Return counts and scores of a part of the rewrites, as the report has them."""
    estimates, numbers = scores(outcomes, options)
    return {"counts": numbers, "scores": as_json(estimates)}


def _labels(
    rows: Sequence[GateRow], items: Sequence[VariantItems], options: ScoreOptions
) -> dict[str, Any]:
    """Return {label: {"rows", "counts", "scores"}}, the most frequent label first.

    A row counts once for each label that it has, however often the label stands in it.
    """
    frequency = Counter(label for row in rows for label in set(row.labels))
    result = {}
    for label, number in sorted(frequency.items(), key=lambda item: (-item[1], item[0])):
        chosen = [i for i, row in enumerate(rows) if label in row.labels]
        outcomes = [[column.outcomes[i] for i in chosen] for column in items]
        result[label] = {"rows": number, **_part(outcomes, options)}
    return result


def _complete(items: Sequence[VariantItems]) -> Estimate:
    """Return the share of rows with something to be rewritten in which all of it is right."""
    to_rewrite = right = 0
    for row in zip(*(column.outcomes for column in items), strict=True):
        needed = [item for item in row if item is not Outcome.LEFT_ALONE]
        to_rewrite += bool(needed)
        right += bool(needed) and set(needed) == {Outcome.RIGHT}
    return rate(right, to_rewrite)


def _sentence_lines(rows: Sequence[GateRow], items: Sequence[VariantItems]) -> Iterator[str]:
    """Return the lines of the file of sentences (TSV), the header first.

    "line" counts the rows that were scored from 1, as the lines of a plain file of rewrites.
    """
    return tsv_lines(
        METRIC.sentences,
        (
            (
                str(number),
                row.source,
                rewrite,
                row.variants[column.variant],
                column.variant,
                outcome.name.lower(),
                official.name.lower(),
                ";".join(row.labels),
            )
            for column in items
            for number, (row, rewrite, outcome, official) in enumerate(
                zip(rows, column.rewrites, column.outcomes, column.official, strict=True), 1
            )
        ),
    )


#: A rewrite changes a few words: one with a smaller share of each variant's is of another line.
_LEAST_SHARED = 0.4

#: Rewrites that are right but for their form: from so many, and this share of those offered, it is
#: how the file is written.
_FEWEST, _NEAR = 5, 0.05

#: Rewrites that are another variant to the letter: at least so many, and this share of them.
_LEAST, _COPIES = 20, 0.5

_WORD = re.compile(r"\w+")


def rewrite_warnings(
    rows: Sequence[GateRow], items: Sequence[VariantItems]
) -> Iterator[dict[str, Any]]:
    """Yield a warning for each rewrite that is no likely rewrite of its row."""
    for column in items:
        for number, (row, text, outcome) in enumerate(
            zip(rows, column.rewrites, column.outcomes, strict=True), 1
        ):
            if outcome not in (Outcome.WRONG, Outcome.SPOILT):
                continue
            if text.strip() == row.source.strip() or not _unlike(text, row):
                continue
            problem = "few words of any variant of this row: probably another line or language"
            yield from in_part(column.variant, [warning(Kind.NO_REWRITE, number, problem)])


def text_warnings(
    rows: Sequence[GateRow], items: Sequence[VariantItems], language: str
) -> Iterator[dict[str, Any]]:
    """Yield what looks wrong in the rewrites as text, alone and beside the variants asked for.

    That they are the variants themselves is what is hoped for.
    """
    for column in items:
        offered = [bool(text.strip()) for text in column.rewrites]
        beside = [row.variants[column.variant] for row in rows]
        references, sources = (
            [text if is_offered else "" for text, is_offered in zip(side, offered, strict=True)]
            for side in (beside, [row.source for row in rows])
        )
        warnings = check(column.rewrites, language, sources=sources, references=references)
        near = [
            n
            for n, (text, outcome) in enumerate(zip(column.rewrites, column.outcomes, strict=True))
            if outcome is Outcome.WRONG and letters(text) == letters(beside[n])
        ]
        if len(near) >= max(_FEWEST, _NEAR * sum(offered)):
            problem = "differs from the reference only in spaces, case or punctuation"
            of_lines(warnings, Kind.FORM, problem, near, len(rows))
        reported = (item for item in warnings if item["kind"] != Kind.IS_REFERENCE)
        yield from in_part(column.variant, reported)


def _unlike(text: str, row: GateRow) -> bool:
    words_of_text = set(_WORD.findall(text.lower()))
    variants = [set(_WORD.findall(variant.lower())) for variant in row.variants.values()]
    return (
        max(len(words_of_text & words) / max(len(words), 1) for words in variants) < _LEAST_SHARED
    )


def copy_warnings(rows: Sequence[GateRow], items: Sequence[VariantItems], path: Path) -> Warnings:
    """Return a warning for each variant whose rewrites are mostly those of another, to the letter.

    A system that changes nothing has such, too. Raises InputError where two variants have each
    other's rewrites, which no such system has.
    """
    copies: dict[str, tuple[str, int]] = {}
    for column in items:
        equal = {
            name: sum(
                text == row.variants[name] != row.variants[column.variant]
                for row, text in zip(rows, column.rewrites, strict=True)
            )
            for name in rows[0].variants
        }
        name = max(equal, key=equal.__getitem__)
        if equal[name] >= max(_LEAST, _COPIES * len(rows)):
            copies[column.variant] = (name, equal[name])
    for variant, (name, _) in copies.items():
        if copies.get(name, ("",))[0] == variant:
            raise InputError(
                "variant.rewrites-swapped",
                f"the rewrites of the variants {variant} and {name} are swapped",
                file=path,
            )
    return [
        warning(
            Kind.GENDERS_SWAPPED,
            1,
            f"{variant}: {count} of {len(rows)} rewrites are identical to the variant {name}: "
            "another file, or a system that changes nothing?",
            count,
        )
        for variant, (name, count) in copies.items()
    ]
