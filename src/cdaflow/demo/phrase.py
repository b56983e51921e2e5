"""Nested phrases, which the grammars build, and the UD tree of a phrase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cdaflow.languages import Language
from cdaflow.trees import MultiwordToken, Sentence, Token


@dataclass
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

    def copy(self) -> Phrase:
        """Return the same phrase made of new objects."""
        return self._with([p.copy() for p in self.before], [p.copy() for p in self.after])

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


def _in_order(
    phrase: Phrase, above: Phrase | None, found: list[tuple[Phrase, Phrase | None]]
) -> None:
    """Append each phrase with the one above it, in the order of their head words."""
    for child in phrase.before:
        _in_order(child, phrase, found)
    found.append((phrase, above))
    for child in phrase.after:
        _in_order(child, phrase, found)


def linearise(root: Phrase) -> list[Token]:
    """Return the words of a phrase in order, with ids, heads and SpaceAfter set.

    No phrase object may occur twice in one tree (its head would be unclear): ValueError.
    """
    order: list[tuple[Phrase, Phrase | None]] = []
    _in_order(root, None, order)
    ids = {id(phrase): number for number, (phrase, _) in enumerate(order, 1)}
    if len(ids) != len(order):
        raise ValueError("a phrase occurs twice in one tree")
    tokens = []
    for number, (phrase, above) in enumerate(order, 1):
        following = order[number][0] if number < len(order) else None
        tight = (following is not None and following.attach == "left") or phrase.attach == "right"
        tokens.append(
            Token(
                id=number,
                form=phrase.form,
                lemma=phrase.lemma,
                upos=phrase.upos,
                feats=dict(sorted(phrase.feats.items())) if phrase.feats else {},
                head=0 if above is None else ids[id(above)],
                deprel="root" if above is None else phrase.deprel,
                misc={"SpaceAfter": "No"} if tight else {},
            )
        )
    return tokens


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
