"""What a model of inflection has learned: the words that are not new to it when it is scored."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.sources import Files
from cdaflow.inflection.transducer.examples import normal
from cdaflow.io.files import digest

#: What a model says of itself: its "training" has the checksums of files by kind.
Model = Mapping[str, Any]


def was_held_out(sha256: str, model: Model) -> bool:
    """Whether a model was trained without the lemmata of a treebank."""
    return any(item["sha256"] == sha256 for item in model.get("training", {}).get("held_out", ()))


def learned_words(
    model: Model,
    gold: str | os.PathLike[str],
    sources: Mapping[str, Files],
    entries: Iterable[Entry],
) -> frozenset[str]:
    """Return the words that a model has learned from word lists and lexicons, as `normal` does.

    Lemmata and forms, as `selection.select` holds them out; none where those of `gold` were held
    out. `sources`: the files that are given, by kind (treebanks, lexicons, word_lists); `entries`:
    of these.

    Raises ConfigError where the model has learned from a file that is not given: which words are
    new to it is not known then.
    """
    if was_held_out(digest(gold), model):
        return frozenset()
    given = {digest(path) for paths in sources.values() for path in paths}
    for kind in sources:
        for item in model.get("training", {}).get(kind, ()):
            if item["sha256"] not in given:
                raise ConfigError(
                    f"the model has learned from {item['file']}, which is not given: which words "
                    "are new to it cannot be told",
                    hint="give all that it was trained on, or train it with --hold-out",
                )
    lists = (entry for entry in entries if not entry.source.startswith("treebank:"))
    return frozenset(normal(text) for entry in lists for text in (entry.lemma, entry.form))
