"""Whose an English pronoun is, by rules over the tree: is it the profession's?

The selection leaves sentences with one gendered pronoun and one profession, so the question is
whether somebody else is meant. What grammar rules out comes first, by the binding principles of
Chomsky 1981 ("Lectures on Government and Binding"): a pronoun is not the subject of its own clause
nor the possessor of the phrase that it would stand for (B, and i-within-i), a noun does not stand
for a pronoun above it (C), a reflexive is its clause's subject (A). Then, in what is left, another
person in the sentence makes it doubtful, and the doubtful is not taken. Naik et al. 2023 (section
6.3, table 5) show what comes of pairs where somebody else is meant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from cdaflow.counterfactual.english_clauses import Clauses, relation
from cdaflow.counterfactual.resolution import Answer, Question
from cdaflow.counterfactual.wordlists import GenderedNouns
from cdaflow.files import read_table
from cdaflow.trees import Sentence, Token

#: Kinds of gendered words that name somebody.
_NAMING = ("person", "kin", "title", "role")


@cache
def word_classes() -> dict[str, frozenset[str]]:
    """Return the word classes that the rules go by, from english_words.tsv."""
    rows = read_table(Path(__file__).with_name("english_words.tsv"), ("class", "words"))
    return {row["class"]: frozenset(row["words"].split()) for _, row in rows}


class EnglishRules:
    """The resolver `rules`.

    `nouns`: English nouns that say a gender; `persons`: nouns of persons that say none, in lower
    case.
    """

    def __init__(self, nouns: GenderedNouns, persons: Collection[str]) -> None:
        self._persons = frozenset(persons)
        self._genders = {
            form: noun.gender for form, noun in nouns.words.items() if noun.kind in _NAMING
        }

    def resolve(self, questions: Sequence[Question]) -> list[Answer]:
        """Return an answer to each question."""
        return [_Case(question, self._genders, self._persons).answer() for question in questions]


def _another(why: str) -> Answer:
    return Answer(False, why)


class _Case:
    """One question while the rules look at it."""

    def __init__(
        self, question: Question, genders: Mapping[str, str], persons: Collection[str]
    ) -> None:
        self.question = question
        self._genders, self._neutral = genders, persons
        self.tree: Sentence = question.tree
        self.clauses = Clauses(question.tree)
        self.pronoun = self.tree.tokens[question.pronoun - 1]
        self.noun = self.tree.tokens[question.noun - 1]

    def answer(self) -> Answer:
        """Return the answer of the first rule that has one."""
        rules = (
            self._address,
            self._called,
            self._predicate,
            self._inside,
            self._coordinated,
            self._reflexive,
            self._object,
            self._above,
            self._earlier,
            self._others,
        )
        for rule in rules:
            answer = rule()
            if answer is not None:
                return answer
        return Answer(True, "nobody else")

    def _address(self) -> Answer | None:
        """Whoever is spoken to is not spoken of: "Doctor, he is bleeding"."""
        if relation(self.noun) == "vocative":
            return _another("the profession is spoken to")
        bare = not any(relation(c) in ("det", "nmod", "amod") for c in self._children(self.noun))
        following = self._next(self.noun)
        first = self.noun.id == 1 and following is not None and following.form == ","
        before = self.tree.tokens[self.noun.id - 2] if self.noun.id > 1 else None
        last = before is not None and before.form == "," and self._ends_at(self.noun)
        if bare and (first or last) and relation(self.noun) not in ("appos", "conj"):
            return _another("the profession is spoken to")
        return None

    def _called(self) -> Answer | None:
        """The English says the gender by a noun: "my brother is a doctor and he ...".

        Of the person who is meant, or who may be: "The girl imagines that she is a doctor".
        """
        for token in self.tree.tokens:
            if token.id == self.noun.id or self._gender(token) != self.question.gender:
                continue
            if token.feats.get("Number") == "Plur" or self._owns(token):
                continue
            said = self.clauses.said_of(token)
            if said is not None and said.id in (self.pronoun.id, self.noun.id):
                return Answer(False, token.form, "gendered-noun")
            subject = self.clauses.said_of(self.noun)
            meant = subject is not None and subject.id == self.pronoun.id
            if meant and token.id < self.pronoun.id and relation(token) != "nmod":
                return Answer(False, token.form, "gendered-noun")
        return None

    def _owns(self, token: Token) -> bool:
        """Whether the pronoun is a possessor within the phrase of a noun: "his father"."""
        return self._is_possessive() and self.pronoun.head == token.id

    def _predicate(self) -> Answer | None:
        """What somebody is said to be: "She is a doctor", "hired him as a cook"."""
        subject = self.clauses.said_of(self.noun)
        if subject is None:
            return None
        if subject.id == self.pronoun.id:
            return Answer(True, "said of the pronoun")
        if self.clauses.is_within(self.pronoun, subject):
            dream = subject.lemma.lower() in word_classes()["dreams"]
            if dream and self.pronoun.head == subject.id:
                return Answer(True, "what the pronoun's owner wants to be")
            if self._is_relative_below(subject):
                return self._not_neutral(subject)
            return _another(f"{self._phrase(subject)} is the profession")
        return self._not_neutral(subject)

    def _not_neutral(self, subject: Token) -> Answer | None:
        """A noun that says the gender stays as it is: "My mother is a nurse; she ..."."""
        gender = self._gender(subject)
        if gender and gender == self.question.gender:
            return Answer(False, subject.form, "gendered-noun")
        if gender:
            return _another(f"{subject.form} is the profession")
        return None

    def _is_relative_below(self, noun: Token) -> bool:
        """Whether the pronoun is within a relative clause of a noun, not its possessor."""
        return any(
            relation(c) == "acl" and self.clauses.is_within(self.pronoun, c)
            for c in self._children(noun)
        )

    def _inside(self) -> Answer | None:
        """A pronoun within the phrase of the noun: "her doctor"; "the nurse who lost her keys"."""
        if not self.clauses.is_within(self.pronoun, self.noun) or self._is_clause(self.noun):
            return None
        path = self.clauses.path(self.pronoun, self.noun)
        top = path[-1]  # what hangs on the noun itself
        if top is self.pronoun:
            return _another("the profession is the pronoun's own")
        kind = relation(top)
        if kind == "acl" and top.deprel != "acl":
            gap = self.clauses.subject_of(top)
            about = gap is None or _is_relative(gap)
            if not about:
                return _another(f"{gap.form if gap else ''} is the subject of the relative clause")
            if self._is_object() and self.clauses.clause(self.pronoun) is top:
                return _another("an object is not the subject of its clause")
            return Answer(True, "in the profession's relative clause")
        if kind == "acl":
            same = self._is_possessive()
            return Answer(True, "said of the profession") if same else _another("another's")
        if kind == "conj":
            return None
        if kind == "nmod" and self._is_possessive():
            case = next((c.lemma for c in self._children(top) if relation(c) == "case"), "")
            if case in ("with", "in", "without", "and"):
                return Answer(True, "what the profession has")
        if kind in ("nmod", "compound", "appos", "amod", "dep"):
            return _another("within the phrase of the profession")
        return None

    def _coordinated(self) -> Answer | None:
        """Two that are named beside one another are two: "he and the doctor", "than he"."""
        pairs = ((self.pronoun, self.noun), (self.noun, self.pronoun))
        if any(relation(one) == "conj" and one.head == other.id for one, other in pairs):
            return _another("beside the profession")
        if relation(self.noun) == relation(self.pronoun) == "conj" and (
            self.noun.head == self.pronoun.head
        ):
            return _another("beside the profession")
        if any(c.lemma == "than" or c.lemma == "as" for c in self._children(self.pronoun)):
            return _another("compared with somebody")
        return None

    def _reflexive(self) -> Answer | None:
        if self.question.case != "reflexive":
            return None
        if self.pronoun.id == self.noun.id + 1:
            return Answer(True, "the profession itself")  # "I met the president himself"
        subject = self.clauses.understood_subject(self.clauses.clause(self.pronoun))
        if subject is None or self._is_noun(subject):
            return Answer(True, "the subject itself")
        if subject.lemma.lower() in ("who", "that", "which") and self._is_noun(
            self.clauses.antecedent(subject)
        ):
            return Answer(True, "the subject itself")
        return _another(f"{subject.form} is the subject")

    def _object(self) -> Answer | None:
        """An object is not the subject of its clause: "The doctor saw him"."""
        if not self._is_object():
            return None
        clause = self.clauses.clause(self.pronoun)
        subject = self.clauses.understood_subject(clause)
        if subject is None or not (
            self._is_noun(subject)
            or (_is_relative(subject) and self._is_noun(self.clauses.antecedent(subject)))
        ):
            return None
        case = next((c.lemma.lower() for c in self._children(self.pronoun)
                     if relation(c) == "case"), "")  # fmt: skip
        classes = word_classes()
        carried = case == "with" and clause.lemma.lower() in classes["carrying"]
        if case in classes["locative"] or (carried and self._has_object(clause)):
            return None
        return _another("an object is not the subject of its clause")

    def _above(self) -> Answer | None:
        """A noun does not stand for a pronoun above it: "He waited for the reporter"."""
        if self._is_possessive():
            return self._possessor_above()
        head = self.clauses.head(self.pronoun)
        if head is None or self.pronoun.id > self.noun.id:
            if relation(self.pronoun) == "nsubj" and head is not None:
                fronted = self._clause_below(head)
                if fronted is not None and self.clauses.is_within(self.noun, fronted):
                    return None  # "When the doctor came, he was tired."
                if self.clauses.is_within(self.noun, head) and self._is_behind(head):
                    return _another("above the profession")
            return None
        if relation(self.pronoun) in ("nsubj", "obj", "iobj", "obl") and (
            self.clauses.is_within(self.noun, head)
        ):
            return _another("above the profession")
        return None

    def _possessor_above(self) -> Answer | None:
        """ "His car hit the doctor": another's, but "In her office, the doctor ..." is hers."""
        owned = self.clauses.head(self.pronoun)
        if owned is None or self.pronoun.id > self.noun.id:
            return None
        # "her brother's doctor"
        top = owned
        while relation(top) == "nmod" and (above := self.clauses.head(top)) is not None:
            top = above
            if self._is_noun(top):
                return _another("within the phrase of the profession")
        clause = self.clauses.clause(top)
        if relation(top) == "nsubj" and self.clauses.is_within(self.noun, clause):
            return _another(f"{self._phrase(top)} is the subject")
        subject = self.clauses.understood_subject(clause)
        if subject is not None and self._is_noun(subject):
            return None  # "In her office the doctor sleeps"; "Of his wife the king speaks"
        if self.clauses.is_within(self.noun, clause) and not self._is_fronted(clause):
            return _another("before the profession")
        return None

    def _earlier(self) -> Answer | None:
        """A pronoun before the noun looks ahead from a fronted clause only."""
        if self.pronoun.id > self.noun.id:
            return None
        clause = self.clauses.clause(self.pronoun)
        for above in (clause, *self.clauses.above(clause)):
            if relation(above) in ("advcl", "acl") and self._is_fronted(above):
                return None
        if self._is_possessive() and relation(self.clauses.clause(self.noun)) != "conj":
            return None
        return _another("before the profession")

    def _others(self) -> Answer | None:
        """Another person in the sentence may be meant as well."""
        for other in self._persons():
            return _another(other.form)
        return None

    def _persons(self) -> Iterator[Token]:
        """Yield the others that the pronoun may stand for."""
        classes = word_classes()
        before = [t for t in self.tree.tokens if t.id < max(self.pronoun.id, self.noun.id)]
        for token in before:
            lemma = token.lemma.lower()
            if token.id in (self.noun.id, self.pronoun.id):
                continue
            if token.head == self.noun.id and relation(token) == "compound":
                continue
            if token.upos not in ("NOUN", "PRON", "PROPN"):
                continue
            if self._is_noun(self.clauses.said_of(token)):
                continue  # "my friend was a vegetarian"
            owned = any(c.id == self.pronoun.id for c in self._children(token))
            plural = token.feats.get("Number") == "Plur"
            if owned or plural or self.clauses.is_within(self.pronoun, token):
                continue
            gender = self._gender(token)
            person = token.upos == "NOUN" and (lemma in self._neutral or bool(gender))
            named = token.upos == "PROPN" and relation(token) in ("nsubj", "obj", "iobj", "obl")
            indefinite = token.upos in ("PRON", "NOUN") and lemma in classes["indefinite"]
            if indefinite and lemma in ("one", "another", "each") and relation(token) != "nsubj":
                indefinite = False
            if (person or named or indefinite) and gender in ("", self.question.gender):
                yield token

    def _gender(self, token: Token) -> str:
        """Return the gender that an English noun says, "" where it says none."""
        if token.upos not in ("NOUN", "PROPN"):
            return ""
        return self._genders.get(token.lemma.lower()) or self._genders.get(token.form.lower(), "")

    def _is_noun(self, token: Token | None) -> bool:
        return token is not None and token.id == self.noun.id

    def _is_object(self) -> bool:
        return self.question.case == "object"

    def _is_possessive(self) -> bool:
        return self.question.case in ("possessive", "independent")

    def _is_clause(self, token: Token) -> bool:
        """Whether a noun is what is said in a clause: "She is a doctor"."""
        return any(relation(c) in ("cop", "nsubj") for c in self._children(token))

    def _clause_below(self, head: Token) -> Token | None:
        """Return the fronted clause of a verb, None where it has none."""
        return next(
            (
                c
                for c in self._children(head)
                if relation(c) in ("advcl", "obl", "ccomp", "parataxis", "dislocated", "nsubj")
                and c.id < self.pronoun.id
                and self.clauses.is_within(self.noun, c)
            ),
            None,
        )

    def _is_behind(self, head: Token) -> bool:
        return self.noun.id > self.pronoun.id

    def _is_fronted(self, clause: Token) -> bool:
        """Whether a clause stands before what it hangs on, and the noun behind it."""
        return clause.head > clause.id and not self.clauses.is_within(self.noun, clause)

    def _has_object(self, verb: Token) -> bool:
        return any(relation(c) == "obj" for c in self._children(verb))

    def _children(self, token: Token) -> list[Token]:
        return self.clauses.children(token)

    def _next(self, token: Token) -> Token | None:
        return self.tree.tokens[token.id] if token.id < len(self.tree.tokens) else None

    def _ends_at(self, token: Token) -> bool:
        return all(t.upos == "PUNCT" for t in self.tree.tokens[token.id :])

    def _phrase(self, token: Token) -> str:
        owner = [c.form for c in self._children(token) if c.id == self.pronoun.id]
        return " ".join([*owner, token.form])


def _is_relative(token: Token) -> bool:
    return token.lemma.lower() in ("who", "whom", "that", "which", "whose") and (
        token.upos in ("PRON", "SCONJ", "DET")
    )
