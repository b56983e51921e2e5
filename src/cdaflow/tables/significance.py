"""What stands out in a table: the best figure of a column, and what differs from the baseline.

Scores whose translations look wrong are neither (`suspect`, `not_tested`).
Both are columns of the CSV, so that a table read back is marked alike: "best" names the columns in
which a row is the best of its group, "baseline" the system that it was tested against, "paired" the
seeds of the trainings that the two have in common (where there are several), "paired_base" the seed
of the baseline's training where all start from one, NAME_p the p-value of
the column NAME, and NAME_gain its difference from the baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from cdaflow.errors import ConfigError
from cdaflow.io.files import whole_number
from cdaflow.progress import say
from cdaflow.scoring.compare import compare, why_not
from cdaflow.scoring.metric import Outcomes
from cdaflow.scoring.trainings import scores_against
from cdaflow.statistics import comparable
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.warnings import Warned
from cdaflow.tables.scores import Score
from cdaflow.tables.text import NONE, Record, warned_text


def mark_best(
    frame: pd.DataFrame,
    group: Sequence[str],
    directions: Mapping[str, Callable[[float], float]],
) -> pd.DataFrame:
    """Return the rows with "best": the columns in which each is the best of its group.

    A group has equal cells in the columns `group`; signatures among them are equal where scores are
    comparable. Figures count as they are shown: two that look the same are both best. Where there
    is nothing to choose, because all are equal or only one is there, none is. Suspect scores (see
    `suspect`) are not among them.
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


def baselines(pairs: Iterable[tuple[str, str]], baseline: str | None) -> dict[str, str]:
    """Return the baseline of each language: the first of its systems, or `baseline`.

    `pairs`: language and system of each row. A language without it has none.
    Raises ConfigError where no language has it.
    """
    by_language: dict[str, str] = {}
    for language, system in pairs:
        if baseline is None or system == baseline:
            by_language.setdefault(language, system)
    if baseline is not None and not by_language:
        raise ConfigError(
            "baseline.unknown",
            f"the baseline {baseline!r} is not among the systems of the table",
            hint="give --baseline the name of a system in the table",
        )
    return by_language


def p_cell(p: float | None) -> str:
    """Return a p-value as the CSV has it, "" for None."""
    return "" if p is None else f"{p:.4g}"


@dataclass(frozen=True)
class Tested:
    """How a score differs from that of the baseline.

    differences: by what `cdaflow score compare` calls them, in percent or points; those of parts of
    the test set with their ending. seeds: of the trainings that were paired, none for one each;
    base_seeds: of those of the baseline, where the others start from these. against: figures that
    need the sentences of the baseline beside those of the score, by name.
    """

    differences: Mapping[str, Difference] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    base_seeds: tuple[int, ...] = ()
    against: Mapping[str, Estimate] = field(default_factory=dict, kw_only=True)


#: A score, that of the baseline of its language (None where there is none), and how they differ.
Compared = tuple[Score, Score | None, Tested]


def known_seeds(seeds: Iterable[int | None]) -> tuple[int, ...]:
    """Return the seeds of trainings that have one."""
    return tuple(seed for seed in seeds if seed is not None)


def compare_with_baselines(scores: Sequence[Score], bases: Mapping[str, str]) -> list[Compared]:
    """Return how each score differs from that of the baseline of its language (`baselines`).

    Nothing is tested without a baseline, where one of the two is suspect or they cannot be
    compared, which is said.
    """
    by_system = {(score.language, score.testset, score.system): score for score in scores}
    pairs = [
        (score, by_system.get((score.language, score.testset, bases.get(score.language, ""))))
        for score in scores
    ]
    return [(score, base, _compare(score, base)) for score, base in pairs]


def _compare(score: Score, base: Score | None) -> Tested:
    if base is None or base is score:
        return Tested()
    return replace(_by_sentences(score, base), against=_against(score, base))


def _by_sentences(score: Score, base: Score) -> Tested:
    """Return the differences of the figures that are statistics of sentences."""
    reason = _why_not(score, base)
    if reason is None:
        names = [str(training.path) for side in (base, score) for training in side.singles]
        sides = [[training.report for training in side.singles] for side in (base, score)]
        (item,) = compare(*sides, names=names, metric=score.metric)["comparisons"]
        differences = {name: _difference(score_item) for name, score_item in item["scores"].items()}
        if differences:
            paired = (item["trainings"], item.get("base_trainings", ()))
            return Tested(differences, *(_paired(seeds, score, base) for seeds in paired))
        reason = "their outcomes are not those of the same sentences, or not those counted"
    named = " is not tested against ".join(item.system or NONE for item in (score, base))
    say(f"{score.path}: {named}: {reason}")
    return Tested()


def _against(score: Score, base: Score) -> dict[str, Estimate]:
    """Return the figures of a score that need the sentences of the baseline beside it, by name."""
    if score.metric.against is None or _why_not(score, base):
        return {}
    sides = [
        [Outcomes(str(training.path), training.report) for training in side.singles]
        for side in (base, score)
    ]
    return scores_against(score.metric, *sides)


def _why_not(score: Score, base: Score) -> str | None:
    """Return why the sentences of two scores are not compared, None where they are."""
    sides = [[training.report for training in side.singles] for side in (base, score)]
    if not all(report.get("outcomes") for side in sides for report in side):
        return "a score file has no outcomes of its sentences (score it again)"
    return not_tested(score.warned, base.warned) or why_not(*sides)


def _difference(record: Mapping[str, Any]) -> Difference:
    names = ("base", "value", "difference", "low", "high", "p")
    return Difference(*(record[name] for name in names))


def _paired(seeds: Iterable[int | None], score: Score, base: Score) -> tuple[int, ...]:
    """Return the seeds of the trainings that were paired, none where both have one training."""
    several = len(score.singles) > 1 or len(base.singles) > 1
    return known_seeds(seeds) if several else ()


def warned_of(record: Record) -> Warned:
    """Return what a record says of its warnings, none where its table has no such columns.

    Cells that are no counts (a CSV that somebody edited) make a score suspect.
    """
    if "warned" not in record:
        return Warned(0, 0, {})
    lines, of = whole_number(record["warned"]), whole_number(record["warned_of"])
    if lines is None or of is None:
        return Warned(1, 1, {"unreadable counts": 1})
    parts = (item.rpartition(":") for item in record["warnings"].split())
    return Warned(lines, of, {kind: whole_number(count) or 0 for kind, _, count in parts})


def warned_share(record: Record) -> str:
    """Return the share of lines that look wrong, in percent."""
    warned = warned_of(record)
    return f"{100 * warned.lines / max(warned.of, 1):.1f}"


def suspect(frame: pd.DataFrame) -> pd.Series:
    """Return for each row whether so many lines look wrong that its score is suspect."""
    # These columns alone: a table has more than a hundred.
    records = frame.filter(["warned", "warned_of", "warnings"]).to_dict("records")
    return pd.Series([warned_of(row).is_suspect for row in records], index=frame.index, dtype=bool)


def not_tested(score: Warned, base: Warned) -> str | None:
    """Return why a score is not tested against that of the baseline, None where it may be."""
    for who, warned in (("it", score), ("the baseline", base)):
        if warned.is_suspect:
            return f"of {who}, {warned_text(warned)}"
    return None
