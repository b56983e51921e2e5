"""The French grammar of the demo."""

from __future__ import annotations

from dataclasses import replace

from cdaflow.demo.builder import Phrase, finish, punctuation
from cdaflow.demo.fr.constructions import SENTENCES
from cdaflow.demo.fr.phrases import Words
from cdaflow.demo.lexicon import Lexicon
from cdaflow.demo.scene import Scene
from cdaflow.languages.fr import LANGUAGE
from cdaflow.trees import Sentence, Token

__all__ = ["realise"]

#: What the treebanks give no gender, since it shows none: "l'", and "mon" before a vowel.
_MASCULINE_POSSESSIVES = frozenset({"mon", "ton", "son"})


def _as_annotated(token: Token) -> Token:
    form = token.form.lower()
    feminine = token.feats.get("Gender") == "Fem"
    if form == "l'" or (form in _MASCULINE_POSSESSIVES and token.upos == "DET" and feminine):
        feats = {name: value for name, value in token.feats.items() if name != "Gender"}
        return token.changed(feats=feats)
    return token


def realise(scene: Scene, lexicon: Lexicon) -> Sentence:
    """Return `scene` as a French sentence; raises KeyError for a key without French words."""
    root = SENTENCES[scene.construction](scene, Words(lexicon))
    # French has a space before its question mark.
    question = scene.construction.startswith("question")
    mark = Phrase("?", "?", "PUNCT", {}, "punct") if question else punctuation(".")
    sentence = finish(root.with_after(mark), LANGUAGE)
    return replace(sentence, tokens=tuple(_as_annotated(token) for token in sentence.tokens))
