"""Words of a person that were not changed with the others: "un sacré menteuse".

By the words, since these are the sentences of which the tree is wrong. A word is left over if it
shows the gender that the changed ones had, and stands where it is that of the person:

- before the noun, in its phrase (*un sacré menteur*);
- behind "be", of which the noun is the subject (*coordinadores de padres fueron despedidos*);
- behind a participle that has changed (*stata disconnesso*);
- before "as" and the noun (*conectado como invitada*);
- for it as a pronoun (*éste es mi amigo*; *la fotografa è quello più raccomandato*);
- behind a comma or "and" and an adjective that has changed (*alta, biondo*);
- behind the same pronoun and form of "be" (*mi sono stancata, mi sono reso conto*);
- "alone" at the end (*acostumbrada a vivir solo*);
- for the noun (*find a director, but not one*; *new friends and the old ones*).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.indefinites import indefinites
from cdaflow.syntax.predicates import Genders, readings
from cdaflow.syntax.tree import agree, following, straight
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE

#: How many words may stand between the article and its noun.
_NEAR = 3

_NAMES = frozenset({"NOUN", "PROPN"})
_NOMINAL = frozenset({"ADJ", "NOUN", "VERB"})


def leftovers(
    before: Sentence, after: Sentence, english: Sentence, genders: Genders, language: str
) -> dict[int, list[Token]]:
    """Return for changed words (ids) the words that are left over of the same person.

    `before`, `after`: the sentence before and after its changes, with the same words; `genders`:
    those that a form may have.
    """
    pairs = zip(before.tokens, after.tokens, strict=True)
    changed = {old.id for old, new in pairs if old.form.lower() != new.form.lower()}
    return _Leftovers(before, changed, english, genders, language).found()


class _Leftovers:
    def __init__(
        self,
        tree: Sentence,
        changed: set[int],
        english: Sentence,
        genders: Genders,
        language: str,
    ) -> None:
        self.tree, self.tokens, self.changed = tree, tree.tokens, changed
        self.genders, self.language = genders, language
        self.english = english
        self.be = word_set(language, "be")

    def found(self) -> dict[int, list[Token]]:
        """Return the changed words with what is left over."""
        left_over: dict[int, list[Token]] = {}
        for word in (t for t in self.tokens if t.id in self.changed and "Gender" in t.feats):
            kinds = [
                self._behind_participle,
                self._behind_be,
                self._joined,
                self._again,
                self._as,
                self._alone,
            ]
            if word.upos == "DET":
                kinds.append(self._behind_article)
            if word.upos in _NAMES:
                kinds = [
                    self._before,
                    self._behind_be,
                    self._demonstrative,
                    self._as,
                    self._for_noun,
                ]
            if left := [token for kind in kinds for token in kind(word)]:
                left_over[word.id] = left
        return left_over

    def _is_left(self, token: Token, word: Token) -> bool:
        """Whether a word has not changed, and shows the gender and number of one that has."""
        gendered = token.changed(feats={"Gender": word.feats["Gender"], **token.feats})
        return token.id not in self.changed and agree(gendered, word) and self._shows(token, word)

    def _shows(self, token: Token, word: Token) -> bool:
        """Whether the form of a word is of the gender of another, and not of the other one."""
        if token.upos == "DET":
            return set(self.genders(token)) == {word.feats["Gender"]}
        participle = token.feats.get("VerbForm") == "Part" and "Gender" in token.feats
        genders = self._readings(token) or ({token.feats["Gender"]} if participle else set())
        return token.upos in _NOMINAL and genders == {word.feats["Gender"]}

    def _readings(self, token: Token) -> set[str]:
        number = {k: v for k, v in token.feats.items() if k == "Number"}
        return readings(token.changed(feats=number), self.genders)

    def _behind(self, position: int) -> Iterator[Token]:
        """Yield the words from a position on, adverbs apart."""
        return (token for token in self.tokens[position:] if token.upos != "ADV")

    def _before(self, noun: Token) -> Iterator[Token]:
        """Yield the article of a noun, and what is between them."""
        between: list[Token] = []
        for token in reversed(self.tokens[max(noun.id - _NEAR - 1, 0) : noun.id - 1]):
            if token.upos == "DET":
                yield from [token, *between] if self._is_left(token, noun) else []
                return
            if token.upos not in ("ADJ", "ADV", "NOUN", "NUM") or not agree(token, noun):
                return
            between += [token] if self._is_left(token, noun) else []

    def _behind_article(self, word: Token) -> Iterator[Token]:
        """Yield "only" between a changed article and a noun of both genders: "la solo canadese"."""
        only = following(self.tree, word)
        if only is None or only.upos not in ("ADJ", "ADV") or only.id in self.changed:
            return
        if {only.lemma, straight(only.form)} & word_set(self.language, "solitary"):
            yield only

    def _behind_participle(self, word: Token) -> Iterator[Token]:
        """Yield the participle behind "been": "stata disconnesso"."""
        if word.lemma in self.be:
            yield from (t for t in [next(self._behind(word.id), word)] if self._is_left(t, word))

    def _joined(self, word: Token) -> Iterator[Token]:
        """Yield the adjective joined to one: "inquieta y emprendedor", "alta, biondo"."""
        join, *behind = self.tokens[word.id :] or [word]
        said = next((t for t in behind if t.upos not in ("ADV", "CCONJ")), word)
        after = following(self.tree, said)
        is_adjective = said.upos != "DET" and said.feats.get("VerbForm") != "Fin"
        is_adjective &= after is None or after.upos not in _NAMES
        joined = word.upos in ("ADJ", "VERB") and (join.form == "," or join.upos == "CCONJ")
        if joined and is_adjective and self._is_left(said, word):
            yield said

    def _again(self, word: Token) -> Iterator[Token]:
        """Yield what is behind the same "be": "mi sono stancata, mi sono reso conto"."""
        said_of = self._clitic_and_be(word)
        for token in (t for t in self.tokens if said_of and t.id not in self.changed):
            if self._clitic_and_be(token) == said_of and self._shows(token, word):
                yield token

    def _clitic_and_be(self, word: Token) -> list[str]:
        """Return a pronoun of speaker or hearer and the "be" before a word; else nothing."""
        before = [token for token in self.tokens[: word.id - 1] if token.upos != "ADV"][-2:]
        of_person = [token.feats.get("Person") in ("1", "2") for token in before]
        is_be = before[-1:] and before[-1].lemma in self.be and before[0].upos == "PRON"
        return [straight(token.form) for token in before] if is_be and of_person[0] else []

    def _behind_be(self, noun: Token) -> Iterator[Token]:
        """Yield what a noun or pronoun is said to be that is the subject."""
        if noun.upos not in ("DET", "PRON", *_NAMES):
            return
        clause = [noun]
        for token in self.tokens[noun.id :]:
            if token.upos in ("CCONJ", "PUNCT", "SCONJ", "VERB") or self._is_relative(token):
                return
            if token.upos == "AUX":
                break
            clause.append(token)
        else:
            return
        said = next((t for t in self._behind(clause[-1].id) if t.upos != "AUX"), None)
        verbs = self.tokens[clause[-1].id : said.id - 1 if said is not None else None]
        is_be = any(verb.lemma in self.be for verb in verbs if verb.upos == "AUX")
        number = next((v.feats["Number"] for v in verbs if "Person" in v.feats), "")
        if (
            said is None
            or not is_be
            or not (said.upos in _NOMINAL or self._is_pronoun(said, noun))
            or noun.feats.get("Number") != number
        ):
            return
        left = self._is_left(said, noun) or self._is_pronoun(said, noun)
        if left and self._is_subject(noun, clause[1:], number):
            yield said

    def _demonstrative(self, noun: Token) -> Iterator[Token]:
        """Yield the pronoun that a noun is said of: "éste es mi amigo"."""
        phrase = reversed(self.tokens[: noun.id - 1])
        before = [t for t in phrase if t.upos not in ("ADJ", "ADV", "DET") or t.id == 1][:2]
        is_be = bool(before) and before[0].lemma in self.be
        if is_be:
            yield from (t for t in before[1:] if self._is_pronoun(t, noun))

    def _pronouns(self, noun: Token) -> frozenset[str]:
        """Return the pronouns of the gender that a noun has had, and of no other."""
        gender = noun.feats["Gender"]
        return indefinites(self.language, gender) - indefinites(self.language, OPPOSITE[gender])

    def _is_pronoun(self, token: Token, noun: Token) -> bool:
        """Whether a word is a pronoun of the gender that a noun has had."""
        left = straight(token.form) in self._pronouns(noun) and token.id not in self.changed
        return left and agree(token, noun)

    def _is_relative(self, token: Token) -> bool:
        return straight(token.form) in word_set(self.language, "relative") | word_set(
            self.language, "who"
        )

    def _is_subject(self, noun: Token, behind: list[Token], number: str) -> bool:
        """Whether no other word may be the subject of the verb behind a noun."""
        start = noun.id - 1
        while start and self.tokens[start - 1].upos in ("ADJ", "ADV", "DET", "NUM"):
            start -= 1
        of = start > 0 and self.tokens[start - 1].upos == "ADP"
        others: list[Token] = []
        for token in [*self.tokens[: noun.id - 1], *behind]:
            if token.upos in ("PUNCT", "SCONJ", "VERB") and token.id < noun.id:
                others = []
            elif token.upos in (*_NAMES, "PRON") and token.feats.get("Number") == number:
                others.append(token)
        before = [token for token in others if token.id < noun.id]
        joined = any(t.upos == "CCONJ" for t in self.tokens[: noun.id - 1]) and bool(before)
        return not joined and (not before if of else not before or before[-1].head == noun.id)

    def _as(self, noun: Token) -> Iterator[Token]:
        """Yield the participle before "as" and a noun: "conectado como invitado"."""
        start = noun.id - 1
        while start and self.tokens[start - 1].upos in ("ADJ", "DET"):
            start -= 1
        mark = self.tokens[start - 1] if start else None
        if mark is None or straight(mark.form) not in word_set(self.language, "as"):
            return
        said = next((t for t in reversed(self.tokens[: start - 1]) if t.upos != "ADV"), None)
        if said is None or said.feats.get("VerbForm") != "Part" or not self._is_left(said, noun):
            return
        # "Ce bébé est considéré comme un mioche": another word may have it so.
        names = (*_NAMES, "PRON")
        owners = (t for t in self.tokens[: said.id - 1] if t.upos in names and "Gender" in t.feats)
        if not any(t.id not in self.changed and agree(t, said) for t in owners):
            yield said

    def _alone(self, word: Token) -> Iterator[Token]:
        """Yield "alone" at the end of a clause behind what somebody is said to be."""
        for token in self.tokens[word.id :] if word.upos in ("ADJ", "VERB") else ():
            behind = following(self.tree, token)
            lone = {token.lemma, straight(token.form)} & word_set(self.language, "solitary")
            ends = behind is None or behind.upos == "PUNCT"
            above = self.tokens[token.id - 2]
            of_verb = ends and above.upos in ("AUX", "VERB") and token.id not in self.changed
            number = word.feats.get("Number")
            if lone and of_verb and token.feats.get("Number", number) == number:
                yield token

    def _for_noun(self, noun: Token) -> Iterator[Token]:
        """Yield what stands for a noun that is named before: "but could not find one"."""
        forms = [token.form.lower() for token in self.english.tokens]
        alone = any(
            token.form.lower() == "one" and above.upos in ("AUX", "VERB")
            for above, token in pairwise(self.english.tokens)
        )
        pronouns = self._pronouns(noun)
        for token in self.tokens[noun.id :]:
            behind = following(self.tree, token)
            end = behind is None or behind.upos == "PUNCT"
            if token.upos in _NAMES and token.id not in self.changed and token.head != noun.id:
                above = self.tokens[token.id - 2]
                ones = "ones" in forms and above.upos == "DET" and self._is_left(above, noun)
                if ones and self._is_left(token, noun):
                    yield token
                return
            is_left = straight(token.form) in pronouns and token.id not in self.changed
            if (
                is_left
                and alone
                and end
                and noun.feats.get("Number", "Sing") == token.feats.get("Number", "Sing")
            ):
                yield token
