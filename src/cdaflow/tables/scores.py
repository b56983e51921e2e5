"""The score files of `cdaflow score`, read and checked, and the comparisons of translations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.scoring.metric import Metric, TableRow, metric_named
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.signature import data_of
from cdaflow.statistics.warnings import Warned
from cdaflow.tables.inputs import SCORE_AGAIN, CheckedReport, JsonNode

Paths = Iterable[str | PathLike[str]]


@dataclass(frozen=True)
class Score:
    """The scores of a system on a test set, by one metric.

    testset: "" where the metric has one alone. scores: estimates in percent or points by name.
    rows: those of the table of the metric. report: what the file says, for tests against other
    systems. path: where it was read.
    """

    metric: Metric
    language: str
    system: str
    testset: str
    scores: Mapping[str, Estimate]
    rows: Sequence[TableRow]
    warned: Warned
    report: Mapping[str, Any]
    path: Path

    @property
    def signatures(self) -> dict[str, str]:
        """The signature of each column of the table that has one.

        "signature" is that of the report, NAME_signature that of its scores NAME...; so is the
        first where the report has none, since each score has its own.
        """
        found = {}
        for column in self.metric.signatures.values():
            name = column.removesuffix("signature").rstrip("_")
            of_scores = (
                str(score["signature"])
                for key, score in self.report["scores"].items()
                if key.startswith(name) and score.get("signature")
            )
            found[column] = "" if name else str(self.report.get("signature", ""))
            found[column] = found[column] or next(of_scores, "")
        return found


def read_scores(metric: Metric | str, paths: Paths) -> list[Score]:
    """Return the scores of the files of a metric, in the order given.

    Raises InputError where a file is not such a score file or lacks a score that tables show, and
    where two are of the same language, system and test set.
    """
    found = metric_named(metric) if isinstance(metric, str) else metric
    scores = []
    for path in paths:
        root = JsonNode.read_scores(path, found.source or found.name)
        reports = root.list_of_nodes("testsets") if "testsets" in root.mapping else [root]
        scores += [_score(found, report) for report in reports]
    seen: dict[tuple[str, ...], Path] = {}
    for score in scores:
        key = score.language, score.system, score.testset
        if key in seen:
            raise InputError(
                f"a second score file for {' / '.join(filter(None, key))}; the first is "
                f"{seen[key]}",
                file=score.path,
                hint="give one file for each language and system",
            )
        seen[key] = score.path
    return scores


def _score(metric: Metric, root: JsonNode) -> Score:
    node = root.node("scores")
    if not any("signature" in score.mapping for _, score in node.nodes()):
        root.text("signature")
    scores = {name: node.estimate(name) for name in node.mapping}
    if "counts" in root.mapping:
        root.node("counts")
    try:
        rows = list(metric.rows(CheckedReport(root)))
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"no scores of {metric.name}: {error}", file=root.path, hint=SCORE_AGAIN
        ) from None
    for row in rows:
        for item in metric.shown if row.scores is None else ():
            node.node(item.name + row.ending)
        for name, count in row.counts.items():
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                problem = f'the count "{name}" must be a whole number from 0; found {count!r:.60}'
                raise InputError(problem, file=root.path, hint=SCORE_AGAIN)
    return Score(
        metric,
        language=root.text("language"),
        system=root.optional_text("system"),
        testset=root.text("testset") if "testset" in root.mapping else "",
        scores=scores,
        rows=rows,
        warned=root.warned(),
        report=root.mapping,
        path=root.path,
    )


def by_language(scores: Iterable[Score]) -> dict[str, list[Score]]:
    """Return the scores of each language, in the order of their first."""
    found: dict[str, list[Score]] = {}
    for score in scores:
        found.setdefault(score.language, []).append(score)
    return found


@dataclass(frozen=True)
class Recall:
    """How many entities of one gold gender there are, and how many came out in it."""

    gold: int
    correct: int

    @property
    def percent(self) -> float | None:
        """The recall in percent, or None where there is no such entity."""
        return 100 * self.correct / self.gold if self.gold else None


def confusion(score: Score) -> dict[str, dict[str, int]]:
    """Return gold gender -> gender found ("unknown" included) -> count, of scores of WinoMT."""
    counts = JsonNode(score.path, "", score.report).node("counts").node("confusion")
    return {gold: row.counts() for gold, row in counts.nodes()}


def professions(score: Score) -> dict[str, dict[str, Recall]]:
    """Return profession -> gold gender -> recall, of scores of WinoMT."""
    counts = JsonNode(score.path, "", score.report).node("counts").node("by_profession")
    return {
        profession: {gender: _recall(cell) for gender, cell in genders.nodes()}
        for profession, genders in counts.nodes()
    }


def _recall(node: JsonNode) -> Recall:
    result = Recall(node.count("gold"), node.count("correct"))
    if result.correct > result.gold:
        raise node.fault("correct", f"at most the {result.gold} of gold")
    return result


#: Language, test set, baseline and system of a comparison.
Pair = tuple[str, str, str, str]


@dataclass(frozen=True)
class Compared:
    """A comparison of translations: value and p-value of each score, and the reference's digest."""

    scores: Mapping[str, tuple[float | None, float | None]]
    data: str


Comparisons = Mapping[Pair, Compared]


def read_comparisons(paths: Paths) -> dict[Pair, Compared]:
    """Return the comparison of the BLEU and chrF of each pair of systems in the files.

    Raises InputError where a file is not one of `cdaflow score compare-bleu`.
    """
    found: dict[Pair, Compared] = {}
    for path in paths:
        root = JsonNode.read_scores(path, "comparison")
        if root.text("of") != "bleu":
            raise root.fault("of", 'a comparison of "bleu"')
        key = root.text("language"), root.text("testset"), root.text("base")
        for item in root.list_of_nodes("comparisons"):
            scores = item.node("scores")
            values = {
                name: (scores.node(name).number("value"), scores.node(name).number("p"))
                for name in ("bleu", "chrf")
            }
            found[*key, item.text("system")] = Compared(values, data_of(root.text("signature")))
    return found
