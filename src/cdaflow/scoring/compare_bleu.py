"""BLEU and chrF of two systems on one test set, by resampling its sentences.

With one training of each system p-value and interval are those of `resampled_difference` in
`cdaflow.statistics.paired`, over resamples that are sacrebleu's for the same seed. sacrebleu's own
p-value (`PairedTest`, Koehn 2004 in the form of Moses) compares with resamples of the absolute
difference, centred by their mean: of two equal systems every tenth pair has p < 0.05 by it
(`benchmarks/equal_systems.py`).

With several, the trainings with equal seeds are paired as in `cdaflow.scoring.compare`, and the
test is the t test of `cdaflow.statistics.trainings` over trainings and the same resamples.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest, text_digest
from cdaflow.lazy import numpy as np
from cdaflow.progress import say
from cdaflow.scoring.bleu import read_aligned, read_side, with_data
from cdaflow.scoring.compare import (
    Training,
    check_trainings,
    identical_systems,
    paired_trainings,
    seeds_of_pairs,
)
from cdaflow.scoring.sanity import check
from cdaflow.statistics import RESAMPLES, SACREBLEU_SEED, short, signature
from cdaflow.statistics.estimates import Counts
from cdaflow.statistics.field import Test
from cdaflow.statistics.paired import least_p, resampled_difference
from cdaflow.statistics.sacre import metrics_for, paired_scores, signature_of, statistics_of
from cdaflow.statistics.trainings import difference_over_trainings, over_trainings
from cdaflow.statistics.warnings import count_warnings, worst

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The indices of the translations of two systems, that of the baseline first.
_Pair = tuple[int, int]


@dataclass(frozen=True)
class _System:
    """A system and its trainings, and the indices of their translations."""

    name: str
    trainings: tuple[Training, ...]
    indices: tuple[int, ...]

    def paired(self, other: _System) -> list[_Pair]:
        """Return the indices of the trainings that are compared with those of another system.

        Raises ConfigError where no seed is in both; see `paired_trainings`.
        """
        pairs = paired_trainings(self.trainings, other.trainings)
        if not pairs:
            raise ConfigError(
                "system.no-common-seed",
                f"{other.name} and {self.name} have no training with the same seed",
                hint="train both with a common seed, or compare one training of each",
            )
        return [(self.indices[i], other.indices[j]) for i, j in pairs]


def compare_bleu(
    translations: Sequence[str | os.PathLike[str]],
    reference: str | os.PathLike[str],
    *,
    language: str,
    systems: Sequence[str] | None = None,
    trainings: Sequence[int | None] | None = None,
    base_trainings: Sequence[int | None] | None = None,
    testset: str | None = None,
    lowercase: bool = False,
    bootstrap: int = RESAMPLES,
    seed: int = SACREBLEU_SEED,
) -> dict[str, Any]:
    """Return the comparison of each system with the first: as `compare.compare` has it.

    `systems`, `trainings`: of each translation the name of the system, and the seed of its training
    (None for a model that was not trained here); `base_trainings`: the seeds of the trainings that
    they start from (None: their own; see `Training`). `lowercase`: of lower-cased text. "testset"
    and "lines" are added, each "signature" ends with the digest of the reference, and "means" has
    the means of each system with several trainings: {system: {"trainings", "scores": {name: that of
    `TrainingsEstimate`}}}.

    Several trainings of one system have no "comparisons", but their means.

    Raises InputError where a file has not the lines of the reference, ConfigError where there is
    one translation alone, the names are not as many, or two systems have no training in common.
    """
    if bootstrap < 1:
        hint = f"give --bootstrap {RESAMPLES}"
        raise ConfigError(
            "test.no-resamples", "a resampling test requires at least one resample", hint=hint
        )
    all_trainings = _trainings(translations, trainings, base_trainings)
    base, *others = _systems(translations, systems, all_trainings)
    digests = list(map(text_digest, translations))
    for system in (base, *others):
        check_trainings((str(translations[n]), (digests[n],)) for n in system.indices)
    for line in identical_systems(
        (system.name, (digests[system.indices[0]],)) for system in (base, *others)
    ):
        say(line)
    references = read_side(reference)
    texts = [read_aligned(path, references, reference) for path in translations]
    if not references:
        raise InputError(
            "file.empty", "the file is empty: there is nothing to score", file=reference
        )
    warned = [
        count_warnings(check(text, language, references=references, lowercase=lowercase), len(text))
        for text in texts
    ]
    pairs = [base.paired(system) for system in others]
    metrics = metrics_for(language, lowercase=lowercase)
    resampled = _resampled(texts, references, metrics, bootstrap, seed)
    comparisons = [
        {
            "system": system.name,
            **seeds_of_pairs(
                [all_trainings[i] for i, _ in index_pairs],
                [all_trainings[j] for _, j in index_pairs],
            ),
            "scores": {
                name: metric.difference(index_pairs, seed)
                | {"signature": with_data(metric.signature, reference)}
                for name, metric in resampled.items()
            },
            "warned": worst(warned[index] for index in system.indices),
        }
        for system, index_pairs in zip(others, pairs, strict=True)
    ]
    means = {
        system.name: {
            "trainings": [training.seed for training in system.trainings],
            "scores": {
                name: metric.mean(system.indices, seed) for name, metric in resampled.items()
            },
        }
        for system in (base, *others)
        if len(system.indices) > 1
    }
    return {
        "metric": "comparison",
        "of": "bleu",
        "language": language,
        "testset": testset or Path(reference).name.partition(".")[0],
        "lines": len(references),
        "base": base.name,
        "warned": worst(warned[index] for index in base.indices),
        "signature": signature(
            "comparison|bleu", {"data": short(digest(reference))}, bootstrap=bootstrap, seed=seed
        ),
        "inputs": {"reference": digest(reference), "translation": digests},
        "comparisons": comparisons,
        **({"means": means} if means else {}),
    }


def _trainings(
    translations: Sequence[str | os.PathLike[str]],
    trainings: Sequence[int | None] | None,
    bases: Sequence[int | None] | None,
) -> list[Training]:
    """Return the training of each translation; ConfigError where there are not as many."""
    seeds, starts = (list(values or [None] * len(translations)) for values in (trainings, bases))
    if len(starts) != len(seeds):
        raise ConfigError(
            "training.start-count",
            f"--base-trainings has {len(starts)} seeds for {len(seeds)} trainings",
            hint="give one for each of --trainings, and - for a training without a base or with "
            "its own seed",
        )
    return [Training(*pair) for pair in zip(seeds, starts, strict=True)]


def _systems(
    translations: Sequence[str | os.PathLike[str]],
    systems: Sequence[str] | None,
    trainings: Sequence[Training],
) -> list[_System]:
    """Return the systems in the order of their first translations; ConfigError for faulty names."""
    names = list(systems or (Path(path).stem for path in translations))
    labels = [
        name if training.seed is None else f"{name} {training.seed}"
        for name, training in zip(names, trainings, strict=False)
    ]
    if not len(names) == len(trainings) == len(translations) or len(set(labels)) != len(labels):
        raise ConfigError(
            "system.duplicate-names",
            f"several of the {len(translations)} translations have the same name: "
            f"{', '.join(labels)}",
            hint="name each system with --systems, and give the seeds of several trainings of a "
            "system with --trainings",
        )
    result = [
        _System(
            name,
            tuple(trainings[index] for index, other in enumerate(names) if other == name),
            tuple(index for index, other in enumerate(names) if other == name),
        )
        for name in dict.fromkeys(names)
    ]
    for system in result:
        if len(system.trainings) > 1 and any(trained.seed is None for trained in system.trainings):
            raise ConfigError(
                "training.no-seed",
                f"{system.name} has several trainings, but one has no seed",
            )
    if len(names) < 2:
        raise ConfigError(
            "translations.too-few-files",
            "at least two files of translations are required: of the baseline and another system, "
            "or of two trainings",
        )
    return result


@dataclass(frozen=True)
class _Resampled:
    """A metric of all translations.

    values: of each translation the score and those of its resamples, shape (translations,
    1 + samples). statistics: what each sentence adds, shape (sentences, columns).
    """

    signature: str
    values: NDArray[np.float64]
    statistics: Sequence[Counts]

    def mean(self, indices: Sequence[int], seed: int) -> dict[str, Any]:
        """Return the mean of the trainings of a system, as reports have it."""
        values = self.values[list(indices)]
        singles = values[:, 0].tolist()
        mean = over_trainings(singles, resampled=values[:, 1:], bounds=(0.0, 100.0), seed=seed)
        return mean.as_json()

    def difference(self, pairs: Sequence[_Pair], seed: int) -> dict[str, Any]:
        """Return the difference of two systems, as comparisons have it.

        `pairs`: the translations of their trainings, the baseline's first.
        """
        bases, others = (self.values[list(column)] for column in zip(*pairs, strict=True))
        differing = [(self.statistics[i] != self.statistics[j]).any(axis=1) for i, j in pairs]
        least = least_p(int(np.any(differing, axis=0).sum()))
        if len(pairs) > 1:
            difference = difference_over_trainings(
                bases[:, 0], others[:, 0], bases[:, 1:], others[:, 1:], least=least, seed=seed
            )
            return difference.as_json() | {"test": Test.PAIRED_T}
        single = resampled_difference(bases[0], others[0], least, len(self.statistics[0]))
        return single.as_json() | {"test": Test.BOOTSTRAP}


def _resampled(
    texts: Sequence[Sequence[str]],
    references: Sequence[str],
    metrics: Mapping[str, Any],
    bootstrap: int,
    seed: int,
) -> dict[str, _Resampled]:
    """Return BLEU and chrF of all texts by name."""
    resampled = {}
    for name, metric in metrics.items():
        statistics = {
            str(n): statistics_of(metric, text, references) for n, text in enumerate(texts)
        }
        values = paired_scores(metric, statistics, bootstrap, seed)
        resampled[name] = _Resampled(
            signature_of(metric, bootstrap, seed),
            np.stack(list(values.values())),
            list(statistics.values()),
        )
    return resampled
