"""Which words change when the gender of some words of a sentence is set (section 4 of the paper).

Words are named by their ids in the tree (CoNLL-U, from 1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.agreement.batch import all_tokens, build_batch
from cdaflow.agreement.evidence import log_phi
from cdaflow.agreement.inference import best_assignment
from cdaflow.agreement.model import AgreementModel
from cdaflow.agreement.ties import tie
from cdaflow.errors import ConfigError, InputError
from cdaflow.trees import Sentence, Token

#: Which determiners of an intervened noun are set to its gender whatever the model says.
Determiners = Literal["none", "gendered", "all"]

#: Sentences in one tensor programme: few enough for the processor's cache.
CHUNK = 8192


@dataclass(frozen=True, slots=True)
class Change:
    """A word that gets another tag: its id, and the inferred features before and after."""

    position: int
    old: Mapping[str, str]
    new: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Intervention:
    """What is asked of one sentence.

    `genders`: the word ids to set, with the value wanted; `keep`: ids of words whose tags must stay
    (other persons, nouns of things); `ties`: groups of ids that are one person, of which those
    with a gender get the same.
    """

    genders: Mapping[int, str]
    keep: Collection[int] = ()
    ties: Sequence[Collection[int]] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The words that change, in order, the intervened ones among them; and what was asked."""

    asked: Intervention
    changes: tuple[Change, ...]
    #: Logarithm of the factors of the assignment; compare only within one sentence.
    score: float


@dataclass(frozen=True)
class Options:
    """How interventions are made.

    `log_alpha`: the strength with which observed tags are kept (None: the model's). `feature`: the
    one that is set. `free`: the features whose values may change elsewhere (number and the like
    stay). `determiners`: "gendered" sets those that have a gender and whose head is an intervened
    word to the same gender, "all" those without one too (Naik et al. 2023, section 4.2, found
    that the model seldom marks them in French and Italian); "none" leaves them to the model.
    """

    log_alpha: float | None = None
    feature: str = "Gender"
    free: tuple[str, ...] = ("Gender",)
    determiners: Determiners = "none"
    dtype: torch.dtype = torch.float32
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.determiners not in ("none", "gendered", "all"):
            raise ConfigError(f"determiners: none, gendered or all, found {self.determiners!r}")


_DEFAULTS = Options()


def intervene(
    sentence: Sentence,
    genders: Mapping[int, str],
    model: AgreementModel,
    *,
    keep: Collection[int] = (),
    ties: Sequence[Collection[int]] = (),
    options: Options = _DEFAULTS,
) -> tuple[Change, ...]:
    """Return the words of a sentence that change once `genders` (id -> value) are set.

    A convenience for one sentence; `intervene_all` takes many at once, which is faster by far.
    """
    asked = Intervention(genders, keep, ties)
    return intervene_all([sentence], [asked], model, options=options)[0].changes


def intervene_all(
    sentences: Sequence[Sentence],
    asked: Sequence[Intervention],
    model: AgreementModel,
    *,
    options: Options = _DEFAULTS,
) -> list[Outcome]:
    """Return the most probable outcome of each intervention, one for each sentence, in order.

    The same sentence may come several times, with one intervention each.

    Raises InputError for an id that is no word of its sentence, for a sentence that is no tree and
    for wishes that contradict one another; ConfigError for a value or feature that the model does
    not know.
    """
    if len(sentences) != len(asked):
        raise ValueError(f"{len(sentences)} sentences, {len(asked)} interventions")
    outcomes: list[Outcome] = []
    for start in range(0, len(sentences), CHUNK):
        part = slice(start, start + CHUNK)
        outcomes += _chunk(sentences[part], asked[part], model, options)
    return outcomes


def combinations(
    sentence: Sentence,
    positions: Sequence[int],
    genders: Sequence[str] = ("Fem", "Masc"),
    *,
    feature: str = "Gender",
) -> Iterator[dict[int, str]]:
    """Yield every combination of `genders` over `positions` but the one that stands there.

    Raises InputError for a position that is no word of the sentence.
    """
    observed = tuple(_word(sentence, place).feats.get(feature, "") for place in positions)
    for values in product(genders, repeat=len(positions)):
        if values != observed:
            yield dict(zip(positions, values, strict=True))


def intervene_combinations(
    sentence: Sentence,
    positions: Sequence[int],
    model: AgreementModel,
    genders: Sequence[str] = ("Fem", "Masc"),
    *,
    keep: Collection[int] = (),
    ties: Sequence[Collection[int]] = (),
    options: Options = _DEFAULTS,
) -> list[Outcome]:
    """Return one outcome for each combination of genders of several words; see `combinations`.

    Combinations that contradict a tie are left out.
    """
    place_of = {position: group for group, tied in enumerate(ties) for position in tied}
    asked = [
        Intervention(wanted, keep, ties)
        for wanted in combinations(sentence, positions, genders, feature=options.feature)
        if len({(place_of[p], v) for p, v in wanted.items() if p in place_of})
        == len({place_of[p] for p in wanted if p in place_of})
    ]
    return intervene_all([sentence] * len(asked), asked, model, options=options)


def retagged(sentence: Sentence, changes: Sequence[Change]) -> Sentence:
    """Return the sentence with the features of the changed words replaced, forms as they were."""
    tokens = list(sentence.tokens)
    for change in changes:
        old = tokens[change.position - 1]
        feats = {name: value for name, value in old.feats.items() if name not in change.old}
        tokens[change.position - 1] = old.changed(feats=feats | dict(change.new))
    return Sentence(tuple(tokens), sentence.multiwords, sentence.comments, sentence.empty_nodes)


def _word(sentence: Sentence, position: int) -> Token:
    if not 1 <= position <= len(sentence.tokens):
        raise InputError(
            f"sentence {sentence.sent_id or sentence.text!r} has {len(sentence.tokens)} words, "
            f"word {position} is asked for"
        )
    return sentence.tokens[position - 1]


@dataclass
class _Wishes:
    """What is asked of the words of a chunk, by their place in the row of all its words."""

    forced: dict[int, NDArray[np.bool_]] = field(default_factory=dict)
    ties: dict[int, list[list[int]]] = field(default_factory=dict)


def _chunk(
    sentences: Sequence[Sentence],
    asked: Sequence[Intervention],
    model: AgreementModel,
    options: Options,
) -> list[Outcome]:
    tokens = all_tokens(sentences)
    observed = model.tags.encode(tokens)
    starts = np.cumsum([0, *(len(sentence.tokens) for sentence in sentences)])
    wishes = _wishes(sentences, asked, model, options, starts, observed)
    # A word that can only have the empty tag changes nothing; see `batch`.
    keep = observed > 0
    keep[list(wishes.forced)] = True
    batch = build_batch(sentences, model.labels, tokens=tokens, keep=keep, device=options.device)
    phi = log_phi(
        batch, observed, model.tags.may_replace(options.free),
        log_alpha=model.log_alpha if options.log_alpha is None else options.log_alpha,
        forced=wishes.forced, dtype=options.dtype,
    )  # fmt: skip
    log_psi = model.table(dtype=options.dtype, device=options.device)
    if wishes.ties:
        tied = tie(batch, phi, wishes.ties, model.tags, options.feature)
        best, value = tied.best_assignment(log_psi)
    else:
        best, value = best_assignment(batch, log_psi, phi)
    return _outcomes(asked, model, starts, observed, batch.by_word(best).cpu().numpy(), value)


def _wishes(
    sentences: Sequence[Sentence],
    asked: Sequence[Intervention],
    model: AgreementModel,
    options: Options,
    starts: NDArray[np.int64],
    observed: NDArray[np.int64],
) -> _Wishes:
    wishes = _Wishes()
    tags, feature, free = model.tags, options.feature, options.free
    masks: dict[tuple[int, str], NDArray[np.bool_]] = {}
    eye = np.eye(len(tags), dtype=bool)
    for tree, (sentence, wish, start) in enumerate(
        zip(sentences, asked, starts.tolist(), strict=False)
    ):
        for position in wish.keep:
            _word(sentence, position)
            wishes.forced[start + position - 1] = eye[observed[start + position - 1]]
        values = dict(wish.genders)
        if options.determiners != "none":
            values = _with_determiners(sentence, values, feature, options.determiners) | values
        for position, value in values.items():
            if position in wish.keep:
                raise InputError(
                    f"word {position} of sentence {sentence.sent_id or sentence.text!r} "
                    "is both to be kept and to be changed"
                )
            _word(sentence, position)
            key = int(observed[start + position - 1]), value
            if key not in masks:
                masks[key] = tags.forced(key[0], {feature: value}, free)
            wishes.forced[start + position - 1] = masks[key]
        if wish.ties:
            for position in (p for group in wish.ties for p in group):
                _word(sentence, position)
            wishes.ties[tree] = [[p - 1 for p in sorted(group)] for group in wish.ties]
    return wishes


def _with_determiners(
    sentence: Sentence, values: Mapping[int, str], feature: str, which: Determiners
) -> dict[int, str]:
    """Return the determiners of the intervened words with the value of their head."""
    return {
        token.id: values[token.head]
        for token in sentence.tokens
        if token.head in values
        and token.upos == "DET"
        and (which == "all" or feature in token.feats)
    }


def _outcomes(
    asked: Sequence[Intervention],
    model: AgreementModel,
    starts: NDArray[np.int64],
    observed: NDArray[np.int64],
    best: NDArray[np.int64],
    value: torch.Tensor,
) -> list[Outcome]:
    tags = model.tags
    changes: list[list[Change]] = [[] for _ in asked]
    words = np.flatnonzero(observed != best)
    trees = np.searchsorted(starts, words, side="right") - 1
    named = [tags.values(tag) for tag in range(len(tags))]
    for word, tree in zip(words.tolist(), trees.tolist(), strict=True):
        position = word - int(starts[tree]) + 1
        old, new = named[observed[word]], named[best[word]]
        changes[tree].append(Change(position, old, new))
    return [
        Outcome(wish, tuple(found), score)
        for wish, found, score in zip(asked, changes, value.tolist(), strict=True)
    ]
