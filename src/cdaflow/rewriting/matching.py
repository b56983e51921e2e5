"""Which person of the English each noun of a translation names."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from cdaflow.rewriting.english import EnglishPerson, Names
from cdaflow.syntax.tree import relation
from cdaflow.trees import Sentence, Token

#: Relations of nouns that translations exchange.
_EXCHANGED = frozenset({"iobj", "nmod", "obj", "obl"})


def similarity(one: str, other: str) -> float:
    """Return how much of the longer of two words their common beginning is, accents apart.

    So cognates are found: investigador, investigator.
    """
    first, second = _plain(one), _plain(other)
    pairs = zip(first, second, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
    return same / max(len(first), len(second), 1)


@lru_cache(maxsize=10_000)
def _plain(word: str) -> str:
    parts = unicodedata.normalize("NFD", word.lower())
    letters = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return letters.replace("ph", "f").replace("k", "c")


def matches(
    target: Sentence,
    nouns: Sequence[Token],
    english: Sentence,
    persons: Sequence[EnglishPerson],
    names: Names,
    priors: Mapping[int, float],
) -> dict[int, EnglishPerson]:
    """Return the English person of each noun (by id) that has one, the best pairs first.

    `names`: the English of the nouns that word lists have. `priors`: how likely a noun is to name a
    person, by itself; added to what speaks for a pair.
    """
    scored = sorted(
        (
            (-_score(target, noun, english, person, names) - priors[noun.id], noun.id, person.id)
            for noun in nouns
            for person in persons
        ),
    )
    by_id = {person.id: person for person in persons}
    found: dict[int, EnglishPerson] = {}
    for value, noun, person in scored:
        if value > 0:
            break
        if noun not in found and person in by_id:
            found[noun] = by_id.pop(person)
    return found


def _score(
    target: Sentence, noun: Token, english: Sentence, person: EnglishPerson, names: Names
) -> float:
    """Return what speaks for a pair: translation, likeness, relation, number, position."""
    known = names.get(noun.form.lower(), frozenset())
    value = 4.0 if known & person.names else 0.5 * bool(known) + 0.3 * person.listed
    alike = max(similarity(noun.form, name) for name in person.names)
    value += 3 * alike if alike >= 0.3 else 0
    relations = {relation(noun), relation(english.tokens[person.id - 1])}
    value += 0.7 * (len(relations) == 1 or relations <= _EXCHANGED)
    numbers = {noun.feats.get("Number", ""), person.number} - {""}
    value += 0.3 if len(numbers) == 1 else -0.8 * (len(numbers) > 1)
    distance = abs(noun.id / len(target.tokens) - person.id / len(english.tokens))
    return value - 2.5 * distance
