"""sacrebleu's metrics over resamples of the sentences of a test set.

sacrebleu resamples inside its own tests only, and gives no interval of a difference. Its
metrics are sums over sentences (n-gram matches, lengths), from which the score of any sample
follows; `PairedTest` uses the same two methods of a metric that are used here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cdaflow.errors import ProgramError
from cdaflow.lazy import numpy as np
from cdaflow.statistics.estimates import Counts

if TYPE_CHECKING:
    from numpy.typing import NDArray


def metrics_for(
    language: str, chrf_word_order: Sequence[int] = (0,), *, lowercase: bool = False
) -> dict[str, Any]:
    """Return BLEU and chrF (chrF++ for an order of 2) for a target language, by name.

    `lowercase`: of lower-cased text, as their signatures then say (case:lc).

    Raises ProgramError for a language of which sacrebleu's tokeniser is not installed.
    """
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    # force silences a warning about tokenised lines, for which `scoring.sanity` looks.
    try:
        metrics: dict[str, Any] = {"bleu": BLEU(trg_lang=language, lowercase=lowercase, force=True)}
    except RuntimeError:
        raise ProgramError(
            f"sacrebleu has no tokeniser for {language!r} here",
            hint=f"install it: pip install 'sacrebleu[{language}]'",
        ) from None
    for order in chrf_word_order:
        metrics["chrf" + "+" * order] = CHRF(word_order=order, lowercase=lowercase)
    return metrics


def statistics_of(metric: Any, hypotheses: Sequence[str], references: Sequence[str]) -> Counts:
    """Return what a metric sums over sentences: shape (sentences, columns)."""
    if not hypotheses:
        return np.zeros((0, 0), dtype=np.int64)
    rows = metric._extract_corpus_statistics(hypotheses, [references])
    return np.array(rows, dtype=np.int64)


def score_of(metric: Any, sums: Counts) -> NDArray[np.float64]:
    """Return the score (0 to 100) of sums: shape (..., columns) to shape (...)."""
    flat = sums.reshape(-1, sums.shape[-1])
    scores = [float(metric._compute_score_from_stats(list(row)).score) for row in flat.tolist()]
    return np.array(scores).reshape(sums.shape[:-1])


def sample_counts(sentences: int, samples: int, seed: int) -> Counts:
    """Return how often each sentence is in each sample: shape (samples, sentences).

    The samples are those of sacrebleu's paired bootstrap with the same seed.
    """
    indices = np.random.default_rng(seed).choice(sentences, size=(samples, sentences), replace=True)
    counts = np.zeros((samples, sentences), dtype=np.int64)
    for row, count in zip(indices, counts, strict=True):
        count += np.bincount(row, minlength=sentences)
    return counts


def paired_scores(
    metric: Any, statistics: Mapping[str, Counts], samples: int, seed: int
) -> dict[str, NDArray[np.float64]]:
    """Return the score of a test set, then those of its `samples` resamples, for each item.

    `statistics`: those of `statistics_of` by name (of a system, of a reference, ...), all of the
    same sentences; a resample has the same sentences in each, so that their differences are
    paired. The result has the shape (1 + samples,), as `rates.points` takes it.
    """
    sentences = len(next(iter(statistics.values())))
    resampled = sample_counts(sentences, samples, seed)
    return {
        name: score_of(metric, np.vstack([rows.sum(axis=0), resampled @ rows]))
        for name, rows in statistics.items()
    }


@contextmanager
def sacrebleu_seed(seed: int) -> Iterator[None]:
    """Set the seed of sacrebleu's resampling, which it takes from the environment alone."""
    before = os.environ.get("SACREBLEU_SEED")
    os.environ["SACREBLEU_SEED"] = str(seed)
    try:
        yield
    finally:
        if before is None:
            del os.environ["SACREBLEU_SEED"]
        else:
            os.environ["SACREBLEU_SEED"] = before
