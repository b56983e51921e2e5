"""Systems that were trained several times: their mean scores, and what tables say of the trainings.

A row of a table is the mean of the trainings of a system, with the interval for trainings and
sentences (`cdaflow.scoring.trainings`); its columns `trainings` and `seeds` say how many they are
and which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from cdaflow.errors import InputError
from cdaflow.scoring.metric import Metric, Outcomes, TableRow
from cdaflow.scoring.trainings import mean_scores
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.signature import comparable
from cdaflow.tables.scores import Comparisons, Score
from cdaflow.tables.text import NONE, Record, number, order

#: What intervals and tests over sentences leave out; above tables of systems with one training.
ONE_TRAINING = (
    "One training of each system: intervals and tests cover the sentences alone. Another seed, CPU "
    "or number of threads trains another model, whose figures may differ by more than the interval."
)

#: What the intervals of a mean are; the second is not in tables of scores without sentences.
_INTERVAL = (
    "In brackets the 95% interval for trainings and sentences: Student's t over the trainings, the "
    "variance of the sentences added."
)
_CROSSED = (
    "In parentheses that of a crossed bootstrap over both, which is too narrow for few trainings."
)

#: What a table of single trainings says.
SINGLES = (
    "Each row is one training of a system, named by its seed; its interval covers the sentences "
    "alone, and nothing is tested."
)


def aggregate(scores: Sequence[Score], comparisons: Comparisons | None = None) -> list[Score]:
    """Return one score for each system, language and test set: the mean over its trainings.

    A system with one training keeps its score as it is. `comparisons` have the means of BLEU and
    chrF, of which the score files hold no sentences. Raises InputError where trainings of a system
    were scored in different ways.
    """
    return [_mean(group, comparisons or Comparisons()) for group in by_system(scores)]


def by_system(scores: Iterable[Score]) -> list[list[Score]]:
    """Return the trainings of each system, language and test set, by their seeds."""
    groups: dict[tuple[str, ...], list[Score]] = {}
    for score in scores:
        groups.setdefault((score.language, score.system, score.testset), []).append(score)
    return [sorted(group, key=lambda score: score.training or 0) for group in groups.values()]


def _mean(singles: Sequence[Score], comparisons: Comparisons) -> Score:
    first = singles[0]
    if len(singles) == 1:
        return first
    for other in singles[1:]:
        _check_alike(first, other)
    outcomes = [Outcomes(str(one.path), one.report) for one in singles]
    metric = first.metric
    mean = replace(
        first,
        scores=mean_scores(metric, [one.scores for one in singles], outcomes),
        rows=[
            _mean_row(metric, rows, outcomes)
            for rows in zip(*(one.rows for one in singles), strict=True)
        ],
        warned=max((one.warned for one in singles), key=lambda w: w.lines / max(w.of, 1)),
        trainings=tuple(singles),
    )
    return replace(mean, scores={**mean.scores, **_mean_translations(mean, comparisons)})


def _check_alike(first: Score, other: Score) -> None:
    """Raise InputError where two trainings of a system were not scored alike."""
    ours, theirs = ({k: comparable(s) for k, s in one.signatures.items()} for one in (first, other))
    rows = [[row.labels for row in one.rows] for one in (first, other)]
    if ours == theirs and rows[0] == rows[1]:
        return
    what = "scored in another way or on other data" if ours != theirs else "of other parts"
    raise InputError(
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


def _mean_translations(score: Score, comparisons: Comparisons) -> dict[str, Estimate]:
    """Return the means that were computed from the translations themselves, by name."""
    found = {}
    for item in score.metric.tested:
        testset, _, name = item.compared.rpartition(":")
        mean = comparisons.means.get((score.language, testset or score.testset, score.system))
        if mean is not None and mean.seeds == score.seeds and name in mean.scores:
            found[item.name] = mean.scores[name]
    return found


def training_cells(score: Score) -> dict[str, str]:
    """Return the cells of the columns that count and name the trainings of a score."""
    seeds = " ".join(map(str, score.seeds))
    return {"trainings": str(len(score.singles)), "seeds": seeds}


def count_cell(count: float) -> str:
    """Return a count, which of several trainings is their mean: "388" or "330.4"."""
    return f"{count:.0f}" if float(count).is_integer() else number(count)


def first_trainings(scores: Sequence[Score]) -> list[Score]:
    """Return the scores of the first training of each system, by its seed."""
    chosen = {id(trainings[0]) for trainings in by_system(scores)}
    return [score for score in scores if id(score) in chosen]


#: Language, system, seeds ("1 2 3", "" where not known) and number of trainings of a row.
Row = tuple[str, str, str, int]


def of_scores(scores: Iterable[Score]) -> list[Row]:
    """Return the trainings of means."""
    return [
        (one.language, one.system or NONE, training_cells(one)["seeds"], len(one.singles))
        for one in scores
    ]


def of_trainings(scores: Iterable[Score]) -> list[Row]:
    """Return the same of the scores of single trainings, by any metric."""
    groups: dict[tuple[str, str], set[int | None]] = {}
    for one in scores:
        groups.setdefault((one.language, one.system or NONE), set()).add(one.training)
    return [
        (*key, " ".join(str(seed) for seed in sorted(seeds - {None})), len(seeds))  # type: ignore[type-var]
        for key, seeds in groups.items()
    ]


def of_records(records: Iterable[Record]) -> list[Row]:
    """Return the trainings of the rows of a CSV; those of older versions are of one."""
    return [
        (row["language"], row["system"] or NONE, row.get("seeds", ""), trainings_of(row))
        for row in records
    ]


def trainings_of(record: Record) -> int:
    """Return of how many trainings a row of a CSV is the mean, 1 where it does not say so."""
    try:
        return int(record["trainings"])
    except (KeyError, ValueError):  # another table, or one that somebody edited
        return 1


def are_singles(frame: pd.DataFrame, labels: Sequence[str]) -> bool:
    """Return whether a table has several rows of one system: a row a training."""
    return bool(frame.duplicated(list(labels)).any())


def lead(rows: Sequence[Row], *, crossed: bool = True) -> str:
    """Return what stands above a table of means: how many trainings, and which interval it is.

    `crossed`: whether there are intervals of the crossed bootstrap.
    """
    if all(trainings == 1 for *_, trainings in rows):
        return ONE_TRAINING
    return " ".join((counted(rows), _INTERVAL, *((_CROSSED,) if crossed else ())))


def has_crossed(frame: pd.DataFrame) -> bool:
    """Return whether rows of a CSV have an interval of the crossed bootstrap."""
    columns = [name for name in frame if str(name).endswith("_crossed_low")]
    return bool((frame[columns] != "").any(axis=None))


def counted(rows: Sequence[Row]) -> str:
    """Return how many trainings the systems have, in a sentence."""
    groups: dict[tuple[int, str], list[str]] = {}
    for (trainings, seeds), name in _named(rows).items():
        groups.setdefault((trainings, seeds), []).extend(name)
    if len(groups) == 1:
        ((trainings, seeds),) = groups
        return f"Means over {trainings} trainings of each system{_in_brackets(seeds)}."
    parts = [
        f"{trainings if trainings > 1 else 'one'} of {', '.join(names)}{_in_brackets(seeds)}"
        for (trainings, seeds), names in sorted(groups.items(), key=lambda item: -item[0][0])
    ]
    alone = any(trainings == 1 for trainings, _ in groups)
    rest = " Where there is one, the interval covers the sentences alone." if alone else ""
    return f"Means over trainings: {'; '.join(parts)}.{rest}"


def _named(rows: Sequence[Row]) -> Mapping[tuple[int, str], list[str]]:
    """Return number and seeds of trainings -> systems, with their language where it matters."""
    systems: dict[str, dict[str, tuple[int, str]]] = {}
    for language, system, seeds, trainings in rows:
        systems.setdefault(system, {})[language] = (trainings, seeds)
    found: dict[tuple[int, str], list[str]] = {}
    for system, languages in systems.items():
        same = len(set(languages.values())) == 1
        for language, key in languages.items():
            names = found.setdefault(key, [])
            name = system if same else f"{system} ({language})"
            if name not in names:
                names.append(name)
    return found


def _in_brackets(seeds: str) -> str:
    """Return " (seeds 1 to 5)", " (seeds 1, 3)", " (seed 1)", or "" for none."""
    numbers = seeds.split()
    if len(numbers) < 2:
        return f" (seed {seeds})" if seeds else ""
    try:
        consecutive = list(map(int, numbers)) == list(
            range(int(numbers[0]), int(numbers[0]) + len(numbers))
        )
    except ValueError:  # a CSV that somebody edited
        consecutive = False
    shown = f"{numbers[0]} to {numbers[-1]}" if consecutive else ", ".join(numbers)
    return f" (seeds {shown})"


def seed_cautions(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return a line for each system that has other trainings in one language than in another."""
    systems: dict[str, dict[str, list[str]]] = {}
    for language, system, seeds, _ in rows:
        languages = systems.setdefault(system, {}).setdefault(seeds or NONE, [])
        if language not in languages:
            languages.append(language)
    return tuple(
        f"Caution: {system} has not the same trainings in all languages: "
        + "; ".join(f"{seeds} in {', '.join(names)}" for seeds, names in by.items())
        + "."
        for system, by in systems.items()
        if len(by) > 1
    )


def basis(scores: Sequence[Score], *, drawn: bool = True, singles: str = "ticks") -> str:
    """Return what the dots and bars of a figure are, in a few words that stand on it.

    `drawn`: whether it has intervals; `singles`: what single trainings are drawn as.
    """
    numbers = order(str(len(score.singles)) for score in scores)
    if numbers == ["1"]:
        parts = ["one training of each system", "95% intervals for sentences alone"]
    else:
        number_of = numbers[0] if len(numbers) == 1 else "n"
        alone = " (n = 1: sentences alone)" if "1" in numbers else ""
        intervals = f"95% intervals for trainings and sentences{alone}"
        parts = [f"means of {number_of} trainings", intervals, f"{singles}: each training"]
    return "; ".join(parts if drawn else parts[:1])


def figure_text(scores: Sequence[Score], *, drawn: bool = True, singles: str = "ticks") -> str:
    """Return the same in whole sentences, for the text of a figure."""
    if all(len(score.singles) == 1 for score in scores):
        return " One training of each system" + (
            ": the intervals cover the sentences alone." if drawn else "."
        )
    intervals = (
        f" Intervals are 95% t intervals for trainings and sentences; {singles} are single "
        "trainings."
    )
    return f" {counted(of_scores(scores))}{intervals if drawn else ''}"


def number_of_trainings(score: Score, others: Iterable[Score]) -> str:
    """Return what follows the name of a system in a figure where `others` have other numbers."""
    number_of = len(score.singles)
    same = all(len(other.singles) == number_of for other in others)
    return "" if same else f" (n = {number_of})"
