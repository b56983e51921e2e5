"""The file of a method: what is scored and what counterfactuals are made with are one thing.

It says all that an intervention depends on beside lexicon and trees: the model (by its checksum),
log alpha and how it was chosen, determiners, the steps around the model, what gave the trees their
features. `cdaflow agreement choose` writes it; the commands that score and that make data read it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from cdaflow.agreement.evaluation import choose_log_alpha
from cdaflow.agreement.gold import Basis, Gold, gold
from cdaflow.agreement.intervention import Determiners, Options
from cdaflow.agreement.method import STEPS, Method
from cdaflow.agreement.model import AgreementModel
from cdaflow.agreement.pair_files import read_pairs
from cdaflow.agreement.words import Words
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest, write_json
from cdaflow.io.structured import MALFORMED, read_json
from cdaflow.statistics.signature import short

FORMAT = 1

#: What may have given trees their features; the values of `annotators.features`.
TREE_FEATURES = ("annotator", "udify", "udify-native")

Paths = Sequence[str | os.PathLike[str]]


def tuned(method: Method, dev: Gold, on: str, files: Sequence[str] = ()) -> Method:
    """Return the method with the log alpha that does best on development pairs.

    `on`: what the pairs are, for reports; `files`: the checksums of their files.

    Raises InputError as `choose_log_alpha` does.
    """
    log_alpha, tried = choose_log_alpha(dev, method)
    return method.with_log_alpha(
        log_alpha,
        {
            "chosen_on": on,
            "pairs": len(dev),
            "f1": {str(value): score for value, score in tried.items()},
            "files": list(files),
        },
    )


def tuned_on_files(method: Method, paths: Paths, basis: Basis = "forms", **kinds: Any) -> Method:
    """Return the method with the log alpha that does best on the pairs of files.

    `basis`, `kinds`: as `gold` has them. Raises what reading them and `tuned` raise.
    """
    digests = [digest(path) for path in paths]
    return tuned(method, gold(read_pairs(paths), basis, **kinds), short(*digests), digests)


def write_method(path: str | os.PathLike[str], method: Method) -> None:
    """Write the file of a method.

    Raises ConfigError where its model was trained on other trees than it would see: repaired ones
    (`preparation`) and trees as they are do not go together.
    """
    prepared = method.model.facts.get("prepared", method.prepare)
    if prepared != method.prepare:
        trees = {True: "repaired trees", False: "trees as they are"}
        raise ConfigError(
            f"the model was trained on {trees[bool(prepared)]}, this method gives it "
            f"{trees[method.prepare]}",
            hint="train it for the same method (cdaflow agreement train --method ...)",
        )
    write_json(path, {"format": FORMAT, **described(method)})


def described(method: Method) -> dict[str, Any]:
    """Return what a file and a report say of a method, as JSON values."""
    model = method.model
    return {
        "language": model.language,
        "model": {"parameterisation": model.name, "sha256": model.digest},
        "method": {"name": method.name, **method.named()},
        "log_alpha": {"value": method.log_alpha, **method.tuning},
    }


def read_method(path: str | os.PathLike[str], model: AgreementModel, words: Words | None) -> Method:
    """Return the method of a file, with its model and a lexicon.

    Raises InputError where the file is none; ConfigError where it is of another model, or has
    steps that need a lexicon and none is given.
    """
    content = read_json(path)
    try:
        if content["format"] != FORMAT:
            raise ValueError(f"format {content['format']!r}")
        method = _method(content, model, words)
        same = content["model"]["sha256"] == model.digest and content["language"] == model.language
        named = str(content["method"]["name"])
    except MALFORMED as error:
        raise InputError(
            f"this is no file of a method ({type(error).__name__}: {error})",
            file=path,
            hint="`cdaflow agreement choose` writes one",
        ) from None
    if not same:
        raise ConfigError(
            f"log alpha was chosen for another model than the {model.name} one that is given",
            file=path,
            hint="give the --model and --lang of `cdaflow agreement choose`, or run it again",
        )
    if method.name != named:
        raise ConfigError(
            f"the method {named!r} is {method.name!r} with the lexicon that is given",
            file=path,
            hint="give --word-list, --treebank or --lexicon as for `cdaflow agreement choose`",
        )
    return method


def _method(content: Mapping[str, Any], model: AgreementModel, words: Words | None) -> Method:
    """Return the method of the content of a file; one of MALFORMED where it has another shape."""
    named, log_alpha = content["method"], dict(content["log_alpha"])
    steps = {step: named[step] for step in STEPS}
    value = float(log_alpha.pop("value"))
    if not isinstance(log_alpha.get("files", []), list):
        raise TypeError("files")
    if not all(isinstance(taken, bool) for taken in steps.values()):
        raise ValueError(f"steps {steps}")
    for key, values in (("determiners", get_args(Determiners)), ("tree_features", TREE_FEATURES)):
        if named[key] not in values:
            raise ValueError(f"{key} {named[key]!r}")
    return Method(
        model,
        Options(log_alpha=value, determiners=named["determiners"]),
        words,
        tree_features=named["tree_features"],
        tuning=log_alpha,
        **steps,
    )
