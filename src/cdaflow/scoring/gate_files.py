"""GATE from files: reads and checks the data and the rewrites, then scores and reports."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import check_count, digest, read_lines
from cdaflow.scoring.gate import (
    METRIC,
    GateRow,
    Outcome,
    VariantItems,
    breakdown,
    complete,
    score_items,
    scores,
)
from cdaflow.scoring.report import ScoreReport
from cdaflow.scoring.sanity import check_references
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import as_json
from cdaflow.statistics.signature import short, signature
from cdaflow.statistics.warnings import Kind, Warnings, in_part, warning

#: A rewrite changes a few words: one with a smaller share of each variant's is of another line.
_LEAST_SHARED = 0.4

#: Rewrites that are another variant to the letter: at least so many, and this share of them.
_LEAST, _COPIES = 20, 0.5

_WORD = re.compile(r"\w+")

_HINT = "one line for each row of the data is wanted, empty where there is no rewrite"

_ASSIGNMENT = re.compile(r"[fm]+")


def read_gate(path: str | os.PathLike[str], split: str = "all") -> list[GateRow]:
    """Return the rows of a GATE file (TSV with a header), of one half or "all".

    Raises InputError where a column is missing or doubled, the assignments are not of one
    length, a row has another number of cells or an empty variant, or no row is of the half.
    """
    lines = read_lines(path)
    header = next(lines, "").split("\t")
    variants = [name for name in header if _ASSIGNMENT.fullmatch(name)]
    _check_header(path, header, variants, split)
    rows = []
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells, but the header has {len(header)}", file=path, line=number
            )
        row = dict(zip(header, cells, strict=True))
        empty = [name for name in variants if not row[name].strip()]
        if empty:
            raise InputError(f"the variant {empty[0]} is empty", file=path, line=number)
        if split in ("all", row.get("data_split")):
            labels = tuple(label for item in row["labels"].split(";") if (label := item.strip()))
            texts = {name: row[name] for name in variants}
            rows.append(GateRow(number, labels, row["source"], texts))
    if not rows:
        where = "" if split == "all" else f" with data_split {split}"
        raise InputError(f"no row{where}", file=path)
    return rows


def column(rows: Sequence[GateRow], variant: str) -> list[str]:
    """Return one variant of each row, or its English ("source"); ConfigError for another name."""
    known = ("source", *rows[0].variants)
    if variant not in known:
        raise ConfigError(f"no variant {variant!r} in the data, which have {', '.join(known)}")
    return [row.source if variant == "source" else row.variants[variant] for row in rows]


def _check_header(
    path: str | os.PathLike[str], header: Sequence[str], variants: Sequence[str], split: str
) -> None:
    wanted = ["labels", "source"] + (["data_split"] if split != "all" else [])
    missing = [name for name in wanted if name not in header]
    if missing or len(variants) < 2:
        raise InputError(
            f"the header lacks {', '.join(missing) or 'the variants'}",
            file=path,
            line=1,
            hint="wanted: a TSV file of GATE, with the columns labels, source, and f, m (or ff, "
            "fm, mf, mm, or fff to mmm)",
        )
    doubled = [name for name, number in Counter(header).items() if number > 1]
    if doubled:
        raise InputError(f"the column {doubled[0]} stands there twice", file=path, line=1)
    if len({len(name) for name in variants}) > 1:
        raise InputError(
            f"assignments of different lengths: {', '.join(variants)}", file=path, line=1
        )


def read_rewrites(
    path: str | os.PathLike[str], rows: Sequence[GateRow], to: str | None = None
) -> dict[str, list[str]]:
    """Return the rewrites of each variant: one text a row, "" where none is offered.

    With `to` the file has plain lines, all of that variant. Without it, it is a TSV file whose
    header names variants of the data, in any order, as many as the system makes; quotation
    marks in it are text. An empty line offers nothing.

    Raises InputError where the header has an unknown or doubled variant, or the number of
    lines or cells is another; ConfigError where `to` is not in the data.
    """
    lines = list(read_lines(path))
    known = list(rows[0].variants)
    if to is not None:
        if to not in known:
            raise ConfigError(f"no variant {to!r} in the data, which have {', '.join(known)}")
        hint = _HINT
        if lines and lines[0] in known:
            hint = f"the first line is {lines[0]!r}: leave out --to if it is a header"
        check_count(path, lines, len(rows), f"the data have {len(rows)} rows", hint=hint)
        return {to: lines}
    header = lines[0].split("\t") if lines else []
    unknown = [name for name in header if name not in known]
    if unknown or not header:
        raise InputError(
            f"the header names no variant of the data ({', '.join(known)}): "
            f"{unknown[0][:40] if unknown else ''!r}",
            file=path,
            line=1,
            hint="the first line of a TSV file of rewrites names the variants in its columns; "
            "say which variant a plain file has (--to)",
        )
    if len(set(header)) < len(header):
        name = next(name for name, number in Counter(header).items() if number > 1)
        raise InputError(f"the variant {name} stands there twice", file=path, line=1)
    check_count(path, lines[1:], len(rows), f"the data have {len(rows)} rows", hint=_HINT)
    table = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t") if line else [""] * len(header)
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells, but the header has {len(header)}", file=path, line=number
            )
        table.append(cells)
    return {name: [cells[i] for cells in table] for i, name in enumerate(header)}


def score_gate(
    rewrites: str | os.PathLike[str],
    data: str | os.PathLike[str],
    *,
    language: str,
    to: str | None = None,
    given: str | None = None,
    split: str = "all",
    system: str | None = None,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[ScoreReport, list[GateRow], list[VariantItems]]:
    """Return the report, the rows that were scored, and their outcomes.

    `to`: the variant of a plain file of rewrites (see `read_rewrites`). `given`: the variant
    that the system was given, if the outputs that leave it as it is are to count as no offer
    (see `cdaflow.scoring.gate`). Besides "scores" over all variants the report has "variants"
    and "labels": {name: {"counts", "scores"}}. "outcomes" has a string for each variant.

    Raises InputError and ConfigError as `read_gate` and `read_rewrites` do, and ConfigError
    where `given` is not in the data or is itself asked for.
    """
    rows = read_gate(data, split)
    _check_columns(rows, language, data)
    texts = read_rewrites(rewrites, rows, to)
    if given is not None and (given not in rows[0].variants or given in texts):
        problem = "is itself in the rewrites" if given in texts else "is not in the data"
        raise ConfigError(f"the variant {given!r} that was rewritten {problem}")
    items = score_items(rows, texts, given)
    options = {"bootstrap": bootstrap, "seed": seed}
    overall, numbers = scores([column.outcomes for column in items], **options)
    official, official_numbers = scores([column.official for column in items], **options)
    shown = dict(overall)
    if len(items) > 1:
        shown["complete"] = complete(items)
    shown |= {f"{name}_official": score for name, score in official.items()}
    shared = {"data": short(digest(data))}
    shared |= {"to": "+".join(texts), "from": given or "any", "split": split}
    report = ScoreReport(
        metric=METRIC.name,
        language=language,
        system=system,
        scores=shown,
        inputs={"data": digest(data), "rewrites": digest(rewrites)},
        lines=len(rows) * len(items),
        warnings=[*_copy_warnings(rows, items, rewrites), *_warnings(rows, items)],
        signature=signature(METRIC.name, shared, **options),
        counts={
            "rows": len(rows),
            **numbers,
            **{f"{name}_official": number for name, number in official_numbers.items()},
            "outcomes": dict(Counter(item.name.lower() for c in items for item in c.outcomes)),
            "references_equal_to_another": _alike(rows, texts),
        },
        outcomes={c.variant: "".join(c.outcomes) for c in items}
        | {f"official_{c.variant}": "".join(c.official) for c in items},
        details={
            "variants": _by_variant(items, **options),
            "labels": breakdown(rows, items, **options),
        },
    )
    return report, rows, items


def _alike(rows: Sequence[GateRow], texts: Mapping[str, Sequence[str]]) -> int:
    """Return how many scored references are equal to another variant of their row."""
    return sum(
        list(row.variants.values()).count(row.variants[name]) > 1 for row in rows for name in texts
    )


def _by_variant(items: Sequence[VariantItems], *, bootstrap: int, seed: int) -> dict[str, Any]:
    result = {}
    for column in items:
        part, numbers = scores([column.outcomes], bootstrap=bootstrap, seed=seed)
        result[column.variant] = {"counts": numbers, "scores": as_json(part)}
    return result


def _warnings(rows: Sequence[GateRow], items: Sequence[VariantItems]) -> Iterator[dict[str, Any]]:
    """Yield a warning for each rewrite that is no likely rewrite of its row."""
    for column in items:
        for number, (row, text, outcome) in enumerate(
            zip(rows, column.rewrites, column.outcomes, strict=True), 1
        ):
            if outcome not in (Outcome.WRONG, Outcome.SPOILT):
                continue
            if text.strip() == row.source.strip():
                kind, problem = Kind.UNTRANSLATED, "the English source itself"
            elif _unlike(text, row):
                kind = Kind.NO_REWRITE
                problem = "few words of any variant of this row: another line or language?"
            else:
                continue
            yield from in_part(column.variant, [warning(kind, number, problem)])


def _unlike(text: str, row: GateRow) -> bool:
    found = set(_WORD.findall(text.lower()))
    variants = [set(_WORD.findall(variant.lower())) for variant in row.variants.values()]
    return max(len(found & words) / max(len(words), 1) for words in variants) < _LEAST_SHARED


def _check_columns(rows: Sequence[GateRow], language: str, path: str | os.PathLike[str]) -> None:
    """Raise InputError where the columns f and m of a GATE file are exchanged."""
    names = [name * len(next(iter(rows[0].variants))) for name in "fm"]
    texts = [[row.variants.get(name, "") for row in rows] for name in names]
    check_references(texts[0], texts[1], language, path)


def _copy_warnings(
    rows: Sequence[GateRow], items: Sequence[VariantItems], path: str | os.PathLike[str]
) -> Warnings:
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
