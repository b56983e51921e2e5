"""Whether a finished sentence can be right: its words agree as they did before the change.

What writes sentences asks this of each (`cdaflow.inflection.realise`), since trees are wrong where
annotators are: an adjective changes with a person and its noun does not ("la vieja túnel"), or the
noun changes and its adjective stays ("une productrice chinois"). Forms decide, not features: two
words that belong together, by the tree or since they stand side by side, had a gender and a number
in common, and have none any more. What disagreed from the beginning is nobody's fault here. A form
of which nothing is known agrees with everything.

A changed word also keeps its number, and was a word that can change: not the only verb of the
sentence ("l'étudiant court vite"), nor one that is a verb wherever it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import cdaflow.languages
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry
from cdaflow.languages.closed_classes import CLOSED_CLASSES, closed_table
from cdaflow.languages.writing import plain
from cdaflow.syntax.clauses import Clauses
from cdaflow.syntax.tree import agree, relation
from cdaflow.trees import Sentence, Token

_Feature = Literal["Gender", "Number"]
_SHOWN: tuple[_Feature, ...] = ("Gender", "Number")

_NAMES = frozenset({"NOUN", "PROPN"})
_NOMINAL = frozenset({"ADJ", "NOUN", "PROPN"})

#: Relations of what stands in the phrase of its noun.
_IN_PHRASE = frozenset({"acl", "amod", "det"})


class SentenceCheck:
    """The check of sentences in which some words have changed, by the words of an inflector."""

    def __init__(self, inflector: Inflector) -> None:
        self.language = cdaflow.languages.get(inflector.language)
        self._lexicon = inflector.lexicon
        self._closed = closed_table(inflector.language)

    def faults(
        self, sentence: Sentence, words: Sequence[Token], set_words: Collection[int]
    ) -> dict[int, str]:
        """Return why a sentence cannot be right, by the id of a changed word; nothing if it may.

        `words`: those of the sentence after its changes, in canonical form, with their new
        features (`Language.apply_contractions`). `set_words`: the ids of those whose gender was
        set, whether their form shows it or not.
        """
        before = sentence.tokens
        changed = {
            new.id for old, new in zip(before, words, strict=True)
            if plain(old.form) != plain(new.form)
        }  # fmt: skip
        found: dict[int, str] = {}
        for position in sorted(changed):
            why = self._wrong_word(sentence, before[position - 1], words[position - 1])
            if why:
                found[position] = why
        for group in _groups(sentence, self.language.code, changed | set(set_words)):
            if changed.isdisjoint(group):
                continue
            old = [self._known(before[i - 1], before[i - 1].id in set_words) for i in group]
            new = [self._known(words[i - 1], words[i - 1].id in set_words) for i in group]
            if _share(old) and not _share(new):
                first = next(i for i in group if i in changed)
                forms = " ".join(words[i - 1].form for i in sorted(group))
                found.setdefault(first, f"{forms!r} do not agree")
        return found

    def _known(self, token: Token, is_set: bool) -> dict[_Feature, set[str]]:
        """Return the genders and numbers that a form may have; none where nothing is known.

        Of a word that is set the gender is the one of its features, if the form can have it.
        """
        cells = self._cells(token)
        known: dict[_Feature, set[str]] = {}
        for name in _SHOWN:
            values = {cell.get(name, "") for cell in cells}
            known[name] = set() if "" in values else values
        gender = token.feats.get("Gender")
        if gender and is_set and (not known["Gender"] or gender in known["Gender"]):
            known["Gender"] = {gender}
        elif gender and not cells and token.upos == "NOUN":
            known["Gender"] = {gender}
        return known

    def _cells(self, token: Token) -> list[Mapping[str, str]]:
        """Return the features of all readings of a form as a word that can agree."""
        upos = token.upos if token.upos in CLOSED_CLASSES else "ADJ"
        cells: list[Mapping[str, str]] = [
            {"Gender": gender, "Number": number}
            for paradigm, gender, number in self._closed.get(plain(token.form), ())
            if paradigm.upos == upos
        ]
        if token.upos in CLOSED_CLASSES:
            return cells
        entries = [entry for entry in self._lexicon.by_form(token.form) if _may_agree(entry)]
        # Treebanks are small: of what they alone have they may lack a reading.
        others = [entry for entry in entries if not entry.source.startswith("treebank:")]
        if others or cells:
            return [*cells, *(entry.feats for entry in others)]
        return [
            {name: value for name, value in entry.feats.items() if name != "Number"}
            for entry in entries
        ]

    def _wrong_word(self, sentence: Sentence, old: Token, new: Token) -> str:
        """Return why a word cannot have changed as it did, "" if it can."""
        was, now = self._known(old, False)["Number"], self._known(new, False)["Number"]
        if was and now and was.isdisjoint(now):
            return f"{new.form} has another number than {old.form}"
        if old.upos in CLOSED_CLASSES or self.language.verbs_have_gender:
            return ""
        entries = self._lexicon.by_form(old.form)
        finite = [entry for entry in entries if entry.feats.get("VerbForm") in ("Fin", "Inf")]
        if finite and not self._cells(old):
            return f"{old.form} is a verb"
        if finite and old.upos == "ADJ" and not any(map(_is_finite, sentence.tokens)):
            return f"{old.form} is likely to be the verb of the sentence"
        return ""


def _is_finite(token: Token) -> bool:
    return token.upos in ("AUX", "VERB") and token.feats.get("VerbForm", "Fin") == "Fin"


def _may_agree(entry: Entry) -> bool:
    return entry.upos in _NOMINAL or entry.feats.get("VerbForm") == "Part"


def _share(known: Sequence[Mapping[_Feature, set[str]]]) -> bool:
    """Whether words may have a gender and a number in common."""
    for name in _SHOWN:
        values = [each[name] for each in known if each[name]]
        if values and not set.intersection(*values):
            return False
    return True


def _groups(
    sentence: Sentence, language: str, changed: Collection[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the ids of words that belong together, two or all of a noun phrase."""
    clauses = Clauses(sentence, language, agree)
    semantic = cdaflow.languages.get(language).semantic_agreement
    for token in sentence.tokens:
        if token.upos in _NAMES:
            phrase = [c.id for c in clauses.children(token) if _is_attribute(clauses, c)]
            yield from ((token.id, child) for child in phrase)
            yield tuple(sorted((token.id, *phrase)))
        elif _shows(token) and not semantic:
            yield from ((owner.id, token.id) for owner in _said_of(clauses, token))
    for one, other in pairwise(_without_adverbs(sentence)):
        if _beside(one, other) and not any(
            _belongs_elsewhere(clauses, *each, changed) for each in ((one, other), (other, one))
        ):
            yield one.id, other.id


def _shows(token: Token) -> bool:
    """Whether a word is an adjective or participle that agrees with something."""
    participle = token.feats.get("VerbForm") == "Part"
    return "Gender" in token.feats and (token.upos == "ADJ" or participle)


def _is_attribute(clauses: Clauses, token: Token) -> bool:
    kind = relation(token)
    if kind == "acl":
        return _shows(token) and not clauses.has(token, "aux", "cop", "mark", "nsubj")
    return kind in _IN_PHRASE and (token.upos == "DET" or _shows(token))


def _said_of(clauses: Clauses, token: Token) -> Iterator[Token]:
    """Yield what a predicate agrees with: its subject, the participle above or beside it."""
    head = clauses.head(token)
    if head is not None and _shows(head) and head.upos != "NOUN":
        if relation(token) in ("aux", "conj", "cop", "xcomp"):
            yield head
    if token.upos == "AUX":
        return
    subject = clauses.own_subject(token)
    if subject is not None and not clauses.objects_before(token, "obj"):
        if clauses.is_relative(subject):
            subject = clauses.antecedent(subject, before=True)
        if subject is not None and (subject.upos in _NAMES or _is_personal(subject)):
            yield subject


def _is_personal(token: Token) -> bool:
    feats = token.feats
    return token.upos == "PRON" and feats.get("PronType") == "Prs" and feats.get("Person") == "3"


def _without_adverbs(sentence: Sentence) -> list[Token]:
    """Return the words without those that may stand between two that agree: "la más bella"."""
    return [token for token in sentence.tokens if token.upos != "ADV"]


def _beside(one: Token, other: Token) -> bool:
    """Whether two words side by side agree as a rule, whatever the tree has of them."""
    if one.upos == "DET":
        return other.upos in _NOMINAL
    if one.upos in _NAMES:
        return _shows(other)
    return _shows(one) and (other.upos in _NAMES or _shows(other))


def _belongs_elsewhere(
    clauses: Clauses, token: Token, other: Token, changed: Collection[int]
) -> bool:
    """Whether a word is that of a third one, with which it goes: "jugadora de béisbol famosa"."""
    if token.upos == "DET":
        return False
    head = clauses.head(token)
    thirds = [head, *(_said_of(clauses, token) if _shows(token) else ())]
    return any(
        third is not None
        and third.id != other.id
        and other.head != third.id
        and agree(token, third)
        and "Gender" in third.feats
        and (third.id in changed) == (token.id in changed)
        for third in thirds
    )
