"""Whose a predicate is: its subject, found over the clauses of a tree.

`Clauses` for the target languages, `EnglishClauses` for English.

A clause without a subject of its own has that of the clause above, or its object, as the kind of
the clause has it: control ("creen estar rodeados"), coordination, dropped pronouns ("dijo que
estaba enfermo"). After verbs of judging, a clause of the reason speaks of their object ("criticó
al doctor porque era perezoso": implicit causality, Garvey and Caramazza 1974, "Implicit causality
in verbs"), the verbs of the word set "judge".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import Tree, relation
from cdaflow.trees import Sentence, Token

#: Whether a word that is said of somebody can be said of a noun or pronoun.
Agrees = Callable[[Token, Token], bool]

#: What stands between a noun and its relative pronoun.
_BETWEEN = frozenset({"ADP", "DET", "PUNCT"})

_NOMINAL = frozenset({"NOUN", "PRON", "PROPN"})

_CLAUSES = frozenset({"advcl", "ccomp", "parataxis", "xcomp"})


class Clauses(Tree):
    """The clauses of a sentence; `agrees` chooses among those that a word can be said of."""

    def __init__(self, sentence: Sentence, language: str, agrees: Agrees) -> None:
        super().__init__(sentence)
        self.language, self.agrees = language, agrees

    def subject_of(self, predicate: Token, said: Token, depth: int = 0) -> Token | None:
        """Return what a predicate is said of, None if that is not known.

        `said`: the word from which it is asked; of several only one that agrees with it counts.
        A participle of the perfect is said of an object before it.
        """
        if not self._is_predicate(predicate) or depth > len(self.tokens):
            return None
        moved = self.object_agreed_with(predicate)
        if moved is not None:
            return moved
        return self.subject_itself(predicate, said, depth)

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
            judged = kind == "advcl" and self._is_reason(predicate) and self._is_judging_verb(above)
            object_first = kind == "xcomp" or judged
            candidates = iter([*objects, *subjects] if object_first else [*subjects, *objects])
        elif predicate.lemma in word_set(self.language, "solitary") and above.upos == "VERB":
            candidates = self._own(above, said, depth)
        else:
            return None
        return next((candidate for candidate in candidates if self.agrees(said, candidate)), None)

    def _own(self, predicate: Token, said: Token, depth: int) -> Iterator[Token]:
        subject = self.subject_itself(predicate, said, depth + 1)
        if subject is not None:
            yield subject

    def subject_itself(self, predicate: Token, said: Token, depth: int = 0) -> Token | None:
        """Return the subject of a predicate, whatever its participle agrees with."""
        if depth > len(self.tokens):
            return None
        subject = self.own_subject(predicate)
        if subject is not None:
            return self.noun_of(subject, predicate)
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
        return predicate.upos in ("AUX", "VERB") and predicate.lemma in word_set(
            self.language, "no_subject"
        )

    def _objects(self, verb: Token, clause: Token) -> list[Token]:
        return [
            child
            for child in self.children(verb)
            if relation(child) in ("iobj", "obj", "obl")
            and child.feats.get("Reflex") != "Yes"
            # "Al fin el bebé se quedó dormido": what stands before the verb is no object.
            and (child.upos == "PRON" or (child.upos in _NOMINAL and verb.id < child.id))
            and child.id < clause.id
        ]

    def object_agreed_with(self, participle: Token) -> Token | None:
        """Return the object before a participle of the perfect, None for any other word."""
        objects = self.objects_before(participle, "obj")
        return self.noun_of(objects[0], participle) if objects else None

    def objects_before(self, participle: Token, *relations: str) -> list[Token]:
        """Return the dependents before a participle that may agree with it in the perfect."""
        children = self.children(participle)
        have = word_set(self.language, "perfect_of_object")
        if participle.feats.get("VerbForm") != "Part" or not any(
            child.lemma in have for child in children if child.upos == "AUX"
        ):
            return []
        of_relative = bool(word_set(self.language, "perfect_of_relative"))
        return [
            c
            for c in children
            if c.id < participle.id
            and relation(c) in relations
            and (of_relative or not self.is_relative(c))
        ]

    def is_relative(self, token: Token) -> bool:
        """Whether a word is a relative pronoun."""
        return token.upos == "PRON" and (
            token.feats.get("PronType") == "Rel"
            or token.lemma in word_set(self.language, "relative")
        )

    def noun_of(self, subject: Token, predicate: Token) -> Token:
        """Return the noun that a relative pronoun looks back to, any other word itself."""
        above = self.head(predicate)
        if above is None or not self.is_relative(subject):
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
            or self.has(token, "cop", "nsubj")
            # "Tornou-se assistente": what somebody becomes.
            or (token.upos == "NOUN" and relation(token) == "xcomp")
        )

    def _is_as(self, token: Token) -> bool:
        """Whether a word says as what, and not like whom: "belle comme sa mère"."""
        above, children = self.head(token), self.children(token)
        like = any(c.upos == "DET" and c.feats.get("Poss") == "Yes" for c in children)
        if above is not None and above.upos == "ADJ" and like:
            return False
        words = word_set(self.language, "as")
        return any(
            child.lemma in words and relation(child) in ("advmod", "case", "mark")
            for child in children
        )

    def _is_reason(self, clause: Token) -> bool:
        because = word_set(self.language, "because")
        return any(child.form.lower() in because for child in self.children(clause))

    def _is_judging_verb(self, verb: Token) -> bool:
        lemmata = {verb.lemma} | {c.form.lower() for c in self.children(verb) if c.upos == "NOUN"}
        return not lemmata.isdisjoint(word_set(self.language, "judge"))


_ENGLISH_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "root", "xcomp"})


class EnglishClauses(Tree):
    """The clauses of an English tree."""

    def clause(self, token: Token) -> Token:
        """Return the predicate of the clause in which a word stands."""
        for word in (token, *self.above(token)):
            kind = relation(word)
            if word.id != token.id and self._is_predicate(word):
                return word
            if word.id == token.id and kind in _ENGLISH_CLAUSES and self._is_predicate(word):
                return word
        return token

    def _is_predicate(self, token: Token) -> bool:
        if relation(token) in _ENGLISH_CLAUSES or token.upos in ("VERB", "AUX"):
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

    def subject_of_noun(self, noun: Token) -> Token | None:
        """Return whom a noun is said of, None where it is not said of anybody.

        "She is a doctor", "she became a doctor", "she works as a doctor", "they made her captain".
        """
        head, kind = self.head(noun), relation(noun)
        if head is None or self.has(noun, "cop", "nsubj"):
            return self.subject_of(noun)
        if kind == "conj" and self.has(head, "cop"):
            return self.subject_of_noun(head)
        lemma = head.lemma.lower()
        before = [c for c in self.children(head) if c.id < noun.id]
        objects = [c for c in before if relation(c) in ("obj", "iobj")]
        marks = {c.lemma.lower() for c in self.children(noun) if relation(c) in ("case", "mark")}
        if (
            lemma in word_set("en", "elect")
            and not marks
            and (
                kind in ("obj", "xcomp", "obl", "ccomp")
                # "She was elected treasurer": taken for a second subject.
                or (kind == "nsubj" and any(relation(c) == "nsubj" for c in before))
            )
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
            return all(determiner in ("a", "an") for determiner in determiners)
        if "as" not in marks:
            return False
        others = sum(token.lemma.lower() == "as" for token in self.tokens)
        return others == 1 and not set(determiners) & {"any", "every", "no"}
