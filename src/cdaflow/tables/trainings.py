"""Systems that were trained several times: their mean scores, and what tables say of the trainings.

A row of a table is the mean of the trainings of a system, with the interval for trainings and
sentences (`cdaflow.scoring.trainings`); its columns `trainings` and `seeds` say how many they are
and which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd

from cdaflow.errors import InputError
from cdaflow.scoring.compare import check_trainings, digests_of, shown_seeds
from cdaflow.scoring.metric import Metric, Outcomes, TableRow
from cdaflow.scoring.trainings import mean_scores
from cdaflow.statistics import comparable
from cdaflow.statistics.warnings import worst
from cdaflow.tables.scores import Score
from cdaflow.tables.text import NONE, Record, order

#: What is scored, in all of these, but for tables that say otherwise ("nouns").
_ITEMS = "sentences"

#: What intervals and tests over sentences leave out; above tables of systems with one training.
_ONE_TRAINING = (
    "One training of each system: intervals and tests cover the {items} alone. Another seed, CPU "
    "or number of threads trains another model, whose figures may differ by more than the interval."
)
ONE_TRAINING = _ONE_TRAINING.format(items=_ITEMS)

#: The same where no score file has the seed of a training.
_NO_TRAINING = (
    "The scores of these systems name no training: they are rules, from outside, or of a seed that "
    "was not given. Intervals and tests cover the {items} alone; where something is trained, "
    "another training may differ by more than the interval."
)

#: What the intervals of a mean are; the second is not in tables of scores without sentences.
_INTERVAL = (
    "In brackets: 95% intervals, which cover the variation between trainings (Student's t) and "
    "between {items}."
)
_CROSSED = (
    "In parentheses that of a crossed bootstrap over both, which is too narrow for few trainings."
)

#: What a table of single trainings says.
_SINGLES = (
    "Each row is one training of a system, named by its seed; its interval covers the sentences "
    "alone, and nothing is tested."
)


def aggregate(scores: Sequence[Score]) -> list[Score]:
    """Return one score for each system, language and test set: the mean over its trainings.

    A system with one training keeps its score as it is. Raises InputError where trainings of a
    system were scored in different ways.
    """
    return [_mean(group) for group in by_system(scores)]


def by_system(scores: Iterable[Score]) -> list[list[Score]]:
    """Return the trainings of each system, language and test set, by their seeds."""
    groups: dict[tuple[str, ...], list[Score]] = {}
    for score in scores:
        groups.setdefault((score.language, score.system, score.testset), []).append(score)
    return [sorted(group, key=lambda score: score.training or 0) for group in groups.values()]


def _mean(singles: Sequence[Score]) -> Score:
    first = singles[0]
    if len(singles) == 1:
        return first
    for other in singles[1:]:
        _check_alike(first, other)
    check_trainings((str(training.path), digests_of(training.report)) for training in singles)
    outcomes = [Outcomes(str(training.path), training.report) for training in singles]
    metric = first.metric
    return replace(
        first,
        scores=mean_scores(metric, [training.scores for training in singles], outcomes),
        rows=[
            _mean_row(metric, rows, outcomes)
            for rows in zip(*(training.rows for training in singles), strict=True)
        ],
        warned=worst(training.warned for training in singles),
        trainings=tuple(singles),
    )


def _check_alike(first: Score, other: Score) -> None:
    """Raise InputError where two trainings of a system were not scored alike."""
    ours, theirs = (
        {k: comparable(s) for k, s in score.signatures.items()} for score in (first, other)
    )
    rows = [[row.labels for row in score.rows] for score in (first, other)]
    if ours == theirs and rows[0] == rows[1]:
        return
    what = "scored in another way or on other data" if ours != theirs else "of other parts"
    raise InputError(
        "training.scored-otherwise",
        f"training {other.training} of {other.system} is {what} than training {first.training} "
        f"({first.path})",
        file=other.path,
        hint="score all trainings of a system on the same test set, with the same options",
    )


def _mean_row(metric: Metric, rows: Sequence[TableRow], outcomes: Sequence[Outcomes]) -> TableRow:
    first = rows[0]
    counts = {name: sum(row.counts[name] for row in rows) / len(rows) for name in first.counts}
    own = [row.scores for row in rows if row.scores is not None]
    scores = mean_scores(metric, own, outcomes) if len(own) == len(rows) else None
    return replace(first, counts=counts, scores=scores)


def shown_trainings(scores: Sequence[Score], baseline: str | None = None) -> list[Score]:
    """Return the score of the training of each system whose sentences are shown.

    By `shown_seeds` of each language (and test set); the baseline is its first system, or
    `baseline`.
    """
    seeds: dict[tuple[str, str], dict[str, list[int | None]]] = {}
    for score in scores:
        systems = seeds.setdefault((score.language, score.testset), {})
        systems.setdefault(score.system, []).append(score.training)
    chosen = {}
    for key, systems in seeds.items():
        first = {baseline: systems[baseline]} if baseline in systems else {}
        chosen[key] = shown_seeds({**first, **systems})
    return [
        score
        for score in scores
        if score.training == chosen[score.language, score.testset][score.system]
    ]


class TrainingsRow(NamedTuple):
    """The trainings of a row of a table; `seeds`: "1 2 3", "" where they are not known."""

    language: str
    system: str
    seeds: str
    number: int


def of_scores(scores: Iterable[Score]) -> list[TrainingsRow]:
    """Return the trainings of means."""
    return [
        TrainingsRow(
            score.language,
            score.system or NONE,
            " ".join(map(str, score.seeds)),
            len(score.singles),
        )
        for score in scores
    ]


def of_trainings(scores: Iterable[Score]) -> list[TrainingsRow]:
    """Return the same of the scores of single trainings, by any metric."""
    groups: dict[tuple[str, str], set[int | None]] = {}
    for score in scores:
        groups.setdefault((score.language, score.system or NONE), set()).add(score.training)
    return [
        TrainingsRow(
            *key, " ".join(map(str, sorted(n for n in seeds if n is not None))), len(seeds)
        )
        for key, seeds in groups.items()
    ]


def of_records(records: Iterable[Record]) -> list[TrainingsRow]:
    """Return the trainings of the rows of a CSV; those of older versions are of one."""
    return [
        TrainingsRow(
            row["language"], row["system"] or NONE, row.get("seeds", ""), trainings_of(row)
        )
        for row in records
    ]


def trainings_of(record: Record) -> int:
    """Return of how many trainings a row of a CSV is the mean, 1 where it does not say so."""
    try:
        return int(record["trainings"])
    except (KeyError, ValueError):  # another table, or one that somebody edited
        return 1


def lead(rows: Sequence[TrainingsRow], *, crossed: bool = True, items: str = _ITEMS) -> str:
    """Return what stands above a table of means: how many trainings, and which interval it is.

    `crossed`: whether there are intervals of the crossed bootstrap; `items`: what intervals are
    over, beside trainings, such as nouns.
    """
    if not any(row.seeds for row in rows) and all(row.number == 1 for row in rows):
        return _NO_TRAINING.format(items=items)
    if all(row.number == 1 for row in rows):
        parts = [_ONE_TRAINING.format(items=items), untrained_sentence(rows, items)]
    else:
        interval = _INTERVAL.format(items=items)
        parts = [trainings_sentence(rows, items), interval, _CROSSED if crossed else ""]
    return " ".join(filter(None, parts))


def has_crossed(frame: pd.DataFrame) -> bool:
    """Return whether rows of a CSV have an interval of the crossed bootstrap."""
    columns = [name for name in frame if str(name).endswith("_crossed_low")]
    return bool((frame[columns] != "").any(axis=None))


def untrained(rows: Iterable[TrainingsRow]) -> list[str]:
    """Return the systems that were not trained here: without a seed, where others have one."""
    listed = list(rows)
    names = order(row.system for row in listed if not row.seeds)
    trained = {row.system for row in listed if row.seeds}
    return [name for name in names if name not in trained] if trained else []


def untrained_sentence(rows: Iterable[TrainingsRow], items: str = _ITEMS) -> str:
    """Return which systems were not trained here, in a sentence; "" for none."""
    names = untrained(rows)
    if not names:
        return ""
    were, their = ("was", "its") if len(names) == 1 else ("were", "their")
    return f"{', '.join(names)} {were} not trained here: {their} intervals cover {items} alone."


def singles_lead(rows: Iterable[TrainingsRow]) -> str:
    """Return what stands above a table of single trainings."""
    return " ".join(filter(None, (_SINGLES, untrained_sentence(rows))))


def trainings_sentence(rows: Sequence[TrainingsRow], items: str = _ITEMS) -> str:
    """Return how many trainings the systems have, in a sentence or two."""
    names = untrained(rows)
    trained = _trained_sentence([row for row in rows if row.system not in names], items)
    return " ".join(filter(None, (trained, untrained_sentence(rows, items))))


def _trained_sentence(rows: Sequence[TrainingsRow], items: str) -> str:
    groups: dict[tuple[int, str], list[str]] = {}
    for key, names in _systems_by_trainings(rows).items():
        groups.setdefault(key, []).extend(names)
    if len(groups) == 1:
        ((trainings, seeds),) = groups
        return f"Means over {trainings} trainings of each system{_in_brackets(seeds)}."
    parts = [
        f"{trainings if trainings > 1 else 'one'} of {', '.join(names)}{_in_brackets(seeds)}"
        for (trainings, seeds), names in sorted(groups.items(), key=lambda item: -item[0][0])
    ]
    alone = any(trainings == 1 for trainings, _ in groups)
    rest = f" Where there is one, the interval covers the {items} alone." if alone else ""
    return f"Means over trainings: {'; '.join(parts)}.{rest}"


def _systems_by_trainings(rows: Sequence[TrainingsRow]) -> Mapping[tuple[int, str], list[str]]:
    """Return number and seeds of trainings -> systems, with their language where it matters."""
    systems: dict[str, dict[str, tuple[int, str]]] = {}
    for language, system, seeds, trainings in rows:
        systems.setdefault(system, {})[language] = (trainings, seeds)
    systems_by_trainings: dict[tuple[int, str], list[str]] = {}
    for system, languages in systems.items():
        same = len(set(languages.values())) == 1
        for language, key in languages.items():
            names = systems_by_trainings.setdefault(key, [])
            name = system if same else f"{system} ({language})"
            if name not in names:
                names.append(name)
    return systems_by_trainings


def _in_brackets(seeds: str) -> str:
    """Return " (seeds 1 to 5)", " (seeds 1, 3)", " (seed 1)", or "" for none."""
    return f" ({seeds_in_words(seeds.split(), 'seed')})" if seeds else ""


def seeds_in_words(numbers: Sequence[str], noun: str = "training") -> str:
    """Return "trainings 1 to 5", "trainings 1, 3" or "training 1"."""
    if len(numbers) < 2:
        return f"{noun} {' '.join(numbers)}"
    try:
        consecutive = list(map(int, numbers)) == list(
            range(int(numbers[0]), int(numbers[0]) + len(numbers))
        )
    except ValueError:  # a CSV that somebody edited
        consecutive = False
    text = f"{numbers[0]} to {numbers[-1]}" if consecutive else ", ".join(numbers)
    return f"{noun}s {text}"


def seed_cautions(rows: Sequence[TrainingsRow]) -> tuple[str, ...]:
    """Return a line for each system that has other trainings in one language than in another."""
    systems: dict[str, dict[str, list[str]]] = {}
    for language, system, seeds, _ in rows:
        languages = systems.setdefault(system, {}).setdefault(seeds or NONE, [])
        if language not in languages:
            languages.append(language)
    return tuple(
        f"Caution: {system} was trained with different seeds in different languages: "
        + "; ".join(f"{seeds} in {', '.join(names)}" for seeds, names in by.items())
        + "."
        for system, by in systems.items()
        if len(by) > 1
    )
