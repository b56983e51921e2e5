"""Intervals, paired tests and signatures of scores, and warnings about what was scored.

The defaults of all of them stand here, so that commands and the schema can name them without
loading numpy.
"""

from cdaflow.errors import ConfigError

#: How many bootstrap samples an interval or a test is made of, and the seed of the sampling.
RESAMPLES = 1000
SEED = 1

#: Between the percentiles of so many resamples lie 93 % of their distribution on average, not 95;
#: of 20 resamples 86 %.
FEWEST_RESAMPLES = 100

#: The seed of BLEU, chrF and COMET: that of sacrebleu itself.
SACREBLEU_SEED = 12345

#: A p-value below this is marked.
SIGNIFICANT = 0.05


def check_resamples(number: int) -> None:
    """Raise ConfigError where resamples are too few for an interval; 0 are none at all."""
    if 0 < number < FEWEST_RESAMPLES:
        raise ConfigError(
            "bootstrap.too-few",
            f"{number} resamples are too few for a 95 % interval or a test",
            hint=f"give at least {FEWEST_RESAMPLES} (usual: {RESAMPLES}), or 0 for no interval",
        )
