"""Words of a sentence that are said of one person, by rules over the tree.

The field of Zmigrod et al. 2019 passes gender along the edges of the tree alone, and a finite verb
of Spanish has none to pass on: "Los peregrinos llegaban hambrientos". The authors name this, and
that it does not know who is who, as what it fails for (section 5.1). What is found here is set
with the noun.

The rules follow the subject from predicate to predicate (`clauses`), and the pronoun of the third
person to the only person it can stand for. A word is taken only if it agrees with the noun in
gender and number as it stands: in languages with gender this rules out most wrong antecedents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.clauses import Clauses
from cdaflow.syntax.tree import preceding, relation, shown_gender
from cdaflow.trees import Sentence, Token

#: Whether a noun is one of persons, or can be; and may have another gender.
IsPerson = Callable[[Token], bool]

_PREDICATES = frozenset({"ADJ", "AUX", "NOUN", "VERB"})

#: What a pronoun is not where it stands for somebody: "il y a", "il est vrai que".
_EMPTY = frozenset({"case", "det", "expl", "fixed", "mark"})

#: Relations of nouns that may name the person of their head.
_BESIDE = frozenset({"appos", "flat", "nmod"})

#: Pronouns that single out some of many, and what stands between: "una de ellas", "aucun des".
_PARTITIVE = frozenset({"Ind", "Neg", "Tot"})


def coreference_cluster(
    sentence: Sentence,
    noun: int,
    language: str,
    is_person: IsPerson,
    feature: str = "Gender",
    *,
    pronouns: bool = True,
) -> frozenset[int]:
    """Return the ids of the words said of the person that a noun names, the noun's among them.

    `noun`: its id. Words without `feature` are not looked at. `pronouns`: those
    that stand for the person, and what is said of them, are among the words.
    """
    return _Persons(sentence, language, is_person, feature, pronouns).of(noun)


def coreference_clusters(
    sentence: Sentence,
    nouns: Iterable[int],
    language: str,
    is_person: IsPerson,
    feature: str = "Gender",
    *,
    pronouns: bool = True,
) -> dict[int, frozenset[int]]:
    """Return for each of several nouns of a sentence what `coreference_cluster` does."""
    persons = _Persons(sentence, language, is_person, feature, pronouns)
    return {noun: persons.of(noun) for noun in nouns}


class _Persons:
    """What is known of a sentence while its words are looked at."""

    def __init__(
        self,
        sentence: Sentence,
        language: str,
        is_person: IsPerson,
        feature: str,
        pronouns: bool,
    ) -> None:
        self.tokens = sentence.tokens
        self.language, self.pronouns = language, pronouns
        self.is_person, self.feature = is_person, feature
        self.clauses = Clauses(sentence, language, self._agrees)
        self._subjects: dict[int, Token | None] = {}

    def of(self, noun: int) -> frozenset[int]:
        """Return the words of one noun; see `coreference_cluster`."""
        cluster = self._group(noun)
        gender = self.tokens[noun - 1].feats.get(self.feature)
        parts = [t for t in self.tokens if t.id not in cluster and self._is_part_of(t, cluster)]
        # "L'un d'eux est considéré comme suspect": what is said of one is said in the singular.
        return cluster.union(
            *(self._group(t.id) for t in parts if t.feats.get(self.feature) == gender)
        )

    def _is_part_of(self, pronoun: Token, cluster: frozenset[int]) -> bool:
        """Whether a pronoun is one, none or some of the cluster: "l'un des médecins"."""
        if pronoun.upos != "PRON" or pronoun.feats.get("PronType") not in _PARTITIVE:
            return False
        return any(
            relation(child) == "nmod"
            and child.id in cluster
            and child.feats.get("Number") == "Plur"
            and any(
                part.lemma in word_set(self.language, "of") for part in self.clauses.children(child)
            )
            for child in self.clauses.children(pronoun)
        )

    def _group(self, noun: int) -> frozenset[int]:
        """Return the words said of the person or persons that one word names."""
        name = self.tokens[noun - 1]
        cluster, bare = {noun}, set[int]()
        # What is said of a pronoun is said of its noun: until no word is added.
        while True:
            rest = [token for token in self.tokens if token.id not in cluster | bare]
            more = {t.id for t in rest if self._agrees(t, name) and self._said(t, cluster, bare)}
            # "Un criminal", "los más importantes": a word without gender passes on no gender.
            plain = {
                t.id
                for t in rest
                if self.feature not in t.feats and t.upos in ("ADJ", "NOUN")
                if _same_number(t, name) and self._said(t, cluster, bare)
            }
            # A name keeps its form, but what is said of it goes with what it is said to be.
            plain |= {t.id for t in rest if t.upos == "PROPN" and self._is_subject_of(t, cluster)}
            if not (more or plain):
                return frozenset(cluster)
            cluster |= more
            bare |= plain

    def _agrees(self, token: Token, name: Token) -> bool:
        value, expected = token.feats.get(self.feature, ""), name.feats.get(self.feature, "")
        # "Mi periodista" has no gender by itself, nor has "l'".
        return bool(value) and (value == expected or not expected) and _same_number(token, name)

    def _said(self, token: Token, cluster: set[int], bare: set[int]) -> bool:
        """Whether a word is said of one of the cluster; `bare`: words of it without gender."""
        if token.head in bare and relation(token) in ("det", "amod"):
            return True
        if token.upos == "DET":
            return self._before_relative(token, cluster)
        if token.upos == "PRON":
            return self._stands_for(token, cluster)
        if token.upos == "AUX":
            return token.head in cluster and self.tokens[token.head - 1].upos != "NOUN"
        if token.upos not in _PREDICATES:
            return False
        if self._is_attribute_above(token, cluster) or self._is_attribute_below(token, cluster):
            return True
        if self._became(token, cluster):
            return True
        if token.upos == "NOUN":
            if self.feature in token.feats and not self.is_person(token):
                return False
            if self._named_again(token, cluster):
                return True
            if relation(token) == "appos":
                return token.head in cluster
        subject = self._subject_of(token)
        return subject is not None and (
            subject.id in cluster | bare or self._stands_for(_with(subject, token), cluster)
        )

    def _subject_of(self, predicate: Token) -> Token | None:
        """Return what a word is said of; looked up once for all nouns."""
        if predicate.id not in self._subjects:
            self._subjects[predicate.id] = self.clauses.subject_of(predicate, predicate)
        return self._subjects[predicate.id]

    def _became(self, token: Token, cluster: set[int]) -> bool:
        """Whether a participle says that its subject has become the noun: "passé maître"."""
        return token.feats.get("VerbForm") == "Part" and any(
            relation(child) == "xcomp" and child.upos == "NOUN" and child.id in cluster
            for child in self.clauses.children(token)
        )

    def _is_attribute_below(self, token: Token, cluster: set[int]) -> bool:
        """Whether an attribute disagrees with its head, a complement of a noun of the cluster.

        It is the noun's then: "seis pintores de graffitis detenidos".
        """
        head = self.clauses.head(token)
        return (
            head is not None
            and relation(token) in ("acl", "amod")
            and relation(head) == "nmod"
            and head.head in cluster
            and head.upos == "NOUN"
            and head.feats.get(self.feature, "") not in ("", token.feats.get(self.feature))
        )

    def _is_attribute_above(self, token: Token, cluster: set[int]) -> bool:
        """Whether a participle without an auxiliary has the noun behind it: "Querido amigo"."""
        children = self.clauses.children(token)
        return (
            token.feats.get("VerbForm") == "Part"
            and all(child.upos != "AUX" for child in children)
            and any(child.id == token.id + 1 and child.id in cluster for child in children)
        )

    def _named_again(self, noun: Token, cluster: set[int]) -> bool:
        """Whether a noun names the person of the cluster again, as their like or beside them."""
        if not cluster.isdisjoint(self._alike[noun.form.casefold()]):
            return True
        if self._is_subject_of(noun, cluster):
            return True
        head, before = self.clauses.head(noun), preceding(self.clauses.sentence, noun)
        if (
            before is not None
            and self._is_name(before, cluster)
            and self._beside_name(noun, before)
        ):
            return True
        if head is not None and self._is_name(head, cluster) and self._shares(noun, head):
            return True
        return not self._is_one_of_two(noun) and any(
            self._is_name(child, cluster) and self._shares(child, noun)
            for child in self.clauses.children(noun)
        )

    @cached_property
    def _alike(self) -> dict[str, set[int]]:
        """The ids of nouns by their form, whatever its case."""
        ids: dict[str, set[int]] = {}
        for token in self.tokens:
            if token.upos == "NOUN":
                ids.setdefault(token.form.casefold(), set()).add(token.id)
        return ids

    @cached_property
    def _copular(self) -> set[int]:
        """The ids of words with a copula."""
        return {token.head for token in self.tokens if relation(token) == "cop"}

    def _is_name(self, token: Token, cluster: set[int]) -> bool:
        return token.upos == "NOUN" and token.id in cluster

    def _is_one_of_two(self, noun: Token) -> bool:
        """Whether a noun is the subject of a plural: "su hermana y escritora cansadas"."""
        verb = self.clauses.head(noun)
        return (
            verb is not None
            and relation(noun) == "nsubj"
            and noun.feats.get("Number") == "Sing"
            and verb.feats.get("Number") == "Plur"
        )

    def _shares(self, noun: Token, name: Token) -> bool:
        """Whether a dependent of a noun names the same person.

        One that shares its determiner ("un ingeniero y escritor") or its copula ("era un escritor y
        un amigo"), or a title or apposition without a preposition ("Madame la Présidente").
        """
        children = self.clauses.children(noun)
        if relation(noun) == "conj":
            bare = name.id in self._copular or all(c.upos != "DET" for c in children)
            return noun.feats.get("Number") == "Sing" and bare
        return relation(noun) in _BESIDE and not self.clauses.has(noun, "case")

    def _beside_name(self, noun: Token, name: Token) -> bool:
        """Whether a noun right behind a name is bare, wherever it hangs: an adjective mostly
        ("le représentant local")."""
        bare = not self.clauses.has(noun, "case", "cop", "det")
        # No verb has two subjects: "un científico ruso ha colaborado".
        doubled = relation(noun) == relation(name) == "nsubj" and noun.head == name.head
        hangs = doubled or relation(noun) not in ("conj", "nsubj", "root")
        return bare and hangs

    def _before_relative(self, determiner: Token, cluster: set[int]) -> bool:
        """Whether a determiner is that of a relative pronoun: "la ministra a la que conocía"."""
        token = self.clauses.head(determiner)
        if token is None or not self.clauses.is_relative(token):
            return False
        antecedent = self.clauses.antecedent(token)
        return antecedent is not None and antecedent.id in cluster

    def _stands_for(self, pronoun: Token, cluster: set[int]) -> bool:
        """Whether a pronoun stands for a person of the cluster, as far as it can be told."""
        feats, verb = pronoun.feats, self.clauses.head(pronoun)
        if not self.pronouns:
            return False
        if pronoun.upos != "PRON" or feats.get("PronType") != "Prs" or feats.get("Poss"):
            return False
        if feats.get("Person", "3") in "12" or self._speak(cluster):
            return False
        if self._is_subject_of(pronoun, cluster):
            return True
        if min(cluster) > pronoun.id:
            return False
        if relation(pronoun) in _EMPTY:
            # "Où la maire chante-t-elle ?"
            return verb is not None and any(
                relation(child) == "nsubj" and child.id in cluster
                for child in self.clauses.children(verb)
            )
        if verb is not None and relation(pronoun) == "nsubj":
            inherited = self.clauses.inherited(verb, pronoun)
            # "J'espère qu'elle viendra": she is not I.
            if inherited is not None and inherited.feats.get("Person", "3") == "3":
                return inherited.id in cluster
        excluded = self._beside(pronoun, verb)
        persons = {
            token.id
            for token in self.tokens
            if token.upos == "NOUN" and self._agrees(pronoun, token) and self.is_person(token)
        }
        return not (persons - cluster - excluded) and not cluster & excluded

    def _speak(self, cluster: set[int]) -> bool:
        """Whether the cluster is a speaker: "felice di essere sua madre", as I say of myself."""
        for name in map(self.clauses.token, cluster):
            for copula in self.clauses.children(name):
                if relation(copula) != "cop":
                    continue
                verb = self.clauses.head(name) if copula.feats.get("VerbForm") == "Inf" else copula
                if verb is not None and verb.feats.get("Person", "3") in "12":
                    return True
        return False

    def _is_subject_of(self, pronoun: Token, cluster: set[int]) -> bool:
        """Whether a pronoun is said to be one of the cluster: "Ella trabaja como química".

        An object may be, too: "Lo conozco desde que era un niño".
        """
        kinds = ("nsubj", "obj") if pronoun.upos == "PRON" else ("nsubj",)
        return relation(pronoun) in kinds and any(
            self._subject_of(token) is pronoun for token in map(self.clauses.token, cluster)
        )

    def _beside(self, pronoun: Token, verb: Token | None) -> set[int]:
        """Return whom an object cannot stand for: the subject of its verb; all, if of facts."""
        if verb is None or relation(pronoun) not in ("iobj", "obj", "obl"):
            return set()
        if pronoun.form.endswith(tuple(word_set(self.language, "self_endings"))):
            return set()
        if verb.lemma in word_set(self.language, "of_fact") and relation(pronoun) == "obj":
            return {token.id for token in self.tokens}
        subject = self.clauses.subject_itself(verb, pronoun)
        return set() if subject is None else {subject.id}


def _with(subject: Token, said: Token) -> Token:
    """Return a pronoun of one form for all genders ("l'") with that of what is said of it."""
    if subject.upos != "PRON" or "Gender" in subject.feats:
        return subject
    return subject.changed(feats={**subject.feats, "Gender": said.feats.get("Gender", "")})


def _same_number(token: Token, name: Token) -> bool:
    number = token.feats.get("Number", "")
    return not number or number == name.feats.get("Number", number)


def genders_of_conjuncts(
    sentence: Sentence, genders: Mapping[int, str], language: str, feature: str = "Gender"
) -> dict[int, str]:
    """Return the gender of what is said of several conjuncts, some of which are set to `genders`.

    Masculine if any of them is, as Romance has it ("La jueza y el médico están cansados"); nothing
    where the gender of one is not known. The other conjuncts are there with their own.
    """
    conjunct_genders: dict[int, str] = {}
    clauses = Clauses(sentence, language, lambda said, name: True)
    for position in genders:
        noun = clauses.token(position)
        above = clauses.head(noun) if relation(noun) == "conj" else None
        first = noun if above is None else above
        group = [first, *(c for c in clauses.children(first) if relation(c) == "conj")]
        group = [token for token in group if token.upos in ("NOUN", "PROPN")]
        if len(group) < 2 or relation(first) != "nsubj":
            continue
        values = [genders.get(t.id) or shown_gender(t, clauses.children(t), feature) for t in group]
        predicate = clauses.head(first)
        if predicate is None or not all(values):
            continue
        value = "Masc" if "Masc" in values else str(values[0])
        for token in (predicate, *clauses.children(predicate)):
            plural = token.feats.get("Number") == "Plur" and feature in token.feats
            if plural and (token is predicate or token.upos == "AUX") and token.upos != "NOUN":
                conjunct_genders[token.id] = value
        conjunct_genders |= {t.id: t.feats[feature] for t in group if feature in t.feats}
    return conjunct_genders
