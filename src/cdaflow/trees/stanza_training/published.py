"""Stanza's published models: fetched where the user asks for them, and laid out for annotators.

Stanza (Qi et al. 2020) lists its models in a file of the version, with an MD5 sum for each; the
models lie at the address that the file names.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.fetch import fetch_large, fetch_unchecked
from cdaflow.io.files import digest, write_json
from cdaflow.progress import say
from cdaflow.trees.models import remove_description, write_description
from cdaflow.trees.stanza.resources import read_resources

#: The list of models of a version of Stanza.
LIST_ADDRESS = (
    "https://raw.githubusercontent.com/stanfordnlp/stanza-resources/main/resources_{version}.json"
)

#: The processors that a tree needs; mwt where the language has one.
PROCESSORS = ("tokenize", "mwt", "pos", "lemma", "depparse")

#: A processor without a model of its own: the lemma is the word.
_IDENTITY = "identity"


@dataclass(frozen=True)
class Model:
    """A published model file: its processor, Stanza's name for it, its MD5 and its dependencies.

    `dependencies`: (kind, name) of word vectors and character models.
    """

    kind: str
    name: str
    md5: str
    dependencies: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> str:
        """Where the file lies in the folder of a language: a processor's is its default."""
        return f"{self.kind}/{'default' if self.kind in PROCESSORS else self.name}.pt"


def fetch_stanza(
    language: str,
    folder: str | os.PathLike[str],
    package: str = "default",
    *,
    list_address: str = LIST_ADDRESS,
    version: str | None = None,
) -> dict[str, Any]:
    """Get Stanza's models of a language into `folder`, which becomes a folder of an annotator.

    Written are LANGUAGE/PROCESSOR/default.pt, the word vectors and character models that they
    stand on, resources.json (which says so to Stanza), and last annotator.json with the SHA-256
    of each file, its content being returned. Models of other languages in it stay. Files that are
    there and right are left alone, a broken transfer is taken up again. `version`: of Stanza's list
    (that of the Stanza which is installed).

    Raises ConfigError for a language or package that Stanza has not, InputError where something
    cannot be fetched or is not what the list says.
    """
    target = Path(folder)
    version = version or _list_version()
    address = list_address.format(version=version)
    listed = _read_list(address)
    models, identity = choose(listed, language, package)
    remove_description(target, language)
    for model in models:
        fetch_large(
            _model_address(listed, address, version, language, model),
            f"md5:{model.md5}",
            target / language / model.path,
        )
        say(f"{target / language / model.path}: {model.kind} {model.name}")
    listed_here = read_resources(target) | _resources(language, models, identity)
    write_json(target / "resources.json", listed_here)
    return write_description(
        target,
        {
            "backend": "stanza",
            "language": language,
            "recipe": f"published {package}",
            "source": {"list": address, "models": {m.path: f"{m.kind}/{m.name}" for m in models}},
            "files": {m.path: digest(target / language / m.path) for m in models},
            "treebanks": {},
            "versions": {"stanza": importlib.metadata.version("stanza"), "models": version},
            "scores": {},
        },
    )


def choose(
    listed: Mapping[str, Any], language: str, package: str
) -> tuple[list[Model], tuple[str, ...]]:
    """Return the files of a package with all that they stand on, and the processors without file.

    Raises ConfigError where the list has no such language or package, or not all of it.
    """
    resources = listed.get(language)
    if not isinstance(resources, dict):
        raise ConfigError(
            "stanza.language-unsupported",
            f"Stanza has no models for {language!r}",
            hint="train models from a treebank: cdaflow trees train, or `models: train` in the "
            "configuration",
        )
    chosen = resources.get("packages", {}).get(package)
    if not isinstance(chosen, dict):
        packages = ", ".join(sorted(resources.get("packages", {})))
        raise ConfigError(
            "stanza.unknown-package",
            f"Stanza has no package {package!r} of models of {language!r}",
            hint=f"there are: {packages}",
        )
    missing = [name for name in PROCESSORS if name not in chosen and name != "mwt"]
    if missing:
        raise ConfigError(
            "stanza.package-incomplete",
            f"Stanza's package {package!r} of {language!r} lacks {', '.join(missing)}",
            hint="trees need " + ", ".join(PROCESSORS),
        )
    identity = tuple(name for name in PROCESSORS if chosen.get(name) == _IDENTITY)
    models: dict[tuple[str, str], Model] = {}
    for name in PROCESSORS:
        if name in chosen and name not in identity:
            model = _model(resources, name, str(chosen[name]))
            models[model.kind, model.name] = model
            for kind, needed in model.dependencies:
                models.setdefault((kind, needed), _model(resources, kind, needed))
    return list(models.values()), identity


def _model(resources: Mapping[str, Any], kind: str, name: str) -> Model:
    """Return a model of the list; its names become those of files, so they are looked at."""
    try:
        entry = resources[kind][name]
        md5 = str(entry["md5"])
        dependencies = tuple(
            (str(needed["model"]), str(needed["package"]))
            for needed in entry.get("dependencies", ())
        )
    except (KeyError, TypeError):
        raise InputError(
            "stanza.model-list-incomplete",
            f"Stanza's list of models is incomplete: {kind} {name!r} is missing",
        ) from None
    for word in (kind, name):
        if not word.replace("-", "").replace("_", "").replace(".", "").isalnum() or ".." in word:
            raise InputError(
                "stanza.model-list-unsafe-name",
                f"Stanza's list of models has a name that cannot be a file name: {word!r}",
            )
    return Model(kind, name, md5, dependencies)


def _list_version() -> str:
    """Return the version of the list that belongs to the Stanza which is installed."""
    # Imported here: it takes seconds.
    from stanza._version import __resources_version__

    return str(__resources_version__)


def _read_list(address: str) -> dict[str, Any]:
    try:
        listed = json.loads(fetch_unchecked(address))
    except ValueError:
        listed = None
    if not isinstance(listed, dict) or not isinstance(listed.get("url"), str):
        raise InputError(
            "stanza.no-model-list", f"the file at {address} is not Stanza's list of models"
        )
    return listed


def _model_address(
    listed: Mapping[str, Any], address: str, version: str, language: str, model: Model
) -> str:
    try:
        return str(listed["url"]).format(
            resources_version=version, lang=language, filename=f"{model.kind}/{model.name}.pt"
        )
    except (KeyError, IndexError, ValueError):
        raise InputError(
            "stanza.model-list-malformed-url",
            f"the list of models at {address} has a malformed address: {listed['url']}",
        ) from None


def _resources(
    language: str, models: list[Model], identity: tuple[str, ...]
) -> dict[str, dict[str, Any]]:
    """Return what says to Stanza which of the files belong together."""
    entries: dict[str, Any] = {}
    for model in models:
        entry: dict[str, Any] = {"md5": model.md5}
        if model.dependencies:
            entry["dependencies"] = [
                {"model": kind, "package": name} for kind, name in model.dependencies
            ]
        entries.setdefault(model.kind, {})[Path(model.path).stem] = entry
    packages = {
        name: _IDENTITY if name in identity else "default"
        for name in PROCESSORS
        if name in identity or name in entries
    }
    return {language: {**entries, "packages": {"default": packages}}}
