"""The English grammar of the demo."""

from __future__ import annotations

from cdaflow.demo.builder import finish, punctuation
from cdaflow.demo.en.constructions import SENTENCES
from cdaflow.demo.en.phrases import Words
from cdaflow.demo.lexicon import Lexicon
from cdaflow.demo.scene import Scene
from cdaflow.languages.en import LANGUAGE
from cdaflow.trees import Sentence

__all__ = ["realise"]


def realise(scene: Scene, lexicon: Lexicon) -> Sentence:
    """Return `scene` as an English sentence; raises KeyError for a key without English words."""
    root = SENTENCES[scene.construction](scene, Words(lexicon))
    mark = "?" if scene.construction.startswith("question") else "."
    return finish(root.with_after(punctuation(mark)), LANGUAGE)
