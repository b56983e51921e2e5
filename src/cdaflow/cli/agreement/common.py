"""What the commands `cdaflow agreement ...` share: the lexicon, and how interventions are made."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.cli.values import positive

if TYPE_CHECKING:
    from cdaflow.agreement.method import Method
    from cdaflow.agreement.model import AgreementModel
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


def add_method(
    parser: argparse.ArgumentParser, *, log_alpha: bool = True, determiners: str = "none"
) -> None:
    """Add how interventions are made; `determiners`: the default of that option."""
    group = parser.add_argument_group("method")
    if log_alpha:
        group.add_argument(
            "--log-alpha", type=float, metavar="X",
            help="strength with which features are kept (default: the model's)",
        )  # fmt: skip
    group.add_argument(
        "--determiners", choices=("none", "gendered", "all"), default=determiners,
        help="determiners of the noun that are set with it whatever the model says: none, those "
        "with a gender, or all (default: %(default)s)",
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
        help="take the genders in the trees as they are: do not mend them by the lexicon, nor "
        "take them from participles that agree with nothing",
    )  # fmt: skip
    group.add_argument(
        "--no-contrast", action="store_true",
        help="count as changed what the model would change without any intervention, too",
    )  # fmt: skip
    group.add_argument("--plain", action="store_true", help="all four: the model alone")


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
) -> Method:
    """Return how interventions are made by the arguments of `add_method` and `add_lexicon`."""
    from cdaflow.agreement.intervention import Options
    from cdaflow.agreement.method import Method

    options = Options(
        log_alpha=getattr(arguments, "log_alpha", None), determiners=arguments.determiners
    )
    plain = arguments.plain
    return Method(
        model,
        options,
        words(arguments) if lexicon is None else lexicon,
        prepare=not (plain or arguments.no_prepare),
        things=not (plain or arguments.no_things),
        coreference=not (plain or arguments.no_coreference),
        contrast=not (plain or arguments.no_contrast),
    )


def set_threads(arguments: Any) -> None:
    """Let PyTorch use as many threads as --threads says."""
    import torch

    torch.set_num_threads(arguments.threads)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads."""
    parser.add_argument("--threads", type=positive, default=1, help="CPU threads (default: 1)")
