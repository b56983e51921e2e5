"""Which words of a sentence belong together, by its tree and by where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, partial
from itertools import pairwise

from cdaflow.inflection.known_forms import NAMES, NOMINAL, SHOWN, KnownForms
from cdaflow.languages.word_sets import language_rows, word_set
from cdaflow.languages.writing import plain
from cdaflow.syntax.clauses import Clauses
from cdaflow.syntax.predicates import predicates_of
from cdaflow.syntax.tree import agree, following, preceding, relation
from cdaflow.trees import Sentence, Token

#: Relations of what stands in the phrase of its noun.
_IN_PHRASE = frozenset({"acl", "amod", "det"})

#: What stands before and behind "tous" of a subject: "ils ont tous bien joué".
_AROUND_FLOATING = (["AUX", "ADJ"], ["AUX", "ADV"], ["AUX", "VERB"], ["VERB", "ADV"])


class Groups:
    """Which words of a sentence belong together; `shows`: whether a word agrees with something.

    `pronouns`: with the pronouns that stand for a subject.
    """

    def __init__(self, sentence: Sentence, forms: KnownForms, pronouns: bool) -> None:
        self.tokens, self.pronouns = sentence.tokens, pronouns
        self.forms, self.shows = forms, partial(forms.shows, sentence)
        self.clauses = Clauses(sentence, forms.language.code, agree)

    def groups(self, made: Collection[int]) -> Iterator[tuple[tuple[int, ...], bool]]:
        """Yield the ids of words that belong together, two or all of a noun phrase.

        With them: whether they stand side by side. `made`: the ids of those whose gender was set.
        """
        for token in self.tokens:
            if token.upos in NAMES:
                phrase = [c.id for c in self.clauses.children(token) if self._is_attribute(c)]
                yield from (((token.id, child), False) for child in phrase)
                yield (token.id, *phrase), False
                yield from (((owner, token.id), False) for owner in self._pronouns_of(token))
                yield from (
                    ((owner, child), False)
                    for owner in self._pronouns_of(token)
                    for child in phrase
                )
            elif not self.forms.language.masculine_of_women:
                yield from (((owner.id, token.id), False) for owner in self._said_of(token))
                if token.upos == "ADJ" and relation(token) == "conj":
                    # "Le plus habile et la plus célèbre": the article tells.
                    articles = [c.id for c in self.clauses.children(token) if c.upos == "DET"]
                    yield from (((token.head, article), False) for article in articles)
        for token in self.tokens:
            yield from (((owner, token.id), True) for owner in self._stood_for(token, made))
            yield from (((owner.id, token.id), True) for owner in self._objects_of(token))
            yield from (((owner, token.id), True) for owner in self._meant_by(token, made))
            if token.upos == "NOUN" and token.id in made:
                yield from (((token.id, said), True) for said in self._said_above(token, made))
        yield from ((pair, True) for pair in self._orphans(made))
        for one, other in (*self._neighbours(), *self._by_order(made)):
            apart = any(
                self._belongs_elsewhere(*each, made) for each in ((one, other), (other, one))
            )
            if _joined(one, other) or not apart:
                yield (one.id, other.id), True

    def _stood_for(self, token: Token, made: Collection[int]) -> Iterator[int]:
        """Yield the changed words that an unchanged one is likely to stand for, or be said of.

        "Algunos se convertirán en prisioneros", "cuatro sospechosos, de los que", "cada uno come
        solo"; the adjective in "un jugador de béisbol famoso" may be that of either noun.
        """
        language = self.forms.language.code
        if token.id in made:
            return
        before = [t for t in self.tokens[: token.id - 1] if self._is_nominal(t)]
        above, behind = (find(self.clauses.sentence, token) for find in (preceding, following))
        next_words = self.tokens[token.id : token.id + 3]
        known = plain(token.form) in _indefinites(language) and not self.clauses.is_relative(token)
        of = behind is not None and behind.lemma in word_set(language, "of")
        # "De los que", "uno de los cuales", but "una de las razones".
        relative = above is not None and above.upos == "ADP" and token.upos in ("DET", "PRON")
        relative = (relative or (known and of)) and any(
            self.clauses.is_relative(t) for t in next_words[: 3 if known and of else 1]
        )
        alone = known and token.upos == "PRON" and relation(token) == "nsubj" and not of
        if relative or alone:
            nearest = next((t for t in reversed(before) if _stands_for(token, t, relative)), None)
            if nearest is not None and nearest.id in made:
                yield nearest.id
            yield from (t.id for t in before if alone and t.upos == "PRON" and t.id in made
                        and plain(t.form) in _indefinites(language))  # fmt: skip
            if alone and nearest is None:
                yield from (t.id for t in self.tokens[token.id :] if t.id in made
                            and t.upos == "NOUN" and t.head == token.head)  # fmt: skip
        end = behind is None or behind.upos == "PUNCT"
        # "Ils ont tous les deux", "les joueurs ont tous bien joué".
        around = [t.upos for t in (above, behind) if t is not None]
        floats = token.feats.get("Number") == "Plur" and around in _AROUND_FLOATING
        if known and (floats or [t.upos for t in next_words[:2]] == ["DET", "NUM"]):
            yield from (t.id for t in before[-1:] if t.id in made and _stands_for(token, t, False))
        if known and of:  # "Aucun d'eux"
            yield from (t.id for t in next_words[1:2] if t.id in made and t.upos == "PRON")
        lone = {token.lemma, plain(token.form)} & word_set(language, "solitary")
        if (end and lone and token.upos in ("ADJ", "ADV")) or self._is_said_reflexively(token):
            owners = [t for t in before if t.upos != "PRON" or relation(t) == "nsubj"]
            for owner in self.tokens[: token.id - 1]:
                said = owner.head == token.head or owner.id == token.head or owner in owners[-1:]
                if said and owner.id in made and (owner in before or self.shows(owner)):
                    yield owner.id
        beside = len(before) > 1 and before[-1].id == token.id - 1 == token.head
        if beside and token.upos in ("ADJ", "VERB") and "Gender" in token.feats:
            first, last = before[-2:]
            joint = self.tokens[first.id]
            of = last.id == joint.id + 1 and joint.lemma in word_set(language, "of")
            if of and last.id not in made and agree(token, last) and agree(token, first):
                yield from {first.id} & set(made)

    def _in_front(self, noun: Token) -> Iterator[tuple[Token, Token]]:
        """Yield the words before a noun up to its article: "un pésimo cocinero".

        Taken for nouns, they are adjectives if no list has them as nouns.
        """
        phrase: list[Token] = []
        for token in reversed(self.tokens[: noun.id - 1]):
            noun_like = token.upos == "NOUN" and not self.forms.is_known_noun(token)
            if not agree(token, noun) or not (noun_like or token.upos in ("ADJ", "DET")):
                return
            phrase.append(token)
            if token.upos == "DET":
                yield from ((word, noun) for word in phrase if token.form[-1:].isalpha())
                return

    def _meant_by(self, pronoun: Token, set_ids: Collection[int]) -> Iterator[int]:
        """Yield the changed subject that an unchanged pronoun stands for: "le président ..., il".

        The nearest before it that agrees; whoever has a name may be meant as well.
        """
        verb, language = self.clauses.head(pronoun), self.forms.language.code
        if pronoun.id not in set_ids and self.forms.is_misspelt(self.clauses.sentence, pronoun):
            yield from [t.id for t in self.tokens[pronoun.id :] if t.id in set_ids][:1]
        subject = self.pronouns and relation(pronoun) == "nsubj" and _is_personal(pronoun)
        if pronoun.id in set_ids or not subject:
            return
        empty = verb is None or verb.lemma in word_set(language, "no_subject")
        clause = verb is not None and self.clauses.has(verb, "ccomp", "csubj", "xcomp")
        if empty or pronoun.form[:1] == "-" or (clause and verb is not None and verb.upos == "ADJ"):
            return
        for token in reversed(self.tokens[: pronoun.id - 1]):
            if relation(token) != "nsubj" or token.upos not in (*NAMES, "PRON"):
                continue
            # "La plupart des républicains"
            parts = [c for c in self.clauses.children(token) if relation(c) == "nmod"]
            for noun in (token, *parts):
                if noun.upos == "PROPN" or _stands_for(pronoun, noun, False):
                    yield from {noun.id} & set(set_ids)
                    return

    def _said_above(self, noun: Token, set_ids: Collection[int]) -> Iterator[int]:
        """Yield what agrees with the subject whose predicate a noun is, unless that has its own."""
        gender, language = noun.feats.get("Gender", ""), self.forms.language.code
        for said, _ in predicates_of(self.clauses.sentence, noun.id, gender, language):
            subject = self.clauses.subject_itself(said, said)
            changes = subject is None or subject.id in set_ids or self._is_of_both(subject)
            changes = changes and self.clauses.own_subject(noun) is None and self.shows(said)
            if changes and self.clauses.object_agreed_with(said) is None:
                yield said.id

    def _is_of_both(self, token: Token) -> bool:
        """Whether a noun is one of both genders, or a name."""
        return token.upos == "PROPN" or len(self.forms.genders(token)) > 1

    def _by_order(self, set_ids: Collection[int]) -> Iterator[tuple[Token, Token]]:
        """Yield changed nouns with what is said of them by the order of the words.

        "Un mago non dovrebbe essere schiacciato", whatever hangs where.
        """
        words = [plain(token.form) for token in self.tokens]
        for noun in self.tokens:
            if noun.upos != "NOUN" or noun.id not in set_ids:
                continue
            start = noun.id - 1
            while start and self.tokens[start - 1].upos in ("ADJ", "DET", "NUM"):
                start -= 1
            agreeing = self.forms.language.morphology.agreement(words, start, noun.id)
            if agreeing is not None and self.tokens[agreeing.index].upos != "NOUN":
                yield noun, self.tokens[agreeing.index]
            yield from self._in_front(noun)

    def _objects_of(self, token: Token) -> list[Token]:
        """Return the objects that an infinitive may be of: "sgridò la classe per essere pigra"."""
        verb, children = self.clauses.head(token), self.clauses.children(token)
        being = any(c.upos == "AUX" and c.feats.get("VerbForm") == "Inf" for c in children)
        if verb is None or not being or relation(token) != "advcl" or not self.shows(token):
            return []
        objects = [c for c in self.clauses.children(verb) if relation(c) == "obj"]
        return [c for c in objects if c.upos == "NOUN" and verb.id < c.id < token.id]

    def _is_said_reflexively(self, token: Token) -> bool:
        """Whether an adjective says how somebody feels or stays, whatever it is taken for.

        Right behind the verb: "se sentía seguro", "il s'est cru perdu", "se quedó solo en casa".
        """
        verb, language = self.clauses.head(token), self.forms.language.code
        return (
            verb is not None
            and verb.id == token.id - 1
            and verb.lemma in word_set(language, "become")
            and any(
                plain(child.form) in word_set(language, "reflexive")
                for child in self.clauses.children(verb)
            )
            and not self.forms.is_apocope(token)
            and any(entry.upos == "ADJ" for entry in self.forms.lexicon.by_form(token.form))
        )

    def _orphans(self, made: Collection[int]) -> Iterator[tuple[int, int]]:
        """Yield each feminine that nobody is left for, with the changed word that it was said of.

        "Ce patient soit demeuré à l'aise, heureuse"; masculines are said of facts as well.
        """
        feminine = [t for t in self.tokens if t.feats.get("Gender") == "Fem" and self._owns(t)]
        changed = [t.id for t in feminine if t.id in made and t.feats.get("Number") == "Sing"]
        others = [
            t for t in self.tokens if t.upos == "PROPN" or t.feats.get("Person") in ("1", "2")
        ]
        left = [t for t in feminine if t.id not in made]
        for token in self.tokens if changed and not (others or left) else ():
            alone = token.feats.get("Number") == "Sing" and relation(token) != "amod"
            behind = token.id > changed[-1] and token.id not in made
            if behind and alone and self.shows(token) and self.forms.genders(token) == {"Fem"}:
                yield changed[-1], token.id

    def _owns(self, token: Token) -> bool:
        return token.upos in (*NAMES, "PRON")

    def _is_nominal(self, token: Token) -> bool:
        return token.upos in NAMES or (token.upos == "PRON" and "Gender" in token.feats)

    def _neighbours(self) -> Iterator[tuple[Token, Token]]:
        """Yield two words side by side that agree as a rule; adverbs, "and" may stand between."""
        adverbs = word_set(self.forms.language.code, "adverbial")
        words = [
            token
            for token in self.tokens
            if (token.upos != "ADV" and plain(token.form) not in adverbs)
            or self.forms.is_apocope(token)
        ]
        yield from (pair for pair in pairwise(words) if self._beside(*pair))
        for one, joint, other in zip(words, words[1:], words[2:], strict=False):
            # "Candidato presidenziale repubblicano"
            if joint.upos == "ADJ" and one.upos == "NOUN" and len(self.forms.genders(joint)) != 1:
                yield from [(one, other)] if self._beside(one, other) else []
            said = self.shows(other) or self.forms.may_be_participle(other)
            if joint.upos == "CCONJ" and self.shows(one) and said:
                yield one, other

    def _is_attribute(self, token: Token) -> bool:
        kind = relation(token)
        if kind == "acl":
            clause = self.clauses.has(token, "aux", "cop", "mark", "nsubj")
            return self.shows(token) and not clause
        if kind not in _IN_PHRASE or token.upos == "DET":
            return kind in _IN_PHRASE
        # What has an article of its own is another noun, but for "la plus belle".
        own = self.clauses.has(token, "det") and not self.clauses.has(token, "advmod")
        return self.shows(token) and not own

    def _pronouns_of(self, noun: Token) -> Iterator[int]:
        """Yield the pronouns whose predicate a noun is: "il était un petit enfant"."""
        if self.clauses.has(noun, "cop"):
            subjects = (c for c in self.clauses.children(noun) if relation(c) == "nsubj")
            yield from (c.id for c in subjects if self._may_have_noun(c) and "Gender" in c.feats)
        elif self.clauses.has(noun, "aux") and not self.clauses.has(noun, "det"):
            if not self.forms.is_attribute(noun):
                return
            # "540 personnes étaient blessées", taken for a noun.
            yield from (c.id for c in self.clauses.children(noun) if relation(c) == "nsubj")

    def _may_have_noun(self, token: Token) -> bool:
        """Whether a word is a pronoun for a person: "il était un enfant", "uno era un amico"."""
        indefinite = plain(token.form) in _indefinites(self.forms.language.code)
        return _is_personal(token) or (token.upos == "PRON" and indefinite)

    def _said_of(self, token: Token) -> Iterator[Token]:
        """Yield what a predicate agrees with: its subject or object, the participle above it."""
        head = self.clauses.head(token)
        if not self.shows(token):
            return
        kind = relation(token)
        above = kind in ("aux", "cop") or (
            self.clauses.has(token, "cc")
            if kind == "conj"
            else kind == "xcomp" and not self.clauses.has(token, "case")
        )
        if above and head is not None and head.upos != "NOUN" and self.shows(head):
            yield head
        said = token
        if token.upos == "AUX":
            # "Quand'è stata l'ultima volta?"
            if head is None or head.upos != "NOUN":
                return
            said = head
        moved = self.clauses.object_agreed_with(said)
        children = self.clauses.children(said)
        # Without a copula what stands behind is no subject: "universitaria la próxima primavera".
        verb = said.upos != "ADJ" or self.clauses.has(said, "aux", "cop")
        subjects = [c for c in children if relation(c) == "nsubj" and (verb or c.id < said.id)]
        owners = [moved] if moved else subjects
        if not owners and said is head:
            owners = [head]
        before = [c.upos for c in children if c.id < said.id]
        behind = following(self.clauses.sentence, said)
        absolute = said.upos == "VERB" and behind is not None and behind.upos == "DET"
        if not owners and ("AUX" in before or absolute) and "PRON" not in before:
            # "Está previsto el derrumbe", "incluso il bisogno": its subject, taken for an object.
            owners = [c for c in children if relation(c) == "obj" and c.upos == "NOUN"][:1]
        for owner in owners:
            found = owner
            if self.clauses.is_relative(owner):
                found = self.clauses.antecedent(owner, before=True) or owner
            if found.upos in NAMES or self._may_have_noun(found):
                yield found

    def _beside(self, one: Token, other: Token) -> bool:
        """Whether two words side by side agree as a rule, whatever the tree has of them."""
        if one.upos == "ADV":  # "mal conductor", not "mal reconocido"
            return self.forms.is_noun(other)
        if one.upos == "DET":
            return other.upos in NOMINAL or self.shows(other)
        if one.upos in NAMES:
            # "Ton enfant boit" is of one number.
            verb = other.upos == "VERB" and other.feats.get("Number") == one.feats.get("Number", "")
            return self.shows(other) or (self.forms.is_adjective(other) and not verb)
        return self.shows(one) and (
            self.shows(other) or (one.upos == "ADJ" and other.upos in NAMES)
        )

    def _belongs_elsewhere(self, token: Token, other: Token, made: Collection[int]) -> bool:
        """Whether a word goes with a third one: "jugadora de béisbol famosa"."""
        head = self.clauses.head(token)
        if token.upos == "DET":
            # "La teniente coronel"
            return head is not None and head.id in made and other.upos == "NOUN"
        return any(
            third is not None
            and third.id != other.id
            and agree(token, third)
            and "Gender" in third.feats
            and not self.forms.is_verb(third)
            and (third.id in made) == (token.id in made)
            for third in (head, *self._said_of(token))
        )


@cache
def _indefinites(language: str) -> frozenset[str]:
    """Return the pronouns that stand for persons whom no noun names, of both genders."""
    columns = ("masculine", "feminine")
    rows = language_rows(language, "indefinites.tsv", columns)
    return frozenset(row[column] for row in rows for column in columns)


def _stands_for(pronoun: Token, noun: Token, some: bool) -> bool:
    """Whether a pronoun has the gender of a noun, and its number, if it is not some of several."""
    alike = ("Gender",) if some else SHOWN
    return all(noun.feats.get(name) == pronoun.feats.get(name, "") for name in alike)


def _joined(one: Token, other: Token) -> bool:
    """Whether the tree has two words together, or two adjectives under one word."""
    adjectives = NAMES.isdisjoint((one.upos, other.upos)) and one.head == other.head
    return adjectives or one.head == other.id or other.head == one.id


def _is_personal(token: Token) -> bool:
    feats = token.feats
    return token.upos == "PRON" and feats.get("PronType") == "Prs" and feats.get("Person") == "3"
