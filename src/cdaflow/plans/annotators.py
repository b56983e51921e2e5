"""What makes trees: which models, from what, and where (the key `annotators`)."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.errors import CdaflowError, ConfigError
from cdaflow.plans.places import Files, Places
from cdaflow.trees.models import BACKENDS, backend_of

#: The roles of treebanks.
ROLES = ("train", "dev", "test")

#: What is taken where the configuration does not say: the treebanks and trees of the embedded
#: corpus.
DEMO_TREEBANKS = {role: f"{{results}}/demo/treebanks/{{lang}}/{role}.conllu.gz" for role in ROLES}
DEMO_TREES = [f"{{results}}/demo/trees/{{lang}}/{role}.conllu.gz" for role in ROLES]

#: The back ends with models, and those of them whose models cdaflow makes.
_WITH_MODELS = tuple(name for name, able in BACKENDS.items() if able.models)
_TRAINED = tuple(name for name, able in BACKENDS.items() if able.recipe)
_PUBLISHED = tuple(name for name, able in BACKENDS.items() if able.published)

#: Keys that go with some settings only: key, the setting, the values with which it goes.
_GO_WITH = (
    ("models", "backend", _WITH_MODELS),
    ("recipe", "models", ("train",)),
    ("package", "models", ("fetch",)),
    ("treebanks", "backend", _WITH_MODELS),
    ("vectors", "models", ("train",)),
    ("gold", "backend", ("gold",)),
    ("udify", "features", ("udify", "udify-native")),
)

#: Paths of `udify`.
_UDIFY_PATHS = ("archive", "bert", "python")

_ENGLISH = "English is annotated as well as each of the languages"


@dataclass(frozen=True)
class UDify:
    """Where UDify lies; "" where the configuration does not say.

    archive: the user's. checksum: of the published one, which is then to be fetched. bert: the
    word pieces. python: the interpreter that has the original UDify.
    """

    archive: str = ""
    checksum: str = ""
    bert: str = ""
    python: str = ""

    @property
    def files(self) -> list[str]:
        """The files by which a change of the user's archive is known."""
        folder = Path(self.archive)
        names = ("config.json", "weights.th")
        found = [folder / name for name in names] if folder.is_dir() else [folder]
        return [str(path) for path in found if path.exists()] or [self.archive]


@dataclass(frozen=True)
class Annotators:
    """What makes the trees of each language, English first.

    backend: one of `BACKENDS`. models: train, fetch, own (a folder of the user's), or gold.
    name: tells these models from those of another back end, recipe or origin in the results
    folder. folders: of the models, by language; none for gold. recipe: the file, for `train`.
    package: of the published models, for `fetch`. treebanks: the files of each role, by language.
    vectors: word vectors to train with, by language. gold: the files of trees, by language.
    features: annotator, udify or udify-native; udify: where that lies. store: "" for none.
    """

    backend: str
    models: str
    name: str
    languages: tuple[str, ...]
    folders: Mapping[str, str] = field(default_factory=dict)
    recipe: str = ""
    package: str = ""
    treebanks: Mapping[str, Files] = field(default_factory=dict)
    vectors: Files = field(default_factory=dict)
    gold: Files = field(default_factory=dict)
    features: str = "annotator"
    udify: UDify = field(default_factory=lambda: UDify())
    store: str = ""

    @property
    def tested(self) -> list[str]:
        """The languages that have a treebank to test on."""
        return [lang for lang in self.languages if self.treebanks.get("test", {}).get(lang)]

    def model_files(self, language: str) -> list[str]:
        """Return the files by which a change of the models is known.

        Of models that the workflow makes this is annotator.json, which is written last; of a
        folder of the user's, all files of the language. None for gold trees.
        """
        if self.models == "gold":
            return []
        folder = Path(self.folders[language])
        marker = folder / "annotator.json"
        if self.models != "own":
            return [str(marker)]
        # A folder of Stanza models may hold many languages.
        inside = folder if marker.exists() else folder / language
        files = [path for path in inside.rglob("*") if path.is_file()]
        files += [path for path in [folder / "resources.json"] if path.exists()]
        return sorted({str(path) for path in files}) or [str(marker)]


def plan_annotators(config: Mapping[str, Any], *, data: str, results: str) -> Annotators | None:
    """Return the annotators of a configuration that fits the schema, None where it has none.

    Raises ConfigError where keys do not go together, a file is absent or a language has none.
    """
    if "annotators" not in config:
        return None
    return _Plan(config, data, results).annotators()


class _Plan:
    """The reading of one configuration."""

    def __init__(self, config: Mapping[str, Any], data: str, results: str) -> None:
        self.config: Mapping[str, Any] = config["annotators"]
        self.languages = tuple(dict.fromkeys(["en", *config["languages"]]))
        self.places = Places(self.languages, data, results)

    def annotators(self) -> Annotators:
        config = self.config
        backend = config["backend"]
        models = config.get("models", "train") if BACKENDS[backend].models else "gold"
        features = config["features"]
        _check_together(config, backend=backend, models=models, features=features)
        for made, able in (("train", _TRAINED), ("fetch", _PUBLISHED)):
            if models == made and backend not in able:
                raise ConfigError(
                    f"annotators.models: {made} does not go with backend: {backend}",
                    hint="name the folder of its models, or take backend: " + " or ".join(able),
                )
        _check_gpus(config, backend, features)
        recipe = self.recipe(backend) if models == "train" else ""
        package = config.get("package", "default") if models == "fetch" else ""
        name = {"train": Path(recipe).stem, "fetch": f"{backend}-{package}"}.get(models, "own")
        own = models not in ("train", "fetch", "gold")
        folders: Mapping[str, str] = {}
        if models != "gold":
            place = models if own else f"{{results}}/annotators/{{lang}}/{name}"
            folders = {lang: self.places.expand(place, lang) for lang in self.languages}
        treebanks = self.treebanks(models)
        vectors = self.places.files("annotators.vectors", config.get("vectors", {}), needed=False)
        gold = self.gold() if models == "gold" else {}
        udify = self.udify(features)
        if own:
            self.check_folders(backend, folders)
        self.places.raise_absent()
        return Annotators(
            backend=backend,
            models="own" if own else models,
            name="gold" if models == "gold" else name,
            languages=self.languages,
            folders=folders,
            recipe=recipe,
            package=package,
            treebanks=treebanks,
            vectors=vectors,
            gold=gold,
            features=features,
            udify=udify,
            store=self.places.expand(config["store"], "en") if config["store"] else "",
        )

    def recipe(self, backend: str) -> str:
        named = self.config.get("recipe", BACKENDS[backend].recipe)
        path = named if Path(named).suffix else f"config/recipes/trees/{named}.yaml"
        if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]*", Path(path).stem):
            raise ConfigError(
                f"annotators.recipe: the name of a recipe has letters, digits, _ and - only: {path}"
            )
        return self.places.found("annotators.recipe", path)

    def treebanks(self, models: str) -> dict[str, Files]:
        """Return the files of each role; of train and dev only where models are trained."""
        named: Mapping[str, Any] = self.config.get("treebanks", {})
        if models == "train":
            named = named or DEMO_TREEBANKS
            if "train" not in named:
                raise ConfigError(
                    "annotators.treebanks: train is missing",
                    hint="models are trained on the treebanks of train and validated on dev; "
                    "those of test, if any, only score them",
                )
        else:
            for role in ("train", "dev"):
                if role in named:
                    raise ConfigError(
                        f"annotators.treebanks.{role}: nothing is trained with models: {models}",
                        hint="leave it out; test may stay, it scores the models",
                    )
        return {
            role: self.places.files(
                f"annotators.treebanks.{role}", value, needed=role == "train", hint=_ENGLISH
            )
            for role, value in named.items()
        }

    def gold(self) -> Files:
        return self.places.files(
            "annotators.gold", self.config.get("gold", DEMO_TREES), needed=True, hint=_ENGLISH
        )

    def udify(self, features: str) -> UDify:
        if features == "annotator":
            return UDify()
        named: Mapping[str, str] = self.config.get("udify", {})
        if not named:
            raise ConfigError(
                f"annotators.udify: features: {features} needs UDify's archive",
                hint="name it, udify: {archive: FILE}, or let it be fetched, "
                "udify: {fetch: true, checksum: ...}",
            )
        for key, other in (("checksum", "fetch"), ("bert", "archive")):
            if key in named and other not in named:
                raise ConfigError(f"annotators.udify.{key} goes with {other} only")
        if "fetch" in named and "checksum" not in named:
            raise ConfigError(
                "annotators.udify.checksum: nothing is fetched unchecked",
                hint="https://hdl.handle.net/11234/1-3042 lists that of udify-model.tar.gz: "
                'checksum: "md5:..."',
            )
        if "python" in named and features == "udify-native":
            raise ConfigError(
                "annotators.udify.python goes with features: udify only",
                hint="udify-native runs in cdaflow's own Python: leave it out",
            )
        paths = {key: self.places.expand(named[key], "en") for key in _UDIFY_PATHS if key in named}
        for key in ("archive", "bert"):
            if key in paths:
                self.places.found(f"annotators.udify.{key}", paths[key])
        python = paths.get("python", "")
        if python and not Path(python).is_dir() and not shutil.which(python):
            raise ConfigError(
                f"annotators.udify.python: no such program: {python}",
                hint="the interpreter of an environment made of workflow/envs/udify.yaml",
            )
        return UDify(checksum=named.get("checksum", ""), **paths)

    def check_folders(self, backend: str, folders: Mapping[str, str]) -> None:
        """Check the user's folders of models."""
        for language, folder in folders.items():
            self.places.found("annotators.models", folder)
            if Path(folder).is_dir():
                _check_models(Path(folder), backend, language)


def _check_together(config: Mapping[str, Any], **settings: str) -> None:
    for key, setting, values in _GO_WITH:
        if key in config and settings[setting] not in values:
            raise ConfigError(
                f"annotators.{key} does not go with {setting}: {settings[setting]}",
                hint=f"it goes with {setting}: {' or '.join(values)}; leave one of them out",
            )


def _check_gpus(config: Mapping[str, Any], backend: str, features: str) -> None:
    """Raise ConfigError where GPUs are asked for and nothing would use them."""
    if BACKENDS[backend].gpu:
        return
    for key, used in (("training", False), ("annotating", features != "annotator")):
        if config[key]["gpus"] and not used:
            raise ConfigError(
                f"annotators.{key}.gpus: the backend {backend} works on CPUs alone",
                hint="leave it out, or take backend: "
                + " or ".join(name for name, able in BACKENDS.items() if able.gpu),
            )


def _check_models(folder: Path, backend: str, language: str) -> None:
    """Raise ConfigError where a folder cannot hold the models of a language."""
    place = f"annotators.models: {folder}"
    try:
        found = backend_of(folder, language)
    except CdaflowError as error:
        raise ConfigError(
            f"annotators.models: {error.problem}", file=error.file, hint=error.hint
        ) from None
    if found == backend == "stanza" and not (folder / language).is_dir():
        raise ConfigError(
            f"{place}: there are no {backend} models for {language!r}",
            hint="the folder of `cdaflow trees train`, with annotator.json, or the folder of "
            f"Stanza's downloads, with {language}/tokenize, {language}/pos, ...",
        )
    if found != backend:
        raise ConfigError(
            f"{place}: these are models of the backend {found!r}, {backend!r} is wanted",
            hint=f"set annotators.backend: {found}",
        )
