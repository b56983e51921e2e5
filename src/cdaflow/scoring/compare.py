"""Systems on the same sentences, two or each with each: differences, intervals, p-values.

With one training of each system, accuracies (each row right or wrong in both systems) are tested by
the exact sign-flip test, which is McNemar's where no rows belong together, everything else by the
paired bootstrap over sentences, which also gives the interval of every difference. Rows that belong
together (a sentence with "he" and with "she") are resampled and exchanged together.

With several, the trainings of both systems with equal seeds are paired, and their differences have
the t test and the t interval of `cdaflow.statistics.trainings`, over trainings and sentences. The
p-values are those of single tests: of twenty tests one is below 0.05 by chance.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from os import PathLike
from typing import Any, Literal, NamedTuple

from cdaflow.errors import InputError
from cdaflow.io.files import read_json
from cdaflow.lazy import numpy as np
from cdaflow.progress import say
from cdaflow.scoring.metric import Metric, Outcomes
from cdaflow.scoring.observed import SharedRows, check_figures, observe
from cdaflow.statistics import RESAMPLES, SEED, comparable, signature, unnamed
from cdaflow.statistics.estimates import Counts, Share
from cdaflow.statistics.field import Test
from cdaflow.statistics.paired import Difference, difference, least_p, pair, sign_flip
from cdaflow.statistics.trainings import ResampledTrainings, difference_over_trainings
from cdaflow.statistics.warnings import worst

#: The roles of a system's own files among the inputs of a report.
_ROLES = ("translation", "translation_feminine", "translation_masculine", "hypothesis", "rewrites")

#: The digests of the files of a system.
Digests = tuple[str, ...]


def digests_of(report: Mapping[str, Any]) -> Digests:
    """Return the digests of the translations that a report is of; () where it has none."""
    inputs = report.get("inputs")
    if not isinstance(inputs, Mapping):
        return ()
    digests = [inputs.get(role) for role in _ROLES]
    return tuple(digest for digest in digests if isinstance(digest, str))


def check_trainings(trainings: Iterable[tuple[str, Digests]]) -> None:
    """Raise InputError where two trainings of a system have the same translations.

    `trainings`: of each the file to name, and the digests of its translations. Two trainings with
    other seeds never write the same file: their spread would be that of one training, which is 0.
    """
    for first, other in _pairs(trainings):
        raise InputError(
            "training.same-translations",
            f"the translations are identical to those of {first}: one training is given twice",
            file=other,
            hint="give each training its own translations, or leave one of them out",
        )


def identical_systems(systems: Iterable[tuple[str, Digests]]) -> tuple[str, ...]:
    """Return a line for each system whose translations are those of another one.

    `systems`: of each the name and the digests of its translations. It need be no mistake: a
    model that was changed by nothing translates as before.
    """
    return tuple(
        f"Caution: {other} has the translations of {first}: the same file, or no change at all."
        for first, other in _pairs(systems)
    )


def _pairs(named: Iterable[tuple[str, Digests]]) -> Iterator[tuple[str, str]]:
    """Yield the first name of the same digests, and each later one."""
    first: dict[Digests, str] = {}
    for name, digests in named:
        if digests in first:
            yield first[digests], name
        elif digests:
            first[digests] = name


#: The report of a system, or those of its trainings.
Side = Mapping[str, Any] | Sequence[Mapping[str, Any]]


class Training(NamedTuple):
    """A training of a system: its seed, None for a model that was not trained here.

    base: the seed of the training of another system that it starts from, None for its own seed.
    """

    seed: int | None
    base: int | None = None


def training_of(report: Mapping[str, Any]) -> Training:
    """Return the training that a report is of."""
    return Training(report.get("training"), report.get("base_training"))


def read_sides(paths: Sequence[str | PathLike[str]]) -> list[dict[str, Mapping[str, Any]]]:
    """Return the reports in files by their paths, those of the trainings of one system together.

    Reports are of one system where they have the same name of it and different seeds; systems are
    in the order of their first. Raises InputError where a file is no such report, or of a training
    that another file is of, where one is given twice, or where all are of one system.
    """
    sides: dict[object, dict[str, Mapping[str, Any]]] = {}
    for number, path in enumerate(paths):
        if os.path.realpath(path) in map(os.path.realpath, paths[:number]):
            raise InputError(
                "report.given-twice",
                "the file is given twice",
                file=path,
                hint="name each file once",
            )
        for name, report in _read(path):
            named = report["system"] is not None and report.get("training") is not None
            side = sides.setdefault(report["system"] if named else (number, name), {})
            for other, earlier in side.items():
                if earlier.get("training") == report.get("training"):
                    raise InputError(
                        "report.training-duplicate",
                        f"duplicate report of the training {report.get('training')} of "
                        f"{report['system']}; the first is {other}",
                        file=path,
                        hint="if these are two systems, name them: --system",
                    )
            side[name] = report
    for side in sides.values():
        check_trainings((path, digests_of(report)) for path, report in side.items())
    if len(sides) == 1:
        of = f"trainings of {report['system']}" if len(paths) > 1 else "one system"
        raise InputError(
            "report.one-system",
            f"all reports are of {of}: there is nothing to compare",
            file=paths[-1],
            hint="give the reports of another system as well",
        )
    return list(sides.values())


def _read(path: str | PathLike[str]) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the report in a file, or those of several systems, with what to call them.

    Raises InputError where there is none that can be compared.
    """
    content = read_json(path)
    systems = content.get("systems") if isinstance(content, dict) else None
    if isinstance(systems, list) and systems:
        reports = [_checked(report, path) for report in systems]
        return [(f"{path} ({report['system']})", report) for report in reports]
    return [(str(path), _checked(content, path))]


def _checked(report: Any, path: str | PathLike[str]) -> Mapping[str, Any]:
    """Return a report; InputError for what is none that can be compared."""
    if not isinstance(report, dict) or not isinstance(report.get("metric"), str):
        raise InputError("report.other-kind", "expected a report of `cdaflow score`", file=path)
    if not isinstance(report.setdefault("system", None), (str, type(None))):
        raise InputError("report.system-not-a-name", '"system" must be a name or null', file=path)
    for name in ("training", "base_training"):
        if not _is_seed(report.get(name)):
            raise InputError(
                "report.not-a-whole-number",
                f'"{name}" must be a whole number from 1, or null',
                file=path,
            )
    if not _is_count_of_warnings(report.get("warned")):
        raise InputError(
            "report.warned-malformed",
            '"warned" must be {"lines", "of", "kinds"}, counts of lines, or null',
            file=path,
        )
    check_figures(Outcomes(str(path), report))
    return report


def _is_count_of_warnings(value: object) -> bool:
    if value is None:
        return True
    if not isinstance(value, dict) or set(value) != {"lines", "of", "kinds"}:
        return False
    kinds = value["kinds"]
    counts = [value["lines"], value["of"], *(kinds.values() if isinstance(kinds, dict) else [None])]
    return all(type(count) is int and count >= 0 for count in counts)


def _is_seed(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value > 0)


def compare(
    base: Side,
    *others: Side,
    names: Sequence[str] = (),
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
    metric: Metric | None = None,
) -> dict[str, Any]:
    """Return the comparison of each of `others` with `base`: reports of one metric.

    The result is {"metric": "comparison", "of", "language", "base", "signature", "inputs",
    "warned", "comparisons"}; "warned" is that of the baseline (see `warnings.count_warnings`), of
    its worst training. An item of "comparisons" has "system", "warned", "trainings" (the seeds that
    were compared, see `seeds_of_pairs`) and "scores", in which each score has "base", "value",
    "difference" (value minus base), its 95 % interval "low" to "high" (all in percent or points),
    "p" and "test"; of several trainings the means, and the interval of the crossed bootstrap,
    "crossed_low" to "crossed_high". `names`: what to call the reports in errors (files), those of
    the trainings of a system one after the other. `metric`: whose figures are compared, by default
    those of the metric of the reports.

    Raises InputError where the reports are not of the same data, language and scorer, have no
    outcomes, or have no training in common.
    """
    sides = [_reports(side) for side in (base, *others)]
    called = iter(names)
    base_system, *systems = (
        [Outcomes(next(called, f"report {n}"), report) for n, report in enumerate(side, 1)]
        for side in sides
    )
    for line in identical_systems(
        (str(side[0].get("system") or f"system {n}"), digests_of(side[0]))
        for n, side in enumerate(sides, 1)
    ):
        say(line)
    comparisons = []
    for system in systems:
        _check(base_system, system)
        pairs = paired_trainings(_trainings(base_system), _trainings(system))
        ours, theirs = (
            [side[i] for i in column]
            for side, column in zip((base_system, system), zip(*pairs, strict=True), strict=True)
        )
        comparisons.append(
            {
                "system": system[0].report.get("system"),
                "warned": worst(outcomes.report.get("warned") for outcomes in system),
                **seeds_of_pairs(_trainings(ours), _trainings(theirs)),
                "scores": {
                    name: result.as_json(100) | {"test": test}
                    for name, result, test in _differences(ours, theirs, bootstrap, seed, metric)
                },
            }
        )
    first = sides[0][0]
    return {
        "metric": "comparison",
        "of": str(first.get("metric")),
        "language": first.get("language"),
        "base": first.get("system"),
        "warned": worst(outcomes.report.get("warned") for outcomes in base_system),
        "signature": signature(
            f"comparison|{signatures_of(first)['']}",
            {},
            bootstrap=bootstrap,
            seed=seed,
        ),
        "inputs": dict(first.get("inputs") or {}),
        "comparisons": comparisons,
    }


def _reports(side: Side) -> list[Mapping[str, Any]]:
    return [side] if isinstance(side, Mapping) else list(side)


def _trainings(reports: Sequence[Outcomes]) -> list[Training]:
    return [training_of(report.report) for report in reports]


def seeds_of_pairs(
    base: Sequence[Training], other: Sequence[Training]
) -> dict[str, list[int | None]]:
    """Return the seeds of pairs of trainings, as comparisons have them.

    "trainings": those of the other system, or the baseline's where it has none; where the
    baseline's started from the other, those of the baseline. "base_trainings": those of the
    baseline, where they are others.
    """
    pairs = list(zip(base, other, strict=True))
    named = [
        ours.seed if theirs.seed is None or _starts(ours, theirs) else theirs.seed
        for ours, theirs in pairs
    ]
    is_started = any(_starts(theirs, ours) for ours, theirs in pairs)
    bases = {"base_trainings": [ours.seed for ours in base]} if is_started else {}
    return {"trainings": named, **bases}


def _starts(training: Training, other: Training) -> bool:
    """Return whether one training may start from the other: it alone has a base."""
    return training.base is not None and other.base is None


def paired_trainings(base: Sequence[Training], other: Sequence[Training]) -> list[tuple[int, int]]:
    """Return which trainings of two systems are compared, by their indices in the two lists.

    Those of equal seeds; with a system that has no seed (a model that was not trained here) each
    training of the other; and a single training with a single one, whatever their seeds. Trainings
    that start from one training of a base are all compared with that one, which is held fixed; with
    those of another system that starts from one, by their seeds. [] where none is compared.
    """
    if len(base) == len(other) == 1:
        return [(0, 0)]
    return [
        (i, j)
        for i, ours in enumerate(base)
        for j, theirs in enumerate(other)
        if _are_paired(ours, theirs)
        or (ours.seed is None and len(base) == 1)
        or (theirs.seed is None and len(other) == 1)
    ]


def _are_paired(ours: Training, theirs: Training) -> bool:
    """Return whether two trainings are compared by their seeds, or by what one starts from."""
    if _starts(theirs, ours):
        return ours.seed == theirs.base
    if _starts(ours, theirs):
        return theirs.seed == ours.base
    return ours.seed == theirs.seed


def shown_seeds(systems: Mapping[str, Sequence[int | None]]) -> dict[str, int | None]:
    """Return the seed of the training of each system whose sentences are shown as examples.

    `systems`: the seeds of the trainings of each, the baseline's first. It is the lowest seed that
    all have, so that they are paired; where there is none, the lowest that a system shares with the
    baseline, or else its own lowest. None for a model that was not trained here.
    """
    seeds_of = {name: {n for n in seeds if n is not None} for name, seeds in systems.items()}
    trained = [seeds for seeds in seeds_of.values() if seeds]
    common = set.intersection(*trained) if trained else set()
    base = next(iter(seeds_of.values()), set())
    return {
        name: min(seeds & common or seeds & base or seeds, default=None)
        for name, seeds in seeds_of.items()
    }


def why_not(base: Side, other: Side) -> str | None:
    """Return why the reports of two systems cannot be compared, None where they can."""
    first, *more = _reports(base)
    for report in (*more, *_reports(other)):
        reason = _why_not(first, report)
        if reason is not None:
            return reason
    if not paired_trainings(*(list(map(training_of, _reports(side))) for side in (base, other))):
        return "no training of theirs has the same seed"
    return None


def _why_not(base: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    for key, what in (("metric", "metrics"), ("language", "languages")):
        if base.get(key) != other.get(key):
            return f"they are of different {what}: {base.get(key)} and {other.get(key)}"
    signatures, others = signatures_of(base), signatures_of(other)
    for name in filter(others.__contains__, signatures):
        ours, theirs = signatures[name].split("|"), others[name].split("|")
        if ours != theirs:
            parts = [part for part in theirs if part not in ours] or ["(nothing more)"]
            return (
                "they are not of the same data and scorer: the signature has "
                f"{' '.join(parts)} in place of {' '.join(p for p in ours if p not in theirs)}"
            )
    named = {"aligner": "--alignment-name", "trees": "--trees-name"}
    for part in unnamed(signatures[""]):
        option = named.get(part.partition(":")[0], "the option that names it")
        return f"the signature has {part}: what made that file is not known; name it by {option}"
    return None


def signatures_of(report: Mapping[str, Any]) -> dict[str, str]:
    """Return what a report's scores must share to be comparable: "" is the signature of all.

    Where they have none in common it is that of the first; others are of scores with outcomes.
    """
    scores, outcomes = (
        part if isinstance(part := report.get(name), Mapping) else {}
        for name in ("scores", "outcomes")
    )
    own = {
        name: comparable(str(score["signature"]))
        for name, score in scores.items()
        if isinstance(score, Mapping) and score.get("signature")
    }
    first = comparable(str(report.get("signature") or ""))
    compared = {name: own[name] for name in own if name in outcomes}
    return {"": first or next(iter(own.values()), ""), **compared}


def _check(base: Sequence[Outcomes], other: Sequence[Outcomes]) -> None:
    reason = why_not(
        [outcomes.report for outcomes in base], [outcomes.report for outcomes in other]
    )
    if reason is not None:
        raise InputError(
            "report.not-comparable",
            f"this report cannot be compared with {base[0].name}: {reason}",
            file=other[0].name,
            hint="score both systems on the same test set, with the same options",
        )


def _differences(
    base: Sequence[Outcomes],
    other: Sequence[Outcomes],
    bootstrap: int,
    seed: int,
    metric: Metric | None,
) -> Iterator[tuple[str, Difference, Test]]:
    """Yield name, difference (as shares) and test of each score of two systems.

    `base`, `other`: the reports of their trainings, as they are paired.
    """
    for rows in observe([*base, *other], metric, common=len(base) == 1):
        yield from differences(rows, len(base), bootstrap=bootstrap, seed=seed)


def differences(
    rows: SharedRows, number: int, *, bootstrap: int = RESAMPLES, seed: int = SEED
) -> Iterator[tuple[str, Difference, Test]]:
    """Yield name, difference (as shares) and test of each statistic of rows.

    The first `number` sums are those of the trainings of the baseline, the others those of the
    trainings of the other system that they are paired with, in the same order.
    """
    ours, theirs = rows.sums[:number], rows.sums[number:]
    if number > 1:
        yield from _by_training(rows, ours, theirs, bootstrap, seed)
    else:
        yield from _by_sentence(rows, ours[0], theirs[0], bootstrap, seed)


def _by_sentence(
    rows: SharedRows, base: Counts, other: Counts, bootstrap: int, seed: int
) -> Iterator[tuple[str, Difference, Test]]:
    paired = pair(base, other, samples=bootstrap, seed=seed, resampling=rows.resampling)
    for name, (statistic, test) in rows.statistics.items():
        result = difference(statistic, paired)
        if test is Test.SIGN_FLIP and isinstance(statistic, Share) and result.value is not None:
            ours, theirs = (statistic.successes(side) for side in (base, other))
            result = replace(result, p=sign_flip(theirs - ours))
        yield name, result, test


def _by_training(
    rows: SharedRows, base: Sequence[Counts], other: Sequence[Counts], bootstrap: int, seed: int
) -> Iterator[tuple[str, Difference, Test]]:
    differing = np.any([(a != b).any(axis=1) for a, b in zip(base, other, strict=True)], axis=0)
    least = least_p(int(differing.sum()))
    ours, theirs = (
        ResampledTrainings.of(side, bootstrap, seed, rows.resampling) for side in (base, other)
    )
    for name, (statistic, _) in rows.statistics.items():
        result = difference_over_trainings(
            statistic(ours.sums),
            statistic(theirs.sums),
            statistic(ours.samples),
            statistic(theirs.samples),
            least=least,
            seed=seed,
        )
        yield name, result, Test.PAIRED_T


Correction = Literal["holm", "bonferroni", "none"]


def compare_all(sides: Sequence[Side], names: Sequence[Sequence[str]], **options: Any) -> Any:
    """Return the comparisons of all pairs of systems, the one given first as the base of a pair.

    As `compare.compare`, but "metric" is "all-pairs", "base" is null, and each of "comparisons" has
    its own "base" and "base_warned"; "systems" has all names in order. `sides`: the reports of each
    system; `names`: what to call them in errors; `options`: those of `compare`. Raises as that.
    """
    results = []
    comparisons = []
    for (base, base_names), (other, other_names) in combinations(zip(sides, names, strict=True), 2):
        result = compare(base, other, names=[*base_names, *other_names], **options)
        (item,) = result["comparisons"]
        comparisons.append({**item, "base": result["base"], "base_warned": result["warned"]})
        results.append(result)
    systems = dict.fromkeys(
        name for comparison in comparisons for name in (comparison["base"], comparison["system"])
    )
    first = results[0]
    return {
        **first,
        "metric": "all-pairs",
        "base": None,
        "warned": None,
        "systems": list(systems),
        "comparisons": comparisons,
    }


def correct(result: dict[str, Any], correction: Correction) -> dict[str, Any]:
    """Return comparisons whose scores also have "p_corrected".

    For each score over all its comparisons, that is over systems, not over scores. `holm` (1979)
    and `bonferroni` hold whatever the tests have to do with each other; "correction" says which it
    was.
    """
    if correction == "none":
        return result
    comparisons = [
        {**comparison, "scores": dict(comparison["scores"])} for comparison in result["comparisons"]
    ]
    names = dict.fromkeys(name for comparison in comparisons for name in comparison["scores"])
    for name in names:
        tested = [
            comparison
            for comparison in comparisons
            if comparison["scores"].get(name, {}).get("p") is not None
        ]
        values = [comparison["scores"][name]["p"] for comparison in tested]
        for comparison, p in zip(tested, adjusted(values, correction), strict=True):
            comparison["scores"][name] = {**comparison["scores"][name], "p_corrected": p}
    return {**result, "correction": correction, "comparisons": comparisons}


def adjusted(values: Sequence[float], correction: Correction) -> list[float]:
    """Return p-values corrected for their number, in the same order.

    Bonferroni: n p. Holm: of the k-th smallest the largest (n - j + 1) p of those up to it. Both at
    most 1.
    """
    p = np.array(values, dtype=float)
    factors = np.full(len(p), len(p))
    if correction == "holm":
        order = np.argsort(p, kind="stable")
        factors[order] -= np.arange(len(p))
        scaled = p * factors
        scaled[order] = np.maximum.accumulate(scaled[order])
    elif correction == "bonferroni":
        scaled = p * factors
    else:
        scaled = p
    p_values: list[float] = np.minimum(scaled, 1.0).tolist()
    return p_values
