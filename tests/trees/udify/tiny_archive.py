"""A tiny archive of UDify with random weights, as AllenNLP would have written it."""

import json
import math
import tarfile

import torch

HIDDEN, HEADS, LAYERS, INNER, ARC, TAG = 32, 4, 3, 48, 12, 10
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZáéíñ0123456789.,!?-'"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = ["the", "la", "casa", "una", "ing", "ción", "##ing", "##ción", "##sa", "##ca"]
PIECES = [*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), *WORDS]
UPOS = ["NOUN", "VERB", "ADJ", "DET", "PUNCT", "@@UNKNOWN@@"]
LEMMAS = ["↓0;d¦", "_", *(f"↓0;a{letter}" for letter in LETTERS[:40])]
FEATS = ["_", "@@UNKNOWN@@"] + [
    f"Case={case}|Gender={gender}|Number={number}|Person={person}"
    for case in ("Nom", "Acc", "Dat", "Gen", "Voc")
    for gender in ("Fem", "Masc", "Neut")
    for number in ("Sing", "Plur", "Dual")
    for person in "123"
]


def config():
    through = {"type": "pass_through", "input_dim": HIDDEN}
    tag = {"type": "udify_tag_decoder", "encoder": through}
    return {
        "dataset_reader": {
            "type": "udify_universal_dependencies",
            "lazy": False,
            "token_indexers": {
                "bert": {
                    "type": "udify-bert-pretrained",
                    "pretrained_model": "config/archive/bert/vocab.txt",
                    "do_lowercase": False,
                    "use_starting_offsets": True,
                }
            },
        },
        "model": {
            "type": "udify_model",
            "tasks": ["upos", "feats", "lemmas", "deps"],
            "dropout": 0.5,
            "word_dropout": 0.2,
            "mix_embedding": LAYERS,
            "layer_dropout": 0.1,
            "text_field_embedder": {
                "type": "udify_embedder",
                "dropout": 0.5,
                "allow_unmatched_keys": True,
                "embedder_to_indexer_map": {"bert": ["bert", "bert-offsets"]},
                "token_embedders": {
                    "bert": {
                        "type": "udify-bert-predictor",
                        "bert_config": "config/archive/bert/bert_config.json",
                        "requires_grad": True,
                        "dropout": 0.15,
                        "layer_dropout": 0.1,
                        "combine_layers": "all",
                    }
                },
            },
            "encoder": through,
            "decoders": {
                "upos": {**tag, "task": "upos"},
                "feats": {**tag, "task": "feats", "adaptive": True},
                "lemmas": {**tag, "task": "lemmas", "adaptive": True},
                "deps": {
                    "type": "udify_dependency_decoder",
                    "pos_embed_dim": None,
                    "tag_representation_dim": TAG,
                    "arc_representation_dim": ARC,
                    "dropout": 0.5,
                    "encoder": through,
                },
            },
        },
        "trainer": {"cuda_device": 0},
    }


def _bert_shapes():
    yield "embeddings.word_embeddings.weight", (len(PIECES), HIDDEN)
    yield "embeddings.position_embeddings.weight", (512, HIDDEN)
    yield "embeddings.token_type_embeddings.weight", (2, HIDDEN)
    yield from _norm("embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        for part in ("query", "key", "value"):
            yield from _linear(f"{name}attention.self.{part}", HIDDEN, HIDDEN)
        yield from _linear(f"{name}attention.output.dense", HIDDEN, HIDDEN)
        yield from _norm(f"{name}attention.output.LayerNorm")
        yield from _linear(f"{name}intermediate.dense", INNER, HIDDEN)
        yield from _linear(f"{name}output.dense", HIDDEN, INNER)
        yield from _norm(f"{name}output.LayerNorm")
    yield from _linear("pooler.dense", HIDDEN, HIDDEN)


def _linear(name, out, width):
    yield f"{name}.weight", (out, width)
    yield f"{name}.bias", (out,)


def _norm(name):
    yield f"{name}.weight", (HIDDEN,)
    yield f"{name}.bias", (HIDDEN,)


def _adaptive(name, size):
    unit = round(size / 15)
    yield f"{name}.head.weight", (unit + 2, HIDDEN)
    for number, count in enumerate((2 * unit, size - 3 * unit)):
        inner = HIDDEN // 4 ** (number + 1)
        yield f"{name}.tail.{number}.0.weight", (inner, HIDDEN)
        yield f"{name}.tail.{number}.1.weight", (count, inner)


def _task_shapes():
    yield from _linear("upos.task_output._module", len(UPOS), HIDDEN)
    yield from _adaptive("feats.task_output", len(FEATS))
    yield from _adaptive("lemmas.task_output", len(LEMMAS))
    yield "deps._head_sentinel", (1, 1, HIDDEN)
    for part, width in (("arc", ARC), ("tag", TAG)):
        for side in ("head", "child"):
            yield from _linear(f"deps.{side}_{part}_feedforward._linear_layers.0", width, HIDDEN)
    yield "deps.arc_attention._weight_matrix", (ARC + 1, ARC + 1)
    yield "deps.arc_attention._bias", (1,)
    yield "deps.tag_bilinear.weight", (3, TAG, TAG)
    yield "deps.tag_bilinear.bias", (3,)


def weights(seed=5):
    """Return random weights under the names of UDify, large enough for outputs to differ."""
    generator = torch.Generator().manual_seed(seed)

    def draw(name, shape):
        # Small in what is added to a word's own vector: else all words come out alike.
        spread = (0.6 if "output.dense" in name else 1.5) / math.sqrt(shape[-1])
        if "task_output" in name:
            spread = 6.0 / math.sqrt(shape[-1])
        elif "embeddings" in name:
            spread = 0.3 if "token_type" in name else 1.0
        elif name.endswith("bias"):
            spread = 0.1
        if name.endswith("LayerNorm.weight"):
            return 1 + 0.2 * torch.randn(shape, generator=generator)
        return spread * torch.randn(shape, generator=generator)

    state = {}
    for name, shape in _bert_shapes():
        tensor = draw(name, shape)
        for place in ("bert_model", "model"):  # the same tensors are stored under two names
            state[f"text_field_embedder.token_embedder_bert.{place}.{name}"] = tensor
    for task in ("upos", "feats", "lemmas", "deps"):
        for layer in range(LAYERS):
            state[f"scalar_mix.{task}.scalar_parameters.{layer}"] = draw("", (1,))
        state[f"scalar_mix.{task}.gamma"] = 1 + 0.1 * draw("", (1,))
    for name, shape in _task_shapes():
        state[f"decoders.{name}"] = draw(name, shape)
    return state


def build(folder, *, seed=5, new_format=False, settings=None, state=None):
    """Write an unpacked archive to `folder`, and BERT's word pieces to `folder`/bert."""
    vocabulary = folder / "vocabulary"
    vocabulary.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(settings or config()), encoding="utf-8")
    torch.save(
        weights(seed) if state is None else state,
        folder / "weights.th",
        _use_new_zipfile_serialization=new_format,
    )
    lines = {
        "non_padded_namespaces": ["*tags", "*labels", "upos", "xpos", "feats", "lemmas"],
        "upos": UPOS,
        "feats": FEATS,
        "lemmas": [*LEMMAS, "@@UNKNOWN@@"][: len(LEMMAS)],
        "head_tags": ["root", "det", "case"],
        "tokens": ["@@UNKNOWN@@", "the"],
    }
    for name, values in lines.items():
        (vocabulary / f"{name}.txt").write_text("\n".join(values) + "\n", encoding="utf-8")
    bert = folder / "bert"
    bert.mkdir()
    (bert / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    sizes = {"num_attention_heads": HEADS, "hidden_size": HIDDEN, "num_hidden_layers": LAYERS}
    (bert / "config.json").write_text(json.dumps(sizes), encoding="utf-8")
    return folder


def pack(folder, path):
    """Write the archive of `folder` (without BERT's word pieces) as a tar.gz."""
    with tarfile.open(path, "w:gz") as tar:
        for name in ("config.json", "weights.th", "vocabulary"):
            tar.add(folder / name, arcname=name)
    return path
