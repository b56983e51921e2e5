"""A small random model in a folder as Firefox has it: int8 values and multipliers of activations."""

from __future__ import annotations

import struct

import numpy as np
import yaml

from cdaflow.nmt.bergamot_file import Item, Type, write_items

from .random_network import SETTINGS, make_vocabulary, parameters

#: The engine multiplies in blocks of 64 by 8.
WIDTH, FILTER, VOCABULARY = 64, 128, 32

CONFIG = """relative-paths: true
models: [model.xxyy.intgemm.alphas.bin]
vocabs: [vocab.xxyy.spm, vocab.xxyy.spm]
beam-size: 1
normalize: 1.0
word-penalty: 0
max-length-factor: 2.5
gemm-precision: int8shiftAlphaAll
"""


def make_firefox(folder, sentences, seed=1):
    """Write the folder of a model and return its float parameters by name."""
    folder.mkdir(parents=True)
    size = make_vocabulary(folder / "vocab.xxyy.spm", sentences, VOCABULARY)
    assert size == VOCABULARY, size
    (folder / "config.intgemm8bitalpha.yml").write_text(CONFIG)
    floats, items = {}, []
    drawn = parameters(np.random.default_rng(seed), size, WIDTH, FILTER)
    drawn["decoder_ff_logit_out_b"][0, 0] += 4  # the end: sentences shall be short
    for name, array in sorted(drawn.items()):
        if array.shape[0] == 1:
            floats[name] = array
            items.append(Item(name, Type.FLOAT32, array.shape, padded(array.tobytes())))
            continue
        multiplier = np.float32(127) / np.abs(array).max()
        values = np.rint(array * multiplier).astype(np.int8)
        floats[name] = values / multiplier
        stored = values if name == "Wemb" else values.T
        data = stored.tobytes() + struct.pack("<f", multiplier)
        items.append(Item(name, Type.INTGEMM8, array.shape, padded(data)))
        items.append(activations(f"{name}_QuantMultA"))
    items.append(activations("none_QuantMultA"))
    content = SETTINGS | {
        "dim-emb": WIDTH,
        "dim-vocabs": [size, size],
        "transformer-dim-ffn": FILTER,
        "version": "v1.9.56",
    }
    text = yaml.safe_dump(content).encode() + b"\0"
    items.append(Item("special:model.yml", Type.INT8, (len(text),), text))
    write_items(folder / "model.xxyy.intgemm.alphas.bin", items)
    return floats


def activations(name):
    """Return a multiplier of activations: 127 / the largest, which normalised ones hardly exceed."""
    return Item(name, Type.FLOAT32, (1, 1), padded(struct.pack("<f", 127 / 8)))


def padded(data):
    """Return data filled up, and not with zeros: what fills it up must be kept."""
    return data + b"\x07" * (-len(data) % 256)
