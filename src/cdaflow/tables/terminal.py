"""Scores and comparisons as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cdaflow.scoring.metric import TableRow, metric_named
from cdaflow.statistics import SIGNIFICANT
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.field import Test
from cdaflow.statistics.warnings import Kind, caution
from cdaflow.tables.text import NONE, aligned, interval_cell, number, visible, with_interval

#: How many of the lines that look wrong are shown.
_SHOWN = 5


def report_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a score report: each score with its interval and what it means.

    `report`: the JSON of the scores. Scores in none of the groups of their metric come last, then
    the scores of parts of the test set.
    """
    metric = metric_named(report["metric"])
    yield "  ".join(filter(None, (report["metric"], report["language"], report.get("system"))))
    suspect = caution(report.get("warned"))
    if suspect:
        yield f"Caution: {suspect}: do not trust these figures."
    parts = list(metric.parts(report))
    whole = {item.name for item in metric.fields} if parts else report["scores"]
    scores = {
        name: Estimate(score["value"], score.get("low"), score.get("high"))
        for name, score in report["scores"].items()
        if name in whole
    }
    size = max(map(len, scores), default=0)
    for heading, names in _grouped(list(scores), metric.groups):
        if heading:
            # What was not measured at all (no halves, say) needs no lines.
            if all(scores[name].value is None for name in names):
                continue
            yield heading
        for name in names:
            found = scores[name]
            interval = f"[{found.low:.1f}, {found.high:.1f}]" if found.interval else ""
            value = number(found.value) or "-"
            legend = metric.legends.get(name, "")
            yield f"  {name:{size}}  {value:>8}  {interval:15}  {legend}".rstrip()
    yield from (f"  {line}" for line in _part_lines(report, parts))
    yield from (f"No {what}: {why}." for what, why in report.get("not_measured", {}).items())
    yield from _warning_lines(report)
    signatures = {score.get("signature") for score in report["scores"].values()}
    signatures |= {text for name, text in report.items() if name.endswith("signature")}
    for signature in sorted(filter(None, signatures)):
        yield f"signature: {signature}"


def _warning_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was repaired, and the first lines that look wrong."""
    found = report.get("warnings", [])
    yield from (item["problem"] for item in found if item["kind"] == Kind.REPAIRED)
    warnings = [item for item in found if item["kind"] != Kind.REPAIRED]
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
        found = [name for name in members if name in names]
        if found:
            yield heading, found
    grouped = {name for members in groups.values() for name in members}
    yield "", [name for name in names if name not in grouped]


def _part_lines(report: Mapping[str, Any], parts: Sequence[TableRow]) -> list[str]:
    """Return the lines of a table of parts of the test set: their counts and tabled scores."""
    if not parts:
        return []
    metric = metric_named(report["metric"])
    columns: dict[str, list[str]] = {}
    for part in parts:
        cells: dict[str, str] = {}
        for name, text in part.labels.items():
            shown = metric.cells.get(name, lambda record, name=name: record[name])
            cells[name] = shown({name: text})
        cells |= {name: str(count) for name, count in part.counts.items()}
        for item in metric.shown:
            if part.scores is None:
                cells[item.header] = interval_cell(
                    Estimate(**report["scores"][item.name + part.ending])
                )
            elif item.name in part.scores:
                cells[item.header] = interval_cell(part.scores[item.name])
        for name, text in cells.items():
            columns.setdefault(name, []).append(text)
    return aligned((name, texts, name not in parts[0].labels) for name, texts in columns.items())


def systems_text(result: Mapping[str, Any]) -> str:
    """Return several systems (see `scoring.systems`) as text: their scores, and the comparison."""
    reports = result["systems"]
    metric = metric_named(result["metric"])
    names = list(dict.fromkeys(name for report in reports for name in report["scores"]))
    # What was not measured of any needs no line.
    found = {name: [_estimate(report, name) for report in reports] for name in names}
    names = [name for name in names if any(one.value is not None for one in found[name])]
    columns = [("Score", names, False)]
    for index, report in enumerate(reports):
        cells = [interval_cell(found[name][index]) for name in names]
        columns.append((str(report["system"]), cells, True))
    columns.append(("", [metric.legends.get(name, "") for name in names], False))
    first = reports[0]
    head = "  ".join(filter(None, (first["metric"], first["language"], first.get("testset"))))
    warnings = [
        f"{report['system']}: {line}" for report in reports for line in _warning_lines(report)
    ]
    table = [head, "", *aligned(columns), "", *warnings, *([""] if warnings else [])]
    return "\n".join([*table, comparison_text(result["comparison"])])


def _estimate(report: Mapping[str, Any], name: str) -> Estimate:
    score = report["scores"].get(name) or {"value": None}
    return Estimate(score["value"], score.get("low"), score.get("high"))


_TESTS = {Test.SIGN_FLIP: "sign-flip", Test.PAIRED_T: "paired t"}


def comparison_text(report: Mapping[str, Any]) -> str:
    """Return a comparison (see `cdaflow.scoring.compare`) as text: a line for each score.

    A difference has no star where one of the two systems is suspect, and a line on top says so.
    """
    base = report["base"] or "the first"
    title = "  ".join(filter(None, (report["of"], report["language"], report.get("testset"))))
    suspects = [(base, caution(report.get("warned")))]
    suspects += [(item["system"], caution(item.get("warned"))) for item in report["comparisons"]]
    cautions = [
        f"Caution: {name or NONE}: {found}; not marked." for name, found in suspects if found
    ]
    cautions += [
        f"{item['system'] or NONE}: means of the trainings {' '.join(map(str, item['trainings']))}."
        for item in report["comparisons"]
        if len(item.get("trainings") or ()) > 1
    ]
    rows = list(_compared_rows(report))
    legends = {
        "Difference": "value minus base [95% interval]",
        "p": f"two-sided; * below {SIGNIFICANT}, not corrected for multiple testing",
        "Test": "exact sign-flip, paired bootstrap, or paired t over trainings and sentences",
    }
    headers = ("System", "Score", "Base", "Value", "Difference", "p", "Test")
    columns = zip(*rows, strict=True) if rows else ((),) * len(headers)
    lines = [f"{title}  compared with {base}", ""]
    lines += [*map(visible, cautions), ""] if cautions else []
    lines += aligned(
        (header, [cell or NONE for cell in cells], header not in ("System", "Score", "Test"))
        for header, cells in zip(headers, columns, strict=True)
    )
    lines += ["", *(f"{header:10}  {legend}" for header, legend in legends.items())]
    return "\n".join([*lines, f"signature: {report['signature']}"])


def _compared_rows(report: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for comparison in report["comparisons"]:
        suspect = caution(report.get("warned")) or caution(comparison.get("warned"))
        for name, score in comparison["scores"].items():
            star = (
                "*" if score["p"] is not None and score["p"] < SIGNIFICANT and not suspect else " "
            )
            ends = number(score["low"]), number(score["high"])
            yield (
                comparison["system"] or NONE,
                name,
                number(score["base"]),
                number(score["value"]),
                with_interval(signed(score["difference"]), *ends),
                p_value(score["p"]) + star,
                _TESTS.get(score["test"], "bootstrap"),
            )


def signed(value: float | None) -> str:
    """Return a difference with its sign, "" for None."""
    text = number(value)
    return text if value is None or text.startswith("-") or text == "0.0" else f"+{text}"


def p_value(p: float | None) -> str:
    """Return a p-value with four places ("<0.0001" below), "" for None."""
    if p is None:
        return ""
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
