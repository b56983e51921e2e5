"""How interventions are made: the model, its settings, and the steps of ours around it.

The method of the papers (Zmigrod et al. 2019, section 4; Naik et al. 2023, section 4.2) takes the
trees as they are, sets the noun, and its determiners where `Options` says so, and changes what the
field infers. That is "paper": none of the steps below. "full" has all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cdaflow.agreement.intervention import Change, Intervention, Options, intervene_all
from cdaflow.agreement.model import AgreementModel
from cdaflow.agreement.words import Words
from cdaflow.syntax.coreference import (
    coreference_cluster,
    genders_of_conjuncts,
    predicates_of_speakers,
)
from cdaflow.syntax.repairs import repair_genders
from cdaflow.trees import Sentence, Token


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a sentence: the value of each word (by id) that is set; words to be kept."""

    sentence: Sentence
    genders: Mapping[int, str]
    keep: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The words that change, and the tree as the model saw it: its FEATS may be mended."""

    sentence: Sentence
    changes: tuple[Change, ...]


#: The steps around the model, and the named methods: which of these steps each takes.
STEPS = ("prepare", "things", "coreference", "contrast")
METHODS: Mapping[str, frozenset[str]] = {"paper": frozenset(), "full": frozenset(STEPS)}


@dataclass(frozen=True)
class Method:
    """How interventions are made with a model.

    `words`: what the lexicon knows; without it nothing below but `prepare` in part is possible.
    `prepare`: mend the genders of the tree first, see `preparation`. `things`: keep nouns that the
    lexicon does not have in another gender. `coreference`: against the edges of the tree, set what
    is said of the person too (see `coreference`), keep what is said of others, and take a
    determiner for that of the word that it agrees with; `pronouns`: personal pronouns and what is
    said of them among that. `contrast`: leave out what the model would change without any
    intervention. `tree_features`: what gave the trees their features, as `annotators.features` of a
    configuration has it. `tuning`: how log alpha was chosen, for reports (JSON values).
    """

    model: AgreementModel
    options: Options = field(default_factory=Options)
    words: Words | None = None
    prepare: bool = True
    things: bool = True
    coreference: bool = True
    contrast: bool = True
    pronouns: bool = True
    tree_features: str = "annotator"
    tuning: Mapping[str, Any] = field(default_factory=lambda: {"chosen_on": None})

    @property
    def name(self) -> str:
        """The name among METHODS, "partial" for other choices of steps."""
        taken = frozenset(step for step in STEPS if self.named()[step])
        return next((name for name, steps in METHODS.items() if steps == taken), "partial")

    def named(self) -> dict[str, Any]:
        """Return the settings by name, as reports have them."""
        return {
            "log_alpha": self.log_alpha,
            "determiners": self.options.determiners,
            "prepare": self.prepare,
            "things": self.things and self.words is not None,
            "coreference": self.coreference and self.words is not None,
            "contrast": self.contrast,
            "tree_features": self.tree_features,
        }

    @property
    def log_alpha(self) -> float:
        """The log alpha that is used."""
        return self.model.log_alpha if self.options.log_alpha is None else self.options.log_alpha

    def with_log_alpha(self, log_alpha: float, tuning: Mapping[str, Any] | None = None) -> Method:
        """Return the method with another log alpha; `tuning`: how that was chosen."""
        return replace(
            self,
            options=replace(self.options, log_alpha=log_alpha),
            tuning=self.tuning if tuning is None else tuning,
        )

    def ready(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Return trees as the model is to see them."""
        if not self.prepare:
            return list(sentences)
        genders = None if self.words is None else self.words.genders
        return [repair_genders(sentence, self.model.language, genders) for sentence in sentences]

    def intervene(self, wishes: Sequence[Wish]) -> list[Result]:
        """Return the most probable result of each wish, in order.

        Raises what `intervene_all` raises.
        """
        trees = self.ready([wish.sentence for wish in wishes])
        asked = [self._asked(tree, wish) for tree, wish in zip(trees, wishes, strict=True)]
        options = replace(self.options, determiners="none")
        outcomes = intervene_all(trees, asked, self.model, options=options)
        anyway = self._anyway(trees, asked, options)
        return [
            Result(tree, tuple(change for change in outcome.changes if change not in idle))
            for tree, outcome, idle in zip(trees, outcomes, anyway, strict=True)
        ]

    def _anyway(
        self, trees: Sequence[Sentence], asked: Sequence[Intervention], options: Options
    ) -> list[tuple[Change, ...]]:
        """Return the changes of other words that the model makes where nothing is set.

        Where words disagree with their heads (mostly since the tree is wrong) it mends them,
        whatever is asked; that is none of the intervention's business.
        """
        if not self.contrast:
            return [()] * len(trees)
        as_is = [Intervention({}, {*wish.genders, *wish.keep}) for wish in asked]
        made = [outcome.changes for outcome in intervene_all(trees, as_is, self.model,
                                                             options=options)]  # fmt: skip
        return [
            tuple(change for change in changes if change.position not in wish.genders)
            for changes, wish in zip(made, asked, strict=True)
        ]

    def _asked(self, tree: Sentence, wish: Wish) -> Intervention:
        """Return all that is set, what is asked for first, then what is said of the person."""
        genders = dict(wish.genders)
        if self.coreference and self.words is not None:
            for noun, gender in wish.genders.items():
                group = coreference_cluster(
                    tree,
                    noun,
                    self.model.language,
                    self.words.may_change,
                    self.options.feature,
                    pronouns=self.pronouns,
                )
                genders = dict.fromkeys(sorted(group), gender) | genders
        if self.coreference:
            found = genders_of_conjuncts(tree, genders, self.model.language, self.options.feature)
            genders = found | genders
        if self.options.determiners != "none":
            genders = self._determiners(tree, genders) | genders
        genders = {p: g for p, g in genders.items() if p in wish.genders or p not in wish.keep}
        keep = set(wish.keep)
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
        return Intervention(genders, keep - set(genders))

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
        """Whether a determiner without gender is to be set to one: if it is written otherwise."""
        if self.options.determiners != "all":
            return False
        if self.words is None:
            return True
        return self.words.form(determiner, gender) not in (None, determiner.form)


def _others(tree: Sentence, genders: Mapping[int, str]) -> Iterator[int]:
    """Yield the personal pronouns of another number than all words that are set.

    They stand for somebody else ("ses camarades se sont moquées d'elle"), which the model, that
    goes by the edges of the tree, does not know.
    """
    numbers = {tree.tokens[place - 1].feats.get("Number") for place in genders}
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
