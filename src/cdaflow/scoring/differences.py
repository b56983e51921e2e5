"""The differences of two systems, by kind of report: what is right or wrong in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.scoring import gate, mustshe_metrics, winomt, winomt_metrics
from cdaflow.scoring.mustshe import COLUMNS
from cdaflow.statistics.estimates import Counts, share
from cdaflow.statistics.field import Test
from cdaflow.statistics.paired import Difference, difference, mcnemar, pair

MCNEMAR, BOOTSTRAP = Test.MCNEMAR, Test.BOOTSTRAP

#: What the characters of an outcome mean: (right, wrong, not counted); see `_alphabet`.
_ALPHABETS = (("1", "0", "-"), ("r", "wu", "n"), ("c", "i", "-"))

_WINOMT = {
    "gold": {"m": "male", "f": "female", "n": "neutral"},
    "predicted": {"m": "male", "f": "female", "n": "neutral", "u": "unknown"},
    "half": {"p": "pro", "a": "anti", "-": "-"},
}


@dataclass(frozen=True)
class Report:
    """A report with outcomes, and what to call it in an error message."""

    name: str
    mapping: Mapping[str, Any]

    def outcome(self, name: str) -> str:
        """Return one outcome, a character a row; InputError where there is none."""
        outcomes = self.mapping.get("outcomes")
        text = outcomes.get(name) if isinstance(outcomes, dict) else None
        if not isinstance(text, str):
            raise InputError(
                f'the report has no outcomes "{name}" of its sentences',
                file=self.name,
                hint="score the translations again with this version of cdaflow",
            )
        return text


Differences = Iterator[tuple[str, Difference, str]]


def differences(base: Report, other: Report, bootstrap: int, seed: int) -> Differences:
    """Yield name, difference (as shares) and test of each score of two reports of one metric.

    Raises InputError for outcomes that are not there or not of the same sentences.
    """
    by_metric = {
        "winomt": _winomt,
        "mustshe": _mustshe,
        "gate": _gate,
        "geneval": _geneval,
        "geneval-context": _geneval,
    }
    method = by_metric.get(str(base.mapping.get("metric")), _generic)
    return method(base, other, bootstrap, seed)


def _winomt(base: Report, other: Report, bootstrap: int, seed: int) -> Differences:
    gold, half = (_shared(base, other, name) for name in ("gold", "half"))
    tables = [_winomt_cells(report, gold, half) for report in (base, other)]
    paired = pair(*tables, samples=bootstrap, seed=seed)
    for name, metric in winomt_metrics.METRICS.items():
        result, test = difference(metric, paired), winomt.METRIC[name].test or BOOTSTRAP
        if test is MCNEMAR:
            hits = winomt_metrics.hits(name)
            result = _with_mcnemar(result, *(hits(cells).astype(bool) for cells in tables))
        yield name, result, test


def _winomt_cells(report: Report, gold: str, half: str) -> Counts:
    """Return a row for each sentence with 1 at its outcome: (sentences, outcomes)."""
    places = {outcome: place for place, outcome in enumerate(winomt_metrics.OUTCOMES)}
    predicted = report.outcome("predicted")
    if len(predicted) != len(gold) or len(half) != len(gold):
        raise InputError("its outcomes are not of one length", file=report.name)
    cells = np.zeros((len(gold), len(places)), dtype=np.int64)
    for number, letters in enumerate(zip(gold, predicted, half, strict=True)):
        try:
            words = [_WINOMT[k][c] for k, c in zip(_WINOMT, letters, strict=True)]
        except KeyError as error:
            raise InputError(f"{error} is no outcome of WinoMT", file=report.name) from None
        cells[number, places[words[0], words[1], words[2]]] = 1
    return cells


def _mustshe(base: Report, other: Report, bootstrap: int, seed: int) -> Differences:
    """Terms of one sentence go right or wrong together: all by bootstrap over sentences."""
    names = ("category", "gender", "terms")
    categories, genders, _ = (_shared(base, other, name) for name in names)
    tables = []
    for report in (base, other):
        outcomes = {name: report.outcome(name) for name in COLUMNS}
        if any(len(text) != len(categories) for text in outcomes.values()):
            raise InputError("its outcomes are not of one length", file=report.name)
        tables.append(mustshe_metrics.cells_of(outcomes))
    parts = mustshe_metrics.parts([a + b for a, b in zip(categories, genders, strict=True)])
    for ending, rows in parts.items():
        paired = pair(*(cells[rows] for cells in tables), samples=bootstrap, seed=seed)
        for name, metric in mustshe_metrics.METRICS.items():
            yield name + ending, difference(metric, paired), BOOTSTRAP


def _gate(base: Report, other: Report, bootstrap: int, seed: int) -> Differences:
    """Variants of one sentence are rewritten together: sums over all variants, by bootstrap."""
    names = [
        name for name in base.mapping.get("outcomes") or {} if not name.startswith("official_")
    ]
    for prefix, ending in (("", ""), ("official_", "_official")):
        tables = []
        for report in (base, other):
            texts = [report.outcome(prefix + name) for name in names]
            try:
                adds = [[gate.ADDS[gate.Outcome(letter)] for letter in text] for text in texts]
                tables.append(np.array(adds, dtype=np.int64).sum(axis=0))
            except ValueError as error:
                raise InputError(f"no outcomes of GATE: {error}", file=report.name) from None
        if tables[0].shape != tables[1].shape:
            raise InputError(f"its rows are not as many as those of {base.name}", file=other.name)
        paired = pair(*tables, samples=bootstrap, seed=seed)
        yield f"f05{ending}", difference(gate.f05, paired), BOOTSTRAP
        for name, place in (("precision", 1), ("recall", 2)):
            result = difference(share([0], [place]), paired)
            yield name + ending, result, BOOTSTRAP


def _generic(base: Report, other: Report, bootstrap: int, seed: int) -> Differences:
    """Test each outcome that says right or wrong of a row, over the rows counted in both."""
    outcomes = base.mapping.get("outcomes")
    names = outcomes if isinstance(outcomes, dict) else {}
    counted = {}
    for name in names:
        texts = base.outcome(name), other.outcome(name)
        if len(texts[0]) != len(texts[1]):
            raise InputError(
                f'{len(texts[1])} outcomes "{name}", but {base.name} has {len(texts[0])}',
                file=other.name,
            )
        letters = _alphabet("".join(texts))
        if letters is None:
            continue
        right, _, absent = letters
        keep = np.array([a not in absent and b not in absent for a, b in zip(*texts, strict=True)])
        hits = [np.array([c in right for c in text]) & keep for text in texts]
        counted[name] = (keep, *hits)
        columns = [np.stack([found, keep], axis=1).astype(np.int64) for found in hits]
        paired = pair(*columns, samples=bootstrap, seed=seed)
        result = difference(share([0], [1]), paired)
        yield name, _with_mcnemar(result, *hits), MCNEMAR
    if not counted:
        raise InputError(
            "the report has no outcomes of its sentences that can be compared",
            file=base.name,
            hint="score the translations again with this version of cdaflow",
        )
    yield from _gap(counted, bootstrap, seed)


#: The outcomes of MT-GenEval -> covered or not; rows that cannot be decided are not counted.
_COVERED = str.maketrans("rwun", "110-")


def _geneval(base: Report, other: Report, bootstrap: int, seed: int) -> Differences:
    """Test the outcomes, and which rows of the set (pairs, or contextual rows) are covered."""
    yield from _generic(base, other, bootstrap, seed)
    for name in ("pairs", "rows"):
        if name in (base.mapping.get("outcomes") or {}):
            covered = [
                Report(
                    report.name,
                    {"outcomes": {"coverage": report.outcome(name).translate(_COVERED)}},
                )
                for report in (base, other)
            ]
            yield from _generic(covered[0], covered[1], bootstrap, seed)


def _gap(
    counted: Mapping[str, tuple[NDArray[np.bool_], ...]], bootstrap: int, seed: int
) -> Differences:
    """Give the gap (masculine minus feminine) where a row has a translation of each gender."""
    genders = [counted.get(name) for name in ("masculine", "feminine")]
    if genders[0] is None or genders[1] is None or len(genders[0][0]) != len(genders[1][0]):
        return
    tables = []
    for system in (1, 2):
        columns = [column for g in genders if g is not None for column in (g[system], g[0])]
        tables.append(np.stack(columns, axis=1).astype(np.int64))

    masculine, feminine = share([0], [1]), share([2], [3])
    yield (
        "gap",
        difference(
            lambda sums: masculine(sums) - feminine(sums),
            pair(*tables, samples=bootstrap, seed=seed),
        ),
        BOOTSTRAP,
    )


def _alphabet(text: str) -> tuple[str, str, str] | None:
    """Return which letters of an outcome are right, wrong and not counted, if it says so."""
    for letters in _ALPHABETS:
        if text and set(text) <= set("".join(letters)):
            return letters
    return None


def _shared(base: Report, other: Report, name: str) -> str:
    """Return an outcome that is the test set's own, the same in both reports."""
    text = base.outcome(name)
    if other.outcome(name) != text:
        raise InputError(
            f'its outcomes "{name}" are not those of {base.name}: another test set',
            file=other.name,
        )
    return text


def _with_mcnemar(
    result: Difference, base: NDArray[np.bool_], other: NDArray[np.bool_]
) -> Difference:
    """Return a difference of accuracies with the p-value of McNemar's test of its rows."""
    if result.value is None:
        return result
    p = mcnemar(int(np.sum(base & ~other)), int(np.sum(other & ~base)))
    return Difference(result.base, result.other, result.value, result.low, result.high, p)
