"""The back end `rules`: the people that `cdaflow.rewriting.english` finds in trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cdaflow.alternatives.structures import AMBIGUOUS, FEMININE, MASCULINE, Entity
from cdaflow.alternatives.tagging.tags import TaggedSentence
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.english import English
from cdaflow.rewriting.readings import with_readings
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
            tree = with_readings(tree, text, self.english.pronouns)
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
            # None where the gender is shown, but not which one: of names.
            label = _LABELS.get(person.gender) if person.known_by else AMBIGUOUS
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
