"""Recipes: the settings with which an annotator is trained, under a name, in a YAML file.

A recipe names its back end (`backend`) and has a `description` (a sentence); its other sections
are the back end's: see `cdaflow.trees.stanza.settings` and `cdaflow.trees.spacy.settings`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.io.recipe_files import locate, read_mapping

BACKENDS = ("stanza", "spacy")


@dataclass(frozen=True)
class Recipe:
    """A recipe as it stands in `file`; `sections` is its content, for the back end to check."""

    name: str
    file: Path
    backend: str
    sections: Mapping[str, Any]


#: Where recipes of annotators are.
PLACE = Path("config", "recipes", "trees")


def load_recipe(name: str | os.PathLike[str]) -> Recipe:
    """Read a recipe given by path, or by name (config/recipes/trees/NAME.yaml).

    A name is looked up in config/recipes/trees of the working folder, then of the source tree.
    Raises ConfigError where it is absent or no recipe.
    """
    path = locate(str(name), PLACE)
    content = read_mapping(path, "a recipe is a mapping of sections, with `backend`")
    backend = content.get("backend")
    if backend not in BACKENDS:
        raise ConfigError(f"`backend` is {' or '.join(BACKENDS)}, not {backend!r}", file=path)
    return Recipe(path.stem, path, backend, content)
