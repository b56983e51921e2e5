"""Symbols that a vocabulary keeps whole, wherever they stand in the text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.nmt.recipe import Options
from cdaflow.nmt.vocabulary import user_defined


def symbol_options(options: Options, symbols: Sequence[str], recipe: Path) -> Options:
    """Return training options under which a new vocabulary keeps symbols whole."""
    given = str(options.get("sentencepiece-options", ""))
    if "user_defined_symbols" in given:
        raise ConfigError(
            "`symbols` and user_defined_symbols in sentencepiece-options say the same",
            file=recipe,
            hint="name them all under `symbols`",
        )
    own = f"--user_defined_symbols={','.join(symbols)}"
    return options | {"sentencepiece-options": f"{given} {own}".strip()}


def check_symbols(vocabulary: Path, symbols: Sequence[str]) -> None:
    """Raise InputError where a vocabulary does not keep a symbol whole."""
    if not symbols:
        return
    missing = set(symbols) - user_defined(vocabulary)
    if missing:
        raise InputError(
            f"the vocabulary does not keep these symbols whole: {' '.join(sorted(missing))}",
            file=vocabulary,
            hint="train a new vocabulary with the symbols",
        )
