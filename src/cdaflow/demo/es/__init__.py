"""The Spanish grammar of the demo."""

from __future__ import annotations

from cdaflow.demo.builder import Phrase, finish
from cdaflow.demo.es.constructions import SENTENCES
from cdaflow.demo.es.phrases import Words
from cdaflow.demo.es.verbs import Verbs
from cdaflow.demo.lexicon import Lexicon
from cdaflow.demo.scene import Scene
from cdaflow.languages.es import LANGUAGE
from cdaflow.trees import Sentence

__all__ = ["realise"]

_STOP = Phrase(".", ".", "PUNCT", {"PunctType": "Peri"}, "punct", attach_left=True)
_OPEN = Phrase("¿", "¿", "PUNCT", {"PunctSide": "Ini", "PunctType": "Qest"}, "punct")
_CLOSE = Phrase(
    "?", "?", "PUNCT", {"PunctSide": "Fin", "PunctType": "Qest"}, "punct", attach_left=True
)


def realise(scene: Scene, lexicon: Lexicon) -> Sentence:
    """Return `scene` as a Spanish sentence; raises KeyError for a key without Spanish words."""
    root = SENTENCES[scene.construction](scene, Verbs(Words(lexicon)))
    if scene.construction.startswith("question"):
        return finish(root.led_by(_OPEN).with_after(_CLOSE), LANGUAGE)
    return finish(root.with_after(_STOP), LANGUAGE)
