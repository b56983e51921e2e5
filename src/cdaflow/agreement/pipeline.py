"""How interventions are made: the model, its settings, and the steps of ours around it.

The method of the papers (Zmigrod et al. 2019, section 4; Naik et al. 2023, section 4.2) takes the
trees as they are, sets the noun, and its determiners where asked to, and changes what the field
infers. That is "paper": none of the steps below. "full" has all of them.

The file of a pipeline says all that an intervention depends on beside lexicon and trees: the model
(by its checksum), log alpha and how it was chosen, determiners, the steps around the model, what
gave the trees their features. `cdaflow agreement choose` writes it; the commands that score and
that make data read it, so that both do the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from cdaflow.agreement.intervention import (
    Change,
    InterventionRequest,
    InterventionResult,
    Options,
    intervene_all,
)
from cdaflow.agreement.model import AgreementModel
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import MALFORMED, read_json, write_json
from cdaflow.syntax.coreference import (
    coreference_clusters,
    genders_of_conjuncts,
)
from cdaflow.syntax.predicates import predicates_of_speakers
from cdaflow.syntax.repairs import repair_genders
from cdaflow.trees import Sentence, Token

FORMAT = 1

#: Which determiners of an intervened noun are set to its gender whatever the model says.
Determiners = Literal["none", "gendered", "all"]

#: What may have given trees their features; the values of `annotators.features`.
TREE_FEATURES = ("annotator", "udify", "udify-native")

#: The steps around the model, and the named methods: which of these steps each takes.
STEPS = ("prepare", "things", "coreference", "contrast")
METHODS: Mapping[str, frozenset[str]] = {"paper": frozenset(), "full": frozenset(STEPS)}


@dataclass(frozen=True)
class InterventionPipeline:
    """How interventions are made with a model.

    `determiners`: "gendered" sets those that have a gender and whose head is an intervened word to
    the same gender, "all" those without one too (Naik et al. 2023, section 4.2, found that the
    model seldom marks them in French and Italian); "none" leaves them to the model.

    `words`: what the lexicon knows; without it nothing below but `prepare` in part is possible.
    `prepare`: repair the genders of the tree first, see `cdaflow.syntax.repairs`. `things`: keep
    nouns that the lexicon does not have in another gender. `coreference`: against the edges of the
    tree, set what is said of the person too (see `cdaflow.syntax.coreference`), keep what is said
    of others, and take a determiner for that of the word that it agrees with;
    `pronouns`: personal pronouns and what is said of them among that. `contrast`: leave out what
    the model would change without any intervention. `tree_features`: what gave the trees their
    features, as `annotators.features` of a configuration has it. `tuning`: how log alpha was
    chosen, for reports (JSON values).
    """

    model: AgreementModel
    options: Options = field(default_factory=Options)
    words: SentenceInflector | None = None
    determiners: Determiners = "none"
    prepare: bool = True
    things: bool = True
    coreference: bool = True
    contrast: bool = True
    pronouns: bool = True
    tree_features: str = "annotator"
    tuning: Mapping[str, Any] = field(default_factory=lambda: {"chosen_on": None})

    def __post_init__(self) -> None:
        if self.determiners not in get_args(Determiners):
            raise ConfigError(
                "determiners.unknown",
                f"expected determiners none, gendered or all, found {self.determiners!r}",
            )

    @property
    def name(self) -> str:
        """The name among METHODS, "partial" for other choices of steps."""
        taken = frozenset(step for step in STEPS if self.named()[step])
        return next((name for name, steps in METHODS.items() if steps == taken), "partial")

    def named(self) -> dict[str, Any]:
        """Return the settings by name, as reports have them."""
        return {
            "log_alpha": self.log_alpha,
            "determiners": self.determiners,
            "prepare": self.prepare,
            "things": self.things and self.words is not None,
            "coreference": self.coreference and self.words is not None,
            "contrast": self.contrast,
            "tree_features": self.tree_features,
        }

    @property
    def checks(self) -> bool:
        """Whether finished sentences are checked (`SentenceCheck`); by the papers they are not."""
        return self.name != "paper"

    @property
    def log_alpha(self) -> float:
        """The log alpha that is used."""
        return self.model.log_alpha if self.options.log_alpha is None else self.options.log_alpha

    def with_log_alpha(
        self, log_alpha: float, tuning: Mapping[str, Any] | None = None
    ) -> InterventionPipeline:
        """Return the pipeline with another log alpha; `tuning`: how that was chosen."""
        return replace(
            self,
            options=replace(self.options, log_alpha=log_alpha),
            tuning=self.tuning if tuning is None else tuning,
        )

    def prepare_trees(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Return trees as the model is to see them."""
        if not self.prepare:
            return list(sentences)
        genders = None if self.words is None else self.words.genders
        return [repair_genders(sentence, self.model.language, genders) for sentence in sentences]

    def intervene(self, requests: Sequence[InterventionRequest]) -> list[InterventionResult]:
        """Return the most probable result of each request, in order, on prepared trees.

        Raises what `intervene_all` raises.
        """
        trees = self.prepare_trees([request.sentence for request in requests])
        expanded = [
            self.expand(tree, request) for tree, request in zip(trees, requests, strict=True)
        ]
        results = intervene_all(expanded, self.model, options=self.options)
        if not self.contrast:
            return results
        anyway = self._changes_anyway(expanded)
        return [
            replace(result, changes=tuple(c for c in result.changes if c not in idle))
            for result, idle in zip(results, anyway, strict=True)
        ]

    def _changes_anyway(self, expanded: Sequence[InterventionRequest]) -> list[list[Change]]:
        """Return the changes of other words that the model makes where nothing is set.

        Where words disagree with their heads (mostly since the tree is wrong) it changes them,
        whatever is asked; that is none of the intervention's business.
        """
        as_is = [
            InterventionRequest(request.sentence, {}, {*request.target_genders, *request.keep})
            for request in expanded
        ]
        results = intervene_all(as_is, self.model, options=self.options)
        return [
            [change for change in result.changes if change.position not in request.target_genders]
            for result, request in zip(results, expanded, strict=True)
        ]

    def expand(self, tree: Sentence, request: InterventionRequest) -> InterventionRequest:
        """Return all that is set: what is asked for first, then what is said of the person."""
        genders = dict(request.target_genders)
        if self.coreference and self.words is not None:
            groups = coreference_clusters(
                tree,
                request.target_genders,
                self.model.language,
                self.words.may_change,
                self.options.feature,
                pronouns=self.pronouns,
            )
            for noun, group in groups.items():
                gender = request.target_genders[noun]
                genders = dict.fromkeys(sorted(group), gender) | genders
        if self.coreference:
            conjunct_genders = genders_of_conjuncts(
                tree, genders, self.model.language, self.options.feature
            )
            genders = conjunct_genders | genders
        if self.determiners != "none":
            genders = self._determiners(tree, genders) | genders
        requested = request.target_genders
        genders = {p: g for p, g in genders.items() if p in requested or p not in request.keep}
        keep = set(request.keep)
        if self.coreference:
            keep |= {*predicates_of_speakers(tree, self.model.language), *_others(tree, genders)}
        if self.things and self.words is not None:
            keep |= {
                token.id
                for token in tree.tokens
                if token.upos == "NOUN"
                and self.options.feature in token.feats
                and not self.words.may_change(token)
            }
        return InterventionRequest(tree, genders, keep - set(genders))

    def _determiners(self, tree: Sentence, genders: Mapping[int, str]) -> dict[int, str]:
        """Return the determiners of the words in `genders` that are set with them."""
        feature = self.options.feature
        head_of = _determined if self.coreference else _head
        return {
            token.id: genders[head]
            for token in tree.tokens
            if token.upos == "DET"
            and (head := head_of(tree, token, feature)) in genders
            and (feature in token.feats or self._has_form(token, genders[head]))
        }

    def _has_form(self, determiner: Token, gender: str) -> bool:
        """Whether to give a determiner without gender one: if that changes its form."""
        if self.determiners != "all":
            return False
        if self.words is None:
            return True
        return self.words.form(determiner, gender) not in (None, determiner.form)


def _others(tree: Sentence, genders: Mapping[int, str]) -> Iterator[int]:
    """Yield the personal pronouns of another number than all words that are set.

    They stand for somebody else ("ses camarades se sont moquées d'elle"), which the model, that
    goes by the edges of the tree, does not know.
    """
    numbers = {tree.tokens[position - 1].feats.get("Number") for position in genders}
    for token in tree.tokens:
        number = token.feats.get("Number")
        personal = token.upos == "PRON" and token.feats.get("PronType") == "Prs"
        if personal and number and numbers.isdisjoint({number, None}):
            yield token.id


def _head(tree: Sentence, determiner: Token, feature: str) -> int:
    """Return the id of the head of a determiner, as the tree has it."""
    return determiner.head


def _determined(tree: Sentence, determiner: Token, feature: str) -> int:
    """Return the id of the word that a determiner goes with.

    That is its head; but the word behind it if it agrees with that one and not with the head, which
    is then a fault of the tree ("il est le second en ligne": le under ligne).
    """
    gender = determiner.feats.get(feature)
    if gender and determiner.head > determiner.id + 1:
        head, behind = tree.tokens[determiner.head - 1], tree.tokens[determiner.id]
        if head.feats.get(feature, gender) != gender == behind.feats.get(feature):
            return behind.id
    return determiner.head


def write_pipeline(path: str | os.PathLike[str], pipeline: InterventionPipeline) -> None:
    """Write the file of a pipeline.

    Raises ConfigError where its model was trained on other trees than it would see: repaired ones
    (`cdaflow.syntax.repairs`) and trees as they are do not go together.
    """
    prepared = pipeline.model.facts.get("prepared", pipeline.prepare)
    if prepared != pipeline.prepare:
        trees = {True: "repaired trees", False: "trees as they are"}
        raise ConfigError(
            "model.other-preparation",
            f"the model was trained on {trees[bool(prepared)]}, but this method gives it "
            f"{trees[pipeline.prepare]}",
            hint="train it for the same method (cdaflow agreement train --method ...)",
        )
    write_json(path, {"format": FORMAT, **pipeline_facts(pipeline)})


def pipeline_facts(pipeline: InterventionPipeline) -> dict[str, Any]:
    """Return what a file and a report say of a method, as JSON values."""
    model = pipeline.model
    return {
        "language": model.language,
        "model": {"parameterisation": model.name, "sha256": model.digest},
        "method": {"name": pipeline.name, **pipeline.named()},
        "log_alpha": {"value": pipeline.log_alpha, **pipeline.tuning},
    }


def read_pipeline(
    path: str | os.PathLike[str], model: AgreementModel, words: SentenceInflector | None
) -> InterventionPipeline:
    """Return the pipeline of a file, with its model and a lexicon.

    Raises InputError where the file is none; ConfigError where it is of another model, or has
    steps that need a lexicon and none is given.
    """
    content = read_json(path)
    try:
        if content["format"] != FORMAT:
            raise ValueError(f"format {content['format']!r}")
        pipeline = _pipeline(content, model, words)
        same = content["model"]["sha256"] == model.digest and content["language"] == model.language
        named = str(content["method"]["name"])
    except MALFORMED as error:
        raise InputError(
            "method-file.malformed",
            f"not a method file ({type(error).__name__}: {error})",
            file=path,
            hint="give a file of `cdaflow agreement choose`",
        ) from None
    if not same:
        raise ConfigError(
            "log-alpha.other-model",
            f"log alpha was chosen for a model other than the given {model.name}",
            file=path,
            hint="give the --model and --lang that `cdaflow agreement choose` had, or run it again",
        )
    if pipeline.name != named:
        raise ConfigError(
            "method.other-lexicon",
            f"with the given lexicon the method is {pipeline.name!r}, not {named!r}",
            file=path,
            hint="give the --word-list, --treebank and --lexicon that `cdaflow agreement choose` "
            "had",
        )
    return pipeline


def _pipeline(
    content: Mapping[str, Any], model: AgreementModel, words: SentenceInflector | None
) -> InterventionPipeline:
    """Return the pipeline of the content of a file; one of MALFORMED where it has another shape."""
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
    return InterventionPipeline(
        model,
        Options(log_alpha=value),
        words,
        named["determiners"],
        tree_features=named["tree_features"],
        tuning=log_alpha,
        **steps,
    )
