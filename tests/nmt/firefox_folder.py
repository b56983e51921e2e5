"""Folders of quantised models as Mozilla publishes them, of random parameters."""

from __future__ import annotations

import struct

import numpy as np

from cdaflow.nmt.archive import SETTINGS, opened, part_names, read_part
from cdaflow.nmt.bergamot_file import Item, Type, write_items

CONFIG = """
relative-paths: true
models: [model.enxx.intgemm.alphas.bin]
vocabs: [vocab.enxx.spm, vocab.enxx.spm]
shortlist: [lex.50.50.enxx.s2t.bin, false]
beam-size: 1
normalize: 1.0
word-penalty: 0
mini-batch: 64
workspace: 2000
max-length-factor: 2.5
gemm-precision: int8shiftAlphaAll
"""


def padded(data):
    """Return data that fill a multiple of 256 bytes."""
    return data + bytes(-len(data) % 256)


def quantise(name, array):
    """Return the items of a parameter in the engine's format, and the floats they stand for."""
    if name == SETTINGS:
        return [Item(name, Type.INT8, array.shape, array.tobytes())], array
    if name != "Wemb" and "_W" not in name.replace("_Wo_ln", ""):
        return [Item(name, Type.FLOAT32, array.shape, padded(array.tobytes()))], array
    multiplier = np.float32(127 / np.abs(array).max())
    values = np.rint(array * multiplier).astype(np.int8)
    stored = values if name == "Wemb" else values.T
    data = stored.tobytes() + struct.pack("<f", multiplier)
    activation = np.float32(17.5).tobytes()
    items = [
        Item(name, Type.INTGEMM8, array.shape, padded(data)),
        Item(f"{name}_QuantMultA", Type.FLOAT32, (1, 1), padded(activation)),
    ]
    return items, values / multiplier


def make_folder(folder, model, *, config=CONFIG):
    """Write a Marian model as a Firefox folder; return its parameters by name, as floats."""
    folder.mkdir()
    items, floats = [], {}
    with opened(model.file) as archive:
        for name in part_names(archive):
            more, floats[name] = quantise(name, read_part(archive, name))
            items += more
    write_items(folder / "model.enxx.intgemm.alphas.bin", items)
    (folder / "vocab.enxx.spm").write_bytes(model.vocabularies[0].read_bytes())
    (folder / "lex.50.50.enxx.s2t.bin").write_bytes(b"shortlist")
    if config:
        (folder / "config.intgemm8bitalpha.yml").write_text(config)
    return floats
