"""What a training of Stanza takes: its recipe, its treebanks, a machine.

Beside `description` and `backend: stanza` a recipe has the section `data` (see `DATA`) and one for
each processor, with the options of Stanza's training program of that processor by their long names
without dashes.
"""

from __future__ import annotations

import argparse
import importlib
import io
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.io.config_files import ANNOTATOR_RECIPES, check_names, locate_recipe, read_mapping
from cdaflow.trees.models import checksums

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
#: validate. harmonise: treebanks after the first take its usage (`stanza_training.data`).
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
    """The checked settings of a training from `file`, with defaults for missing settings.

    `data`: the section of that name. `options`: processor -> options of its training program.
    """

    name: str
    file: Path
    data: Mapping[str, int | bool]
    options: Mapping[str, Options]


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
        """Return what annotator.json says of it."""
        treebanks = {"train": self.train, "dev": [self.dev] if self.dev else []}
        return {
            "backend": "stanza",
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
    Raises ConfigError where it is absent or wrong. Whether Stanza knows the options of its programs
    is for `check_options`.
    """
    path = locate_recipe(str(name), ANNOTATOR_RECIPES)
    content = read_mapping(path, "a recipe must be a mapping of sections, with the key `backend`")
    if content.get("backend") != "stanza":
        raise ConfigError(
            "recipe.other-backend",
            f"`backend` must be stanza, not {content.get('backend')!r}",
            file=path,
        )
    check_names(content, _SECTIONS, "section", path)
    return Recipe(
        path.stem,
        path,
        _data(content.get("data"), path),
        {name: _options(content.get(name), name, path) for name in PROGRAMS},
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
        parser.allow_abbrev = False
        option_names = [text.lstrip("-") for text in parser._option_string_actions]
        check_names(options, option_names, f"option of `{processor}`", recipe.file)
        try:
            # Whether it takes a value, and which, is said by the parser, as an error in place of an
            # end of the program.
            with redirect_stderr(io.StringIO()) as said:
                parser.parse_args(command_line(options))
        except SystemExit:
            problem = said.getvalue().strip().rpartition("error: ")[2]
            raise ConfigError(
                "recipe.rejected-by-stanza", f"section `{processor}`: {problem}", file=recipe.file
            ) from None
    logger.setLevel(level)  # the training programs turn it up when they are imported


def _data(section: object, path: Path) -> Mapping[str, int | bool]:
    if section is None:
        return DATA
    if not isinstance(section, dict):
        raise ConfigError(
            "recipe.data-not-a-mapping",
            "the section `data` must be a mapping of setting: value",
            file=path,
        )
    check_names(section, DATA, "setting of `data`", path)
    for name, value in section.items():
        is_switch = isinstance(DATA[name], bool)
        if type(value) is not type(DATA[name]) or not (is_switch or value > 0):
            expected = "true or false" if is_switch else "a positive whole number"
            raise ConfigError(
                "recipe.data-setting-invalid",
                f"`{name}` of `data` must be {expected}, not {value!r}",
                file=path,
            )
    return {**DATA, **section}


def _options(section: object, processor: str, path: Path) -> Options:
    if section is None:
        return {}
    if not isinstance(section, dict):
        raise ConfigError(
            "recipe.section-not-a-mapping",
            f"the section `{processor}` must be a mapping of option: value",
            file=path,
        )
    for name, value in section.items():
        if str(name).startswith("-"):
            bare = str(name).lstrip("-")
            raise ConfigError(
                "recipe.option-spelling",
                f"option `{name}` of `{processor}`: write it as `{bare}`",
                file=path,
            )
        if name in RESERVED:
            raise ConfigError(
                "recipe.option-reserved",
                f"option `{name}` of `{processor}` is set by cdaflow itself",
                file=path,
                hint="remove it; files, language, vectors, device and seed are arguments of the "
                "command",
            )
        if not isinstance(value, str | int | float):
            raise ConfigError(
                "recipe.option-not-a-scalar",
                f"option `{name}` of `{processor}` must be a number, a text or true, not {value!r}",
                file=path,
            )
    return dict(section)
