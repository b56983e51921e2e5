"""BLEU and chrF of a test set, by sacrebleu, with signatures and confidence intervals."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.files import read_lines
from cdaflow.text.shards import read_texts

#: What each score means, for the terminal.
LEGENDS = {
    "bleu": "n-gram overlap with the reference, higher is better",
    "chrf": "character n-gram overlap with the reference, higher is better",
    "chrf++": "chrF with words as well",
}


def read_side(path: str | os.PathLike[str], column: str = "target") -> list[str]:
    """Return the lines of a text file, or one column of a Parquet corpus, in order.

    Raises InputError where the file is absent, damaged or has no such column of text.
    """
    if not str(path).endswith(".parquet"):
        return list(read_lines(path))
    return [text for (text,) in read_texts(path, (column,))]


def score_bleu(
    hypothesis: str | os.PathLike[str],
    reference: str | os.PathLike[str],
    *,
    language: str,
    system: str | None = None,
    testset: str | None = None,
    bootstrap: int = 1000,
    seed: int = 12345,
    chrf_word_order: Sequence[int] = (0,),
) -> dict[str, Any]:
    """Return the scores of the lines of `hypothesis` against those of `reference`.

    The result is {"metric": "bleu", "language", "system", "testset", "lines", "scores"}; each
    entry of "scores" ("bleu", "chrf", and "chrf++" where `chrf_word_order` holds 2) has
    "value", the 95 % bootstrap interval "low" to "high" (null where `bootstrap` is 0) and
    sacrebleu's "signature". Values are in points (0 to 100).

    Raises InputError where the files differ in lines or are empty.
    """
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    hypotheses, references = read_side(hypothesis), read_side(reference)
    if len(hypotheses) != len(references):
        raise InputError(
            f"{len(hypotheses)} lines, but the reference {reference} has {len(references)}",
            file=hypothesis,
            hint="translate the whole test set again, one line for each source line",
        )
    if not hypotheses:
        raise InputError("the file is empty: there is nothing to score", file=hypothesis)
    # A tokenised file is scored as it is (force only silences a warning about it).
    metrics: dict[str, Any] = {"bleu": BLEU(trg_lang=language, force=True)}
    for order in chrf_word_order:
        metrics["chrf" + "+" * order] = CHRF(word_order=order)
    scores = {
        name: _corpus_score(metric, hypotheses, references, bootstrap, seed)
        for name, metric in metrics.items()
    }
    return {
        "metric": "bleu",
        "language": language,
        "system": system,
        "testset": testset or Path(reference).name.partition(".")[0],
        "lines": len(hypotheses),
        "scores": scores,
    }


def _corpus_score(
    metric: Any, hypotheses: Sequence[str], references: Sequence[str], bootstrap: int, seed: int
) -> dict[str, Any]:
    with _sacrebleu_seed(seed):
        score = metric.corpus_score(hypotheses, [references], n_bootstrap=max(bootstrap, 1))
    signature = str(metric.get_signature())
    # The interval is public only in this format: mean and half width over the resamples.
    shown = json.loads(score.format(width=10, signature=signature, is_json=True))
    low = high = None
    if bootstrap > 1:
        mean, half = shown.get("confidence_mean", 0.0), shown.get("confidence_var", 0.0)
        low, high = max(mean - half, 0.0), min(mean + half, 100.0)
    return {"value": float(score.score), "low": low, "high": high, "signature": signature}


@contextmanager
def _sacrebleu_seed(seed: int) -> Iterator[None]:
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
