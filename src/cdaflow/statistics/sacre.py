"""sacrebleu's metrics over resamples of the sentences of a test set.

sacrebleu resamples inside its own tests only, and gives no interval of a difference. Its
metrics are sums over sentences (n-gram matches, lengths), from which the score of any sample
follows; `PairedTest` uses the same two methods of a metric that are used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from cdaflow.errors import ProgramError
from cdaflow.lazy import numpy as np
from cdaflow.statistics.estimates import Counts, resampled_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: How many columns sacrebleu sums for a score, and those that reports keep of each sentence, from
#: which the others follow. BLEU: words of translation and reference, matches for n = 1 to 4, then
#: n-grams of the translation; chrF for n = 1 to 6: n-grams of translation and reference, matches.
COLUMNS = {"bleu": 10, "chrf": 18}
KEPT = {"bleu": [*range(6)], "chrf": [0, *range(1, 3), *range(5, 18, 3)]}

#: Lines whose n-grams are in memory at once.
_LINES = 1000

#: Numbers of a block of resamples: a thousand of 100,000 sentences at once would take gigabytes.
_BLOCK = 1 << 22


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
            "tokeniser.not-installed",
            f"the tokeniser of sacrebleu for {language!r} is not installed",
            hint=f"install it: pip install 'sacrebleu[{language}]'",
        ) from None
    for order in chrf_word_order:
        metrics["chrf" + "+" * order] = CHRF(word_order=order, lowercase=lowercase)
    return metrics


def statistics_of(metric: Any, hypotheses: Sequence[str], references: Sequence[str]) -> Counts:
    """Return what a metric sums over sentences: shape (sentences, columns)."""
    if not hypotheses:
        return np.zeros((0, 0), dtype=np.int64)
    # sacrebleu holds the n-grams of all references that it is given: gigabytes of 100,000 lines.
    blocks = [
        np.array(
            metric._extract_corpus_statistics(
                hypotheses[start : start + _LINES], [references[start : start + _LINES]]
            ),
            dtype=np.int64,
        )
        for start in range(0, len(hypotheses), _LINES)
    ]
    return np.vstack(blocks)


def with_ngrams(name: str, rows: Counts) -> Counts:
    """Return all columns of a score of sentences from those in KEPT: shape (sentences, columns)."""
    if name == "bleu":
        return np.hstack([rows, np.maximum(rows[:, :1] - np.arange(4), 0)])
    translation, reference = (np.maximum(rows[:, n : n + 1] - np.arange(6), 0) for n in (0, 1))
    # sacrebleu counts no n-grams of a translation whose reference is too short to have any.
    ngrams = [np.where(reference > 0, translation, 0), reference, rows[:, 2:]]
    return np.stack(ngrams, axis=2).reshape(len(rows), -1)


@cache
def _metric(name: str) -> Any:
    # The language decides only how texts are split into words, which is done here.
    return metrics_for("")[name]


@dataclass(frozen=True)
class CorpusScore:
    """The statistic that is BLEU or chrF (0 to 1) of the columns from `start` on."""

    name: str
    start: int = 0

    def __call__(self, sums: Counts) -> NDArray[np.float64]:
        """Return the score of sums: shape (..., columns) to shape (...)."""
        columns = sums[..., self.start : self.start + COLUMNS[self.name]]
        return score_of(_metric(self.name), columns) / 100


def score_of(metric: Any, sums: Counts) -> NDArray[np.float64]:
    """Return the score (0 to 100) of sums: shape (..., columns) to shape (...)."""
    flat = sums.reshape(-1, sums.shape[-1])
    scores = [float(metric._compute_score_from_stats(list(row)).score) for row in flat.tolist()]
    return np.array(scores).reshape(sums.shape[:-1])


def sample_counts(sentences: int, samples: int, seed: int) -> Counts:
    """Return how often each sentence is in each sample: shape (samples, sentences).

    The samples are those of sacrebleu's paired bootstrap with the same seed.
    """
    blocks = list(_sample_blocks(sentences, samples, seed))
    return np.vstack(blocks) if blocks else np.zeros((0, sentences), dtype=np.int64)


def _sample_blocks(sentences: int, samples: int, seed: int) -> Iterator[Counts]:
    """Yield the rows of `sample_counts` in blocks of about as many numbers as `_BLOCK`."""
    rng = np.random.default_rng(seed)
    step = max(1, _BLOCK // max(sentences, 1))
    for start in range(0, samples, step):
        number = min(step, samples - start)
        indices = rng.choice(sentences, size=(number, sentences), replace=True)
        yield np.stack([np.bincount(row, minlength=sentences) for row in indices]).astype(np.int64)


def paired_scores(
    metric: Any, statistics: Mapping[str, Counts], samples: int, seed: int
) -> dict[str, NDArray[np.float64]]:
    """Return the score of a test set, then those of its `samples` resamples, for each item.

    `statistics`: those of `statistics_of` by name (of a system, of a reference, ...), all of the
    same sentences; a resample has the same sentences in each, so that their differences are
    paired. The result has the shape (1 + samples,), as `rates.points` takes it.
    """
    rows = np.hstack(list(statistics.values()))
    sums = np.vstack([rows.sum(axis=0, keepdims=True), sampled_sums(rows, samples, seed)])
    parts = np.split(sums, len(statistics), axis=1)
    return {name: score_of(metric, part) for name, part in zip(statistics, parts, strict=True)}


def sampled_sums(rows: Counts, samples: int, seed: int) -> Counts:
    """Return the column sums of the samples of `sample_counts`: shape (samples, columns)."""
    blocks = _sample_blocks(len(rows), samples, seed)
    return np.vstack(
        [rows[:0], *(resampled_by(block.astype(np.float64), rows) for block in blocks)]
    )


def signature_of(metric: Any, samples: int, seed: int) -> str:
    """Return the signature of a metric that has scored, with the number of resamples."""
    settings = metric.get_signature()
    if samples > 1:
        settings.update("seed", seed)
        settings.update("bs", samples)
    return str(settings)
