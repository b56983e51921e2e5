"""Nouns of persons in text and in trees, by word lists (Zmigrod et al. 2019, section 5.2).

The paper takes every noun of its gazetteer; here the gazetteer is any word lists of persons. A noun
is left as it is, with its reason, where it can have no other gender or is no person (REASONS).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.errors import ConfigError
from cdaflow.inflection.context import is_other_word
from cdaflow.languages import Language
from cdaflow.syntax.names import inanimate_nouns, is_inanimate, name_of
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.lexicon import read_professions

#: Why a listed noun is not changed: one gender for everybody ("la víctima"); no other form is
#: known; a thing where it stands; another word of this form; somebody with a name.
REASONS = ("fixed", "no-form", "thing", "other-word", "named")


@dataclass(frozen=True)
class PersonNouns:
    """The nouns of persons in a tree: ids of those that may change, and of the others why not."""

    nouns: tuple[int, ...] = ()
    left: Mapping[int, str] = field(default_factory=dict)


class PersonLists:
    """The forms of word lists of persons, for a search in words.

    Raises ConfigError where there is no list, what `read_professions` raises for a faulty one.
    """

    def __init__(self, paths: Sequence[str | os.PathLike[str]], language: Language) -> None:
        if not paths:
            raise ConfigError(
                "word-list.missing",
                "finding person nouns needs word lists",
                hint="give word lists (--word-list), such as config/wordlists/professions.es.tsv",
            )
        self.language = language
        self._lists = [read_professions(path, language) for path in paths]

    def spans(self, words: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
        """Yield start, end and whether it has a fixed gender of each listed noun among words.

        Words are in lower case. Of nouns inside one another the longest counts; a noun has a fixed
        gender if all lists that have it say so.
        """
        end = 0
        for index in range(len(words)):
            if index < end:
                continue
            matches = [noun for word_list in self._lists if (noun := word_list.at(words, index))]
            if matches:
                end = max(match.end for match in matches)
                yield index, end, all(m.fixed for m in matches if m.end == end)

    def genders(self, words: Sequence[str]) -> frozenset[str]:
        """Return the genders that a listed noun (words in lower case) may have."""
        readings = [word_list.all_forms.get(tuple(words), ()) for word_list in self._lists]
        return frozenset(gender for slots in readings for gender, _ in slots)

    def has_person(self, text: str) -> bool:
        """Whether a text has a listed noun that may change its gender, by its form alone."""
        words = self.language.words(text.lower())
        return any(not fixed for _, _, fixed in self.spans(words))


class PersonFinder:
    """The search for nouns of persons in trees.

    `words`: the forms that are known. `named`: whether nouns of people with a name are found, too,
    as in the paper; else they are left, since the name keeps its gender.
    """

    def __init__(
        self, lists: PersonLists, words: SentenceInflector, *, named: bool = False
    ) -> None:
        self._lists, self._words, self._named = lists, words, named
        self._things = inanimate_nouns(lists.language.code)

    def find(self, tree: Sentence) -> PersonNouns:
        """Return the nouns of persons of a tree."""
        nouns, left = list[int](), dict[int, str]()
        forms = [token.form.lower() for token in tree.tokens]
        for start, end, fixed in self._lists.spans(forms):
            token = _head(tree.tokens[start:end])
            if token.upos != "NOUN":
                continue
            if reason := "fixed" if fixed else self._why_not(tree, token):
                left[token.id] = reason
            else:
                nouns.append(token.id)
        return PersonNouns(tuple(nouns), left)

    def _why_not(self, tree: Sentence, token: Token) -> str:
        """Return why a noun is not changed, "" if it may be."""
        if not self._words.may_change(token):
            return "no-form"
        if is_inanimate(tree, token, self._things):
            return "thing"
        if is_other_word(tree, token, self._words.inflector.lexicon):
            return "other-word"
        # Without a text of another language a first word is taken for no name.
        if not self._named and name_of(tree, token.id, self._lists.language.code, ""):
            return "named"
        return ""


def _head(tokens: Sequence[Token]) -> Token:
    """Return the first word whose head is none of the others: "agente" of "agente de policía"."""
    ids = {token.id for token in tokens}
    return next((token for token in tokens if token.head not in ids), tokens[0])


def select_lines(
    lines: Iterable[tuple[int, str]], lists: PersonLists, counts: Counter[str]
) -> Iterator[tuple[int, str]]:
    """Yield the lines (number, text) with a noun of a person: only these need trees.

    `counts`: all lines, and those found, are counted here.
    """
    for number, text in lines:
        counts["lines"] += 1
        if lists.has_person(text):
            counts["animate"] += 1
            yield number, text
