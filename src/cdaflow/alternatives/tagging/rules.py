"""The back end `rules`: the people that `cdaflow.rewriting.english` finds in trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cdaflow.alternatives.structures import AMBIGUOUS, FEMININE, MASCULINE, Entity
from cdaflow.alternatives.tagging.tags import TaggedSentence
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.english import English, EnglishPerson
from cdaflow.syntax.tree import word_spans
from cdaflow.trees import Sentence, Token

_LABELS = {"Masc": MASCULINE, "Fem": FEMININE}

#: Pronouns of people whose gender English never shows.
_OPEN_PRONOUNS = ("speaker", "hearer", "plural_person", "somebody")

#: Forms of these that are no heads: possessives and reflexives hang on another word.
_NO_HEADS = frozenset(["my", "our", "your", "their", "mine", "ours", "yours", "theirs"])


@dataclass(frozen=True)
class RuleTagger:
    """Tags trees of English: nouns of persons by `english`, and personal pronouns."""

    english: English

    def tag_trees(self, trees: Iterable[Sentence]) -> Iterator[TaggedSentence]:
        """Yield the sentence of each tree with its head words."""
        for tree in trees:
            text = tree.text
            spans = {word.token.id: (word.start, word.end) for word in word_spans(tree, text)}
            labels = dict(self._labels(tree))
            heads = [Entity(*spans[number], label) for number, label in sorted(labels.items())]
            yield TaggedSentence(text, tuple(heads))

    def _labels(self, tree: Sentence) -> Iterator[tuple[int, str]]:
        for token in tree.tokens:
            label = self._pronoun(token)
            if label is not None:
                yield token.id, label
        for person in self.english.persons(tree):
            label = self._noun(tree, person)
            if label is not None:
                yield person.id, label

    def _pronoun(self, token: Token) -> str | None:
        form = token.form.lower()
        if token.upos != "PRON" or form in _NO_HEADS or token.feats.get("Poss") == "Yes":
            return None
        if any(form in word_set("en", name) for name in _OPEN_PRONOUNS) and "sel" not in form:
            return AMBIGUOUS
        genders = {pronoun.gender for pronoun in self.english.pronouns.get(form, ())}
        return _LABELS.get(genders.pop()) if len(genders) == 1 and "sel" not in form else None

    def _noun(self, tree: Sentence, person: EnglishPerson) -> str | None:
        """Return the label of a noun; None where its gender is shown, but not which one."""
        if not person.known_by:
            return AMBIGUOUS
        for token in (tree.tokens[person.id - 1], *tree.children(person.id)):
            label = self._shown(token)
            if label is not None:
                return label
        if person.known_by == "owner":
            for token in tree.tokens[person.id :]:
                if token.feats.get("Poss") == "Yes" and self._shown(token):
                    return self._shown(token)
        return None

    def _shown(self, token: Token) -> str | None:
        """Return the gender that a word shows: he, mother, Mrs."""
        form = token.form.lower()
        genders = {pronoun.gender for pronoun in self.english.pronouns.get(form, ())}
        noun = self.english.nouns.words.get(form) or self.english.nouns.address.get(token.form)
        if noun is not None:
            genders.add(noun.gender)
        return _LABELS.get(genders.pop()) if len(genders) == 1 else None
