"""A question with what its tree tells: whose words are where, and which say a gender."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cdaflow.counterfactual.resolution.resolver import Question
from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.english_clauses import EnglishClauses
from cdaflow.syntax.tree import relation
from cdaflow.trees import Sentence, Token


class Asked:
    """A question, its pronoun and noun, and the clauses of its tree.

    `genders`: the gender of English nouns that say one; `neutral`: nouns of persons that say none,
    all in lower case.
    """

    def __init__(
        self, question: Question, genders: Mapping[str, str], neutral: Collection[str]
    ) -> None:
        self.question = question
        self._genders, self.neutral = genders, neutral
        self.tree: Sentence = question.tree
        self.clauses = EnglishClauses(question.tree)
        self.pronoun = self.tree.tokens[question.pronoun - 1]
        self.noun = self.tree.tokens[question.noun - 1]

    def gender(self, token: Token) -> str:
        """Return the gender that an English noun says, "" where it says none."""
        if token.upos not in ("NOUN", "PROPN"):
            return ""
        return self._genders.get(token.lemma.lower()) or self._genders.get(token.form.lower(), "")

    def is_noun(self, token: Token | None) -> bool:
        """Whether a word is the noun that is asked about."""
        return token is not None and token.id == self.noun.id

    def is_object(self) -> bool:
        """Whether the pronoun is an object (him)."""
        return self.question.case == "object"

    def is_possessive(self) -> bool:
        """Whether the pronoun is a possessive (his, hers)."""
        return self.question.case in ("possessive", "independent")

    def is_clause(self, token: Token) -> bool:
        """Whether a noun is what is said in a clause: "She is a doctor"."""
        return any(relation(c) in ("cop", "nsubj") for c in self.children(token))

    def is_fronted(self, clause: Token) -> bool:
        """Whether a clause stands before what it hangs on, and the noun behind it."""
        return clause.head > clause.id and not self.clauses.is_within(self.noun, clause)

    def has_object(self, verb: Token) -> bool:
        """Whether a verb has an object."""
        return any(relation(c) == "obj" for c in self.children(verb))

    def children(self, token: Token) -> list[Token]:
        """Return the dependents of a word, in order."""
        return self.clauses.children(token)

    def following(self, token: Token) -> Token | None:
        """Return the next word, None behind the last."""
        return self.tree.tokens[token.id] if token.id < len(self.tree.tokens) else None

    def ends_at(self, token: Token) -> bool:
        """Whether nothing but punctuation follows a word."""
        return all(t.upos == "PUNCT" for t in self.tree.tokens[token.id :])

    def phrase(self, token: Token) -> str:
        """Return a noun with the pronoun if that is its possessor: "his brother"."""
        owner = [c.form for c in self.children(token) if c.id == self.pronoun.id]
        return " ".join([*owner, token.form])

    def owns(self, token: Token) -> bool:
        """Whether the pronoun is a possessor within the phrase of a noun: "his father"."""
        return self.is_possessive() and self.pronoun.head == token.id

    def others(self) -> Iterator[Token]:
        """Yield the others that the pronoun may stand for."""
        before = [t for t in self.tree.tokens if t.id < max(self.pronoun.id, self.noun.id)]
        for token in before:
            lemma = token.lemma.lower()
            if token.id in (self.noun.id, self.pronoun.id):
                continue
            if token.head == self.noun.id and relation(token) == "compound":
                continue
            if token.upos not in ("NOUN", "PRON", "PROPN"):
                continue
            if self.is_noun(self.clauses.said_of(token)):
                continue  # "my friend was a vegetarian"
            owned = any(c.id == self.pronoun.id for c in self.children(token))
            plural = token.feats.get("Number") == "Plur"
            if owned or plural or self.clauses.is_within(self.pronoun, token):
                continue
            gender = self.gender(token)
            person = token.upos == "NOUN" and (lemma in self.neutral or bool(gender))
            named = token.upos == "PROPN" and relation(token) in ("nsubj", "obj", "iobj", "obl")
            indefinite = token.upos in ("PRON", "NOUN") and lemma in word_set("en", "indefinite")
            if indefinite and lemma in ("one", "another", "each") and relation(token) != "nsubj":
                indefinite = False
            if (person or named or indefinite) and gender in ("", self.question.gender):
                yield token


def is_relative(token: Token) -> bool:
    """Whether an English word is a relative pronoun."""
    return token.lemma.lower() in word_set("en", "relative") and (
        token.upos in ("PRON", "SCONJ", "DET")
    )
