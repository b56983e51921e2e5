"""The score files of `cdaflow score`, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import read_json
from cdaflow.scoring.metric import Metric, Outcomes, TableRow, metric_named, metrics
from cdaflow.scoring.observed import check_figures
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.warnings import Warned
from cdaflow.tables.inputs import SCORE_AGAIN, CheckedReport, JsonNode

Paths = Iterable[str | PathLike[str]]


@dataclass(frozen=True)
class Score:
    """The scores of a system on a test set, by one metric.

    testset: "" where the metric has one alone. scores: estimates in percent or points by name.
    rows: those of the table of the metric. report: what the file says, for tests against other
    systems. path: where it was read. training: the seed of the training, None where the file does
    not say it. trainings: of a mean over several trainings (`trainings.aggregate`) these, by seed;
    its report and path are then those of the first.
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
    training: int | None = None
    trainings: tuple[Score, ...] = ()

    @property
    def singles(self) -> tuple[Score, ...]:
        """The trainings of which this is the mean; itself alone where it is one."""
        return self.trainings or (self,)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the trainings that are known."""
        return tuple(
            training.training for training in self.singles if training.training is not None
        )

    @property
    def signatures(self) -> dict[str, str]:
        """The signature of each column of the table that has one.

        "signature" is that of the report, NAME_signature that of its scores NAME...; so is the
        first where the report has none, since each score has its own.
        """
        signatures = {}
        for column in self.metric.signatures.values():
            name = column.removesuffix("signature").rstrip("_")
            of_scores = (
                str(score["signature"])
                for key, score in self.report["scores"].items()
                if key.startswith(name) and score.get("signature")
            )
            signatures[column] = "" if name else str(self.report.get("signature", ""))
            signatures[column] = signatures[column] or next(of_scores, "")
        return signatures


def read_scores(metric: Metric | str, paths: Paths) -> list[Score]:
    """Return the scores of the files of a metric, in the order given.

    Raises InputError where a file is not such a score file or lacks a score that tables show, and
    where two are of the same language, system, test set and training, or of several trainings of a
    system one does not say which it is.
    """
    resolved = metric_named(metric) if isinstance(metric, str) else metric
    scores = []
    for path in paths:
        root = JsonNode.read_scores(path, resolved.source or resolved.name)
        scores += [_score(resolved, report) for report in _reports(root)]
    _check_distinct(scores)
    return scores


def read_all_scores(paths: Mapping[str, Paths]) -> dict[str, list[Score]]:
    """Return the scores by metric, in the order of METRICS, with those that others also hold.

    `paths`: files by the metric that they were scored by. Raises InputError as `read_scores`.
    """
    scores = {}
    for metric in metrics():
        files = paths.get(metric.source or metric.name) or ()
        applicable = (
            [path for path in files if metric.applies(read_json(path))] if metric.source else files
        )
        if applicable:
            scores[metric.name] = read_scores(metric, applicable)
    return scores


def _reports(root: JsonNode) -> list[JsonNode]:
    """Return the reports of a file: of several test sets, of several systems, or the only one."""
    several = next((name for name in ("testsets", "systems") if name in root.mapping), None)
    reports = root.list_of_nodes(several) if several else [root]
    if not reports:
        raise root.fault("score-file.no-reports", several or "", "a list of reports")
    return reports


def _check_distinct(scores: Iterable[Score]) -> None:
    """Raise InputError where two scores are of one training, or one does not say of which."""
    seen: dict[tuple[str, ...], dict[int | None, Path]] = {}
    for score in scores:
        key = tuple(filter(None, (score.language, score.system, score.testset)))
        paths = seen.setdefault(key, {})
        named = " / ".join(key)
        if score.training in paths:
            of = named if score.training is None else f"{named} / training {score.training}"
            raise InputError(
                "score-file.duplicate",
                f"duplicate score file of {of}; the first is {paths[score.training]}",
                file=score.path,
                hint="give one file for each language, system and training",
            )
        paths[score.training] = score.path
        if None in paths and len(paths) > 1:
            raise InputError(
                "score-file.unknown-training",
                f"{named} has several score files, but this one does not name its training",
                file=paths[None],
                hint="score it again with --training and the seed of the training",
            )


def _score(metric: Metric, root: JsonNode) -> Score:
    node = root.node("scores")
    if not any("signature" in score.mapping for _, score in node.nodes()):
        root.text("signature")
    scores = {name: node.estimate(name) for name in node.mapping}
    check_figures(Outcomes(str(root.path), root.mapping))
    if "counts" in root.mapping:
        root.node("counts")
    try:
        rows = list(metric.rows(CheckedReport(root)))
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(
            "score-file.malformed-scores",
            f"malformed scores of {metric.name}: {error}",
            file=root.path,
            hint=SCORE_AGAIN,
        ) from None
    for row in rows:
        for item in metric.shown_fields if row.scores is None else ():
            if not item.optional:
                node.node(item.name + row.ending)
        for name, count in row.counts.items():
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                problem = f'the count "{name}" must be a whole number from 0; found {count!r:.60}'
                raise InputError(
                    "score-file.not-a-count", problem, file=root.path, hint=SCORE_AGAIN
                )
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
        training=None if root.mapping.get("training") is None else root.count("training"),
    )


def by_language(scores: Iterable[Score]) -> dict[str, list[Score]]:
    """Return the scores of each language, in the order of their first."""
    groups: dict[str, list[Score]] = {}
    for score in scores:
        groups.setdefault(score.language, []).append(score)
    return groups


@dataclass(frozen=True)
class Recall:
    """How many entities of one gold gender there are, and how many came out in it.

    Of several trainings `correct` is their mean.
    """

    gold: int
    correct: float

    @property
    def percent(self) -> float | None:
        """The recall in percent, or None where there is no such entity."""
        return 100 * self.correct / self.gold if self.gold else None


def confusion(score: Score) -> dict[str, dict[str, float]]:
    """Return gold gender -> gender found ("unknown" included) -> count, of scores of WinoMT.

    Of several trainings the means of their counts.
    """
    confusions: dict[str, dict[str, float]] = {}
    for counts in _counts(score, "confusion"):
        for gold, row in counts.nodes():
            genders = confusions.setdefault(gold, {})
            for gender, count in row.counts().items():
                genders[gender] = genders.get(gender, 0) + count / len(score.singles)
    return confusions


def professions(score: Score) -> dict[str, dict[str, Recall]]:
    """Return profession -> gold gender -> recall, of scores of WinoMT."""
    recalls_by_profession: dict[str, dict[str, Recall]] = {}
    for counts in _counts(score, "by_profession"):
        for profession, genders in counts.nodes():
            recalls = recalls_by_profession.setdefault(profession, {})
            for gender, cell in genders.nodes():
                recall = _recall(cell)
                before = recalls.get(gender, Recall(recall.gold, 0))
                correct = before.correct + recall.correct / len(score.singles)
                recalls[gender] = Recall(recall.gold, correct)
    return recalls_by_profession


def _counts(score: Score, name: str) -> Iterator[JsonNode]:
    """Yield the counts of a name of each training of a score."""
    for training in score.singles:
        yield JsonNode(training.path, "", training.report).node("counts").node(name)


def _recall(node: JsonNode) -> Recall:
    result = Recall(node.count("gold"), node.count("correct"))
    if result.correct > result.gold:
        raise node.fault(
            "recall.more-correct-than-gold", "correct", f"at most the {result.gold} of gold"
        )
    return result
