"""Recipes: the settings with which an annotator is trained, under a name, in a YAML file.

A Stanza recipe has the sections `description` (a sentence), `backend: stanza`, `data` (see
`DATA`) and one for each processor, with the options of Stanza's training program of that
processor by their long names without dashes.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cdaflow.errors import ConfigError

Value = str | int | float | bool
Options = dict[str, Value]

#: Processor -> module of Stanza with its training program; in the order of the pipeline.
PROGRAMS = {
    "tokenize": "stanza.models.tokenizer",
    "mwt": "stanza.models.mwt_expander",
    "pos": "stanza.models.tagger",
    "lemma": "stanza.models.lemmatizer",
    "depparse": "stanza.models.parser",
}

_SECTIONS = ("description", "backend", "data", *PROGRAMS)

#: How trees become training data: names of the settings, and what they are unless set.
#: max_words: longer sentences are left out for tagger and parser. dev_sentences: at most so many
#: validate. harmonise: treebanks after the first take its usage (see cdaflow.trees.harmonise).
DATA: Mapping[str, int | bool] = {"max_words": 80, "dev_sentences": 150, "harmonise": True}

#: Options that cdaflow gives itself, or that would take the run out of its hands.
_RESERVED_TEXT = """
mode train_file eval_file secondary_file gold_file output_file txt_file label_file mwt_json_file
conll_file dev_txt_file dev_label_file dev_conll_gold data_dir lang shorthand save_dir save_name
save_each save_each_name load_name continue_from checkpoint_save_name seed no_seed device cuda cpu
wordvec_dir wordvec_file wordvec_pretrain_file no_pretrain wandb wandb_name help charlm
charlm_shorthand charlm_save_dir charlm_forward_file charlm_backward_file
"""
RESERVED = frozenset(_RESERVED_TEXT.split())


@dataclass(frozen=True)
class Recipe:
    """A recipe, checked; `file` is where it stands.

    `sections`: the content of the file. `data`: its section of that name with what it leaves
    open. `options`: processor -> options of Stanza's training program.
    """

    name: str
    file: Path
    backend: str
    description: str
    sections: Mapping[str, Any]
    data: Mapping[str, int | bool]
    options: Mapping[str, Options]


def load_recipe(name: str | os.PathLike[str]) -> Recipe:
    """Read and check a recipe given by path, or by name (config/recipes/trees/NAME.yaml).

    A name is looked up in config/recipes/trees of the working folder, then of the source tree.
    A recipe of another back end than Stanza is returned as it is, for that back end to check.
    Raises ConfigError where it is absent or wrong.
    """
    path = _locate(str(name))
    content = _read(path)
    backend = content.get("backend")
    if backend not in ("stanza", "spacy"):
        raise ConfigError(f"`backend` is stanza or spacy, not {backend!r}", file=path)
    data: Mapping[str, int | bool] = {}
    options: Mapping[str, Options] = {}
    if backend == "stanza":
        _check_names(content, _SECTIONS, "section", path)
        data = _data(content.get("data"), path)
        options = {p: _options(content.get(p), p, path) for p in PROGRAMS}
    return Recipe(
        name=path.stem,
        file=path,
        backend=backend,
        description=str(content.get("description", "")).strip(),
        sections=content,
        data=data,
        options=options,
    )


def command_line(options: Mapping[str, Value]) -> list[str]:
    """Return options as words of a command line, sorted by name; true is the bare option."""
    words: list[str] = []
    for name in sorted(options):
        value = options[name]
        words.append(f"--{name}" if value is True else f"--{name}={value}")
    return words


def check_options(recipe: Recipe) -> None:
    """Raise ConfigError at an option or value that Stanza's programs do not know (imports them)."""
    logger = logging.getLogger("stanza")
    level = logger.level
    for processor, options in recipe.options.items():
        parser: argparse.ArgumentParser = importlib.import_module(
            PROGRAMS[processor]
        ).build_argparse()
        known = {
            text.lstrip("-"): action
            for action in parser._actions
            for text in action.option_strings
            if text.startswith("--")
        }
        _check_names(options, known, f"option of `{processor}`", recipe.file)
        for name, value in options.items():
            _check_value(f"`{name}` of `{processor}`", known[name], value, recipe.file)
    logger.setLevel(level)  # the training programs turn it up when they are imported


def _check_value(what: str, action: argparse.Action, value: Value, path: Path) -> None:
    if action.nargs == 0:
        if value is not True:
            raise ConfigError(
                f"option {what} is a switch: true, or leave it out, not {value!r}", file=path
            )
        return
    kind = action.type if callable(action.type) else str
    try:
        if isinstance(value, bool):
            raise ValueError
        converted = kind(str(value))
    except (ValueError, KeyError, argparse.ArgumentTypeError):
        name = getattr(kind, "__name__", "value")
        raise ConfigError(f"option {what} wants a value of type {name}, not {value!r}",
                          file=path) from None  # fmt: skip
    if action.choices is not None and converted not in action.choices:
        raise ConfigError(
            f"option {what} is one of {', '.join(map(str, action.choices))}, not {value!r}",
            file=path,
        )


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


def _data(section: object, path: Path) -> Mapping[str, int | bool]:
    if section is None:
        return DATA
    if not isinstance(section, dict):
        raise ConfigError("the section `data` is a mapping of setting: value", file=path)
    _check_names(section, DATA, "setting of `data`", path)
    for name, value in section.items():
        if type(value) is not type(DATA[name]) or value < 0:
            wanted = "true or false" if isinstance(DATA[name], bool) else "a whole number from 0 up"
            raise ConfigError(f"`{name}` of `data` is {wanted}, not {value!r}", file=path)
    return {**DATA, **section}


def _options(section: object, processor: str, path: Path) -> Options:
    if section is None:
        return {}
    if not isinstance(section, dict):
        raise ConfigError(f"the section `{processor}` is a mapping of option: value", file=path)
    for name, value in section.items():
        if str(name).startswith("-"):
            bare = str(name).lstrip("-")
            raise ConfigError(f"option `{name}` of `{processor}`: write it as `{bare}`", file=path)
        if name in RESERVED:
            raise ConfigError(
                f"option `{name}` of `{processor}` is set by cdaflow itself",
                file=path,
                hint="remove it; files, language, vectors, device and seed are arguments of the "
                "command",
            )
        if not isinstance(value, str | int | float):
            raise ConfigError(
                f"option `{name}` of `{processor}` is a number, text or true, not {value!r}",
                file=path,
            )
    return dict(section)


def _check_names(given: Iterable[object], known: Iterable[str], what: str, path: Path) -> None:
    known = list(known)
    for name in given:
        if name not in known:
            listed = f"there are: {', '.join(known)}" if len(known) < 20 else None
            raise ConfigError(
                f"unknown {what} `{name}`{_did_you_mean(str(name), known)}", file=path, hint=listed
            )


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""
