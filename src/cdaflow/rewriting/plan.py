"""Whose gender a sentence shows with which words: the plan by which it is rewritten."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cdaflow.agreement.intervention import InterventionRequest
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.english import English, EnglishPerson
from cdaflow.rewriting.heads import THEY, People
from cdaflow.rewriting.indefinites import indefinites, standing_alone
from cdaflow.rewriting.naming import Naming
from cdaflow.rewriting.person_nouns import PersonNouns
from cdaflow.rewriting.unnamed import Unnamed
from cdaflow.syntax.predicates import Predicate, predicates, readings
from cdaflow.syntax.tree import agree, following, relation, straight
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE


@dataclass
class Plan:
    """The words of one sentence that are set, by the noun they go with (0: none), and kept.

    `persons`: for a noun, the person of the English that it names, where one is found. `unnamed`:
    for a word that goes with no noun, the grammatical person ("1", "2", "3", THEY, "" for none).
    """

    tree: Sentence
    sets: dict[int, set[int]] = field(default_factory=dict)
    keep: set[int] = field(default_factory=set)
    persons: dict[int, EnglishPerson] = field(default_factory=dict)
    unnamed: dict[int, str] = field(default_factory=dict)

    def add(self, noun: int, word: int, person: str = "") -> None:
        """Set a word with a noun (0: with nobody named, and then in a grammatical person)."""
        self.sets.setdefault(noun, set()).add(word)
        if not noun:
            self.unnamed[word] = person

    def drop(self, nouns: Collection[int]) -> None:
        """Keep the words of nouns that are no persons after all."""
        for noun in nouns:
            words = self.sets.pop(noun)
            self.keep |= words
            for others in self.sets.values():
                others -= words

    def keep_always(self, kept: Collection[int]) -> None:
        """Keep words, whatever they go with."""
        self.keep |= set(kept)
        for words in self.sets.values():
            words -= set(kept)

    @property
    def words(self) -> set[int]:
        """The ids of all words that are set."""
        return {word for words in self.sets.values() for word in words}

    def request(self, genders: Mapping[int, str]) -> InterventionRequest:
        """Return what is asked of the model: a gender for each of `words`."""
        return InterventionRequest(
            self.tree, dict(sorted(genders.items())), self.keep - set(genders)
        )


class Planner:
    """Makes plans for the sentences of a language."""

    def __init__(self, naming: Naming, english: English) -> None:
        self.naming, self.english, self.language = naming, english, naming.language

    def plan(self, tree: Sentence, people: People, gender: str) -> Plan:
        """Return what changes where everybody whom the English leaves open gets a gender."""
        return _Planned(self, tree, people, gender).plan


class _Planned:
    """One sentence while its plan is made."""

    def __init__(self, planner: Planner, tree: Sentence, people: People, gender: str) -> None:
        self.naming, self.language = planner.naming, planner.language
        self.tree, self.people, self.gender = tree, people, gender
        self.plan = Plan(tree)
        nouns = PersonNouns(planner.naming, planner.english, tree, people, gender)
        self.plan.persons, self.named = nouns.persons, nouns.named
        self.status = status = nouns.status
        self.unnamed = unnamed = Unnamed(tree, people.tree, planner.english, status, self.language)
        if people.tagged:
            # The tags say whether somebody is meant, beside whom so ever.
            unnamed.somebody = people.somebody
            found = {person.id for person in nouns.persons.values()}
            missing = {person.id for person in people.persons} & people.open_tokens - found
            unnamed.perhaps_somebody &= bool(missing)
        self.pronouns = standing_alone(
            tree,
            self.language,
            gender,
            persons=status,
            has_open=unnamed.has_open and not people.tagged,
            english=unnamed.forms,
            somebody=unnamed.somebody,
            perhaps=unnamed.perhaps_somebody,
            marked=people.somebody_marked,
        )
        self.unnamed.pronouns = self.pronouns
        self.they = self._they() - self.pronouns
        # A name keeps its form.
        self.words_of: dict[int, list[int]] = {
            position: [] if position in self.named else [position] for position in status
        }
        self._fill(status)

    def _fill(self, status: Mapping[int, str]) -> None:
        nouns = {*status, *self.pronouns, *self.they}
        for predicate in predicates(self.tree, self.naming.genders, nouns, self.language):
            if self.tree.tokens[predicate.id - 1].feats.get("Gender") != self.gender:
                self._attach(predicate)
        for position in self.pronouns:
            self.plan.add(0, position, "3")
        for position in self.they:
            self.plan.add(0, position, THEY)
        for token in self.tree.tokens:
            if token.id in self.they:
                continue
            owner = self.unnamed.personal(token, self.gender)
            if owner is not None:
                self._assign(owner, token.id, token.feats.get("Person", "3"))
        for position, words in self.words_of.items():
            if position not in self.named:
                one = self.naming.one_of(self.tree, position, self.gender)
                words += self.naming.before(self.tree, position, self.gender)
                words += [one] if one else []
            if status[position]:
                self.plan.keep.update(words)
            else:
                for word in words:
                    self.plan.add(position, word)
        self._add_welcome()
        self._keep_inanimate()
        unchanging = self.naming.unchanging(self.tree) | set(self._said_of_kept())
        # What goes with "mis padres" stays as well.
        self.plan.drop([noun for noun in unchanging if noun in self.plan.sets])
        self.plan.keep_always(unchanging)

    def _said_of_kept(self) -> Iterator[int]:
        """Yield what stands behind "he is" or "Tom is" of somebody who stays, whatever hangs where.

        "Il est plus intelligent que moi", "elle était morte", "les frères sont morts"; and "se
        stesso" where the English has "himself".
        """
        for one, other in pairwise(self.tree.tokens):
            selves = straight(other.form)[:-1] in {
                word[:-1] for word in word_set(self.language, "self")
            }
            reflexive = straight(one.form) in word_set(self.language, "reflexive")
            if selves and reflexive and self.unnamed.forms & {"himself", "herself"}:
                yield other.id
        be, words = word_set(self.language, "be"), self.plan.words
        tokens = [t for t in self.tree.tokens if t.upos != "ADV"]
        for one, verb, said in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if verb.lemma not in be or one.id in words or said.upos == "DET":
                continue
            if not agree(said, one):
                continue
            named = one.upos == "PROPN" and one.id not in self.named and not self.people.tagged
            third = one.upos == "PRON" and "Gender" in one.feats and (
                one.feats.get("PronType") == "Prs" and one.feats.get("Person", "3") == "3"
            )  # fmt: skip
            one_alone = third and one.feats.get("Number") == "Sing"
            if one_alone or (named and verb.feats.get("Number") == "Sing") or (
                self.status.get(one.id) in ("name", "noun", "pronoun")
            ):  # fmt: skip
                yield said.id

    def _add_welcome(self) -> None:
        """Set words that welcome the hearer, unless the English has a name or shows a gender."""
        welcome = word_set(self.language, "welcome")
        english = self.people.tree.tokens
        known = any(person.known_by for person in self.people.persons) or any(
            token.upos == "PROPN" and token.form.lower() != "welcome" for token in english
        )
        for token in self.tree.tokens if "welcome" in self.unnamed.forms and not known else ():
            said = any(relation(c) in ("cop", "nsubj") for c in self.tree.children(token.id))
            if token.form.lower() in welcome and self.gender == "Fem" and not said:
                self.plan.keep.discard(token.id)
                for words in self.plan.sets.values():
                    words.discard(token.id)
                self.plan.add(0, token.id, "2")

    def _they(self) -> set[int]:
        """Return the pronouns that stand for "they", where that is marked as a person."""
        words = word_set("en", "they")
        tokens = self.people.tree.tokens
        if not any(tokens[t - 1].form.lower() in words for t in self.people.open_tokens):
            return set()
        return {
            token.id
            for token in self.tree.tokens
            if token.upos == "PRON"
            and token.feats.get("PronType") == "Prs"
            and token.feats.get("Person", "3") == "3"
            and token.feats.get("Number") == "Plur"
            and token.feats.get("Gender") not in (None, self.gender)
            # "Los" may be things, even so.
            and not self.naming.is_determiner(token)
        }

    def _attach(self, predicate: Predicate) -> None:
        """Put a predicate to those whom it describes."""
        word = self.tree.tokens[predicate.id - 1]
        third = predicate.person not in ("1", "2")
        fact = (third and self.unnamed.is_of_fact(word)) or (
            (third or word.upos == "DET") and self._is_other_pronoun(word)
        )
        if fact or self.unnamed.is_of_thing(word, predicate.person):
            self.plan.keep.add(word.id)
            return
        conjuncts = self._conjuncts(word)
        if any(noun.id in self.words_of for noun in conjuncts):
            self._attach_to_all(conjuncts, predicate.id)
            return
        if predicate.owner in self.pronouns or predicate.owner in self.they:
            person = THEY if predicate.owner in self.they else "3"
            self.plan.add(0, predicate.id, person)
            return
        if predicate.owner in self.words_of:
            self.words_of[predicate.owner].append(predicate.id)
            return
        if predicate.owner and predicate.person == "3":
            owner = self.tree.tokens[predicate.owner - 1]
            # "Deux chiens : l'un est noir"
            known = indefinites(self.language, OPPOSITE[self.gender])
            if owner.upos == "PRON" and straight(owner.form) in known:
                self.plan.keep.add(predicate.id)
                return
            # "Il est fatigué": the word of a pronoun changes with it, or not at all.
            whose = self.unnamed.personal(owner, self.gender)
            if whose is not None:
                self._assign(whose, predicate.id, predicate.person)
                return
            if self.unnamed.is_of_object(word, owner):
                self.plan.keep.add(predicate.id)
                return
            if owner.upos == "NOUN" or (predicate.attribute and owner.upos != "PRON"):
                self.plan.keep.add(predicate.id)
            if owner.upos not in ("NUM", "PRON") or predicate.attribute:
                return
        self._assign(self.unnamed.owner(predicate), predicate.id, predicate.person)

    def _is_other_pronoun(self, word: Token) -> bool:
        """Whether a word taken for an adjective stands for no person: "cada parte a la otra".

        Which pronouns stand for persons is known (`standing_alone`); nor is "il francese" one.
        """
        if word.id in self.pronouns:
            return False
        if word.upos == "DET":
            head = self.tree.tokens[word.head - 1]
            return head.form in self.naming.names.demonyms and word.feats.get("Number") != "Plur"
        after = following(self.tree, word)
        alone = after is None or after.upos not in ("ADJ", "DET", "NOUN", "NUM", "PROPN")
        if not alone or straight(word.form) not in indefinites(
            self.language, OPPOSITE[self.gender]
        ):
            return False
        nouns = (t for t in self.tree.tokens[: word.id - 1] if t.upos == "NOUN")
        return any(agree(word, noun) for noun in nouns if self.status.get(noun.id, "thing"))

    def _conjuncts(self, word: Token) -> list[Token]:
        """Return the nouns of which a plural is said: "El juez y la jefa están cansados"."""
        if word.feats.get("Number") != "Plur":
            return []
        said = self.tree.tokens[word.head - 1] if word.upos == "AUX" and word.head else word
        above = self.tree.tokens[said.head - 1] if said.head else None
        first = next((c for c in self.tree.children(said.id) if relation(c) == "nsubj"), None)
        beside = first is None and relation(said) in ("acl", "amod")
        if beside and above is not None:
            conjunct = relation(above) == "conj" and above.head
            first = self.tree.tokens[above.head - 1] if conjunct else above
        if first is None:
            return []
        others = [c for c in self.tree.children(first.id) if relation(c) == "conj"]
        behind = self.tree.tokens[first.id : first.id + 2]
        if [t.upos for t in behind] == ["CCONJ", "PRON"]:
            others += behind[1:]  # "Mon ami et moi sommes fiers", whatever hangs where
        found = [t for t in (first, *others) if t.upos in ("NOUN", "PRON", "PROPN")]
        # In "los jueces y las jefas cansadas" the last alone may be meant.
        if len(found) < 2 or (beside and any(t.feats.get("Number") == "Plur" for t in found)):
            return []
        return found

    def _attach_to_all(self, conjuncts: Sequence[Token], word: int) -> None:
        """Put a word to all of several people, which a man among them keeps from changing."""
        closed = [t for t in conjuncts if self.status.get(t.id, "thing")]
        if self.gender == "Fem" and any(t.feats.get("Gender") != "Fem" for t in closed):
            self.plan.keep.add(word)
            return
        for token in conjuncts:
            if token not in closed:
                self.words_of[token.id].append(word)

    def _assign(self, owner: int | str, word: int, person: str) -> None:
        """Put a word to a noun, to nobody named (""), or among those that stay."""
        if isinstance(owner, int):
            self.words_of[owner].append(word)
        elif owner:
            self.plan.keep.add(word)
        else:
            self.plan.add(0, word, person)

    def _keep_inanimate(self) -> None:
        """Keep what stands right before the nouns of things, and words that never change."""
        tokens, plan = self.tree.tokens, self.plan
        taken = plan.words
        of_owned = word_set(self.language, "relative_possessive")
        for token in tokens:
            if token.id in taken:
                continue
            if token.lemma in of_owned or self._is_no_adjective(token):
                plan.keep.add(token.id)
            if token.upos != "NOUN":
                continue
            children = list(self.tree.children(token.id))
            determined = any(c.upos == "DET" for c in children) and all(
                relation(c) != "cop" for c in children
            )
            beside = token.id - 1 in taken or token.head in taken
            if determined or not (beside or readings(token, self.naming.genders)):
                plan.keep.add(token.id)
            elif any(relation(c) == "cop" for c in children):
                continue  # "Mi amiga es una neoyorquina": noun and determiner, or neither.
            for before in reversed(tokens[: token.id - 1]):
                if before.upos not in ("ADJ", "DET") or not agree(before, token):
                    break
                if before.id in taken:
                    break
                if before.upos == "DET" or before.head not in taken or before.head > token.id:
                    plan.keep.add(before.id)

    def _is_no_adjective(self, token: Token) -> bool:
        """Whether a word that is tagged as an adjective is a noun to the lexicon alone."""
        if token.upos not in ("ADJ", "VERB") or "Gender" not in token.feats:
            return False
        genders = self.naming.genders
        if readings(token, genders):
            return False
        return bool(genders(token.changed(upos="NOUN", feats={})))
