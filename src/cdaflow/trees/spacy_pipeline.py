"""A spaCy pipeline that makes UD trees of given words: its settings and how it is built.

The pipeline is always built from checked numbers by the code here. A model folder gives
weights, labels and strings alone (msgpack and JSON): spaCy's config.cfg, which could name any
registered function, is never read back, and nothing is unpickled.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.trees.spacy_words import blank_pipeline

Setting = int | float | bool | list[int]

#: Section -> setting -> what it is unless set. Whole numbers are at least 1 (those of `_ZERO`
#: at least 0); learn_rate and dropout are from 0 to 1.
SETTINGS: Mapping[str, Mapping[str, Setting]] = {
    "data": {"max_words": 120, "dev_sentences": 300, "harmonise": True},
    "network": {
        "width": 96,
        "depth": 4,
        "window": 1,
        "rows": [5000, 1000, 2500, 2500],
        "parser_hidden": 64,
        "min_action_freq": 5,
        "min_tree_freq": 2,
    },
    "training": {
        "steps": 1200,
        "batch_words": 1000,
        "learn_rate": 0.002,
        "warmup_steps": 100,
        "dropout": 0.1,
        "eval_steps": 200,
    },
}

#: What the embedding of a word is made of; `rows` has a number for each.
_ATTRIBUTES = ("NORM", "PREFIX", "SUFFIX", "SHAPE")

_ZERO = ("warmup_steps", "dev_sentences")

#: No number of a recipe is larger: one of a foreign folder must not take all memory.
_LIMIT = 1_000_000
_NETWORK_LIMITS = {"width": 2048, "depth": 32, "window": 8, "parser_hidden": 4096}

Settings = Mapping[str, Mapping[str, Any]]


def check_settings(recipe: Mapping[str, Any], file: str | os.PathLike[str] | None) -> Settings:
    """Return the settings of a recipe (a mapping of sections) with what it leaves open.

    Raises ConfigError, with `file`, at an unknown section or setting and at a wrong value.
    """
    if recipe.get("backend") != "spacy":
        raise ConfigError("this recipe does not train spaCy (`backend: spacy`)", file=file)
    _check_names(recipe, ("description", "backend", *SETTINGS), "section", file)
    checked: dict[str, dict[str, Any]] = {}
    for section, known in SETTINGS.items():
        given = recipe.get(section)
        if given is None:
            given = {}
        if not isinstance(given, Mapping):
            raise ConfigError(f"the section `{section}` is a mapping of setting: value", file=file)
        _check_names(given, known, f"setting of `{section}`", file)
        for name, value in given.items():
            if problem := _fault(name, value, known[name]):
                raise ConfigError(f"`{name}` of `{section}` is {problem}, not {value!r}", file=file)
        checked[section] = {**known, **given}
    return checked


def _fault(name: str, value: object, default: Setting) -> str | None:
    """Return what is wanted where a value is not that, None where it is."""
    if isinstance(default, bool):
        return None if isinstance(value, bool) else "true or false"
    if isinstance(default, list):
        fits = isinstance(value, list) and len(value) == len(default)
        if fits and all(type(x) is int and 1 <= x <= _LIMIT for x in value):  # type: ignore[attr-defined]
            return None
        return f"a list of {len(default)} whole numbers from 1 to {_LIMIT}"
    if isinstance(default, float):
        fits = isinstance(value, int | float) and not isinstance(value, bool)
        return None if fits and 0 <= value < 1 else "a number from 0 to 1"  # type: ignore[operator]
    least, most = (0 if name in _ZERO else 1), _NETWORK_LIMITS.get(name, _LIMIT)
    if type(value) is int and least <= value <= most:
        return None
    return f"a whole number from {least} to {most}"


def _check_names(
    given: Mapping[Any, Any], known: Any, what: str, file: str | os.PathLike[str] | None
) -> None:
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(str(name), list(known), n=1)
            guess = f"; did you mean `{close[0]}`?" if close else ""
            raise ConfigError(
                f"unknown {what} `{name}`{guess}",
                file=file,
                hint=f"there are: {', '.join(known)}",
            )


def build_pipeline(language: str, network: Mapping[str, Any]) -> Any:
    """Return an untrained pipeline: tok2vec, morphologizer, trainable_lemmatizer, parser.

    `network`: the checked section of that name. Raises ConfigError as `blank_pipeline` does.
    """
    nlp = blank_pipeline(language)
    width = network["width"]
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": width}
    tagger = {"@architectures": "spacy.Tagger.v2", "tok2vec": listener, "nO": None}
    nlp.add_pipe("tok2vec", config={"model": _tok2vec(network)})
    nlp.add_pipe("morphologizer", config={"model": tagger})
    nlp.add_pipe(
        "trainable_lemmatizer",
        config={"model": tagger, "min_tree_freq": network["min_tree_freq"], "top_k": 3},
    )
    nlp.add_pipe(
        "parser",
        config={
            "min_action_freq": network["min_action_freq"],
            "model": {
                "@architectures": "spacy.TransitionBasedParser.v2",
                "state_type": "parser",
                "extra_state_tokens": False,
                "hidden_width": network["parser_hidden"],
                "maxout_pieces": 2,
                "use_upper": True,
                "nO": None,
                "tok2vec": listener,
            },
        },
    )
    return nlp


def load_weights(nlp: Any, folder: Path) -> None:
    """Load what `nlp.to_disk(folder)` wrote into a pipeline of `build_pipeline`.

    `nlp.from_disk` would take over config.cfg as well. Raises whatever spaCy, thinc, msgpack and
    numpy do at files that are damaged.
    """
    nlp.vocab.from_disk(folder / "vocab")
    nlp.tokenizer.from_disk(folder / "tokenizer", exclude=["vocab"])
    for name, component in nlp.pipeline:
        component.from_disk(folder / name, exclude=["vocab"])


def _tok2vec(network: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": network["width"],
            "attrs": list(_ATTRIBUTES),
            "rows": list(network["rows"]),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": network["width"],
            "depth": network["depth"],
            "window_size": network["window"],
            "maxout_pieces": 3,
        },
    }
