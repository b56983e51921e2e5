"""Monolingual text of the embedded corpus: English, and each language for itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from cdaflow.demo.corpus import Sizes, new_scenes, split_scenes
from cdaflow.demo.grammars import Grammar
from cdaflow.errors import ConfigError
from cdaflow.io.files import atomic_text
from cdaflow.progress import progress
from cdaflow.wordlists.english_lists import Stereotypes


def softened(stereotypes: Stereotypes, skew: float) -> dict[str, float]:
    """Return shares of women that lie nearer to one half: `skew` 1 leaves them, 0 is one half.

    Raises ConfigError for a skew that is no number from 0 to 1.
    """
    if not 0 <= skew <= 1:
        raise ConfigError(f"a skew of {skew}", hint="give a number from 0 (half women) to 1")
    return {name: share + (1 - skew) * (0.5 - share) for name, share in stereotypes.items()}


def write_monolingual(
    folder: Path,
    grammars: Mapping[str, Grammar],
    languages: Sequence[str],
    stereotypes: Stereotypes,
    sizes: Sizes,
    count: int,
    skew: float,
    seed: int,
    weights: Mapping[str, int] | None = None,
) -> None:
    """Write `count` sentences of each of `languages` to <language>.txt under `folder`.

    No English sentence is among those of the parallel text or the challenge set that
    `cdaflow.demo.corpus.write_parallel` writes for the same arguments. The other languages say
    something else than the English, too, so that no text is the translation of another one of
    them; what is said is the same in all of them.

    Raises ConfigError where the tables cannot make that many, or `skew` is none.
    """
    english = grammars["en"]
    shares = softened(stereotypes, skew)
    used: set[str] = set()
    for split, total, drawn in split_scenes(english, stereotypes, sizes, seed, weights, used):
        deque(progress(drawn, f"{split} pairs", total=total, unit="sentence"), maxlen=0)
    written = [grammars[code] for code in languages]
    others = [grammar for grammar in written if grammar is not english]
    streams = [("mono", [english] if english in written else [])]
    streams += [("mono-target", others)] if others else []
    for stream, writing in streams:
        drawn = new_scenes(english, shares, stream, count, seed, used, weights=weights)
        with ExitStack() as stack:
            handles = [
                (grammar, stack.enter_context(atomic_text(folder / f"{grammar.language}.txt")))
                for grammar in writing
            ]
            for scene, tree in progress(drawn, stream, total=count, unit="sentence"):
                for grammar, handle in handles:
                    text = tree.text if grammar is english else grammar.text(scene)
                    handle.write(text + "\n")
