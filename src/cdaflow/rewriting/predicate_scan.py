"""Of whom an English noun is said by the words, whatever a small annotator hangs where.

"He is not as lazy a student as you think", "his dream of becoming an artist", "who calls herself a
student", "he's often mistaken for a student"; and who speaks: "'I am tired', he said".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import relation
from cdaflow.trees import Sentence, Token

_HE_OR_SHE = frozenset({"he", "she"})
_OBJECTS = frozenset({"him", "her"})
_REFLEXIVES = frozenset({"himself", "herself"})
_OWNERS = _HE_OR_SHE | _OBJECTS | _REFLEXIVES | {"his"}

#: What stands before a noun in its phrase, "one of" and "as lazy a" included.
_PHRASE = frozenset({"ADJ", "ADV", "DET", "NUM"})
_DEGREES = frozenset({"as", "how", "so", "such", "that", "too"})

#: What stands between a verb and its subject.
_AUXILIARIES = frozenset({"ADV", "AUX", "PART"})

#: "Mistaken for a student".
_TAKEN_FOR = frozenset({
    "mistake", "mistaken", "mistook", "pass", "passed", "passes", "take", "taken", "took",
})  # fmt: skip

_QUOTES = frozenset("\"'`´«»‘’“”„‹›") | {"''", "``"}


def scanned_subject(
    tree: Sentence, noun: Token, is_person: Callable[[Token], bool]
) -> Token | None:
    """Return the word of which a noun is said, None where the words do not say so.

    A pronoun or a noun; "his" and "her" of whoever is to become something. `is_person`: whether a
    word is a noun of persons.
    """
    return _Scan(tree.tokens, is_person).subject(noun)


class _Scan:
    def __init__(self, tokens: Sequence[Token], is_person: Callable[[Token], bool]) -> None:
        self.tokens, self.is_person = tokens, is_person

    def subject(self, noun: Token) -> Token | None:
        """Return the subject; see the function."""
        behind = [token.form.lower() for token in self.tokens[noun.id : noun.id + 2]]
        if behind[:1] == ["in"] and behind[1] in _OBJECTS and self._is_alone(noun.id + 2):
            return self.tokens[noun.id + 1]  # "There's a rebel in her"
        start, some = self._before_phrase(noun)
        if start < 0 or (noun.feats.get("Number") == "Plur" and not some):
            return None
        above = self.tokens[start]
        form = above.form.lower()
        if form in _REFLEXIVES and start + 1 < noun.id - 1:
            return above
        if form == "for" and start:
            return self._taken_for(start - 1)
        if form in _HE_OR_SHE and self._is_be(start - 1):
            return above  # "Is he a student?"
        if above.lemma.lower() == "call" and start > 1:
            # "He is what we call a pioneer"
            what = self.tokens[start - 2].form.lower() == "what"
            return self._of_verb(start - 3) if what and self._is_be(start - 3) else None
        becomes = above.lemma.lower() in word_set("en", "become")
        return self._of_verb(start) if becomes or self._is_be(start) else None

    def _before_phrase(self, noun: Token) -> tuple[int, bool]:
        """Return the index of the word before the phrase of a noun, and whether it is "one of"."""
        position, some, article = noun.id - 2, False, False
        while position >= 0:
            token = self.tokens[position]
            form = token.form.lower()
            before = self.tokens[position - 1].form.lower() if position else ""
            joined = self.tokens[position + 1].form == "-"
            compound = (joined or not article) and not self.is_person(token)
            compound &= token.upos == "NOUN"
            lazy = article and before in _DEGREES and token.upos in ("NOUN", "VERB")
            # "One the most prominent experts" is a slip of many.
            some |= form == "one" and article
            if form == "of" and before == "one":
                some = True
            elif not (
                (token.upos in _PHRASE and not self._is_be(position))
                or (token.upos == "VERB" and relation(token) == "amod")
                or token.form == "-"
                or token.feats.get("Poss") == "Yes"
                or form in ("not", "n't")
                or compound
                or lazy
            ):
                break
            article |= token.upos == "DET" or token.feats.get("Poss") == "Yes"
            position -= 1
        return position, some

    def _is_be(self, index: int) -> bool:
        """Whether a form of "be" stands there."""
        return index >= 0 and self.tokens[index].lemma.lower() == "be"

    def _is_alone(self, index: int) -> bool:
        """Whether "her" is no possessive before the word at an index."""
        after = self.tokens[index : index + 1]
        return not after or after[0].upos not in ("ADJ", "NOUN", "NUM", "PROPN")

    def _of_verb(self, index: int) -> Token | None:
        """Return the subject of a verb "be" or "become", or who is to be or become something."""
        form = self.tokens[index].form.lower()
        index -= 1
        while index >= 0 and self.tokens[index].upos in _AUXILIARIES:
            if self.tokens[index].form.lower() == "to":
                return self._controller(index)
            index -= 1
        if form.endswith("ing") and (index < 0 or not self._is_subject(index)):
            return self._controller(index + 1)
        if index > 0 and self.tokens[index].form.lower() == "who":
            # "A nanny, who is a mother herself"
            index -= 1 + (self.tokens[index - 1].form == ",")
        return self.tokens[index] if index >= 0 and self._is_subject(index) else None

    def _is_subject(self, index: int) -> bool:
        token = self.tokens[index]
        return token.form.lower() in _HE_OR_SHE or self.is_person(token)

    def _taken_for(self, index: int) -> Token | None:
        """Return who is mistaken for somebody; `index`: that of the word before "for"."""
        token = self.tokens[index]
        verb = token
        if token.form.lower() in _OBJECTS | _REFLEXIVES and index:
            verb = self.tokens[index - 1]
        if verb.form.lower() not in _TAKEN_FOR:
            return None
        return token if verb is not token else self._of_verb(index)

    def _controller(self, index: int) -> Token | None:
        """Return "he", "she" or a possessive as the nearest person before, None for others."""
        for token in reversed(self.tokens[:index]):
            form = token.form.lower()
            if form in _OWNERS:
                return token
            if token.upos in ("PRON", "PROPN") or self.is_person(token):
                return None
        return None


def known_speaker(tree: Sentence, is_gendered: Callable[[str], bool]) -> bool:
    """Whether "I" is somebody of whom the sentence shows the gender: "'I am tired', he said".

    `is_gendered`: whether a noun in lower case says one. A name shows one, too.
    """
    tokens = tree.tokens
    speakers = [token.id for token in tokens if token.form.lower() in ("i", "i'm", "me", "my")]
    quoted = any(token.form in _QUOTES and token.upos == "PUNCT" for token in tokens)
    for first, last in _reports(tokens, is_gendered, quoted) if speakers else ():
        before = tokens[first - 2] if first > 1 else None
        behind = tokens[last : last + 2]
        if before is not None and before.upos == "PUNCT" and speakers[0] < first:
            return True
        opens = len(behind) > 1 and behind[0].upos == "PUNCT" and behind[1].form in _QUOTES
        if (opens or (behind and behind[0].form in _QUOTES)) and speakers[-1] > last:
            return True
    return False


def _reports(
    tokens: Sequence[Token], is_gendered: Callable[[str], bool], quoted: bool
) -> Iterator[tuple[int, int]]:
    """Yield the ids of the first and the last word of "he said", "said Tom", "Anna Rossi says"."""
    for word, after in pairwise(tokens):
        for speaker, verb in ((word, after), (after, word)):
            form = speaker.form.lower()
            is_person = form in _HE_OR_SHE or is_gendered(form) or speaker.upos == "PROPN"
            says = verb.lemma.lower() in word_set("en", "report") and verb.upos == "VERB"
            behind = tokens[after.id : after.id + 1]
            ends = verb is after and bool(behind) and behind[0].upos == "PUNCT"
            if is_person and (says or (quoted and ends and verb.upos == "VERB")):
                first = word.id
                while speaker is word and first > 1 and tokens[first - 2].upos == "PROPN":
                    first -= 1
                last = after.id
                while speaker is after and tokens[last : last + 1] and tokens[last].upos == "PROPN":
                    last += 1
                yield first, last
