"""The settings of a Stanza recipe.

Beside `description` and `backend: stanza` it has the section `data` (see `DATA`) and one for each
processor, with the options of Stanza's training program of that processor by their long names
without dashes.
"""

from __future__ import annotations

import argparse
import importlib
import io
import logging
from collections.abc import Mapping
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import ConfigError
from cdaflow.io.config_files import check_names
from cdaflow.trees.models import Recipe

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
#: validate. harmonise: treebanks after the first take its usage (see cdaflow.trees.treebanks).
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
class Settings:
    """The checked sections of a recipe, with what it leaves open.

    `data`: the section of that name. `options`: processor -> options of its training program.
    """

    data: Mapping[str, int | bool]
    options: Mapping[str, Options]


def check_settings(recipe: Recipe) -> Settings:
    """Return the settings of a recipe; ConfigError where it is wrong or of another back end.

    Whether Stanza knows the options of its programs is for `check_options`.
    """
    if recipe.backend != "stanza":
        raise ConfigError("this recipe does not train Stanza", file=recipe.file)
    check_names(recipe.sections, _SECTIONS, "section", recipe.file)
    return Settings(
        _data(recipe.sections.get("data"), recipe.file),
        {name: _options(recipe.sections.get(name), name, recipe.file) for name in PROGRAMS},
    )


def command_line(options: Mapping[str, Value]) -> list[str]:
    """Return options as words of a command line, sorted by name; true is the bare option."""
    words: list[str] = []
    for name in sorted(options):
        value = options[name]
        words.append(f"--{name}" if value is True else f"--{name}={value}")
    return words


def check_options(settings: Settings, file: Path) -> None:
    """Raise ConfigError at an option or value that Stanza's programs do not know (imports them)."""
    logger = logging.getLogger("stanza")
    level = logger.level
    for processor, options in settings.options.items():
        parser: argparse.ArgumentParser = importlib.import_module(
            PROGRAMS[processor]
        ).build_argparse()
        parser.allow_abbrev = False
        known = [text.lstrip("-") for text in parser._option_string_actions]
        check_names(options, known, f"option of `{processor}`", file)
        try:
            # Whether it takes a value, and which, is said by the parser, as an error in place of an
            # end of the program.
            with redirect_stderr(io.StringIO()) as said:
                parser.parse_args(command_line(options))
        except SystemExit:
            problem = said.getvalue().strip().rpartition("error: ")[2]
            raise ConfigError(f"section `{processor}`: {problem}", file=file) from None
    logger.setLevel(level)  # the training programs turn it up when they are imported


def _data(section: object, path: Path) -> Mapping[str, int | bool]:
    if section is None:
        return DATA
    if not isinstance(section, dict):
        raise ConfigError("the section `data` is a mapping of setting: value", file=path)
    check_names(section, DATA, "setting of `data`", path)
    for name, value in section.items():
        is_switch = isinstance(DATA[name], bool)
        if type(value) is not type(DATA[name]) or not (is_switch or value > 0):
            wanted = "true or false" if is_switch else "a whole number from 1 up"
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
