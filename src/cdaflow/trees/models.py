"""Back ends, the folders of their models, and what a training takes.

A folder of models that cdaflow wrote has annotator.json, which says what is in it. That is written
last, so that a folder that has it is whole. A folder without it holds a pipeline as spaCy writes
it, or else models of Stanza, as Stanza downloads them.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow import __version__
from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.config_files import ANNOTATOR_RECIPES, locate_recipe, read_mapping
from cdaflow.io.files import digest, write_json
from cdaflow.io.structured import read_json
from cdaflow.progress import say

#: The format of annotator.json that is written and understood.
FORMAT = 1

_NAME = "annotator.json"


@dataclass(frozen=True)
class Backend:
    """What a back end of annotators can do.

    recipe: the one by which cdaflow trains it unless told otherwise, "" where it trains none.
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


@dataclass(frozen=True)
class Recipe:
    """The settings of a training, as they stand in `file`.

    It names its back end (`backend`) and has a `description` (a sentence); the other `sections`
    are the back end's to check (see `cdaflow.trees.stanza.settings`).
    """

    name: str
    file: Path
    backend: str
    sections: Mapping[str, Any]


@dataclass(frozen=True)
class Job:
    """All that decides what a training gives.

    `train`: treebanks; where their usage differs the first one's stands. `dev`: the trees that
    choose the best state of each model (None: some of the first treebank are held out).
    `vectors`: word vectors to start from, as text (word2vec, fastText) or a .pt of Stanza.
    """

    language: str
    recipe: Recipe
    train: Sequence[Path]
    dev: Path | None = None
    seed: int = 1
    vectors: Path | None = None

    def metadata(self) -> dict[str, Any]:
        """Return what annotator.json says of it, whatever the back end."""
        treebanks = {"train": self.train, "dev": [self.dev] if self.dev else []}
        return {
            "backend": self.recipe.backend,
            "language": self.language,
            "recipe": self.recipe.name,
            "seed": self.seed,
            "treebanks": {role: checksums(paths) for role, paths in treebanks.items()},
            "vectors": checksums([self.vectors] if self.vectors else []),
        }


@dataclass(frozen=True)
class Machine:
    """Where a training runs; `python` is the interpreter that has Stanza."""

    threads: int = 1
    device: str = "cpu"
    python: Sequence[str] = field(default_factory=lambda: (sys.executable,))


def load_recipe(name: str | os.PathLike[str]) -> Recipe:
    """Read a recipe given by path, or by name (config/recipes/trees/NAME.yaml).

    A name is looked up in config/recipes/trees of the working folder, then of the source tree.
    Raises ConfigError where it is absent or no recipe.
    """
    path = locate_recipe(str(name), ANNOTATOR_RECIPES)
    content = read_mapping(path, "a recipe is a mapping of sections, with `backend`")
    backend = content.get("backend")
    trained = [name for name, able in BACKENDS.items() if able.recipe]
    if backend not in trained:
        raise ConfigError(f"`backend` is {' or '.join(trained)}, not {backend!r}", file=path)
    return Recipe(path.stem, path, backend, content)


def find_pipeline(folder: str | os.PathLike[str]) -> Path | None:
    """Return the folder of spaCy's pipeline in `folder`, None where there is none.

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
    if found := read_description(folder, language).get("backend"):
        return str(found)
    pipeline = find_pipeline(folder)
    if pipeline is None:
        return "stanza"
    about = read_json(pipeline / "meta.json")
    lang = about.get("lang") if isinstance(about, dict) else None
    if lang != "xx":  # one pipeline for many languages
        _check_language(lang, language, pipeline / "meta.json")
    return "spacy"


def read_description(folder: str | os.PathLike[str], language: str) -> dict[str, Any]:
    """Return what annotator.json says of the models in a folder; {} where there is none.

    Raises InputError where the folder is absent or the file damaged, ConfigError where it is of
    another format, or the models are of another language or an unknown back end.
    """
    if not Path(folder).is_dir():
        raise InputError(
            "no such folder of models",
            file=folder,
            hint=f"train them: cdaflow trees train --lang {language} ...",
        )
    path = Path(folder) / _NAME
    if not path.exists():
        return {}
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ConfigError(
            f'an annotator.json with "format": {FORMAT} is wanted',
            file=path,
            hint="the models are of another version of cdaflow: train them again",
        )
    _check_language(content.get("language"), language, path)
    known = [name for name, able in BACKENDS.items() if able.described]
    if content.get("backend") not in known:
        raise ConfigError(
            f"models of the back end {content.get('backend')!r}: "
            f"this cdaflow makes models of {' and '.join(known)}",
            file=path,
            hint="they are of another version of cdaflow: train or fetch them again",
        )
    return content


def _check_language(found: object, wanted: str, path: Path) -> None:
    if found != wanted:
        raise ConfigError(
            f"models of the language {found!r}, {wanted!r} is wanted",
            file=path,
            hint="give the folder or the --lang that fits",
        )


def write_description(folder: str | os.PathLike[str], content: Mapping[str, Any]) -> dict[str, Any]:
    """Write annotator.json and return it: `content` with the format and the version of cdaflow."""
    versions = {"cdaflow": __version__, **content["versions"]}
    whole = {**content, "format": FORMAT, "versions": versions}
    write_json(Path(folder) / _NAME, whole)
    return whole


def remove_description(folder: str | os.PathLike[str]) -> None:
    """Take annotator.json away: what is in the folder is about to change."""
    (Path(folder) / _NAME).unlink(missing_ok=True)


def checksums(paths: Sequence[Path]) -> dict[str, str]:
    """Return the checksum of each file under its name (with its folder if two share a name)."""
    short = [path.name for path in paths]
    unique = len(set(short)) == len(short)
    return {path.name if unique else str(path): digest(path) for path in paths}


@contextmanager
def working_folder(work: Path, output: Path) -> Iterator[None]:
    """Make the working folder of a training and hold it against a second one.

    Raises ConfigError where it is the output as well, ProgramError where it is held.
    """
    if work.resolve() == output.resolve():
        raise ConfigError(f"the working folder and the output folder are the same: {output}")
    work.mkdir(parents=True, exist_ok=True)
    with open(work / "lock", "wb") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ProgramError(
                "another training is at work in this folder",
                file=work,
                hint="wait for it, or take another --work-dir",
            ) from None
        except OSError:
            say(f"{work}: this file system has no locks; let one training run here only")
        yield
