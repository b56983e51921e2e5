"""Recipes: the settings with which an annotator is trained, under a name, in a YAML file.

A recipe names its back end (`backend`) and has a `description` (a sentence); its other sections
are the back end's: see `cdaflow.trees.stanza.settings` and `cdaflow.trees.spacy.settings`.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cdaflow.errors import ConfigError

BACKENDS = ("stanza", "spacy")


@dataclass(frozen=True)
class Recipe:
    """A recipe as it stands in `file`; `sections` is its content, for the back end to check."""

    name: str
    file: Path
    backend: str
    sections: Mapping[str, Any]


def load_recipe(name: str | os.PathLike[str]) -> Recipe:
    """Read a recipe given by path, or by name (config/recipes/trees/NAME.yaml).

    A name is looked up in config/recipes/trees of the working folder, then of the source tree.
    Raises ConfigError where it is absent or no recipe.
    """
    path = _locate(str(name))
    content = _read(path)
    backend = content.get("backend")
    if backend not in BACKENDS:
        raise ConfigError(f"`backend` is {' or '.join(BACKENDS)}, not {backend!r}", file=path)
    return Recipe(path.stem, path, backend, content)


def check_names(
    given: Iterable[object],
    known: Iterable[str],
    what: str,
    file: str | os.PathLike[str] | None,
) -> None:
    """Raise ConfigError, with a guess, at the first name that is not known; `what` it names."""
    known = list(known)
    for name in given:
        if name not in known:
            listed = f"there are: {', '.join(known)}" if len(known) < 20 else None
            raise ConfigError(
                f"unknown {what} `{name}`{_did_you_mean(str(name), known)}", file=file, hint=listed
            )


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _locate(name: str) -> Path:
    if os.sep in name or name.endswith((".yaml", ".yml")):
        if Path(name).is_file():
            return Path(name)
        raise ConfigError("no such recipe", file=name, hint="give a name or the path of a file")
    place = Path("config", "recipes", "trees")
    folders = [place, Path(__file__).parents[3] / place]
    for folder in folders:
        if (folder / f"{name}.yaml").is_file():
            return folder / f"{name}.yaml"
    names = sorted({path.stem for folder in folders for path in folder.glob("*.yaml")})
    raise ConfigError(
        f"no recipe `{name}`{_did_you_mean(name, names)}",
        hint=f"there are: {', '.join(names) or 'none'}; a recipe of your own is "
        f"{place}/NAME.yaml, or give the path of a file",
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        raise ConfigError(
            f"not a valid YAML file: {getattr(error, 'problem', None) or error}",
            file=path,
            line=None if mark is None else mark.line + 1,
        ) from None
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", file=path) from None
    if not isinstance(content, dict):
        raise ConfigError("a recipe is a mapping of sections, with `backend`", file=path)
    return content
