"""Whose the adjectives and participles of a sentence are.

Small annotators hang predicates on the wrong word more often than agreement is wrong. So a word is
taken for that of a noun only if it agrees with it; what agrees with none is said of somebody who is
not named ("siamo stati svegliati"), or is named elsewhere in the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cdaflow.agreement.subjects import Clauses, relation
from cdaflow.io.files import read_table
from cdaflow.trees import Sentence, Token

#: The genders of a word by its form (`Words.genders`).
Genders = Callable[[Token], Collection[str]]

#: Relations of clauses that may have the subject of the one above.
_CLAUSES = frozenset(
    {"acl", "advcl", "advmod", "ccomp", "conj", "csubj", "obj", "obl", "parataxis", "xcomp"}
)
_ATTRIBUTES = frozenset({"acl", "amod"})
_HAVE = frozenset({"avere", "avoir"})
_OBJECTS = frozenset({"expl", "iobj", "obj"})

#: Pronouns of the third person to the grammar, that mean the hearer.
_POLITE = frozenset({"usted", "ustedes"})
#: Infinitives and gerunds with their pronouns, taken for adjectives.
_ENCLITIC = re.compile(
    r".{2,}(?:[aeiáéí]r|ndo)(?:[mtscv]i|[mts]e|[no]os|lo|la|le|li|ne)", re.IGNORECASE
)
#: Of whom a participle speaks that has one of these before "have".
_CLITICS = {
    "m'": "1", "me": "1", "mi": "1", "ci": "1", "nous": "1",
    "t'": "2", "te": "2", "ti": "2", "vi": "2", "vous": "2",
}  # fmt: skip
#: Words that are no adjectives where they stand, and what adjectives of facts stand behind.
_FIXED = frozenset({("debido", "a"), ("debido", "al"), ("gracias", "a"), ("respecto", "a")})
_ADVERBS = frozenset({"demasiado", "mucho", "poco", "rápido", "claro"})
_NEUTER = frozenset({"algo", "nada", "lo", "eso", "esto", "qualcosa", "niente", "rien", "chose"})

#: What may stand between a noun and an adjective of it.
_PHRASE = frozenset({"ADJ", "ADP", "ADV", "CCONJ", "DET", "NOUN", "NUM", "PROPN"})


@dataclass(frozen=True, slots=True)
class Predicate:
    """A word that shows the gender of somebody or something.

    `owner`: the id of the noun or pronoun that it is said of, 0 if none is known; `person`: that of
    its owner, or of its verb, "" if there is none; `attribute`: it stands in the owner's phrase.
    """

    id: int
    owner: int
    person: str
    attribute: bool


@cache
def have_forms(language: str) -> frozenset[str]:
    """Return the forms of "have": a participle behind them agrees with no subject."""
    rows = read_table(Path(__file__).with_name("have.tsv"), ("language", "forms"))
    return frozenset(
        form for _, row in rows if row["language"] == language for form in row["forms"].split()
    )


class Predicates:
    """The predicates of a sentence; `nouns`: the ids of words that are none."""

    def __init__(
        self, sentence: Sentence, genders: Genders, nouns: Collection[int], language: str
    ) -> None:
        self.language = language
        self.tokens = sentence.tokens
        self.genders = genders
        self.nouns = nouns
        self.clauses = Clauses(sentence, agree)

    def all(self) -> list[Predicate]:
        """Return them in order."""
        return [p for token in self.tokens if (p := self._predicate(token)) is not None]

    def _predicate(self, token: Token) -> Predicate | None:
        if "Gender" not in token.feats or token.id in self.nouns:
            return None
        if token.upos == "AUX":
            head = self.clauses.head(token)
            return None if head is None else self._of(token, head)
        if token.upos == "NOUN":
            return self._of(token, token) if self._is_adjective(token) else None
        if token.upos == "DET" and token.feats.get("PronType") == "Art" and self._of_bare(token):
            return self._of(token, self.tokens[token.head - 1])
        if token.upos not in ("ADJ", "VERB") or _ENCLITIC.fullmatch(token.form):
            return None
        participle = token.feats.get("VerbForm") == "Part"
        if token.upos == "VERB" and not participle and not self._readings(token):
            return None
        if not self.may_be_adjective(token) or self._is_fixed(token):
            return None
        return self._of(token, token)

    def _of_bare(self, determiner: Token) -> bool:
        """Whether a determiner is that of an adjective without gender: "eran los mejores"."""
        head = self.clauses.head(determiner)
        if head is None or head.upos != "ADJ" or "Gender" in head.feats or head.id < determiner.id:
            return False
        after = self.tokens[head.id] if head.id < len(self.tokens) else None
        return head.id not in self.nouns and (after is None or after.upos != "NOUN")

    def _is_fixed(self, token: Token) -> bool:
        """Whether an adjective is part of an adverb or preposition, or said of a fact."""
        following = self.tokens[token.id].form.lower() if token.id < len(self.tokens) else ""
        if (token.form.lower(), following) in _FIXED or token.form.lower() in _ADVERBS:
            return True
        place = token.id - 1
        while place >= 1 and self.tokens[place - 1].upos == "ADV":
            place -= 1
        return place >= 1 and self.tokens[place - 1].form.lower() in _NEUTER

    def may_be_adjective(self, token: Token) -> bool:
        """Whether a word is an adjective or participle by its form, or is not known at all."""
        if self._readings(token) or token.feats.get("VerbForm") == "Part":
            return True
        return not self.genders(token.changed(upos="NOUN", feats={}))

    def _readings(self, token: Token) -> Collection[str]:
        """Return the genders of a word as an adjective or participle."""
        feats = {k: v for k, v in token.feats.items() if k in ("Gender", "Number")}
        found = set(self.genders(token.changed(upos="ADJ", feats=feats)))
        found |= set(self.genders(token.changed(upos="VERB", feats={**feats, "VerbForm": "Part"})))
        return found & {token.feats["Gender"]}

    def _is_adjective(self, token: Token) -> bool:
        """Whether a noun is an adjective, taken for a noun: without determiner and preposition."""
        children = self.clauses.children(token)
        if any(c.upos in ("DET", "ADP", "NUM") for c in children) or not self._readings(token):
            return False
        before = self.tokens[token.id - 2] if token.id > 1 else None
        copula = before is not None and (
            before.upos in ("AUX", "ADV") or relation(before) == "cop" or before.upos == "ADJ"
        )
        beside = relation(token) in ("conj", "xcomp", "amod", "root", "appos")
        return copula or (beside and not set(self.genders(token)) & {token.feats["Gender"]})

    def _perfect(self, token: Token) -> tuple[bool, str]:
        """Return whether a participle stands behind "have", and whom a pronoun before it means."""
        place = token.id - 1
        while place >= 1 and self.tokens[place - 1].upos == "ADV":
            place -= 1
        if place < 1 or self.tokens[place - 1].form.lower() not in have_forms(self.language):
            return False, ""
        before = self.tokens[place - 2].form.lower().replace("’", "'") if place > 1 else ""
        return True, "" if self.language == "es" else _CLITICS.get(before, "")

    def _of(self, token: Token, said: Token) -> Predicate | None:
        perfect, means = self._perfect(said)
        if means:
            return Predicate(token.id, 0, means, False)
        if perfect and self._object_before(said) is None:
            return None
        owner, attribute = self._owner(said)
        if owner is not None:
            return Predicate(token.id, owner.id, self._person(owner), attribute)
        return Predicate(token.id, 0, self._verb(said), False)

    def _person(self, owner: Token) -> str:
        if owner.form.lower() in _POLITE:
            return "2"
        return owner.feats.get("Person", "3") if owner.upos == "PRON" else "3"

    def _owner(self, token: Token) -> tuple[Token | None, bool]:
        """Return what a word is said of, and whether as its attribute."""
        head = self.clauses.head(token)
        if head is not None and relation(token) in _ATTRIBUTES and self._is_noun_of(token, head):
            return head, True
        moved = self._object_before(token)
        if moved is not None:
            return moved, False
        subject = next((c for c in self.clauses.children(token) if relation(c) == "nsubj"), None)
        if subject is not None and (subject.upos == "PRON" or agree(token, subject)):
            found = self.clauses.subject(token, token) or subject
            return (found if agree(token, found) or found.upos == "PRON" else subject), False
        beside = self._beside(token)
        if beside is not None:
            return beside, True
        if subject is not None:
            return None, False
        found_subject = self.clauses.subject(token, token)
        if found_subject is not None and agree(token, found_subject) and (
            found_subject.upos in ("NOUN", "PROPN", "PRON")
        ):  # fmt: skip
            return found_subject, False
        return None, False

    def _is_noun_of(self, said: Token, head: Token) -> bool:
        """Whether a word is an attribute of its head, as it agrees and no verb stands between."""
        noun = head.upos in ("NOUN", "PROPN") or (head.upos == "PRON" and "Gender" in head.feats)
        return noun and agree(said, head) and not self._copula_between(head, said)

    def _copula_between(self, head: Token, token: Token) -> bool:
        return any(
            t.upos in ("AUX", "VERB") and t.feats.get("VerbForm") != "Part"
            for t in self.tokens[head.id : token.id - 1]
        )

    def _beside(self, token: Token) -> Token | None:
        """Return the noun right before or behind an adjective, if they agree."""
        for place in range(token.id - 1, 0, -1):
            word = self.tokens[place - 1]
            if word.upos == "NOUN" and agree(token, word) and "Gender" in word.feats:
                return word
            if word.upos not in _PHRASE or (word.upos == "CCONJ" and not self._joins(place, token)):
                break
        if token.id < len(self.tokens) and token.upos == "ADJ":
            noun = self.tokens[token.id]
            if noun.upos == "NOUN" and agree(token, noun):
                return noun
        return None

    def _joins(self, place: int, token: Token) -> bool:
        """Whether a conjunction stands between two adjectives: "niños ricos y felices"."""
        before = self.tokens[place - 2] if place > 1 else None
        return before is not None and before.upos == "ADJ" and agree(token, before)

    def _object_before(self, participle: Token) -> Token | None:
        """Return the pronoun that a participle of the perfect agrees with: "mi ha colpita"."""
        if participle.feats.get("VerbForm") != "Part":
            return None
        children = self.clauses.children(participle)
        if not any(c.lemma in _HAVE for c in children if c.upos == "AUX"):
            return None
        before = [c for c in children if c.id < participle.id and relation(c) in _OBJECTS]
        return next((c for c in before if relation(c) == "obj"), next(iter(before), None))

    def _verb(self, token: Token, depth: int = 0) -> str:
        """Return the person of the verb of a predicate, or of the clause above."""
        for verb in (*(c for c in self.clauses.children(token) if c.upos == "AUX"), token):
            if verb.form.lower() == "sono" and token.feats.get("Number") == "Sing":
                return "1"  # of one, so I am
            if verb.upos in ("AUX", "VERB") and verb.feats.get("Person"):
                return verb.feats["Person"]
        head = self.clauses.head(token)
        if head is None or relation(token) not in _CLAUSES or depth > len(self.tokens):
            return ""
        governed = any(c.upos == "ADP" for c in self.clauses.children(token))
        if governed and relation(token) in ("obj", "obl") and token.feats.get("VerbForm") != "Part":
            return ""
        if relation(token) in ("conj", "parataxis") and head.upos == "VERB":
            return ""
        return self._verb(head, depth + 1)


def agree(said: Token, name: Token) -> bool:
    """Whether two words have no different gender or number."""
    return all(
        said.feats.get(key, value) == value
        for key in ("Gender", "Number")
        if (value := name.feats.get(key)) is not None
    )
