"""The rows of GATE (Rarrick et al. 2023): its file, that of the rewrites, and what became of each.

A row has one English source and its translation in every assignment of genders to the people
that the source leaves open: two variants (f, m), four (ff, fm, mf, mm) or eight. The system
is given one variant and must return another, exactly.

- Both ' and ’ are accepted for the apostrophe, and so is a cell that begins with a quotation
  mark with and without the quotes that a CSV reader takes off.
- The `official` outcomes compare as the published tool does: apostrophes as they stand, cells as
  a CSV reader reads them.
- Where it is known which variant the system was given, an output equal to it is no offer
  (as in Garg et al. 2024, appendix I), and rows whose two variants are equal have nothing to
  be rewritten: only an output that changes something there counts, as a wrong offer.
  Otherwise every output is an offer, as in the published tool.
"""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import check_count, read_lines, row_cells
from cdaflow.io.recognition import Content
from cdaflow.scoring.translations import repaired_lines
from cdaflow.statistics.warnings import Warnings

_APOSTROPHES = str.maketrans("’ʼ", "''")


class Outcome(StrEnum):
    """What became of one variant of a row, one character each."""

    RIGHT = "r"
    WRONG = "w"
    #: Nothing was offered, where something was to be rewritten.
    NONE = "e"
    #: Nothing was to be rewritten, and nothing was offered.
    LEFT_ALONE = "n"
    #: Nothing was to be rewritten, but something else was offered.
    SPOILT = "x"


#: What an outcome adds to: right, offered, to be rewritten.
ADDS = {
    Outcome.RIGHT: (1, 1, 1),
    Outcome.WRONG: (0, 1, 1),
    Outcome.NONE: (0, 0, 1),
    Outcome.LEFT_ALONE: (0, 0, 0),
    Outcome.SPOILT: (0, 1, 0),
}


@dataclass(frozen=True)
class GateRow:
    """A row of GATE; `line` is its line in the file, `variants` has a text an assignment."""

    line: int
    labels: tuple[str, ...]
    source: str
    variants: Mapping[str, str]


def score_item(
    rewrite: str, row: GateRow, variant: str, source_variant: str | None = None
) -> Outcome:
    """Return what became of `variant` of `row`; `source_variant`: what was rewritten."""
    offered = _plain(rewrite)
    to_rewrite = True
    if source_variant is not None:
        before = _accepted(row.variants[source_variant])
        to_rewrite = not before & _accepted(row.variants[variant])
        if offered in before:
            offered = ""
    if not offered:
        return Outcome.NONE if to_rewrite else Outcome.LEFT_ALONE
    if not to_rewrite:
        return Outcome.SPOILT
    return Outcome.RIGHT if offered in _accepted(row.variants[variant]) else Outcome.WRONG


def score_official(rewrite: str, row: GateRow, variant: str) -> Outcome:
    """Return what became of `variant` of `row` by the rule of the published tool."""
    offered = rewrite.strip()
    if not offered:
        return Outcome.NONE
    right = offered == _as_csv(row.variants[variant]).strip()
    return Outcome.RIGHT if right else Outcome.WRONG


def _accepted(cell: str) -> frozenset[str]:
    return frozenset({_plain(cell), _plain(_as_csv(cell))})


def _plain(text: str) -> str:
    return text.translate(_APOSTROPHES).strip()


def _as_csv(cell: str) -> str:
    """Return a cell as a CSV reader has it: quotes at its start, and their partners, go."""
    if not cell.startswith('"'):
        return cell
    return next(csv.reader([cell], delimiter="\t"))[0]


@dataclass(frozen=True)
class VariantItems:
    """The outcomes of all rows for one variant; all of the same length, in order of the rows."""

    variant: str
    rewrites: Sequence[str]
    outcomes: Sequence[Outcome]
    official: Sequence[Outcome]


def score_items(
    rows: Sequence[GateRow],
    rewrites: Mapping[str, Sequence[str]],
    source_variant: str | None = None,
) -> list[VariantItems]:
    """Return the outcomes of each variant that `rewrites` has."""
    return [
        VariantItems(
            variant,
            texts,
            [
                score_item(text, row, variant, source_variant)
                for text, row in zip(texts, rows, strict=True)
            ],
            [score_official(text, row, variant) for text, row in zip(texts, rows, strict=True)],
        )
        for variant, texts in rewrites.items()
    ]


_HINT = "one line for each row of the data is expected, empty where there is no rewrite"

_ASSIGNMENT = re.compile(r"[fm]+")


def read_gate(path: str | os.PathLike[str], split: str = "all") -> list[GateRow]:
    """Return the rows of a GATE file (TSV with a header), of one half or "all".

    Raises InputError where a column is missing or doubled, the assignments are not of one
    length, a row has another number of cells or an empty variant, or no row is of the half.
    """
    lines = iter(repaired_lines(path, read_lines(path, Content.TABLE)))
    header = next(lines, "").split("\t")
    variants = [name for name in header if _ASSIGNMENT.fullmatch(name)]
    _check_header(path, header, variants, split)
    rows = []
    for number, line in enumerate(lines, 2):
        row = row_cells(path, number, header, line.split("\t"))
        empty = [name for name in variants if not row[name].strip()]
        if empty:
            raise InputError(
                "variant.empty", f"the variant {empty[0]} is empty", file=path, line=number
            )
        if split in ("all", row.get("data_split")):
            labels = tuple(label for item in row["labels"].split(";") if (label := item.strip()))
            texts = {name: row[name] for name in variants}
            rows.append(GateRow(number, labels, row["source"], texts))
    if not rows:
        where = "" if split == "all" else f" with data_split {split}"
        raise InputError("gate.no-rows", f"the file has no rows{where}", file=path)
    return rows


def column(rows: Sequence[GateRow], variant: str) -> list[str]:
    """Return one variant of each row, or its English ("source"); ConfigError for another name."""
    columns = ("source", *rows[0].variants)
    if variant not in columns:
        raise ConfigError(
            "variant.unknown",
            f"the data have no variant {variant!r}, only {', '.join(columns)}",
        )
    return [row.source if variant == "source" else row.variants[variant] for row in rows]


def _check_header(
    path: str | os.PathLike[str], header: Sequence[str], variants: Sequence[str], split: str
) -> None:
    required = ["labels", "source"] + (["data_split"] if split != "all" else [])
    missing = [name for name in required if name not in header]
    if missing or len(variants) < 2:
        raise InputError(
            "gate.header-incomplete",
            f"the header lacks {', '.join(missing) or 'the variants'}",
            file=path,
            line=1,
            hint="expected: a TSV file of GATE, with the columns labels, source, and f, m (or ff, "
            "fm, mf, mm, or fff to mmm)",
        )
    doubled = [name for name, number in Counter(header).items() if number > 1]
    if doubled:
        raise InputError(
            "column.duplicate", f"the column {doubled[0]} is duplicated", file=path, line=1
        )
    if len({len(name) for name in variants}) > 1:
        raise InputError(
            "variant.assignment-lengths",
            f"assignments of different lengths: {', '.join(variants)}",
            file=path,
            line=1,
        )


def read_rewrites(
    path: str | os.PathLike[str],
    rows: Sequence[GateRow],
    to: str | None = None,
    warnings: Warnings | None = None,
) -> dict[str, list[str]]:
    """Return the rewrites of each variant: one text a row, "" where none is offered.

    With `to` the file has plain lines, all of that variant. Without it, it is a TSV file whose
    header names variants of the data, in any order, as many as the system makes; quotation
    marks in it are text. An empty line offers nothing. `warnings`: see `repaired_lines`.

    Raises InputError where the header has an unknown or doubled variant, or the number of
    lines or cells is another; ConfigError where `to` is not in the data.
    """
    content = Content.TABLE if to is None else Content.SENTENCES
    lines = repaired_lines(path, read_lines(path, content), warnings)
    variants = list(rows[0].variants)
    if to is not None:
        if to not in variants:
            raise ConfigError(
                "variant.unknown",
                f"the data have no variant {to!r}, only {', '.join(variants)}",
            )
        hint = _HINT
        if lines and lines[0] in variants:
            hint = f"the first line is {lines[0]!r}: leave out --to if it is a header"
        check_count(path, lines, len(rows), f"the data have {len(rows)} rows", hint=hint)
        return {to: lines}
    header = lines[0].split("\t") if lines else []
    unknown = [name for name in header if name not in variants]
    if unknown or not header:
        raise InputError(
            "rewrites.no-known-variant",
            f"the header names no variant of the data ({', '.join(variants)}): "
            f"{unknown[0][:40] if unknown else ''!r}",
            file=path,
            line=1,
            hint="the first line of a TSV file of rewrites names the variants in its columns; for "
            "a plain file, name its variant (--to)",
        )
    if len(set(header)) < len(header):
        name = next(name for name, number in Counter(header).items() if number > 1)
        raise InputError(
            "variant.duplicate", f"the variant {name} is duplicated", file=path, line=1
        )
    check_count(path, lines[1:], len(rows), f"the data have {len(rows)} rows", hint=_HINT)
    table = [
        row_cells(path, number, header, line.split("\t") if line else [""] * len(header))
        for number, line in enumerate(lines[1:], 2)
    ]
    return {name: [row[name] for row in table] for name in header}
