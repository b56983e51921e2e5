"""Recipes: a model's Marian options under a name, in a YAML file.

A recipe has the sections `description` (a sentence), `train` and `decode` (Marian options by
their long names without dashes) and `gpu` (sections `train` and `decode` again, which replace
or add options where GPUs are used). One with `fine-tuning: true` only goes on from a base model:
it says nothing of the network, which is the base's, and decodes as the base does unless it says
otherwise. `symbols` lists marks in the text that the vocabulary keeps whole: they are added to a
new vocabulary, or to that of the base. With `average: N` the outcome is the average of the last N
checkpoints (Choubey et al. 2021, appendix A), as many as the training has, in place of the best one
by validation. `vocabularies: separate` makes one of each side, for languages of other scripts, in
place of a joint one. `used-subwords: true`, of a recipe for fine-tuning, trains the subwords of its
text alone; the others stay as the base has them, and with `alone` they are never written
(`cdaflow.nmt.used_subwords`). `valid-freq`,
`save-freq` and `disp-freq` may be in epochs, such as `1e` (`cdaflow.nmt.epochs`).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from cdaflow.errors import ConfigError
from cdaflow.io.config_files import check_names, locate_recipe, read_mapping
from cdaflow.io.files import nfc

Scalar = str | int | float | bool
Value = Scalar | list[Scalar]
Options = dict[str, Value]

_SECTIONS = (
    "description",
    "fine-tuning",
    "average",
    "vocabularies",
    "symbols",
    "used-subwords",
    "train",
    "decode",
    "gpu",
)


def names(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


#: Options that cdaflow gives itself, or that would take the run out of its hands.
RESERVED = {
    "train": names(
        "model train-sets vocabs log valid-log valid-sets cpu-threads devices seed config "
        "pretrained-model no-reload keep-best tempdir sync-sgd quiet help version dump-config "
        "build-info authors cite sigterm relative-paths interpolate-env-vars tsv tsv-fields "
        "ignore-model-config sqlite sqlite-drop guided-alignment"
    ),
    "decode": names(
        "models model vocabs input output log cpu-threads devices config quiet quiet-translation "
        "max-length-crop n-best alignment word-scores no-spm-decode help version dump-config "
        "build-info authors cite relative-paths interpolate-env-vars tsv tsv-fields "
        "ignore-model-config stat-freq force-decode"
    ),
}

#: What every vocabulary has, and what separates symbols on SentencePiece's command line.
_NO_SYMBOLS = ("<s>", "</s>", "<unk>")
_NOT_IN_SYMBOLS = re.compile(r"[\s,\"'\u2581]")

#: Options under every recipe. Without `overwrite` Marian keeps a model for each save-freq,
#: which fills a disk.
_TRAIN_DEFAULTS: Options = {"overwrite": True, "quiet-translation": True}

#: Translation options that every model has unless it says otherwise.
DECODE_DEFAULTS: Options = {
    "beam-size": 4,
    "mini-batch": 64,
    "maxi-batch": 100,
    "maxi-batch-sort": "src",
    "max-length": 500,
}


@dataclass(frozen=True)
class Recipe:
    """The Marian options of a model, checked; `file` is where they stand.

    `fine_tuning`: whether it needs a base model. `average`: how many of the last checkpoints are
    averaged; 0 for none. `symbols`: what the vocabulary keeps whole. `separate`: whether each side
    has a vocabulary of its own. `used_subwords`: whether only those of its text are trained.
    """

    name: str
    file: Path
    description: str
    train: Options
    decode: Options
    gpu_train: Options
    gpu_decode: Options
    fine_tuning: bool = False
    average: int = 0
    symbols: tuple[str, ...] = ()
    separate: bool = False
    used_subwords: bool | Literal["alone"] = False

    def train_options(self, *, gpu: bool = False) -> Options:
        """Return the training options: defaults, recipe, and its `gpu` section if asked for."""
        options = _TRAIN_DEFAULTS | self.train | (self.gpu_train if gpu else {})
        return options | {"overwrite": False} if self.average else options

    def decode_options(self, *, gpu: bool = False, base: Options | None = None) -> Options:
        """Return the translation options, put together in the same way.

        Those of `base`, a model that is fine-tuned, stand where the recipe does not replace them.
        """
        return DECODE_DEFAULTS | (base or {}) | self.decode | (self.gpu_decode if gpu else {})


def load_recipe(name: str | os.PathLike[str]) -> Recipe:
    """Read and check a recipe given by path, or by name (config/recipes/NAME.yaml).

    A name is looked up in config/recipes of the working folder, then of the source tree.
    Raises ConfigError where it is absent or wrong.
    """
    path = locate_recipe(str(name))
    content = read_mapping(
        path, "a recipe must be a mapping with the sections " + ", ".join(_SECTIONS)
    )
    check_names(content, _SECTIONS, "section", path)
    if "train" not in content and "decode" not in content:
        raise ConfigError(
            "recipe.no-sections", "the recipe has neither a section `train` nor `decode`", file=path
        )
    gpu = content.get("gpu") or {}
    if not isinstance(gpu, dict):
        raise ConfigError(
            "recipe.misplaced-sections",
            "the section `gpu` may hold only the sections `train` and `decode`",
            file=path,
        )
    check_names(gpu, ("train", "decode"), "section of `gpu`", path)
    fine_tuning = content.get("fine-tuning", False)
    if not isinstance(fine_tuning, bool):
        raise ConfigError(
            "recipe.fine-tuning-not-boolean",
            f"`fine-tuning` must be true or false, not {fine_tuning!r}",
            file=path,
        )
    average = content.get("average", 0)
    if "average" in content and (type(average) is not int or average < 2):
        raise ConfigError(
            "recipe.average-out-of-range",
            f"`average` must be a number of checkpoints, 2 or more, not {average!r}",
            file=path,
        )
    return Recipe(
        name=path.stem,
        file=path,
        description=str(content.get("description", "")).strip(),
        train=_options(content.get("train"), "train", path),
        decode=_options(content.get("decode"), "decode", path),
        gpu_train=_options(gpu.get("train"), "train", path),
        gpu_decode=_options(gpu.get("decode"), "decode", path),
        fine_tuning=fine_tuning,
        average=average,
        symbols=_symbols(content.get("symbols", []), path),
        separate=_separate(content, path),
        used_subwords=_used_subwords(content, path),
    )


def _used_subwords(content: Mapping[str, object], path: Path) -> bool | Literal["alone"]:
    value = content.get("used-subwords", False)
    if value != "alone" and not isinstance(value, bool):
        raise ConfigError(
            "recipe.used-subwords-unknown",
            f"`used-subwords` must be true, false or alone, not {value!r}",
            file=path,
        )
    if value and not content.get("fine-tuning"):
        raise ConfigError(
            "recipe.used-subwords-without-base",
            "`used-subwords` reduces the vocabulary of a base, so it needs `fine-tuning: true`",
            file=path,
        )
    return "alone" if value == "alone" else bool(value)


def with_symbols(recipe: Recipe, symbols: Sequence[str]) -> Recipe:
    """Return a recipe with further symbols; ConfigError for one that cannot be kept whole."""
    every = list(dict.fromkeys([*recipe.symbols, *symbols]))
    return replace(recipe, symbols=_symbols(every, recipe.file))


def command_line(options: Mapping[str, Value]) -> list[str]:
    """Return options as words of a command line, sorted by name.

    True is the bare option, False `--name=false`, a list several words after the option.
    """
    words: list[str] = []
    for name in sorted(options):
        value = options[name]
        if value is True:
            words.append(f"--{name}")
        elif isinstance(value, list):
            words += [f"--{name}", *map(str, value)]
        elif value is False:
            words.append(f"--{name}=false")
        elif str(value).startswith("-"):
            words.append(f"--{name}={value}")
        else:
            words += [f"--{name}", str(value)]
    return words


def device_options(threads: int, gpus: Sequence[int]) -> Options:
    """Return the options that say where to compute: on `gpus`, else on `threads` of the CPU."""
    if gpus:
        return {"devices": [str(number) for number in gpus]}
    return {"cpu-threads": max(1, threads)}


def check_known(options: Mapping[str, Value], supported: Iterable[str], file: Path) -> None:
    """Raise ConfigError at an option not in `supported`; if that is empty, nothing is checked."""
    supported = sorted(supported)
    if supported:  # else Marian itself judges
        check_names(options, supported, "Marian option", file)


def options_digest(options: Mapping[str, Value]) -> str:
    """Return the SHA-256 of options, the same for the same names and values in any order."""
    text = json.dumps(options, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _separate(content: Mapping[str, object], path: Path) -> bool:
    """Return whether each side has a vocabulary; ConfigError where the rest does not allow it."""
    value = content.get("vocabularies", "joint")
    if value not in ("joint", "separate"):
        raise ConfigError(
            "recipe.vocabularies-unknown",
            f"`vocabularies` must be joint or separate, not {value!r}",
            file=path,
        )
    if "vocabularies" in content and content.get("fine-tuning"):
        raise ConfigError(
            "recipe.vocabularies-of-base",
            "`vocabularies` does not apply to fine-tuning: a base brings its own vocabularies",
            file=path,
            hint="remove it",
        )
    train = content.get("train")
    options = train if isinstance(train, dict) else {}
    shared = [name for name in ("tied-embeddings-all", "tied-embeddings-src") if options.get(name)]
    if value == "separate" and shared:
        raise ConfigError(
            "recipe.tied-separate-vocabularies",
            f"`{shared[0]}` ties embeddings that two separate vocabularies do not share",
            file=path,
            hint="use tied-embeddings, which ties target and output, or vocabularies: joint",
        )
    return value == "separate"


def _symbols(value: object, path: Path) -> tuple[str, ...]:
    """Return the symbols of a recipe; ConfigError for one that SentencePiece cannot keep whole."""
    if not isinstance(value, list) or not all(isinstance(symbol, str) for symbol in value):
        raise ConfigError(
            "recipe.symbols-not-a-list",
            f"`symbols` must be a list of texts, not {value!r}",
            file=path,
        )
    symbols = tuple(map(nfc, value))
    for symbol in symbols:
        if not symbol or symbol in _NO_SYMBOLS or _NOT_IN_SYMBOLS.search(symbol):
            raise ConfigError(
                "recipe.symbol-invalid",
                f"{symbol!r} of `symbols`: a symbol must not contain blanks, commas or quotation "
                "marks, or be a symbol of SentencePiece itself",
                file=path,
            )
    if len(set(symbols)) < len(symbols):
        raise ConfigError("recipe.symbol-duplicate", "`symbols` names a symbol twice", file=path)
    return symbols


def _options(section: object, kind: str, path: Path) -> Options:
    if section is None:
        return {}
    if not isinstance(section, dict):
        raise ConfigError(
            "recipe.section-no-mapping",
            f"the section `{kind}` must be a mapping of option: value",
            file=path,
        )
    options: Options = {}
    for name, value in section.items():
        bare = str(name).lstrip("-")
        if bare != name:
            raise ConfigError(
                "recipe.option-with-dashes",
                f"option `{name}` of `{kind}`: write it as `{bare}`",
                file=path,
            )
        if name in RESERVED[kind]:
            raise ConfigError(
                "recipe.option-reserved",
                f"option `{name}` of `{kind}` is set by cdaflow itself",
                file=path,
                hint="remove it; files, threads, GPUs and seed are arguments of the command",
            )
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(v, str | int | float) for v in values):
            raise ConfigError(
                "recipe.option-value-type",
                f"option `{name}` of `{kind}` must be a number, text, true, false or a list of "
                f"these, not {value!r}",
                file=path,
            )
        options[name] = value
    return options
