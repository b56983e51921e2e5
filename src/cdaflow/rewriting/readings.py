"""Which reading a pronoun has: "her" is an object or a possessive, "his" may stand alone.

The one reading of the swap, the selection, the guard with its resolver and the rewriter: the
words around the pronoun decide (`her_context`), and where there is a tree with Penn Treebank tags
these have a vote. `with_readings` writes it into a tree, for rules that look at trees. How often
it is right: docs/counterfactual.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from cdaflow.rewriting.her_context import NEVER_IN_PHRASE, context, is_object
from cdaflow.syntax.repairs import repair_question
from cdaflow.syntax.tree import WordSpan, word_at, word_spans
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import GenderedPronoun, GenderedPronouns

_LETTERS = re.compile(r"[^\W_]+")

_CONJUNCTIONS = frozenset(("and", "or", "and/or", "nor", "/"))

_NOUNS = ("NOUN", "PROPN")

_QUOTES = frozenset("\"'“‘«„*")


def pronoun_reading(
    pronouns: GenderedPronouns, text: str, start: int, words: Sequence[WordSpan] = ()
) -> GenderedPronoun:
    """Return the reading of the pronoun that begins at the character `start` of a sentence.

    `words`: the words of its tree, if there is one.
    """
    match = _LETTERS.match(text, start)
    readings = pronouns[match.group().lower()] if match else ()
    if len(readings) == 1:
        return readings[0]
    token = word_at(words, start)
    by_words, is_sure = _by_words(readings, text, start)
    if token is None or is_sure:
        return by_words
    votes = Counter(vote.case for vote in [by_words, *_by_tags(readings, token)])
    best = max(votes.values())
    # The words decide where the votes are even.
    return max(readings, key=lambda r: (votes[r.case] == best, r is by_words))


def _by_tags(readings: Sequence[GenderedPronoun], token: Token) -> Iterator[GenderedPronoun]:
    """Yield the reading that each of XPOS, FEATS and the relation speaks for, if it does.

    Without XPOS none counts: relation and case of a small model are wrong together where a verb
    was not in its training set ("She achieved her goal"), and the words are right more often.
    """
    by_xpos = [reading for reading in readings if reading.xpos == token.xpos]
    if len(by_xpos) != 1:
        return
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
    """Return the reading that the words around the pronoun speak for, and whether they are sure."""
    cases = {reading.case: reading for reading in readings}
    possessive = cases.get("possessive")
    alone = cases.get("object") or cases.get("independent")
    if possessive is None or alone is None:
        return readings[0], False
    here = context(text, start)
    following = here.word(0)
    if following in _QUOTES and here.word(1)[:1].isalnum():
        # An opening quote stands before the word, a closing one directly after the pronoun.
        is_opening = text[start + len(possessive.form) :][:1].isspace()
        return (possessive if is_opening else alone), False
    if following == "(":
        return (alone if alone.case == "object" else possessive), False
    others = {"her": "his", "his": "her"}
    if following in _CONJUNCTIONS and here.word(1) == others[possessive.form] and here.word(2):
        return possessive, False  # "his or her car"
    if not following[:1].isalnum() or following in NEVER_IN_PHRASE:
        return alone, True
    if alone.case == "object" and is_object(here):
        return alone, False
    return possessive, False


def with_readings(tree: Sentence, text: str, pronouns: GenderedPronouns) -> Sentence:
    """Return a tree in which "her" and "his" have XPOS, FEATS and relation of their readings.

    A possessive depends on the noun that it stands before, an object on the verb behind which it
    stands ("elected her president": "president" is its predicate, xcomp). Questions with "be" are
    repaired (`repair_question`), so that whose a pronoun is can be told.

    Raises ValueError where the tree is of another text.
    """
    words = word_spans(tree, text)
    tokens = list(tree.tokens)
    for word in words:
        form = text[word.start : word.end].lower()
        joined = text[word.end : word.end + 1].isalpha()  # to a word behind it, without a blank
        if joined or len(pronouns.get(form, ())) < 2:
            continue
        reading = pronoun_reading(pronouns, text, word.start, words)
        feats = {k: v for k, v in word.token.feats.items() if k not in ("Case", "Poss")}
        index = word.token.id - 1
        tokens[index] = tokens[index].changed(
            upos="PRON", xpos=reading.xpos, feats={**feats, **reading.feats}
        )
        if reading.case == "possessive":
            _attach_possessive(tokens, index)
        elif reading.case == "object":
            _attach_object(tokens, index)
    return repair_question(replace(tree, tokens=tuple(tokens)))


def _attach_possessive(tokens: list[Token], index: int) -> None:
    """Hang the possessive at an index on the noun of its phrase, the last of a compound."""
    pronoun = tokens[index]
    if pronoun.deprel.startswith(("nmod:poss", "det:poss")):
        return
    behind = tokens[index + 1 :]
    nouns = dropwhile(lambda token: token.upos not in _NOUNS, behind)
    phrase = list(takewhile(lambda token: token.upos in _NOUNS, nouns)) or behind[:1]
    if not phrase:
        return
    noun = phrase[-1]
    if noun.head == pronoun.id:
        tokens[noun.id - 1] = noun.changed(head=pronoun.head, deprel=pronoun.deprel)
    for token in tokens:
        if token.head == pronoun.id and token.id != noun.id:
            tokens[token.id - 1] = token.changed(head=noun.id)
    if not _is_below(tokens, noun.id, pronoun.id):
        tokens[index] = pronoun.changed(head=noun.id, deprel="nmod:poss")


def _attach_object(tokens: list[Token], index: int) -> None:
    """Hang the object at an index on the verb behind which it stands, if it is a possessive yet."""
    pronoun = tokens[index]
    if not pronoun.deprel.startswith(("nmod:poss", "det:poss")):
        return
    noun = tokens[pronoun.head - 1]
    verb = next((t for t in reversed(tokens[:index]) if t.upos == "VERB"), None)
    if verb is None or _is_below(tokens, verb.id, pronoun.id):
        return
    tokens[index] = pronoun.changed(head=verb.id, deprel="obj")
    if noun.head == verb.id and noun.deprel == "obj":
        tokens[noun.id - 1] = noun.changed(deprel="xcomp")


def _is_below(tokens: Sequence[Token], word: int, top: int) -> bool:
    """Whether the word with an id hangs somewhere below another."""
    for _ in tokens:
        if not word or word == top:
            break
        word = tokens[word - 1].head
    return word == top
