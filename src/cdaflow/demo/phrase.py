"""Nested phrases, which the grammars build, and the UD tree of a phrase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cdaflow.languages import Language
from cdaflow.trees import MultiwordToken, Sentence, Token


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
