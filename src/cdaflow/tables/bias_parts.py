"""The tables behind that of encoders: each test, each text, the most biased sentences.

They have what Dolci et al. 2023 show in their Tables 3 and 6 to 11, and in section 4.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from cdaflow.bias.association import GENDER, RETAINED
from cdaflow.bias.senteval import TASKS
from cdaflow.bias.variants import ORIGINAL, PATTERN, Variant, read_variant
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.tables.bias import (
    Measure,
    System,
    Targets,
    common_targets,
    difference_cells,
    read_systems,
    seat_measure,
    transfer_measure,
    transfer_tasks,
)
from cdaflow.tables.evaluations import Evaluation, Row, read_evaluations
from cdaflow.tables.inputs import Paths
from cdaflow.tables.table import count, estimate, label
from cdaflow.tables.text import estimate_cells, number, order

#: The means over several tests: name -> its kind in `seat_measure`, and its tests.
_MEANS = {"C6 to C8b": ("gender", GENDER), "C1 and C2": ("retained", RETAINED)}
#: The mean over tasks.
_OF_TASKS = "SentEval"

#: What the adjusted text with the smallest mean effect size is called in a row of its own.
_BEST = "best"

#: Results of a training text by test: the seeds of the trainings, and their scores.
_Results = dict[str, tuple[list[int], Measure]]


def read_tests(paths: Paths) -> list[Row]:
    """Return a row for each training text and test, of files of `bias seat` and `bias transfer`.

    Raises InputError as `read_systems` does.
    """
    systems = read_systems(paths)
    targets = common_targets(systems)
    results = {system.name: dict(_results(system, targets)) for system in systems}
    original = results.get(ORIGINAL, {})
    rows = [
        _row(name, test, result, {} if name == ORIGINAL else original)
        for name, tests in results.items()
        for test, result in tests.items()
    ]
    mean = next(iter(_MEANS))
    adjusted = [tests[mean] for name, tests in results.items() if mean in tests and _less(name)]
    if len(adjusted) > 1:
        best = min(adjusted, key=lambda result: result[1].singles.mean())
        rows.append(_row(_BEST, mean, best, original))
    return rows


def _less(name: str) -> bool:
    """Return whether a training text is adjusted, and no control."""
    variant = read_variant(name) if re.fullmatch(PATTERN, name) else None
    return variant is not None and variant.is_adjusted and not variant.control


def _row(name: str, test: str, result: tuple[list[int], Measure], original: _Results) -> Row:
    seeds, measure = result
    row: Row = {"system": name, "test": test, "trainings": len(seeds)}
    row["seeds"] = " ".join(map(str, seeds))
    row |= estimate_cells("score", measure.estimate(), 2)
    if test in original:
        base = float(original[test][1].singles.mean())
        change = float(measure.singles.mean()) - base
        row |= {"difference": number(change, 2)} | difference_cells(original[test], result)
        if base > 0 and measure.resampled is not None:
            row["change"] = number(100 * change / base)
    return row


def _results(system: System, targets: Targets) -> Iterator[tuple[str, tuple[list[int], Measure]]]:
    """Yield what a training text has in each test, and in the means over them."""
    tests = order(name for report in system.seat.values() for name in report["tests"])
    means = {name: kind for name, (kind, of) in _MEANS.items() if len({*of} & {*tests}) > 1}
    for name, kind in ({test: test for test in tests} | means).items():
        measure = seat_measure(system, kind, targets, RESAMPLES, SEED)
        if measure is not None:
            yield name, (sorted(system.seat), measure)
    tasks = transfer_tasks(system)
    of_senteval = [task for task in tasks if task in TASKS]
    means_of_tasks = {_OF_TASKS: of_senteval} if len(of_senteval) > 1 else {}
    for name, some in ({task: [task] for task in tasks} | means_of_tasks).items():
        measure = transfer_measure(system, some)
        if measure is not None:
            yield name, (sorted(system.transfer), measure)


TESTS = Evaluation(
    "Bias and use of sentence encoders, by test",
    (
        label("system", "Training text", "best: the adjusted text with the smallest "
              "mean over C6 to C8b, chosen by it"),
        label("test", "Test", "C6 to C8b and C1, C2: association tests (SEAT); the others are "
              "tasks"),
        estimate("score", "Score", "of association tests the effect size d, nearer to 0 is better "
                 "(C1 and C2 should stay); of tasks per cent right, or 100 times the rank "
                 "correlation"),
        estimate("difference", "Difference", "score minus that of the original text"),
        count("p", "p", "two-sided, of no difference: t test of the paired trainings"),
        count("change", "Change %", "the difference in per cent of the effect size of the original "
              "text"),
        count("trainings", "Trainings"),
        label("seeds"),
    ),
    labels=("system", "test"),
    read=read_tests,
)  # fmt: skip


def _text(report: Mapping[str, Any]) -> list[Row]:
    settings = report["settings"]
    control = "random" if settings["criterion"] == "random" else ""
    name = Variant(
        settings["by"], settings["percentile"], "copies" if settings["copies"] else control
    )
    row: Row = {key: int(report[key]) for key in ("examples", "selected", "dropped", "added")}
    row |= {"system": name.name, "written": int(report["written"])}
    row["swapped"] = number(100 * row["added"] / row["selected"]) if row["added"] else ""
    row["largest"] = number(float(report["largest"]), 4)
    row["largest_kept"] = number(float(report["largest_kept"]), 4) if row["dropped"] else ""
    return [row]


TEXTS = Evaluation(
    "Training text with less bias",
    (
        label("system", "Training text"),
        count("examples", "Examples", "examples of the original text"),
        count("selected", "Selected", "the most biased of them"),
        count("dropped", "Left out"),
        count("added", "Added", "in the other gender (copies: as they are)"),
        count("swapped", "Added %", "added examples, per cent of the selected ones"),
        count("written", "Written", "examples of the adjusted text"),
        count("largest", "Largest Abs", "bias score of the most biased example of the original "
              "text"),
        count("largest_kept", "Largest left", "bias score of the most biased example that is "
              "not left out"),
    ),
    labels=("system",),
    read=partial(read_evaluations, metric="bias_adjust", what="an adjusted text",
                 command="bias adjust --report", rows=_text),
)  # fmt: skip


def _most_biased(report: Mapping[str, Any]) -> list[Row]:
    return [
        {
            "side": side,
            "rank": rank,
            "score": number(float(example["score"]), 4),
            "sentence": str(example["text"]),
            "words": str(example["words"]),
        }
        for side, key in (("F", "f"), ("M", "m"), ("Abs", "abs"))
        for rank, example in enumerate(report["most_biased"][key], 1)
    ]


MOST_BIASED = Evaluation(
    "The most biased sentences of a text",
    (
        label("side", "Side", "F: largest bias to the feminine side; M: to the masculine side; "
              "Abs: both together"),
        count("rank", "Rank"),
        count("score", "Score"),
        label("sentence", "Sentence"),
        label("words", "Words", "words with the largest bias, each with its bias"),
    ),
    labels=("side", "rank"),
    read=partial(read_evaluations, metric="bias_score", what="bias scores",
                 command="bias score --report", rows=_most_biased),
)  # fmt: skip
