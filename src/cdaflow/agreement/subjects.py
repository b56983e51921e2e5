"""Whose a predicate is: its subject, found over the clauses of a tree.

A clause without a subject of its own has that of the clause above, or its object, as the kind of
the clause has it: control ("creen estar rodeados"), coordination, dropped pronouns ("dijo que
estaba enfermo"). After verbs of judging, a clause of the reason speaks of their object ("criticó
al doctor porque era perezoso": implicit causality, Garvey and Caramazza 1974, "Implicit causality
in verbs"); those verbs are in judging.tsv.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files

from cdaflow.trees import Sentence, Token

#: Whether a word that is said of somebody can be said of a noun or pronoun.
Agrees = Callable[[Token, Token], bool]

#: Words before what somebody is said to be: "trabaja como profesora".
_AS = frozenset({"como", "comme", "come"})

#: Words before a reason.
_BECAUSE = frozenset({"car", "parce", "perché", "poiché", "porque", "puisque"})

#: Pronouns that look back to the noun that their clause is about.
_RELATIVE = frozenset({"che", "cual", "cui", "dont", "lequel", "quale", "que", "qui", "quien"})

#: Auxiliaries with which a participle agrees with an object before it: "l'a accompagnée".
_HAVE = frozenset({"avere", "avoir"})

#: Verbs without a subject: "hay que llevarlo", "bisogna portarlo".
_IMPERSONAL = frozenset({"bisognare", "falloir", "haber"})

#: Adjectives said of the subject, whatever relation they have to the verb: "jugaban juntos".
_ALONE = frozenset({"junto", "seul", "solo"})

#: What stands between a noun and its relative pronoun.
_BETWEEN = frozenset({"ADP", "DET", "PUNCT"})

_NOMINAL = frozenset({"NOUN", "PRON", "PROPN"})

_CLAUSES = frozenset({"advcl", "ccomp", "parataxis", "xcomp"})


@cache
def _judging() -> frozenset[str]:
    lines = (files(__package__) / "judging.tsv").read_text(encoding="utf-8").splitlines()
    return frozenset(line.split("\t")[1] for line in lines[1:])


class Clauses:
    """The clauses of a sentence; `agrees` chooses among those that a word can be said of."""

    def __init__(self, sentence: Sentence, agrees: Agrees) -> None:
        self.tokens = sentence.tokens
        self.agrees = agrees
        self._children: dict[int, list[Token]] = {}
        for token in self.tokens:
            self._children.setdefault(token.head, []).append(token)

    def token(self, place: int) -> Token:
        """Return a word by its id."""
        return self.tokens[place - 1]

    def head(self, token: Token) -> Token | None:
        """Return the head of a word, None for the root."""
        return self.tokens[token.head - 1] if token.head else None

    def children(self, token: Token) -> list[Token]:
        """Return the dependents of a word, in order."""
        return self._children.get(token.id, [])

    def subject(self, predicate: Token, said: Token, depth: int = 0) -> Token | None:
        """Return what a predicate is said of, None if that is not known.

        `said`: the word from which it is asked; of several only one that agrees with it counts.
        A participle of the perfect is said of an object before it.
        """
        if not self._is_predicate(predicate) or depth > len(self.tokens):
            return None
        moved = self.object_agreed_with(predicate)
        if moved is not None:
            return moved
        for child in self.children(predicate):
            if relation(child) == "nsubj":
                return self._antecedent(child, predicate)
        return self.inherited(predicate, said, depth)

    def inherited(self, predicate: Token, said: Token, depth: int = 0) -> Token | None:
        """Return what a predicate would be said of if it had no subject of its own."""
        kind, above = relation(predicate), self.head(predicate)
        if self._has_no_noun(predicate):
            return None
        if kind == "root":
            # "Cuando el fontanero salió, estaba contento."
            first = next((c for c in self.children(predicate) if relation(c) == "advcl"), None)
            if first is None or first.id > predicate.id:
                return None
            candidates = self._own(first, said, depth)
        elif above is None:
            return None
        elif kind == "conj":
            # Never an object: "ayudó al médico y lo invitó".
            return next(self._own(above, said, depth), None)
        elif predicate.deprel == "acl":
            return above
        elif kind in _CLAUSES or self._is_as(predicate) or self._is_no_object(predicate):
            subjects, objects = self._own(above, said, depth), self._objects(above, predicate)
            judged = kind == "advcl" and self._is_reason(predicate) and self._judges(above)
            object_first = kind == "xcomp" or judged
            candidates = iter([*objects, *subjects] if object_first else [*subjects, *objects])
        elif predicate.lemma in _ALONE and above.upos == "VERB":
            candidates = self._own(above, said, depth)
        else:
            return None
        return next((each for each in candidates if self.agrees(said, each)), None)

    def _own(self, predicate: Token, said: Token, depth: int) -> Iterator[Token]:
        subject = self.subject_itself(predicate, said, depth + 1)
        if subject is not None:
            yield subject

    def subject_itself(self, predicate: Token, said: Token, depth: int = 0) -> Token | None:
        """Return the subject of a predicate, whatever its participle agrees with."""
        if depth > len(self.tokens):
            return None
        for child in self.children(predicate):
            if relation(child) == "nsubj":
                return self._antecedent(child, predicate)
        return self.inherited(predicate, said, depth)

    def _is_no_object(self, predicate: Token) -> bool:
        """Whether a word is an object or oblique by its relation alone.

        An adjective without a determiner ("fue devorado vivo") or a word with a copula ("llegar a
        ser médico") is said of somebody.
        """
        children = [relation(child) for child in self.children(predicate)]
        if relation(predicate) not in ("obj", "obl"):
            return False
        bare = predicate.upos == "ADJ" and not {"case", "det", "nummod"} & set(children)
        return bare or "cop" in children

    def _has_no_noun(self, predicate: Token) -> bool:
        """Whether no noun is the subject: of an impersonal verb, of one in the first person."""
        finite = [predicate, *(c for c in self.children(predicate) if c.upos == "AUX")]
        if any(verb.feats.get("Person", "3") in "12" for verb in finite if verb.upos != "PRON"):
            return True
        return predicate.lemma in _IMPERSONAL and predicate.upos in ("AUX", "VERB")

    def _objects(self, verb: Token, clause: Token) -> list[Token]:
        return [
            child
            for child in self.children(verb)
            if relation(child) in ("iobj", "obj", "obl")
            and child.upos in ("NOUN", "PRON", "PROPN")
            and child.id < clause.id
        ]

    def object_agreed_with(self, participle: Token) -> Token | None:
        """Return the object before a participle of the perfect, None for any other word."""
        children = self.children(participle)
        if participle.feats.get("VerbForm") != "Part" or not any(
            child.lemma in _HAVE for child in children if child.upos == "AUX"
        ):
            return None
        for child in children:
            if relation(child) == "obj" and child.id < participle.id:
                return self._antecedent(child, participle)
        return None

    def _antecedent(self, subject: Token, predicate: Token) -> Token:
        """Return the noun that a relative pronoun looks back to, any other word itself."""
        above = self.head(predicate)
        if above is None or not is_relative(subject):
            return subject
        # A clause that hangs on a verb above still speaks of the noun before it.
        before = (t for t in reversed(self.tokens[: subject.id - 1]) if t.upos not in _BETWEEN)
        noun = next(before, above)
        return noun if above.upos not in _NOMINAL and noun.upos in _NOMINAL else above

    def _is_predicate(self, token: Token) -> bool:
        """Whether a word can have a subject: a verb or adjective, or a noun said of somebody."""
        return (
            token.upos in ("ADJ", "AUX", "VERB")
            or self._is_as(token)
            or any(relation(child) in ("cop", "nsubj") for child in self.children(token))
        )

    def _is_as(self, token: Token) -> bool:
        """Whether a word says as what, and not like whom: "belle comme sa mère"."""
        above, children = self.head(token), self.children(token)
        like = any(c.upos == "DET" and c.feats.get("Poss") == "Yes" for c in children)
        if above is not None and above.upos == "ADJ" and like:
            return False
        return any(
            child.lemma in _AS and relation(child) in ("advmod", "case", "mark")
            for child in children
        )

    def _is_reason(self, clause: Token) -> bool:
        return any(child.form.lower() in _BECAUSE for child in self.children(clause))

    def _judges(self, verb: Token) -> bool:
        lemmata = {verb.lemma} | {c.form.lower() for c in self.children(verb) if c.upos == "NOUN"}
        return bool(lemmata & _judging())


def relation(token: Token) -> str:
    """Return the relation of a word to its head without its subtype."""
    return token.deprel.partition(":")[0]


def is_relative(token: Token) -> bool:
    """Whether a word is a relative pronoun."""
    return token.upos == "PRON" and (
        token.feats.get("PronType") == "Rel" or token.lemma in _RELATIVE
    )
