"""Whose an English pronoun is: the query, the decision, and who may decide.

A resolver is any object with `resolve`. The rules over the trees (`rules`) are always
there; others are found among the installed entry points of the group `cdaflow.resolvers`, each a
function without arguments that returns one. So a neural coreference model is a package of its own:

    [project.entry-points."cdaflow.resolvers"]
    mine = "my_package:Resolver"
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol, cast

from cdaflow.errors import ConfigError
from cdaflow.io.files import read_lines
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import GenderedNouns

GROUP = "cdaflow.resolvers"

#: The resolver that needs nothing installed.
RULES = "rules"


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


def read_persons(paths: Iterable[str | os.PathLike[str]]) -> frozenset[str]:
    """Return the nouns of lists of English persons, in lower case: the first column of each."""
    found = set()
    for path in paths:
        lines = read_lines(path)
        next(lines, "")
        found |= {line.split("\t")[0].strip().lower() for line in lines if line.strip()}
    return frozenset(found)


class Resolver(Protocol):
    """What decides queries, many at a time, in order."""

    def resolve(self, queries: Sequence[CorefQuery]) -> Sequence[CorefDecision]:
        """Return a decision on each query."""
        ...


def load_resolver(name: str, nouns: GenderedNouns, persons: Collection[str]) -> Resolver:
    """Return the resolver of a name.

    `nouns`, `persons`: English nouns that say a gender, and such of persons that say none, for
    the rules.

    Raises ConfigError where none of that name is installed, or it is none.
    """
    if name == RULES:
        from cdaflow.counterfactual.resolution.rules import EnglishRules

        return EnglishRules(nouns, persons)
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name not in found:
        known = ", ".join([RULES, *sorted(found)])
        raise ConfigError(
            f"no resolver {name!r} is installed; there are: {known}",
            hint=f"a package makes one known by an entry point of the group {GROUP}",
        )
    resolver = found[name].load()()
    if not callable(getattr(resolver, "resolve", None)):
        raise ConfigError(f"{found[name].value}: what it returns has no method resolve")
    return cast(Resolver, resolver)
