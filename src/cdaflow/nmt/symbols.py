"""Symbols that a vocabulary keeps whole, wherever they stand in the text, and characters it has.

A new vocabulary is made with them. To that of a base model they are added: SentencePiece takes them
as user-defined symbols, and a row for each is appended to whatever has one for each subword.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path
from cdaflow.nmt.archive import SETTINGS, opened, part_names, read_part, read_settings, write_part
from cdaflow.nmt.model import Model, check_model, vocabulary_names
from cdaflow.nmt.recipe import Options
from cdaflow.nmt.spm import read_subwords, user_defined, with_symbols
from cdaflow.nmt.vocabulary import PLAIN, read_tokens

#: Parameters with a row or column for each subword -> their side and that axis. Tied embeddings are
#: `Wemb`; the output layer is `out` in transformers, `l2` in recurrent networks, and its weights
#: are transposed (Wt) since Marian 1.9. In `amun`, which has Wemb_dec, Wemb is the source's alone.
_PER_SUBWORD = (
    (re.compile(r"Wemb"), "both", 0),
    (re.compile(r"encoder_Wemb"), "source", 0),
    (re.compile(r"decoder_Wemb|Wemb_dec"), "target", 0),
    (re.compile(r"decoder_ff_logit_(out|l2)_Wt"), "target", 0),
    (re.compile(r"decoder_ff_logit_(out|l2)_W"), "target", 1),
    (re.compile(r"decoder_ff_logit_(out|l2)_b|ff_logit_b"), "target", 1),
)


def subword_axis(parameter: str) -> int | None:
    """Return the axis of a parameter that has a place for each subword; None for none."""
    axes = (axis for pattern, _, axis in _PER_SUBWORD if pattern.fullmatch(parameter))
    return next(axes, None)


def check_places(
    parameter: str, shape: tuple[int, ...], axis: int, subwords: int, file: Path
) -> None:
    """Raise InputError where a parameter has not a place for each subword on an axis."""
    if len(shape) != 2 or shape[axis] != subwords:
        raise InputError(
            "model.parameter-shape",
            f"the parameter {parameter} of shape {shape} does not fit {subwords} subwords",
            file=file,
        )


def vocabulary_options(options: Options, symbols: Sequence[str], recipe: Path) -> Options:
    """Return training options under which a new vocabulary keeps symbols whole, and all characters.

    By itself SentencePiece leaves out the rarest characters, 0.05 % of the text (it was made for
    Japanese): in French œ and ù, in Spanish ü and ¡, brackets and the per cent sign. A model cannot
    read or write them: "Ma sur". A recipe may say otherwise (character_coverage).
    """
    arguments = str(options.get("sentencepiece-options", ""))
    parts = [arguments] if arguments else []
    if "character_coverage" not in arguments:
        parts.append("--character_coverage=1.0")
    if symbols:
        if "user_defined_symbols" in arguments:
            raise ConfigError(
                "recipe.symbols-given-twice",
                "`symbols` and user_defined_symbols in sentencepiece-options cannot be combined",
                file=recipe,
                hint="list all symbols under `symbols`",
            )
        parts.append(f"--user_defined_symbols={','.join(symbols)}")
    return options | {"sentencepiece-options": " ".join(parts)}


def check_symbols(vocabulary: Path, symbols: Sequence[str]) -> None:
    """Raise InputError where a vocabulary does not keep a symbol whole."""
    missing = set(symbols) - user_defined(vocabulary) if symbols else set()
    if missing:
        raise InputError(
            "vocabulary.symbols-not-whole",
            f"the vocabulary does not keep these symbols whole: {' '.join(sorted(missing))}",
            file=vocabulary,
            hint="train a new vocabulary with the symbols, or fine-tune its model (--base)",
        )


def extend_model(model: Model, symbols: Sequence[str], folder: Path) -> Model:
    """Return a model that keeps symbols whole: written into `folder`, or itself where it does.

    The row of a new symbol is the mean of all rows (Hewitt 2021). Its logit is then the mean of all
    logits, so that it is never the likeliest, and by Jensen's inequality its probability is at most
    one n-th of what the n subwords share. A symbol that was an ordinary subword keeps its row.

    Raises InputError where the parameters do not fit the vocabularies or are not known, or a symbol
    is a special subword.
    """
    check_model(model, training=True)
    vocabularies = {
        path: _extend_vocabulary(path, symbols) for path in dict.fromkeys(model.files[1:])
    }
    if all(content == path.read_bytes() for path, content in vocabularies.items()):
        return model
    folder.mkdir(parents=True, exist_ok=True)
    names = [
        *vocabulary_names(model.vocabularies),
        *(["source.spm", "target.spm"] if model.spm else []),
    ]
    written = []
    for path, name in zip(model.files[1:], names, strict=True):
        with atomic_path(folder / name) as temporary:
            temporary.write_bytes(vocabularies[path])
        written.append(folder / name)
    before, after = (
        [len(_subwords(path)) for path in paths] for paths in (model.vocabularies, written[:2])
    )
    _extend_parameters(model.file, folder / "model.npz", before, after)
    extended = replace(
        model,
        file=folder / "model.npz",
        vocabularies=(written[0], written[1]),
        spm=(written[2], written[3]) if model.spm else None,
    )
    check_model(extended, training=True)
    return extended


def _subwords(path: Path) -> list[str]:
    return read_subwords(path) if path.suffix == ".spm" else read_tokens(path)


def _extend_vocabulary(path: Path, symbols: Iterable[str]) -> bytes:
    """Return the content of a vocabulary, of either kind, with symbols appended."""
    if path.suffix == ".spm":
        return with_symbols(path, symbols)
    tokens = read_tokens(path)
    new = [symbol for symbol in symbols if symbol not in set(tokens)]
    if not new:
        return path.read_bytes()
    if path.suffix == PLAIN:
        return "".join(f"{token}\n" for token in [*tokens, *new]).encode()
    numbers = {token: number for number, token in enumerate([*tokens, *new])}
    if path.suffix == ".json":
        return json.dumps(numbers, ensure_ascii=False, indent=0).encode()
    text: str = yaml.safe_dump(numbers, allow_unicode=True, sort_keys=False, width=1000)
    return text.encode()


def _extend_parameters(
    file: Path, output: Path, before: Sequence[int], after: Sequence[int]
) -> None:
    """Write a model for larger vocabularies of source and target."""
    rows = dict(zip(("source", "target"), zip(before, after, strict=True), strict=True))
    sides = set()
    with opened(file) as archive, atomic_path(output) as temporary:
        names = part_names(archive)
        with zipfile.ZipFile(temporary, "w") as result:
            for name in names:
                part = read_part(archive, name)
                if name == SETTINGS:
                    part = _settings(file, after)
                for pattern, side, axis in _PER_SUBWORD:
                    if side == "both" and "Wemb_dec" in names:
                        side = "source"
                    if pattern.fullmatch(name):
                        if side == "both" and rows["source"] != rows["target"]:
                            raise InputError(
                                "model.parameter-of-two-vocabularies",
                                f"the parameter {name} belongs to two vocabularies",
                                file=file,
                            )
                        vocabulary_side = "target" if side == "both" else side
                        part = _extend(part, axis, *rows[vocabulary_side], name, file)
                        sides |= {"source", "target"} if side == "both" else {side}
                write_part(result, name, part)
        if sides != {"source", "target"}:
            raise InputError(
                "model.unknown-embeddings",
                "symbols cannot be added to this model: its embeddings have unknown names (it has "
                f"{', '.join(names[:5])}, ...)",
                file=file,
                hint="train a new model with the symbols in its vocabulary",
            )


def _extend(
    part: NDArray[Any], axis: int, before: int, after: int, name: str, file: Path
) -> NDArray[Any]:
    """Return a parameter with the mean of its rows (columns) for each new subword."""
    check_places(name, part.shape, axis, before, file)
    mean = part.mean(axis=axis, keepdims=True, dtype=np.float64).astype(part.dtype)
    return np.concatenate([part, mean.repeat(after - before, axis=axis)], axis=axis)


def _settings(file: Path, sizes: Sequence[int]) -> NDArray[np.int8]:
    """Return the settings of a model with other sizes of vocabularies, as Marian stores them."""
    text = yaml.safe_dump(read_settings(file) | {"dim-vocabs": list(sizes)}, allow_unicode=True)
    return np.frombuffer(text.encode() + b"\0", dtype=np.int8)
