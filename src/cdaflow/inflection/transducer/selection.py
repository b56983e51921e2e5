"""What of a lexicon is learned from, and what of it is kept for dev.

Treebanks hold the words as they are used, lexicons tens of thousands of rare ones; some twenty
thousand examples teach nearly as much as all of them. The lemmata of treebanks come first, then
lemmata are drawn from the rest. Most of the forms to be made of forms change the gender, which is
what the model is there for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.transducer.examples import Example, changes, from_forms, from_lemmas, normal

_OPEN = frozenset({"NOUN", "ADJ"})
_AGREEING = frozenset({"Gender", "Number"})
#: Characters beside letters that words have inside.
_INNER = frozenset("-'’·״׳\"")
#: At most such shares of the examples are made of a form in the other gender or number.
_GENDER, _NUMBER = 0.4, 0.15


class Selection(NamedTuple):
    """Examples to learn from and for dev, of different lemmata; `left_out`: entries held out."""

    training: list[Example]
    dev: list[Example]
    left_out: int


def is_nominal(entry: Entry) -> bool:
    """Whether an entry is a noun, an adjective or a participle that shows gender or number.

    Words with digits, several words, and nouns with possessive suffixes (Hebrew) are not.
    """
    feats = entry.feats
    if entry.upos in ("VERB", "AUX"):
        if feats.get("VerbForm") != "Part":
            return False
    elif entry.upos not in _OPEN or not _AGREEING & feats.keys():
        return False
    if any(name.endswith("[psor]") for name in feats):
        return False
    return _is_word(entry.lemma) and _is_word(entry.form)


def _is_word(text: str) -> bool:
    return text[:1].isalpha() and all(letter.isalpha() or letter in _INNER for letter in text)


def select(
    entries: Iterable[Entry],
    *,
    size: int,
    dev_share: float,
    seed: int = 1,
    without: Collection[str] = (),
) -> Selection:
    """Return at most `size` training examples and those of a share of the lemmata for dev.

    `without`: lemmata of a test set (as `normal` spells them): entries with one of them as lemma
    or as form are left out, so that the model has not seen the words it is tested on.
    """
    kept: list[Entry] = []
    left_out = 0
    for entry in entries:
        if not is_nominal(entry):
            continue
        if normal(entry.lemma) in without or normal(entry.form) in without:
            left_out += 1
        else:
            kept.append(entry)
    lemmas, forms = from_lemmas(kept), from_forms(kept)
    genders = [example for example in forms if changes(example) == "Gender"]
    numbers = [example for example in forms if changes(example) != "Gender"]
    first = {normal(entry.lemma) for entry in kept if entry.source.startswith("treebank:")}
    chosen = _drawn(genders, round(_GENDER * size), first, seed)
    chosen += _drawn(numbers, round(_NUMBER * size), first, seed)
    chosen += _drawn(lemmas, size - len(chosen), first, seed)
    dev = [e for e in chosen if _share(e.lemma, seed) < dev_share]
    training = [e for e in chosen if _share(e.lemma, seed) >= dev_share]
    return Selection(training, dev, left_out)


def _drawn(
    examples: Sequence[Example], size: int, first: Collection[str], seed: int
) -> list[Example]:
    """Return at most `size` examples, lemmata of `first` before the others, whole lemmata."""
    lemmas = list(dict.fromkeys(example.lemma for example in examples))
    rank = np.random.default_rng([seed, 7]).permutation(len(lemmas))
    place = {lemma: (lemma not in first, int(r)) for lemma, r in zip(lemmas, rank, strict=True)}
    order = sorted(range(len(examples)), key=lambda i: (place[examples[i].lemma], i))
    return [examples[i] for i in sorted(order[:size])]


def _share(lemma: str, seed: int) -> float:
    """Return a number from 0 to below 1 that depends on the lemma alone."""
    code = hashlib.sha256(f"{seed}\t{lemma}".encode()).digest()
    return int.from_bytes(code[:6], "big") / 2**48
