"""Both sides of a pair in the other gender (Naik et al. 2023, section 4.2), many at a time.

The English by the swap of words; the target by an intervention on the noun of the profession, the
words that agree with it, their forms. The guard (section 6.3; `guard`) says which pronouns go with
the profession, and which pairs are no counterfactuals at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from cdaflow.agreement.intervention import Change, InterventionRequest
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.counterfactual.candidates import Candidate
from cdaflow.counterfactual.decisions import Decision, Rejection
from cdaflow.counterfactual.guard import Guard
from cdaflow.counterfactual.mentions import leftover_pronouns
from cdaflow.counterfactual.target_noun import NounFinder, TargetNoun, locate_nouns, noun_finder
from cdaflow.counterfactual.target_pronouns import NO_PRONOUNS, TargetPronouns
from cdaflow.errors import ConfigError
from cdaflow.inflection.rules import OWNER
from cdaflow.languages.person_pronouns import check_guarded
from cdaflow.rewriting.swapper import Swap, Swapper
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import OPPOSITE
from cdaflow.wordlists.lexicon import Professions


class _Target(NamedTuple):
    """A target with its noun in the other gender; `repaired`: the pronouns that the guard set."""

    text: str
    tree: Sentence
    repaired: str = ""


class _Version(NamedTuple):
    """A target that is asked for: with its noun changed, and the pronouns that go with it."""

    candidate: Candidate
    noun: TargetNoun
    pronouns: TargetPronouns = NO_PRONOUNS

    @property
    def gender(self) -> str:
        """The gender that the noun is to get."""
        return OPPOSITE[self.noun.gender]

    def request(self) -> InterventionRequest:
        """Return which words are to change, and which must stay."""
        words = [self.noun.id, *self.noun.attributes, *self.pronouns.same]
        keep = {*self.pronouns.others, *self.noun.plurals}
        return InterventionRequest(self.noun.tree, dict.fromkeys(words, self.gender), keep)

    def with_noun(self, tree: Sentence) -> Sentence:
        """Return a tree with the profession as a noun, whatever its tag: to look its form up.

        As in the paper (section 4.2), it is in the word list.
        """
        noun = tree.tokens[self.noun.id - 1]
        if noun.upos == "NOUN":
            return tree
        tokens = list(tree.tokens)
        tokens[noun.id - 1] = noun.changed(upos="NOUN")
        return replace(tree, tokens=tuple(tokens))

    def with_owners(self, changes: Sequence[Change]) -> list[Change]:
        """Return changes, and the gender of the owner of possessives among them."""
        found = {change.position: change for change in changes}
        for position in sorted(self.pronouns.owned):
            before = found.get(position, Change(position, {}, {}))
            found[position] = Change(position, before.old, {**before.new, OWNER: self.gender})
        return list(found.values())


@dataclass(frozen=True)
class CounterfactualGenerator:
    """How counterfactuals are made.

    `pipeline`: the intervention; its words are needed. `professions`: the word list of the target
    language. `swapper`: the swap of the English. `guard`: what is done about pronouns.

    Raises ConfigError where the pipeline has no words, or is the paper's, which has no guard, and
    where the guard knows no pronouns of the language.
    """

    pipeline: InterventionPipeline
    professions: Professions
    swapper: Swapper
    guard: Guard = field(default_factory=Guard)

    def __post_init__(self) -> None:
        check_guarded(self.language, self.guard.mode)
        if self.pipeline.words is None:
            raise ConfigError(
                "counterfactual.no-lexicon",
                "counterfactuals are written with a lexicon",
                hint="give --word-list, --treebank or --lexicon",
            )
        if self.pipeline.name == "paper" and self.guard.mode != "none":
            raise ConfigError(
                "guard.with-paper-method",
                f"the method of the paper has no guard, {self.guard.mode!r} is asked for",
                hint="take --method full, or --guard none",
            )

    @property
    def language(self) -> str:
        """The target language."""
        return self.pipeline.model.language

    @property
    def words(self) -> SentenceInflector:
        """What is known of the forms of words."""
        assert self.pipeline.words is not None  # noqa: S101 (checked above)
        return self.pipeline.words

    @cached_property
    def _finder(self) -> NounFinder:
        return noun_finder(self.professions, self.words)

    def generate(self, candidates: Sequence[Candidate]) -> list[Decision]:
        """Return what becomes of each candidate, in order."""
        located = locate_nouns(candidates, self._finder, self.pipeline, self.words)
        pairs = list(zip(candidates, located, strict=True))
        decisions = iter(
            self._decide([_Version(c, n) for c, n in pairs if isinstance(n, TargetNoun)])
        )
        return [
            Decision.reject(candidate, noun) if isinstance(noun, Rejection) else next(decisions)
            for candidate, noun in pairs
        ]

    def _decide(self, versions: Sequence[_Version]) -> list[Decision]:
        """Return the decisions on candidates whose noun was found, given without their pronouns."""
        candidates = [version.candidate for version in versions]
        swaps = [self.swapper.swap(c.source, c.english_words, (c.start, c.end)) for c in candidates]
        pronouns = self.guard.target_pronouns(candidates, [v.noun for v in versions], self.words)
        guarded = [
            version._replace(pronouns=each)
            for version, each in zip(versions, pronouns, strict=True)
            if isinstance(each, TargetPronouns) and each != NO_PRONOUNS
        ]
        targets = iter(self._write([*versions, *guarded]))
        unguarded = [next(targets) for _ in versions]
        decisions = []
        for version, swap, each, plain in zip(versions, swaps, pronouns, unguarded, strict=True):
            final: _Target | Rejection
            if isinstance(each, Rejection):
                final = each
            else:
                final = plain if each == NO_PRONOUNS else next(targets)
                if self.guard.mode != "none":
                    final = self._check(version._replace(pronouns=each), swap, plain, final)
            decisions.append(_decision(version.candidate, swap, plain, final))
        return decisions

    def _write(self, versions: Sequence[_Version]) -> list[_Target | Rejection]:
        """Return the targets as asked for."""
        # Which pronouns follow is decided by the guard, not by the method.
        pipeline = replace(self.pipeline, pronouns=False)
        results = pipeline.intervene([version.request() for version in versions])
        realised = self.words.realise(
            [v.with_noun(result.sentence) for v, result in zip(versions, results, strict=True)],
            [v.with_owners(result.changes) for v, result in zip(versions, results, strict=True)],
            check=self.pipeline.checks,
        )
        written: list[_Target | Rejection] = []
        for (candidate, noun, _), new in zip(versions, realised, strict=True):
            before, text = noun.tree.text, new.sentence.text
            if new.rejection is not None:
                written.append(Rejection(*new.rejection))
            elif text == before:
                written.append(Rejection("unchanged", noun.tree.tokens[noun.id - 1].form))
            else:
                text = keep_outer_space(text, before, candidate.target)
                written.append(_Target(text, new.sentence))
        return written

    def _check(
        self,
        version: _Version,
        swap: Swap,
        unguarded: _Target | Rejection,
        target: _Target | Rejection,
    ) -> _Target | Rejection:
        """Return a target that passes the guard, with what was repaired, or why it does not."""
        if swap.others:
            return Rejection("gendered-noun", " ".join(swap.others))
        if isinstance(target, Rejection):
            return target
        noun, pronouns = version.noun, version.pronouns
        known = pronouns.same | pronouns.others | pronouns.owned
        left = leftover_pronouns(target.tree, noun.id, noun.gender, known, self.words)
        if left:
            return Rejection("pronoun-overlooked", " ".join(token.form for token in left))
        if target.text == _text(unguarded):
            return target
        same = [noun.tree.tokens[n - 1] for n in sorted(pronouns.same | pronouns.owned)]
        personal = [t.form for t in same if t.upos == "PRON" or t.id in pronouns.owned]
        if self.guard.mode == "drop" and personal:
            return Rejection("pronoun-left", " ".join(personal))
        return target._replace(repaired=" ".join(token.form for token in same))


def _text(target: _Target | Rejection) -> str:
    return "" if isinstance(target, Rejection) else target.text


def _decision(
    candidate: Candidate, swap: Swap, unguarded: _Target | Rejection, final: _Target | Rejection
) -> Decision:
    plain = _text(unguarded)
    if isinstance(final, Rejection):
        return Decision.reject(candidate, final, swap.text, plain)
    return Decision.accept(candidate, swap.text, final.text, plain, final.repaired)


def keep_outer_space(text: str, before: str, original: str) -> str:
    """Return a changed text with the white space of the original at its ends.

    `before`: the text of the tree, which stands for the original.
    """
    if before == original:
        return text
    inner = original.strip()
    start = original.index(inner)
    return original[:start] + text.strip() + original[start + len(inner) :]
