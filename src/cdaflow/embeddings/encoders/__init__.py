"""Sentence encoders: `base` has the contract; here a file or folder becomes one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

from cdaflow.embeddings.encoders.base import Encoder, Pooling
from cdaflow.errors import ConfigError, InputError

#: What a file of cdaflow's own encoder is called.
OWN = ".npz"


def open_encoder(
    path: str | os.PathLike[str],
    *,
    pooling: Pooling | None = None,
    words: str | os.PathLike[str] | None = None,
    limit: int | None = None,
    vectors: str | os.PathLike[str] | None = None,
    threads: int = 1,
    device: str = "cpu",
) -> Encoder:
    """Return the encoder of a file or folder.

    A file .npz is an encoder that cdaflow trained, any other file has word vectors (see
    `read_vectors` for `words` and `limit`). A folder with config.json is any encoder of Hugging
    Face. `pooling`: another one than the encoder's own (max; a folder of Hugging Face: what
    sentence-transformers wrote into it, else it must be given). `vectors`: the file of word vectors
    that an encoder of cdaflow's was trained with.

    Raises InputError if it is not one of these or damaged, ConfigError for options that do not go
    with it.
    """
    where = Path(path)
    if pooling is not None and pooling not in get_args(Pooling):
        raise ConfigError(
            "pooling.unknown", f"pooling {pooling!r}: expected {', '.join(get_args(Pooling))}"
        )
    if where.suffix == OWN and limit is None and (words is None or vectors is not None):
        from cdaflow.embeddings.encoders.bilstm import BiLstmEncoder
        from cdaflow.embeddings.vectors import read_vectors

        pretrained = None if vectors is None else read_vectors(vectors, words=words)
        return BiLstmEncoder.open(where, pooling=pooling, device=device, vectors=pretrained)
    if vectors is not None:
        raise ConfigError(
            "vectors.not-with-this-encoder",
            "vectors work only with an encoder that cdaflow trained (.npz)",
            file=path,
            hint="omit the vectors",
        )
    if not where.is_dir():
        from cdaflow.embeddings.encoders.static import StaticEncoder

        return StaticEncoder.open(path, words=words, limit=limit, pooling=pooling or "max")
    if words is not None or limit is not None:
        raise ConfigError(
            "vectors.words-or-limit-with-folder",
            "words and a limit work only with a file of vectors, not with a folder",
            file=path,
        )
    if (where / "config.json").is_file():
        from cdaflow.embeddings.encoders.transformer import open_transformer

        return open_transformer(where, pooling=pooling, threads=threads, device=device)
    raise InputError(
        "encoder.no-config",
        "the folder has no encoder (config.json)",
        file=path,
        hint="get a small encoder with cdaflow alternatives fetch-encoder, or train one with "
        "cdaflow bias train-encoder",
    )
