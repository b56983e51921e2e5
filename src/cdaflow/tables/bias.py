"""The table of encoders by their training text: association and validity beside the controls."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.bias.association import GENDER, PROFESSIONS, RETAINED, effect_size
from cdaflow.bias.variants import ORIGINAL, PATTERN, read_variant
from cdaflow.errors import InputError
from cdaflow.io.files import read_json
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Estimate, percentile_interval
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.ranks import spearman
from cdaflow.statistics.trainings import (
    difference_over_trainings,
    fully_correlated_covariance,
    over_trainings,
)
from cdaflow.tables.inputs import Paths, expected
from cdaflow.tables.table import Layout, Table, count, estimate, label
from cdaflow.tables.text import estimate_cells, number, order

Numbers = NDArray[np.float64]

BIAS = Layout(
    "Bias of sentence encoders by their training text",
    (
        label("system", "Training text"),
        count("trainings", "Trainings"),
        label("seeds"),
        count("examples", "Examples", "examples of the training text"),
        estimate("association", "d", "effect size of the association of professions with she and "
                 "he; nearer to 0 is better"),
        estimate("gender", "SEAT", "mean effect size of C6 to C8b; nearer to 0 is better"),
        estimate("absolute", "|SEAT|", "mean absolute effect size of C6 to C8b"),
        estimate("retained", "C1, C2", "mean effect size of C1 and C2, which should not change"),
        label("reference", "Against", "the control of the same size, or the original text"),
        estimate("difference", "Difference", "d (where professions were not tested: SEAT) minus "
                 "that of the reference"),
        count("p", "p", "two-sided, of no difference: t test of the paired trainings"),
        estimate("spearman", "Validity", "rank correlation of the score of professions with their "
                 "share of women, in sentences without gender"),
        estimate("mixed", "with pronouns", "validity in sentences with pronouns of both genders"),
        estimate("neutralised", "neutralised", "validity with persons replaced by *someone*"),
        count("unknown", "Unknown", "sentences of the association tests with a word that the "
              "encoder does not know, per cent"),
        estimate("right", "Task", "held-out examples that the training task has right, per cent"),
        estimate("transfer", "Transfer", "mean over other tasks: per cent right, or 100 times the "
                 "rank correlation"),
    ),
    labels=("system",),
)  # fmt: skip

_HINT = "give files that `cdaflow bias seat`, `validity` and `transfer` wrote"

_NOTE = (
    "Means over trainings. In brackets the 95% interval for trainings and targets (or "
    "professions): Student's t over the trainings, the variance of the items added; of one "
    "training for the items alone. One training proves nothing: another seed may differ by more."
)


@dataclass
class System:
    """The trainings of a system, by seed: its files of each measure of `cdaflow bias`."""

    name: str
    seat: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    validity: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    transfer: dict[int, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Measure:
    """A figure of K trainings: shape (K,), and (K, samples) where items were resampled.

    bounds: the least and the largest value there is, at which intervals end.
    """

    singles: Numbers
    resampled: Numbers | None
    bounds: tuple[float, float] = (-math.inf, math.inf)

    @property
    def samples(self) -> Numbers:
        """`resampled`; where no items were, values that do not vary with them."""
        return np.zeros((len(self.singles), 2)) if self.resampled is None else self.resampled

    def estimate(self) -> Estimate:
        """Return its mean with an interval."""
        if np.isnan(self.singles).any():
            return Estimate(None)
        if len(self.singles) > 1:
            # Without items: the interval of the trainings alone.
            none = fully_correlated_covariance([0.0] * len(self.singles))
            singles = self.singles.tolist()
            return over_trainings(singles, none, self.resampled, bounds=self.bounds)
        ends = None if self.resampled is None else percentile_interval(self.resampled[0])
        return Estimate(float(self.singles[0]), *(ends or (None, None)))


def read_systems(paths: Paths) -> list[System]:
    """Return the systems of files of `cdaflow bias seat`, `validity` and `transfer`.

    In the order of the files. Raises InputError where a file is none, or a training comes twice.
    """
    systems: dict[str, System] = {}
    for path in paths:
        report = read_json(path)
        with expected("no such scores of an encoder", path, _HINT):
            kind = {"seat": "seat", "bias_validity": "validity", "transfer": "transfer"}[
                report["metric"]
            ]
            system = systems.setdefault(str(report["system"]), System(str(report["system"])))
            trainings = getattr(system, kind)
            seed = int(report["training"])
            _check(report)
        if seed in trainings:
            raise InputError(
                "training.duplicate", f"training {seed} of {system.name!r} is duplicated", file=path
            )
        trainings[seed] = report
    return list(systems.values())


def _check(report: Mapping[str, Any]) -> None:
    """Raise one of MALFORMED where a report lacks what is read of it."""
    dict(report["encoder"])
    if report["metric"] == "seat":
        for test in report["tests"].values():
            _, _ = ({str(k): float(v) for k, v in side.items()} for side in test["associations"])
    elif report["metric"] == "transfer":
        for task in report["tasks"].values():
            _score_of_task(task)
    else:
        for scores in report["scores"].values():
            {name: float(scores[name]) for name in report["shares"]}


def bias_table(systems: Sequence[System], samples: int = RESAMPLES, seed: int = SEED) -> Table:
    """Return the table, a row a system, each compared with its control or the original text."""
    targets = common_targets(systems)
    mains = {system.name: main_measure(system, targets, samples, seed) for system in systems}
    rows = []
    for system in systems:
        row: dict[str, object] = {"system": system.name}
        seeds = order(map(str, [*system.seat, *system.validity, *system.transfer]))
        row |= {"trainings": len(seeds), "seeds": " ".join(seeds)}
        reports = system.seat or system.validity or system.transfer
        encoders = [report["encoder"] for report in reports.values()]
        row["examples"] = encoders[0].get("examples", "")
        for name, kind in (("association", PROFESSIONS), ("gender", "gender"),
                           ("absolute", "absolute"), ("retained", "retained")):  # fmt: skip
            row |= _cells(name, seat_measure(system, kind, targets, samples, seed))
        reference = reference_of(system.name, list(mains))
        row["reference"] = reference
        row |= difference_cells(mains.get(reference), mains[system.name])
        for name, context, by in (("spearman", "neutral", "none"), ("mixed", "mixed", "none"),
                                  ("neutralised", "mixed", "someone")):  # fmt: skip
            row |= _cells(name, _validity(system, context, by, samples, seed))
        row["unknown"] = _unknown(system)
        row |= _cells("right", _right(encoders), 1)
        row |= _cells("transfer", transfer_measure(system, transfer_tasks(system)), 1)
        rows.append(row)
    dropped = sum(len(left) for left in _not_common(systems, targets).values())
    notes = [_NOTE]
    if dropped:
        notes.append(
            f"{dropped} targets are left out in all systems, since an encoder does not know them."
        )
    return BIAS.table(rows, notes=notes)


def reference_of(name: str, names: Sequence[str]) -> str:
    """Return what a system is compared with: its first control, else the original; "" for none."""
    if re.fullmatch(PATTERN, name) is None:
        return ""
    controls = [variant.name for variant in read_variant(name).controls()]
    others = [other for other in (*controls, ORIGINAL) if other in names and other != name]
    return others[0] if others else ""


Targets = Mapping[str, tuple[list[str], list[str]]]


def common_targets(systems: Sequence[System]) -> Targets:
    """Return the targets of each test that all trainings have, so that all have the same items.

    Sorted, since resamples must not depend on the order in a file.
    """
    reports = [report for system in systems for report in system.seat.values()]
    names = order(name for report in reports for name in report["tests"])
    common = {}
    for name in names:
        tests = [report["tests"][name] for report in reports if name in report["tests"]]
        sides = []
        for side in (0, 1):
            first, *others = (test["associations"][side] for test in tests)
            sides.append(
                sorted(
                    text for text in first if all(text in target_texts for target_texts in others)
                )
            )
        common[name] = (sides[0], sides[1])
    return common


def _not_common(systems: Sequence[System], targets: Targets) -> dict[str, set[str]]:
    left: dict[str, set[str]] = {name: set() for name in targets}
    for system in systems:
        for report in system.seat.values():
            for name, test in report["tests"].items():
                for side, side_targets in zip(test["associations"], targets[name], strict=True):
                    left[name] |= set(side) - set(side_targets)
    return left


def main_measure(
    system: System, targets: Targets, samples: int = RESAMPLES, seed: int = SEED
) -> tuple[list[int], Measure] | None:
    """Return the seeds and the effect sizes that systems are compared by; None without tests."""
    measure = seat_measure(system, PROFESSIONS, targets, samples, seed)
    measure = measure or seat_measure(system, "gender", targets, samples, seed)
    return None if measure is None else (sorted(system.seat), measure)


def seat_measure(
    system: System, kind: str, targets: Targets, samples: int, seed: int
) -> Measure | None:
    """Return d of the test of professions, or the mean (of the absolute) d of several tests."""
    groups = {"gender": GENDER, "absolute": GENDER, "retained": RETAINED}.get(kind, (kind,))
    reports = [system.seat[training] for training in sorted(system.seat)]
    names = [name for name in groups if reports and all(name in r["tests"] for r in reports)]
    if not names:
        return None
    single, resampled = [], []
    for name in names:
        sides = [
            np.array([[r["tests"][name]["associations"][side][text] for text in texts]
                      for r in reports])
            for side, texts in enumerate(targets[name])
        ]  # fmt: skip
        if min(side.shape[1] for side in sides) < 2:
            return None
        # The same targets have the same resamples in every test and system.
        drawn = [side[:, _rows(texts, samples, seed)]
                 for side, texts in zip(sides, targets[name], strict=True)]  # fmt: skip
        single.append(effect_size(*sides))
        resampled.append(effect_size(*drawn))
    change: Callable[[Numbers], Numbers] = np.abs if kind == "absolute" else np.asarray
    return Measure(change(np.array(single)).mean(axis=0), change(np.array(resampled)).mean(axis=0))


def _rows(items: Sequence[str], samples: int, seed: int) -> NDArray[np.int64]:
    """Return rows of resampled items: shape (samples, n)."""
    key = zlib.crc32("\n".join(items).encode())
    return np.random.default_rng([seed, key]).integers(len(items), size=(samples, len(items)))


def _validity(system: System, context: str, by: str, samples: int, seed: int) -> Measure | None:
    reports = [system.validity[training] for training in sorted(system.validity)]
    if not reports:
        return None
    values = [report["spearman"].get(context, {}).get(by, {}).get("value") for report in reports]
    singles = np.array([np.nan if value is None else float(value) for value in values])
    if by != "none":  # of these the scores by profession are not kept
        return Measure(singles, None, (-1, 1))
    names = sorted(reports[0]["shares"])
    truth = np.array([float(reports[0]["shares"][name]) for name in names])
    rows = _rows(names, samples, seed)
    resampled = np.array(
        [
            [spearman(scores[row], truth[row]) for row in rows]
            for scores in (np.array([r["scores"][context][n] for n in names]) for r in reports)
        ]
    )
    return Measure(singles, resampled, (-1, 1))


def _unknown(system: System) -> str:
    """Return the per cent of the examples of the tests with unknown words; "" without tests."""
    concepts = [
        concept
        for report in system.seat.values()
        for test in report["tests"].values()
        for concept in test.get("concepts", ())
    ]
    total = sum(concept["examples"] for concept in concepts)
    unknown = sum(concept["with_unknown_words"] for concept in concepts)
    return number(100 * unknown / total) if total else ""


def _right(encoders: Sequence[Mapping[str, Any]]) -> Measure | None:
    """Return the accuracy on held-out examples of the epoch that was kept, per cent."""
    if not all("dev_loss" in encoder and "dev_right" in encoder for encoder in encoders):
        return None
    best = [
        int(encoder.get("best_epoch", np.argmin(encoder["dev_loss"]) + 1)) - 1
        for encoder in encoders
    ]
    accuracies = [
        100 * encoder["dev_right"][epoch] for encoder, epoch in zip(encoders, best, strict=True)
    ]
    return Measure(np.array(accuracies), None, (0, 100))


def transfer_tasks(system: System) -> list[str]:
    """Return the names of the tasks that all trainings have."""
    reports = [report["tasks"] for report in system.transfer.values()]
    names = order(name for tasks in reports for name in tasks)
    return [name for name in names if all(name in tasks for tasks in reports)]


def transfer_measure(system: System, common: Sequence[str]) -> Measure | None:
    """Return the mean over tasks; None for none."""
    reports = [system.transfer[training]["tasks"] for training in sorted(system.transfer)]
    if not common:
        return None
    scores = [[_score_of_task(tasks[name]) for name in common] for tasks in reports]
    return Measure(np.array(scores).mean(axis=1), None, (-100, 100))


def _score_of_task(task: Mapping[str, Any]) -> float:
    """Return per cent right, or 100 times the rank correlation; NaN where it is not defined."""
    if task["value"] is None:
        return math.nan
    return float(task["value"]) * (100 if task["measure"] == "spearman" else 1)


def _cells(name: str, measure: Measure | None, decimals: int = 2) -> dict[str, str]:
    return estimate_cells(name, measure.estimate() if measure else None, decimals)


def difference_cells(
    base: tuple[list[int], Measure] | None, other: tuple[list[int], Measure] | None
) -> dict[str, str]:
    """Return the cells of a difference of trainings with the same seeds; none of others."""
    if base is None or other is None or base[0] != other[0] or len(base[0]) < 2:
        return {}
    base_measure, other_measure = base[1], other[1]
    difference: Difference = difference_over_trainings(
        base_measure.singles, other_measure.singles, base_measure.samples, other_measure.samples
    )
    change = Estimate(difference.value, difference.low, difference.high)
    return {**estimate_cells("difference", change, 2), "p": number(difference.p, 3)}
