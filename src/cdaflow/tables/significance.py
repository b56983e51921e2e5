"""What stands out in a table: the best figure of a column, and what differs from the baseline.

Both are columns of the CSV, so that a table read back is marked alike: "best" names the columns in
which a row is the best of its group, "baseline" the system that it was tested against, "paired" the
seeds of the trainings that the two have in common (where there are several), "paired_base" the seed
of the baseline's training where all start from one, NAME_p the p-value of
the column NAME, and NAME_gain its difference from the baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from cdaflow.errors import ConfigError
from cdaflow.progress import say
from cdaflow.scoring.compare import compare, why_not
from cdaflow.scoring.metric import Outcomes
from cdaflow.scoring.trainings import scores_against
from cdaflow.statistics import RESAMPLES, SEED, SIGNIFICANT
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.field import Field, Test
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.signature import comparable
from cdaflow.tables.comparisons import Comparisons, differences_of_translations
from cdaflow.tables.scores import Score
from cdaflow.tables.text import NONE
from cdaflow.tables.trainings import seeds_in_words
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


def significance_notes(frame: pd.DataFrame, fields: Sequence[Field], tests: str) -> tuple[str, ...]:
    """Return what the star means, if any p-value of the fields is there.

    And over which trainings the differences are, where these are not all whose means are shown.
    `tests`: how systems with one training are tested.
    """
    cells = frame[[f"{item.column}_p" for item in fields]]
    tested = frame[(cells != "").any(axis=1)]
    if tested.empty:
        return ()
    bases = ", ".join(tested["baseline"].replace("", NONE).unique())
    found = _tested_rows(frame)
    resampled = any(item.test is not Test.SACREBLEU for item in fields)
    return (
        f"* differs from the baseline ({bases}), p < {SIGNIFICANT}: {_how(found, tests, resampled)}"
        "; not corrected for multiple testing",
        *_one_base(found),
        *_unlike_seeds(found),
    )


@dataclass(frozen=True)
class _TestedRow:
    """A tested row of a table: the seeds of its system, of the baseline, and those paired.

    All none where they are not known, `paired` also where each system has one training. `started`:
    the seed of the baseline's training that all started from, "" where each has its own.
    """

    name: str
    system: str
    seeds: tuple[str, ...]
    base: tuple[str, ...]
    paired: tuple[str, ...]
    started: str = ""


def _tested_rows(frame: pd.DataFrame) -> list[_TestedRow]:
    """Return the tested rows of a table, each with the first row of its baseline and language."""

    def seeds_of(record: Mapping[str, str], name: str = "seeds") -> tuple[str, ...]:
        return tuple(record.get(name, "").split())

    bases: dict[tuple[str, ...], tuple[str, ...]] = {}
    found = []
    for record in frame.to_dict("records"):
        where = record["language"], record.get("testset", "")
        bases.setdefault((*where, record["system"]), seeds_of(record))
    for record in frame.to_dict("records"):
        if not record.get("baseline"):
            continue
        where = record["language"], record.get("testset", "")
        base = bases.get((*where, record["baseline"]), ())
        system = record["system"] or NONE
        name = " ".join(filter(None, (*where, system)))
        paired = seeds_of(record, "paired")
        started = record.get("paired_base", "")
        found.append(_TestedRow(name, system, seeds_of(record), base, paired, started))
    return found


def _how(rows: Sequence[_TestedRow], tests: str, resampled: bool) -> str:
    """Return how the rows were tested: over the trainings that were paired, or over one of each."""
    several = [row for row in rows if len(row.paired) > 1]
    if not several:
        return tests
    settings = f" ({RESAMPLES} resamples, seed {SEED})" if resampled else ""
    text = (
        "t test of the differences between trainings with equal seeds, over trainings and "
        f"sentences{settings}"
    )
    if not all(row.seeds and row.base for row in several):
        text += ", a model that was not trained here against each training and held fixed"
    if any(row.started for row in several):
        text += ", trainings that start from one training of the baseline against that one"
    return text if len(several) == len(rows) else f"{text}; with one training {tests}"


def _one_base(rows: Iterable[_TestedRow]) -> tuple[str, ...]:
    """Return a line for each training of the baseline that all of some systems start from."""
    systems: dict[str, list[str]] = {}
    for row in rows:
        if row.started and row.system not in systems.setdefault(row.started, []):
            systems[row.started].append(row.system)
    return tuple(
        f"The trainings of {', '.join(names)} all start from training {seed} of the baseline, "
        "which is held fixed in their gains: no interval covers another base"
        for seed, names in systems.items()
    )


def _unlike_seeds(rows: Iterable[_TestedRow]) -> tuple[str, ...]:
    """Return a line for systems tested over fewer trainings than their mean, or the baseline's."""
    systems: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        sides = [set(seeds) for seeds in (row.seeds, row.base) if seeds]
        if row.started:
            continue
        if len(row.paired) > 1 and any(side != set(row.paired) for side in sides):
            names = systems.setdefault(row.paired, [])
            names += [row.system] if row.system not in names else []
    return tuple(
        f"* and gains of {', '.join(names)} are over {seeds_in_words(paired)}, which the baseline "
        "has as well; figures are means over all trainings of a system, so that a gain is not "
        "the difference of two of them"
        for paired, names in systems.items()
    )


def seed_pair_cautions(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return a line for each row that was tested on one training which is not all that is shown.

    A system that shares a single training with the baseline, and two that have one each, but of
    different seeds.
    """
    lines = []
    for row in _tested_rows(frame):
        if len(row.paired) == 1:
            lines.append(
                f"Caution: {row.name}: shares only training {row.paired[0]} with the baseline and "
                "is tested on that; the figures are those of all trainings."
            )
        elif not row.paired and row.seeds and row.base and row.seeds != row.base:
            lines.append(
                f"Caution: {row.name}: {seeds_in_words(row.seeds)} is tested against "
                f"{seeds_in_words(row.base)} of the baseline, so the difference of the seeds is in "
                "the difference of the systems."
            )
    return tuple(dict.fromkeys(lines))


@dataclass(frozen=True)
class Tested:
    """How a score differs from that of the baseline.

    differences: by what `cdaflow score compare` calls them, in percent or points; those of parts of
    the test set with their ending. seeds: of the trainings that were paired, none for one each;
    base_seeds: of those of the baseline, where the others start from these.
    """

    differences: Mapping[str, Difference] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    base_seeds: tuple[int, ...] = ()


def known_seeds(seeds: Iterable[int | None]) -> tuple[int, ...]:
    """Return the seeds of trainings that have one."""
    return tuple(seed for seed in seeds if seed is not None)


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
    named = found if found.seeds else translated
    differences = {**found.differences, **translated.differences}
    return Tested(differences, named.seeds, named.base_seeds)


def _by_sentences(score: Score, base: Score) -> Tested:
    """Return the differences of the figures that are statistics of sentences."""
    reason = _why_not(score, base)
    if reason is None:
        names = [str(one.path) for side in (base, score) for one in side.singles]
        sides = [[one.report for one in side.singles] for side in (base, score)]
        compared = compare(*sides, names=names, metric=score.metric)
        (item,) = compared["comparisons"]
        found = {name: _difference(one) for name, one in item["scores"].items()}
        if found:
            paired = (item["trainings"], item.get("base_trainings", ()))
            return Tested(found, *(_paired(seeds, score, base) for seeds in paired))
        reason = "their outcomes are not those of the same sentences, or not those counted"
    say(f"{score.path}: not tested against {base.path}: {reason}")
    return Tested()


def against_baseline(score: Score, base: Score | None) -> dict[str, Estimate]:
    """Return the figures of a score that need the sentences of the baseline beside it, by name.

    None where `compare_with_baseline` would test nothing.
    """
    if score.metric.against is None or base is None or base is score or _why_not(score, base):
        return {}
    sides = [
        [Outcomes(str(one.path), one.report) for one in side.singles] for side in (base, score)
    ]
    return scores_against(score.metric, *sides)


def _why_not(score: Score, base: Score) -> str | None:
    """Return why the sentences of two scores are not compared, None where they are."""
    sides = [[one.report for one in side.singles] for side in (base, score)]
    if not all(report.get("outcomes") for side in sides for report in side):
        return "a score file has no outcomes of its sentences (score it again)"
    return not_tested(score.warned, base.warned) or why_not(*sides)


def _difference(found: Mapping[str, Any]) -> Difference:
    names = ("base", "value", "difference", "low", "high", "p")
    return Difference(*(found[name] for name in names))


def _paired(seeds: Iterable[int | None], score: Score, base: Score) -> tuple[int, ...]:
    """Return the seeds of the trainings that were paired, none where both have one training."""
    several = len(score.singles) > 1 or len(base.singles) > 1
    return known_seeds(seeds) if several else ()


def _by_translations(score: Score, base: Score, comparisons: Comparisons) -> Tested:
    """Return the differences of the figures that are compared from the translations themselves."""
    found, *seeds = differences_of_translations(score, base, comparisons)
    reason = not_tested(score.warned, base.warned) if found else None
    ours, theirs = ([comparable(s) for s in one.signatures.values()] for one in (score, base))
    if found and reason is None and ours != theirs:
        reason = "they are not of the same data and scorer: their signatures differ"
    if reason is not None:
        say(f"{score.path}: BLEU not tested against {base.path}: {reason}")
        return Tested()
    return Tested(found, *(_paired(one, score, base) for one in seeds))
