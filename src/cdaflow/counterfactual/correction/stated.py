"""English sentences with a person whose gender they state, and their swapped copies.

All gendered pronouns of such a sentence are of one gender, and surely that person's: the rules of
the guard say so (`english_rules`), or the sentence came with the answer. Other persons may well be
there; nothing in the sentence has to state their gender.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from cdaflow.io.columns import take
from cdaflow.rewriting.english import Listed
from cdaflow.rewriting.professions import ProfessionFinder, ProfessionMatch
from cdaflow.rewriting.pronoun_scan import FEMININE, MASCULINE, PronounScan
from cdaflow.rewriting.readings import with_readings
from cdaflow.rewriting.resolver import (
    CorefDecision,
    CorefQuery,
    Resolver,
    pronoun_mentions,
    states_gender,
)
from cdaflow.rewriting.swapper import Swapper
from cdaflow.syntax.names import name_of
from cdaflow.syntax.tree import WordSpan, relation
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE, EnglishProfessions, Profession

#: Versions of a sentence.
ORIGINAL, SWAPPED = "original", "swapped"

#: Why a sentence is not taken.
CAUSES = {
    "pronoun": "no gendered pronoun, or such of both genders",
    "too-many-pronouns": "more gendered pronouns than allowed",
    "no-person": "no noun of the lists names a person in the singular",
    "another": "the pronouns are somebody else's, or it is not sure whose they are",
    "several": "several persons may be meant",
    "name": "a name stands beside the person",
    "gendered-person": "the noun of the person states the gender itself",
    "not-swapped": "the swapped copy would not state the other gender of the same person",
    "held-out": "the sentence, or its copy, is in a test set",
    "duplicate": "the sentence, or its copy, is there already",
    "not-there": "the profession that is given is not in the sentence, or several times",
}


class StatedPerson(NamedTuple):
    """A sentence and the person whose gender it states, at characters `start` to `end`.

    `number`: of the noun; `gender`: Masc or Fem; `version`: original or swapped; `origin`: the id
    of the sentence that both versions come from.
    """

    source: str
    profession: str
    profession_number: str
    profession_start: int
    profession_end: int
    gender: str
    version: str
    origin: int


SCHEMA = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("profession", pa.string(), nullable=False),
        pa.field("profession_number", pa.string(), nullable=False),
        pa.field("profession_start", pa.int32(), nullable=False),
        pa.field("profession_end", pa.int32(), nullable=False),
        pa.field("gender", pa.string(), nullable=False),
        pa.field("version", pa.string(), nullable=False),
        pa.field("origin", pa.int64(), nullable=False),
    ]
)


def persons_of_lists(professions: EnglishProfessions, persons: Listed) -> EnglishProfessions:
    """Return professions and other nouns of persons together, by their words."""
    others = {
        tuple(form.replace("-", " ").split()): Profession(name, number or "Sing")
        for form, (name, number) in persons.items()
    }
    return {**others, **professions}


@dataclass
class StatedPersons:
    """The search for sentences that state the gender of a person.

    `swapper`: the swap of the English, by whose list of pronouns sentences are read. `persons`:
    nouns of persons. `resolver`: what tells whose a pronoun is. `max_pronouns`: gendered pronouns
    in a sentence. `dropped`: how many sentences were not taken, by one of CAUSES.
    """

    swapper: Swapper
    persons: EnglishProfessions
    resolver: Resolver
    max_pronouns: int = 3
    dropped: Counter[str] = field(default_factory=Counter)
    _read: set[str] = field(default_factory=set)
    _written: set[str] = field(default_factory=set)

    @cached_property
    def _scan(self) -> PronounScan:
        return PronounScan(self.swapper.pronouns)

    @cached_property
    def _finder(self) -> ProfessionFinder:
        return ProfessionFinder(self.persons)

    def candidates(self, column: pa.StringArray) -> list[str]:
        """Return the sentences that have gendered pronouns of one gender, and a person.

        Each sentence once; no tree is needed, so that only these have to be parsed.
        """
        genders = self._scan.scan(column).genders
        gendered = np.flatnonzero((genders == MASCULINE) | (genders == FEMININE))
        self.dropped["pronoun"] += len(column) - len(gendered)
        return [text for text in take(column, gendered).to_pylist() if self._may_state(text)]

    def _may_state(self, text: str) -> bool:
        cause = ""
        if len(list(self._scan.find(text))) > self.max_pronouns:
            cause = "too-many-pronouns"
        elif not self._singular(text):
            cause = "no-person"
        elif text in self._read:
            cause = "duplicate"
        self._read.add(text)
        self._count(cause)
        return not cause

    def _count(self, cause: str) -> None:
        if cause:
            self.dropped[cause] += 1

    def _singular(self, text: str) -> list[ProfessionMatch]:
        return [match for match in self._finder.find(text) if match.number == "Sing"]

    def stated(
        self, rows: Sequence[Mapping[str, Any]], trees: Sequence[tuple[Sentence, list[WordSpan]]]
    ) -> Iterator[StatedPerson]:
        """Yield the person of each sentence that states one, and of its swapped copy behind it.

        `rows`: with `id` and `source`; `trees`: of the sources, with the spans of their words.
        """
        found = [self._queries(row["source"], *tree) for row, tree in zip(rows, trees, strict=True)]
        queries = [query for persons in found for _, asked in persons for query in asked]
        answers = iter(self.resolver.resolve(queries))
        for row, (tree, words), persons in zip(rows, trees, found, strict=True):
            decided = [(person, [next(answers) for _ in asked]) for person, asked in persons]
            meant = [person for person, answer in decided if self._is_meant(answer)]
            cause = "" if len(meant) == 1 else "several" if meant else "another"
            if not cause and _may_be_named(tree, _noun(words, meant[0]), persons[0][1]):
                cause = "name"
            self._count(cause)
            if not cause:
                yield from self._both(row, meant[0], words)

    def _is_meant(self, answers: Sequence[CorefDecision]) -> bool:
        nouns = self.swapper.nouns is not None
        return all(states_gender(answer) if nouns else answer.same for answer in answers)

    def _queries(
        self, text: str, tree: Sentence, words: Sequence[WordSpan]
    ) -> list[tuple[ProfessionMatch, list[CorefQuery]]]:
        """Return for each person of a sentence the questions whether the pronouns are hers or his.

        Persons whose word is no noun here are left out.
        """
        tree = with_readings(tree, text, self.swapper.pronouns)
        pronouns = pronoun_mentions(text, words, self.swapper.pronouns)
        found = []
        for person in self._singular(text):
            noun = _noun(words, person)
            if noun.upos != "NOUN" or not pronouns:
                continue
            place = noun.id, person.start, person.end
            found.append((person, [each.query(text, tree, *place) for each in pronouns]))
        return found

    def given(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[StatedPerson]:
        """Yield the persons of sentences that came with the answer, and of their swapped copies.

        `rows`: with `id`, `source`, `profession`, and the `gender` of all pronouns of the sentence.
        Where a swapped copy is among the rows, it is not taken again.
        """
        for row in rows:
            text = row["source"]
            person = self._named(text, row["profession"])
            if person is None:
                self._count("not-there")
                continue
            yield from self._both(row, person, ())

    def _named(self, text: str, profession: str) -> ProfessionMatch | None:
        """Return the noun of a profession, None where there is none or several."""
        name = profession.casefold()
        found = [match for match in self._finder.find(text) if match.name.casefold() == name]
        return found[0] if len(found) == 1 else None

    def _both(
        self, row: Mapping[str, Any], person: ProfessionMatch, words: Sequence[WordSpan]
    ) -> Iterator[StatedPerson]:
        """Yield a sentence and its copy of the other gender, or count why neither is taken."""
        text = row["source"]
        gender = self._gender(text)
        swap = self.swapper.swap(text, words, (person.start, person.end))
        shift = sum(len(c.new) - (c.end - c.start) for c in swap.changes if c.end <= person.start)
        start = person.start + shift
        changed = [c for c in swap.changes if c.start < person.end and person.start < c.end]
        end = person.end + shift + sum(len(c.new) - (c.end - c.start) for c in changed)
        cause = ""
        if not gender or self._gender(swap.text) != OPPOSITE[gender]:
            cause = "not-swapped"
        elif changed:
            cause = "gendered-person"
        elif not self._written.isdisjoint((text, swap.text)):
            cause = "duplicate"
        self._count(cause)
        if cause:
            return
        self._written |= {text, swap.text}
        noun = person.name, person.number
        yield StatedPerson(text, *noun, person.start, person.end, gender, ORIGINAL, row["id"])
        other = OPPOSITE[gender]
        yield StatedPerson(swap.text, *noun, start, end, other, SWAPPED, row["id"])

    def _gender(self, text: str) -> str:
        """Return the gender of the pronouns of a sentence, "" for none or both."""
        genders = {
            gender
            for match in self._scan.find(text)
            for gender in (OPPOSITE if match.double else [self._scan.gender(match.form)])
        }
        return genders.pop() if len(genders) == 1 else ""


def _may_be_named(tree: Sentence, noun: Token, queries: Sequence[CorefQuery]) -> bool:
    """Whether a name may be the person's, which would be of the wrong gender in the copy.

    "Dr Smith", "the first one is Maria", "the child of Maria, a doctor", "Maria calls herself".
    """
    if name_of(tree, noun.id, "en", ""):
        return True
    names = [token for token in tree.tokens if token.upos == "PROPN"]
    if any(token.id == noun.head for token in names):
        return True
    if relation(noun) == "appos" and any(token.id < noun.id for token in names):
        return True
    reflexive = any(query.case == "reflexive" for query in queries)
    return reflexive and any(relation(token) == "nsubj" for token in names)


def _noun(words: Sequence[WordSpan], person: ProfessionMatch) -> Token:
    """Return the word of a person; of several the last, its head."""
    return next(word.token for word in words if word.start < person.end <= word.end)
