"""The Italian grammar of the demo."""

from __future__ import annotations

from dataclasses import replace

from cdaflow.demo.builder import finish, punctuation
from cdaflow.demo.it.constructions import SENTENCES
from cdaflow.demo.it.verbs import Words
from cdaflow.demo.lexicon import Lexicon
from cdaflow.demo.scene import Scene
from cdaflow.languages.it import LANGUAGE
from cdaflow.trees import Sentence, Token

__all__ = ["realise"]


def realise(scene: Scene, lexicon: Lexicon) -> Sentence:
    """Return `scene` as an Italian sentence; raises KeyError for a key without Italian words.

    Words, features and relations are as in the treebanks ISDT, PARTUT and VIT, but for one thing:
    a noun for a person has its gender as a feature even where its form does not show it
    (insegnante), since the words that agree with it take theirs from it.
    """
    root = SENTENCES[scene.construction](scene, Words(lexicon))
    mark = "?" if scene.construction.startswith("question") else "."
    sentence = finish(root.with_after(punctuation(mark)), LANGUAGE)
    return replace(sentence, tokens=tuple(_as_shown(token) for token in sentence.tokens))


def _as_shown(token: Token) -> Token:
    """Return l' and quell' without a gender, which they do not show."""
    if token.upos != "DET" or token.form.lower() not in ("l'", "quell'"):
        return token
    return token.changed(feats={k: v for k, v in token.feats.items() if k != "Gender"})
