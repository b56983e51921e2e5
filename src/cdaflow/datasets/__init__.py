"""Make a data set to train on, of a kind that needs no model.

A command is also a key of the configuration: `datasets: {NAME: {random: {size: 500}}}`.
"""

# Each module is a kind: its name is the key and the command. It has
# - `Options`, a frozen dataclass: its fields are keys of the kind and options of the command, with
#   one default, one check and one description; in the configuration a path is one of each language;
# - the command, a function of the module's name.
# A rule in workflow/rules/datasets.smk runs the command.

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from pathlib import Path

from cdaflow.option_types import Positive, exclusive


@exclusive("size", "size_of", required=True)
@dataclass(frozen=True)
class Sized:
    """Size of a sample; in the configuration also one of each language, or of another data set.

    Attributes:
        size: number of pairs
        size_of (FILE.parquet): take as many pairs as this file has
    """

    size: Positive | None = None
    size_of: Path | None = None

    def number(self) -> int:
        """Return how many pairs are wanted."""
        from cdaflow.io.parquet import count_rows

        return count_rows(self.size_of) if self.size_of else self.size or 0


def kinds() -> dict[str, type]:
    """Return the options of each kind by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: importlib.import_module(f"{__name__}.{name}").Options for name in names}
