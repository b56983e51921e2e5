"""Whose an English pronoun is: the query, the decision, and who may decide.

A resolver is any object with `resolve`. The rules over the trees (`english_rules`) are always
there; the guard of counterfactuals finds others among the installed entry points of the group
`cdaflow.resolvers`, each a function without arguments that returns one. So a neural coreference
model is a package of its own:

    [project.entry-points."cdaflow.resolvers"]
    mine = "my_package:Resolver"
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from cdaflow.rewriting.pronoun_scan import PronounScan
from cdaflow.rewriting.readings import pronoun_reading
from cdaflow.syntax.tree import WordSpan, word_at
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import GenderedPronouns

#: What joins the pronouns of both genders: "he or she", "his (or her)".
_EITHER = re.compile(r"\s*\(?\s*(?:/|(?:and/)?or)\s*")

#: The cause of a decision where a noun states the gender of the pronoun's person.
GENDERED_NOUN = "gendered-noun"


class CorefQuery(NamedTuple):
    """Whether a pronoun of an English sentence stands for a noun of it.

    `tree`: the sentence's; `pronoun`, `noun`: ids of its words. `starts`, `ends`: for these two,
    the characters of `text` where they begin and end. `case` of the pronoun: see
    `cdaflow.wordlists.english_lists.CASES`; `gender`: Masc or Fem.
    """

    text: str
    tree: Sentence
    pronoun: int
    noun: int
    case: str
    gender: str
    starts: tuple[int, int]
    ends: tuple[int, int]


class CorefDecision(NamedTuple):
    """Whether the pronoun is the noun's, and why: a few words, with the other person if there is.

    `cause`: of the decision where it is not: pronoun-of-another or gendered-noun. `doubtful`: that
    the pronoun may be the noun's as well as another's.
    """

    same: bool
    why: str
    cause: str = "pronoun-of-another"
    doubtful: bool = False


def states_gender(decision: CorefDecision) -> bool:
    """Whether the noun's person has the gender of the pronoun: as hers or his, or by a noun."""
    return decision.same or decision.cause == GENDERED_NOUN


class Resolver(Protocol):
    """What decides queries, many at a time, in order."""

    def resolve(self, queries: Sequence[CorefQuery]) -> Sequence[CorefDecision]:
        """Return a decision on each query."""
        ...


class PronounMention(NamedTuple):
    """A gendered pronoun of a sentence: the id of its word, its reading, its characters."""

    id: int
    case: str
    gender: str
    start: int
    end: int

    def query(self, text: str, tree: Sentence, noun: int, start: int, end: int) -> CorefQuery:
        """Return the query whether it stands for a noun, at characters `start` to `end`.

        `tree`: of `text`, with the readings of its pronouns (`with_readings`).
        """
        ids = self.id, noun
        starts, ends = (self.start, start), (self.end, end)
        return CorefQuery(text, tree, *ids, self.case, self.gender, starts, ends)


def pronoun_mentions(
    text: str, words: Sequence[WordSpan], pronouns: GenderedPronouns
) -> list[PronounMention]:
    """Return the gendered pronouns of a sentence, from the left; `words`: those of its tree.

    Those that are for both genders are left out: "his or her", "him or herself", "s/he".
    """
    matches = list(PronounScan(pronouns).find(text))
    both = {match.start for match in matches if match.double}
    for one, other in pairwise(matches):
        if _EITHER.fullmatch(text, one.end, other.start):
            both |= {one.start, other.start}
    found = []
    for match in matches:
        word = word_at(words, match.start)
        if word is not None and match.start not in both:
            reading = pronoun_reading(pronouns, text, match.start, words)
            found.append(
                PronounMention(word.id, reading.case, reading.gender, match.start, match.end)
            )
    return found
