"""Both sides of a pair in the other gender (Naik et al. 2023, section 4.2), many at a time.

The English by the swap of words; the target by an intervention on the noun of the profession, the
words that agree with it, their forms. The guard (section 6.3; `guard`) says which pronouns go with
the profession, and which pairs are no counterfactuals at all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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
from cdaflow.counterfactual.target_noun import NounFinder, Wanted
from cdaflow.counterfactual.target_pronouns import Pronouns
from cdaflow.errors import ConfigError
from cdaflow.inflection.context import is_other_word
from cdaflow.inflection.rules import OWNER
from cdaflow.languages.person_pronouns import check_guarded
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.swapper import Swap, Swapper
from cdaflow.syntax.names import inanimate_nouns, is_inanimate, name_of
from cdaflow.syntax.noun_phrases import attributes_beyond_edges, with_head_noun
from cdaflow.syntax.tokenisation import repair_pronouns
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE
from cdaflow.wordlists.lexicon import Professions


class _Target(NamedTuple):
    """A target with its noun in the other gender; `repaired`: the pronouns that the guard set."""

    text: str
    tree: Sentence
    repaired: str = ""


@dataclass(frozen=True)
class CounterfactualGenerator:
    """How counterfactuals are made.

    `pipeline`: the intervention; its words are needed. `professions`: the word list of the target
    language. `swapper`: the swap of the English. `guard`: what is done about pronouns.

    What is repaired in a tree here, beside what the pipeline itself repairs, is one of its steps,
    too: without `prepare` the noun is set as the tree has it, without `coreference` others are not
    kept.

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
            raise ConfigError("counterfactuals are written with a lexicon",
                              hint="give --word-list, --treebank or --lexicon")  # fmt: skip
        if self.pipeline.name == "paper" and self.guard.mode != "none":
            raise ConfigError(
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
        things = inanimate_nouns(self.language)
        lexicon = self.words.inflector.lexicon

        def is_thing(tree: Sentence, token: Token) -> bool:
            return is_inanimate(tree, token, things) or is_other_word(tree, token, lexicon)

        return NounFinder(self.professions, self.words.may_change, is_thing)

    def generate(self, candidates: Sequence[Candidate]) -> list[Decision]:
        """Return what becomes of each candidate, in order."""
        if self.pipeline.prepare:
            candidates = [
                replace(c, tree=repair_pronouns(c.tree, self.language)) for c in candidates
            ]
        ready = self.pipeline.prepare_trees([candidate.tree for candidate in candidates])
        located = [self._locate(*pair) for pair in zip(candidates, ready, strict=True)]
        decisions = iter(self._decide([each for each in located if isinstance(each, Candidate)]))
        return [
            Decision.reject(candidate, each) if isinstance(each, Rejection) else next(decisions)
            for candidate, each in zip(candidates, located, strict=True)
        ]

    def _locate(self, candidate: Candidate, ready: Sentence) -> Candidate | Rejection:
        """Return a candidate with its target noun, or why it has none that may change.

        `ready`: the tree as the method sees it.
        """
        name = name_of(candidate.english, candidate.english_noun, "en", candidate.target)
        if name:
            return Rejection("name", name)
        found = self._finder.find(
            candidate.tree,
            Wanted(
                candidate.profession, candidate.number, candidate.gender, candidate.position,
                candidate.linked_words,
            ),
        )  # fmt: skip
        if found.cause:
            return Rejection(found.cause, found.detail)
        name = name_of(candidate.tree, found.token, self.language, candidate.source)
        if name:
            return Rejection("name", name)
        tree = candidate.tree
        if self.pipeline.prepare:
            shown = gender_of(ready, found.token, self.words)
            gender = shown or candidate.gender
            tree = with_head_noun(tree, found.token, gender, self.language, self._is_adjective)
        else:
            shown = tree.tokens[found.token - 1].feats.get("Gender", "")
            gender = shown = shown if shown in OPPOSITE else candidate.gender
        return replace(
            candidate, tree=tree, noun=found.token, noun_gender=gender, gender_shown=bool(shown)
        )

    def _is_adjective(self, form: str) -> bool:
        entries = self.words.inflector.lexicon.by_form(form)
        return any(entry.upos == "ADJ" for entry in entries)

    def _decide(self, candidates: Sequence[Candidate]) -> list[Decision]:
        """Return the decisions on candidates whose noun was found."""
        english = [
            self.swapper.swap(c.source, c.english_words, (c.start, c.end)) for c in candidates
        ]
        requests = [self._request(candidate) for candidate in candidates]
        unguarded = self._rewrite(candidates, requests)
        final = unguarded
        if self.guard.mode != "none":
            found = self._pronouns(candidates)
            rewritten = iter(self._rewrite_guarded(candidates, requests, found))
            final = [
                pronouns
                if isinstance(pronouns, Rejection)
                else self._check(candidate, swap, pronouns, plain, next(rewritten))
                for candidate, swap, pronouns, plain in zip(
                    candidates, english, found, unguarded, strict=True
                )
            ]
        return [
            _decision(*each) for each in zip(candidates, english, unguarded, final, strict=True)
        ]

    def _request(self, candidate: Candidate) -> InterventionRequest:
        """Return what is to change in a target: its noun, and what the edges do not reach."""
        nouns = [candidate.noun]
        if self.pipeline.prepare:
            nouns += attributes_beyond_edges(
                candidate.tree, candidate.noun, candidate.noun_gender, self.language
            )
        keep = _plurals(candidate, self.language) if self.pipeline.coreference else ()
        genders = dict.fromkeys(nouns, OPPOSITE[candidate.noun_gender])
        return InterventionRequest(candidate.tree, genders, keep)

    def _pronouns(self, candidates: Sequence[Candidate]) -> list[Pronouns | Rejection]:
        trees = self.pipeline.prepare_trees([candidate.tree for candidate in candidates])
        return self.guard.target_pronouns(candidates, trees, self.words)

    def _rewrite_guarded(
        self,
        candidates: Sequence[Candidate],
        requests: Sequence[InterventionRequest],
        found: Sequence[Pronouns | Rejection],
    ) -> list[_Target | Rejection]:
        """Return the targets of the candidates that the guard lets pass, their pronouns changed."""
        passing, guarded, owned = [], [], []
        for candidate, request, pronouns in zip(candidates, requests, found, strict=True):
            if isinstance(pronouns, Rejection):
                continue
            same = dict.fromkeys(pronouns.same, OPPOSITE[candidate.noun_gender])
            keep = {*pronouns.others, *request.keep}
            passing.append(candidate)
            guarded.append(
                replace(request, target_genders={**request.target_genders, **same}, keep=keep)
            )
            owned.append(pronouns.owned)
        return self._rewrite(passing, guarded, owned)

    def _rewrite(
        self,
        candidates: Sequence[Candidate],
        requests: Sequence[InterventionRequest],
        owned: Sequence[Collection[int]] = (),
    ) -> list[_Target | Rejection]:
        """Return the targets as requested; `owned`: for each the possessives of the person."""
        # Which pronouns follow is decided by the guard, not by the method.
        results = replace(self.pipeline, pronouns=False).intervene(requests)
        trees = [_with_noun(c, r.sentence) for c, r in zip(candidates, results, strict=True)]
        changes = [
            _with_owners(result.changes, ids, OPPOSITE[candidate.noun_gender])
            for candidate, result, ids in zip(
                candidates, results, owned or [()] * len(results), strict=True
            )
        ]
        rewritten: list[_Target | Rejection] = []
        realised = self.words.realise(trees, changes)
        for candidate, new in zip(candidates, realised, strict=True):
            before, text = candidate.tree.text, new.sentence.text
            if new.doubts:
                rewritten.append(Rejection("inflection", "; ".join(new.doubts.values())))
            elif text == before:
                noun = candidate.tree.tokens[candidate.noun - 1]
                rewritten.append(Rejection("unchanged", noun.form))
            else:
                text = keep_outer_space(text, before, candidate.target)
                rewritten.append(_Target(text, new.sentence))
        return rewritten

    def _check(
        self,
        candidate: Candidate,
        swap: Swap,
        pronouns: Pronouns,
        unguarded: _Target | Rejection,
        target: _Target | Rejection,
    ) -> _Target | Rejection:
        """Return a target that passes the guard, with what was repaired, or why it does not."""
        others = swap.others(candidate.source, (candidate.start, candidate.end))
        if others:
            return Rejection("gendered-noun", " ".join(others))
        if isinstance(target, Rejection):
            return target
        known = pronouns.same | pronouns.others | pronouns.owned
        left = leftover_pronouns(
            target.tree, candidate.noun, candidate.noun_gender, known, self.words
        )
        if left:
            return Rejection("pronoun-overlooked", " ".join(token.form for token in left))
        if target.text == _text(unguarded):
            return target
        same = [candidate.tree.tokens[n - 1] for n in sorted(pronouns.same | pronouns.owned)]
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


def gender_of(tree: Sentence, noun: int, words: SentenceInflector) -> str:
    """Return the gender of a noun as its form, its determiners or its adjectives show it.

    "" where none does ("l'artiste"): what its features say is then a guess of the annotator.
    """
    token = tree.tokens[noun - 1]
    around = [child for child in tree.children(noun) if child.upos in ("DET", "ADJ", "NUM")]
    around.sort(key=lambda child: child.upos == "ADJ")
    for word in (token, *around):
        known = words.genders(word)
        if len(known) == 1 and (gender := next(iter(known))) in OPPOSITE:
            return gender
    return ""


def _plurals(candidate: Candidate, language: str) -> set[int]:
    """Return what names several people, who are others: "amica di tutti"."""
    tokens = candidate.tree.tokens
    if tokens[candidate.noun - 1].feats.get("Number", "Sing") != "Sing":
        return set()
    everybody = word_set(language, "everybody")
    return {
        token.id
        for token in tokens
        if token.feats.get("Number") == "Plur"
        and (token.upos in ("NOUN", "PRON") or token.lemma.lower() in everybody)
    }


def _with_noun(candidate: Candidate, tree: Sentence) -> Sentence:
    """Return a tree with the profession as a noun, whatever its tag: to look its form up.

    As in the paper (section 4.2), it is in the word list.
    """
    noun = tree.tokens[candidate.noun - 1]
    if noun.upos == "NOUN":
        return tree
    tokens = list(tree.tokens)
    tokens[noun.id - 1] = noun.changed(upos="NOUN")
    return replace(tree, tokens=tuple(tokens))


def _with_owners(changes: Sequence[Change], owned: Collection[int], gender: str) -> list[Change]:
    """Return changes, and the gender of the owner of possessives among them."""
    found = {change.position: change for change in changes}
    for position in sorted(owned):
        before = found.get(position, Change(position, {}, {}))
        found[position] = Change(position, before.old, {**before.new, OWNER: gender})
    return list(found.values())


def keep_outer_space(text: str, before: str, original: str) -> str:
    """Return a changed text with the white space of the original at its ends.

    `before`: the text of the tree, which stands for the original.
    """
    if before == original:
        return text
    inner = original.strip()
    start = original.index(inner)
    return original[:start] + text.strip() + original[start + len(inner) :]
