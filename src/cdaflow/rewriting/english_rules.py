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

from collections.abc import Collection, Sequence

from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.pronoun_context import PronounContext, attribute_gender, is_relative
from cdaflow.rewriting.resolver import GENDERED_NOUN, CorefDecision, CorefQuery
from cdaflow.syntax.tree import following, preceding, relation
from cdaflow.trees import Token
from cdaflow.wordlists.english_lists import GenderedNouns

#: Kinds of gendered words that name somebody.
_NAMING = ("person", "kin", "title", "role")


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

    def resolve(self, queries: Sequence[CorefQuery]) -> list[CorefDecision]:
        """Return a decision on each query."""
        return [_Rules(query, self._genders, self._persons).answer() for query in queries]


def _another(why: str) -> CorefDecision:
    return CorefDecision(False, why)


class _Rules(PronounContext):
    """The rules, each of which has a decision or leaves it to the next."""

    def answer(self) -> CorefDecision:
        """Return the answer of the first rule that has one."""
        rules = (
            self._address,
            self._called,
            self._attribute,
            self._predicate,
            self._owned_predicate,
            self._quoted,
            self._in_contact_clause,
            self._inside,
            self._coordinated,
            self._reflexive,
            self._object,
            self._reported,
            self._above,
            self._earlier,
            self._others,
        )
        for rule in rules:
            answer = rule()
            if answer is not None:
                return answer
        return CorefDecision(True, "nobody else")

    def _address(self) -> CorefDecision | None:
        """Whoever is spoken to is not spoken of: "Doctor, he is bleeding"."""
        if relation(self.noun) == "vocative":
            return _another("the profession is spoken to")
        bare = not self.clauses.has(self.noun, "det", "nmod", "amod")
        behind = following(self.tree, self.noun)
        first = self.noun.id == 1 and behind is not None and behind.form == ","
        before = preceding(self.tree, self.noun)
        last = before is not None and before.form == "," and self._ends_at_noun()
        if bare and (first or last) and relation(self.noun) not in ("appos", "conj"):
            return _another("the profession is spoken to")
        return None

    def _ends_at_noun(self) -> bool:
        """Whether nothing but punctuation follows the noun."""
        return all(t.upos == "PUNCT" for t in self.tree.tokens[self.noun.id :])

    def _called(self) -> CorefDecision | None:
        """The English says the gender by a noun: "my brother is a doctor and he ...".

        Of the person who is meant, or who may be: "The girl imagines that she is a doctor".
        """
        for token in self.tree.tokens:
            if token.id == self.noun.id or self.gender(token) != self.query.gender:
                continue
            said = self.clauses.subject_of_noun(token)
            plural = token.feats.get("Number") == "Plur"
            head = self.clauses.head(token)
            if plural and said is None and head is not None and head.lemma == "like":
                said = self.clauses.subject_of(head)  # taken for the verb
            if plural and said is not None and said.form.lower() in ("we", "they"):
                # "He is my best friend. We are like brothers."
                return CorefDecision(False, token.form, GENDERED_NOUN)
            if plural or self.owns(token):
                continue
            if self.noun.deprel == "nmod:poss" and self.noun.head == token.id < self.pronoun.id:
                return CorefDecision(False, token.form, doubtful=True)  # "the mayor's son ... he"
            if said is not None and said.id in (self.pronoun.id, self.noun.id):
                return CorefDecision(False, token.form, GENDERED_NOUN)
            subject = self.clauses.subject_of_noun(self.noun)
            meant = subject is not None and subject.id == self.pronoun.id
            if meant and token.id < self.pronoun.id and relation(token) != "nmod":
                return CorefDecision(False, token.form, GENDERED_NOUN)
        return None

    def _attribute(self) -> CorefDecision | None:
        """An attribute says the gender and stays: "the pregnant nurse", "the doctor is male"."""
        for token in self.tree.tokens:
            if attribute_gender(token) != self.query.gender:
                continue
            above = self.clauses.head(token)
            beside = relation(token) in ("amod", "compound") and above is not None
            said = above if beside else self.clauses.subject_of(token)
            if said is None:
                said = self.pronoun  # "Pregnant with their child, she fled"
            whose = self.clauses.subject_of_noun(said) if beside else None
            if not {self.pronoun.id, self.noun.id}.isdisjoint(
                {said.id, whose.id if whose is not None else 0}
            ):
                return CorefDecision(False, token.form, GENDERED_NOUN)
        return None

    def _predicate(self) -> CorefDecision | None:
        """What somebody is said to be: "She is a doctor", "hired him as a cook"."""
        subject = self.clauses.subject_of_noun(self.noun)
        if subject is None:
            return None
        if subject.id == self.pronoun.id:
            return CorefDecision(True, "said of the pronoun")
        if is_relative(subject):
            # "The man who became a minister"
            subject = self.clauses.antecedent(subject) or subject
        form = subject.form.lower()
        if any(form in word_set("en", words) for words in ("speaker", "hearer", "plural_person")):
            return _another(f"{subject.form} is the profession")
        if self.clauses.is_within(self.pronoun, subject):
            dream = subject.lemma.lower() in word_set("en", "dream")
            if dream and self.pronoun.head == subject.id:
                return CorefDecision(True, "what the pronoun's owner wants to be")
            if self._is_relative_below(subject):
                return self._not_neutral(subject)
            return _another(f"{self.phrase(subject)} is the profession")
        return self._not_neutral(subject)

    def _not_neutral(self, subject: Token) -> CorefDecision | None:
        """A noun that says the gender stays as it is: "My mother is a nurse; she ..."."""
        gender = self.gender(subject)
        if gender and gender == self.query.gender:
            return CorefDecision(False, subject.form, GENDERED_NOUN)
        if gender:
            return _another(f"{subject.form} is the profession")
        return None

    def _owned_predicate(self) -> CorefDecision | None:
        """What the noun is said to be is another's: "The lawyer is her friend"; not "her own"."""
        owned = self.clauses.head(self.pronoun)
        if owned is None or not self.owns(owned):
            return None
        if any(child.form.lower() == "own" for child in self.clauses.children(owned)):
            return None
        if owned.form.lower() != "self" and self.is_noun(self.clauses.subject_of_noun(owned)):
            return _another(f"the profession is {self.phrase(owned)}")
        return None

    def _is_relative_below(self, noun: Token) -> bool:
        """Whether the pronoun is within a relative clause of a noun, not its possessor."""
        return any(
            relation(c) == "acl" and self.clauses.is_within(self.pronoun, c)
            for c in self.clauses.children(noun)
        )

    def _quoted(self) -> CorefDecision | None:
        """Who is spoken of within quotation marks is not who is named outside: "Is he ill?"."""
        between = range(*sorted((self.noun.id, self.pronoun.id)))
        marks = sum(self.tree.tokens[i - 1].form.count('"') for i in between)
        before = [t.id for t in self.tree.tokens[: self.pronoun.id - 1] if '"' in t.form]
        # A whole sentence: 'a girl who "did not like her"' is no quotation of somebody.
        whole = bool(before) and self.tree.tokens[before[-1]].form[:1].isupper()
        return _another("in what is quoted") if marks % 2 and whole else None

    def _in_contact_clause(self) -> CorefDecision | None:
        """Whose clause follows a noun is another: "the player he picked", not "as a child he"."""
        behind = self.pronoun.id == self.noun.id + 1 and self.query.case == "subject"
        # "What a player he is", "how good a player he was".
        exclaimed = any(t.form.lower() in ("how", "what") for t in self.tree.tokens[: self.noun.id])
        if not behind or exclaimed or self.clauses.has(self.noun, "case", "mark"):
            return None
        return _another("the subject of a relative clause")

    def _inside(self) -> CorefDecision | None:
        """A pronoun within the phrase of the noun: "her doctor"; "the nurse who lost her keys"."""
        if not self.clauses.is_within(self.pronoun, self.noun) or self.clauses.has(
            self.noun, "cop", "nsubj"
        ):
            return None
        path = self.clauses.path(self.pronoun, self.noun)
        top = path[-1]  # what hangs on the noun itself
        if top is self.pronoun:
            return _another("the profession is the pronoun's own")
        kind = relation(top)
        if kind == "acl" and top.deprel != "acl":
            gap = self.clauses.own_subject(top)
            # "A lawyer who killed herself was ...": what is no subject is taken for one.
            about = gap is None or is_relative(gap) or gap.form.lower().endswith("self")
            if not about:
                return _another(f"{gap.form if gap else ''} is the subject of the relative clause")
            if self.is_object() and self.clauses.clause(self.pronoun) is top:
                return _another("an object is not the subject of its clause")
            return CorefDecision(True, "in the profession's relative clause")
        if kind == "acl":
            same = self.is_possessive()
            return CorefDecision(True, "said of the profession") if same else _another("another's")
        if kind == "conj":
            return None
        if kind == "nmod" and self.is_possessive():
            case = next((c.lemma for c in self.clauses.children(top) if relation(c) == "case"), "")
            if case in ("with", "in", "without", "and"):
                return CorefDecision(True, "what the profession has")
        if kind in ("nmod", "compound", "appos", "amod", "dep"):
            return _another("within the phrase of the profession")
        return None

    def _coordinated(self) -> CorefDecision | None:
        """Two that are named beside one another are two: "he and the doctor", "than he"."""
        pairs = ((self.pronoun, self.noun), (self.noun, self.pronoun))
        if any(relation(one) == "conj" and one.head == other.id for one, other in pairs):
            return _another("beside the profession")
        if relation(self.noun) == relation(self.pronoun) in ("conj", "nsubj") and (
            self.noun.head == self.pronoun.head
        ):
            return _another("beside the profession")
        if any(c.lemma in ("as", "like", "than") for c in self.clauses.children(self.pronoun)):
            return _another("compared with somebody")
        return None

    def _reflexive(self) -> CorefDecision | None:
        if self.query.case != "reflexive":
            return None
        if self.pronoun.id == self.noun.id + 1:
            return CorefDecision(True, "the profession itself")  # "I met the president himself"
        subject = self.clauses.subject_of(self.clauses.clause(self.pronoun))
        if subject is None or self.is_noun(subject):
            return CorefDecision(True, "the subject itself")
        if subject.lemma.lower() in ("who", "that", "which") and self.is_noun(
            self.clauses.antecedent(subject)
        ):
            return CorefDecision(True, "the subject itself")
        return _another(f"{subject.form} is the subject")

    def _object(self) -> CorefDecision | None:
        """An object is not the subject of its clause: "The doctor saw him"."""
        if not self.is_object():
            return None
        clause = self.clauses.clause(self.pronoun)
        subject = self.clauses.subject_of(clause)
        if subject is None or not (
            self.is_noun(subject)
            or (is_relative(subject) and self.is_noun(self.clauses.antecedent(subject)))
        ):
            return None
        case = next((c.lemma.lower() for c in self.clauses.children(self.pronoun)
                     if relation(c) == "case"), "")  # fmt: skip
        carried = case == "with" and clause.lemma.lower() in word_set("en", "carry")
        if case in word_set("en", "location") or (carried and self.clauses.has(clause, "obj")):
            return None
        return _another("an object is not the subject of its clause")

    def _reported(self) -> CorefDecision | None:
        """Who says what stands before may be anybody: "The mayor will decide, he said"."""
        verb = self.clauses.head(self.pronoun)
        if verb is None or relation(self.pronoun) != "nsubj" or self.pronoun.id < self.noun.id:
            return None
        content = [c for c in self.clauses.children(verb) if relation(c) in ("ccomp", "parataxis")]
        before = relation(verb) == "parataxis" or any(c.id < verb.id for c in content)
        behind = any(c.id > verb.id for c in content) or self.clauses.has(verb, "xcomp")
        if verb.lemma.lower() in word_set("en", "report") and before and not behind:
            return _another("whoever reports it")
        return None

    def _above(self) -> CorefDecision | None:
        """A noun does not stand for a pronoun above it: "He waited for the reporter".

        Nor where it is fronted: "Near the doctor, he saw a snake".
        """
        if self.is_possessive():
            return self._possessor_above()
        head = self.clauses.head(self.pronoun)
        if head is None:
            return None
        if self.pronoun.id > self.noun.id:
            fronted = relation(self.noun) == "obl" and self.noun.head == head.id
            subject = relation(self.pronoun) == "nsubj"
            return _another("above the profession") if fronted and subject else None
        if relation(self.pronoun) in ("nsubj", "obj", "iobj", "obl") and (
            self.clauses.is_within(self.noun, head)
        ):
            return _another("above the profession")
        return None

    def _possessor_above(self) -> CorefDecision | None:
        """ "His car hit the doctor": another's, but "In her office, the doctor ..." is hers."""
        owned = self.clauses.head(self.pronoun)
        if owned is None or self.pronoun.id > self.noun.id:
            return None
        # "her brother's doctor"
        top = owned
        while relation(top) == "nmod" and (above := self.clauses.head(top)) is not None:
            top = above
            if self.is_noun(top):
                return _another("within the phrase of the profession")
        clause = self.clauses.clause(top)
        if relation(top) == "nsubj" and self.clauses.is_within(self.noun, clause):
            return _another(f"{self.phrase(top)} is the subject")
        subject = self.clauses.subject_of(clause)
        if subject is not None and self.is_noun(subject):
            return None  # "In her office the doctor sleeps"; "Of his wife the king speaks"
        if self.clauses.is_within(self.noun, clause) and not self.is_fronted(clause):
            return _another("before the profession")
        return None

    def _earlier(self) -> CorefDecision | None:
        """A pronoun before the noun looks ahead from a fronted clause only."""
        if self.pronoun.id > self.noun.id:
            return None
        clause = self.clauses.clause(self.pronoun)
        for above in (clause, *self.clauses.above(clause)):
            if relation(above) in ("advcl", "acl") and self.is_fronted(above):
                return None
        if self.is_possessive() and relation(self.clauses.clause(self.noun)) != "conj":
            return None
        return _another("before the profession")

    def _others(self) -> CorefDecision | None:
        """Another person in the sentence may be meant as well."""
        for other in self.others():
            return CorefDecision(False, other.form, doubtful=True)
        return None
