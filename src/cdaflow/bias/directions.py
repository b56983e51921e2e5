"""The gender direction of an encoder (Dolci et al. 2023): of word pairs (section 3.2), or of
sentences and themselves with their gendered words swapped (section 6).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.bias.gendered import Pair
from cdaflow.embeddings.direction import (
    GenderDirection,
    gender_subspace,
    repeat_agreement,
    subspace_of,
    unit_length,
)
from cdaflow.embeddings.encoders.base import Encoder
from cdaflow.errors import ConfigError, InputError
from cdaflow.rewriting.swapper import Swapper

#: Sentences from which a direction is found at least; Dolci et al. take more than 100.
LEAST_SENTENCES = 20


def direction_of_pairs(encoder: Encoder, pairs: Sequence[Pair]) -> GenderDirection:
    """Return the direction of an encoder's static word vectors from pairs, feminine first.

    Vectors keep their lengths, as in the paper. Pairs of which a word has no vector are left out,
    and named in the metadata. Raises ConfigError where the encoder has no word vectors, InputError
    where fewer than 2 pairs are left.
    """
    vectors = encoder.inputs
    if vectors is None:
        raise ConfigError(
            "encoder.no-word-vectors-for-pairs",
            f"{encoder.name} has no static word vectors, so pairs of words have no direction",
            hint="give sentences, which are swapped, instead: --sentences FILE",
        )
    rows = [(vectors.row(feminine), vectors.row(masculine)) for feminine, masculine in pairs]
    row_pairs = [pair for pair in rows if min(pair) >= 0]
    absent = ["-".join(p) for p, pair_rows in zip(pairs, rows, strict=True) if min(pair_rows) < 0]
    if len(row_pairs) < 2:
        raise InputError(
            "gender-pair.too-few-vectors",
            f"{len(row_pairs)} of {len(pairs)} pairs of gendered words have vectors",
            hint="at least 2 pairs are needed; give other pairs with --pairs FILE",
        )
    matrix = vectors.matrix.astype(np.float64)
    subspace = gender_subspace(matrix, row_pairs, unit=False)
    metadata = {"from": "pairs", "pairs": len(row_pairs), "absent": absent}
    return _made(encoder, subspace.basis[0], subspace.explained, "inputs", metadata)


def swapped_sentences(
    texts: Iterable[str], swapper: Swapper, size: int, seed: int
) -> list[tuple[str, str]]:
    """Return texts as feminine and masculine: one is the text itself, the other its swap.

    Only texts with gendered words of one gender count; `size` of them are sampled at random, each
    text once.
    """
    distinct = dict.fromkeys(filter(None, (_sides(text, swapper) for text in texts)))
    pairs = list(distinct)
    if len(pairs) > size:
        sampled = sorted(random.Random(seed).sample(range(len(pairs)), size))
        pairs = [pairs[index] for index in sampled]
    return pairs


def _sides(text: str, swapper: Swapper) -> tuple[str, str] | None:
    swap = swapper.swap(text)
    genders = {
        _gender(text[change.start : change.end], change.kind, swapper)
        for change in swap.changes
        if change.kind != "article"
    }
    if genders == {"Fem"}:
        return text, swap.text
    return (swap.text, text) if genders == {"Masc"} else None


def _gender(form: str, kind: str, swapper: Swapper) -> str:
    """Return the gender of a word that was swapped, "" for a name: a table does not say it."""
    low = form.lower()
    if kind == "pronoun":
        return swapper.pronouns[low][0].gender
    nouns = swapper.nouns
    if kind == "noun" and nouns is not None:
        noun = nouns.address.get(form) or nouns.address.get(form + ".") or nouns.words.get(low)
        return noun.gender if noun is not None else ""
    return ""


def direction_of_sentences(
    encoder: Encoder, pairs: Sequence[tuple[str, str]], *, repeats: int = 100, seed: int = 1
) -> GenderDirection:
    """Return the direction of an encoder's sentence vectors from pairs, feminine and masculine.

    The vectors are compared at length 1, as encoders of sentences are by their cosines.
    The metadata have the agreement of repeats: the cosine of the directions of two disjoint halves
    of the pairs. Raises InputError where there are fewer than `LEAST_SENTENCES` pairs.
    """
    if len(pairs) < LEAST_SENTENCES:
        raise InputError(
            "sentence.too-few-of-one-gender",
            f"only {len(pairs)} sentences have gendered words of exactly one gender; at least "
            f"{LEAST_SENTENCES} are needed",
            hint="give more text: Dolci et al. 2023 use more than 100 such sentences",
        )
    feminine, masculine = (
        unit_length(
            encoder.embed([encoder.split(pair[side]) for pair in pairs]).astype(np.float64)
        )[0]
        for side in (0, 1)
    )
    differences: NDArray[np.float64] = feminine - masculine
    subspace = subspace_of(differences)
    mean, least = repeat_agreement(differences, repeats, seed)
    metadata = {
        "from": "sentences",
        "sentences": len(pairs),
        "agreement": {"repeats": repeats, "mean": round(mean, 4), "least": round(least, 4)},
        "seed": seed,
    }
    return _made(encoder, subspace.basis[0], subspace.explained, "states", metadata)


def _made(
    encoder: Encoder,
    vector: NDArray[np.float64],
    explained: tuple[float, ...],
    space: str,
    metadata: dict[str, Any],
) -> GenderDirection:
    return GenderDirection(
        vector, explained, encoder.name, encoder.fingerprint, encoder.pooling, space, metadata
    )
