"""The most biased pairs of a text are left out, or as many random ones: its control.

Dolci et al. 2023, section 4.1, take the share above a percentile of Abs. Beside it stands what goes
with the stereotype ("consistent"), and the random control that the paper does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.embeddings.words import split_words
from cdaflow.errors import InputError
from cdaflow.io.columns import numbers_of, take
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, write_pairs
from cdaflow.text.ids import draws
from cdaflow.wordlists.english_lists import GenderedNouns, GenderedPronouns

#: By what pairs are left out: the whole bias Abs; the bias to the side of the gender that the
#: sentence states; or chance.
Criterion = Literal["absolute", "consistent", "random"]

Numbers = NDArray[np.float64]

#: The columns of `cdaflow bias score` that are read.
NEEDED = ("source", "target", "bias_f", "bias_m", "bias_abs")


@dataclass(frozen=True)
class Dropped:
    """Pairs that there were, and that were left out; the mean Abs of all and of what stays."""

    pairs: int
    dropped: int
    mean_before: float
    mean_after: float


def stated_gender(text: str, pronouns: GenderedPronouns, nouns: GenderedNouns) -> int:
    """Return the gender of the gendered words of an English text: 1 feminine, -1 masculine.

    0 where there are none, or of both genders. A masculine noun that is said of women too, or of
    things, states nothing.
    """
    genders = set()
    for word in split_words(text):
        low = word.lower()
        if low in pronouns:
            genders.add(pronouns[low][0].gender)
            continue
        noun = nouns.address.get(word) or nouns.words.get(low)
        if noun is not None and (noun.gender == "Fem" or not noun.note):
            genders.add(noun.gender)
    if len(genders) != 1:
        return 0
    return 1 if "Fem" in genders else -1


def consistency(f: Numbers, m: Numbers, genders: Sequence[int]) -> Numbers:
    """Return how far the bias F + M of sentences lies on the side of the gender that they state.

    Shape (n,); positive: "she" beside words of the feminine side; 0 where no gender is stated.
    """
    return (f + m) * np.array(genders, dtype=np.float64)


def most_biased(values: Numbers, share: float) -> NDArray[np.int64]:
    """Return the rows of the largest values (n,), a `share` of them (0 to 1), in their order.

    The number is rounded to the nearest; of equal values the first rows count.
    """
    number = int(share * len(values) + 0.5)
    return np.sort(np.argsort(-values, kind="stable")[:number])


def random_values(ids: NDArray[np.integer], seed: int) -> Numbers:
    """Return a pseudo-random number for each id (n,), which depends only on id and seed."""
    return draws(ids.astype(np.uint64), seed).astype(np.float64)


def drop_biased(
    inputs: Sequence[str],
    outputs: Sequence[str],
    criterion: Criterion,
    share: float,
    seed: int,
    lists: tuple[GenderedPronouns, GenderedNouns],
) -> Dropped:
    """Write scored pairs without the most biased `share` (0 to 1) of them, in their order.

    `inputs`: pairs with the columns of `cdaflow bias score`. `lists`: the gendered words that
    "consistent" goes by. Random pairs are drawn by id and `seed`. The files are read twice.

    Raises InputError where a file is at fault, a score is no number or no pair is left.
    """
    check_kinds(inputs, outputs)
    schema = pair_schema(inputs, NEEDED)
    values, absolute = [np.zeros(0)], [np.zeros(0)]
    for batch in read_pairs(inputs, NEEDED):
        f, m, whole = (_floats(batch.column(name).to_pylist(), inputs) for name in NEEDED[2:])
        absolute.append(whole)
        if criterion == "random":
            values.append(random_values(numbers_of(batch.column("id")), seed))
        elif criterion == "consistent":
            texts = batch.column("source").to_pylist()
            values.append(consistency(f, m, [stated_gender(t or "", *lists) for t in texts]))
        else:
            values.append(whole)
    every, ranked = np.concatenate(absolute), np.concatenate(values)
    remaining = np.ones(len(every), dtype=bool)
    remaining[most_biased(ranked, share)] = False
    if not remaining.any():
        raise InputError(
            "pair.none-left", "no pair remains", file=inputs[0], hint="drop a smaller share"
        )
    write_pairs(outputs, schema, _kept(inputs, remaining))
    return Dropped(
        len(every), int((~remaining).sum()), float(every.mean()), float(every[remaining].mean())
    )


def _kept(inputs: Sequence[str], remaining: NDArray[np.bool_]) -> Iterator[pa.RecordBatch]:
    start = 0
    for batch in read_pairs(inputs, NEEDED):
        rows = np.flatnonzero(remaining[start : start + batch.num_rows])
        start += batch.num_rows
        if len(rows):
            yield take(batch, rows)


def _floats(cells: Iterable[object], paths: Sequence[str]) -> Numbers:
    try:
        scores = np.array([float(str(cell)) for cell in cells])
    except ValueError as error:
        raise InputError(
            "bias-score.not-a-number", f"a bias score is not a number ({error})", file=paths[0]
        ) from None
    if not np.isfinite(scores).all():
        raise InputError("bias-score.not-finite", "a bias score is not finite", file=paths[0])
    return scores
