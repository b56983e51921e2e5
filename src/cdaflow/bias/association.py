"""Association tests of encoders: SEAT (May et al. 2019), after WEAT (Caliskan et al. 2017).

Dolci et al. 2023, section 5.1.1. Targets X and Y, attributes A and B are sets of texts:

    s(w, A, B) = mean over a in A of cos(w, a) - mean over b in B of cos(w, b)
    d = (mean over x in X of s(x, A, B) - mean over y in Y of s(y, A, B)) / sd over X and Y of s

sd is that of a sample (n - 1), as in the published code of SEAT. The p-value is one-sided: the
share of the partitions of X and Y into sets of their sizes whose sum of s over the first set is at
least that observed, ties included. Where there are no more partitions than `samples`, all of them
are counted, the observed one among them; else `samples` - 1 are drawn at random and the observed
one is counted beside them, which adds 1 above and below, so that p is never 0.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cdaflow.embeddings.direction import NOTHING, unit_length
from cdaflow.embeddings.encoders.base import Encoder
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import MALFORMED, read_json

Numbers = NDArray[np.float64]

#: Partitions that are counted at most; that of the published code.
SAMPLES = 100_000

#: Tests of gender, over which Dolci et al. average; those whose associations should stay.
GENDER = ("C6", "C6b", "C7", "C7b", "C8", "C8b")
RETAINED = ("C1", "C2")

#: The name of the test that is made of professions, the frame of these, and what they go with.
PROFESSIONS = "professions"
FRAME = "The {} is tired."
FEMININE = ("she", "her", "herself")
MASCULINE = ("he", "him", "himself")

#: Partitions that are summed at a time.
_BLOCK = 2000


class Concept(NamedTuple):
    """A set of sentences or words, each once."""

    category: str
    examples: tuple[str, ...]


@dataclass(frozen=True)
class AssociationTest:
    """Targets X and Y, attributes A and B; a d above 0 is the association that is expected."""

    name: str
    targets: tuple[Concept, Concept]
    attributes: tuple[Concept, Concept]

    @property
    def concepts(self) -> tuple[Concept, ...]:
        """X, Y, A and B."""
        return *self.targets, *self.attributes


@dataclass(frozen=True)
class Association:
    """The result of a test; `first`, `second`: s of each target of X and Y."""

    effect_size: float
    p: float
    is_exact: bool
    first: Numbers
    second: Numbers


def associations(
    targets: Numbers, first_attributes: Numbers, second_attributes: Numbers
) -> Numbers:
    """Return s(w, A, B) of each target: vectors (n, d), (a, d), (b, d) to (n,)."""
    words, first, second = (
        unit_length(vectors)[0] for vectors in (targets, first_attributes, second_attributes)
    )
    result: Numbers = (words @ first.T).mean(axis=1) - (words @ second.T).mean(axis=1)
    return result


def effect_size(first: Numbers, second: Numbers) -> Numbers:
    """Return d of s of the targets X and Y, of shapes (..., m) and (..., n); NaN where all agree.

    Leading dimensions are resamples.
    """
    spread = np.concatenate([first, second], axis=-1).std(axis=-1, ddof=1)
    difference = first.mean(axis=-1) - second.mean(axis=-1)
    result: Numbers = np.where(spread > NOTHING, difference / np.maximum(spread, NOTHING), np.nan)
    return result


def permutation_p(
    first: Numbers, second: Numbers, samples: int = SAMPLES, seed: int = 1
) -> tuple[float, bool]:
    """Return the p-value of s of the targets X (m,) and Y (n,), and whether it is exact."""
    values = np.concatenate([first, second])
    size, total = len(first), len(values)
    # Sums of the same numbers in another order differ in the last places.
    observed = float(first.sum()) - 1e-12 * max(float(np.abs(values).sum()), NOTHING)
    partitions = comb(total, size)
    if partitions <= samples:
        chosen = combinations(range(total), size)
        as_large = 0
        while block := list(islice(chosen, _BLOCK)):
            as_large += int((values[np.array(block)].sum(axis=1) >= observed).sum())
        return as_large / partitions, True
    random = np.random.default_rng(seed)
    as_large, left = 1, samples - 1
    while left > 0:
        number = min(left, _BLOCK)
        order = random.permuted(np.broadcast_to(values, (number, total)), axis=1)
        as_large += int((order[:, :size].sum(axis=1) >= observed).sum())
        left -= number
    return as_large / samples, False


def associate(vectors: Sequence[Numbers], samples: int = SAMPLES, seed: int = 1) -> Association:
    """Return the result of a test: of X, Y, A and B their vectors (n, d)."""
    x, y, a, b = vectors
    both = associations(np.concatenate([x, y]), a, b)
    first, second = both[: len(x)], both[len(x) :]
    p, is_exact = permutation_p(first, second, samples, seed)
    return Association(float(effect_size(first, second)), p, is_exact, first, second)


def read_association_test(path: str | os.PathLike[str]) -> AssociationTest:
    """Return the test of a file of sent-bias: JSON with targ1, targ2, attr1, attr2.

    Each has a category and examples. Its name is C6b for sent-weat6b.jsonl, else that of the file.
    Raises InputError for any other content, or a target of fewer than 2 examples.
    """
    content = read_json(path)
    try:
        concepts = [
            Concept(str(content[key]["category"]), _texts(content[key]["examples"]))
            for key in ("targ1", "targ2", "attr1", "attr2")
        ]
    except MALFORMED as error:
        raise InputError(
            "association-test.malformed",
            f"not an association test ({type(error).__name__}: {error})",
            file=path,
            hint="expected targ1, targ2, attr1 and attr2, each with category and examples, as "
            "in the tests of sent-bias",
        ) from None
    for concept, least in zip(concepts, (2, 2, 1, 1), strict=True):
        if len(concept.examples) < least:
            raise InputError(
                "association-test.too-few-examples",
                f"{concept.category}: at least {least} examples are needed",
                file=path,
            )
    x, y, a, b = concepts
    stem = Path(path).name.split(".")[0]
    number = stem.removeprefix("sent-").removeprefix("weat")
    name = f"C{number}" if number[:1].isdecimal() else stem
    return AssociationTest(name, (x, y), (a, b))


def _texts(examples: object) -> tuple[str, ...]:
    if not isinstance(examples, list) or not all(isinstance(example, str) for example in examples):
        raise TypeError("examples is not a list of texts")
    return tuple(dict.fromkeys(examples))


def profession_test(shares: Mapping[str, float], number: int) -> AssociationTest:
    """Return a test of the `number` professions with most women and as many with most men.

    "The nurse is tired.", beside she, her, herself and he, him, himself. Raises ConfigError where
    there are fewer professions.
    """
    if number < 2 or len(shares) < 2 * number:
        raise ConfigError(
            "professions.number-out-of-range",
            f"the number of professions per side must be from 2 to {len(shares) // 2} (half of "
            f"{len(shares)}), not {number}",
        )
    # Of equal shares the first by name, so that the order of the file does not matter.
    ordered = sorted(shares, key=lambda name: (-shares[name], name))
    sides = ordered[:number], ordered[-number:]
    feminine, masculine = (
        Concept(category, tuple(FRAME.format(name) for name in names))
        for category, names in zip(("feminine", "masculine"), sides, strict=True)
    )
    attributes = Concept("feminine words", FEMININE), Concept("masculine words", MASCULINE)
    return AssociationTest(PROFESSIONS, (feminine, masculine), attributes)


def run_tests(
    encoder: Encoder, tests: Iterable[AssociationTest], *, samples: int = SAMPLES, seed: int = 1
) -> dict[str, Any]:
    """Return the results of tests as JSON values: of each its d, p and s of each target; means.

    Examples without any word that the encoder knows are left out, and named; so are professions
    with an unknown word, since the rest of their frame says nothing of them. Of the other tests
    it is counted how many examples have unknown words.

    Raises InputError where too few examples are left.
    """
    listed = list(tests)
    names = [test.name for test in listed]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(
                "association-test.duplicate",
                f"two tests have the name {name}",
                hint="give each test once",
            )
    texts = list(dict.fromkeys(t for test in listed for c in test.concepts for t in c.examples))
    words = [encoder.split(text) for text in texts]
    vectors = dict(zip(texts, encoder.embed(words).astype(np.float64), strict=True))
    unknown = {text for text, split in zip(texts, words, strict=True) if _unknown(encoder, split)}
    results = {}
    for test in listed:
        usable = {
            text
            for text, vector in vectors.items()
            if vector.any() and not (test.name == PROFESSIONS and text in unknown)
        }
        usable_examples = [
            [text for text in concept.examples if text in usable] for concept in test.concepts
        ]
        for concept, examples, least in zip(
            test.concepts, usable_examples, (2, 2, 1, 1), strict=True
        ):
            if len(examples) < least:
                raise InputError(
                    "association-test.too-few-known",
                    f"{test.name}: the encoder knows {len(examples)} of the "
                    f"{len(concept.examples)} examples of {concept.category}; at least {least} are "
                    "needed",
                )
        arrays = [np.array([vectors[text] for text in some]) for some in usable_examples]
        results[test.name] = _result(
            test, usable_examples, unknown, associate(arrays, samples, seed)
        )
    return {
        "tests": results,
        "means": {
            kind: _mean(results, names)
            for kind, names in (("gender", GENDER), ("retained", RETAINED))
            if set(names) & set(results)
        },
        "partitions": samples,
        "seed": seed,
    }


def _unknown(encoder: Encoder, words: Sequence[str]) -> bool:
    return encoder.inputs is not None and bool((encoder.inputs.rows(words) < 0).any())


def _result(
    test: AssociationTest,
    examples: Sequence[Sequence[str]],
    unknown: set[str],
    association: Association,
) -> dict[str, Any]:
    sides = [
        {
            "category": concept.category,
            "examples": len(texts),
            "left_out": [text for text in concept.examples if text not in texts],
            "with_unknown_words": sum(text in unknown for text in texts),
        }
        for concept, texts in zip(test.concepts, examples, strict=True)
    ]
    values = [
        {text: round(value, 8) for text, value in zip(texts, some.tolist(), strict=True)}
        for texts, some in zip(examples, (association.first, association.second), strict=False)
    ]
    size = association.effect_size
    return {
        "effect_size": None if np.isnan(size) else round(size, 6),
        "p": round(association.p, 8),
        "exact": association.is_exact,
        "concepts": sides,
        "associations": values,
    }


def _mean(results: Mapping[str, Mapping[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """Return the mean d, and that of its absolute values: tests of both signs cancel out."""
    here = [name for name in names if name in results]
    sizes = [results[name]["effect_size"] for name in here]
    if None in sizes:
        return {"tests": here, "effect_size": None, "absolute": None}
    return {
        "tests": here,
        "effect_size": round(float(np.mean(sizes)), 6),
        "absolute": round(float(np.mean(np.abs(sizes))), 6),
    }
