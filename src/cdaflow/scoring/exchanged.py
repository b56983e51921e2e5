"""Whether files that differ in gender alone were given for each other."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import digest, read_table
from cdaflow.languages.contrast import are_exchanged
from cdaflow.scoring.gate import Judged as Rewritten
from cdaflow.scoring.gate import Row as GateRow
from cdaflow.scoring.winomt_data import DIGESTS
from cdaflow.scoring.winomt_judge import Judged
from cdaflow.statistics.warnings import Kind, Warnings, warning

#: Rows that must be of a stereotyped profession, and the share of them by which a half is known.
_LEAST, _SHARE = 20, 0.8

#: Share of the rewrites that are another variant to the letter.
_COPIES = 0.5


def check_halves(pro: str | os.PathLike[str] | None, anti: str | os.PathLike[str] | None) -> None:
    """Raise InputError where a half of WinoMT is given as the other, or for the whole of it."""
    for path, role, own in ((pro, "pro", "en_pro.txt"), (anti, "anti", "en_anti.txt")):
        found = None if path is None else _known_as(digest(path))
        if found is not None and found != own:
            raise InputError(
                f"this is {found} of WinoMT, given as its {role}-stereotypical half",
                file=path,
                hint=f"give {own} there; are the two halves exchanged?",
            )


def _known_as(found: str) -> str | None:
    return next((name for name, known in DIGESTS.items() if known == found), None)


@cache
def stereotypes() -> Mapping[str, str]:
    """Return "male" or "female" by profession: the 40 of WinoBias (Zhao et al. 2018, table 1)."""
    path = Path(__file__).with_name("winobias.tsv")
    return {row["profession"]: row["stereotype"] for _, row in read_table(path, ("stereotype",))}


def halves_warnings(judged: Sequence[Judged]) -> Warnings:
    """Return a warning for each half of a challenge set whose rows are mostly of the other one."""
    known = stereotypes()
    warnings: Warnings = []
    for half, other in (("pro", "anti"), ("anti", "pro")):
        rows = [
            item.row
            for item in judged
            if item.half == half and item.row.entity.casefold() in known
            if item.row.gender != "neutral"
        ]
        agreeing = sum(known[row.entity.casefold()] == row.gender for row in rows)
        wrong = len(rows) - agreeing if half == "pro" else agreeing
        if len(rows) >= _LEAST and wrong >= _SHARE * len(rows):
            problem = (
                f"{wrong} of {len(rows)} rows of the {half}-stereotypical half are "
                f"{other}-stereotypical: are the halves exchanged?"
            )
            warnings.append(warning(Kind.HALVES_SWAPPED, 1, problem, len(rows)))
    return warnings


def check_references(
    feminine: Sequence[str],
    masculine: Sequence[str],
    language: str,
    path: str | os.PathLike[str],
) -> None:
    """Raise InputError where the feminine version of sentences is plainly the masculine one."""
    if are_exchanged(zip(feminine, masculine, strict=True), language):
        raise InputError(
            "the feminine and the masculine version are exchanged",
            file=path,
            hint="most words that differ have feminine endings in the masculine version",
        )


def check_gate(rows: Sequence[GateRow], language: str, path: str | os.PathLike[str]) -> None:
    """Raise InputError where the columns f and m of a GATE file are exchanged."""
    names = [name * len(next(iter(rows[0].variants))) for name in "fm"]
    texts = [[row.variants.get(name, "") for row in rows] for name in names]
    check_references(texts[0], texts[1], language, path)


def gate_warnings(
    rows: Sequence[GateRow], judged: Sequence[Rewritten], path: str | os.PathLike[str]
) -> Warnings:
    """Return a warning for each variant whose rewrites are mostly those of another, to the letter.

    A system that changes nothing has such, too. Raises InputError where two variants have each
    other's rewrites, which no such system has.
    """
    copies: dict[str, tuple[str, int]] = {}
    for column in judged:
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
                f"the rewrites of the variants {variant} and {name} are exchanged", file=path
            )
    return [
        warning(
            Kind.GENDERS_SWAPPED,
            1,
            f"{variant}: {count} of {len(rows)} rewrites are the variant {name} to the letter: "
            "another file, or a system that changes nothing?",
            count,
        )
        for variant, (name, count) in copies.items()
    ]
