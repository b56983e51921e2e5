"""Which nouns of a translation name persons, and why the gender of one is to stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.agents import agent_form
from cdaflow.rewriting.english import English, EnglishPerson
from cdaflow.rewriting.heads import People
from cdaflow.rewriting.matching import matches, similarity
from cdaflow.rewriting.naming import Naming
from cdaflow.syntax.names import name_of
from cdaflow.syntax.noun_phrases import as_noun
from cdaflow.syntax.tree import agree, relation
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE

#: How far from each other the nouns of a pair such as "frères et sœurs" stand.
_PAIR = 3

#: How much of a noun and its English is alike where no list has them (`similarity`), at least.
_ALIKE = 0.5


class PersonNouns:
    """The nouns of persons in one sentence; `gender`: that which others are to get.

    `status`: for each noun why its gender is to stay, "" where it is open; `persons`: the person of
    the English whom it names, where one is found; `named`: those that are names of their own.
    """

    def __init__(
        self, naming: Naming, english: English, tree: Sentence, people: People, gender: str
    ) -> None:
        self.naming, self.english = naming, english
        self.tree, self.people, self.gender = tree, people, gender
        self.persons: dict[int, EnglishPerson] = {}
        self.named: set[int] = set()
        self.status = self._status()

    def _status(self) -> dict[int, str]:
        """Return for each noun of persons why its gender is to stay, "" where it is open."""
        tree, english = self.tree, self.people.tree
        named = self._names()
        candidates = [t for t in self.naming.candidates(tree) if t.id not in named]
        priors = {token.id: self.naming.prior(tree, token) for token in candidates}
        taken = {person.id for person in named.values()}
        persons = [person for person in self.people.persons if person.id not in taken]
        found = matches(tree, candidates, english, persons, self.naming.names, priors)
        found |= self._matched_by_tags(candidates, found, priors)
        self.persons = found | named
        proper = {token.form for token in english.tokens if token.upos == "PROPN"}
        status = {position: self._known_by(person, "") for position, person in named.items()}
        for token in candidates:
            person = found.get(token.id)
            beside = self.naming.has_name(tree, token, proper) or self._is_named(token)
            name = "name" if beside else ""
            if person is not None:
                status[token.id] = self._matched(token, person, name)
            elif self._is_person(token):
                told = "noun" if self._is_gendered(token) else name or self._unfound(token)
                # Where everybody has a noun already it is something else: "reactivos físicos".
                told = told or ("thing" if 0 < len(persons) == len(found) else "")
                status[token.id] = "untagged" if self.people.tagged else told
        return status

    def _matched_by_tags(
        self,
        candidates: Sequence[Token],
        found: Mapping[int, EnglishPerson],
        priors: Mapping[int, float],
    ) -> dict[int, EnglishPerson]:
        """Return more nouns that persons name whom tags say to be open.

        Tags are surer than the lists that a noun is one of persons: "learner", "apprenant".
        """
        taken = {person.id for person in found.values()}
        open_tokens = self.people.open_tokens
        persons = [
            p
            for p in self.people.persons
            if p.listed and p.id in open_tokens - taken and not p.known_by
        ]
        nouns = [
            token
            for token in candidates
            if token.id not in found
            and token.upos == "NOUN"
            and token.feats.get("Gender") != self.gender
            and not self.naming.is_inanimate(self.tree, token)
            and self.naming.can_change(token)
        ]
        if not persons or not nouns:
            return {}
        likely = {token.id: max(priors[token.id], 0.0) for token in nouns}
        english = self.people.tree
        return matches(self.tree, nouns, english, persons, self.naming.names, likely)

    def _names(self) -> dict[int, EnglishPerson]:
        """Return the first name of each person who is called by one in the English as well."""
        persons = self.people.named()
        found: dict[int, EnglishPerson] = {}
        for token in self.tree.tokens if persons else ():
            person = persons.get(token.form)
            if person is None or not token.form[0].isupper() or person in found.values():
                continue
            if "PROPN" in (token.upos, self.people.tree.tokens[person.id - 1].upos):
                found[token.id] = person
        self.named = set(found)
        return found

    def _matched(self, token: Token, person: EnglishPerson, name: str) -> str:
        """Return why the gender of a noun that has an English person is to stay."""
        noun = as_noun(token)
        # "Tom's parents are both murderers"
        words = {person.id, self.people.same.get(person.id, 0)} - {0}
        called = {self.people.tree.tokens[word - 1].form.lower() for word in words}
        couple = self.gender == "Fem" and called & word_set("en", "couple")
        if couple or self._is_paired(noun):
            return "paired"
        if self.naming.is_fixed(noun) and not self.naming.can_change(noun):
            return "fixed"
        known_by = self._known_by(person, name)
        if not known_by and not self._may_translate(token, person):
            return "thing"
        if not known_by and self._is_translated_gendered(token):
            return "noun"
        if known_by or person.listed:
            return known_by
        if self.people.tagged and not self._may_be_person(token):
            return "thing"
        return "noun" if self._is_gendered(token) else ""

    def _unfound(self, noun: Token) -> str:
        """Return why a noun is to stay for which nobody in the English is found, "" if it is open.

        It may be whom "he" or "she" means ("the principal himself"; "fingió que era ciego"), a
        person whom the English names but once ("a sociologist, and a practical one"), or none.
        """
        called = self.naming.names.get(noun.form.lower(), frozenset())
        told = next((p.known_by for p in self.people.persons if p.names & called), "")
        english = self.people.tree.tokens
        genders = {
            reading.gender
            for token in english
            for reading in self.english.pronouns.get(token.form.lower(), ())
        }
        if told or not genders:
            return told
        if any(child.feats.get("Poss") == "Yes" for child in self.tree.children(noun.id)):
            return ""  # "His co-star" is somebody else.
        if noun.feats.get("Number") != "Plur" and noun.feats.get("Gender", "") in {*genders, ""}:
            return "pronoun"
        words = {word for name in called for word in name.split()}
        said = any(
            token.upos in ("ADJ", "NOUN", "PROPN", "VERB")
            and ({token.form.lower(), token.lemma.lower()} & words
                 or similarity(noun.form, token.form) >= _ALIKE)
            for token in english
        )  # fmt: skip
        return "" if said else "thing"

    def _is_named(self, noun: Token) -> bool:
        """Whether the translation has a name beside a noun, or said of it: "Maria is a nurse"."""
        if self.people.tagged:
            return False
        english = self.people.tree
        name = name_of(self.tree, noun.id, self.naming.language, english.text)[:3]
        return bool(name) and any(
            word.upos == "PROPN" and word.form.startswith(name) for word in english.tokens
        )

    def _may_translate(self, noun: Token, person: EnglishPerson) -> bool:
        """Whether a noun may be what a person of the English is called here.

        It is listed, alike ("scorer", but "liver" is no "partie"), or a noun of two genders.
        """
        called = self.naming.names.get(noun.form.lower(), frozenset())
        if noun.form in self.naming.names.demonyms and not called & person.names:
            return False  # "Il francese" with a native speaker.
        alike = max(similarity(noun.form, name) for name in person.names) >= _ALIKE
        if self.people.tagged or called & person.names or alike:
            return True
        if self.naming.is_inanimate(self.tree, noun):
            return False  # "La carica di sindaco"
        if person.names & {"people", "person"}:
            return bool(called) and not self._is_gendered(noun)  # "derechos"; "hommes"
        word = self.people.tree.tokens[person.id - 1]
        if word.upos == "PROPN" and word.form[:1].isupper() and not person.listed:
            return False
        made = agent_form(noun.form, self.gender, self.naming.language)
        if called or made is not None:
            return True
        if relation(word) in ("amod", "compound"):
            return False  # "extremist circles"
        adjective = bool(self.naming.genders(noun.changed(upos="ADJ")))
        changes = not self.naming.is_of_one_gender(noun) and self.naming.words.may_change(
            as_noun(noun)
        )
        return changes or (person.listed and adjective and not self.naming.is_fixed(noun))

    def _is_paired(self, noun: Token) -> bool:
        """Whether a noun is joined to its own form of the other gender: "frères et sœurs"."""
        near = self.tree.tokens[max(noun.id - _PAIR - 1, 0) : noun.id + _PAIR]
        if all(token.upos != "CCONJ" for token in near):
            return False
        forms = {self.naming.words.form(noun, gender) for gender in OPPOSITE} - {None, noun.form}
        for token in near:
            between = range(*sorted((token.id, noun.id)))
            if token.form.lower() in forms and any(
                self.tree.tokens[position - 1].upos == "CCONJ" for position in between
            ):
                return True
        return False

    def _is_gendered(self, token: Token) -> bool:
        """Whether the English of a noun would tell the gender: "neveu", a nephew."""
        names = self.naming.names.get(token.form.lower(), frozenset())
        return any(map(self.english.is_gendered, names))

    def _is_translated_gendered(self, token: Token) -> bool:
        """Whether a word of the English says the gender that a noun says: "young man", "homme"."""
        names = self.naming.names.get(token.form.lower(), frozenset())
        # "Men" by its lemma.
        said = {
            form.lower() for word in self.people.tree.tokens for form in (word.form, word.lemma)
        }
        return any(map(self.english.is_gendered, names & said))

    def _known_by(self, person: EnglishPerson, name: str) -> str:
        """Return what tells the gender of a person; `name`: whether a name stands beside it."""
        if not self.people.tagged:
            return person.known_by or name
        if self.people.word_of(person) in self.people.open_tokens:
            return person.known_by
        return person.known_by or "untagged"

    def _may_be_person(self, token: Token) -> bool:
        """Whether a noun, whose English is in no list, is one of persons."""
        if not self.people.tagged or self.naming.is_listed(token):
            return True
        return self.naming.can_change(as_noun(token))

    def _is_person(self, token: Token) -> bool:
        """Whether a noun names a person, though nobody in the English is found for it."""
        before = self.tree.tokens[token.id - 2] if token.id > 1 else None
        if before is not None and before.upos == "NOUN" and agree(token, before):
            return False
        if not self.naming.is_listed(token) or self.naming.is_inanimate(self.tree, token):
            return False
        return self.naming.words.may_change(token)
