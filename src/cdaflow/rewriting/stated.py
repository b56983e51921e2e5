"""What shows the gender of an English person beside pronouns elsewhere in the sentence.

A name (whoever has one is a man or a woman, known to those who speak), a gendered noun or "he" and
"she" of whom the noun is said, or an attribute ("pregnant"). The noun itself and pronouns that
stand for it are looked at by others (`English.persons`, `EnglishRules`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.predicate_scan import known_speaker, scanned_subject
from cdaflow.rewriting.pronoun_context import attribute_gender
from cdaflow.syntax.clauses import EnglishClauses
from cdaflow.syntax.tree import agree, following, relation
from cdaflow.trees import Sentence, Token

#: What shows a gender (noun, name, pronoun, "" for nothing), and which one ("" of names).
Shown = tuple[str, str]

_NOTHING: Shown = ("", "")
_IMPERSONAL = frozenset({"it", "that", "this"})
_OBJECTS = {"him": "Masc", "her": "Fem", "himself": "Masc", "herself": "Fem"}
_PRONOUNS = {**_OBJECTS, "he": "Masc", "his": "Masc", "she": "Fem"}
_OBJECT_RELATIONS = frozenset({"iobj", "obj", "obl"})
_RELATIVES = frozenset({"that", "which", "who", "whom"})
#: How many words behind "including" a name may stand.
_NEAR = 3
_BESIDE = frozenset({"appos", "compound", "flat"})

#: What is part of a noun's phrase before and behind it, and where a name before it is a place.
_PHRASE = frozenset({"ADJ", "ADV", "DET", "NOUN", "NUM", "PART", "PROPN"})
_PLACES = frozenset({"at", "from", "in", "on", "to"})

#: Nouns that name a device behind what it is for ("CD player"); what things are to somebody, too.
_DEVICES = frozenset({"player", "reader", "recorder"})
_RELATIONS = frozenset({"ally", "companion", "enemy", "friend", "rival", "servant"})
_FAVORITES = frozenset({"favorite", "favourite"})

#: What is between a noun and the word before its role, and words before "to" and "of" of roles.
_ROLES = frozenset({"ADJ", "ADV", "CCONJ", "DET", "NOUN", "NUM", "PROPN"})
_PROMOTE = frozenset({"advance", "progress", "promote", "rise"})
_POSITIONS = frozenset({"position", "post", "rank", "role", "title"})

#: What "of" and a noun may follow: "she is more of a friend".
_MEASURES = frozenset({"bit", "kind", "less", "more", "much", "something", "sort"})


class StatedGenders:
    """Looks at English nouns of persons.

    `genders`: that of each gendered noun, in lower case; `address`: of each form of address, as it
    is written; `persons`: nouns of persons in lower case, which are no names; `is_person`: whether
    a word is one or may be a name, too ("baker").
    """

    def __init__(
        self,
        genders: Mapping[str, str],
        address: Mapping[str, str],
        persons: Collection[str],
        is_person: Callable[[Token], bool],
    ) -> None:
        self._genders, self._address, self._persons = genders, address, persons
        self.is_person = is_person

    def shown(self, tree: Sentence, noun: Token) -> Shown:
        """Return what shows the gender of a noun's person, and which it is."""
        clauses = EnglishClauses(tree)
        for each in (noun, *self._taken_from(clauses, noun)):
            named = self._named(clauses, each)
            evidence = named if named[0] or noun.upos == "VERB" else self._said(clauses, each)
            if evidence[0]:
                return evidence
        for look in (self._scanned, self._attribute):
            evidence = look(clauses, noun)
            if evidence[0]:
                return evidence
        if self._is_role_of_name(clauses, noun):
            return "name", ""
        return ("thing", "") if self._is_thing(clauses, noun) else _NOTHING

    def _is_thing(self, clauses: EnglishClauses, noun: Token) -> bool:
        """Whether a noun of persons names none: "the enemy", "your favorite class", "a CD player".

        Or is said of a thing: "ignorance is the worst enemy of progress".
        """
        form = noun.form.lower()
        before = clauses.tokens[noun.id - 2] if noun.id > 1 else None
        device = before is not None and before.form.lower() in word_set("en", "device_of")
        if device and form.removesuffix("s") in _DEVICES:
            return True
        if form == "enemy" and before is not None and before.form.lower() == "the":
            return True
        subject = clauses.own_subject(noun) if clauses.has(noun, "cop") else None
        if form.removesuffix("s") in _FAVORITES:
            if relation(noun) in ("amod", "compound"):
                return True
            if subject is None or subject.feats.get("PronType") == "Prs":
                return subject is not None and subject.form.lower() in _IMPERSONAL
            return not self.is_person(subject)
        if subject is None or subject.upos != "NOUN" or form not in _RELATIONS:
            return False
        nouns = word_set("en", "group") | {"one", "person", "people"}
        return not (self.is_person(subject) or subject.lemma.lower() in nouns)

    def _scanned(self, clauses: EnglishClauses, noun: Token) -> Shown:
        """Return what is shown of those of whom a noun is said by the words, or as who speaks."""
        said = scanned_subject(clauses.sentence, noun, self.is_person)
        evidence = self._of_subject(said) if said is not None else _NOTHING
        subject = clauses.subject_of_noun(noun)
        if subject is None or evidence[0] or subject.form.lower() != "i":
            return evidence
        if known_speaker(clauses.sentence, self._genders.__contains__):
            return "pronoun", ""
        return evidence

    def _taken_from(self, clauses: EnglishClauses, noun: Token) -> Iterator[Token]:
        """Yield nouns and "one" that are of a noun's gender: "one of the singers and writers"."""
        first, head = noun, clauses.head(noun)
        while head is not None and relation(first) == "conj" and agree(first, head):
            # "She is a champion and an activist" is one, "a doctor and a nurse came" are two.
            if clauses.has(first, "det") and not self._is_said(clauses, head):
                return
            first, head = head, clauses.head(head)
            yield first
        several = first.feats.get("Number") == "Plur" and relation(first) in ("nmod", "obl")
        if head is not None and several and head.lemma.lower() == "one":
            yield head

    def _is_said(self, clauses: EnglishClauses, noun: Token) -> bool:
        """Whether one noun, or the first of several, says what somebody is who is named before."""
        while relation(noun) == "conj" and (above := clauses.head(noun)) is not None:
            noun = above
        return noun.feats.get("Number") != "Plur" and (
            clauses.has(noun, "cop") or self._in_apposition(clauses, noun)
        )

    def _named(self, clauses: EnglishClauses, noun: Token) -> Shown:
        """Return whether a name stands beside a noun: "Mr Kaiser, an expert", "my friend Tom"."""
        children = clauses.children(noun)
        # "Photographer Gerald Herbert", whatever hangs where.
        behind = clauses.tokens[noun.id : noun.id + 1]
        if noun.feats.get("Number") != "Plur" and any(map(self._is_name, behind)):
            return "name", self._address_of(children)
        # "Her friend, journalist and writer Susan McKay"
        rest = list(takewhile(self._is_enumerated, clauses.tokens[noun.id :]))
        named = clauses.tokens[noun.id + len(rest) : noun.id + len(rest) + 1]
        nouns = len(rest) > 1 and rest[0].form == "," and rest[-1].upos == "NOUN"
        if nouns and noun.feats.get("Number") != "Plur" and any(map(self._is_name, named)):
            return "name", ""
        if noun.upos != "PROPN":
            names = (c for c in children if c.upos == "PROPN" and relation(c) in ("appos", "flat"))
            if any(self._is_bare(clauses, name) for name in names):
                return "name", self._address_of(children)
        if self._has_named_example(clauses.tokens[noun.id :]):
            return "name", ""
        head = clauses.head(noun)
        if head is None:
            return _NOTHING
        below = relation(noun)
        # "Phil Pulaski, the chief of detectives"; "the expert Manfred Kaiser".
        between = clauses.tokens[min(noun.id, head.id) : max(noun.id, head.id) - 1]
        apposed = below == "appos" and any(token.form == "," for token in between)
        title = below in _BESIDE and noun.feats.get("Number") != "Plur" and noun.id < head.id
        beside = apposed or (title and all(token.upos == "PROPN" for token in between))
        bare = below in ("appos", "conj") and not clauses.has(noun, "cc")
        if bare and noun.feats.get("Number") != "Plur" and head.form.lower() in self._genders:
            return "noun", self._genders[head.form.lower()]  # "her mother, a teacher"
        if beside and self._is_name(head):
            return "name", self._address_of(children)
        if self._in_apposition(clauses, noun):
            return "name", ""
        # "My best friend is Tom"
        is_name = self._is_name(head) and not clauses.has(head, "case", "det")
        if below == "nsubj" and is_name and clauses.has(head, "cop"):
            return "name", ""
        # "A veteran of the team, Spaniard Garcia won": small annotators have two subjects.
        said = clauses.tokens[noun.id : max(noun.id, head.id) - 1]
        second = {t.id for t in said if t.head == head.id and relation(t) == "nsubj"}
        names = (t for t in said if {t.id, t.head} & second)
        single = below == "nsubj" and noun.feats.get("Number") != "Plur"
        if single and all(t.upos != "CCONJ" for t in said) and any(map(self._is_name, names)):
            return "name", ""
        return _NOTHING

    def _has_named_example(self, behind: Sequence[Token]) -> bool:
        """Whether somebody with a name is one of several: "supporters, including Zoran Zaev"."""
        phrase = list(takewhile(lambda t: t.upos in (*_PHRASE, "ADP") or t.form == ",", behind))
        rest = behind[len(phrase) : len(phrase) + 1]
        phrase += [t for t in rest if t.form.lower() == "including"]
        phrase += [*behind[len(phrase) : len(phrase) + _NEAR]]
        for position, token in enumerate(phrase[:-1], 1):
            such_as = token.form.lower() == "such" and phrase[position].form.lower() == "as"
            if such_as or token.form.lower() == "including":
                return any(map(self._is_name, phrase[position : position + _NEAR]))
        return False

    def _is_enumerated(self, token: Token) -> bool:
        """Whether a word may stand among nouns of one person before the name, without articles."""
        if token.upos == "NOUN":
            return self.is_person(token) and token.feats.get("Number") != "Plur"
        return token.form == "," or token.upos in ("ADJ", "CCONJ")

    def _is_bare(self, clauses: EnglishClauses, name: Token) -> bool:
        return all(part.upos != "ADP" for part in clauses.children(name))

    def _in_apposition(self, clauses: EnglishClauses, noun: Token) -> bool:
        """Whether a full name stands between commas before or behind the phrase of a noun.

        "The mayor of Rome, Anna Rossi, said"; "Anna Rossi, one of the mayors". Trees have other
        relations here more often than not.
        """
        tokens = clauses.tokens
        before = noun.id - 2
        while before >= 0 and self._is_before(tokens[before]):
            before -= 1
        if before > 0 and tokens[before].feats.get("VerbForm") == "Part":
            before -= 1  # "Peter Wuffli - considered a brilliant banker -"
        if before > 0 and (tokens[before].form == "," or _is_dash(tokens[before])):
            if tokens[before - 1].form == ")":  # "Richard Lugar (Indiana), the senator"
                before = next((t.id - 1 for t in reversed(tokens[:before]) if t.form == "("), 0)
            name = list(takewhile(self._is_in_name, reversed(tokens[:before])))
            first = before - len(name)
            at = tokens[first - 1] if first else None
            place = at is not None and at.form.lower() in word_set("en", "location") | _PLACES
            # "Last Tuesday, the mayor", "in the town of Rome, the mayor"
            lone = len(name) == 1 and noun.feats.get("Number") != "Plur"
            borders = ("ADP", "PUNCT", "SCONJ", "VERB")
            if at is not None and (at.upos not in borders or at.form == "of"):
                lone = False
            if not place and (len(name) > 1 or lone) and any(map(self._is_name, name)):
                return True
        behind = noun.id
        while behind < len(tokens) and tokens[behind].upos in (*_PHRASE, "ADP"):
            behind += 1
        comma = behind + 1 < len(tokens) and tokens[behind].form == ","
        rest = tokens[behind + 1 :]
        if comma and rest[0].form[:1].isupper() and not self._is_name(rest[0]):
            rest = rest[1:]  # "a candidate, Republican Keith Rothfus"
        return comma and len(list(takewhile(self._is_name, rest))) > 1

    def _is_before(self, token: Token) -> bool:
        """Whether a word may stand before a noun in its phrase: "then an avowed opponent"."""
        participle = token.upos == "VERB" and relation(token) == "amod"
        joint = token.form == "of" or (token.form == "-" and not _is_dash(token))
        return token.upos in _PHRASE or participle or joint

    def _is_in_name(self, token: Token) -> bool:
        """Whether a word may be part of a name: taggers take a first name for an adjective."""
        adjective = token.upos == "ADJ" and token.id > 1 and token.form[:1].isupper()
        return adjective or self._is_name(token)

    def _said(self, clauses: EnglishClauses, noun: Token) -> Shown:
        """Return what is shown of those of whom a noun is said: "she is one", "Tom became one"."""
        mark = next((c for c in clauses.children(noun) if c.form.lower() == "as"), None)
        before = clauses.tokens[mark.id - 2].form.lower() if mark is not None else ""
        if before in _OBJECTS:  # "a tribute to him as a winner"
            return "pronoun", _OBJECTS[before]
        subject = clauses.subject_of_noun(noun) or self._measured(clauses, noun)
        if subject is not None and subject.form.lower() in _IMPERSONAL:
            # "That man is a liar": small annotators have two subjects.
            after = following(clauses.sentence, subject)
            if after is not None and relation(after) == "nsubj" and after.head == subject.head:
                subject = after
        if subject is None and (first := self._conjunct(clauses, noun)) is not None:
            # "They called her an idiot and a traitor"
            subject = clauses.subject_of_noun(first)
        if subject is None or subject.form.lower() in _IMPERSONAL:
            return self._of_role(clauses, noun)
        if noun.feats.get("Number") == "Plur":
            # "He and I are friends"
            beside = [c for c in clauses.children(subject) if relation(c) == "conj"]
            head = clauses.head(subject)
            others = clauses.children(head) if head is not None else []
            beside += [c for c in others if c.id != subject.id and relation(c) == "nsubj"]
            if beside:
                all_shown = map(self._of_subject, (subject, *beside))
                return next((evidence for evidence in all_shown if evidence[0]), _NOTHING)
            if subject.feats.get("Number") != "Plur" and not self._is_with_others(clauses, noun):
                return _NOTHING
        if subject.form.lower() in _RELATIVES:
            # "Amy, who became a nurse"
            subject = clauses.antecedent(subject) or subject
        evidence = self._of_subject(subject)
        # "My friend Amy is a nurse"
        return evidence if evidence[0] or subject.upos == "PRON" else self._named(clauses, subject)

    def _is_with_others(self, clauses: EnglishClauses, noun: Token) -> bool:
        """Whether a plural is what somebody is with others: "she is friends with Tom"."""
        behind = following(clauses.sentence, noun)
        return behind is not None and behind.form.lower() == "with" and clauses.has(noun, "cop")

    def _conjunct(self, clauses: EnglishClauses, noun: Token) -> Token | None:
        """Return the noun that a noun is joined to, None for none."""
        head = clauses.head(noun) if relation(noun) == "conj" else None
        return head if head is not None and head.upos == "NOUN" and agree(head, noun) else None

    def _measured(self, clauses: EnglishClauses, noun: Token) -> Token | None:
        """Return whom a noun is said of by a measure: "Tom is more of a friend"."""
        head = clauses.head(noun)
        if head is None or head.lemma.lower() not in _MEASURES or not clauses.has(head, "cop"):
            return None
        return clauses.own_subject(head)

    def _of_role(self, clauses: EnglishClauses, noun: Token) -> Shown:
        """Return what is shown of whoever is somebody "as a player", wherever that stands."""
        mark = next((c for c in clauses.children(noun) if c.form.lower() == "as"), None)
        if mark is None or noun.feats.get("Number") == "Plur":
            return _NOTHING
        # "As good as a doctor"
        if any(t.form.lower() == "as" for t in clauses.tokens[max(mark.id - 4, 0) : mark.id - 1]):
            return _NOTHING
        for above in clauses.above(noun):
            # "I looked up to him as a friend"
            for child in clauses.children(above):
                other = child.form.lower() in _PRONOUNS and relation(child) in _OBJECT_RELATIONS
                if other and child.id < noun.id:
                    return self._of_subject(child)
            subject = clauses.own_subject(above)
            if subject is not None and subject.form.lower() not in _IMPERSONAL:
                return self._of_subject(subject)
        return _NOTHING

    def _is_role_of_name(self, clauses: EnglishClauses, noun: Token) -> bool:
        """Whether a name is the subject of which a noun is the role, by the words.

        "Rossi was appointed to chief engineer", "Rossi came as a teacher and writer".
        """
        words = reversed(clauses.tokens[: noun.id - 1])
        mark = next((t for t in words if t.upos not in _ROLES and t.form != ","), noun)
        before = clauses.tokens[max(mark.id - 5, 0) : mark.id - 1]
        names = (t for t in clauses.tokens if relation(t) == "nsubj" and self._is_name(t))
        subject = next(names, None)
        if subject is None or subject.id > mark.id or noun.feats.get("Number") == "Plur":
            return False
        if mark.form.lower() == "as":
            others = clauses.tokens[subject.id : mark.id - 1]
            like = any(t.form.lower() in ("as", "such", "well") for t in before)
            return not like and not any(t.upos == "PRON" or self.is_person(t) for t in others)
        lemma = before[-1].lemma.lower() if before else ""
        to = mark.form.lower() == "to" and lemma in word_set("en", "elect") | _PROMOTE
        return to or (mark.form.lower() == "of" and lemma in _POSITIONS)

    def _of_subject(self, subject: Token) -> Shown:
        form = subject.form.lower()
        if form in _PRONOUNS:
            return "pronoun", _PRONOUNS[form]
        if subject.upos == "PROPN" and form not in self._persons:
            return "name", ""
        return ("noun", self._genders[form]) if form in self._genders else _NOTHING

    def _attribute(self, clauses: EnglishClauses, noun: Token) -> Shown:
        """Return what a gendered noun or an attribute shows that stands beside a noun."""
        above = clauses.head(noun)
        for word in (*clauses.children(noun), *([above] if above is not None else ())):
            if relation(word) == "appos" and word.form.lower() in self._genders:
                return "noun", self._genders[word.form.lower()]
            says = (
                relation(word) in ("amod", "compound")
                if word is not above
                else relation(noun) == "nsubj"
            )
            if says and attribute_gender(word):
                return "noun", attribute_gender(word)
        if above is not None and relation(noun) == "compound" and above.id == noun.id + 1:
            gender = self._genders.get(above.form.lower(), "")  # "my twin brother"
            return ("noun", gender) if gender else _NOTHING
        return _NOTHING

    def _is_name(self, token: Token) -> bool:
        name = token.upos == "PROPN" and token.form[:1].isupper()
        return name and token.form.lower() not in self._persons

    def _address_of(self, words: Iterable[Token]) -> str:
        """Return the gender of a form of address: "Mrs"."""
        return next((self._address[w.form] for w in words if w.form in self._address), "")


def _is_dash(token: Token) -> bool:
    """Whether a mark parts what is inserted, and not the parts of a word."""
    return token.form in ("–", "—") or (token.form == "-" and token.misc.get("SpaceAfter") != "No")
