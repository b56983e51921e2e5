"""The table of GFST's sizes and rates (Choubey et al. 2021, Table 3): what each filter leaves.

Of each gender, with the reasons for which the target filter drops translations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike

import pandas as pd

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import whole_number
from cdaflow.scoring.metric import Cell
from cdaflow.tables.inputs import JsonNode, Paths, check_labels, labelled
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import REJECTIONS, Record, in_words, number, order, thousands

TITLE = "GFST: monolingual sentences that the filters keep"

#: Gender as the reports name it -> as the reader does.
GENDERS = {"fem": "feminine", "msc": "masculine"}

#: Behind these stand the reasons, each a column.
COLUMNS = (
    "language",
    "gender",
    "monolingual",
    "source",
    "source_rate",
    "translated",
    "kept",
    "kept_rate",
    "balanced",
)


@dataclass(frozen=True)
class Filtered:
    """What the target filter did with the translations of one gender into one language.

    reasons: of those that it dropped, reason -> pairs.
    """

    language: str
    gender: str
    pairs: int
    kept: int
    reasons: Mapping[str, int]


@dataclass(frozen=True)
class Sizes:
    """All reports of a table.

    monolingual: English sentences read, None if not known; source: gender -> those that the source
    filter takes. balanced: language -> gender -> pairs in the data set.
    """

    filtered: Sequence[Filtered]
    monolingual: int | None = None
    source: Mapping[str, int] = field(default_factory=dict)
    balanced: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def read_sizes(
    target: Paths,
    labels: Sequence[str],
    source: Paths = (),
    balance: Paths = (),
    languages: Sequence[str] = (),
) -> Sizes:
    """Return the reports of `cdaflow gfst target`, `source` and `balance`.

    labels: LANGUAGE/fem or LANGUAGE/msc of each of `target`. source: of the monolingual text, or
    of each of its parts. languages: of each of `balance`.

    Raises ConfigError where a label is none, is given twice, or labels and files are not as many;
    InputError where a file is no such report, or its numbers do not add up.
    """
    check_labels(balance, languages, "language")
    filtered = [
        _target(path, language, gender)
        for path, language, gender in labelled(target, labels, "GENDER", "es/fem")
    ]
    monolingual, by_gender = _source(source)
    for path, target_filter in zip(target, filtered, strict=True):
        if source and target_filter.pairs > by_gender[target_filter.gender]:
            raise InputError(
                "gfst-report.more-pairs-than-sentences",
                f"there are {target_filter.pairs} translations, but the source filter kept only "
                f"{by_gender[target_filter.gender]} {GENDERS[target_filter.gender]} sentences",
                file=path,
                hint="give the reports of all parts of the monolingual text to --source",
            )
    balanced = {
        language: _balanced(path) for path, language in zip(balance, languages, strict=True)
    }
    return Sizes(filtered, monolingual, by_gender, balanced)


def _source(paths: Paths) -> tuple[int | None, dict[str, int]]:
    total, by_gender = 0, dict.fromkeys(GENDERS, 0)
    for path in paths:
        report = _report(path, "source")
        total += report.count("sentences")
        for gender in by_gender:
            by_gender[gender] += report.node("labels").count(gender)
    return (total, by_gender) if paths else (None, {})


def _target(path: str | PathLike[str], language: str, gender: str) -> Filtered:
    if gender not in GENDERS:
        raise ConfigError(
            "label.no-gender",
            f'the label "{language}/{gender}" has no gender',
            hint="for example, es/fem or es/msc",
        )
    report = _report(path, "target")
    reasons = report.node("rejected").counts()
    pairs, kept_pairs = report.count("pairs"), report.count("kept")
    if kept_pairs + sum(reasons.values()) != pairs:
        raise InputError(
            "gfst-report.sum",
            f"{pairs} pairs were read, but {kept_pairs} kept and {sum(reasons.values())} dropped "
            "do not add up to that",
            file=path,
        )
    return Filtered(language, gender, pairs, kept_pairs, reasons)


def _balanced(path: str | PathLike[str]) -> dict[str, int]:
    genders = _report(path, "balance").node("genders")
    return {gender: genders.node(gender).count("taken") for gender in GENDERS}


def _report(path: str | PathLike[str], command: str) -> JsonNode:
    return JsonNode.read(path, f"give what `cdaflow gfst {command} --report` wrote")


def gfst_table(sizes: Sizes) -> Table:
    """Return the sizes, a row for each language and gender, in their order."""
    reasons = order(
        reason
        for target_filter in sizes.filtered
        for reason, count in sorted(target_filter.reasons.items())
        if count
    )
    rows = [_row(sizes, target_filter, reasons) for target_filter in sizes.filtered]
    return gfst_view(text_frame(rows, (*COLUMNS, *reasons)))


def _row(sizes: Sizes, target_filter: Filtered, reasons: Sequence[str]) -> dict[str, object]:
    source = sizes.source.get(target_filter.gender)
    return {
        "language": target_filter.language,
        "gender": target_filter.gender,
        "monolingual": sizes.monolingual,
        "source": source,
        "source_rate": _percent(source, sizes.monolingual),
        "translated": target_filter.pairs,
        "kept": target_filter.kept,
        "kept_rate": _percent(target_filter.kept, target_filter.pairs),
        "balanced": sizes.balanced.get(target_filter.language, {}).get(target_filter.gender),
        **{reason: target_filter.reasons.get(reason, 0) for reason in reasons},
    }


def _percent(part: int | None, whole: int | None) -> str:
    return number(100 * part / whole) if part is not None and whole else ""


def gfst_view(frame: pd.DataFrame) -> Table:
    """Return rows of the CSV as a table; each rate stands behind its count."""
    reasons = list(frame.columns)[len(COLUMNS) :]
    headers = {name: in_words(name, REJECTIONS) for name in reasons}
    layout = Layout(
        TITLE,
        (
            label("language", "Language"),
            label("gender", "Gender"),
            count("monolingual", "Monolingual", "English sentences read"),
            count("source", "Source filter", "of these, those that show this gender and not the "
                  "other"),
            count("source_rate"),
            count("translated", "Translated", "of these, those that were translated"),
            count("kept", "Target filter", "of these, those whose translation shows this gender "
                  "and not the other"),
            count("kept_rate"),
            count("balanced", "Balanced", "of these, those in the data set"),
            *(count(name, header) for name, header in headers.items()),
        ),
        cells={
            "gender": lambda record: GENDERS.get(record["gender"], record["gender"]),
            **{name: _with_share(name) for name in ("monolingual", "translated", "balanced")},
            **{name: _with_share(name, rate=f"{name}_rate") for name in ("source", "kept")},
            **{name: _with_share(name, of="translated") for name in reasons},
        },
    )  # fmt: skip
    notes = ("The last columns count the dropped translations by reason.",)
    return layout.table(frame, notes=notes if reasons else ())


def _with_share(name: str, rate: str = "", of: str = "") -> Cell:
    """Return what shows a count, and behind it what share of another it is.

    rate: the column of that share; of: the column of the other count.
    """

    def cell(record: Record) -> str:
        share = record.get(rate, "")
        if of:
            share = _percent(whole_number(record[name]), whole_number(record[of]))
        return thousands(record[name]) + (f" ({share} %)" if share else "")

    return cell
