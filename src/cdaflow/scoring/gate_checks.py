"""What looks wrong in the rewrites of GATE: as rewrites, and as text beside the variants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cdaflow.alignment.words import letters
from cdaflow.errors import InputError
from cdaflow.scoring.gate_rows import GateRow, Outcome, VariantItems
from cdaflow.scoring.sanity import check
from cdaflow.statistics.warnings import Kind, Warnings, in_part, of_lines, warning

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
