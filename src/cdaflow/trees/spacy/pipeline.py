"""A spaCy pipeline that makes UD trees of given words, and how it is built.

The pipeline is always built from checked numbers by the code here. A model folder gives
weights, labels and strings alone (msgpack and JSON): spaCy's config.cfg, which could name any
registered function, is never read back, and nothing is unpickled.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cdaflow.trees.spacy.tokeniser import blank_pipeline

#: What the embedding of a word is made of; `rows` has a number for each.
_ATTRIBUTES = ("NORM", "PREFIX", "SUFFIX", "SHAPE")


def build_pipeline(language: str, network: Mapping[str, Any]) -> Any:
    """Return an untrained pipeline: tok2vec, morphologizer, trainable_lemmatizer, parser.

    `network`: the checked section of that name. Raises ConfigError as `blank_pipeline` does.
    """
    nlp = blank_pipeline(language)
    width = network["width"]
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": width}
    tagger = {"@architectures": "spacy.Tagger.v2", "tok2vec": listener, "nO": None}
    nlp.add_pipe("tok2vec", config={"model": _tok2vec(network)})
    nlp.add_pipe("morphologizer", config={"model": tagger})
    nlp.add_pipe(
        "trainable_lemmatizer",
        config={"model": tagger, "min_tree_freq": network["min_tree_freq"], "top_k": 3},
    )
    nlp.add_pipe(
        "parser",
        config={
            "min_action_freq": network["min_action_freq"],
            "model": {
                "@architectures": "spacy.TransitionBasedParser.v2",
                "state_type": "parser",
                "extra_state_tokens": False,
                "hidden_width": network["parser_hidden"],
                "maxout_pieces": 2,
                "use_upper": True,
                "nO": None,
                "tok2vec": listener,
            },
        },
    )
    return nlp


def load_weights(nlp: Any, folder: Path) -> None:
    """Load what `nlp.to_disk(folder)` wrote into a pipeline of `build_pipeline`.

    `nlp.from_disk` would take over config.cfg as well. Raises whatever spaCy, thinc, msgpack and
    numpy do at files that are damaged.
    """
    nlp.vocab.from_disk(folder / "vocab")
    nlp.tokenizer.from_disk(folder / "tokenizer", exclude=["vocab"])
    for name, component in nlp.pipeline:
        component.from_disk(folder / name, exclude=["vocab"])


def _tok2vec(network: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": network["width"],
            "attrs": list(_ATTRIBUTES),
            "rows": list(network["rows"]),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": network["width"],
            "depth": network["depth"],
            "window_size": network["window"],
            "maxout_pieces": 3,
        },
    }
