"""BLEU and chrF of two systems on one test set, by sacrebleu's paired bootstrap.

The p-value is sacrebleu's own (`PairedTest`, Koehn 2004 in the form of Moses), but where that
goes wrong: for equal scores it says 1 / (resamples + 1), here it is 1, and it is at least what the
sentences that differ can show (see `statistics.difference`). The interval of the difference is
over the same resamples.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cdaflow import __version__
from cdaflow.errors import ConfigError, InputError
from cdaflow.files import digest
from cdaflow.scoring.bleu import read_aligned, read_side
from cdaflow.scoring.differences import BOOTSTRAP
from cdaflow.scoring.sacre import draws, metrics_for, sacrebleu_seed, score_of, statistics_of


def compare_bleu(
    translations: Sequence[str | os.PathLike[str]],
    reference: str | os.PathLike[str],
    *,
    language: str,
    systems: Sequence[str] | None = None,
    testset: str | None = None,
    bootstrap: int = 1000,
    seed: int = 12345,
) -> dict[str, Any]:
    """Return the comparison of each translation with the first: as `compare.compare` has it.

    "testset" and "lines" are added. Raises InputError where a file has not the lines of the
    reference, ConfigError where there is no second translation or the names are not as many.
    """
    if len(translations) < 2:
        raise ConfigError("two translations at least are wanted: the baseline, and another")
    names = list(systems or (Path(path).stem for path in translations))
    if len(names) != len(translations) or len(set(names)) != len(names):
        raise ConfigError(
            f"{len(translations)} translations are called {', '.join(names)}",
            hint="give each a name of its own with --systems",
        )
    if bootstrap < 1:
        raise ConfigError("a test by resampling needs resamples", hint="give --bootstrap 1000")
    references = read_side(reference)
    texts = [read_aligned(path, references, reference) for path in translations]
    if not references:
        raise InputError("the file is empty: there is nothing to score", file=reference)
    tested = _tested(texts, references, language, bootstrap, seed)
    return {
        "metric": "comparison",
        "of": "bleu",
        "language": language,
        "testset": testset or Path(reference).name.partition(".")[0],
        "lines": len(references),
        "base": names[0],
        "signature": f"comparison|bleu|data:{digest(reference)[:12]}|bs:{bootstrap}|seed:{seed}"
        f"|cdaflow:{__version__}",
        "inputs": {"reference": digest(reference), "translation": list(map(digest, translations))},
        "comparisons": [
            {"system": name, "scores": scores}
            for name, scores in zip(names[1:], tested, strict=True)
        ],
    }


def _tested(
    texts: Sequence[Sequence[str]],
    references: Sequence[str],
    language: str,
    bootstrap: int,
    seed: int,
) -> list[dict[str, Any]]:
    """Return the scores of each translation but the first, compared with it."""
    from sacrebleu.significance import PairedTest

    metrics = metrics_for(language)
    with sacrebleu_seed(seed):
        named = [(str(number), text) for number, text in enumerate(texts)]
        test = PairedTest(named, metrics, [references], test_type="bs", n_samples=bootstrap)
        signatures: Any
        results: Any
        signatures, results = test()
    drawn = draws(len(references), bootstrap, seed)
    found: list[dict[str, Any]] = [{} for _ in texts[1:]]
    for (name, metric), (title, signature) in zip(metrics.items(), signatures.items(), strict=True):
        sums = [statistics_of(metric, text, references) for text in texts]
        # The score of the test set first, then those of its resamples.
        values = [score_of(metric, np.vstack([s.sum(axis=0), drawn @ s])) for s in sums]
        for number, scores in enumerate(found, 1):
            differences = values[number] - values[0]
            changed = int((sums[number] != sums[0]).any(axis=1).sum())
            low, high = map(float, np.percentile(differences[1:], [2.5, 97.5]))
            scores[name] = {
                "base": float(values[0][0]),
                "value": float(values[number][0]),
                "difference": float(differences[0]),
                "low": low,
                "high": high,
                "p": _p_value(results[title][number].p_value, float(differences[0]), changed),
                "test": BOOTSTRAP,
                "signature": str(signature),
            }
    return found


def _p_value(p: float, difference: float, changed: int) -> float:
    if abs(difference) < 1e-9:
        return 1.0
    return max(float(p), min(1.0, 2.0 ** (1 - changed)))
