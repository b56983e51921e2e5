"""The English sentence of each construction: a scene to its tree, without the full stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cdaflow.demo.builder import Phrase
from cdaflow.demo.en.phrases import Words
from cdaflow.demo.en.plain import PLAIN
from cdaflow.demo.en.pronominal import PRONOMINAL
from cdaflow.demo.scene import Scene

#: The function of each construction of `cdaflow.demo.constructions`.
SENTENCES: Mapping[str, Callable[[Scene, Words], Phrase]] = {**PLAIN, **PRONOMINAL}
