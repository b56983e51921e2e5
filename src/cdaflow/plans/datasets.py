"""What the systems are trained on, and which starts from which (the keys `datasets`, `systems`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.plans.counterfactual import Counterfactual
from cdaflow.plans.places import Files, Places

#: The kinds of data sets; those that are made of counterfactuals have a guard.
KINDS = ("counterfactual", "random", "handcrafted", "forward", "back")
GUARDED = ("counterfactual", "forward", "back")

#: The whole training text, as a data set.
PARALLEL = "parallel"

#: The languages that have templates of their own for the handcrafted set.
TEMPLATES = ("es", "fr", "it")


@dataclass(frozen=True)
class DataSet:
    """One data set: its kind, and what that needs.

    guard: of the counterfactuals. size, max_tokens, length_ratio: of a sample, the size by
    language. files, templates: handcrafted pairs and templates of the user's, by language.
    all_templates: whether each profession stands in each. system: which translates forwards.
    recipe: the file by which the model is trained that translates back.
    """

    kind: str
    guard: str = ""
    size: Mapping[str, int] = field(default_factory=dict)
    max_tokens: int = 0
    length_ratio: float = 0
    files: Files = field(default_factory=dict)
    templates: Files = field(default_factory=dict)
    all_templates: bool = False
    system: str = ""
    recipe: str = ""


def recipe_path(named: str) -> str:
    """Return the path of a recipe: of config/recipes, where it is a name."""
    return named if Path(named).suffix else f"config/recipes/{named}.yaml"


def plan_datasets(
    config: Mapping[str, Any],
    counterfactual: Counterfactual | None,
    *,
    data: str,
    results: str,
) -> dict[str, DataSet]:
    """Return the data sets of a configuration, by name, and check the systems that use them.

    Raises ConfigError where keys do not go together, a name is not known, a file is absent, or a
    system would have to be trained before itself.
    """
    places = Places(tuple(config["languages"]), data, results)
    planned = {
        name: _dataset(name, value, config, counterfactual, places)
        for name, value in config.get("datasets", {}).items()
    }
    for name, system in config["systems"].items():
        _check_system(name, system, config, planned, places)
    places.raise_absent()
    _check_order(config["systems"], planned)
    return planned


def _dataset(
    name: str,
    value: Mapping[str, Any],
    config: Mapping[str, Any],
    counterfactual: Counterfactual | None,
    places: Places,
) -> DataSet:
    place = f"datasets.{name}"
    if name == PARALLEL:
        raise ConfigError(f"{place}: this is the name of the training text itself")
    if len(value) != 1:
        raise ConfigError(
            f"{place}: a data set is of one kind, this is of {', '.join(value) or 'none'}",
            hint=f"kinds: {', '.join(KINDS)}",
        )
    ((kind, named),) = value.items()
    if kind in GUARDED and counterfactual is None:
        raise ConfigError(
            f"{place}: it is made of counterfactuals, and none are made",
            hint="add the key counterfactual ({} will do), agreement and annotators",
        )
    if kind == "random":
        size = named["size"]
        sizes = size if isinstance(size, Mapping) else dict.fromkeys(places.languages, size)
        for lang in places.languages:
            if lang not in sizes:
                raise ConfigError(f"{place}.random.size: there is none for {lang!r}")
        return DataSet(
            kind,
            size={lang: sizes[lang] for lang in places.languages},
            max_tokens=named["max_tokens"],
            length_ratio=named["length_ratio"],
        )
    if kind == "handcrafted":
        return _handcrafted(f"{place}.handcrafted", named, places)
    if kind == "forward":
        system = named.get("system", next(iter(config["systems"])))
        _check_name(f"{place}.forward.system", system, config["systems"], "system")
        return DataSet(kind, guard=named["guard"], system=system)
    if kind == "back":
        recipe = places.found(f"{place}.back.recipe", recipe_path(named["recipe"]))
        return DataSet(kind, guard=named["guard"], recipe=recipe)
    return DataSet(kind, guard=named["guard"])


def _handcrafted(place: str, named: Mapping[str, Any], places: Places) -> DataSet:
    if "file" in named:
        for key in ("templates", "all_templates"):
            if named.get(key):
                raise ConfigError(f"{place}.{key} does not go with file, which has the pairs")
        files = places.files(f"{place}.file", named["file"], needed=True)
        return DataSet("handcrafted", files=files)
    templates: Files = {}
    if "templates" in named:
        templates = places.files(f"{place}.templates", named["templates"], needed=True)
    else:
        for lang in places.languages:
            if lang not in TEMPLATES:
                raise ConfigError(
                    f"{place}: there are no templates for {lang!r}, only for "
                    f"{', '.join(TEMPLATES)}",
                    hint="name some of your own (templates: FILE), or pairs (file: FILE)",
                )
    return DataSet("handcrafted", templates=templates, all_templates=named["all_templates"])


def _check_system(
    name: str,
    system: Mapping[str, Any],
    config: Mapping[str, Any],
    datasets: Mapping[str, DataSet],
    places: Places,
) -> None:
    place = f"systems.{name}"
    if "recipe" not in system:
        return
    places.found(f"{place}.recipe", recipe_path(system["recipe"]))
    for used in system["data"]:
        _check_name(f"{place}.data", used, [PARALLEL, *datasets], "data set")
    if "base" in system:
        _check_name(f"{place}.base", system["base"], config["systems"], "system")


def _check_name(place: str, name: str, known: Any, what: str) -> None:
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
        raise ConfigError(f"{place}: there is no {what} {name!r}", hint=hint)


def _check_order(systems: Mapping[str, Any], datasets: Mapping[str, DataSet]) -> None:
    """Raise ConfigError where a system stands upon itself, by its base or by a data set."""

    def upon(name: str) -> Iterator[str]:
        if "base" in systems[name]:
            yield systems[name]["base"]
        for used in systems[name].get("data", ()):
            if used != PARALLEL and datasets[used].system:
                yield datasets[used].system

    def follow(path: tuple[str, ...]) -> None:
        for name in upon(path[-1]):
            if name in path:
                chain = " <- ".join([*path[path.index(name) :], name])
                raise ConfigError(
                    f"systems.{name}: it would have to be trained before itself: {chain}",
                    hint="a system's base, and the system that translates a data set for it "
                    "(forward: {system: NAME}), are trained before it",
                )
            follow((*path, name))

    for name in systems:
        follow((name,))
