"""What is said around a table of scores: how many trainings, what differs, what to be careful of.

A line on top names scores whose translations look wrong (above SUSPECT_SHARE of the lines, see
`cdaflow.statistics.warnings`), which are neither marked as the best nor tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from cdaflow.scoring.compare import Digests, digests_of, identical_systems
from cdaflow.scoring.metric import Metric
from cdaflow.statistics import RESAMPLES, SEED, SIGNIFICANT, comparable
from cdaflow.statistics.field import Field
from cdaflow.tables.scores import Score
from cdaflow.tables.significance import warned_of
from cdaflow.tables.text import ALL, NONE, order, warned_text
from cdaflow.tables.trainings import (
    TrainingsRow,
    has_crossed,
    lead,
    of_records,
    seed_cautions,
    seeds_in_words,
    singles_lead,
)


class Remarks(NamedTuple):
    """What is said around a table of scores: above it (lead, cautions) and below it (notes).

    single: whether each training has a row of its own. several: whether a row is the mean of
    several trainings. warned: whether lines of any translation look wrong.
    """

    lead: str
    cautions: tuple[str, ...]
    notes: tuple[str, ...]
    single: bool
    several: bool
    warned: bool


def remarks(metric: Metric, frame: pd.DataFrame) -> Remarks:
    """Return what is said around rows of the CSV of a metric."""
    named = [item.name for item in metric.score_labels]
    single = frame.duplicated([*named, *(item.name for item in metric.part_labels)]).any()
    records = frame.to_dict("records")
    rows = of_records(records)
    group = [name for name in named if name != "system"]
    cautions = _warnings(records, group, tuple(metric.signatures.values()))
    if not single:
        of_languages = [row for row in rows if row.language != ALL]
        cautions = (*seed_cautions(of_languages), *_seed_pair_cautions(records), *cautions)
    return Remarks(
        singles_lead(rows) if single else lead(rows, crossed=has_crossed(frame)),
        cautions,
        (
            *significance_notes(frame, metric.tested, metric.tests),
            *_mean_note(frame),
            *_undefined_note(metric, frame, rows),
        ),
        bool(single),
        any(row.number > 1 for row in rows),
        any(warned_of(record).lines for record in records),
    )


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
    rows = _tested_rows(frame.to_dict("records"))
    return (
        f"* differs from the baseline ({bases}), p < {SIGNIFICANT}: {_how(rows, tests)}"
        "; not corrected for multiple testing",
        *_one_base(rows),
        *_unlike_seeds(rows),
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


def _tested_rows(records: Sequence[Mapping[str, str]]) -> list[_TestedRow]:
    """Return the tested rows of a table, each with the first row of its baseline and language."""

    def seeds_of(record: Mapping[str, str], name: str = "seeds") -> tuple[str, ...]:
        return tuple(record.get(name, "").split())

    bases: dict[tuple[str, ...], tuple[str, ...]] = {}
    rows = []
    for record in records:
        where = record["language"], record.get("testset", "")
        bases.setdefault((*where, record["system"]), seeds_of(record))
    for record in records:
        if not record.get("baseline"):
            continue
        where = record["language"], record.get("testset", "")
        base = bases.get((*where, record["baseline"]), ())
        system = record["system"] or NONE
        name = " ".join(filter(None, (*where, system)))
        paired = seeds_of(record, "paired")
        started = record.get("paired_base", "")
        rows.append(_TestedRow(name, system, seeds_of(record), base, paired, started))
    return rows


def _how(rows: Sequence[_TestedRow], tests: str) -> str:
    """Return how the rows were tested: over the trainings that were paired, or over one of each."""
    several = [row for row in rows if len(row.paired) > 1]
    if not several:
        return tests
    text = (
        "t test of the differences between trainings with equal seeds, over trainings and "
        f"sentences ({RESAMPLES} resamples, seed {SEED})"
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


def _seed_pair_cautions(records: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """Return a line for each row that was tested on one training which is not all that is shown.

    A system that shares a single training with the baseline, and two that have one each, but of
    different seeds.
    """
    lines = []
    for row in _tested_rows(records):
        if len(row.paired) == 1:
            lines.append(
                f"Caution: {row.name}: shares only training {row.paired[0]} with the baseline and "
                "is tested on that; the figures are those of all trainings."
            )
        elif not row.paired and row.seeds and row.base and row.seeds != row.base:
            lines.append(
                f"Caution: {row.name}: {seeds_in_words(row.seeds)} is tested against "
                f"{seeds_in_words(row.base)} of the baseline, so the difference between the "
                "systems includes the difference between the seeds."
            )
    return tuple(dict.fromkeys(lines))


def _warnings(
    records: Iterable[Mapping[str, str]], group: Sequence[str], signatures: Sequence[str]
) -> tuple[str, ...]:
    """Return the remarks above a table.

    `group`: the columns within which rows are compared (the best, the tests). `signatures`:
    those that rows must share to be compared.
    """
    lines = []
    groups: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for record in records:
        system = record["system"] or NONE
        where = " ".join(record[name] for name in group)
        if warned_of(record).is_suspect:
            lines.append(
                f"{where} {system}: {warned_text(warned_of(record))}; neither bold nor tested"
            )
        scored = tuple(comparable(record[name]) for name in signatures)
        groups.setdefault(where, {}).setdefault(scored, []).append(system)
    for where, ways in groups.items():
        if len(ways) > 1:
            systems = "; ".join(", ".join(names) for names in ways.values())
            lines.append(
                f"{where}: scored in {len(ways)} ways or on other data ({systems}), see the "
                "signatures; bold and * only among equal ones"
            )
    return tuple(f"Caution: {line}." for line in dict.fromkeys(lines))


def identical_cautions(scores: Sequence[Score]) -> tuple[str, ...]:
    """Return a line for each score whose translations are those of another one."""
    groups: dict[tuple[str, str], list[tuple[str, Digests]]] = {}
    for score in scores:
        training = "" if score.training is None else f" {score.training}"
        name = f"{score.system or NONE}{training} ({score.language})"
        group = groups.setdefault((score.language, score.testset), [])
        group.append((name, digests_of(score.report)))
    return tuple(line for group in groups.values() for line in identical_systems(group))


def _mean_note(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return what the rows of all languages are the means of."""
    languages = order(frame["language"])
    if ALL not in languages:
        return ()
    return (f"{ALL}: the mean over {', '.join(name for name in languages if name != ALL)}.",)


def _undefined_note(
    metric: Metric, frame: pd.DataFrame, rows: Sequence[TrainingsRow]
) -> tuple[str, ...]:
    """Return what a missing mean over trainings means, if one is missing."""
    means = frame[[row.number > 1 for row in rows]]
    columns = [
        item.column
        for item in metric.shown_fields
        if item.is_estimate and not is_absent(item, frame)
    ]
    if not (means[columns] == "").any(axis=None):
        return ()
    return (f"{NONE}: not defined in one training at least, so that there is no mean.",)


def is_absent(item: Field, frame: pd.DataFrame) -> bool:
    """Return whether a figure is one that the test sets of a table do not have."""
    return item.optional and bool((frame[item.column] == "").all())
