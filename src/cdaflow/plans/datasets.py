"""What the systems are trained on, and which starts from which (the keys `datasets`, `systems`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.config import path_of
from cdaflow.errors import ConfigError
from cdaflow.languages.person_pronouns import check_guarded
from cdaflow.plans.counterfactual import Counterfactual
from cdaflow.plans.gfst import Gfst
from cdaflow.plans.names import check_name
from cdaflow.plans.places import Files, Places

#: The kinds of data sets; those that are made of counterfactuals have a guard.
KINDS = ("counterfactual", "random", "handcrafted", "forward", "back", "gfst", "self_training")
GUARDED = ("counterfactual", "forward", "back")

#: The whole training text, as a data set.
PARALLEL = "parallel"

#: The languages that have templates of their own for the handcrafted set.
TEMPLATES = ("es", "fr", "it")


@dataclass(frozen=True)
class DataSet:
    """One data set: its kind, and what that needs.

    method, guard: of the counterfactuals. size, max_tokens, length_ratio: of a sample, the size by
    language. files, templates: handcrafted pairs and templates of the user's, by language.
    all_templates: whether each profession stands in each. system: which translates forwards.
    recipe: the file by which the model is trained that translates back. genders, target_filter,
    maximum (of each gender, 0 for any number): of pairs that the filters of gender let pass.
    size_of: another data set that has as many pairs.
    """

    kind: str
    method: str = ""
    guard: str = ""
    size: Mapping[str, int] = field(default_factory=dict)
    max_tokens: int = 0
    length_ratio: float = 0
    files: Files = field(default_factory=dict)
    templates: Files = field(default_factory=dict)
    all_templates: bool = False
    system: str = ""
    recipe: str = ""
    genders: str = "both"
    target_filter: bool = True
    maximum: int = 0
    size_of: str = ""


def recipe_path(named: str) -> str:
    """Return the path of a recipe: of config/recipes, where it is a name."""
    return named if Path(named).suffix else f"config/recipes/{named}.yaml"


def plan_datasets(
    config: Mapping[str, Any],
    counterfactual: Counterfactual | None,
    gfst: Gfst | None,
    *,
    data: str,
    results: str,
) -> dict[str, DataSet]:
    """Return the data sets of a configuration, by name, and check the systems that use them.

    Raises ConfigError where keys do not go together, a name is not known, a file is absent, a guard
    knows nothing of a language, or a system would have to be trained before itself.
    """
    places = Places(tuple(config["languages"]), data, results)
    planned = {
        name: _dataset(name, value, config, counterfactual, gfst, places)
        for name, value in config.get("datasets", {}).items()
    }
    _check_sizes(planned)
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
    gfst: Gfst | None,
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
    place = f"{place}.{kind}"
    if kind in ("gfst", "self_training"):
        if gfst is None:
            raise ConfigError(
                f"{place}: it is made of monolingual text, and nothing is said of that",
                hint="add the keys monolingual and gfst",
            )
        if kind == "gfst":
            return _filtered(place, named, gfst, places)
        return DataSet(kind, system=gfst.system, **_size(place, named, places))
    if kind == "random":
        form = {key: named[key] for key in ("max_tokens", "length_ratio")}
        return DataSet(kind, **_size(place, named, places), **form)
    if kind == "handcrafted":
        return _handcrafted(place, named, places)
    if kind == "forward":
        system = named.get("system", next(iter(config["systems"])))
        check_name(f"{place}.system", system, config["systems"], "system")
        return DataSet(kind, *_way(place, named, places), system=system)
    if kind == "back":
        recipe = places.found(f"{place}.recipe", recipe_path(named["recipe"]))
        return DataSet(kind, *_way(place, named, places), recipe=recipe)
    return DataSet(kind, *_way(place, named, places))


def _way(place: str, named: Mapping[str, Any], places: Places) -> tuple[str, str]:
    """Return method and guard of counterfactuals.

    The one that is not given follows from the other: the paper has no guard.
    """
    method = named.get("method", "paper" if named.get("guard") == "none" else "full")
    guard = named.get("guard", "none" if method == "paper" else "repair")
    if method == "paper" and guard != "none":
        raise ConfigError(
            f"{place}: the method of the paper has no guard, this has guard: {guard}",
            hint="take method: full with it, or guard: none",
        )
    for language in places.languages:
        check_guarded(language, guard, f"{place}.guard")
    return method, guard


def _size(place: str, named: Mapping[str, Any], places: Places) -> dict[str, Any]:
    """Return the size of a sample, or the data set that has it, as keys of DataSet."""
    if ("size" in named) == ("size_of" in named):
        raise ConfigError(
            f"{place}: a sample has either a size, or that of another data set",
            hint="give size: NUMBER or size_of: DATA SET",
        )
    if "size_of" in named:
        return {"size_of": named["size_of"]}
    size = named["size"]
    sizes = size if isinstance(size, Mapping) else dict.fromkeys(places.languages, size)
    for lang in places.languages:
        if lang not in sizes:
            raise ConfigError(f"{place}.size: there is none for {lang!r}")
    return {"size": {lang: sizes[lang] for lang in places.languages}}


def _filtered(place: str, named: Mapping[str, Any], gfst: Gfst, places: Places) -> DataSet:
    back = named["direction"] == "back"
    if back and "recipe" not in named:
        raise ConfigError(
            f"{place}: what translates back is trained for it, and there is no recipe",
            hint="add one, as systems have it (recipe: tiny)",
        )
    if not back and "recipe" in named:
        raise ConfigError(
            f"{place}.recipe goes with direction: back; forwards the system {gfst.system!r} "
            "translates (gfst.system)"
        )
    if back and not named["target_filter"]:
        raise ConfigError(
            f"{place}.target_filter: what is translated back is chosen by this filter",
            hint="leave it out, or take direction: forward",
        )
    if named["max"] and "size_of" in named:
        raise ConfigError(f"{place}: max does not go with size_of, which says the size")
    for lang in places.languages:
        if back and lang not in gfst.texts:
            raise ConfigError(
                f"{place}: there is no monolingual text in {lang!r} to translate back",
                hint="name some: monolingual: {target: [{name: news, text: news.{lang}.gz}]}",
            )
    recipe = places.found(f"{place}.recipe", recipe_path(named["recipe"])) if back else ""
    return DataSet(
        "gfst",
        system="" if back else gfst.system,
        recipe=recipe,
        genders=named["genders"],
        target_filter=named["target_filter"],
        maximum=named["max"],
        size_of=named.get("size_of", ""),
    )


def _check_sizes(datasets: Mapping[str, DataSet]) -> None:
    """Raise ConfigError where a data set has the size of one that is not there, or of itself."""
    for name, dataset in datasets.items():
        if dataset.size_of:
            place = f"datasets.{name}.{dataset.kind}.size_of"
            check_name(place, dataset.size_of, datasets, "data set")
    for name in datasets:
        path = [name]
        while one := datasets[path[-1]].size_of:
            path.append(one)
            if one in path[:-1]:
                chain = " <- ".join(path)
                raise ConfigError(f"datasets.{name}: nothing says how large it is: {chain}")


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
        _check_own(place, system, places)
        return
    places.found(f"{place}.recipe", recipe_path(system["recipe"]))
    for used in system["data"]:
        check_name(f"{place}.data", used, [PARALLEL, *datasets], "data set")
    if "base" in system:
        check_name(f"{place}.base", system["base"], config["systems"], "system")
    if "debias" in system:
        of = system["debias"]["embeddings_of"]
        check_name(f"{place}.debias.embeddings_of", of, config["systems"], "system")
        if "base" in system:
            raise ConfigError(
                f"{place}: base and debias: a base brings its own embeddings",
                hint="leave one of them away",
            )


def _check_own(place: str, system: Mapping[str, Any], places: Places) -> None:
    """Raise ConfigError where a model of the user's does not say how its text is segmented."""
    for language in places.languages:
        paths = [path_of(path, language) for path in system["vocabs"]]
        plain = [path for path in paths if not path.endswith(".spm")]
        if plain and "spm" not in system:
            raise ConfigError(
                f"{place}: nothing says how text is segmented for the vocabulary {plain[0]}",
                hint="add the SentencePiece models of source and target: "
                "spm: [source.spm, target.spm]",
            )
        if len(plain) < len(paths) and "spm" in system:
            raise ConfigError(
                f"{place}.spm goes with vocabularies in YAML; .spm ones segment text themselves",
                hint="leave spm out",
            )


def _check_order(systems: Mapping[str, Any], datasets: Mapping[str, DataSet]) -> None:
    """Raise ConfigError where a system stands upon itself, by its base or by a data set."""

    def upon(name: str) -> Iterator[str]:
        if "base" in systems[name]:
            yield systems[name]["base"]
        if "debias" in systems[name]:
            yield systems[name]["debias"]["embeddings_of"]
        for used in systems[name].get("data", ()):
            while used and used != PARALLEL:
                if datasets[used].system:
                    yield datasets[used].system
                used = datasets[used].size_of

    def follow(path: tuple[str, ...]) -> None:
        for name in upon(path[-1]):
            if name in path:
                chain = " <- ".join([*path[path.index(name) :], name])
                raise ConfigError(
                    f"systems.{name}: it would have to be trained before itself: {chain}",
                    hint="a system's base, and the system that translates a data set for it "
                    "(forward: {system: NAME}, or gfst.system), are trained before it; so is the "
                    "one whose embeddings are debiased for it",
                )
            follow((*path, name))

    for name in systems:
        follow((name,))
