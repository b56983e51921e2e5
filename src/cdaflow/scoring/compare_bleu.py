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

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.scoring.bleu import read_aligned, read_side, with_data
from cdaflow.scoring.sanity import check
from cdaflow.statistics import RESAMPLES, SACREBLEU_SEED
from cdaflow.statistics.estimates import points
from cdaflow.statistics.field import Test
from cdaflow.statistics.paired import least_p
from cdaflow.statistics.sacre import metrics_for, paired_scores, sacrebleu_seed, statistics_of
from cdaflow.statistics.signature import short, signature
from cdaflow.statistics.warnings import count_warnings


def compare_bleu(
    translations: Sequence[str | os.PathLike[str]],
    reference: str | os.PathLike[str],
    *,
    language: str,
    systems: Sequence[str] | None = None,
    testset: str | None = None,
    bootstrap: int = RESAMPLES,
    seed: int = SACREBLEU_SEED,
) -> dict[str, Any]:
    """Return the comparison of each translation with the first: as `compare.compare` has it.

    "testset" and "lines" are added, and each "signature" ends with the digest of the reference.
    Raises InputError where a file has not the lines of the reference, ConfigError where there is
    no second translation or the names are not as many.
    """
    if len(translations) < 2:
        raise ConfigError("at least two translations are needed: the baseline, and another")
    names = list(systems or (Path(path).stem for path in translations))
    if len(names) != len(translations) or len(set(names)) != len(names):
        raise ConfigError(
            f"{len(translations)} translations are called {', '.join(names)}",
            hint="give each a name of its own with --systems",
        )
    if bootstrap < 1:
        hint = f"give --bootstrap {RESAMPLES}"
        raise ConfigError("a test by resampling needs resamples", hint=hint)
    references = read_side(reference)
    texts = [read_aligned(path, references, reference) for path in translations]
    if not references:
        raise InputError("the file is empty: there is nothing to score", file=reference)
    tested = _tested(texts, references, language, bootstrap, seed)
    for score in (score for scores in tested for score in scores.values()):
        score["signature"] = with_data(score["signature"], reference)
    warned = [
        count_warnings(check(text, language, references=references), len(text)) for text in texts
    ]
    return {
        "metric": "comparison",
        "of": "bleu",
        "language": language,
        "testset": testset or Path(reference).name.partition(".")[0],
        "lines": len(references),
        "base": names[0],
        "warned": warned[0],
        "signature": signature(
            "comparison|bleu", {"data": short(digest(reference))}, bootstrap=bootstrap, seed=seed
        ),
        "inputs": {"reference": digest(reference), "translation": list(map(digest, translations))},
        "comparisons": [
            {"system": name, "scores": scores, "warned": found}
            for name, scores, found in zip(names[1:], tested, warned[1:], strict=True)
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
    named = [(str(number), text) for number, text in enumerate(texts)]
    with sacrebleu_seed(seed):
        test = PairedTest(named, metrics, [references], test_type="bs", n_samples=bootstrap)
        signatures: Any
        results: Any
        signatures, results = test()
    found: list[dict[str, Any]] = [{} for _ in texts[1:]]
    for (name, metric), (title, settings) in zip(metrics.items(), signatures.items(), strict=True):
        statistics = {key: statistics_of(metric, text, references) for key, text in named}
        values = paired_scores(metric, statistics, bootstrap, seed)
        for number, scores in enumerate(found, 1):
            key = str(number)
            difference = points(values[key] - values["0"])
            differing = int((statistics[key] != statistics["0"]).any(axis=1).sum())
            scores[name] = {
                "base": float(values["0"][0]),
                "value": float(values[key][0]),
                "difference": difference.value,
                "low": difference.low,
                "high": difference.high,
                "p": _p_value(results[title][number].p_value, difference.value, differing),
                "test": Test.BOOTSTRAP,
                "signature": str(settings),
            }
    return found


def _p_value(p: float, difference: float | None, differing: int) -> float:
    if not difference or abs(difference) < 1e-9:
        return 1.0
    return max(float(p), least_p(differing))
