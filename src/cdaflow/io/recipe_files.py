"""Recipes as files: where they are found, how they are read, and what is said of a wrong name."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.io.structured import read_yaml


def locate(name: str, place: Path) -> Path:
    """Return the file of a recipe given by path, or by name in `place` (config/recipes/...).

    A name is looked up in `place` of the working folder, then of the source tree. Raises
    ConfigError where it is absent.
    """
    if os.sep in name or name.endswith((".yaml", ".yml")):
        if Path(name).is_file():
            return Path(name)
        raise ConfigError("no such recipe", file=name, hint="give a name or the path of a file")
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


def read_mapping(path: Path, wanted: str) -> dict[str, Any]:
    """Return the content of a recipe; ConfigError (`wanted`) where it is no mapping."""
    content = read_yaml(path, error=ConfigError)
    if not isinstance(content, dict):
        raise ConfigError(wanted, file=path)
    return content


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
