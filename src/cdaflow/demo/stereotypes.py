"""How often the training text says that a person of some profession is a woman."""

from __future__ import annotations

from cdaflow.demo.scene import Gender


def stereotype(share: float) -> Gender | None:
    """Return the gender that a profession with this feminine share is taken for; None at 0.5."""
    if share == 0.5:
        return None
    return Gender.FEMININE if share > 0.5 else Gender.MASCULINE
