"""The table of GFST's sizes and rates (Choubey et al. 2021, Table 3): what each filter leaves.

Of each gender, with the reasons for which the target filter drops translations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.structured import read_json, whole_number
from cdaflow.tables.labels import check_labels, split_label
from cdaflow.tables.render import Column, Record, Table, number, plain, thousands
from cdaflow.tables.scores import order

TITLE = "GFST: monolingual sentences that the filters take"

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

Path = str | PathLike[str]


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
    target: Sequence[Path],
    labels: Sequence[str],
    source: Sequence[Path] = (),
    balance: Sequence[Path] = (),
    languages: Sequence[str] = (),
) -> Sizes:
    """Return the reports of `cdaflow gfst target`, `source` and `balance`.

    labels: LANGUAGE/fem or LANGUAGE/msc of each of `target`. source: of the monolingual text, or
    of each of its parts. languages: of each of `balance`.

    Raises ConfigError where a label is none, is given twice, or labels and files are not as many;
    InputError where a file is no such report, or its numbers do not add up.
    """
    check_labels(target, labels, "label LANGUAGE/GENDER")
    check_labels(balance, languages, "language")
    monolingual, by_gender = _source(source)
    filtered = [_target(path, label) for path, label in zip(target, labels, strict=True)]
    for path, one in zip(target, filtered, strict=True):
        if source and one.pairs > by_gender[one.gender]:
            raise InputError(
                f"{one.pairs} translations, but the source filter took only "
                f"{by_gender[one.gender]} {GENDERS[one.gender]} sentences",
                file=path,
                hint="give the reports of all parts of the monolingual text to --source",
            )
    balanced = {
        language: _balanced(path) for path, language in zip(balance, languages, strict=True)
    }
    return Sizes(filtered, monolingual, by_gender, balanced)


def _source(paths: Sequence[Path]) -> tuple[int | None, dict[str, int]]:
    total, by_gender = 0, dict.fromkeys(GENDERS, 0)
    for path in paths:
        report = _report(path, "source")
        labels = _part(report, "labels", path)
        total += _count(report, "sentences", path)
        for gender in by_gender:
            by_gender[gender] += _count(labels, gender, path)
    return (total, by_gender) if paths else (None, {})


def _target(path: Path, label: str) -> Filtered:
    language, gender = split_label(label, "GENDER", "es/fem")
    if gender not in GENDERS:
        raise ConfigError(f'the label "{label}" has no gender', hint="such as es/fem or es/msc")
    report = _report(path, "target")
    reasons = _part(report, "rejected", path)
    counts = {str(reason): _count(reasons, reason, path) for reason in reasons}
    pairs, kept = _count(report, "pairs", path), _count(report, "kept", path)
    if kept + sum(counts.values()) != pairs:
        raise InputError(
            f"{kept} pairs kept and {sum(counts.values())} dropped are not the {pairs} read",
            file=path,
        )
    return Filtered(language, gender, pairs, kept, counts)


def _balanced(path: Path) -> dict[str, int]:
    genders = _part(_report(path, "balance"), "genders", path)
    return {gender: _count(_part(genders, gender, path), "taken", path) for gender in GENDERS}


def _report(path: Path, command: str) -> dict[str, Any]:
    report = read_json(path)
    if not isinstance(report, dict):
        hint = f"give what `cdaflow gfst {command} --report` wrote"
        raise InputError("no report", file=path, hint=hint)
    return report


def _part(report: Mapping[str, Any], name: str, path: Path) -> dict[str, Any]:
    value = report.get(name)
    if not isinstance(value, dict):
        raise _fault(name, path)
    return value


def _count(report: Mapping[str, Any], name: str, path: Path) -> int:
    value = report.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _fault(name, path)
    return value


def _fault(name: str, path: Path) -> InputError:
    hint = "give reports that `cdaflow gfst source|target|balance --report` wrote"
    return InputError(
        f'no report: "{name}" is missing, or not what it should be', file=path, hint=hint
    )


def gfst_table(sizes: Sizes) -> Table:
    """Return the sizes, a row for each language and gender, in their order."""
    reasons = order(
        reason for one in sizes.filtered for reason, count in sorted(one.reasons.items()) if count
    )
    records = [_record(sizes, one, reasons) for one in sizes.filtered]
    return gfst_view((*COLUMNS, *reasons), records)


def _record(sizes: Sizes, one: Filtered, reasons: Sequence[str]) -> Record:
    source = sizes.source.get(one.gender)
    balanced = sizes.balanced.get(one.language, {}).get(one.gender)
    return {
        "language": one.language,
        "gender": one.gender,
        "monolingual": _cell(sizes.monolingual),
        "source": _cell(source),
        "source_rate": _percent(source, sizes.monolingual),
        "translated": str(one.pairs),
        "kept": str(one.kept),
        "kept_rate": _percent(one.kept, one.pairs),
        "balanced": _cell(balanced),
        **{reason: str(one.reasons.get(reason, 0)) for reason in reasons},
    }


def _cell(count: int | None) -> str:
    return "" if count is None else str(count)


def _percent(part: int | None, whole: int | None) -> str:
    return number(100 * part / whole) if part is not None and whole else ""


def gfst_view(columns: tuple[str, ...], records: Sequence[Record]) -> Table:
    """Return records of the CSV as a table; each rate stands behind its count."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("Gender", lambda record: GENDERS.get(record["gender"], record["gender"]), "", False),
        Column("Monolingual", thousands("monolingual"), "English sentences read"),
        Column(
            "Source filter",
            _with_share("source", rate="source_rate"),
            "of these, those that show this gender and not the other",
        ),
        Column("Translated", thousands("translated"), "of these, those that were translated"),
        Column(
            "Target filter",
            _with_share("kept", rate="kept_rate"),
            "of these, those whose translation shows this gender and not the other",
        ),
        Column("Balanced", thousands("balanced"), "of these, those in the data set"),
        *(
            Column(reason.replace("-", " ").replace("_", " "), _with_share(reason, of="translated"))
            for reason in columns[len(COLUMNS) :]
        ),
    )
    notes = ("The columns behind have the translations that were dropped, by reason.",)
    return Table(TITLE, columns, records, view, notes=notes if len(columns) > len(COLUMNS) else ())


def _with_share(name: str, rate: str = "", of: str = "") -> Callable[[Record], str]:
    """Return a cell function that gives a count, and behind it what share of another it is.

    rate: the column of that share; of: the column of the other count.
    """
    count = thousands(name)

    def cell(record: Record) -> str:
        share = (
            record[rate] if rate else _percent(whole_number(record[name]), whole_number(record[of]))
        )
        return count(record) + (f" ({share} %)" if share else "")

    return cell
