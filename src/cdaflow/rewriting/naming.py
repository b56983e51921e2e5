"""The words of a translation that name persons: which of them, and what goes with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Key, cached, word_key
from cdaflow.inflection.lexicon import Entry
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.agents import agent_form
from cdaflow.rewriting.copulas import behind_as
from cdaflow.rewriting.english import EnglishPerson, Names
from cdaflow.rewriting.indefinites import with_pronouns
from cdaflow.rewriting.unchanging import unchanging
from cdaflow.syntax import names as inanimate
from cdaflow.syntax.noun_phrases import as_noun, with_nouns
from cdaflow.syntax.tree import agree, following, preceding, relation
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE

#: What an annotator may take a noun for.
_TAGS = frozenset({"ADJ", "ADV", "AUX", "NOUN", "PRON", "PROPN", "VERB", "X"})

_DETERMINERS = frozenset({"AUX", "DET", "NUM", "PRON", "PROPN"})

#: How many words behind a noun its name may stand.
_NEAR = 4

_NAMED = frozenset({"appos", "flat", "nmod", "nsubj"})


class Naming:
    """What is known of the nouns of a language; `names`: see `read_names_of_persons`."""

    def __init__(self, words: SentenceInflector, names: Names, language: str) -> None:
        self.words, self.names, self.language = words, names, language
        self.genders = words.genders
        self._inanimate = inanimate.inanimate_nouns(language)
        self._changing: dict[Key, bool] = {}

    def with_named_persons(self, tree: Sentence, persons: Sequence[EnglishPerson]) -> Sentence:
        """Return the tree with the words as nouns whose English is there.

        Demonyms without it, and what is said of somebody, are adjectives, unless a capital or a
        determiner tells.
        """
        known = frozenset[str]().union(*(person.names for person in persons))
        tree = with_pronouns(self._with_adjectives(tree, known), self.language, self.genders)
        found = [
            token.id
            for token in tree.tokens
            if token.upos in _TAGS
            and self.names.get(token.form.lower(), frozenset()) & known
            and (token.upos != "PROPN" or self._may_be_common(tree, token))
        ]
        found += behind_as(tree, self.language, self.genders)
        return with_nouns(tree, found, self.language, self.genders)

    def with_common_nouns(self, tree: Sentence) -> Sentence:
        """Return the tree with nouns of common gender in that of their determiner, or in none."""
        tokens = list(tree.tokens)
        for token in tree.tokens:
            if token.upos != "NOUN" or "Gender" not in token.feats:
                continue
            feats = {name: value for name, value in token.feats.items() if name != "Gender"}
            plain = token.changed(feats=feats)
            if {self._form(plain, gender) for gender in OPPOSITE} != {token.form}:
                continue
            shown = {
                gender
                for child in tree.children(token.id)
                if child.upos in ("ADJ", "DET", "VERB") and "Gender" in child.feats
                if len(own := set(self.genders(child)) - {""}) == 1
                for gender in own
            }
            gender = {"Gender": shown.pop()} if len(shown) == 1 else {}
            tokens[token.id - 1] = token.changed(feats={**feats, **gender})
        return replace(tree, tokens=tuple(tokens))

    def _form(self, noun: Token, gender: str) -> str | None:
        known = self.words.form(noun, gender)
        return known or agent_form(noun.form, gender, self.language)

    def candidates(self, tree: Sentence) -> list[Token]:
        """Return the nouns, and what stands for one behind a determiner: "los heridos"."""
        found = []
        kept = self.unchanging(tree)
        for token in tree.tokens:
            if token.id in kept:
                continue
            if token.upos == "NOUN":
                found.append(token)
            elif token.upos == "PROPN":
                if self._may_be_common(tree, token):
                    found.append(token)
            elif token.upos in ("ADJ", "ADV", "PRON", "VERB") and self._stands_for_noun(
                tree, token
            ):
                found.append(token)
        return found

    def unchanging(self, tree: Sentence) -> set[int]:
        """Return the ids of the words that never change with a person."""
        return unchanging(tree, self.language, self.names.demonyms)

    def _with_adjectives(self, tree: Sentence, known: Collection[str]) -> Sentence:
        tokens = list(tree.tokens)
        address, welcome = (word_set(self.language, name) for name in ("address", "welcome"))
        for token in tree.tokens:
            form = token.form.lower()
            after = following(tree, token)
            addressed = form in address and after is not None and after.form.lower() in self.names
            if tokens[token.id - 1] is not token:
                continue
            if addressed or (form in welcome and relation(token) != "amod"):
                plural = form.endswith(("s", "i"))
                feats = {"Gender": "Masc", "Number": "Plur" if plural else "Sing"}
                tokens[token.id - 1] = token.changed(upos="ADJ", feats=feats, lemma=form)
                if addressed and after is not None and after.upos not in ("ADJ", "NOUN"):
                    tokens[after.id - 1] = after.changed(upos="NOUN", feats=feats)
                continue
            demonym = form in self.names.demonyms and token.form == form
            # "La persona estaba muerta"
            said = any(relation(child) == "cop" for child in tree.children(token.id))
            adjective = said and bool(self.genders(token.changed(upos="ADJ")))
            if token.upos != "NOUN" or not (demonym or (adjective and form in self.names)):
                continue
            if not self.names[form].isdisjoint(known):
                continue
            if all(child.upos != "DET" for child in tree.children(token.id)):
                tokens[token.id - 1] = token.changed(upos="ADJ")
        return replace(tree, tokens=tuple(tokens))

    def _may_be_common(self, tree: Sentence, name: Token) -> bool:
        """Whether what is taken for a proper noun may be none: "les Haïtiens", not "Indonesia"."""
        before = preceding(tree, name)
        place = before is None or before.upos in ("ADP", "PUNCT")
        place = place and not name.form.endswith("s")
        small = name.form[0].islower() or name.id == 1
        return small or (not place and name.form.lower() in self.names.demonyms)

    def _stands_for_noun(self, tree: Sentence, token: Token) -> bool:
        position = token.id - 1
        while position > 1 and tree.tokens[position - 1].upos == "ADJ":
            if not agree(tree.tokens[position - 1], token):
                break
            position -= 1
        if position < 1 or self.is_determiner(token):
            return False
        before = tree.tokens[position - 1]
        after = following(tree, token)
        noun_behind = after is not None and after.upos == "NOUN" and agree(after, token)
        return self.is_determiner(before) and agree(before, token) and not noun_behind

    def is_determiner(self, token: Token) -> bool:
        """Whether a word is a determiner by its form, whatever small annotators take it for."""
        if token.upos not in _DETERMINERS:
            return False
        return bool(self.genders(token.changed(upos="DET", feats={})))

    def prior(self, tree: Sentence, token: Token) -> float:
        """Return how likely a candidate is to name a person, by itself."""
        noun = as_noun(token)
        value = 0.0
        if not self.words.may_change(noun):
            value -= 0.6 if not self.is_fixed(noun) else 0.9 if self.can_change(noun) else 3.0
        form = token.form.lower()
        adjective = form in self.names.demonyms and token.form[0].islower()
        if (adjective or form not in self.names) and self.genders(token.changed(upos="ADJ")):
            beside = tree.tokens[max(token.id - 2, 0) : token.id + 1]
            nouns = any(t.upos == "NOUN" and t is not token and agree(t, token) for t in beside)
            value -= 2.4 if nouns else 0.4
        value -= 0.3 * (token.upos != "NOUN")
        value += 0.2 * any(c.upos == "DET" and c.id < token.id for c in tree.children(token.id))
        return value - 0.5 * self.is_inanimate(tree, token)

    def is_inanimate(self, tree: Sentence, token: Token) -> bool:
        """Whether a noun of persons is likely to name a thing where it stands."""
        return inanimate.is_inanimate(tree, token, self._inanimate)

    def is_listed(self, token: Token) -> bool:
        """Whether a noun is in the word lists of persons.

        A demonym may be a language or an adjective, unless the English has it or a capital tells.
        """
        form = token.form.lower()
        if form in self.names.demonyms and (token.form == form or token.id == 1):
            return False
        return token.upos == "NOUN" and form in self.names

    def is_fixed(self, noun: Token) -> bool:
        """Whether a dictionary has a noun with a gender."""
        return any("Gender" in entry.feats for entry in self._noun_entries(noun))

    def is_of_one_gender(self, noun: Token) -> bool:
        """Whether dictionaries have another gender of a noun only as an adjective: "punto"."""
        genders = {
            other.feats.get("Gender", "")
            for entry in self._noun_entries(noun)
            for other in self.words.inflector.lexicon.by_lemma(entry.lemma)
            if other.upos == "NOUN"
        }
        return len(genders) == 1 and "" not in genders

    def _noun_entries(self, noun: Token) -> list[Entry]:
        """Return the entries of a form as a noun in dictionaries, which treebanks are not."""
        return [
            entry
            for entry in self.words.inflector.lexicon.by_form(noun.form)
            if entry.upos == "NOUN" and not entry.source.startswith("treebank:")
        ]

    def can_change(self, noun: Token) -> bool:
        """Whether a form of the other gender can be made, by a model if need be."""
        return cached(self._changing, word_key(noun), self._can_change, noun)

    def _can_change(self, noun: Token) -> bool:
        if self.words.may_change(noun):
            return True
        gender = OPPOSITE.get(noun.feats.get("Gender", "Masc"), "Fem")
        return self.words.inflector.inflect(noun, {**noun.feats, "Gender": gender}) is not None

    def has_name(self, tree: Sentence, noun: Token, names: Collection[str]) -> bool:
        """Whether one of the English proper names stands beside a noun, or has it said of it."""
        for child in tree.children(noun.id):
            bare = all(part.upos != "ADP" for part in tree.children(child.id))
            if bare and relation(child) in _NAMED and self._is_name(child, names):
                return True
        # "La soldado de primera Elizabeth Lyman", but "el padre de Tom".
        before = noun
        for token in tree.tokens[noun.id : noun.id + _NEAR]:
            if self._is_name(token, names):
                return before.upos in ("ADJ", "NOUN")
            if token.upos not in ("ADJ", "ADP", "NOUN"):
                return False
            before = token
        return False

    def _is_name(self, token: Token, names: Collection[str]) -> bool:
        capital = token.form[0].isupper() and token.id > 1
        return token.upos == "PROPN" and capital and token.form in names

    def before(self, tree: Sentence, position: int, gender: str) -> Iterator[int]:
        """Yield the words right before a noun that change with it, whatever hangs where."""
        noun = tree.tokens[position - 1]
        if noun.form.lower() in word_set(self.language, "little"):
            return  # "Un po'" is no noun with its determiner.
        adjective, relatives = False, word_set(self.language, "relative")
        for token in reversed(tree.tokens[: position - 1]):
            degree = token.form.lower() in word_set(self.language, "degree")
            if token.upos == "NUM" or (token.upos == "ADV" and degree):
                continue
            above = preceding(tree, token)
            if token.upos == "CCONJ" and adjective and above is not None and agree(above, noun):
                adjective = bool(self.genders(above.changed(upos="ADJ")))
                if adjective:
                    continue
            kind = self._kind(token, noun)
            if not kind or token.lemma in relatives:
                return
            adjective = kind == "ADJ"
            form = self.words.form(token.changed(upos=kind), gender)
            changed = form is not None and form.lower() != token.form.lower()
            if changed or (form is None and kind == "ADJ" and "Gender" in token.feats):
                yield token.id

    def _kind(self, token: Token, noun: Token) -> str:
        """Return DET or ADJ for a word that agrees with the noun behind it, "" for others."""
        if not agree(token, noun):
            return ""
        if self.is_determiner(token) or token.upos == "DET":
            return "DET"
        adjective = bool(self.genders(token.changed(upos="ADJ")))
        if token.upos == "NOUN":
            return "ADJ" if adjective else ""
        noun_alone = not adjective and self.genders(token.changed(upos="NOUN", feats={}))
        return "ADJ" if token.upos == "ADJ" and not noun_alone else ""

    def one_of(self, tree: Sentence, position: int, gender: str) -> int:
        """Return the id of the pronoun that takes some of the persons named, 0 for none.

        "Uno de los jóvenes médicos".
        """
        if tree.tokens[position - 1].feats.get("Number") != "Plur":
            return 0
        start = position - 1
        while start >= 1 and tree.tokens[start - 1].upos in ("ADJ", "ADV", "DET", "NUM"):
            start -= 1
        if start < 2 or tree.tokens[start - 1].form.lower() not in word_set(
            self.language, "of_forms"
        ):
            return 0
        one = tree.tokens[start - 2]
        known = self.genders(one.changed(upos="PRON", feats={})) or self.genders(
            one.changed(upos="DET", feats={})
        )
        other = one.feats.get("Gender") not in (None, gender)
        return one.id if one.upos in ("ADJ", "DET", "NUM", "PRON") and known and other else 0
