"""The settings of a spaCy recipe: numbers that are checked, and what they are unless set."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.io.recipe_files import check_names

Setting = int | float | bool | list[int]

#: Section -> setting -> what it is unless set. Whole numbers are at least 1 (those of `_ZERO`
#: at least 0); learn_rate and dropout are from 0 to 1. max_words: longer sentences are left out.
#: dev_sentences: at most so many choose the best state. harmonise: treebanks after the first
#: take its usage (see cdaflow.trees.harmonise).
SETTINGS: Mapping[str, Mapping[str, Setting]] = {
    "data": {"max_words": 120, "dev_sentences": 300, "harmonise": True},
    "network": {
        "width": 96,
        "depth": 4,
        "window": 1,
        "rows": [5000, 1000, 2500, 2500],
        "parser_hidden": 64,
        "min_action_freq": 5,
        "min_tree_freq": 2,
    },
    "training": {
        "steps": 1200,
        "batch_words": 1000,
        "learn_rate": 0.002,
        "warmup_steps": 100,
        "dropout": 0.1,
        "eval_steps": 200,
    },
}

_ZERO = ("warmup_steps",)

#: No number of a recipe is larger: one of a foreign folder must not take all memory.
_LIMIT = 1_000_000
_NETWORK_LIMITS = {"width": 2048, "depth": 32, "window": 8, "parser_hidden": 4096}

Settings = Mapping[str, Mapping[str, Any]]


def check_settings(recipe: Mapping[str, Any], file: str | os.PathLike[str] | None) -> Settings:
    """Return the settings of a recipe (a mapping of sections) with what it leaves open.

    Raises ConfigError, with `file`, at an unknown section or setting and at a wrong value.
    """
    if recipe.get("backend") != "spacy":
        raise ConfigError("this recipe does not train spaCy (`backend: spacy`)", file=file)
    check_names(recipe, ("description", "backend", *SETTINGS), "section", file)
    checked: dict[str, dict[str, Any]] = {}
    for section, known in SETTINGS.items():
        given = recipe.get(section)
        if given is None:
            given = {}
        if not isinstance(given, Mapping):
            raise ConfigError(f"the section `{section}` is a mapping of setting: value", file=file)
        check_names(given, known, f"setting of `{section}`", file)
        for name, value in given.items():
            if problem := _fault(name, value, known[name]):
                raise ConfigError(f"`{name}` of `{section}` is {problem}, not {value!r}", file=file)
        checked[section] = {**known, **given}
    return checked


def _fault(name: str, value: object, default: Setting) -> str | None:
    """Return what is wanted where a value is not that, None where it is."""
    if isinstance(default, bool):
        return None if isinstance(value, bool) else "true or false"
    if isinstance(default, list):
        fits = isinstance(value, list) and len(value) == len(default)
        if fits and all(type(x) is int and 1 <= x <= _LIMIT for x in value):  # type: ignore[attr-defined]
            return None
        return f"a list of {len(default)} whole numbers from 1 to {_LIMIT}"
    if isinstance(default, float):
        fits = isinstance(value, int | float) and not isinstance(value, bool)
        return None if fits and 0 <= value < 1 else "a number from 0 to 1"  # type: ignore[operator]
    least, most = (0 if name in _ZERO else 1), _NETWORK_LIMITS.get(name, _LIMIT)
    if type(value) is int and least <= value <= most:
        return None
    return f"a whole number from {least} to {most}"
