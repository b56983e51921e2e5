"""What the commands `cdaflow agreement ...` share: the lexicon, and how interventions are made."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.cli.values import positive

if TYPE_CHECKING:
    from cdaflow.agreement.model import AgreementModel
    from cdaflow.agreement.pipeline import InterventionPipeline
    from cdaflow.agreement.words import Words


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the language."""
    parser.add_argument("--lang", required=True, help="ISO 639-1")


def add_lexicon(parser: argparse.ArgumentParser) -> None:
    """Add what tells of the forms of words."""
    group = parser.add_argument_group(
        "lexicon",
        "What tells which nouns have both genders, and the forms; without it nouns of things may "
        "change, nothing is known of who is who, and no form is made.",
    )
    group.add_argument(
        "--word-list", nargs="+", type=Path, default=[], metavar="TSV",
        help="lists such as config/wordlists/professions.es.tsv",
    )  # fmt: skip
    group.add_argument("--treebank", nargs="+", type=Path, default=[], metavar="CONLLU")
    group.add_argument(
        "--lexicon", nargs="+", type=Path, default=[], metavar="FILE",
        help="lemma, form and UniMorph features, with tabs between",
    )  # fmt: skip
    group.add_argument(
        "--inflection-model", type=Path, metavar="NPZ",
        help="of `cdaflow inflect train`, for forms that no lexicon has",
    )  # fmt: skip


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add the model of agreement, see `load`."""
    parser.add_argument(
        "--model", required=True, metavar="MODEL.npz", help="a model, or base: the hard-coded one"
    )


def add_changes(parser: argparse.ArgumentParser) -> None:
    """Add which words of pairs must change."""
    parser.add_argument(
        "--changes", choices=("forms", "tags"), default="forms",
        help="which words must change: those written otherwise (default), or, if the trees of the "
        "pairs are gold, those with another gender",
    )  # fmt: skip


def add_method(
    parser: argparse.ArgumentParser,
    *,
    log_alpha: bool = True,
    determiners: str = "none",
    file: bool = True,
) -> None:
    """Add how interventions are made.

    `log_alpha`, `file`: whether a log alpha and the file of a method can be given; `determiners`:
    the default of that option.
    """
    group = parser.add_argument_group("method")
    if file:
        group.add_argument(
            "--method-file", type=Path, metavar="METHOD.json",
            help="of `cdaflow agreement choose`: it says all of the following",
        )  # fmt: skip
    group.add_argument(
        "--method", choices=("paper", "full"),
        help="paper: the model alone, as in Zmigrod et al. 2019 and Naik et al. 2023; full: with "
        "the four steps around it that are named below (default)",
    )  # fmt: skip
    if log_alpha:
        group.add_argument(
            "--log-alpha", type=float, metavar="X",
            help="strength with which features are kept (default: the model's)",
        )  # fmt: skip
    group.add_argument(
        "--determiners", choices=("none", "gendered", "all"),
        help="determiners of the noun that are set with it whatever the model says: none, those "
        f"with a gender, or all, as in Naik et al. 2023 (default: {determiners})",
    )  # fmt: skip
    group.add_argument(
        "--no-coreference", action="store_true",
        help="do not set what is said of the person (predicates, pronouns) with the noun",
    )  # fmt: skip
    group.add_argument(
        "--no-things", action="store_true",
        help="let nouns change that the lexicon does not have in another gender",
    )  # fmt: skip
    group.add_argument(
        "--no-prepare", action="store_true",
        help="take the trees as they are: do not mend genders by the lexicon, nor take them from "
        "participles that agree with nothing",
    )  # fmt: skip
    group.add_argument(
        "--no-contrast", action="store_true",
        help="count as changed what the model would change without any intervention, too",
    )  # fmt: skip
    parser.set_defaults(default_determiners=determiners)


def steps(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return whether each step around the model is taken, by the arguments of `add_method`.

    Raises ConfigError where --method paper, which has none, is to lack one.
    """
    from cdaflow.agreement.pipeline import METHODS, STEPS
    from cdaflow.errors import ConfigError

    left_out = [step for step in STEPS if getattr(arguments, f"no_{step}")]
    if arguments.method == "paper" and left_out:
        raise ConfigError(
            f"--method paper has no step {left_out[0]} that could be left out",
            hint=f"leave --no-{left_out[0]} away, or take --method full",
        )
    taken = METHODS[arguments.method or "full"]
    return {step: step in taken and step not in left_out for step in STEPS}


def words(arguments: argparse.Namespace) -> Words | None:
    """Return what the options of the lexicon name, None for nothing."""
    from cdaflow.agreement.words import Words
    from cdaflow.errors import ConfigError
    from cdaflow.inflection.inflector import Inflector, Model
    from cdaflow.inflection.lexicon import Lexicon
    from cdaflow.inflection.treebank import treebank_entries
    from cdaflow.inflection.unimorph import read_unimorph
    from cdaflow.inflection.wordlists import read_word_list
    from cdaflow.languages import get
    from cdaflow.trees import read_conllu

    if not (arguments.word_list or arguments.treebank or arguments.lexicon):
        if arguments.inflection_model is not None:
            raise ConfigError("--inflection-model is used beside a lexicon, none is given")
        return None
    language = get(arguments.lang)
    entries = [entry for path in arguments.word_list for entry in read_word_list(path, language)]
    for path in arguments.treebank:
        entries += treebank_entries(read_conllu(path), path.name)
    for path in arguments.lexicon:
        entries += read_unimorph(path)
    model: Model | None = None
    if arguments.inflection_model is not None:
        from cdaflow.inflection.transducer.model import load_transducer

        model = load_transducer(arguments.inflection_model, arguments.lang)
    return Words(Inflector(arguments.lang, Lexicon(entries), model))


def load(name: str, language: str) -> AgreementModel:
    """Return the model of a file, or BASE for "base".

    Raises ConfigError where it is of another language.
    """
    from cdaflow.agreement.model import base_model, load_model
    from cdaflow.errors import ConfigError

    if name == "base":
        return base_model(language)
    model = load_model(name)
    if model.language != language:
        raise ConfigError(
            f"this is a model of {model.language!r}, {language!r} is wanted",
            file=name,
            hint="give the model or the --lang that fits",
        )
    return model


def method(
    arguments: argparse.Namespace, model: AgreementModel, lexicon: Words | None = None
) -> InterventionPipeline:
    """Return how interventions are made by the arguments of `add_method` and `add_lexicon`.

    Raises ConfigError where the file of a method and an option both say it.
    """
    from cdaflow.agreement.intervention import Options
    from cdaflow.agreement.pipeline import InterventionPipeline

    known = words(arguments) if lexicon is None else lexicon
    if getattr(arguments, "method_file", None) is not None:
        return _from_file(arguments, model, known)
    options = Options(log_alpha=getattr(arguments, "log_alpha", None))
    determiners = arguments.determiners or arguments.default_determiners
    features = getattr(arguments, "tree_features", "annotator")
    return InterventionPipeline(
        model, options, known, determiners, tree_features=features, **steps(arguments)
    )


def _from_file(
    arguments: argparse.Namespace, model: AgreementModel, known: Words | None
) -> InterventionPipeline:
    from cdaflow.agreement.pipeline import STEPS, read_pipeline
    from cdaflow.errors import ConfigError

    for name in ("method", "log_alpha", "determiners", *(f"no_{step}" for step in STEPS)):
        if getattr(arguments, name) not in (None, False):
            option = "--" + name.replace("_", "-")
            raise ConfigError(
                f"{option}: the file of a method says this",
                file=str(arguments.method_file),
                hint=f"leave {option} away, or --method-file",
            )
    return read_pipeline(arguments.method_file, model, known)


def set_threads(arguments: Any) -> None:
    """Let PyTorch use as many threads as --threads says."""
    import torch

    torch.set_num_threads(arguments.threads)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads."""
    parser.add_argument("--threads", type=positive, default=1, help="CPU threads (default: 1)")
