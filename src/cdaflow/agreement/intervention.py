"""Which words change when the gender of some words of a sentence is set (section 4 of the paper).

Words are named by their ids in the tree (CoNLL-U, from 1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.agreement.batch import all_tokens, build_batch, log_phi
from cdaflow.agreement.inference import best_assignment
from cdaflow.agreement.model import AgreementModel
from cdaflow.errors import InputError
from cdaflow.trees import Sentence, Token

#: Sentences in one tensor programme: few enough for the processor's cache.
CHUNK = 8192


@dataclass(frozen=True, slots=True)
class Change:
    """A word that gets another tag: its id, and the inferred features before and after."""

    position: int
    old: Mapping[str, str]
    new: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class InterventionRequest:
    """A sentence and the values that words of it are to get.

    `target_genders`: the word ids to set, with the value wanted; `keep`: ids of words whose tags
    must stay (other persons, inanimate nouns).
    """

    sentence: Sentence
    target_genders: Mapping[int, str]
    keep: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class InterventionResult:
    """The words of a sentence that change, in order, those that were set among them.

    `score`: logarithm of the factors of the assignment; compare only within one sentence.
    """

    sentence: Sentence
    changes: tuple[Change, ...]
    score: float


@dataclass(frozen=True)
class Options:
    """How interventions are made.

    `log_alpha`: the strength with which observed tags are kept (None: the model's). `feature`: the
    one that is set. `free`: the features whose values may change elsewhere (number and the like
    stay).
    """

    log_alpha: float | None = None
    feature: str = "Gender"
    free: tuple[str, ...] = ("Gender",)
    dtype: torch.dtype = torch.float32
    device: str = "cpu"


_DEFAULTS = Options()


def intervene(
    sentence: Sentence,
    genders: Mapping[int, str],
    model: AgreementModel,
    *,
    keep: Collection[int] = (),
    options: Options = _DEFAULTS,
) -> tuple[Change, ...]:
    """Return the words of a sentence that change once `genders` (id -> value) are set.

    A convenience for one sentence; `intervene_all` takes many at once, which is faster by far.
    """
    request = InterventionRequest(sentence, genders, keep)
    return intervene_all([request], model, options=options)[0].changes


def intervene_all(
    requests: Sequence[InterventionRequest], model: AgreementModel, *, options: Options = _DEFAULTS
) -> list[InterventionResult]:
    """Return the most probable result of each request, in order.

    The same sentence may come several times, with one request each.

    Raises InputError for an id that is no word of its sentence, for a sentence that is no tree and
    for requests that contradict themselves; ConfigError for a value or feature that the model does
    not know.
    """
    chunks = (requests[start : start + CHUNK] for start in range(0, len(requests), CHUNK))
    return [result for chunk in chunks for result in _intervene_chunk(chunk, model, options)]


def combinations(
    sentence: Sentence,
    positions: Sequence[int],
    genders: Sequence[str] = ("Fem", "Masc"),
    *,
    feature: str = "Gender",
) -> Iterator[dict[int, str]]:
    """Yield every combination of `genders` over `positions` except the current one.

    Raises InputError for a position that is no word of the sentence.
    """
    observed = tuple(_word(sentence, position).feats.get(feature, "") for position in positions)
    for values in product(genders, repeat=len(positions)):
        if values != observed:
            yield dict(zip(positions, values, strict=True))


def _word(sentence: Sentence, position: int) -> Token:
    if not 1 <= position <= len(sentence.tokens):
        raise InputError(
            "word.out-of-range",
            f"word {position} is requested, but sentence {sentence.sent_id or sentence.text!r} has "
            f"{len(sentence.tokens)} words",
        )
    return sentence.tokens[position - 1]


def _intervene_chunk(
    requests: Sequence[InterventionRequest], model: AgreementModel, options: Options
) -> list[InterventionResult]:
    sentences = [request.sentence for request in requests]
    tokens = all_tokens(sentences)
    observed = model.tags.encode(tokens)
    starts = np.cumsum([0, *(len(sentence.tokens) for sentence in sentences)])
    forced = _forced(requests, model, options, starts, observed)
    # A word that can only have the empty tag changes nothing; see `batch`.
    keep = observed > 0
    keep[list(forced)] = True
    batch = build_batch(sentences, model.labels, tokens=tokens, keep=keep, device=options.device)
    phi = log_phi(
        batch, observed, model.tags.may_replace(options.free),
        log_alpha=model.log_alpha if options.log_alpha is None else options.log_alpha,
        forced=forced, dtype=options.dtype,
    )  # fmt: skip
    log_psi = model.table(dtype=options.dtype, device=options.device)
    best, value = best_assignment(batch, log_psi, phi)
    changes = _changes(model, starts, observed, batch.by_word(best).cpu().numpy())
    return [
        InterventionResult(sentence, tuple(sentence_changes), score)
        for sentence, sentence_changes, score in zip(
            sentences, changes, value.tolist(), strict=True
        )
    ]


def _forced(
    requests: Sequence[InterventionRequest],
    model: AgreementModel,
    options: Options,
    starts: NDArray[np.int64],
    observed: NDArray[np.int64],
) -> dict[int, NDArray[np.bool_]]:
    """Return the tags that words must have, by their index in the row of all words of a chunk."""
    forced: dict[int, NDArray[np.bool_]] = {}
    masks: dict[tuple[int, str], NDArray[np.bool_]] = {}
    eye = np.eye(len(model.tags), dtype=bool)
    for request, start in zip(requests, starts.tolist(), strict=False):
        sentence = request.sentence
        for position in request.keep:
            word = start + _word(sentence, position).id - 1
            forced[word] = eye[observed[word]]
        for position, value in request.target_genders.items():
            if position in request.keep:
                raise InputError(
                    "word.kept-and-changed",
                    f"word {position} of sentence {sentence.sent_id or sentence.text!r} "
                    "must be both kept and changed",
                )
            word = start + _word(sentence, position).id - 1
            key = int(observed[word]), value
            if key not in masks:
                masks[key] = model.tags.forced(key[0], {options.feature: value}, options.free)
            forced[word] = masks[key]
    return forced


def _changes(
    model: AgreementModel,
    starts: NDArray[np.int64],
    observed: NDArray[np.int64],
    best: NDArray[np.int64],
) -> list[list[Change]]:
    """Return the changes in each sentence, given the tags of all words before and after."""
    changes: list[list[Change]] = [[] for _ in starts[1:]]
    words = np.flatnonzero(observed != best)
    trees = np.searchsorted(starts, words, side="right") - 1
    named = [model.tags.values(tag) for tag in range(len(model.tags))]
    for word, tree in zip(words.tolist(), trees.tolist(), strict=True):
        position = word - int(starts[tree]) + 1
        changes[tree].append(Change(position, named[observed[word]], named[best[word]]))
    return changes
