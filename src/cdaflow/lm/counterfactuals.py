"""Counterfactuals of monolingual text (Zmigrod et al. 2019, sections 4 and 5.2).

A sentence with nouns of persons gets a copy for each other combination of their genders. In a
counterfactual copy the field changes the words that agree with them; in a copy of the baseline
"swap" ("naive swapping of gendered words") the nouns alone change, and stand beside articles and
adjectives of the other gender.

Beyond the paper: nouns that name one person by the tree ("Mi hermana es ingeniera") change
together, where the pipeline has its step `coreference`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cdaflow.agreement.intervention import InterventionRequest, combinations
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.errors import ConfigError
from cdaflow.languages.writing import cased_like
from cdaflow.lm.persons import PersonFinder, PersonNouns
from cdaflow.syntax.coreference import coreference_clusters
from cdaflow.trees import Sentence

#: How copies are made: by the field, or of the nouns alone.
Kind = Literal["field", "swap"]

#: The genders of persons.
GENDERS = ("Fem", "Masc")

#: Most persons of a sentence: n have 2**n - 1 copies.
MAX_PERSONS = 4

#: Why a sentence has no copies at all.
NO_COPIES = ("no-person", "too-many")

#: Why a single copy is not made: a word has no form; words would not agree; it reads as the
#: original; as another copy.
NOT_MADE = ("inflection", "disagreement", "unchanged", "duplicate")


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a sentence: the gender of each noun of a person by its id, and its text.

    `reason`: why it is not made (of NOT_MADE), "" if it is; `detail`: the words concerned.
    """

    genders: Mapping[int, str]
    text: str = ""
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Copies:
    """What becomes of a sentence: its nouns of persons and its copies.

    `reason`: why it has none (of NO_COPIES), "" if it has.
    """

    sentence: Sentence
    persons: PersonNouns
    copies: tuple[Copy, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class CopyMaker:
    """How copies are made.

    `pipeline`: the intervention; its words are needed for both kinds. `finder`: the nouns.

    Raises ConfigError for a pipeline without words, and for a bound that is no number of persons.
    """

    pipeline: InterventionPipeline
    finder: PersonFinder
    kind: Kind = "field"
    max_persons: int = MAX_PERSONS

    def __post_init__(self) -> None:
        if self.pipeline.words is None:
            raise ConfigError("lexicon.missing", "writing copies needs a lexicon",
                              hint="give --word-list, --treebank or --lexicon")  # fmt: skip
        if not 1 <= self.max_persons <= 10:
            raise ConfigError(
                "max-persons.out-of-range",
                "the maximum number of persons that change must be 1 to 10, not "
                f"{self.max_persons}",
            )

    @property
    def words(self) -> SentenceInflector:
        """What is known of the forms of words."""
        assert self.pipeline.words is not None  # noqa: S101 (checked above)
        return self.pipeline.words

    def make(self, sentences: Sequence[Sentence]) -> list[Copies]:
        """Return what becomes of each sentence, in order."""
        seen = self.pipeline.prepare_trees(sentences)
        outcomes = [self._ask(*pair) for pair in zip(sentences, seen, strict=True)]
        requests = [
            InterventionRequest(outcome.sentence, copy.genders)
            for outcome in outcomes
            for copy in outcome.copies
        ]
        copies = iter(self._swapped(requests) if self.kind == "swap" else self._changed(requests))
        return [
            replace(
                outcome,
                copies=_distinct(outcome.sentence.text, [next(copies) for _ in outcome.copies]),
            )
            for outcome in outcomes
        ]

    def _ask(self, sentence: Sentence, seen: Sentence) -> Copies:
        """Return which copies a sentence is to have, without texts."""
        persons = self.finder.find(seen)
        groups = self._people(seen, persons.nouns)
        if not groups:
            return Copies(sentence, persons, reason="no-person")
        if len(groups) > self.max_persons:
            return Copies(sentence, persons, reason="too-many")
        assignments = [
            {noun: genders[group[0]] for group in groups for noun in group}
            for genders in combinations(seen, [group[0] for group in groups], GENDERS)
        ]
        return Copies(sentence, persons, tuple(map(Copy, assignments)))

    def _people(self, seen: Sentence, nouns: Sequence[int]) -> list[list[int]]:
        """Return the nouns by person: each its own, or with others that name the same one."""
        groups = {noun: {noun} for noun in nouns}
        if self.pipeline.coreference and len(nouns) > 1:
            clusters = coreference_clusters(
                seen, nouns, self.pipeline.model.language, self.words.may_change,
                self.pipeline.options.feature, pronouns=self.pipeline.pronouns,
            )  # fmt: skip
            for noun in nouns:
                for other in clusters[noun] & groups.keys() - {noun}:
                    joined = groups[noun] | groups[other]
                    groups |= dict.fromkeys(joined, joined)
        people = {min(group): sorted(group) for group in groups.values()}
        return [people[first] for first in sorted(people)]

    def _changed(self, requests: Sequence[InterventionRequest]) -> list[Copy]:
        """Return the copies by the field."""
        results = self.pipeline.intervene(requests)
        realised = self.words.realise(
            [result.sentence for result in results],
            [result.changes for result in results],
            check=self.pipeline.checks,
        )
        return [
            _copy(request, new.sentence, new.rejection)
            for request, new in zip(requests, realised, strict=True)
        ]

    def _swapped(self, requests: Sequence[InterventionRequest]) -> list[Copy]:
        """Return the copies in which the nouns alone change."""
        return [_copy(request, *self._swap(request)) for request in requests]

    def _swap(self, request: InterventionRequest) -> tuple[Sentence, tuple[str, str] | None]:
        """Return a sentence with its nouns in other genders, and as `Realised.rejection` those
        that have no form.

        A noun that has the gender already keeps its form.
        """
        sentence = request.sentence
        covered = {i for span in sentence.multiwords for i in range(span.start, span.end + 1)}
        tokens, doubts = list(sentence.tokens), dict[int, str]()
        for position, gender in request.target_genders.items():
            token = tokens[position - 1]
            if token.feats.get(self.pipeline.options.feature) == gender:
                continue
            form = self.words.form(token, gender)
            if form is None or position in covered:
                doubts[position] = f"no form of {token.form} is known for {gender}"
            else:
                tokens[position - 1] = token.changed(form=cased_like(form, token.form))
        rejection = ("inflection", "; ".join(doubts.values())) if doubts else None
        return replace(sentence, tokens=tuple(tokens)), rejection


def _copy(
    request: InterventionRequest, sentence: Sentence, rejection: tuple[str, str] | None
) -> Copy:
    if rejection is not None:
        return Copy(request.target_genders, "", *rejection)
    return Copy(request.target_genders, sentence.text)


def _distinct(text: str, copies: Sequence[Copy]) -> tuple[Copy, ...]:
    """Return copies, those that read as the original or as an earlier one with that reason."""
    seen = {text: "unchanged"}
    distinct = list[Copy]()
    for copy in copies:
        if not copy.reason and copy.text in seen:
            copy = Copy(copy.genders, "", seen[copy.text])
        elif not copy.reason:
            seen[copy.text] = "duplicate"
        distinct.append(copy)
    return tuple(distinct)
