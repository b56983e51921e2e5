"""How often BLEU and chrF of two equal systems differ significantly: 5 % is right.

    python benchmarks/equal_systems.py --lang es --reference REF A.txt B.txt --text 'news (NTREX)'

REF has the references of a test set, A.txt and B.txt the translations of two systems. A pair of
equal systems is made from these: sentences are sampled, and of each a coin decides which of its two
translations is whose, so that both systems translate equally well. Each pair is tested as
`cdaflow score compare` tests two systems, and by the p-value of sacrebleu's `PairedTest` on
the same resamples. Writes results/published/equal_systems.json for docs/scoring.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import measured
import numpy as np

from cdaflow.io.files import read_lines, write_json
from cdaflow.statistics.paired import Difference, least_p, resampled_difference
from cdaflow.statistics.sacre import metrics_for, paired_scores, statistics_of

OUTPUT = measured.ROOT / "results/published/equal_systems.json"
LEVEL = 0.05


def sacrebleu_p(base: Any, other: Any) -> float:
    """Return the p-value of sacrebleu's `PairedTest`; scores as in `resampled_difference`."""
    from sacrebleu.significance import _compute_p_value

    sizes = np.abs(other[1:] - base[1:])
    return _compute_p_value(sizes - sizes.mean(), abs(float(other[0] - base[0])))


def tests(
    metric: Any, rows: list[Any], pairs: int, sentences: int, bootstrap: int
) -> Iterator[tuple[Difference, float]]:
    """Yield the test of each pair of equal systems, and sacrebleu's p-value.

    `rows`: of both systems the statistics of the sentences, shape (sentences, columns).
    """
    both = np.stack(rows)
    for number in range(pairs):
        rng = np.random.default_rng([2026, number])
        chosen = rng.integers(both.shape[1], size=sentences)
        first = rng.integers(2, size=sentences)
        a, b = both[first, chosen], both[1 - first, chosen]
        scores = paired_scores(metric, {"a": a, "b": b}, bootstrap, seed=number)
        least = least_p(int((a != b).any(axis=1).sum()))
        yield (
            resampled_difference(scores["a"], scores["b"], least, sentences),
            sacrebleu_p(scores["a"], scores["b"]),
        )


def measure(arguments: argparse.Namespace, sentences: int) -> Iterator[dict[str, Any]]:
    """Yield the counts of each metric, printed as they come."""
    references = list(read_lines(arguments.reference))
    texts = [list(read_lines(path)) for path in arguments.translations]
    for name, metric in metrics_for(arguments.lang).items():
        rows = [statistics_of(metric, text, references) for text in texts]
        done = list(tests(metric, rows, arguments.pairs, sentences, arguments.bootstrap))
        row = {
            "score": name,
            "sentences": sentences,
            "pairs": len(done),
            "resamples": arguments.bootstrap,
            "significant": sum(one.p < LEVEL for one, _ in done),
            "significant_by_sacrebleu": sum(p < LEVEL for _, p in done),
            "zero_outside_interval": sum(not one.low <= 0 <= one.high for one, _ in done),
        }
        print(row, flush=True)
        yield row


def main() -> None:
    """Simulate, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("translations", type=Path, nargs=2)
    parser.add_argument("--lang", required=True)
    parser.add_argument("--reference", type=Path, required=True)
    parser.add_argument("--text", default="a test set", help="its name, for the page")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--sentences", type=int, nargs="+", default=[20, 30, 50, 300])
    parser.add_argument("--bootstrap", type=int, default=1000)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    rows = [row for size in arguments.sentences for row in measure(arguments, size)]
    about = {"provenance": measured.provenance(), "text": arguments.text}
    write_json(arguments.output, {**about, "rows": rows})


if __name__ == "__main__":
    main()
