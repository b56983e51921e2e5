"""The clauses of an English tree: who does what, also where it is not said again."""

from __future__ import annotations

from collections.abc import Iterator

from cdaflow.agreement.subjects import relation
from cdaflow.trees import Sentence, Token

_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "root", "xcomp"})

#: Verbs that say what somebody is or becomes, of the subject.
_BECOMING = frozenset({"be", "become", "remain", "stay", "turn"})

#: Verbs that say what somebody is or becomes, of the object.
_ELECTING = frozenset(
    {"appoint", "believe", "call", "choose", "consider", "crown", "declare", "deem", "elect",
     "find", "judge", "make", "name", "nominate", "proclaim", "re-elect", "reelect", "repute",
     "think"}
)  # fmt: skip


class Clauses:
    """The words of a tree with those above and below them."""

    def __init__(self, tree: Sentence) -> None:
        self.tokens = tree.tokens
        self._children: dict[int, list[Token]] = {}
        for token in tree.tokens:
            self._children.setdefault(token.head, []).append(token)

    def head(self, token: Token) -> Token | None:
        """Return the head of a word, None for the root."""
        return self.tokens[token.head - 1] if token.head else None

    def children(self, token: Token) -> list[Token]:
        """Return the dependents of a word, in order."""
        return self._children.get(token.id, [])

    def above(self, token: Token) -> Iterator[Token]:
        """Yield the words above one, from below."""
        for _ in self.tokens:
            above = self.head(token)
            if above is None:
                return
            yield above
            token = above

    def is_within(self, token: Token, top: Token) -> bool:
        """Whether a word is another or hangs somewhere below it."""
        return token.id == top.id or any(above.id == top.id for above in self.above(token))

    def path(self, token: Token, top: Token) -> list[Token]:
        """Return the words from one up to another, that one excluded."""
        found = [token]
        for above in self.above(token):
            if above.id == top.id:
                break
            found.append(above)
        return found

    def clause(self, token: Token) -> Token:
        """Return the predicate of the clause in which a word stands."""
        for each in (token, *self.above(token)):
            kind = relation(each)
            if each.id != token.id and self._is_predicate(each):
                return each
            if each.id == token.id and kind in _CLAUSES and self._is_predicate(each):
                return each
        return token

    def _is_predicate(self, token: Token) -> bool:
        if relation(token) in _CLAUSES or token.upos in ("VERB", "AUX"):
            return relation(token) not in ("amod", "aux", "cop", "compound")
        return any(relation(c) in ("nsubj", "cop") for c in self.children(token))

    def subject_of(self, predicate: Token) -> Token | None:
        """Return the subject that a predicate has itself."""
        for child in self.children(predicate):
            if relation(child) == "nsubj":
                return child
        return None

    def understood_subject(self, predicate: Token) -> Token | None:
        """Return whom a predicate is about, also where it has no subject of its own.

        An infinitive has the object of the verb above, else its subject ("asked him to go",
        "wanted to go"); a clause joined by "and" or without a subject that of the one above.
        """
        for _ in self.tokens:
            subject = self.subject_of(predicate)
            if subject is not None:
                return subject
            above = self.head(predicate)
            kind = relation(predicate)
            if above is None:
                return None
            if kind == "acl":
                return above
            if kind in ("xcomp", "ccomp"):
                for child in self.children(above):
                    if relation(child) in ("obj", "iobj") and child.id < predicate.id:
                        return child
            elif kind not in ("advcl", "conj", "parataxis"):
                return None
            predicate = above
        return None

    def antecedent(self, relative: Token) -> Token | None:
        """Return the noun that a relative pronoun looks back to."""
        for each in (relative, *self.above(relative)):
            if relation(each) == "acl":
                return self.head(each)
        return None

    def said_of(self, noun: Token) -> Token | None:
        """Return whom a noun is said of, None where it is not said of anybody.

        "She is a doctor", "she became a doctor", "she works as a doctor", "they made her captain".
        """
        children = self.children(noun)
        if self._has_copula(noun):
            return self.understood_subject(noun)
        head = self.head(noun)
        if head is None:
            return self.subject_of(noun)
        if any(relation(c) == "nsubj" for c in children):
            return self.subject_of(noun)
        kind = relation(noun)
        if kind == "conj" and self._has_copula(head):
            bare = not any(relation(c) == "nsubj" for c in children)
            return self.said_of(head) if bare else None
        lemma = head.lemma.lower()
        before = [c for c in self.children(head) if c.id < noun.id]
        objects = [c for c in before if relation(c) in ("obj", "iobj")]
        marks = {c.lemma.lower() for c in children if relation(c) in ("case", "mark")}
        if lemma in _ELECTING and not marks and kind in ("obj", "xcomp", "obl", "ccomp"):
            # "They made him captain", "he was elected president", "he will make a good doctor"
            passive = any(c.deprel in ("nsubj:pass", "aux:pass") for c in before)
            if objects:
                return objects[0]
            if passive or lemma == "make":
                good = any(relation(c) == "amod" for c in children)
                return self.understood_subject(head) if passive or good else None
            return None
        if kind == "xcomp" or (kind == "obj" and lemma in _BECOMING):
            return (
                objects[0]
                if objects and lemma not in _BECOMING
                else (self.understood_subject(head))
            )
        if kind not in ("obl", "advcl", "nmod", "conj") or not self._is_role(noun, marks):
            return None
        if head.upos == "NOUN":  # "her job as a nurse"
            owner = next((c for c in self.children(head) if c.deprel == "nmod:poss"), None)
            if owner is not None:
                return owner
            above = self.head(head)
            return None if above is None else self.understood_subject(self.clause(head))
        return objects[0] if objects else self.understood_subject(head)

    def _is_role(self, noun: Token, marks: set[str]) -> bool:
        """Whether "as" or "like" says what somebody is, and does not compare two."""
        determiners = [c.lemma.lower() for c in self.children(noun) if relation(c) == "det"]
        if "like" in marks:
            return all(each in ("a", "an") for each in determiners)
        if "as" not in marks:
            return False
        others = sum(token.lemma.lower() == "as" for token in self.tokens)
        return others == 1 and not set(determiners) & {"any", "every", "no"}

    def _has_copula(self, noun: Token) -> bool:
        return any(relation(c) == "cop" for c in self.children(noun))
