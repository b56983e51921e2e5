"""Which reading a pronoun has: "her" is an object or a possessive, "his" may stand alone.

The words around it tell, and where there is a tree its tags, by a vote. The rule on words: a
possessive comes before a noun phrase, hence before a word that can begin one and not before a
mark, a preposition, a determiner and the like. How often each is right: see docs/results.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cdaflow.counterfactual.spans import Placed, word_at
from cdaflow.counterfactual.wordlists import GenderedPronoun, Pronouns
from cdaflow.files import read_table
from cdaflow.trees import Token

_LETTERS = re.compile(r"[^\W_]+")

#: Words, with inner hyphens and apostrophes, and single marks.
_PIECE = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*|[^\w\s]|_")


def _read_words() -> dict[str, frozenset[str]]:
    path = Path(__file__).with_name("after_pronouns.tsv")
    rows = read_table(path, ("class", "words"))
    return {row["class"]: frozenset(row["words"].split()) for _, row in rows}


_WORDS = _read_words()

#: Words that begin no noun phrase of which something before is the possessor: articles, pronouns,
#: prepositions, conjunctions, auxiliaries.
_NEVER_IN_PHRASE = _WORDS["never"]

#: Words that follow an object ("told her everything") and seldom begin what is possessed.
_AFTER_OBJECT = _WORDS["after-object"]

#: Words that are said of an object ("made her happy"), if no noun follows ("her happy life").
_OF_OBJECT = _WORDS["of-object"]

#: Words that follow an object, but are nouns too: possessed after a preposition ("on her back").
_ALSO_NOUNS = _WORDS["also-noun"]

#: Nouns on -ly, which are no adverbs ("spoke to her family").
_LY_NOUNS = _WORDS["ly-noun"]

_PREPOSITIONS = _WORDS["preposition"]

_CONJUNCTIONS = frozenset(("and", "or", "and/or", "nor", "/"))

_QUOTES = frozenset("\"'“‘«„*")


def pronoun_reading(
    pronouns: Pronouns, text: str, start: int, placed: Sequence[Placed] = ()
) -> GenderedPronoun:
    """Return the reading of the pronoun that begins at the character `start` of a sentence.

    `placed`: the words of its tree, if there is one.
    """
    match = _LETTERS.match(text, start)
    readings = pronouns[match.group().lower()] if match else ()
    if len(readings) == 1:
        return readings[0]
    by_words, is_sure = _by_words(readings, text, start)
    token = word_at(placed, start)
    if token is None or is_sure:
        return by_words
    votes = Counter(vote.case for vote in [by_words, *_by_tags(readings, token)])
    best = max(votes.values())
    # The words decide where the votes are even.
    return max(readings, key=lambda r: (votes[r.case] == best, r is by_words))


def _by_tags(readings: Sequence[GenderedPronoun], token: Token) -> Iterator[GenderedPronoun]:
    """Yield the reading that each of XPOS, FEATS and the relation speaks for, if it does.

    A small model often has one of them wrong, seldom two.
    """
    by_xpos = [reading for reading in readings if reading.xpos == token.xpos]
    if len(by_xpos) == 1:
        yield by_xpos[0]
    agreeing = [
        sum(1 if token.feats.get(name) == value else -1 for name, value in reading.feats.items())
        for reading in readings
    ]
    if token.feats and agreeing.count(max(agreeing)) == 1:
        yield readings[agreeing.index(max(agreeing))]
    if token.deprel not in ("dep", "_"):
        possessive = token.deprel.startswith(("nmod:poss", "det:poss"))
        by_relation = [r for r in readings if (r.case == "possessive") == possessive]
        if len(by_relation) == 1:
            yield by_relation[0]


def _by_words(
    readings: Sequence[GenderedPronoun], text: str, start: int
) -> tuple[GenderedPronoun, bool]:
    """Return the reading that the words after the pronoun speak for, and whether they are sure."""
    cases = {reading.case: reading for reading in readings}
    possessive = cases.get("possessive")
    alone = cases.get("object") or cases.get("independent")
    if possessive is None or alone is None:
        return readings[0], False
    first, *after = _PIECE.findall(text.replace("’", "'"), start)[:4]
    following = after[0].lower() if after else ""
    if following in _QUOTES and after[1:] and after[1][:1].isalnum():
        # An opening quote stands before the word, a closing one directly after the pronoun.
        is_opening = text[start + len(first) :][:1].isspace()
        return (possessive if is_opening else alone), False
    if following == "(":
        return (alone if alone.case == "object" else possessive), False
    others = {"her": "his", "his": "her"}
    if following in _CONJUNCTIONS and after[2:] and after[1].lower() == others[first.lower()]:
        return possessive, False  # "his or her car"
    if not following[:1].isalnum() or following in _NEVER_IN_PHRASE:
        return alone, True
    is_object = alone.case == "object" and _follows_object(following, after[1:], text[:start])
    return (alone if is_object else possessive), False


def _follows_object(following: str, after: Sequence[str], before: str) -> bool:
    """Return whether a word comes after "her" as an object rather than belongs to her."""
    if following in _OF_OBJECT or (following.endswith("ly") and following not in _LY_NOUNS):
        # "handled her easily.", but "her highly paid job"
        return not (after and after[0].isalnum()) or after[0].lower() in _NEVER_IN_PHRASE
    if following in _ALSO_NOUNS:
        return not before or _PIECE.findall(before)[-1:][0].lower() not in _PREPOSITIONS
    return following in _AFTER_OBJECT
