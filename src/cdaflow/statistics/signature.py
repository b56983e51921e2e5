"""The signature of a report: scores are comparable where their signatures are equal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cdaflow import __version__
from cdaflow.statistics import check_resamples

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
