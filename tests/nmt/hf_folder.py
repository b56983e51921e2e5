"""A Marian network as a folder of Hugging Face, written without transformers."""

from __future__ import annotations

import json
import shutil

import numpy as np

from cdaflow.nmt.archive import opened, part_names, read_part, read_settings
from cdaflow.nmt.spm import read_subwords

NORMS = {"encoder": ("self", "ffn_ffn"), "decoder": ("self", "context", "ffn_ffn")}
BLOCKS = {"self": "self_attn", "context": "encoder_attn"}


def write_marian_folder(model, folder, **generation):
    """Write the parameters, vocabulary and SentencePiece models of a joint Marian model.

    Hugging Face has a row more, of <pad>, behind the others.
    """
    from safetensors.numpy import save_file

    settings = read_settings(model.file)
    width, layers, size = settings["dim-emb"], settings["enc-depth"], settings["dim-vocabs"][0]
    with opened(model.file) as archive:
        names = [name for name in part_names(archive) if not name.startswith("special:")]
        weights = {name: read_part(archive, name) for name in names}
    found = {}

    def linear(name, weight, bias):
        found[f"{name}.weight"] = np.ascontiguousarray(weights[weight].T)
        found[f"{name}.bias"] = weights[bias].reshape(-1)

    def norm(name, key):
        found[f"{name}.weight"] = weights[f"{key}_ln_scale"].reshape(-1)
        found[f"{name}.bias"] = weights[f"{key}_ln_bias"].reshape(-1)

    for side, depth in (("encoder", layers), ("decoder", settings["dec-depth"])):
        for number in range(depth):
            mine, theirs = f"{side}_l{number + 1}", f"model.{side}.layers.{number}"
            for block, name in BLOCKS.items():
                if block == "context" and side == "encoder":
                    continue
                for letter, part in zip("qkvo", ("q", "k", "v", "out"), strict=True):
                    linear(
                        f"{theirs}.{name}.{part}_proj",
                        f"{mine}_{block}_W{letter}", f"{mine}_{block}_b{letter}",
                    )  # fmt: skip
                norm(f"{theirs}.{name}_layer_norm", f"{mine}_{block}_Wo")
            for letter in "12":
                linear(f"{theirs}.fc{letter}", f"{mine}_ffn_W{letter}", f"{mine}_ffn_b{letter}")
            norm(f"{theirs}.final_layer_norm", f"{mine}_ffn_ffn")
    found["model.shared.weight"] = np.vstack([weights["Wemb"], np.zeros((1, width), np.float32)])
    bias = weights["decoder_ff_logit_out_b"].reshape(1, -1)
    found["final_logits_bias"] = np.hstack([bias, np.zeros((1, 1), np.float32)])
    folder.mkdir(parents=True, exist_ok=True)
    save_file(found, folder / "model.safetensors", metadata={"format": "pt"})
    config = {
        "architectures": ["MarianMTModel"], "model_type": "marian", "d_model": width,
        "vocab_size": size + 1, "decoder_vocab_size": size + 1, "encoder_layers": layers,
        "decoder_layers": settings["dec-depth"], "pad_token_id": size, "eos_token_id": 0,
        "decoder_start_token_id": size, "bos_token_id": 0, "forced_eos_token_id": 0,
        "encoder_attention_heads": settings["transformer-heads"],
        "decoder_attention_heads": settings["transformer-heads"],
        "encoder_ffn_dim": settings["transformer-dim-ffn"],
        "decoder_ffn_dim": settings["transformer-dim-ffn"],
        "activation_function": settings["transformer-ffn-activation"],
        "max_position_embeddings": 512, "scale_embedding": True, "static_position_embeddings": True,
        "normalize_before": False, "normalize_embedding": False, "add_final_layer_norm": False,
        "add_bias_logits": False, "is_encoder_decoder": True, "use_cache": True,
        "share_encoder_decoder_embeddings": True, "tie_word_embeddings": True,
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    ids = {name: config[name] for name in config if name.endswith("_token_id")}
    usual = {"num_beams": 4, "length_penalty": 0.6, "max_length": 60, "bad_words_ids": [[size]]}
    (folder / "generation_config.json").write_text(json.dumps(ids | usual | generation))
    tokens = {token: n for n, token in enumerate(read_subwords(model.vocabularies[0]))}
    (folder / "vocab.json").write_text(json.dumps(tokens | {"<pad>": size}))
    for side in ("source", "target"):
        shutil.copyfile(model.vocabularies[0], folder / f"{side}.spm")
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "es"})
    )
    return folder
