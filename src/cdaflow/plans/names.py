"""Names that parts of a configuration call each other by."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from cdaflow.errors import ConfigError


def check_name(place: str, name: str, known: Collection[str], what: str) -> None:
    """Raise ConfigError, with the most similar one, where a name is not known."""
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
        raise ConfigError(f"{place}: there is no {what} {name!r}", hint=hint)
