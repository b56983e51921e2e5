"""The mean of a system over languages (Avg Acc of Choubey et al. 2021, Tables 4, 11 and 12).

A test set such as WinoMT is the same English sentences in all languages. So the mean over languages
is a figure of these sentences: what a sentence adds in each language stands side by side, and the
statistic is the mean of those of the languages. Resamples of sentences and seeds of trainings go
through all languages alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cdaflow.lazy import numpy as np
from cdaflow.progress import say
from cdaflow.scoring.compare import (
    differences,
    paired_trainings,
    seeds_of_pairs,
    signatures_of,
    training_of,
)
from cdaflow.scoring.metric import Metric, Outcomes, TableRow
from cdaflow.scoring.observed import SharedRows, observe
from cdaflow.scoring.trainings import means_of_rows
from cdaflow.statistics import data_of
from cdaflow.statistics.estimates import Counts, Estimate, Share, Statistic
from cdaflow.statistics.warnings import worst
from cdaflow.tables.scores import Score
from cdaflow.tables.significance import Compared, Tested, known_seeds, not_tested
from cdaflow.tables.text import ALL, order

if TYPE_CHECKING:
    from numpy.typing import NDArray


def over_languages(scores: Sequence[Score], bases: Mapping[str, str]) -> list[Compared]:
    """Return the mean over languages of each system, that of the baseline, and how they differ.

    `scores`: means over trainings (`trainings.aggregate`), of a metric without parts; `bases`: the
    baseline of each language. Only systems that were scored in every language have a mean, over
    the trainings that there are in every language. There is none with one language, and none where
    the sentences of the languages are not the same, which is said.
    """
    languages = order(score.language for score in scores)
    if len(languages) < 2:
        return []
    systems: dict[str, list[Score]] = {}
    for score in scores:
        systems.setdefault(score.system, []).append(score)
    complete = {
        name: by_language
        for name, by_language in systems.items()
        if sorted(s.language for s in by_language) == sorted(languages)
    }
    reason = _why_not(scores, complete)
    if reason is not None:
        say(f"no mean over the languages {', '.join(languages)}: {reason}")
        return []
    common = {name: _common(by_language) for name, by_language in complete.items()}
    means = {name: _mean(complete[name], singles) for name, singles in common.items() if singles}
    # Languages without the baseline have none in `bases`.
    base = next(iter(bases.values())) if len(set(bases.values())) == 1 else ""
    compared = []
    for name, mean in means.items():
        against = means.get(base)
        tested = Tested()
        if against is not None and name != base and not not_tested(mean.warned, against.warned):
            tested = _tested(common[base], common[name])
        compared.append((mean, against, tested))
    return compared


def _why_not(scores: Sequence[Score], complete: Mapping[str, Sequence[Score]]) -> str | None:
    """Return why there is no mean, None where there is."""
    if scores[0].metric.part_labels:
        return "the metric has parts"
    if not complete:
        return "no system was scored in all of them"
    means = [score for by_language in complete.values() for score in by_language]
    reports = [single.report for score in means for single in score.singles]
    if not all(report.get("outcomes") for report in reports):
        return "score files hold no outcomes of their sentences"
    if len({data_of(signatures_of(report)[""]) for report in reports}) > 1:
        return "they are of different test sets"
    for name in scores[0].metric.testset_outcomes:
        if len({report["outcomes"].get(name) for report in reports}) > 1:
            return f'the sentences are not the same (outcomes "{name}")'
    if len({report.get("clusters") for report in reports}) > 1:
        return "the sentences that belong together are not the same"
    return None


#: The trainings of a system in each language, those of one seed at the same place.
Trainings = Sequence[Sequence[Score]]


def _common(languages: Sequence[Score]) -> Trainings:
    """Return the trainings of a system that there are in every language, or []."""
    if all(len(score.singles) == 1 for score in languages):
        return [score.singles for score in languages]
    seeds = set.intersection(*(set(score.seeds) for score in languages))
    if not seeds:
        say(f"no mean of {languages[0].system}: its trainings differ from language to language")
        return []
    return [
        [training for training in score.singles if training.training in seeds]
        for score in languages
    ]


def _mean(languages: Sequence[Score], trainings: Trainings) -> Score:
    """Return the mean score of a system over languages."""
    first = languages[0]
    scores: dict[str, Estimate] = {}
    for rows in _side_by_side(trainings):
        scores |= means_of_rows(first.metric, rows)
    counts = [score.rows[0].counts for score in languages]
    shared = {name: n for name, n in counts[0].items() if all(c[name] == n for c in counts)}
    names = "+".join(score.language for score in languages)
    # Single trainings may have another seed in each language: then the mean has none.
    seeds = {score.training for singles in trainings for score in singles[:1]}
    return replace(
        first,
        language=ALL,
        scores=scores,
        rows=[TableRow(counts=shared)],
        warned=worst(score.warned for score in languages),
        report={"signature": f"mean:{names}", "scores": {}},
        training=first.training if len(seeds) == 1 else None,
        trainings=tuple(trainings[0]) if len(trainings[0]) > 1 else (),
    )


def _tested(base: Trainings, other: Trainings) -> Tested:
    """Return the differences of two systems over languages, of trainings with equal seeds."""
    trained = [[training_of(score.report) for score in side[0]] for side in (base, other)]
    pairs = paired_trainings(*trained)
    if not pairs:
        return Tested()
    sides = [
        [language[i] for i in chosen]
        for side, chosen in zip((base, other), zip(*pairs, strict=True), strict=True)
        for language in side
    ]
    number = len(base)
    together = [[*sides[n], *sides[number + n]] for n in range(number)]
    differences_by_name = {
        name: result.scaled(100)
        for rows in _side_by_side(together)
        for name, result, _ in differences(rows, len(pairs))
    }
    if all(len(side) == 1 for side in trained):
        return Tested(differences_by_name)
    seeds = seeds_of_pairs([trained[0][i] for i, _ in pairs], [trained[1][j] for _, j in pairs])
    return Tested(
        differences_by_name,
        *map(known_seeds, (seeds["trainings"], seeds.get("base_trainings", ()))),
    )


def _side_by_side(languages: Trainings) -> Iterator[SharedRows]:
    """Yield the rows of trainings with the columns of all languages, and their mean statistics."""
    metric = languages[0][0].metric
    for parts in zip(*(_observed(metric, scores) for scores in languages), strict=True):
        sums = [np.hstack(rows) for rows in zip(*(part.sums for part in parts), strict=True)]
        widths = [part.sums[0].shape[1] for part in parts]
        yield SharedRows(
            sums,
            {
                name: (
                    _mean_statistic([part.statistics[name][0] for part in parts], widths, sums),
                    test,
                )
                for name, (_, test) in parts[0].statistics.items()
            },
            parts[0].resampling,
        )


def _observed(metric: Metric, scores: Sequence[Score]) -> list[SharedRows]:
    return list(observe([Outcomes(str(score.path), score.report) for score in scores], metric))


def _mean_statistic(
    statistics: Sequence[Statistic], widths: Sequence[int], sums: Sequence[Counts]
) -> Statistic:
    """Return the mean of statistics, each of as many of the columns of `sums` as its width.

    Where all are shares of equal numbers of trials, it is the share of the trials of all languages,
    which has Wilson's interval and the exact test.
    """
    starts = [int(end) - width for end, width in zip(np.cumsum(widths), widths, strict=True)]
    parts = [slice(start, start + width) for start, width in zip(starts, widths, strict=True)]
    shares = [statistic for statistic in statistics if isinstance(statistic, Share)]
    if len(shares) == len(statistics):
        trials = [
            [share.trials(rows[:, part]) for share, part in zip(shares, parts, strict=True)]
            for rows in sums
        ]
        if all(np.array_equal(trials[0][0], row_trials) for rows in trials for row_trials in rows):
            moved = list(zip(shares, starts, strict=True))
            return Share(
                [start + column for share, start in moved for column in share.over],
                [start + column for share, start in moved for column in share.under],
            )

    def mean(sums: Counts) -> NDArray[np.float64]:
        values = [
            statistic(sums[..., part]) for statistic, part in zip(statistics, parts, strict=True)
        ]
        return np.asarray(np.mean(values, axis=0))

    return mean
