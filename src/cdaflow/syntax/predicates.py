"""Which words show the gender of somebody or something, and who that is.

Small annotators hang predicates on the wrong word more often than agreement is wrong. So a word is
taken for that of a noun only if it agrees with it; what agrees with none is said of somebody who is
not named ("siamo stati svegliati"), or is named elsewhere in the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.syntax.clauses import Clauses
from cdaflow.syntax.tree import agree, following, preceding, relation, straight
from cdaflow.trees import Sentence, Token

#: The genders that a word may have by its form, "" among them for none at all.
Genders = Callable[[Token], Collection[str]]

#: Relations of clauses that may have the subject of the one above.
_CLAUSES = frozenset(
    {"acl", "advcl", "advmod", "ccomp", "conj", "csubj", "obj", "obl", "parataxis", "xcomp"}
)
_ATTRIBUTES = frozenset({"acl", "amod"})

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


def predicates(
    sentence: Sentence, genders: Genders, nouns: Collection[int], language: str
) -> list[Predicate]:
    """Return the predicates of a sentence in order; `nouns`: the ids of words that are none."""
    candidates = map(_Predicates(sentence, genders, nouns, language).predicate, sentence.tokens)
    return [predicate for predicate in candidates if predicate is not None]


def readings(token: Token, genders: Genders) -> set[str]:
    """Return the genders of a word as an adjective or participle, whatever it is tagged."""
    feats = {k: v for k, v in token.feats.items() if k in ("Gender", "Number")}
    participle = token.changed(upos="VERB", feats={**feats, "VerbForm": "Part"})
    return {*genders(token.changed(upos="ADJ", feats=feats)), *genders(participle)}


class _Predicates:
    """What is known of a sentence while its words are looked at."""

    def __init__(
        self, sentence: Sentence, genders: Genders, nouns: Collection[int], language: str
    ) -> None:
        self.sentence, self.tokens, self.language = sentence, sentence.tokens, language
        self.genders, self.nouns = genders, nouns
        self.clauses = Clauses(sentence, language, agree)

    def predicate(self, token: Token) -> Predicate | None:
        """Return what a word says of somebody, None for one that shows no gender."""
        if "Gender" not in token.feats or token.id in self.nouns:
            return None
        if token.upos == "AUX":
            head = self.clauses.head(token)
            return None if head is None else self._of(token, head)
        if token.upos == "NOUN":
            adjective = self._is_adjective(token) and not self._is_fixed(token)
            return self._of(token, token) if adjective else None
        if token.upos == "DET" and token.feats.get("PronType") == "Art" and self._of_bare(token):
            said = self.tokens[token.head - 1]
            gender = {"Gender": token.feats["Gender"]}
            return self._of(token, said.changed(feats={**said.feats, **gender}))
        enclitic = pattern(self.language, "enclitic_verb")
        if token.upos not in ("ADJ", "VERB") or (enclitic and enclitic.fullmatch(token.form)):
            return None
        participle = token.feats.get("VerbForm") == "Part"
        if token.upos == "VERB" and not participle and not self._readings(token):
            return None
        if not self._may_be_adjective(token) or self._is_fixed(token):
            return None
        return self._of(token, token)

    def _of_bare(self, determiner: Token) -> bool:
        """Whether a determiner is that of an adjective without gender: "eran los mejores"."""
        head = self.clauses.head(determiner)
        if head is None or head.upos != "ADJ" or "Gender" in head.feats or head.id < determiner.id:
            return False
        between = self.tokens[determiner.id : head.id - 1]
        if any(token.upos not in ("ADJ", "ADV", "DET", "NUM") for token in between):
            return False
        after = following(self.sentence, head)
        return head.id not in self.nouns and (after is None or after.upos != "NOUN")

    def _is_fixed(self, token: Token) -> bool:
        """Whether an adjective is part of an adverb or preposition, or said of a fact."""
        after = following(self.sentence, token)
        form = token.form.lower()
        as_to = f"{form} {after.form.lower() if after else ''}"
        if as_to in word_set(self.language, "as_to") or form in word_set(
            self.language, "adverbial"
        ):
            return True
        before = self._before_adverbs(token)
        # "Qualcosa di nuovo"
        if before is not None and before.lemma in word_set(self.language, "of"):
            before = preceding(self.sentence, before)
        return before is not None and before.form.lower() in word_set(self.language, "neuter")

    def _before_adverbs(self, token: Token) -> Token | None:
        """Return the last word before one that is no adverb."""
        words = reversed(self.tokens[: token.id - 1])
        return next((word for word in words if word.upos != "ADV"), None)

    def _may_be_adjective(self, token: Token) -> bool:
        """Whether a word is an adjective or participle by its form, or is not known at all."""
        return bool(self._readings(token)) or not self.genders(token.changed(upos="NOUN", feats={}))

    def _readings(self, token: Token) -> Collection[str]:
        """Return the gender of a word if it may have that as an adjective or participle."""
        return readings(token, self.genders) & {token.feats["Gender"]}

    def _is_adjective(self, token: Token) -> bool:
        """Whether a noun is an adjective, taken for a noun: without determiner and preposition."""
        children = self.clauses.children(token)
        if any(c.upos in ("DET", "ADP", "NUM") for c in children) or not self._readings(token):
            return False
        before = preceding(self.sentence, token)
        copula = before is not None and (
            before.upos in ("AUX", "ADV") or relation(before) == "cop" or before.upos == "ADJ"
        )
        beside = relation(token) in ("conj", "xcomp", "amod", "root", "appos")
        return copula or (beside and not set(self.genders(token)) & {token.feats["Gender"]})

    def _perfect(self, token: Token) -> tuple[bool, str]:
        """Return whether a participle stands behind "have", and whom a pronoun before it means."""
        have = self._before_adverbs(token)
        if have is None or have.form.lower() not in word_set(self.language, "have_forms"):
            return False, ""
        before = preceding(self.sentence, have)
        form = straight(before.form) if before is not None else ""
        clitics = {"1": "first_person", "2": "second_person"}
        means = next((p for p, s in clitics.items() if form in word_set(self.language, s)), "")
        # In "nous avons" and "t'as" it is the subject.
        return True, "" if means == have.feats.get("Person") else means

    def _of(self, token: Token, said: Token) -> Predicate | None:
        perfect, means = self._perfect(said)
        if means:
            # "Elle m'a posé une question", "il m'a dit de venir": me is no object there.
            return None if self._has_object(said) else Predicate(token.id, 0, means, False)
        if perfect and self._object_before(said) is None:
            return None
        owner, attribute = self._owner(said)
        # "Ce que nous avons fait"
        neutral = word_set(self.language, "subject_neutral")
        if perfect and owner is not None and owner.form.lower() in neutral:
            return None
        if owner is not None:
            return Predicate(token.id, owner.id, self._person(owner), attribute)
        return Predicate(token.id, 0, self._verb(said), False)

    def _has_object(self, verb: Token) -> bool:
        """Whether an object or a clause stands behind a verb."""
        behind = (child for child in self.clauses.children(verb) if child.id > verb.id)
        return any(
            relation(c) in ("ccomp", "obj") or (relation(c) == "xcomp" and c.upos == "VERB")
            for c in behind
        )

    def _person(self, owner: Token) -> str:
        if owner.form.lower() in word_set(self.language, "polite"):
            return "2"
        return owner.feats.get("Person", "3") if owner.upos == "PRON" else "3"

    def _owner(self, token: Token) -> tuple[Token | None, bool]:
        """Return what a word is said of, and whether as its attribute."""
        head = self.clauses.head(token)
        if head is not None and relation(token) in _ATTRIBUTES and self._is_noun_of(token, head):
            return head, True
        moved = self._object_before(token)
        if moved is not None:
            return self.clauses.noun_of(moved, token), False
        subject = self.clauses.own_subject(token)
        if subject is not None and (subject.upos == "PRON" or agree(token, subject)):
            owner = self.clauses.subject_of(token, token) or subject
            # Of "vous" and "on" the number says nothing, of "tutti" it does.
            personal = owner.upos == "PRON" and "Gender" not in owner.feats
            return (owner if agree(token, owner) or personal else subject), False
        beside = self._beside(token)
        if beside is not None:
            return beside, True
        if subject is not None:
            return None, False
        found_subject = self.clauses.subject_of(token, token)
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
        for position in range(token.id - 1, 0, -1):
            word = self.tokens[position - 1]
            if word.upos == "NOUN" and agree(token, word) and "Gender" in word.feats:
                return word
            if word.upos not in _PHRASE or (
                word.upos == "CCONJ" and not self._joins(position, token)
            ):
                break
        if token.id < len(self.tokens) and token.upos == "ADJ":
            noun = self.tokens[token.id]
            if noun.upos == "NOUN" and agree(token, noun):
                return noun
        return None

    def _joins(self, position: int, token: Token) -> bool:
        """Whether a conjunction stands between two adjectives: "niños ricos y felices"."""
        before = self.tokens[position - 2] if position > 1 else None
        return before is not None and before.upos == "ADJ" and agree(token, before)

    def _object_before(self, participle: Token) -> Token | None:
        """Return the pronoun that a participle of the perfect agrees with: "mi ha colpita"."""
        before = self.clauses.objects_before(participle, "expl", "iobj", "obj")
        return next((c for c in before if relation(c) == "obj"), next(iter(before), None))

    def _verb(self, token: Token, depth: int = 0) -> str:
        """Return the person of the verb of a predicate, or of the clause above."""
        for verb in (*(c for c in self.clauses.children(token) if c.upos == "AUX"), token):
            i_am = verb.form.lower() in word_set(self.language, "i_am")
            if i_am and token.feats.get("Number") == "Sing":
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


def predicates_of(
    tree: Sentence, noun: int, gender: str, language: str
) -> Iterator[tuple[Token, Token]]:
    """Yield what agrees with the subject of which the noun is said, and whose subject that is.

    The word above the noun ("è diventato marinaio"), and participles of its copula ("è stato un
    professore").
    """
    above = _predicate_above(tree, noun, gender, language)
    if above is not None:
        yield above, above
    token = tree.tokens[noun - 1]
    for child in tree.children(noun):
        agrees = child.feats.get("Gender") == gender and child.feats.get("VerbForm") == "Part"
        if child.upos == "AUX" and child.id < noun and agrees:
            yield child, token


def _predicate_above(tree: Sentence, noun: int, gender: str, language: str) -> Token | None:
    """Return the word that says what somebody becomes or is as the noun: "è diventato marinaio".

    It agrees with the subject, which may be dropped, and not with the noun alone. None where there
    is none of the noun's gender.
    """
    token = tree.tokens[noun - 1]
    head = tree.tokens[token.head - 1] if token.head else None
    if head is None or head.upos not in ("ADJ", "VERB", "AUX"):
        return None
    if head.feats.get("Gender") != gender or head.feats.get("Number", "Sing") != "Sing":
        return None
    children = list(tree.children(noun))
    words = word_set(language, "as") | word_set(language, "as_part")
    is_as = any(child.lemma in words for child in children)
    bare = all(not child.deprel.startswith("case") for child in children)
    kind = relation(token)
    auxiliaries = {child.lemma for child in tree.children(head.id) if child.upos == "AUX"}
    passive = auxiliaries and not auxiliaries & word_set(language, "perfect")
    # "orgulloso de ser médico", "si è rivelato essere un ladro"
    said = (head.upos == "ADJ" or passive) and head.id < noun and kind != "nsubj"
    if said and _is_after_being(tree, noun):
        return head
    # "Nous l'avons élu président": of an object before it, which he then is.
    if Clauses(tree, language, agree).objects_before(head, "obj"):
        return head if kind in ("xcomp", "obj") and bare else None
    above = tree.tokens[head.head - 1] if head.head else head
    # "Diventò conosciuto come dottore"
    turned = above is not head and above.lemma in word_set(language, "become")
    if auxiliaries & word_set(language, "perfect") or not (
        head.upos == "ADJ" or auxiliaries or turned
    ):
        return None
    if (kind in ("ccomp", "xcomp", "obj") and bare) or (
        is_as and kind in ("obl", "advcl", "nmod", "xcomp")
    ):
        return head
    return None


def _is_after_being(tree: Sentence, noun: int) -> bool:
    """Whether an infinitive of a copula stands before a noun and its determiner."""
    for token in reversed(tree.tokens[: noun - 1]):
        if token.upos not in ("ADJ", "DET"):
            return token.upos == "AUX" and token.feats.get("VerbForm") == "Inf"
    return False


def predicates_of_speakers(sentence: Sentence, language: str) -> set[int]:
    """Return the adjectives and participles that are said of "I" or "you".

    Whatever noun is near them, it is not he or she: "Io sono sicura che la madre è felice", "mi
    sentivo onorata di averla come amica".
    """
    speaker_predicates = set[int]()
    for token in sentence.tokens:
        head = sentence.tokens[token.head - 1] if token.head else None
        person = head.feats.get("Person") if head is not None and head.upos == "VERB" else None
        if relation(token) == "xcomp" and "Gender" in token.feats and person in ("1", "2"):
            speaker_predicates.add(token.id)
        if head is None or head.upos not in ("ADJ", "VERB") or "Gender" not in head.feats:
            continue
        subject = token.upos == "PRON" and relation(token) == "nsubj"
        verb = token.upos == "AUX" and token.lemma not in word_set(language, "perfect")
        # "Sono stanco": of one, so I am.
        singular = head.feats.get("Number") == "Sing"
        am = singular and token.form.lower() in word_set(language, "i_am")
        if (subject or verb) and (token.feats.get("Person") in ("1", "2") or am):
            speaker_predicates.add(head.id)
    return speaker_predicates
