"""The people of an English sentence by rules, by head words that a tagger or annotators marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.appositions import appositions
from cdaflow.rewriting.english import English, EnglishPerson
from cdaflow.syntax.tree import WordSpan, relation, word_spans
from cdaflow.trees import Sentence, Token

#: By what it is decided whose gender the English leaves open.
OpenBy = Literal["both", "tags", "rules", "sure"]

AMBIGUOUS, MASCULINE, FEMININE = "ambiguous", "masculine", "feminine"

#: Besides the grammatical persons: that of words which stand for a "they" of the English.
THEY = "they"

_WORDS_OF_PERSONS = ("speaker", "hearer", "they", "somebody")


#: Verbs of which a noun is the predicate, beside "be".
_BECOME = frozenset({"become", "remain"})

#: Relations of words that are no pronouns, and pronouns beside the quantities.
_NO_PRONOUNS = frozenset({"advmod", "amod", "det", "expl", "mark", "nummod"})
_LONE = frozenset({"those", "ones", "others"})

#: Sets of words that are no nouns, whatever they are tagged, and more such words.
_CLOSED = (
    "hearer", "indefinite", "plural_person", "quantifier", "quantity", "relative", "somebody",
    "second_person_any", "speaker", "they", "thing", "third_person", "who",
)  # fmt: skip
_DETERMINERS = frozenset({
    "a", "an", "another", "either", "fewer", "half", "hers", "herself", "himself", "less", "mine",
    "more", "neither", "other", "ours", "such", "the", "theirs", "what", "whatever", "whichever",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    """The head word of a person: its characters in the English text, and the gender.

    `label`: "ambiguous", "masculine" or "feminine", with its `probability`.
    """

    start: int
    end: int
    label: str = AMBIGUOUS
    probability: float = 1.0


@dataclass(frozen=True)
class People:
    """Who is spoken of in one English sentence.

    `persons`: those with a noun or name, `heads` and `tokens`: the head words that were given and
    the words of the tree at them (0: none is found). `tagged`: whether any were given. `same`: for
    a person whom a predicate names, the word that names her or him first ("the kid is a liar").
    `found`: the words that only the rules have found open.
    """

    tree: Sentence
    persons: Sequence[EnglishPerson]
    heads: Sequence[Head] = ()
    tokens: Sequence[int] = ()
    tagged: bool = False
    same: Mapping[int, int] = field(default_factory=dict)
    found: frozenset[int] = frozenset()

    def word_of(self, person: EnglishPerson) -> int:
        """Return the word that stands for a person: its own if that is marked as a person."""
        return person.id if person.id in self.tokens else self.same.get(person.id, person.id)

    def may_be_another(self, person: EnglishPerson) -> bool:
        """Whether a person is what somebody is said to be, not shown whom: "they are readers"."""
        before = {child.lemma for child in self.tree.children(person.id) if child.id < person.id}
        return person.id not in self.same and not before.isdisjoint({"as", "be"})

    @property
    def open_tokens(self) -> frozenset[int]:
        """The words at which a head word is marked as ambiguous."""
        pairs = zip(self.heads, self.tokens, strict=True)
        return frozenset(token for head, token in pairs if head.label == AMBIGUOUS and token)

    @property
    def somebody(self) -> bool:
        """Whether an ambiguous head word is one that stands alone: "some", "those", "the first"."""
        return bool(self._alone())

    @property
    def somebody_marked(self) -> bool:
        """Whether such a word was given, not found by the rules."""
        return not self._alone() <= self.found

    def _alone(self) -> set[int]:
        found = (self.tree.tokens[token - 1] for token in self.open_tokens)
        persons = {person.id for person in self.persons}
        return {t.id for t in found if t.id not in persons and not is_personal(t)}

    @property
    def addressed(self) -> int:
        """The word that a sentence speaks to, 0 for none: "Dear customer, you are registered"."""
        words = self.tree.tokens
        return next((p.id for p in self.persons if words[p.id - 2].form.lower() == "dear"), 0)

    def named(self) -> dict[str, EnglishPerson]:
        """Return the persons who are called by a name, by the forms of its words."""
        found: dict[str, EnglishPerson] = {}
        for person in self.persons if self.tagged else ():
            token = self.tree.tokens[person.id - 1]
            capital = token.upos == "NOUN" and token.form[0].isupper()
            if (token.upos == "PROPN" or capital) and not person.listed:
                parts = (c for c in self.tree.children(token.id) if c.deprel.startswith("flat"))
                found |= {part.form: person for part in (*parts, token)}
        return found


def people(
    tree: Sentence, english: English, heads: Sequence[Head] | None = None, by: OpenBy = "both"
) -> People:
    """Return the people of a sentence; `heads`: its head words, None to go by the rules alone.

    "tags": nobody but those whose head words are marked, with the predicates that name them again
    ("the kid is a liar"). "both": where nothing in the sentence shows a gender, those whom the
    rules find open are so whatever their marks say, since to be told takes evidence; else the words
    of those whom only the rules find stay.
    """
    rules = english.persons(tree)
    same = predicate_nouns(tree, rules, english)
    if heads is None or by in ("rules", "sure"):
        return People(tree, rules, same=same)
    known = {person.id: person for person in rules}
    spans = word_spans(tree, tree.text)
    tokens = [_token(spans, head, known) for head in heads]
    given = frozenset(tokens)
    if by == "both" and not _shows_gender(tree, english, zip(heads, tokens, strict=True)):
        found = [person.id for person in rules if not person.known_by and person.id not in same]
        found += _own_pronouns(tree, english, found)
        heads, tokens = _opened(found, spans, heads, tokens)
    marked: dict[int, EnglishPerson] = {}
    for head, position in zip(heads, tokens, strict=True):
        if not position or _stands_alone(tree.tokens[position - 1], english):
            continue
        person = known.get(position) or _unlisted(tree.tokens[position - 1], english)
        told = person.known_by if person.known_by == "noun" else ""
        if not person.listed and person.names & word_set("en", "group"):
            told = "group"
        marked[position] = replace(person, known_by=told if head.label == AMBIGUOUS else "tag")
    others = [p for p in rules if p.id not in marked]
    # A head word may be in no list, and be the subject of one that is.
    same = predicate_nouns(tree, [*marked.values(), *others], english)
    if by == "tags":
        named = {*marked, *tokens}
        others = [
            replace(p, known_by=p.known_by if p.known_by == "noun" else "")
            for p in others
            if same.get(p.id) in named
        ]
    persons = sorted([*marked.values(), *others], key=lambda person: person.id)
    return People(tree, persons, heads, tokens, True, same, frozenset(tokens) - given)


def predicate_nouns(
    tree: Sentence, persons: Sequence[EnglishPerson], english: English
) -> dict[int, int]:
    """Return for each person whom a predicate or an apposition names the word of which it is said.

    That word is a noun or a pronoun.
    """
    ids = {person.id for person in persons}
    lone = {token.id for token in lone_pronouns(tree, english)}
    found: dict[int, int] = appositions(tree, ids)
    for person in persons:
        token = tree.tokens[person.id - 1]
        said_of = _subject(tree, token)
        if relation(token) == "conj" and all(c.upos != "DET" for c in tree.children(token.id)):
            said_of = found.get(token.head, 0)  # "A chemist and engineer" is one.
        if said_of in ids | lone and said_of != person.id:
            found[person.id] = found.get(said_of, said_of)
    return found


def _subject(tree: Sentence, noun: Token) -> int:
    """Return the word of which a noun is the predicate, 0 for none."""
    said = noun
    children = list(tree.children(noun.id))
    if any(relation(child) == "case" for child in children):
        return 0  # "Like a sergeant" is no sergeant.
    if all(relation(child) != "cop" for child in children):
        head = tree.tokens[noun.head - 1] if noun.head else None
        if head is None or head.lemma not in _BECOME or relation(noun) not in ("obj", "xcomp"):
            return 0
        said = head
    subject = next((c for c in tree.children(said.id) if relation(c) == "nsubj"), None)
    while subject is None and relation(said) == "xcomp":
        # "I wanted to become a baker", but "I asked him to become one"
        said = tree.tokens[said.head - 1]
        roles = {relation(child): child for child in tree.children(said.id)}
        subject = roles.get("nsubj") if roles.keys().isdisjoint({"iobj", "obj"}) else None
        if subject is None and "obj" in roles:
            return 0
    if subject is None:
        return 0
    if subject.form.lower() in word_set("en", "who") or subject.form.lower() == "that":
        return said.head if relation(said) == "acl" else 0
    return subject.id


def _shows_gender(tree: Sentence, english: English, marked: Iterable[tuple[Head, int]]) -> bool:
    """Whether a word shows the gender of somebody: he, her, a mother, Mr, a name marked so."""
    for token in tree.tokens:
        form = token.form.lower()
        if form in english.pronouns or english.is_gendered(form):
            return True
        if token.form in english.nouns.address:
            return True
    return any(
        position and head.label != AMBIGUOUS and tree.tokens[position - 1].upos == "PROPN"
        for head, position in marked
    )


def _opened(
    found: Sequence[int], spans: Sequence[WordSpan], heads: Sequence[Head], tokens: Sequence[int]
) -> tuple[list[Head], list[int]]:
    """Return the head words and their tokens, with those at the tokens `found`, which are open."""
    # Head words at no token have keys of their own.
    pairs = zip(tokens, heads, strict=True)
    marked = {token or -number: head for number, (token, head) in enumerate(pairs, 1)}
    at = {word.token.id: word for word in spans}
    for position in found:
        head = marked.get(position)
        if head is None:
            marked[position] = Head(at[position].start, at[position].end)
        elif head.label != AMBIGUOUS:
            probability = round(1 - head.probability, 6)
            marked[position] = replace(head, label=AMBIGUOUS, probability=probability)
    ordered = sorted(marked.items(), key=lambda item: item[1].start)
    return [head for _, head in ordered], [max(position, 0) for position, _ in ordered]


def _own_pronouns(tree: Sentence, english: English, persons: Sequence[int]) -> list[int]:
    """Return the pronouns that are likely to stand for people whom no other word names.

    "They" behind a person is likely to be that one; "all" in "them all" is them.
    """
    pronouns: list[int] = []
    for token in lone_pronouns(tree, english):
        they = token.form.lower() in word_set("en", "they")
        before = [position for position in (*persons, *pronouns) if position < token.id]
        if not (they and before) and token.id - 1 not in pronouns:
            pronouns.append(token.id)
    return pronouns


def lone_pronouns(tree: Sentence, english: English) -> Iterator[Token]:
    """Yield the pronouns that stand for people of whom no gender is shown: I, you, they, some."""
    persons = frozenset[str]().union(*(word_set("en", name) for name in _WORDS_OF_PERSONS))
    lone = _LONE | word_set("en", "quantity") if english.somebody(tree) else frozenset[str]()
    for token in tree.tokens:
        form = token.form.lower()
        pronoun = token.upos == "PRON" and token.feats.get("Poss") != "Yes"
        if (pronoun and form in persons) or (form in lone and relation(token) not in _NO_PRONOUNS):
            yield token


def is_personal(token: Token) -> bool:
    """Whether an English word is a personal pronoun."""
    form = token.form.lower()
    return any(form in word_set("en", name) for name in ("speaker", "hearer", "they"))


def _stands_alone(token: Token, english: English) -> bool:
    """Whether a head word is no noun: "some", "each", "those", "few"; "thieves" is one."""
    form = token.form.lower()
    if form in _LONE or any(form in word_set("en", s) for s in ("quantity", "somebody", "who")):
        return True
    if token.upos not in ("DET", "NUM", "PRON") or form in english.listed:
        return False
    closed = any(form in word_set("en", name) for name in _CLOSED) or form in _DETERMINERS
    return token.upos == "NUM" or closed


def _unlisted(token: Token, english: English) -> EnglishPerson:
    """Return the person of a head word that the rules have not found."""
    form = token.form.lower()
    if form in english.listed:
        name, number = english.listed[form]
        return EnglishPerson(token.id, frozenset({name}), number, "", True)
    names = frozenset({form, token.lemma.lower()} - {"", "_"})
    return EnglishPerson(token.id, names, token.feats.get("Number", ""), "", False)


def _token(spans: Sequence[WordSpan], head: Head, known: Mapping[int, EnglishPerson]) -> int:
    """Return the word at a head word, 0 for none; of several words a person, or what is on top."""
    inside = [word.token for word in spans if word.start < head.end and head.start < word.end]
    if not inside:
        return 0
    ids = [token.id for token in inside]
    listed = next((token.id for token in inside if token.id in known), 0)
    top = next((token.id for token in inside if token.head not in ids), ids[-1])
    found = listed or top
    # "Police officer" is listed by its first word, and marked by its last.
    before = known.get(found - 1)
    token = inside[ids.index(found)]
    if found not in known and before is not None:
        words = {word for name in before.names for word in name.split()[1:]}
        if {token.form.lower(), token.lemma.lower()} & words:
            return found - 1
    return found


def pronouns_by_rules(tree: Sentence) -> Iterator[Token]:
    """Yield the pronouns of a sentence that may stand for people."""
    sets = [word_set("en", name) for name in _WORDS_OF_PERSONS]
    for token in tree.tokens:
        if any(token.form.lower() in words for words in sets):
            yield token


def quantities_by_rules(tree: Sentence) -> Iterator[Token]:
    """Yield the words that may stand alone for people: "each agrees", "many are trapped"."""
    lone = _LONE | word_set("en", "quantity")
    return (t for t in tree.tokens if t.form.lower() in lone and relation(t) not in _NO_PRONOUNS)


def in_person(token: Token, person: str) -> bool:
    """Whether an English pronoun is of a grammatical person ("1", "2", "3")."""
    form = token.form.lower()
    if person == THEY:
        return form in word_set("en", "they")
    speaks, hears = (form in word_set("en", name) for name in ("speaker", "hearer"))
    return {"1": speaks, "2": hears}.get(person, not speaks and not hears)
