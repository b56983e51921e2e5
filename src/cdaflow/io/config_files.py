"""Word lists and recipes as files: where they are found, and what a wrong name is answered.

They have one copy, in the folder config/ of the repository. A wheel has it as cdaflow/data/; an
editable installation reads the repository's.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cdaflow
from cdaflow.errors import ConfigError

#: The folders of each kind, from config/.
WORDLISTS = "wordlists"
RECIPES = "recipes"
ANNOTATOR_RECIPES = "recipes/trees"


def folders(kind: str) -> list[Path]:
    """Return where files of a kind are looked for: under the working folder, then installed."""
    package = Path(cdaflow.__file__).parent
    installed = package / "data"
    if not installed.is_dir():
        installed = package.parents[1] / "config"
    return [Path("config") / kind, installed / kind]


def find(kind: str, name: str) -> Path | None:
    """Return the file with this name and ending, or None if there is none."""
    return next((path for folder in folders(kind) if (path := folder / name).is_file()), None)


def locate_recipe(name: str, kind: str = RECIPES) -> Path:
    """Return the file of a recipe given by path, or by name; ConfigError where it is absent."""
    if os.sep in name or name.endswith((".yaml", ".yml")):
        if Path(name).is_file():
            return Path(name)
        raise ConfigError(
            "recipe.missing", "no such recipe", file=name, hint="give a name or the path of a file"
        )
    recipe = find(kind, f"{name}.yaml")
    if recipe is not None:
        return recipe
    names = sorted({path.stem for folder in folders(kind) for path in folder.glob("*.yaml")})
    raise ConfigError(
        "recipe.unknown",
        f"no recipe `{name}`{_did_you_mean(name, names)}",
        hint=f"known recipes: {', '.join(names) or 'none'}; put your own recipe into "
        f"config/{kind}/NAME.yaml, or give its path",
    )


def read_mapping(path: Path, problem: str) -> dict[str, Any]:
    """Return the content of a recipe; ConfigError (`problem`) where it is no mapping."""
    # Imported here: who looks for a word list is spared PyYAML.
    from cdaflow.io.yaml_files import read_yaml

    content = read_yaml(path, error=ConfigError)
    if not isinstance(content, dict):
        raise ConfigError("recipe.not-a-mapping", problem, file=path)
    return content


def check_names(
    names: Iterable[object],
    allowed: Iterable[str],
    what: str,
    file: str | os.PathLike[str] | None,
) -> None:
    """Raise ConfigError, with a guess, at the first name that is not known; `what` it names."""
    allowed = list(allowed)
    for name in names:
        if name not in allowed:
            listed = f"known names: {', '.join(allowed)}" if len(allowed) < 20 else None
            raise ConfigError(
                "recipe.unknown-name",
                f"unknown {what} `{name}`{_did_you_mean(str(name), allowed)}",
                file=file,
                hint=listed,
            )


def _did_you_mean(name: str, allowed: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(allowed), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""
