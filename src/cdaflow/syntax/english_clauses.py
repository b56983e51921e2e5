"""The clauses of an English tree: who does what, also where it is not said again."""

from __future__ import annotations

from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import Tree, relation
from cdaflow.trees import Token

_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "root", "xcomp"})


class EnglishClauses(Tree):
    """The clauses of an English tree."""

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
        return self.has(token, "nsubj", "cop")

    def subject_of(self, predicate: Token) -> Token | None:
        """Return whom a predicate is about, also where it has no subject of its own.

        An infinitive has the object of the verb above, else its subject ("asked him to go",
        "wanted to go"); a clause joined by "and" or without a subject that of the one above.
        """
        for _ in self.tokens:
            subject = self.own_subject(predicate)
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

    def said_of(self, noun: Token) -> Token | None:
        """Return whom a noun is said of, None where it is not said of anybody.

        "She is a doctor", "she became a doctor", "she works as a doctor", "they made her captain".
        """
        head, kind = self.head(noun), relation(noun)
        if head is None or self.has(noun, "cop", "nsubj"):
            return self.subject_of(noun)
        if kind == "conj" and self.has(head, "cop"):
            return self.said_of(head)
        lemma = head.lemma.lower()
        before = [c for c in self.children(head) if c.id < noun.id]
        objects = [c for c in before if relation(c) in ("obj", "iobj")]
        marks = {c.lemma.lower() for c in self.children(noun) if relation(c) in ("case", "mark")}
        if (
            lemma in word_set("en", "elect")
            and not marks
            and kind in ("obj", "xcomp", "obl", "ccomp")
        ):
            # "They made him captain", "he was elected president", "he will make a good doctor"
            passive = any(c.deprel in ("nsubj:pass", "aux:pass") for c in before)
            if objects:
                return objects[0]
            if passive or lemma == "make":
                good = self.has(noun, "amod")
                return self.subject_of(head) if passive or good else None
            return None
        becomes = lemma in word_set("en", "become")
        if kind == "xcomp" or (kind == "obj" and becomes):
            return objects[0] if objects and not becomes else self.subject_of(head)
        if kind not in ("obl", "advcl", "nmod", "conj") or not self._is_role(noun, marks):
            return None
        if head.upos == "NOUN":  # "her job as a nurse"
            owner = next((c for c in self.children(head) if c.deprel == "nmod:poss"), None)
            if owner is not None:
                return owner
            return self.subject_of(self.clause(head)) if head.head else None
        return objects[0] if objects else self.subject_of(head)

    def _is_role(self, noun: Token, marks: set[str]) -> bool:
        """Whether "as" or "like" says what somebody is, and does not compare two."""
        determiners = [c.lemma.lower() for c in self.children(noun) if relation(c) == "det"]
        if "like" in marks:
            return all(each in ("a", "an") for each in determiners)
        if "as" not in marks:
            return False
        others = sum(token.lemma.lower() == "as" for token in self.tokens)
        return others == 1 and not set(determiners) & {"any", "every", "no"}
