"""Which person of the English each word of a plan goes with."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cdaflow.rewriting.heads import (
    AMBIGUOUS,
    FEMININE,
    MASCULINE,
    Head,
    People,
    in_person,
    pronouns_by_rules,
    quantities_by_rules,
)
from cdaflow.rewriting.plan import Plan
from cdaflow.syntax.tree import relation, word_spans
from cdaflow.trees import Token

#: Labels by the gender of English nouns and pronouns.
_LABELS = {"Masc": MASCULINE, "Fem": FEMININE}

_NOMINAL = frozenset({"NOUN", "PRON", "PROPN"})


@dataclass(frozen=True)
class Owners:
    """The people of a sentence, and with whom the words of its plan go.

    `words`: for each word of the plan the indices of its people among `heads`. `by_position`: those
    people for whom nothing but the relative position speaks.
    """

    heads: tuple[Head, ...]
    words: Mapping[int, frozenset[int]]
    by_position: frozenset[int] = frozenset()

    @property
    def open(self) -> tuple[int, ...]:
        """The indices of the people who have words, in order."""
        return tuple(sorted(frozenset[int]().union(*self.words.values())))

    def genders(self, women: Collection[int]) -> dict[int, str]:
        """Return the gender of each word where some people are women and the others men.

        What is said of several is feminine where all of them are women.
        """
        return {
            word: "Fem" if people <= set(women) else "Masc" for word, people in self.words.items()
        }


def owners(plan: Plan, people: People) -> Owners:
    """Return who the words of a plan go with; words that go with nobody are kept from now on.

    Nouns go with the person that they were matched to; what is said of nobody named with a pronoun
    in its grammatical person. Where there is none, relative position decides.
    """
    return _Search(plan, people).owners()


class _Search:
    """One sentence while its owners are looked for."""

    def __init__(self, plan: Plan, people: People) -> None:
        self.plan, self.people = plan, people
        self.tokens = people.tree.tokens
        self.words: dict[int, set[int]] = {}
        self.by_position: set[int] = set()
        persons = [people.word_of(plan.persons[n]) for n in plan.sets if n in plan.persons]
        # What no noun of the plan names, by word of the English.
        self.free = self._free(set(persons))

    def owners(self) -> Owners:
        """Return the result; see the function."""
        people = self.people
        for noun in list(self.plan.sets):
            if not noun:
                continue
            person = self.plan.persons.get(self._first(noun))
            found = self._nearest(noun, self.free) if person is None else people.word_of(person)
            if not found:
                self.plan.drop([noun])
                continue
            for word in self.plan.sets[noun]:
                self.words.setdefault(word, set()).add(found)
        for word in sorted(self.plan.sets.get(0, ())):
            found = self._unnamed(word)
            if found:
                self.words.setdefault(word, set()).add(found)
            elif word not in self.words:
                self.plan.sets[0].discard(word)
                self.plan.keep.add(word)
        if not self.plan.sets.get(0, {0}):
            del self.plan.sets[0]
        return self._numbered()

    def _first(self, noun: int) -> int:
        """Return the noun of the same person before "and": "el director y fundador dice"."""
        tree = self.plan.tree
        token = tree.tokens[noun - 1]
        first = tree.tokens[token.head - 1] if relation(token) == "conj" else token
        verb = tree.tokens[first.head - 1] if first.head else first
        words = (token, first, verb, *(c for c in tree.children(verb.id) if c.upos == "AUX"))
        bare, other = (
            all(c.upos != "DET" for c in tree.children(word.id)) for word in (token, first)
        )
        several = any(word.feats.get("Number") == "Plur" for word in words)
        return first.id if first.id in self.plan.sets and bare and not (other or several) else noun

    def _free(self, taken: Collection[int]) -> list[Token]:
        if self.people.tagged:
            return [self.tokens[t - 1] for t in sorted(self.people.open_tokens - set(taken))]
        known = {person.id for person in self.people.persons}
        return [t for t in self.tokens if t.upos in _NOMINAL and t.id not in known]

    def _unnamed(self, word: int) -> int:
        """Return the English word for one that is said of nobody named, 0 for none."""
        person = self.plan.unnamed.get(word, "")
        if person == "2" and self.people.addressed:
            return self.people.addressed
        pronouns = (
            [token for token in self.free if token.upos in ("DET", "PRON")]
            if self.people.tagged
            else list(pronouns_by_rules(self.people.tree))
        )
        fitting = [token for token in pronouns if in_person(token, person)] if person else []
        if person in ("1", "2") and fitting:
            # "I" rather than "my": of several the subject.
            subject = (t.id for t in fitting if relation(t) == "nsubj")
            return next(subject, fitting[0].id)
        alone = [] if self.people.tagged else list(quantities_by_rules(self.people.tree))
        candidates = fitting or alone or pronouns
        if len(candidates) == 1:
            return candidates[0].id
        return self._nearest(word, candidates or self.free)

    def _nearest(self, word: int, candidates: Sequence[Token]) -> int:
        """Return the word of the English at the most similar relative position, 0 for none."""
        if not candidates and not self.people.tagged:
            candidates = [t for t in self.tokens if t.upos != "PUNCT"]
        if not candidates:
            return 0
        wanted = word / len(self.plan.tree.tokens)
        nearest = min(candidates, key=lambda t: abs(t.id / len(self.tokens) - wanted))
        self.by_position.add(nearest.id)
        return nearest.id

    def _numbered(self) -> Owners:
        """Return the owners with their indices in place of the words of the English."""
        if self.people.tagged:
            heads = tuple(self.people.heads)
            index = {token: n for n, token in enumerate(self.people.tokens) if token}
        else:
            found = dict(self._heads_by_rules())
            ids = sorted(found)
            heads, index = tuple(found[t] for t in ids), {t: n for n, t in enumerate(ids)}
        return Owners(
            heads,
            {w: frozenset(index[t] for t in found) for w, found in self.words.items()},
            frozenset(index[t] for t in self.by_position if t in index),
        )

    def _heads_by_rules(self) -> Iterator[tuple[int, Head]]:
        """Yield the people whom the rules find and whose gender is open, or told and known."""
        spans = {
            span.token.id: span for span in word_spans(self.people.tree, self.people.tree.text)
        }
        used = {token for tokens in self.words.values() for token in tokens}
        persons = {person.id: person for person in self.people.persons}
        for token in sorted({*used, *persons}):
            span, label = spans[token], AMBIGUOUS
            if token not in used and persons[token].known_by:
                label = _LABELS.get(persons[token].gender, "")
            if label:
                yield token, Head(span.start, span.end, label)
