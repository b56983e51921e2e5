"""Trees whose changed words are marked (MISC Changed=Yes): written out, with what was done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.realise import Changes, Realised, realise_all
from cdaflow.trees import Sentence, Token

#: MISC of a word that has its new FEATS, but its old form still.
MARK = "Changed"

#: Sentences for which the model is run at once.
_BATCH = 1000


def realise_marked(
    sentences: Iterable[Sentence],
    inflector: Inflector,
    features: Collection[str] = ("Gender",),
) -> Iterator[Realised]:
    """Yield each sentence with its marked words in the forms of their FEATS.

    `features`: those that were changed, of which the forms still have other values. The mark
    goes; in its place MISC says `FormSource` (see `Inflected`) and, for a model's form, `LogP`; a
    word without a form keeps its own and has `Doubtful=Yes`.
    """
    rest = iter(sentences)
    while batch := list(islice(rest, _BATCH)):
        for realised in realise_all([_asked(each, features) for each in batch], inflector):
            yield Realised(_told(realised), realised.words, realised.doubts)


def _asked(sentence: Sentence, features: Collection[str]) -> tuple[Sentence, Changes]:
    """Return the sentence before its changes, as far as can be told, and the changes."""
    tokens = list(sentence.tokens)
    changes: dict[int, Mapping[str, str]] = {}
    for token in sentence.tokens:
        if token.misc.get(MARK) == "Yes":
            changes[token.id] = {name: token.feats.get(name, "") for name in features}
            feats = {name: value for name, value in token.feats.items() if name not in features}
            misc = {name: value for name, value in token.misc.items() if name != MARK}
            tokens[token.id - 1] = token.changed(feats=feats, misc=misc)
    if not changes:
        return sentence, changes
    return _with_tokens(sentence, tokens), changes


def _told(realised: Realised) -> Sentence:
    tokens = list(realised.sentence.tokens)
    for position, word in realised.words.items():
        said: dict[str, str] = {"FormSource": word.source}
        if word.source == "model":
            said["LogP"] = f"{word.score:.4f}"
        tokens[position - 1] = _saying(tokens[position - 1], said)
    for position in realised.doubts:
        tokens[position - 1] = _saying(tokens[position - 1], {"Doubtful": "Yes"})
    return _with_tokens(realised.sentence, tokens)


def _saying(token: Token, said: Mapping[str, str]) -> Token:
    return token.changed(misc={**token.misc, **said})


def _with_tokens(sentence: Sentence, tokens: list[Token]) -> Sentence:
    return Sentence(tuple(tokens), sentence.multiwords, sentence.comments, sentence.empty_nodes)
