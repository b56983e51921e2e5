"""A query whose an English pronoun is, with the words and clauses that the rules look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.resolver import CorefQuery
from cdaflow.syntax.clauses import EnglishClauses
from cdaflow.syntax.tree import preceding, relation
from cdaflow.trees import Sentence, Token


def attribute_gender(token: Token) -> str:
    """Return the gender that an adjective says, "" for none: "pregnant"."""
    if token.form.lower() in word_set("en", "female_attribute"):
        return "Fem"
    return "Masc" if token.form.lower() in word_set("en", "male_attribute") else ""


def is_relative(token: Token) -> bool:
    """Whether an English word is a relative pronoun."""
    return token.lemma.lower() in word_set("en", "relative") and (
        token.upos in ("PRON", "SCONJ", "DET")
    )


class PronounContext:
    """A query with its pronoun and noun and the clauses of its tree.

    `genders`: the gender of English nouns that say one; `neutral`: nouns of persons that say none,
    all in lower case.
    """

    def __init__(
        self, query: CorefQuery, genders: Mapping[str, str], neutral: Collection[str]
    ) -> None:
        self.query = query
        self._genders, self.neutral = genders, neutral
        self.tree: Sentence = query.tree
        self.clauses = EnglishClauses(query.tree)
        self.pronoun = self.tree.tokens[query.pronoun - 1]
        self.noun = self.tree.tokens[query.noun - 1]

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
        return self.query.case == "object"

    def is_possessive(self) -> bool:
        """Whether the pronoun is a possessive (his, hers)."""
        return self.query.case in ("possessive", "independent")

    def is_fronted(self, clause: Token) -> bool:
        """Whether a clause stands before what it hangs on, and the noun behind it."""
        return clause.head > clause.id and not self.clauses.is_within(self.noun, clause)

    def phrase(self, token: Token) -> str:
        """Return a noun with the pronoun if that is its possessor: "his brother"."""
        owner = [c.form for c in self.clauses.children(token) if c.id == self.pronoun.id]
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
            if self._is_name_in_clause(token):
                yield token
            if token.upos not in ("NOUN", "PRON", "PROPN"):
                continue
            if self.is_noun(self.clauses.subject_of_noun(token)):
                continue  # "my friend was a vegetarian"
            owned = any(c.id == self.pronoun.id for c in self.clauses.children(token))
            plural = token.feats.get("Number") == "Plur"
            if owned or plural or self.clauses.is_within(self.pronoun, token):
                continue
            gender = self.gender(token)
            person = token.upos == "NOUN" and (lemma in self.neutral or bool(gender))
            named = token.upos == "PROPN" and relation(token) in ("nsubj", "obj", "iobj", "obl")
            indefinite = token.upos in ("PRON", "NOUN") and lemma in word_set("en", "indefinite")
            if indefinite and lemma in ("one", "another", "each") and relation(token) != "nsubj":
                indefinite = False
            if (person or named or indefinite) and gender in ("", self.query.gender):
                yield token

    def _is_name_in_clause(self, token: Token) -> bool:
        """Whether a name begins a clause, whatever it is taken for: "when Reed came, he"."""
        above = preceding(self.tree, token)
        begins = above is not None and above.form.lower() in word_set("en", "clause_opening")
        return begins and token.form[:1].isupper() and token.upos in ("ADJ", "ADV", "VERB", "X")
