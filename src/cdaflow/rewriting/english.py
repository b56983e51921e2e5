"""The persons of an English sentence, and what shows their gender.

English nouns have no gender, so a person's is shown by few words: gendered nouns (mother,
actress), he and she, names. Everybody else's is open.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from cdaflow.io.files import read_table
from cdaflow.languages.word_sets import language_rows, word_set
from cdaflow.rewriting.appositions import appositions
from cdaflow.rewriting.english_rules import EnglishRules
from cdaflow.rewriting.predicate_scan import scanned_subject
from cdaflow.rewriting.resolver import pronoun_mentions, states_gender
from cdaflow.rewriting.stated import StatedGenders
from cdaflow.syntax.tree import following, preceding, relation, word_spans
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import EnglishProfessions, GenderedNouns, GenderedPronouns
from cdaflow.wordlists.rows import read_person_rows

#: Each English noun of persons in lower case, with its singular and its number ("": either).
Listed = Mapping[str, tuple[str, str]]

#: Endings of nouns of persons; others with such an ending: languages/en/agent_endings.tsv.
_AGENT = re.compile(r"[a-z]{3,}(?:er|or|ist|ian|eer|ee|path|woman|people|person)s?|.*(?:men|women)")

_NO_QUANTIFIER = frozenset({"advmod", "amod", "det", "mark", "nummod"})
_ALONE_BEFORE = frozenset({"ADP", "AUX", "PRON", "PUNCT", "VERB"})


class Names(dict[str, frozenset[str]]):
    """Each form of word lists in lower case, with the English names of its rows.

    `demonyms`: the forms of lists of demonyms, which are adjectives and languages as well.
    """

    demonyms: frozenset[str] = frozenset()


def read_names_of_persons(paths: Iterable[str | os.PathLike[str]]) -> Names:
    """Return the English names of each form of word lists such as professions.es.tsv.

    The first column has them, several with slashes or commas between; of several words the last
    counts too ("sick person"). Raises InputError as `read_person_rows` does.
    """
    found: dict[str, set[str]] = {}
    demonyms: set[str] = set()
    for path in paths:
        for row in read_person_rows(path):
            if row.kind == "demonym":
                demonyms.update(form.lower() for form in row.forms.values())
            names = {name.strip().lower() for name in re.split(r"[/,;]", row.name)}
            names |= {name.rpartition(" ")[2] for name in names}
            for form in filter(None, row.forms.values()):
                found.setdefault(form.lower(), set()).update(names)
    made = Names((form, frozenset(names)) for form, names in found.items())
    made.demonyms = frozenset(demonyms - {""})
    return made


def read_english_persons(path: str | os.PathLike[str]) -> Listed:
    """Return the nouns of a list such as persons.en.tsv (columns person, plural).

    The number of one with an equal plural is "".
    """
    found: dict[str, tuple[str, str]] = {}
    for _, row in read_table(path, ("person", "plural"), whole=True):
        person, plural = row["person"].lower(), row["plural"].lower()
        found.setdefault(person, (person, "Sing" if person != plural else ""))
        found.setdefault(plural, (person, "Plur"))
    return found


@cache
def _no_agents() -> frozenset[str]:
    return frozenset(row["form"] for row in language_rows("en", "agent_endings.tsv", ("form",)))


def _is_agent(token: Token) -> bool:
    """Whether a noun has an ending of nouns of persons: "scorer"."""
    form = token.form.lower()
    agent = token.upos in ("NOUN", "PROPN") and _AGENT.fullmatch(form) is not None
    return agent and {form, form.removesuffix("s")}.isdisjoint(_no_agents())


@dataclass(frozen=True, slots=True)
class EnglishPerson:
    """A noun of persons: its id, what it is called (singulars, by which it is known), its number.

    `known_by`: what shows the gender: "noun", "name", "pronoun", "" for nothing. `listed`: whether
    it is in a list. `gender`: the one that is shown, Masc or Fem; "" of names.
    """

    id: int
    names: frozenset[str]
    number: str
    known_by: str
    listed: bool
    gender: str = ""


@dataclass(frozen=True)
class English:
    """What tells persons and genders in English.

    `listed`: nouns of persons beside professions and gendered nouns; `demonyms`: those that are
    adjectives and languages as well.
    """

    pronouns: GenderedPronouns
    nouns: GenderedNouns
    professions: EnglishProfessions
    listed: Listed
    demonyms: Listed = field(default_factory=dict)

    @cached_property
    def _gendered(self) -> frozenset[str]:
        """The forms that tell the gender."""
        return frozenset(
            form
            for form, noun in self.nouns.words.items()
            if noun.kind not in ("abstract", "adjective")
            and (noun.gender == "Fem" or not noun.note)
        )

    def is_gendered(self, name: str) -> bool:
        """Whether a noun tells the gender: "nephew"."""
        return name in self._gendered

    @cached_property
    def _stated(self) -> StatedGenders:
        """What besides pronouns elsewhere shows the gender of a noun."""
        genders = {form: self.nouns.words[form].gender for form in self._gendered}
        address = {form: noun.gender for form, noun in self.nouns.address.items()}
        return StatedGenders(genders, address, self.listed, self.may_be_person)

    def may_be_person(self, token: Token) -> bool:
        """Whether a word is a noun of persons, by lists or its ending."""
        form = token.form.lower()
        listed = form in self.listed or form in self._gendered or (form,) in self.professions
        return listed or _is_agent(token)

    @cached_property
    def _rules(self) -> EnglishRules:
        """The rules of the guard for whose a pronoun is."""
        named = {profession.name.lower() for profession in self.professions.values()}
        return EnglishRules(self.nouns, named | {name for name, _ in self.listed.values()})

    def persons(self, tree: Sentence) -> list[EnglishPerson]:
        """Return the nouns of persons of a sentence, in order.

        `tree`: with the readings of its pronouns (`with_readings`).
        """
        found = []
        skipped = 0
        for token in tree.tokens:
            if token.id == skipped or token.upos not in ("ADJ", "NOUN", "PROPN", "VERB", "X"):
                continue
            person = self._person(token, tree)
            if person is None or not self._is_noun(tree, token, person.number):
                continue
            found.append(person)
            skipped = token.id + 1 if self._two_words(tree, token) in self.professions else 0
        return self._with_appositions(tree, self._with_pronouns(tree, found))

    def _with_appositions(
        self, tree: Sentence, persons: Sequence[EnglishPerson]
    ) -> list[EnglishPerson]:
        """Return persons with what is shown of another noun for the same: "a warrior, a woman"."""
        same = appositions(tree, {person.id for person in persons})
        for person in persons if any(person.known_by for person in persons) else ():
            said = scanned_subject(tree, tree.tokens[person.id - 1], self.may_be_person)
            if said is not None and said.upos != "PRON":
                same.setdefault(person.id, same.get(said.id, said.id))
        groups = {person.id: same.get(person.id, person.id) for person in persons}
        stated = {groups[p.id]: p for p in persons if p.known_by}
        return [
            replace(p, known_by=same_person.known_by, gender=same_person.gender)
            if not p.known_by and (same_person := stated.get(groups[p.id])) is not None
            else p
            for p in persons
        ]

    def _with_pronouns(self, tree: Sentence, persons: list[EnglishPerson]) -> list[EnglishPerson]:
        """Return persons with the gender that pronouns state, by the rules of the guard."""
        if all(token.form.lower() not in self.pronouns for token in tree.tokens):
            return persons
        spans = word_spans(tree, tree.text)
        mentions = pronoun_mentions(tree.text, spans, self.pronouns)
        at = {word.token.id: (word.start, word.end) for word in spans}
        found = []
        for person in persons:
            noun = person.id + (
                self._two_words(tree, tree.tokens[person.id - 1]) in self.professions
            )
            stated = set()
            verb = tree.tokens[noun - 1].upos == "VERB"  # what hangs where is wrong, too
            if not person.known_by and person.number != "Plur" and not verb:
                queries = [each.query(tree.text, tree, noun, *at[noun]) for each in mentions]
                decisions = zip(queries, self._rules.resolve(queries), strict=True)
                # What may be stated is not open either.
                given = [(q.gender, states_gender(d) or d.doubtful) for q, d in decisions]
                # Where one "he" is somebody else, another may be the same.
                stated = {gender for gender, _ in given} - {g for g, own in given if not own}
            found.append(
                replace(person, known_by="pronoun", gender=stated.pop())
                if len(stated) == 1
                else person
            )
        return found

    def _two_words(self, tree: Sentence, token: Token) -> tuple[str, ...]:
        words = tree.tokens[token.id - 1 : token.id + 1]
        return tuple(word.form.lower() for word in words) if len(words) == 2 else ()

    def _person(self, token: Token, tree: Sentence) -> EnglishPerson | None:
        form = token.form.lower()
        profession = self.professions.get(self._two_words(tree, token))
        if profession is None and form in self._gendered:
            noun = self.nouns.words[form]
            names = frozenset({form, noun.opposite.lower()})
            return EnglishPerson(token.id, names, noun.number, "noun", True, noun.gender)
        profession = profession or self.professions.get((form,))
        evidence = self._stated.shown(tree, token)
        if profession is not None and not evidence[0] and profession is not self.professions.get(
            (form,)
        ):  # fmt: skip
            evidence = self._stated.shown(tree, tree.tokens[token.id])  # "police chief Paul"
        if profession is not None:
            names = frozenset({profession.name})
            return EnglishPerson(token.id, names, profession.number, evidence[0], True, evidence[1])
        listed = self.demonyms.get(form) or self.listed.get(form)
        if form in self.demonyms and not self._is_demonym(tree, token):
            return None
        if listed is not None:
            name, number = listed
            if form in self.demonyms:
                number = number or token.feats.get("Number", "")
            return EnglishPerson(
                token.id, frozenset({name}), number, evidence[0], True, evidence[1]
            )
        if not _is_agent(token):
            return None
        names = frozenset({form, form.removesuffix("s")})
        number = token.feats.get("Number", "")
        return EnglishPerson(token.id, names, number, evidence[0], False, evidence[1])

    def _is_demonym(self, tree: Sentence, token: Token) -> bool:
        """Whether a demonym names people, not a language and not what things are like."""
        form = token.form.lower()
        if not token.form[0].isupper() and not form.rstrip("s").endswith("an"):
            return False  # Poles, but magnetic poles; Australians, but also "australians".
        if self.demonyms[form][1] == "Plur":
            return True
        after = following(tree, token)
        before_noun = after is not None and after.upos in ("NOUN", "PROPN")
        if relation(token) in ("amod", "compound") or (before_noun and token.head > token.id):
            return False
        return any(relation(child) in ("det", "nummod") for child in tree.children(token.id))

    def _is_noun(self, tree: Sentence, token: Token, number: str) -> bool:
        """Whether a word is a noun, whatever its tag: "the wounded", "did your cousin call"."""
        if token.upos in ("NOUN", "PROPN") or (number == "Plur" and token.form.endswith("s")):
            return True
        before = tree.tokens[token.id - 2] if token.id > 1 else None
        if token.upos == "VERB":
            return before is not None and (
                before.upos in ("ADJ", "DET") or before.feats.get("Poss") == "Yes"
            )
        if relation(token) in ("amod", "compound"):
            return False
        return any(child.upos == "DET" for child in tree.children(token.id))

    def of_things(self, tree: Sentence, token: Token) -> bool:
        """Whether a quantity is one of things: "one of her books", "it was one of several"."""
        if token.form.lower() not in word_set("en", "quantity") | {"none"}:
            return False
        of = following(tree, token)
        children = list(tree.children(token.id))
        if of is not None and of.form.lower() == "of":
            noun = next((c for c in children if relation(c) == "nmod"), None)
            if noun is not None and noun.upos == "NOUN" and self._person(noun, tree) is None:
                return True
        said = {c.form.lower() for c in children if relation(c) == "nsubj"}
        above = tree.tokens[token.head - 1] if relation(token) == "nmod" else None
        return bool({"it", "that", "this"} & said) or (
            above is not None and self.of_things(tree, above)
        )

    def somebody(self, tree: Sentence) -> bool:
        """Whether a sentence speaks of persons by a pronoun without a noun: "some", "those who"."""
        for token in tree.tokens:
            form = token.form.lower()
            following = tree.tokens[token.id] if token.id < len(tree.tokens) else None
            if self.of_things(tree, token) or self._is_said_of_known(tree, token):
                continue
            if form in word_set("en", "somebody") or form in ("ones", "others"):
                return True
            if form in ("these", "those") and self._are_persons(tree, token):
                return True
            if token.upos == "NUM" and relation(token) == "nsubj" and form != "one":
                return True
            is_one = following is not None and following.form.lower() == "one"
            if form in ("that", "this") and is_one:
                return True
            if form not in word_set("en", "quantity"):
                continue
            # "I have one", "more than one": of things, as a rule.
            above = preceding(tree, token)
            than = above is not None and above.form.lower() == "than"
            if form == "one" and (than or relation(token) == "obj"):
                continue
            after = "PUNCT" if following is None else following.upos
            if after not in ("ADJ", "NOUN", "PROPN") and (
                relation(token) not in _NO_QUANTIFIER or after in _ALONE_BEFORE
            ):
                return True
        return False

    def _is_said_of_known(self, tree: Sentence, token: Token) -> bool:
        """Whether "one" is somebody of whom a gender is shown: "she is one of the players"."""
        subjects = (c for c in tree.children(token.id) if relation(c) == "nsubj")
        if token.form.lower() != "one":
            return False
        return any(c.form.lower() in ("he", "she") or c.upos == "PROPN" for c in subjects)

    def _are_persons(self, tree: Sentence, those: Token) -> bool:
        """Whether "those" may be people: "those who sleep", not "one of those"."""
        before, after = preceding(tree, those), following(tree, those)
        if relation(those) == "det" or (
            those.form.lower() == "these" and (after is None or after.form.lower() != "who")
        ):
            return False
        described = after is not None and after.upos not in ("ADP", "ADV", "PUNCT")
        return described or before is None or before.form.lower() != "of"

    def perhaps_somebody(self, tree: Sentence) -> bool:
        """Whether what is taken for the noun of "some", "those" or "each" may be a verb.

        "Some sleep", "those participating", "each sleeps"; and "gave a few a chance".
        """
        for token in tree.tokens[:-1]:
            form, after = token.form.lower(), tree.tokens[token.id]
            if form not in word_set("en", "quantity") | {"these", "those"}:
                continue
            singular = form in ("each", "every", "one")
            if after.upos == "NOUN" and after.form.endswith("s") == singular:
                return True
            if after.upos == "DET" and form in ("few", "many", "several", "some"):
                return True
        return False
