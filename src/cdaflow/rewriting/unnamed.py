"""Persons that no noun names: speakers and hearers, pronouns, and what is said of them alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from cdaflow.languages.person_pronouns import pronoun_forms, written
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.english import English
from cdaflow.rewriting.predicate_scan import known_speaker
from cdaflow.syntax.clauses import Clauses
from cdaflow.syntax.predicates import Predicate
from cdaflow.syntax.tree import agree, relation, straight
from cdaflow.trees import Sentence, Token

_english = partial(word_set, "en")

#: Forms of "they" and of a man and woman that are no subjects.
_OBJECTS = frozenset({"them", "themselves", "theirs", "him", "her", "himself", "herself"})


class Unnamed:
    """A sentence and its English, while the words are looked at that are said of nobody named.

    `status`: for each noun of persons why its gender is to stay, "" where the English leaves it
    open.
    """

    def __init__(
        self,
        tree: Sentence,
        english_tree: Sentence,
        english: English,
        status: Mapping[int, str],
        language: str,
    ) -> None:
        self.tokens = tree.tokens
        self.language = language
        self.clauses = Clauses(tree, language, agree)
        self.status = status
        #: The pronouns that stand for persons; whoever makes the plan sets them.
        self.pronouns: Collection[int] = ()
        self.forms = {token.form.lower() for token in english_tree.tokens}
        self.subjects = {
            token.form.lower()
            for token in english_tree.tokens
            if token.deprel.startswith("nsubj") and not english.of_things(english_tree, token)
        }
        impersonal = {
            token.form.lower()
            for token in english_tree.tokens
            if relation(token) in ("expl", "nsubj")
        }
        self.of_it = not impersonal.isdisjoint({"it"})
        #: Whether the English has something happen, and whether "it" is said to be something.
        self.happens = any(token.lemma in _english("happen") for token in english_tree.tokens)
        self.said_to_be = {
            token.form.lower()
            for token in english_tree.tokens
            if relation(token) in ("expl", "nsubj")
            and any(c.deprel in ("aux:pass", "cop") for c in english_tree.children(token.head))
        }
        he_or_she = self.said_to_be & {"he", "she"}
        self.it_is = bool(self.said_to_be & {"it"}) and not he_or_she
        self.somebody = english.somebody(english_tree)
        self.perhaps_somebody = english.perhaps_somebody(english_tree)
        self.has_open = any(not why for why in status.values())
        possessive = self.forms & {"he", "him", "his"} and self.forms & {"her", "hers", "she"}
        self.both = "or" in self.forms and bool(possessive)
        self.speaker_is_known = known_speaker(english_tree, english.is_gendered)

    def owner(self, predicate: Predicate) -> int | str:
        """Return the noun (its id) that a word without one is said of; else why it is to stay.

        "" says that it is of somebody whom the English leaves open.
        """
        word = self.tokens[predicate.id - 1]
        if self._is_noun_itself(word):
            return "thing"
        if predicate.person in ("1", "2") and not self._is_of_third(word):
            means = _english("speaker" if predicate.person == "1" else "hearer")
            if predicate.person == "1" and self.speaker_is_known:
                return "other" if word.feats.get("Number") != "Plur" else ""
            return "" if self.forms & means or not self.forms & {"he", "it", "she"} else "other"
        if (
            self.of_it
            and word.feats.get("Number") != "Plur"
            and self.clauses.has(word, "ccomp", "xcomp")
        ):
            return "fact"
        persons = [position for position in self.status if agree(word, self.tokens[position - 1])]
        alone = word.feats.get("VerbForm") == "Part" and not self.clauses.has(word, "aux")
        agents = {child.id for child in self.clauses.children(word) if relation(child) == "obl"}
        if persons and alone and agents.issuperset(persons):
            return "thing"  # "Publicado por el autor"
        # "They" are the plural of it as well: "las leyes, si son rechazadas".
        named = self.clauses.own_subject(word) is not None
        plural = word.feats.get("Number") == "Plur" and "they" in self.forms and not named
        things = [
            token.id
            for token in self.tokens[: predicate.id - 1]
            if token.upos == "NOUN"
            and token.id not in self.status
            and agree(word, token)
            and (
                relation(token) == "nsubj"
                or (plural and "Gender" in token.feats and token.id - 1 not in self.status)
            )
        ]
        before = [position for position in persons if position < predicate.id]
        if things and max(before, default=0) < max(things):
            return "thing"
        if persons:
            return self._of_named(word, persons, before)
        if any(p < word.id and agree(word, self.tokens[p - 1]) for p in self.pronouns):
            return ""
        return self._of_nobody(word)

    def _is_noun_itself(self, word: Token) -> bool:
        """Whether a word is in a phrase with a determiner of its own: "los cuidados paliativos"."""
        head = self.clauses.head(word)
        if head is not None and head.upos == "ADJ" and relation(word) == "amod":
            word = head
        determined = self.clauses.has(word, "det") and not self.clauses.has(word, "cop", "nsubj")
        kinds = {"nmod", "obj", "obl"} | ({"xcomp"} if self.clauses.has(word, "amod") else set())
        return determined and word.upos != "AUX" and relation(word) in kinds

    def _is_of_third(self, word: Token) -> bool:
        """Whether no speaker or hearer is meant, whatever the clause above has.

        A verb in the third person says so ("mi hanno detto che è stanco"), or in English "he" or
        "she" alone is said to be something ("Tom told me that he is curious").
        """
        head = self.clauses.head(word)
        said = head if word.upos == "AUX" and head is not None else word
        if self.clauses.own_subject(said) is not None or not self.subjects & {"he", "she"}:
            return False
        have = word_set(self.language, "perfect")
        verbs = [c for c in self.clauses.children(said) if c.upos == "AUX"]
        persons = {v.feats["Person"] for v in verbs if "Person" in v.feats and v.lemma not in have}
        both = _english("speaker") | _english("hearer")
        if persons and persons != {"3"} and not self.said_to_be & both:
            # "Credo che sia stanco" may be me or he.
            return any(verb.feats.get("Mood") == "Sub" for verb in verbs)
        if persons:
            return persons == {"3"}
        alone = self.said_to_be & {"he", "she"} and not self.said_to_be & both
        return bool(alone and any(v.feats.get("VerbForm") == "Inf" for v in verbs))

    def is_of_fact(self, word: Token) -> bool:
        """Whether a clause is the subject of a word: "il est exclu que", "it is ruled out that".

        Of a copula it is that of what is said: "è stato necessario chiamare".
        """
        head = self.clauses.head(word)
        if word.upos == "AUX" and head is not None:
            word = head
        subject = self.clauses.own_subject(word)
        named = subject is not None and subject.upos != "PRON"
        singular = word.feats.get("Number") != "Plur"
        return singular and not named and self.clauses.has(word, "csubj")

    def is_of_thing(self, word: Token, person: str) -> bool:
        """Whether a word is said of what no noun names, a thing or fact by the pronouns around.

        "Ce qui m'est arrivé", "tu trouveras ceci intéressant"; "mi dispiace che vi sia capitato"
        where the English has something happen; "era delizioso" where it says "it was". `person`:
        that of the predicate.
        """
        if self._is_behind_neuter(word):
            return True
        if word.lemma in word_set(self.language, "happen") and self.happens:
            return word.upos == "VERB"
        be = self._before(word)
        third = be is not None and be.feats.get("Person") == "3"
        if not self.it_is or be is None or (person in ("1", "2") and not third):
            return False
        if be.feats.get("Person") in ("1", "2"):
            return False
        singular = word.feats.get("Number") != "Plur"
        named = self.clauses.own_subject(word) is not None
        return be.lemma in word_set(self.language, "be") and singular and not named

    def _before(self, word: Token) -> Token | None:
        """Return the word before, adverbs apart."""
        words = reversed(self.tokens[: word.id - 1])
        return next((token for token in words if token.upos != "ADV"), None)

    def _is_behind_neuter(self, word: Token) -> bool:
        """Whether a neuter pronoun is the subject of a word, or its object right before it."""
        neutral = word_set(self.language, "subject_neutral") | word_set(
            self.language, "neuter_demonstrative"
        )
        relative = word_set(self.language, "relative")
        for token in reversed(self.tokens[: word.id - 1]):
            form = straight(token.form)
            before = self.tokens[token.id - 2] if token.id > 1 else None
            if form in neutral:
                # "Faire ça tout seul"
                alone = word.lemma in word_set(self.language, "solitary")
                return not alone and (before is None or before.upos != "ADP")
            if form in relative and before is not None:
                return straight(before.form) in neutral | word_set(
                    self.language, "neuter_antecedent"
                )
            if token.upos == "PRON" and relation(token).startswith("nsubj"):
                return False
            if token.upos not in ("ADV", "AUX", "PRON"):
                return False
        return False

    def is_of_object(self, participle: Token, pronoun: Token) -> bool:
        """Whether a participle agrees with a pronoun without gender before "have": "il l'a vu"."""
        personal = pronoun.feats.get("PronType") == "Prs" and pronoun.feats.get("Reflex") != "Yes"
        if not personal or "Gender" in pronoun.feats:
            return False
        before = self.clauses.objects_before(participle, "obj")
        return pronoun.id in {word.id for word in before}

    def _of_named(self, word: Token, persons: list[int], before: list[int]) -> int | str:
        if len({self.status[position] for position in persons}) > 1:
            return "several"
        if before:
            return before[-1]
        between = self.tokens[word.id : persons[0] - 1]
        other_clause = any(
            t.upos == "SCONJ" or (t.upos in ("AUX", "VERB") and t.feats.get("VerbForm") == "Fin")
            for t in between
        )
        return "several" if other_clause and word.id > 2 else persons[0]

    def _of_nobody(self, word: Token) -> str:
        if word.feats.get("Number") == "Plur":
            several = _english("they") | _english("speaker") | _english("hearer")
            english = self.forms & several - {"i", "me", "my", "myself"}
            return "" if english or self.somebody else "thing"
        if not self.subjects:
            return "" if not self.forms & _english("third_person") else "pronoun"
        if self.subjects & {"he", "she"}:
            return "pronoun"
        if self.subjects & (_english("somebody") | {"each", "one"}):
            return ""
        return "" if self.subjects <= _english("they") | {"i", "we", "who", "you"} else "thing"

    def personal(self, token: Token, gender: str) -> int | str | None:
        """Return for a personal pronoun what `owner` does; None for one that shows no other gender.

        English tells persons from things: "los" is changed where it has "them".
        """
        feats = token.feats
        if feats.get("PronType") != "Prs" or "Poss" in feats or token.upos != "PRON":
            return None
        if feats.get("Gender") in (None, gender):
            return None
        if feats.get("Person", "3") in "12":
            return ""
        plural = feats.get("Number") == "Plur"
        following = self.tokens[token.id] if token.id < len(self.tokens) else None
        repeated = self._repeated(token)
        if repeated is not None:
            return repeated.id if repeated.id in self.status else "thing"
        if token.deprel.startswith("expl"):
            return "thing"
        # Articles, taken for pronouns: "le jardin", "lo que".
        if following is not None and following.form.lower() in ("que", "cual"):
            return "thing"
        if following is not None and following.upos == "NOUN" and agree(token, following):
            return "thing"
        forms = pronoun_forms(self.language).get(written(token.form), ())
        may_be_thing = not forms or any(form.may_be_thing for form in forms)
        # "Them" is an object; "lo" where it is none is what has been said.
        subject = relation(token) == "nsubj"
        if may_be_thing and not plural and not subject and not self.forms & _OBJECTS:
            return "thing"
        # "They did not see her": who is no subject here is none there.
        if not subject and "them" not in self.forms and self.forms & {"him", "her"}:
            return "pronoun"
        # "Theirs" is "à lui", of a person alone; "le leur" agrees with what they have.
        they = _english("they" if may_be_thing else "plural_person")
        is_plural = self.both or (
            self.forms & they and (plural or not self.forms & _english("third_person"))
        )
        if not is_plural:
            return "pronoun"
        antecedent = self._antecedent(token)
        if antecedent is not None and antecedent.id in self.status:
            return antecedent.id
        things = may_be_thing and any(
            other.upos == "NOUN" and other.id not in self.status and agree(token, other)
            for other in self.tokens[: token.id - 1]
        )
        persons = [position for position in self.status if agree(token, self.tokens[position - 1])]
        if things or len(persons) > 1:
            return "several"
        between = self.tokens[token.id : max(persons, default=0)]
        if subject and between and all(other.upos != "PUNCT" for other in between):
            return ""  # "They will recruit intellectuals"
        if persons:
            return persons[0]
        # "Them" may be one person; but not where several are named.
        return "" if not self.status else "several"

    def _repeated(self, pronoun: Token) -> Token | None:
        """Return the subject that a pronoun behind its verb repeats: "Le juge est-il là ?"."""
        verb = self.clauses.head(pronoun)
        subject = relation(pronoun) == "nsubj" or pronoun.deprel == "expl:subj"
        if verb is None or not subject:
            return None
        return next(
            (
                child
                for child in self.clauses.children(verb)
                if child.id < pronoun.id
                and relation(child) == "nsubj"
                and child.upos in ("NOUN", "PROPN")
                and agree(pronoun, child)
            ),
            None,
        )

    def _antecedent(self, pronoun: Token) -> Token | None:
        """Return whom the subject of a clause stands for, by the clause above."""
        verb = self.clauses.head(pronoun)
        if verb is None or relation(pronoun) != "nsubj":
            return None
        return self.clauses.inherited(verb, pronoun)
