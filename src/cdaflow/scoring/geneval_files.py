"""MT-GenEval from files: finds and checks the test set, then scores and reports."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import check_count, digest, read_lines
from cdaflow.scoring.geneval import (
    GenEvalItem,
    has_separator,
    score_item,
    score_pair,
    scored_part,
    source_gender,
)
from cdaflow.scoring.geneval_metrics import CONTEXT, GENDERS, METRIC, Part, counts, quality, rates
from cdaflow.scoring.metric import Metric
from cdaflow.scoring.report import ScoreReport
from cdaflow.scoring.sanity import check, check_references
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.signature import short, signature
from cdaflow.statistics.warnings import Kind, Warnings, in_part, warning


@dataclass(frozen=True)
class Testset:
    """The files of a test set, by role.

    Roles of references: "feminine" and "masculine", or "original" (the right ones) and
    "flipped" in the contextual set. `sources` may be empty: they serve the warnings, and tell
    the gender of the rows of a contextual set.
    """

    #: Not a class of tests, whatever its name says to pytest.
    __test__ = False

    name: str
    references: Mapping[str, Path]
    sources: Mapping[str, Path] = field(default_factory=dict)


def find_testset(
    folder: str | os.PathLike[str], language: str, *, split: str = "test", context: bool = False
) -> Testset:
    """Return the files of `language` in a copy of the MT-GenEval data.

    `folder` holds the folders `sentences` and `context` (the repository's folder `data`, or
    the repository).

    Raises InputError where a file is absent, naming the languages that are there.
    """
    root = Path(folder)
    if (root / "data" / "sentences").is_dir():
        root /= "data"
    pair = f"{split}.en_{language}"
    if context:
        stem = "context/geneval-context-wikiprofessions-{}-" + pair
        roles, sources = ("original", "flipped"), {"source": "2to1"}
    else:
        stem = f"sentences/{split}/geneval-sentences-{{}}-{pair}"
        roles, sources = GENDERS, {role: role for role in GENDERS}
    testset = Testset(
        name=f"{'context' if context else 'sentences'}-{split}",
        references={role: root / f"{stem.format(role)}.{language}" for role in roles},
        sources={role: root / f"{stem.format(name)}.en" for role, name in sources.items()},
    )
    for path in (*testset.references.values(), *testset.sources.values()):
        if not path.is_file():
            there = sorted(
                {found.suffix[1:] for found in path.parent.glob(f"*-{split}.en_*")} - {"en"}
            )
            raise InputError(
                f"the {testset.name} set of {language!r} is not here (no such file)",
                file=path,
                hint=f"languages of this set in {path.parent}: {', '.join(there) or 'none'}",
            )
    return testset


def score_sentences(
    translations: Mapping[str, str | os.PathLike[str]],
    testset: Testset,
    *,
    language: str,
    system: str | None = None,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[ScoreReport, list[tuple[str, list[GenEvalItem], list[str]]]]:
    """Return the report on the counterfactual set, and each file's rows with their item.

    `translations`: "feminine" (of the feminine sources) and "masculine". The report is as of
    every scorer: "metric", "language", "system", "testset", "signature", "inputs", "counts",
    "scores" (see `geneval_metrics`), "outcomes" (a string for each gender and for the pairs,
    one character of `geneval.Outcome` a row; "official_..." has c and i), "warnings".

    Raises InputError where a file is absent, empty or has another number of lines.
    """
    references = _references(testset)
    check_references(
        references["feminine"],
        references["masculine"],
        language,
        testset.references["feminine"],
    )
    texts = {
        gender: _read(translations[gender], len(references[gender]), f"{gender} references")
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
    sources = _sources(testset, len(whole))
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
    tallies = [counts(items[gender]) for gender in GENDERS]
    if all(tally["wrong"] > tally["right"] for tally in tallies):
        problem = "more wrong than right in both files: are they swapped (feminine comes first)?"
        warnings.insert(0, warning(Kind.GENDERS_SWAPPED, 1, problem, len(GENDERS) * len(whole)))
    whole_counts = counts(whole)
    del whole_counts["mixed"]  # the words of a pair are those of two translations
    report = _report(
        METRIC,
        testset,
        whole,
        parts,
        language=language,
        system=system,
        bootstrap=bootstrap,
        seed=seed,
        inputs={f"translation_{gender}": digest(translations[gender]) for gender in GENDERS},
        counts={"pairs": whole_counts},
        outcomes=_outcomes("pairs", whole)
        | {k: v for gender in GENDERS for k, v in _outcomes(gender, items[gender]).items()},
        warnings=warnings,
        lines=len(GENDERS) * len(whole),
    )
    return report, [(gender, items[gender], texts[gender]) for gender in GENDERS]


def score_context(
    translation: str | os.PathLike[str],
    testset: Testset,
    *,
    language: str,
    system: str | None = None,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[ScoreReport, list[tuple[str, list[GenEvalItem], list[str]]]]:
    """Return the report on the contextual set, and its rows with their item.

    The references translate the second sentence of each source alone. Of a translation that
    has `<sep>` (or what a system made of it) only what follows it is scored, but by the published
    accuracy, which knows nothing of it; where under half of the rows have one, a warning says so.
    The gender of a row is that of the English pronouns, where they agree
    (`geneval.source_gender`); other rows count in the whole set only.

    Returns and raises as `score_sentences`.
    """
    references = _references(testset)
    original, flipped = references["original"], references["flipped"]
    lines = _read(translation, len(original), "references")
    texts = [scored_part(line) for line in lines]
    whole = [
        score_item(text, right, wrong, whole=line)
        for text, right, wrong, line in zip(texts, original, flipped, lines, strict=True)
    ]
    sources = _sources(testset, len(whole)).get("source")
    genders = [source_gender(line) for line in sources] if sources else [""] * len(whole)
    parts = {
        gender: Part(
            [item if g == code else None for item, g in zip(whole, genders, strict=True)],
            texts,
            original,
        )
        for gender, code in (*zip(GENDERS, GENDERS, strict=True), ("rest", ""))
    }
    report = _report(
        CONTEXT,
        testset,
        whole,
        parts,
        language=language,
        system=system,
        bootstrap=bootstrap,
        seed=seed,
        inputs={"translation": digest(translation)},
        counts={
            "whole": counts(whole),
            "rows_with_separator": sum(map(has_separator, lines)),
            "gender_not_told": genders.count(""),
        },
        outcomes=_outcomes("rows", whole)
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
    )
    return report, [("context", whole, texts)]


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
    *,
    language: str,
    bootstrap: int,
    seed: int,
    inputs: Mapping[str, str],
    **given: Any,
) -> ScoreReport:
    """Return the report on a set; `given`: the other fields of `ScoreReport`."""
    digests = {f"reference_{role}": digest(path) for role, path in testset.references.items()}
    options = {"bootstrap": bootstrap, "seed": seed}
    given["counts"] |= {gender: counts(parts[gender].items) for gender in GENDERS}
    return ScoreReport(
        metric=metric.name,
        language=language,
        testset=testset.name,
        scores={
            **rates(whole, parts, **options),
            **quality(parts, language=language, **options),
        },
        inputs={**digests, **inputs},
        signature=signature(metric.name, {"data": short(*digests.values())}, **options),
        **given,
    )


def _outcomes(name: str, items: Sequence[GenEvalItem]) -> dict[str, str]:
    return {
        name: "".join(item.outcome for item in items),
        f"official_{name}": "".join("c" if item.official else "i" for item in items),
    }


def _references(testset: Testset) -> dict[str, list[str]]:
    references = {role: list(read_lines(path)) for role, path in testset.references.items()}
    (first, lines), (second, others) = references.items()
    if len(lines) != len(others) or not lines:
        raise InputError(
            f"{len(others)} lines, but the {first} references have {len(lines)}",
            file=testset.references[second],
            hint="both references of a row must stand on the same line",
        )
    return references


def _sources(testset: Testset, rows: int) -> dict[str, list[str]]:
    return {role: _read(path, rows, "references") for role, path in testset.sources.items()}


def _read(path: str | os.PathLike[str], rows: int, what: str) -> list[str]:
    lines = list(read_lines(path))
    check_count(
        path,
        lines,
        rows,
        f"the {what} have {rows}",
        hint="one line for each source line is wanted; is it of this language and split?",
    )
    return lines
