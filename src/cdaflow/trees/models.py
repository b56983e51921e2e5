"""Back ends and the folders of their models.

A folder of models that cdaflow wrote has annotator.json, which says what is in it. That is written
last, so that a folder that has it is whole. Where a folder gets models of several languages, it
describes the first; each other has its own in its folder. A folder without it holds a pipeline as
spaCy writes it, or else models of Stanza, as Stanza downloads them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow import __version__
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.beginnings import address_hint
from cdaflow.io.files import digest, read_json, write_json

#: The format of annotator.json that is written and understood.
FORMAT = 1

_NAME = "annotator.json"


@dataclass(frozen=True)
class Backend:
    """What a back end of annotators can do.

    recipe: the one by which cdaflow trains it unless another is given, "" where it trains none.
    published: whether cdaflow fetches its published models. models: whether it takes a folder of
    models at all. gpu: whether it has a use for a GPU.
    """

    recipe: str = ""
    published: bool = False
    models: bool = True
    gpu: bool = False

    @property
    def described(self) -> bool:
        """Whether its models have an annotator.json, which cdaflow alone writes."""
        return bool(self.recipe) or self.published


#: All back ends: Stanza; pipelines of spaCy; files of trees in which the texts are looked up.
BACKENDS: Mapping[str, Backend] = {
    "stanza": Backend(recipe="small", published=True, gpu=True),
    "spacy": Backend(),
    "gold": Backend(models=False),
}


def find_pipeline(folder: str | os.PathLike[str]) -> Path | None:
    """Return the folder of spaCy's pipeline in `folder`, or None if there is none.

    That is the folder itself, or the one folder of data in that of an installed package.
    """
    home = Path(folder)
    inside = home.glob("*/meta.json") if (home / "__init__.py").is_file() else ()
    for path in (home / "meta.json", *sorted(inside)):
        if path.is_file() and path.with_name("config.cfg").is_file():
            return path.parent
    return None


def backend_of(folder: str | os.PathLike[str], language: str) -> str:
    """Return which back end the models of a language in a folder are of.

    Raises as `read_description` does, and ConfigError for a pipeline of another language.
    """
    if backend := read_description(folder, language).get("backend"):
        return str(backend)
    pipeline = find_pipeline(folder)
    if pipeline is None:
        return "stanza"
    meta = read_json(pipeline / "meta.json")
    lang = meta.get("lang") if isinstance(meta, dict) else None
    if lang != "xx":  # one pipeline for many languages
        _check_language(lang, language, pipeline / "meta.json")
    return "spacy"


def read_description(folder: str | os.PathLike[str], language: str) -> dict[str, Any]:
    """Return what annotator.json says of the models in a folder; {} if there is none.

    Raises InputError where the folder is absent or the file damaged, ConfigError where it is of
    another format, or the models are of another language or an unknown back end.
    """
    if not Path(folder).is_dir():
        raise InputError(
            "model-folder.missing",
            "the folder of models does not exist",
            file=folder,
            hint=address_hint(folder) or f"train models: cdaflow trees train --lang {language} ...",
        )
    first, own = _descriptions(folder, language)
    path = own if own.exists() else first
    if not path.exists():
        return {}
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ConfigError(
            "annotator.other-format",
            f'expected an annotator.json with "format": {FORMAT}',
            file=path,
            hint="another version of cdaflow made the models: train them again",
        )
    _check_language(content.get("language"), language, path)
    backends = [name for name, able in BACKENDS.items() if able.described]
    if content.get("backend") not in backends:
        raise ConfigError(
            "annotator.unknown-backend",
            f"unknown back end {content.get('backend')!r}; this version of cdaflow knows "
            f"{' and '.join(backends)}",
            file=path,
            hint="another version of cdaflow made the models: train or fetch them again",
        )
    return content


def _check_language(actual: object, expected: str, path: Path) -> None:
    if actual != expected:
        raise ConfigError(
            "annotator.other-language",
            f"expected models of the language {expected!r}, found {actual!r}",
            file=path,
            hint="give the right folder or --lang",
        )


def write_description(folder: str | os.PathLike[str], content: Mapping[str, Any]) -> dict[str, Any]:
    """Write annotator.json and return it: `content` with the format and the version of cdaflow."""
    versions = {"cdaflow": __version__, **content["versions"]}
    whole = {**content, "format": FORMAT, "versions": versions}
    first, own = _descriptions(folder, content["language"])
    write_json(own if own.exists() or _is_of_another(first, content["language"]) else first, whole)
    return whole


def remove_description(folder: str | os.PathLike[str], language: str) -> None:
    """Remove annotator.json of a language, since its models are about to change."""
    first, own = _descriptions(folder, language)
    own.unlink(missing_ok=True)
    if not _is_of_another(first, language):
        first.unlink(missing_ok=True)


def _descriptions(folder: str | os.PathLike[str], language: str) -> tuple[Path, Path]:
    """Return where the models of a language may be described: in the folder, or in its own."""
    return Path(folder, _NAME), Path(folder, language, _NAME)


def _is_of_another(path: Path, language: str) -> bool:
    try:
        content = read_json(path)
    except InputError:
        return False
    return isinstance(content, dict) and content.get("language", language) != language


def trained_models(folder: str | os.PathLike[str], language: str) -> Path:
    """Return the folder of a language in one of several trained annotators, else `folder` itself.

    The workflow trains into LANGUAGE/RECIPE of results/annotators. Raises ConfigError where there
    are several recipes of the language.
    """
    homes = sorted(path.parent for path in Path(folder).glob(f"{language}/*/{_NAME}"))
    if len(homes) > 1:
        raise ConfigError(
            "annotator.several-recipes",
            f"models of {language!r} by several recipes: {', '.join(h.name for h in homes)}",
            file=folder,
            hint="give a folder with one for each language",
        )
    return homes[0] if homes else Path(folder)


def checksums(paths: Sequence[Path]) -> dict[str, str]:
    """Return the checksum of each file under its name (with its folder if two share a name)."""
    short = [path.name for path in paths]
    unique = len(set(short)) == len(short)
    return {path.name if unique else str(path): digest(path) for path in paths}
