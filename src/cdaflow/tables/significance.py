"""What stands out in a table: the best figure of a column, and what differs from the baseline.

Both are columns of the CSV, so that a table read back is marked alike: "best" names the columns in
which a row is the best of its group, "baseline" the system that it was tested against, "paired" the
seeds of the trainings that the two have in common (where there are several), NAME_p the p-value of
the column NAME, and NAME_gain its difference from the baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from cdaflow.errors import ConfigError, InputError
from cdaflow.progress import say
from cdaflow.scoring.compare import BY_TRAINING, compare, why_not
from cdaflow.statistics import SIGNIFICANT
from cdaflow.statistics.field import Field, Test
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.signature import comparable, data_of
from cdaflow.tables.scores import Compared, Comparisons, Score
from cdaflow.tables.text import NONE, number
from cdaflow.tables.warned import not_tested, suspect


def mark_best(
    frame: pd.DataFrame,
    group: Sequence[str],
    directions: Mapping[str, Callable[[float], float]],
) -> pd.DataFrame:
    """Return the rows with "best": the columns in which each is the best of its group.

    A group has equal cells in the columns `group`; signatures among them are equal where scores are
    comparable. Figures count as they are shown: two that look the same are both best. Where there
    is nothing to choose, because all are equal or only one is there, none is. Suspect scores (see
    `warned`) are not among them.
    """
    rows = frame[~suspect(frame)]
    keys = [
        pd.Series(list(map(comparable, rows[name])), index=rows.index, dtype=object)
        if name.endswith("signature")
        else rows[name]
        for name in group
    ]
    best = pd.Series("", index=frame.index, dtype=object)
    for name, goodness in directions.items():
        good = pd.to_numeric(rows[name], errors="coerce").astype(float).map(goodness)
        groups = good.groupby(keys)
        won = (good == groups.transform("max")) & (groups.transform("nunique") > 1)
        best[won.index[won]] += f" {name}"
    return frame.assign(best=best.str.strip())


def baselines(pairs: Iterable[tuple[str, str]], wanted: str | None) -> dict[str, str]:
    """Return the baseline of each language: the first of its systems, or `wanted`.

    `pairs`: language and system of each row. A language without the wanted system has none.
    Raises ConfigError where no language has it.
    """
    found: dict[str, str] = {}
    for language, system in pairs:
        if wanted is None or system == wanted:
            found.setdefault(language, system)
    if wanted is not None and not found:
        raise ConfigError(
            f"the baseline {wanted!r} is none of the systems in the table",
            hint="give --baseline the name of a system as the table has it",
        )
    return found


def p_cell(p: float | None) -> str:
    """Return a p-value as the CSV has it, "" for None."""
    return "" if p is None else f"{p:.4g}"


def significance_notes(frame: pd.DataFrame, fields: Iterable[Field], tests: str) -> tuple[str, ...]:
    """Return what the star means, if any p-value of the fields is there.

    `tests`: how systems with one training are tested.
    """
    cells = frame[[f"{item.column}_p" for item in fields]]
    tested = frame[(cells != "").any(axis=1)]
    if tested.empty:
        return ()
    bases = ", ".join(tested["baseline"].replace("", NONE).unique())
    return (
        f"* differs from the baseline ({bases}), p < {SIGNIFICANT}: {_how(tested, tests)}; not "
        "corrected for multiple testing",
    )


def _how(tested: pd.DataFrame, tests: str) -> str:
    """Return how the rows were tested: over the trainings that were paired, or over one of each."""
    paired = [len(row.get("paired", "").split()) > 1 for row in tested.to_dict("records")]
    if not any(paired):
        return tests
    return BY_TRAINING if all(paired) else f"{BY_TRAINING}; with one training {tests}"


def lone_pairs(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return a line for each row of several trainings that was tested on one of them alone."""
    lines = (
        f"Caution: {row['language']} {row['system'] or NONE}: shares only training {row['paired']} "
        "with the baseline and is tested on that; the figures are those of all trainings."
        for row in frame.to_dict("records")
        if len(row.get("paired", "").split()) == 1
    )
    return tuple(dict.fromkeys(lines))


@dataclass(frozen=True)
class Tested:
    """How a score differs from that of the baseline.

    differences: by what `cdaflow score compare` calls them, in percent or points; those of parts of
    the test set with their ending. seeds: of the trainings that were paired, none for one each.
    """

    differences: Mapping[str, Difference] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()


def compare_with_baseline(score: Score, base: Score | None, comparisons: Comparisons) -> Tested:
    """Return how a score differs from that of the baseline.

    Nothing is tested without a baseline, where one of the two is suspect or they cannot be
    compared, which is said.

    Raises InputError for a comparison of other translations, or against another reference.
    """
    if base is None or base is score:
        return Tested()
    tests = {item.test for item in score.metric.tested}
    found = _by_sentences(score, base) if tests - {Test.SACREBLEU} else Tested()
    translated = _by_translations(score, base, comparisons)
    seeds = found.seeds or translated.seeds
    return Tested({**found.differences, **translated.differences}, seeds)


def _by_sentences(score: Score, base: Score) -> Tested:
    """Return the differences of the figures that are statistics of sentences."""
    sides = [[one.report for one in side.singles] for side in (base, score)]
    reason = not_tested(score.warned, base.warned) or why_not(*sides)
    if not all(report.get("outcomes") for side in sides for report in side):
        reason = "a score file has no outcomes of its sentences (score it again)"
    if reason is None:
        names = [str(one.path) for side in (base, score) for one in side.singles]
        compared = compare(*sides, names=names, metric=score.metric)
        (item,) = compared["comparisons"]
        found = {name: _difference(one) for name, one in item["scores"].items()}
        if found:
            return Tested(found, _paired(item["trainings"], score, base))
        reason = "their outcomes are not those of the same sentences, or not those counted"
    say(f"{score.path}: not tested against {base.path}: {reason}")
    return Tested()


def _difference(found: Mapping[str, Any]) -> Difference:
    names = ("base", "value", "difference", "low", "high", "p")
    return Difference(*(found[name] for name in names))


def _paired(seeds: Iterable[int | None], score: Score, base: Score) -> tuple[int, ...]:
    """Return the seeds of the trainings that were paired, none where both have one training."""
    several = len(score.singles) > 1 or len(base.singles) > 1
    return tuple(seed for seed in seeds if several and seed is not None)


def _by_translations(score: Score, base: Score, comparisons: Comparisons) -> Tested:
    """Return the differences of the figures that are compared from the translations themselves."""
    found: dict[str, Difference] = {}
    seeds: tuple[int, ...] = ()
    for item in score.metric.tested:
        testset, _, name = item.compared.rpartition(":")
        key = score.language, testset or score.testset, base.system, score.system
        compared = comparisons.pairs.get(key)
        if item.test is Test.SACREBLEU and compared is not None and name in compared.scores:
            _check_compared(item, compared, score, base)
            found[item.compared] = compared.scores[name]
            seeds = compared.seeds
    reason = not_tested(score.warned, base.warned) if found else None
    ours, theirs = ([comparable(s) for s in one.signatures.values()] for one in (score, base))
    if found and reason is None and ours != theirs:
        reason = "they are not of the same data and scorer: their signatures differ"
    if reason is not None:
        say(f"{score.path}: BLEU not tested against {base.path}: {reason}")
        return Tested()
    return Tested(found, _paired(seeds, score, base))


def _check_compared(item: Field, compared: Compared, score: Score, base: Score) -> None:
    """Raise InputError where another score was compared than the one of the score file."""
    hint = "compare the translations that were scored: cdaflow score compare-bleu"
    name = item.compared.rpartition(":")[2]
    ours, theirs = number(_mean_of(score, item.name, compared)), number(compared.scores[name].other)
    if theirs != ours:
        raise InputError(
            f"{name} is {ours} here, but {theirs} where {score.system} is compared with "
            f"{base.system}",
            file=score.path,
            hint=hint,
        )
    known = {digest for text in score.signatures.values() for digest in data_of(text).split("+")}
    if compared.data not in known:
        raise InputError(
            f"scored against the reference {', '.join(sorted(known)) or '(none)'}, but "
            f"{compared.data or '(none)'} is that where {score.system} is compared with "
            f"{base.system}",
            file=score.path,
            hint=hint,
        )


def _mean_of(score: Score, name: str, compared: Compared) -> float | None:
    """Return the mean of a score over the trainings that were compared."""
    chosen = [one for one in score.singles if one.training in compared.seeds] or score.singles
    values = [one.scores[name].value for one in chosen]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
