"""What the parts of a configuration ask of each other."""

from __future__ import annotations

from typing import Any

from cdaflow.config.corrected import ENGLISH_TEXTS, MONOLINGUAL, SITUATIONS, Corrected
from cdaflow.config.datasets import OF_COUNTERFACTUALS, OF_MONOLINGUAL, PARALLEL, DataSet
from cdaflow.config.fields import Paths, check_name, fault, forbid
from cdaflow.config.keys import Keys
from cdaflow.config.outside import Outside
from cdaflow.config.system_checks import (
    check_languages,
    check_systems,
    check_translator,
    circle,
)
from cdaflow.config.systems import Own, Trained

#: Where the monolingual text of the embedded corpus is.
_DEMO_MONO = "{results}/demo/mono/"


def check_whole(config: Keys, paths: Paths) -> None:
    """Check what the parts of a configuration ask of each other; `paths`: its paths.

    Raises a fault, with its key, at the first thing that does not fit.
    """
    _check_text(config)
    _check_trees(config)
    _check_monolingual(config)
    _check_compat(config)
    for name, dataset in config.datasets.items():
        _check_dataset(config, name, dataset)
    for name, dataset in config.datasets.items():
        if dataset.size_of:
            key = f"datasets.{name}.{dataset.kind}.size_of"
            check_name("data-set.unknown", dataset.size_of, config.datasets, key)
    for name in config.datasets:
        chain = circle(name, lambda other: filter(None, [config.datasets[other].size_of]))
        forbid(
            chain,
            "dataset.size-circular",
            f"the sizes refer to each other in a circle: {chain}",
            key=f"datasets.{name}",
        )
    check_systems(config, paths)


#: Sections that read the training text, or make systems of it.
_OF_TEXT = (
    "agreement",
    "alternatives",
    "annotators",
    "bias",
    "counterfactual",
    "datasets",
    "gfst",
    "lm",
)


def _check_text(config: Keys) -> None:
    """Raise where there is no parallel text and something needs it."""
    if config.corpora.train:
        return
    trained = [
        f"systems.{name}"
        for name, system in config.systems.items()
        if not isinstance(system, (Outside, Own))
    ]
    needing = [*trained, *(name for name in _OF_TEXT if getattr(config, name))]
    forbid(
        needing,
        "training-text.needed",
        f"there is no training text, but {', '.join(needing)} "
        f"{'needs' if len(needing) == 1 else 'need'} it",
        hint="add parallel text (corpora: train, dev); without it, only existing translations, "
        "programs and your own models are scored",
        key="corpora",
    )


def _check_trees(config: Keys) -> None:
    forbid(
        config.agreement is not None and config.annotators is None,
        "agreement.no-annotator",
        "agreement models are trained on trees, but no annotator is configured to make them",
        hint="configure one under the key annotators",
        key="agreement",
    )
    if config.agreement and config.annotators and config.annotators.origin == "gold":
        for name, pairs in {
            **(config.agreement.pairs or {}),
            "tune": config.agreement.tune,
        }.items():
            forbid(
                pairs and pairs.kind != "trees",
                "agreement.pairs-without-gold-trees",
                f"pairs {name!r}: the gold trees do not contain these sentences",
                hint="use models that annotate them (annotators.backend: stanza)",
                key="agreement",
            )
    forbid(
        config.counterfactual is not None and config.agreement is None,
        "counterfactual.no-agreement",
        "counterfactuals require models of agreement and inflection, but none are configured",
        hint="add the key agreement ({} will do), and annotators",
        key="counterfactual",
    )
    forbid(
        config.alternatives is not None and config.agreement is None,
        "alternatives.no-agreement",
        "translations are rewritten by models of agreement and inflection, but none are configured",
        hint="add the key agreement ({} will do), and annotators",
        key="alternatives",
    )
    forbid(
        config.lm is not None and config.lm.copies and config.agreement is None,
        "counterfactual.no-agreement",
        "counterfactuals require models of agreement and inflection, but none are configured",
        hint="add the key agreement ({} will do), and annotators; or train on the text "
        "alone (lm.systems: [original])",
        key="lm",
    )
    tagged = config.alternatives and config.alternatives.tagged
    if tagged and not isinstance(config.systems.get(tagged.system), Trained):
        trained = [name for name, system in config.systems.items() if isinstance(system, Trained)]
        raise fault(
            "system.unknown-trained",
            f"there is no trained system {tagged.system!r}",
            hint=f"trained systems: {', '.join(trained) or 'none'}",
            key="alternatives.tagged.system",
        )
    if tagged and config.alternatives:
        check_languages(
            config,
            tagged.system,
            config.alternatives.languages or (),
            "alternatives.tagged.system",
        )
    forbid(
        config.counterfactual and config.counterfactual.alignments and not config.align_with,
        "candidate.too-few-to-align",
        "there are too few candidates to align them without other text",
        hint="set how many training pairs are aligned with them (align_with: 20000), or leave "
        "the key out",
        key="counterfactual.alignments",
    )


def _check_compat(config: Keys) -> None:
    from cdaflow.scoring.compat import LANGUAGES

    unknown = [language for language in config.languages if language not in LANGUAGES]
    forbid(
        config.compat and unknown,
        "compat.language-unsupported",
        f"the original tool has no rules for {', '.join(unknown)}",
        hint=f"it supports {', '.join(LANGUAGES)}; leave the key out",
        key="compat",
    )


def _check_monolingual(config: Keys) -> None:
    if config.gfst is None:
        forbid(
            config.monolingual is not None,
            "monolingual.not-used",
            "monolingual text is configured but not used",
            hint="add the key gfst ({} will do), or remove monolingual",
            key="monolingual",
        )
        return
    if config.monolingual is None or not config.monolingual.source:
        raise fault(
            "monolingual.no-english",
            "there is no monolingual English text to translate",
            hint="add some: monolingual: {source: [{name: news, text: news.en.gz}]}",
            key="gfst",
        )
    check_translator(config, config.gfst.system, "gfst.system")
    for language in ("en", *config.languages):
        files = [
            path for corpus in config.monolingual.texts(language) for path in corpus.files(language)
        ]
        forbid(
            not config.demo.mono
            and any(
                path.startswith(_DEMO_MONO.format(results=config.pathvars.results))
                for path in files
            ),
            "monolingual.not-in-demo",
            "the embedded corpus has no monolingual text by default",
            hint="set the number of sentences (demo: {mono: 20000})",
            key="monolingual",
        )
    for language, analyser in (config.gfst.analyser or {}).items():
        key = f"gfst.analyser.{language}"
        forbid(
            analyser == "annotator" and config.annotators is None,
            "analyser.no-annotator",
            "this analyser reads trees, but no annotator is configured to make them",
            hint="configure one under the key annotators, or set analyser: lexicon",
            key=key,
        )
        forbid(
            analyser == "annotator" and config.annotators and config.annotators.origin == "gold",
            "analyser.translations-without-gold-trees",
            "there are no gold trees of translations",
            hint="use models that annotate them (annotators.backend: stanza), or set analyser: "
            "lexicon",
            key=key,
        )


def _check_dataset(config: Keys, name: str, dataset: DataSet) -> None:
    key = f"datasets.{name}"
    forbid(
        name == PARALLEL,
        "dataset.name-reserved",
        "this name is reserved for the training text",
        key=key,
    )
    forbid(
        dataset.kind in OF_COUNTERFACTUALS and config.counterfactual is None,
        "dataset.no-counterfactuals",
        "this data set consists of counterfactuals, but none are configured",
        hint="add the key counterfactual ({} will do), agreement and annotators",
        key=key,
    )
    key = f"{key}.{dataset.kind}"
    for language in config.languages:
        lacking = dataset.lacking(language)
        forbid(
            lacking and config.is_made(name, language),
            "dataset.none-for-language",
            f"no file for {language!r}",
            key=f"{key}.{lacking}",
        )
    if dataset.kind in OF_COUNTERFACTUALS and config.counterfactual:
        per_profession, most = dataset.settings.per_profession, config.counterfactual.per_profession
        forbid(
            0 < most < per_profession,
            "dataset.too-many-per-profession",
            f"{per_profession} exceeds counterfactual.per_profession ({most})",
            hint="raise counterfactual.per_profession, and its candidates with it",
            key=f"{key}.per_profession",
        )
    forbid(
        dataset.kind in OF_MONOLINGUAL and config.gfst is None,
        "dataset.no-monolingual",
        "this data set is made from monolingual text, but none is configured",
        hint="add the keys monolingual and gfst",
        key=key,
    )
    if dataset.kind == "bias":
        _check_control(config, dataset.settings, key)
    if dataset.forward is not None:
        check_translator(config, dataset.forward.system, f"{key}.system")
    if dataset.corrected is not None:
        _check_corrected(config, dataset.corrected, key)
    made_in = [language for language in config.languages if config.is_made(name, language)]
    if translator := config.translator_of(name):
        check_languages(config, translator, made_in, key)
    if dataset.gfst and dataset.gfst.direction == "back" and config.monolingual:
        for language in made_in:
            forbid(
                not config.monolingual.texts(language),
                "monolingual.none-in-target-language",
                f"there is no monolingual text in {language!r} to translate back",
                hint="add some: monolingual: {target: [{name: news, text: news.{lang}.gz}]}",
                key=key,
            )


def _check_corrected(config: Keys, section: Corrected, key: str) -> None:
    """Raise where nothing agrees, translates, or has the English of a data set."""
    forbid(
        config.agreement is None,
        "corrected.no-agreement",
        "correcting persons requires models of agreement and inflection, but none are configured",
        hint="add the key agreement ({} will do), and annotators",
        key=key,
    )
    check_translator(config, section.system, f"{key}.system")
    forbid(
        section.text == MONOLINGUAL and config.gfst is None,
        "dataset.no-monolingual",
        "this data set is made from monolingual text, but none is configured",
        hint="add the keys monolingual and gfst",
        key=f"{key}.text",
    )
    texts = (*ENGLISH_TEXTS, SITUATIONS)
    if section.text not in texts:
        check_name("text.unknown", section.text, [*texts, *config.datasets], f"{key}.text")
        forbid(
            config.datasets[section.text].kind != "handcrafted",
            "corrected.pronouns-of-unknown-person",
            f"the data set {section.text!r} does not record which person each English pronoun "
            "refers to",
            hint=f"name a data set of the kind handcrafted, or {', '.join(texts)}",
            key=f"{key}.text",
        )


def _check_control(config: Keys, section: Any, key: str) -> None:
    """Raise where pairs are left out by their bias and no data set leaves out random ones."""
    expected = {"scores": section.scores, "criterion": "random", "drop": section.drop}
    for other in config.datasets.values():
        settings = other.settings
        if other.kind == "bias" and all(getattr(settings, k) == v for k, v in expected.items()):
            return
    raise fault(
        "dataset.no-random-control",
        "the effect of removing these pairs cannot be judged without a random control",
        hint=f"add a data set {{bias: {{criterion: random, drop: {section.drop:g}, scores: as "
        "here}}",
        key=key,
    )
