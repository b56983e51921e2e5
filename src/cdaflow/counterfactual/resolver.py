"""Whose an English pronoun is: the query, the decision, and who may decide.

A resolver is any object with `resolve`. The rules over the trees (`english_rules`) are always
there; others are found among the installed entry points of the group `cdaflow.resolvers`, each a
function without arguments that returns one. So a neural coreference model is a package of its own:

    [project.entry-points."cdaflow.resolvers"]
    mine = "my_package:Resolver"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from cdaflow.trees import Sentence


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

    `cause`: of the decision where it is not: pronoun-of-another or gendered-noun.
    """

    same: bool
    why: str
    cause: str = "pronoun-of-another"


class Resolver(Protocol):
    """What decides queries, many at a time, in order."""

    def resolve(self, queries: Sequence[CorefQuery]) -> Sequence[CorefDecision]:
        """Return a decision on each query."""
        ...
