"""Scores and comparisons as text for a terminal, at most 100 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cdaflow.scoring.metric import Metric, TableRow, metric_named
from cdaflow.statistics import SIGNIFICANT, part_of
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.field import Test
from cdaflow.statistics.warnings import Kind, caution
from cdaflow.tables.text import NONE, aligned, interval_cell, number, visible, width, with_interval

if TYPE_CHECKING:
    from cdaflow.tables.table import Table

#: How many of the lines that look wrong are shown.
_SHOWN = 5

#: How wide text is set.
WIDTH = 100


def report_lines(report: Mapping[str, Any], every: bool = False) -> Iterator[str]:
    """Yield the lines of a score report: each score with its interval and what it means.

    `report`: the JSON of the scores. The first scores of its metric (`Metric.first_scores`), or
    `every` one under its heading, those of no heading last; then the scores of parts of the test
    set.
    """
    metric = metric_named(report["metric"])
    yield _title(metric, report)
    suspect = caution(report.get("warned"))
    if suspect:
        yield f"Caution: {suspect}: do not trust these figures."
    parts = list(metric.parts(report))
    whole = {item.name for item in metric.fields} if parts else report["scores"]
    scores = {name: _estimate(report, name) for name in report["scores"] if name in whole}
    groups: Mapping[str, Sequence[str]] = metric.groups
    if not every:
        scores = {name: scores[name] for name in metric.first_scores if name in scores}
        groups = {}
    size = max(map(len, scores), default=0)
    for heading, names in _grouped(list(scores), groups):
        if heading:
            # What was not measured at all (no halves, say) needs no lines.
            if all(scores[name].value is None for name in names):
                continue
            yield heading
        for name in names:
            estimate = scores[name]
            interval = f"[{estimate.low:.1f}, {estimate.high:.1f}]" if estimate.interval else ""
            value = number(estimate.value) or "-"
            head = f"  {name:{size}}  {value:>6}  {interval:14}  "
            yield from _hanging(head, metric.legends.get(name, ""))
    yield from (f"  {line}" for line in _part_lines(report, parts, WIDTH - 2))
    yield from (f"No {what}: {why}." for what, why in report.get("not_measured", {}).items())
    yield from _warning_lines(report)
    signatures = {score.get("signature") for score in report["scores"].values()}
    signatures |= {text for name, text in report.items() if name.endswith("signature")}
    for signature in sorted(filter(None, signatures)):
        yield from _signature_lines(signature)
    left_out = len(report["scores"]) - len(scores) if not every and not parts else 0
    if left_out > 0:
        yield f"--all shows {left_out} more scores."


def _title(metric: Metric, report: Mapping[str, Any]) -> str:
    """Return metric, language, system and test set of a report, and how much was scored."""
    named = (report.get(name) for name in ("metric", "language", "system", "testset"))
    try:
        rows = next(iter(metric.rows(report)))
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
        return "  ".join(filter(None, named))  # of a version that did not count them
    counts = [f"{count:g} {name}" for name, count in rows.counts.items()][:1]
    return "  ".join([*filter(None, named), *counts])


def _hanging(head: str, text: str) -> Iterator[str]:
    """Yield text beside a head, its further lines below each other."""
    lines = wrap(text, max(20, WIDTH - width(head))) or [""]
    for number_of_line, line in enumerate(lines):
        yield ((head if not number_of_line else " " * width(head)) + line).rstrip()


def _signature_lines(signature: str) -> Iterator[str]:
    """Yield a signature, broken between its parts where it is wide."""
    line = "signature: "
    for part in signature.split("|"):
        added = part if line.endswith(" ") else f"|{part}"
        if width(line) + len(added) > WIDTH:
            yield line
            line = " " * len("signature: ")
        line += added
    yield line


def _warning_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was repaired, and the first lines that look wrong."""
    warnings_and_repairs = report.get("warnings", [])
    yield from (item["problem"] for item in warnings_and_repairs if item["kind"] == Kind.REPAIRED)
    warnings = [item for item in warnings_and_repairs if item["kind"] != Kind.REPAIRED]
    if not warnings:
        return
    count = (report.get("warned") or {}).get("lines", len(warnings))
    yield f"{count} {'line looks' if count == 1 else 'lines look'} wrong:"
    yield from (f"  line {item['line']}: {item['problem']}" for item in warnings[:_SHOWN])
    if len(warnings) > _SHOWN:
        yield "  ..."


def _grouped(
    names: Sequence[str], groups: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the headings with those of their names that there are; then the rest, without one."""
    for heading, members in groups.items():
        present = [name for name in members if name in names]
        if present:
            yield heading, present
    grouped = {name for members in groups.values() for name in members}
    yield "", [name for name in names if name not in grouped]


#: A column of a table: its header, its cells, and whether they are figures.
_Column = tuple[str, Sequence[str], bool]


def _blocks(columns: Iterable[_Column], limit: int, labels: int = 1) -> Iterator[str]:
    """Yield the lines of columns, in several tables below each other where they are too wide.

    Each has the first `labels` columns.
    """
    every = list(columns)
    first, rest = every[:labels], every[labels:]
    size = [max(map(width, (header, *cells))) for header, cells, _ in every]
    taken: list[_Column] = []
    used = sum(size[:labels])
    for column, own in zip(rest, size[labels:], strict=True):
        if taken and used + own + 2 * (labels + len(taken)) > limit:
            yield from (*aligned([*first, *taken]), "")
            taken, used = [], sum(size[:labels])
        taken.append(column)
        used += own
    yield from aligned([*first, *taken])


def _part_lines(report: Mapping[str, Any], parts: Sequence[TableRow], limit: int) -> list[str]:
    """Return the lines of a table of parts of the test set: their counts and tabled scores."""
    if not parts:
        return []
    metric = metric_named(report["metric"])
    columns: dict[str, list[str]] = {}
    for part in parts:
        cells: dict[str, str] = {}
        for name, text in part.labels.items():
            cell = metric.cells.get(name, lambda record, name=name: record[name])
            cells[name] = cell({name: text})
        cells |= {name: str(count) for name, count in part.counts.items()}
        for item in metric.shown_fields:
            if part.scores is None:
                cells[item.header] = interval_cell(
                    Estimate(**report["scores"][item.name + part.ending])
                )
            elif item.name in part.scores:
                cells[item.header] = interval_cell(part.scores[item.name])
        for name, text in cells.items():
            columns.setdefault(name, []).append(text)
    blocks = ((name, texts, name not in parts[0].labels) for name, texts in columns.items())
    return list(_blocks(blocks, limit, len(parts[0].labels)))


def table_lines(table: Table) -> Iterator[str]:
    """Yield the table of a metric with the scores that a terminal shows first, and its cautions."""
    visible_columns = [column for column in table.view if table.layout.is_first(column.field)]
    yield table.title
    yield from map(visible, table.cautions)
    labels = sum(not column.is_number for column in visible_columns)
    columns = ((column.header, column.cells, column.is_number) for column in visible_columns)
    yield from _blocks(columns, WIDTH, labels)


def systems_text(result: Mapping[str, Any], every: bool = False) -> str:
    """Return several systems (see `scoring.systems`) as text: their scores, and the comparison."""
    reports = result["systems"]
    metric = metric_named(result["metric"])
    names = _chosen(metric, (name for report in reports for name in report["scores"]), every)
    # What was not measured of any needs no line.
    estimates = {name: [_estimate(report, name) for report in reports] for name in names}
    names = [
        name for name in names if any(estimate.value is not None for estimate in estimates[name])
    ]
    columns: list[_Column] = [("Score", names, False)]
    for index, report in enumerate(reports):
        cells = [interval_cell(estimates[name][index]) for name in names]
        columns.append((str(report["system"]), cells, True))
    size = max(map(len, names), default=0)
    legends = [
        line
        for name in names
        for line in _hanging(f"{name:{size}}  ", metric.legends.get(name, ""))
    ]
    warnings = [
        f"{report['system']}: {line}" for report in reports for line in _warning_lines(report)
    ]
    head = _title(metric, {**reports[0], "system": None})
    parts = [[head], _blocks(columns, WIDTH), legends, warnings]
    return "\n".join([*_paragraphs(parts), comparison_text(result["comparison"], every)])


def _chosen(metric: Metric, names: Iterable[str], every: bool) -> list[str]:
    """Return the names of scores that are shown, those that come first without `every`."""
    names = list(dict.fromkeys(names))
    first = [name for name in metric.first_scores if name in names]
    return names if every or not first else first


def _compared_names(report: Mapping[str, Any], every: bool) -> list[str]:
    """Return what a comparison shows, by what comparisons call the scores."""
    names = list(
        dict.fromkeys(name for comparison in report["comparisons"] for name in comparison["scores"])
    )
    metric = metric_named(report["of"])
    first = [metric[name].compared for name in metric.first_scores]
    first_names = [name for name in first if name in names]
    return names if every or not first_names else first_names


def _paragraphs(parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of parts that have any, an empty one behind each part."""
    for part in map(list, parts):
        yield from (*part, "") if part else ()


def _estimate(report: Mapping[str, Any], name: str) -> Estimate:
    score = report["scores"].get(name) or {"value": None}
    return Estimate(score["value"], score.get("low"), score.get("high"))


_TESTS = {Test.SIGN_FLIP: "sign-flip", Test.PAIRED_T: "paired t"}


def comparison_text(report: Mapping[str, Any], every: bool = False) -> str:
    """Return a comparison (see `cdaflow.scoring.compare`) as text: a line for each score.

    The first scores of the metric, or `every` one. A difference has no star where one of the two
    systems is suspect, and a line on top says so.
    """
    base = report["base"] or "the first"
    title = "  ".join(filter(None, (report["of"], report["language"], report.get("testset"))))
    lines = [f"{title}  compared with {base}", ""]
    cautions = list(_cautions(report))
    lines += [*map(visible, cautions), ""] if cautions else []
    rows = list(_compared_rows(report, every))
    legends = {
        "Difference": "value minus base [95% interval]",
        "p": _p_legend(report),
        "Test": "exact sign-flip, paired bootstrap, or paired t over trainings and sentences",
    }
    headers = ("System", "Score", "Base", "Value", "Difference", "p", "Test")
    columns = zip(*rows, strict=True) if rows else ((),) * len(headers)
    lines += aligned(
        (header, [cell or NONE for cell in cells], header not in ("System", "Score", "Test"))
        for header, cells in zip(headers, columns, strict=True)
    )
    lines.append("")
    for header, legend in legends.items():
        lines += _hanging(f"{header:10}  ", legend)
    return "\n".join([*lines, *_signature_lines(report["signature"])])


def _p_legend(report: Mapping[str, Any]) -> str:
    correction = report.get("correction")
    corrected = (
        f"corrected by {correction} over the {len(report['comparisons'])} comparisons of a score"
        if correction
        else "not corrected for multiple testing"
    )
    return f"two-sided; * below {SIGNIFICANT}, {corrected}"


def _cautions(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield which systems of a comparison are suspect, and which figures are means."""
    suspects = [(report["base"] or "the first", caution(report.get("warned")))]
    suspects += [(item["system"], caution(item.get("warned"))) for item in report["comparisons"]]
    suspects += [
        (item["base"], caution(item.get("base_warned")))
        for item in report["comparisons"]
        if "base" in item
    ]
    for name, caution_text in dict.fromkeys(suspects):
        if caution_text:
            yield f"Caution: {name or NONE}: {caution_text}; not marked."
    for item in report["comparisons"]:
        if len(item.get("trainings") or ()) > 1:
            seeds = " ".join(map(str, item["trainings"]))
            yield f"{item['system'] or NONE}: means of the trainings {seeds}."


def _is_marked(
    report: Mapping[str, Any], comparison: Mapping[str, Any], score: Mapping[str, Any]
) -> bool:
    """Return whether a difference has a star: significant, and of systems that are not suspect."""
    base = comparison.get("base_warned", report.get("warned"))
    p = score.get("p_corrected", score["p"])
    return (
        p is not None
        and p < SIGNIFICANT
        and not (caution(base) or caution(comparison.get("warned")))
    )


def _compared_rows(report: Mapping[str, Any], every: bool) -> Iterator[tuple[str, ...]]:
    resamples = int(part_of(report["signature"], "bs") or 0)
    for comparison in report["comparisons"]:
        for name in _compared_names(report, every):
            score = comparison["scores"][name]
            ends = number(score["low"]), number(score["high"])
            is_resampled = score["test"] == Test.BOOTSTRAP and "p_corrected" not in score
            p = score.get("p_corrected", score["p"])
            row_resamples = resamples if is_resampled else 0
            yield (
                comparison["system"] or NONE,
                name,
                number(score["base"]),
                number(score["value"]),
                with_interval(signed(score["difference"]), *ends),
                p_value(p, row_resamples) + ("*" if _is_marked(report, comparison, score) else " "),
                _TESTS.get(score["test"], "bootstrap"),
            )


def matrix_text(report: Mapping[str, Any], every: bool = False) -> str:
    """Return the comparisons of all pairs of systems as text: a matrix for each score.

    A cell is the score of the system of its row minus that of its column.
    """
    systems = report["systems"]
    title = "  ".join(filter(None, (report["of"], report["language"], report.get("testset"))))
    lines = [f"{title}  all pairs of {len(systems)} systems: row minus column", ""]
    cautions = list(_cautions(report))
    lines += [*map(visible, cautions), ""] if cautions else []
    for name in _compared_names(report, every):
        cells: dict[tuple[str, str], str] = {}
        for item in report["comparisons"]:
            score = item["scores"][name]
            star = "*" if _is_marked(report, item, score) else " "
            value = score["difference"]
            cells[item["system"], item["base"]] = (signed(value) or NONE) + star
            cells[item["base"], item["system"]] = (
                signed(None if value is None else -value) or NONE
            ) + star
        columns: list[_Column] = [(name, [system or NONE for system in systems], False)]
        for system in systems:
            columns.append(
                (system or NONE, [cells.get((row, system), "") for row in systems], True)
            )
        lines += [*_blocks(columns, WIDTH), ""]
    lines += _hanging("*  ", f"p {_p_legend(report)}")
    return "\n".join([*lines, *_signature_lines(report["signature"])])


def signed(value: float | None) -> str:
    """Return a difference with its sign, "" for None."""
    text = number(value)
    return text if value is None or text.startswith("-") or text == "0.0" else f"+{text}"


def p_value(p: float | None, resamples: int = 0) -> str:
    """Return a p-value with four places ("<0.0001" below), "" for None.

    `resamples`: of the bootstrap that it is from, 0 for another test. It shows no smaller p than
    1 / (resamples + 1), so that this one is a bound: "<0.0010" of 1,000.
    """
    if p is None:
        return ""
    # With one resample as extreme as what was observed p is 2 / (resamples + 1) at least.
    if resamples and p < 2 / (resamples + 1):
        return f"<{max(p / (1 - p), 0.0001):.4f}"
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
