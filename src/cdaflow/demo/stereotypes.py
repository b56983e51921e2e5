"""How often the training text says that a person of some profession is a woman."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cdaflow.demo.lexicon import read_table
from cdaflow.demo.scene import Gender
from cdaflow.errors import ConfigError, InputError

#: By profession, the share of feminine among its singular and plural mentions, 0 to 1.
Stereotypes = Mapping[str, float]


def stereotype(share: float) -> Gender | None:
    """Return the gender that a profession with this feminine share is taken for; None at 0.5."""
    if share == 0.5:
        return None
    return Gender.FEMININE if share > 0.5 else Gender.MASCULINE


def load_stereotypes(path: Path, known: Mapping[str, object]) -> dict[str, float]:
    """Return the feminine share of each profession of the table at `path`.

    `known`: the professions of the English word list. Raises InputError with the line at a
    profession that is not among them or comes twice and at a share that is no number from 0 to 1,
    and where there are too few professions for a corpus.
    """
    shares: dict[str, float] = {}
    for number, row in read_table(path, ("profession", "feminine_share")):
        profession = row["profession"]
        if profession not in known:
            raise InputError(
                f"{profession!r} is not in the list of professions",
                file=path,
                line=number,
                hint="add it to professions.tsv and to the list of each language, or take it out",
            )
        if profession in shares:
            raise InputError(f"{profession!r} comes twice", file=path, line=number)
        try:
            share = float(row["feminine_share"])
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise InputError(
                f"feminine_share is a number from 0 to 1, found {row['feminine_share']!r}",
                file=path,
                line=number,
            )
        shares[profession] = share
    if len(shares) < 10:
        raise InputError(f"10 professions or more are wanted, found {len(shares)}", file=path)
    return shares


def softened(stereotypes: Stereotypes, skew: float) -> dict[str, float]:
    """Return shares of women that lie nearer to one half: `skew` 1 leaves them, 0 is one half.

    Raises ConfigError for a skew that is no number from 0 to 1.
    """
    if not 0 <= skew <= 1:
        raise ConfigError(f"a skew of {skew}", hint="give a number from 0 (half women) to 1")
    return {name: share + (1 - skew) * (0.5 - share) for name, share in stereotypes.items()}
