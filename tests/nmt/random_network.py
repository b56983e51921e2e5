"""Transformers with random parameters that Marian and CTranslate2 both decode."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import yaml

from cdaflow.nmt.model import Model

#: Of the network of the tests.
WIDTH, FILTER = 16, 32

SETTINGS = {
    "type": "transformer",
    "version": "v1.12.42",
    "dim-emb": WIDTH,
    "dec-depth": 1,
    "enc-depth": 1,
    "tied-embeddings-all": True,
    "transformer-dim-ffn": FILTER,
    "transformer-heads": 2,
    "transformer-decoder-autoreg": "self-attention",
    "transformer-ffn-activation": "relu",
    "transformer-postprocess-emb": "d",
    "transformer-preprocess": "",
    "transformer-postprocess": "dan",
    "transformer-postprocess-top": "",
    "transformer-guided-alignment-layer": "last",
}


def make_vocabulary(path, sentences, size):
    """Train a SentencePiece model as Marian does: no start, the end is 0, unknown is 1."""
    import sentencepiece

    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences), model_writer=model, vocab_size=size, bos_id=-1, eos_id=0,
        unk_id=1, hard_vocab_limit=False, minloglevel=2,
    )  # fmt: skip
    path.write_bytes(model.getvalue())
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue()).get_piece_size()


def make_model(folder, sentences, seed=1, end=2.0, unknown=0.0, pieces=60, **settings):
    """Write a model and its vocabulary; `settings` go over SETTINGS (dashes as underscores).

    `end`, `unknown`: how much likelier the end and the unknown piece are made. `pieces`: at most so
    many has the vocabulary.
    """
    folder.mkdir(parents=True, exist_ok=True)
    size = make_vocabulary(folder / "vocab.spm", sentences, pieces)
    own = {name.replace("_", "-"): value for name, value in settings.items()}
    content = SETTINGS | {"dim-vocabs": [size, size]} | own
    text = yaml.safe_dump(content).encode() + b"\0\0\0"
    rng = np.random.default_rng(seed)
    parts = parameters(rng, size, content["dim-emb"], content["transformer-dim-ffn"])
    parts["decoder_ff_logit_out_b"][0, :2] += [end, unknown]
    parts["special:model.yml"] = np.frombuffer(text, dtype=np.int8)
    with zipfile.ZipFile(folder / "model.npz", "w") as archive:
        for name, array in parts.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, array, version=(1, 0), allow_pickle=False)
            archive.writestr(name + ".npy", data.getvalue())
    decode = {"beam-size": 4, "normalize": 0.6, "max-length": 20}
    return Model(folder / "model.npz", (folder / "vocab.spm",) * 2, decode)


def parameters(rng, size, width, inner):
    """Return parameters by name; large ones, so that no two words are nearly as good."""

    def draw(*shape):
        return rng.normal(0, 0.6, shape).astype(np.float32)

    parts = {"Wemb": draw(size, width), "decoder_ff_logit_out_b": draw(1, size)}
    blocks = ["encoder_l1_self", "decoder_l1_self", "decoder_l1_context"]
    for block in blocks:
        for name in "qkvo":
            parts[f"{block}_W{name}"] = draw(width, width)
            parts[f"{block}_b{name}"] = draw(1, width)
    for layer in ("encoder_l1", "decoder_l1"):
        parts[f"{layer}_ffn_W1"], parts[f"{layer}_ffn_b1"] = draw(width, inner), draw(1, inner)
        parts[f"{layer}_ffn_W2"], parts[f"{layer}_ffn_b2"] = draw(inner, width), draw(1, width)
    for norm in [f"{block}_Wo" for block in blocks] + ["encoder_l1_ffn_ffn", "decoder_l1_ffn_ffn"]:
        parts[f"{norm}_ln_scale"] = 1 + draw(1, width) / 4
        parts[f"{norm}_ln_bias"] = draw(1, width) / 4
    return parts
