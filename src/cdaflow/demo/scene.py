"""The meaning of a demo sentence, in no language, and the nested phrases that grammars build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from cdaflow.languages import Language
from cdaflow.trees import MultiwordToken, Sentence, Token


class Gender(Enum):
    """The gender of a person; the values are those of the UD feature."""

    MASCULINE = "Masc"
    FEMININE = "Fem"

    @property
    def other(self) -> Gender:
        """The other one."""
        return Gender.FEMININE if self is Gender.MASCULINE else Gender.MASCULINE


class Number(Enum):
    """Grammatical number; the values are those of the UD feature."""

    SINGULAR = "Sing"
    PLURAL = "Plur"


class Tense(Enum):
    """Present, or past (a simple past of events, an imperfect of states)."""

    PRESENT = "Pres"
    PAST = "Past"


class Determiner(Enum):
    """What introduces a noun phrase."""

    THE = "the"
    A = "a"  # plural: bare or "some" in English; unos, des, dei elsewhere
    THIS = "this"
    THAT = "that"
    MY = "my"
    YOUR = "your"  # of one familiar person: tu, ton, il tuo
    OUR = "our"
    ALL = "all"  # plural only: all the nurses
    TWO = "two"  # plural only


@dataclass(frozen=True)
class Person:
    """Somebody with a profession (or another role: patient, sibling, king).

    `profession` is the English noun that is the key of the word lists. A plural person is a
    group of one gender. `adjective` is a key of the adjective lexicon, said before or after the
    noun as the language has it. `neutral` people are they/them/their in English, whatever their
    grammatical gender in the translation.
    """

    profession: str
    gender: Gender
    number: Number = Number.SINGULAR
    determiner: Determiner = Determiner.THE
    adjective: str | None = None
    neutral: bool = False


@dataclass(frozen=True)
class Thing:
    """Something without a person in it; its gender is the noun's, in each language its own."""

    noun: str
    number: Number = Number.SINGULAR
    determiner: Determiner = Determiner.THE
    adjective: str | None = None


@dataclass(frozen=True)
class Scene:
    """What one sentence says.

    `construction`: a key of `cdaflow.demo.scenes.CONSTRUCTIONS`, which says which of the
    other fields it uses. `people`: in order of mention. `referent`: index into `people` of the one
    whom the pronoun (he, her, his, himself, hers ...) means; None without a pronoun. `focus`: index
    of the person whose gender the counterfactual changes. `verbs` and `adjectives`: keys of the
    lexicon in order of use; `place`, `time`: keys, None where nothing is said.
    """

    construction: str
    people: tuple[Person, ...] = ()
    things: tuple[Thing, ...] = ()
    verbs: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    place: str | None = None
    time: str | None = None
    tense: Tense = Tense.PAST
    very: bool = False
    referent: int | None = None
    focus: int | None = None

    def counterfactual(self) -> Scene:
        """Return the same scene with the focus person of the other gender.

        Raises ValueError for a scene without people.
        """
        if self.focus is None:
            raise ValueError("a scene without people has no counterfactual")
        people = list(self.people)
        people[self.focus] = replace(people[self.focus], gender=people[self.focus].gender.other)
        return replace(self, people=tuple(people))

    def swapped(self) -> Scene:
        """Return the same scene with each person of the other gender."""
        people = tuple(replace(person, gender=person.gender.other) for person in self.people)
        return replace(self, people=people)


@dataclass(slots=True)
class Phrase:
    """A head word with its dependents, in order, before and after it.

    `form` is the canonical underlying form ("le", "de", "bello"); elision, contraction and euphony
    are left to `Language.apply_contractions`. `deprel` is the relation to the head above; the
    phrase above sets it with `as_`. `attach`: "left" without a space before the word (a comma,
    English "'s"), "right" without one after it (Spanish "¿").
    """

    form: str
    lemma: str
    upos: str
    feats: Mapping[str, str] = field(default_factory=dict)
    deprel: str = "root"
    before: list[Phrase] = field(default_factory=list)
    after: list[Phrase] = field(default_factory=list)
    attach: str = ""

    def as_(self, deprel: str) -> Phrase:
        """Return this phrase with the relation to its head set."""
        return self._with(self.before, self.after, deprel)

    def with_before(self, *phrases: Phrase | None) -> Phrase:
        """Return this phrase with dependents added right before the head, in order."""
        return self._with([*self.before, *(p for p in phrases if p is not None)], self.after)

    def with_after(self, *phrases: Phrase | None) -> Phrase:
        """Return this phrase with dependents added at its end, in order."""
        return self._with(self.before, [*self.after, *(p for p in phrases if p is not None)])

    def led_by(self, *phrases: Phrase | None) -> Phrase:
        """Return this phrase with dependents added at its very front, in order."""
        return self._with([*(p for p in phrases if p is not None), *self.before], self.after)

    def _with(self, before: list[Phrase], after: list[Phrase], deprel: str = "") -> Phrase:
        # Called some fifty times a sentence; dataclasses.replace takes several times as long.
        return Phrase(
            self.form,
            self.lemma,
            self.upos,
            self.feats,
            deprel or self.deprel,
            before,
            after,
            self.attach,
        )


def _in_order(phrase: Phrase, order: list[Phrase], heads: list[int]) -> int:
    """Append the words of a phrase in order, and the id of the head of each; return its own id."""
    children = []
    for child in phrase.before:  # loops, since most phrases have no child
        children.append(_in_order(child, order, heads))
    order.append(phrase)
    heads.append(0)
    own = len(order)
    for number in children:
        heads[number - 1] = own
    for child in phrase.after:
        heads[_in_order(child, order, heads) - 1] = own
    return own


def linearise(root: Phrase) -> list[Token]:
    """Return the words of a phrase in order, with ids, heads and SpaceAfter set."""
    order: list[Phrase] = []
    heads: list[int] = []
    _in_order(root, order, heads)
    before_left = [phrase.attach == "left" for phrase in order[1:]] + [False]
    return [
        Token(
            id=number,
            form=phrase.form,
            lemma=phrase.lemma,
            upos=phrase.upos,
            feats=dict(sorted(phrase.feats.items())) if phrase.feats else {},
            head=head,
            deprel=phrase.deprel if head else "root",
            misc={"SpaceAfter": "No"} if tight or phrase.attach == "right" else {},
        )
        for number, (phrase, head, tight) in enumerate(
            zip(order, heads, before_left, strict=True), 1
        )
    ]


def _capital(form: str) -> str:
    return form[:1].upper() + form[1:]


def finish(root: Phrase, language: Language, annotated: Callable[[Token], Token]) -> Sentence:
    """Return the finished sentence: as it is written, first letter in capitals, `# text` added.

    `annotated` returns a written word with the features that it bears in treebanks.
    """
    surface = language.apply_contractions(linearise(root))
    tokens, multiwords = [annotated(token) for token in surface.tokens], list(surface.multiwords)
    # The first letter is the first *letter*: Spanish questions open with a mark.
    first = next(i for i, token in enumerate(tokens) if token.form[:1].isalpha())
    tokens[first] = tokens[first].changed(form=_capital(tokens[first].form))
    for i, multiword in enumerate(multiwords):
        if multiword.start == tokens[first].id:
            multiwords[i] = MultiwordToken(
                multiword.start, multiword.end, _capital(multiword.form), multiword.misc
            )
    text = Sentence(tuple(tokens), tuple(multiwords)).text
    return Sentence(tuple(tokens), tuple(multiwords), (f"text = {text}",))
