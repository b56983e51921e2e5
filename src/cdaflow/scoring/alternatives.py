"""Gender alternatives (Garg et al. 2024): offered where they should be, rightly, for whom.

The paper's authors published no scorer. Its figures are in `cdaflow.scoring.alternatives_figures`,
what is counted of a sentence in `cdaflow.scoring.alternatives_rows`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from cdaflow.alternatives.structures import marked
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import check_count, digest, text_digest, tsv_lines
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Target
from cdaflow.scoring.alternatives_figures import METRIC, bleu_rows, folded, outcomes_of
from cdaflow.scoring.alternatives_files import Side, check_sides, find_sources, read_side
from cdaflow.scoring.alternatives_rows import OF_PEOPLE, Count, count_rows
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.statistics import short
from cdaflow.statistics.estimates import Counts

__all__ = ["METRIC", "score_alternatives"]

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
