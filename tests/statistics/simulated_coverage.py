"""How often intervals over trainings and sentences cover the true mean, by simulation.

    python tests/statistics/simulated_coverage.py docs/tables.md

writes the table between its two marks in the file. Each repetition trains K systems a_r, has them
translate C pairs of rows b_c, and counts the right rows of a pair: each is right with the
probability 1 / (1 + exp(-(0.7 + a_r + b_c + e_rc))), where a, b and e are normal. The true accuracy
is the mean of that probability over all trainings and sentences.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cdaflow.statistics.estimates import Share
from cdaflow.statistics.trainings import (
    ResampledTrainings,
    difference_over_trainings,
    over_trainings,
)

PAIRS = 300
SAMPLES = 500
SHARE = Share([0], [1])
_CENTRE = 0.7

#: What dominates -> standard deviations of a, b and e.
REGIMES = {
    "trainings": (0.6, 0.5, 0.5),
    "sentences": (0.03, 2.5, 0.5),
    "both": (0.15, 2.5, 0.5),
    "their interaction": (0.03, 0.5, 2.5),
}

METHODS = ("t over both", "crossed bootstrap", "t of the means alone", "one training")


@dataclass
class Coverage:
    """Of 100 repetitions: intervals that cover the truth, by method, and wrong tests.

    trainings, sentences: the standard deviation of the accuracy from training to training on the
    same sentences, and of a training from one draw of sentences to the next, in points. covered: by
    METHODS. rejected: systems that are equally good and differ with p < 0.05.
    """

    trainings: float
    sentences: float
    covered: dict[str, float]
    rejected: float


def truth(spread: float) -> float:
    """Return the mean of the probability over normal effects of this standard deviation."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    return float(weights @ (1 / (1 + np.exp(-(_CENTRE + spread * nodes)))) / weights.sum())


def simulate(regime: str, trainings: int, repetitions: int, seed: int = 1) -> Coverage:
    """Return the coverage of all methods with so many trainings."""
    a, b, e = REGIMES[regime]
    accuracy = truth(float(np.sqrt(a * a + b * b + e * e)))
    rng = np.random.default_rng([seed, trainings, list(REGIMES).index(regime)])
    hits, rejected, shares, swings = dict.fromkeys(METHODS, 0), 0, [], []
    for _ in range(repetitions):
        sentences = b * rng.normal(size=PAIRS)
        first, second = (_system(rng, trainings, a, sentences, e) for _ in range(2))
        singles, resampled = SHARE(first.sums), SHARE(first.samples)
        both = over_trainings(singles.tolist(), resampled=resampled, bounds=(0, 1))
        alone = over_trainings(singles.tolist(), np.zeros((trainings, trainings)))
        one = np.percentile(resampled[0], [2.5, 97.5])
        for method, ends in zip(
            METHODS, (both.interval, both.crossed, alone.interval, one), strict=True
        ):
            hits[method] += bool(ends[0] <= accuracy <= ends[1])
        found = difference_over_trainings(
            singles, SHARE(second.sums), resampled, SHARE(second.samples)
        )
        rejected += found.p < 0.05
        shares.append(singles)
        swings.append(resampled[0].std())
    between = float(np.sqrt(np.mean(np.var(shares, axis=1, ddof=1))))
    return Coverage(
        100 * between,
        100 * float(np.mean(swings)),
        {method: 100 * number / repetitions for method, number in hits.items()},
        100 * rejected / repetitions,
    )


def _system(
    rng: np.random.Generator, trainings: int, a: float, sentences: np.ndarray, e: float
) -> ResampledTrainings:
    effects = a * rng.normal(size=(trainings, 1)) + e * rng.normal(size=(trainings, PAIRS))
    chance = 1 / (1 + np.exp(-(_CENTRE + effects + sentences)))
    right = rng.binomial(2, chance)
    rows = [np.stack([one, np.full(PAIRS, 2)], axis=1) for one in right]
    return ResampledTrainings.of(rows, SAMPLES, seed=1)


MARKS = "<!-- coverage: begin -->\n", "<!-- coverage: end -->\n"


def table(repetitions: int) -> str:
    """Return the table of all regimes with 2, 3, 5 and 10 trainings."""
    lines = [
        "| dominated by (sd of trainings, of sentences) | K "
        f"| {' | '.join(METHODS)} | wrong tests |",
        "| :-- | --: " + "| --: " * (len(METHODS) + 1) + "|",
    ]
    for regime in REGIMES:
        for trainings in (2, 3, 5, 10):
            found = simulate(regime, trainings, repetitions)
            cells = [f"{found.covered[method]:.1f}" for method in METHODS]
            size = f"{found.trainings:.1f}, {found.sentences:.1f} points"
            lines.append(
                f"| {regime} ({size}) | {trainings} | {' | '.join(cells)} | {found.rejected:.1f} |"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    page = Path(sys.argv[1])
    before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    if not after:
        sys.exit(f"{page}: no marks {MARKS[0].strip()} and {MARKS[1].strip()}")
    page.write_text(before + MARKS[0] + table(1000) + MARKS[1] + after, encoding="utf-8")
