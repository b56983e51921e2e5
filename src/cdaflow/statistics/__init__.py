"""Intervals, paired tests and signatures of scores, and warnings about what was scored.

The defaults of all of them stand here, so that commands and the schema can name them without
loading numpy.
"""

import re
from collections.abc import Mapping
from typing import Any

from cdaflow import __version__
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


#: What a signature has for a file that changes scores and of which is not known what made it.
UNNAMED = "unnamed"


def signature(metric: str, parts: Mapping[str, Any], *, bootstrap: int, seed: int) -> str:
    """Return "metric|name:value|...|bs:N|seed:N|cdaflow:VERSION".

    `parts`: what scores must share to be comparable: the files of the test set (see `short`),
    and the metric's own choices. Raises ConfigError for resamples too few for an interval.
    """
    check_resamples(bootstrap)
    every = {**parts, "bs": bootstrap, "seed": seed, "cdaflow": __version__}
    return "|".join([metric, *(f"{name}:{value}" for name, value in every.items())])


def short(*digests: str) -> str:
    """Return the SHA-256 of one or several files as a signature has them."""
    return "+".join(item[:12] for item in digests) or "none"


def comparable(text: str) -> str:
    """Return a signature without what changes no score (resamples and their seed).

    Scores are comparable where these are equal.
    """
    return "|".join(part for part in text.split("|") if part.split(":")[0] not in ("bs", "seed"))


def unnamed(text: str) -> list[str]:
    """Return the parts of a signature that do not say what made a file ("trees:unnamed").

    Equal parts of this kind may stand for different things: such scores are compared with none.
    """
    parts = (part.partition(":") for part in text.split("|"))
    return [f"{name}:{value}" for name, _, value in parts if re.split("[/+]", value)[0] == UNNAMED]


def data_of(text: str) -> str:
    """Return the digest of the test set in a signature, "" where it has none."""
    return part_of(text, "data")


def part_of(text: str, name: str) -> str:
    """Return the value of a part of a signature, "" where it has none of that name."""
    return dict(part.split(":", 1) for part in text.split("|") if ":" in part).get(name, "")
