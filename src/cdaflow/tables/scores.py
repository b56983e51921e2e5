"""The score files of `cdaflow score`, read and checked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from cdaflow.errors import InputError
from cdaflow.io.structured import read_json
from cdaflow.statistics.estimates import Estimate as Estimate
from cdaflow.statistics.signature import data_of
from cdaflow.statistics.warnings import Warned

#: The hint of every fault of a score file.
SCORE_AGAIN = "give files that `cdaflow score` of this version wrote: score the translations again"

#: The scores of a WinoMT file that the tables cannot do without; more may be there.
WINOMT_SCORES = (
    "accuracy",
    "accuracy_pro",
    "accuracy_anti",
    "delta_s",
    "delta_g",
    "delta_r",
    "f1_male",
    "f1_female",
    "recall_male",
    "recall_female",
    "unknown_rate",
)


@dataclass(frozen=True)
class Recall:
    """How many entities of one gold gender there are, and how many came out in it."""

    gold: int
    correct: int

    @property
    def percent(self) -> float | None:
        """The recall in percent, or None where there is no such entity."""
        return 100 * self.correct / self.gold if self.gold else None


@dataclass(frozen=True)
class WinoMT:
    """One WinoMT score file.

    rows: sentences scored. scores: estimates in percent (differences in points) by name,
    WINOMT_SCORES at least. confusion: gold gender -> gender found ("unknown" included) ->
    count. professions: profession -> gold gender -> recall. path: where it was read. report: the
    whole file, for tests against other systems.
    """

    language: str
    system: str
    signature: str
    rows: int
    correct: int
    scores: Mapping[str, Estimate]
    confusion: Mapping[str, Mapping[str, int]]
    professions: Mapping[str, Mapping[str, Recall]]
    warned: Warned
    path: Path
    report: Mapping[str, Any]


@dataclass(frozen=True)
class Bleu:
    """One BLEU score file: both metrics with their own sacrebleu signatures."""

    language: str
    system: str
    testset: str
    lines: int
    bleu: Estimate
    chrf: Estimate
    bleu_signature: str
    chrf_signature: str
    warned: Warned
    path: Path

    @property
    def signatures(self) -> dict[str, str]:
        """The signatures by metric."""
        return {"bleu": self.bleu_signature, "chrf": self.chrf_signature}


@dataclass(frozen=True)
class Scored:
    """One score file of another metric.

    scores: estimates in percent or points by name. counts: part of the test set -> what is
    counted -> how many. report: the whole file, for tests against other systems.
    """

    language: str
    system: str
    signature: str
    scores: Mapping[str, Estimate]
    counts: Mapping[str, Mapping[str, int]]
    warned: Warned
    path: Path
    report: Mapping[str, Any]

    @property
    def signatures(self) -> dict[str, str]:
        """The signatures of the score, and of BLEU where it is there."""
        bleu = self.report["scores"].get("bleu_feminine") or {}
        return {"score": self.signature, "bleu": str(bleu.get("signature", ""))}

    def count(self, part: str, name: str) -> int:
        """Return a count; InputError where the file has it not."""
        if name not in self.counts.get(part, {}):
            raise InputError(f'"counts.{part}.{name}" is missing', file=self.path, hint=SCORE_AGAIN)
        return self.counts[part][name]


Score = TypeVar("Score", WinoMT, Bleu, Scored)


def read_winomt(paths: Iterable[str | PathLike[str]]) -> list[WinoMT]:
    """Return the WinoMT scores of the files, in the order given.

    Raises InputError where a file is not such a score file, and where two are of the same
    language and system.
    """
    scores = [_winomt(_Node.read(path, "winomt")) for path in paths]
    _check_unique(scores, [(score.language, score.system) for score in scores])
    return scores


def read_bleu(paths: Iterable[str | PathLike[str]]) -> list[Bleu]:
    """Return the BLEU scores of the files, in the order given.

    Raises InputError where a file is not such a score file, and where two are of the same
    language, system and test set.
    """
    scores = [_bleu(node) for path in paths for node in _testsets(_Node.read(path, "bleu"))]
    _check_unique(scores, [(score.language, score.system, score.testset) for score in scores])
    return scores


def read_scored(
    paths: Iterable[str | PathLike[str]], metric: str, needed: Iterable[str]
) -> list[Scored]:
    """Return the scores of the files of a metric ("geneval", "mustshe"), in the order given.

    `needed`: the scores that each file must have. Raises as `read_winomt`.
    """
    names = list(needed)
    scores = [_scored(_Node.read(path, metric), names) for path in paths]
    _check_unique(scores, [(score.language, score.system) for score in scores])
    return scores


def _testsets(root: _Node) -> list[_Node]:
    """Return the scores of one test set, or of each of several in one file."""
    several = root.mapping.get("testsets")
    if several is None:
        return [root]
    if not isinstance(several, list) or not all(isinstance(item, dict) for item in several):
        raise root.fault("testsets", "a list of objects")
    return [_Node(root.path, f"testsets[{n}].", item) for n, item in enumerate(several)]


#: Language, test set, baseline and system of a comparison.
Pair = tuple[str, str, str, str]


@dataclass(frozen=True)
class Compared:
    """A comparison of BLEU and chrF: score and p-value of each, and the digest of the reference."""

    scores: Mapping[str, tuple[float | None, float | None]]
    data: str


Comparisons = Mapping[Pair, Compared]


def read_bleu_comparisons(
    paths: Iterable[str | PathLike[str]],
) -> dict[Pair, Compared]:
    """Return the comparison of "bleu" and "chrf" of each pair of systems in the files.

    Raises InputError where a file is not one of `cdaflow score compare-bleu`.
    """
    found: dict[Pair, Compared] = {}
    for path in paths:
        root = _Node.read(path, "comparison")
        if root.text("of") != "bleu":
            raise root.fault("of", 'a comparison of "bleu"')
        items = root.mapping.get("comparisons")
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise root.fault("comparisons", "a list of objects")
        for number, item in enumerate(items):
            node = _Node(root.path, f"comparisons[{number}].", item)
            scores = node.node("scores")
            key = root.text("language"), root.text("testset"), root.text("base")
            found[*key, node.text("system")] = Compared(
                {
                    name: (scores.node(name).number("value"), scores.node(name).number("p"))
                    for name in ("bleu", "chrf")
                },
                data_of(root.text("signature")),
            )
    return found


def order(values: Iterable[str]) -> list[str]:
    """Return the distinct values in the order of their first appearance."""
    return list(dict.fromkeys(values))


def _check_unique(scores: Sequence[Score], keys: Sequence[tuple[str, ...]]) -> None:
    seen: dict[tuple[str, ...], Path] = {}
    for score, key in zip(scores, keys, strict=True):
        if key in seen:
            raise InputError(
                f"a second score file for {' / '.join(key)}; the first is {seen[key]}",
                file=score.path,
                hint="give one file for each language and system",
            )
        seen[key] = score.path


def _winomt(root: _Node) -> WinoMT:
    counts = root.node("counts")
    scores = root.node("scores")
    for name in WINOMT_SCORES:
        scores.node(name)
    by_profession = counts.node("by_profession")
    return WinoMT(
        language=root.text("language"),
        system=root.optional_text("system"),
        signature=root.text("signature"),
        rows=counts.count("rows"),
        correct=counts.count("correct"),
        scores={name: scores.estimate(name) for name in scores.mapping},
        confusion={
            gold: {found: row.count(found) for found in row.mapping}
            for gold, row in counts.node("confusion").nodes()
        },
        professions={
            profession: {gender: cell.recall() for gender, cell in genders.nodes()}
            for profession, genders in by_profession.nodes()
        },
        warned=root.warned(),
        path=root.path,
        report=root.mapping,
    )


def _bleu(root: _Node) -> Bleu:
    scores = root.node("scores")
    return Bleu(
        language=root.text("language"),
        system=root.optional_text("system"),
        testset=root.text("testset"),
        lines=root.count("lines"),
        bleu=scores.estimate("bleu"),
        chrf=scores.estimate("chrf"),
        bleu_signature=scores.node("bleu").text("signature"),
        chrf_signature=scores.node("chrf").text("signature"),
        warned=root.warned(),
        path=root.path,
    )


def _scored(root: _Node, needed: Sequence[str]) -> Scored:
    scores = root.node("scores")
    for name in needed:
        scores.node(name)
    return Scored(
        language=root.text("language"),
        system=root.optional_text("system"),
        signature=root.text("signature"),
        scores={name: scores.estimate(name) for name in scores.mapping},
        counts={
            part: {name: node.count(name) for name in node.mapping}
            for part, node in root.node("counts").nodes()
        },
        warned=root.warned(),
        path=root.path,
        report=root.mapping,
    )


@dataclass(frozen=True)
class _Node:
    """An object inside a JSON file, which knows its place for the error messages."""

    path: Path
    place: str
    mapping: Mapping[str, Any]

    @classmethod
    def read(cls, path: str | PathLike[str], metric: str) -> _Node:
        value = read_json(path)
        if not isinstance(value, dict) or "metric" not in value:
            raise InputError('no score file: there is no "metric"', file=path, hint=SCORE_AGAIN)
        if value["metric"] != metric:
            raise InputError(
                f'scores of the metric "{value["metric"]}", wanted are those of "{metric}"',
                file=path,
                hint=SCORE_AGAIN,
            )
        return cls(Path(path), "", value)

    def fault(self, name: str, wanted: str) -> InputError:
        where = f"{self.place}{name}"
        found = "it is missing"
        if name in self.mapping:
            found = f"found {json.dumps(self.mapping[name], ensure_ascii=False)[:60]}"
        return InputError(f'"{where}" must be {wanted}; {found}', file=self.path, hint=SCORE_AGAIN)

    def node(self, name: str) -> _Node:
        value = self.mapping.get(name)
        if not isinstance(value, dict):
            raise self.fault(name, "an object")
        return _Node(self.path, f"{self.place}{name}.", value)

    def nodes(self) -> list[tuple[str, _Node]]:
        return [(name, self.node(name)) for name in self.mapping]

    def text(self, name: str) -> str:
        value = self.mapping.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.fault(name, "a text")
        return value

    def optional_text(self, name: str) -> str:
        """Return a text, "" for null (a single output scored by hand has no system's name)."""
        if name in self.mapping and self.mapping[name] is None:
            return ""
        return self.text(name)

    def count(self, name: str) -> int:
        value = self.mapping.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fault(name, "a whole number from 0")
        return value

    def number(self, name: str) -> float | None:
        value = self.mapping.get(name)
        if value is None:
            return None
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self.fault(name, "a number or null")
        if not math.isfinite(value):
            raise self.fault(name, "a finite number")
        return float(value)

    def estimate(self, name: str) -> Estimate:
        node = self.node(name)
        if "value" not in node.mapping:
            raise node.fault("value", "a number or null")
        result = Estimate(node.number("value"), node.number("low"), node.number("high"))
        if result.interval and result.low > result.high:  # type: ignore[operator]
            raise node.fault("low", "at most the upper end of the interval")
        return result

    def warned(self) -> Warned:
        """Return the counts of warnings, which files of older versions lack."""
        node = self.node("warned")
        kinds = node.node("kinds")
        by_kind = {name: kinds.count(name) for name in kinds.mapping}
        return Warned(node.count("lines"), node.count("of"), by_kind)

    def recall(self) -> Recall:
        result = Recall(self.count("gold"), self.count("correct"))
        if result.correct > result.gold:
            raise self.fault("correct", f"at most the {result.gold} of gold")
        return result
