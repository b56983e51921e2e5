"""Debiased source embeddings for the systems +HD (Choubey et al. 2021, section 4).

Which subwords of a vocabulary stand for gendered words, the word lists of English say; what is done
to their embeddings is in `cdaflow.embeddings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.embeddings.debiasing import hard_debias
from cdaflow.embeddings.direction import chance_cosine, gender_cosines, gender_subspace
from cdaflow.errors import InputError
from cdaflow.gfst.source_filter import words_of
from cdaflow.wordlists.english_lists import EnglishProfessions, GenderedNouns, GenderedPronouns

#: Components of the subspace whose shares of the variance are reported.
_REPORTED = 10

#: What SentencePiece has at the beginning of a word.
WORD_START = "\u2581"

#: Kinds of nouns that are gendered and nothing else; their pairs define the subspace.
_DEFINING = ("person", "kin")

#: The order of pronouns, since each is in one pair only: "her" goes with "his" and not with "him".
_CASES = ("subject", "possessive", "reflexive", "object", "independent")


@dataclass(frozen=True)
class GenderedSubwords:
    """Rows of a vocabulary; pairs are feminine and masculine, and no row is in two of them.

    defining: pairs that the gender subspace is made of. equal: those and the pairs of titles,
    roles and forms of address. specific: all that stands for a gendered word, and so keeps its
    gender. professions: those of neutral professions. `absent` is the number of pairs of words
    of which one is no subword.
    """

    defining: tuple[tuple[int, int], ...]
    equal: tuple[tuple[int, int], ...]
    specific: frozenset[int]
    professions: tuple[int, ...]
    absent: int


def gendered_subwords(
    subwords: Sequence[str],
    pronouns: GenderedPronouns,
    nouns: GenderedNouns,
    professions: EnglishProfessions,
) -> GenderedSubwords:
    """Return the subwords of gendered words and of professions in a SentencePiece vocabulary.

    A word counts where it is one subword, beginning with U+2581, in small letters, with a capital
    or in capitals. Specific are also the same letters without U+2581, which are a part of a
    compound ("police|woman") or stand behind a quotation mark. A masculine word that the list
    notes as said of women too, or of other things, is neither in a pair nor specific.
    """
    rows = {subword: number for number, subword in enumerate(subwords)}
    defining: list[tuple[int, int]] = []
    equal: list[tuple[int, int]] = []
    used: set[int] = set()
    absent = 0
    for feminine, masculine, defines in _pairs(pronouns, nouns):
        has_pair = False
        for feminine_form, masculine_form in zip(_spelt(feminine), _spelt(masculine), strict=True):
            if WORD_START + feminine_form not in rows or WORD_START + masculine_form not in rows:
                continue
            has_pair = True
            pair = rows[WORD_START + feminine_form], rows[WORD_START + masculine_form]
            if used.isdisjoint(pair):
                used.update(pair)
                equal.append(pair)
                defining += [pair] * defines
        absent += not has_pair
    specific = {
        rows[start + word]
        for word in _specific_words(pronouns, nouns)
        for start in ("", WORD_START)
        if start + word in rows
    }
    neutral = (
        rows[WORD_START + word]
        for words in professions
        if len(words) == 1
        for word in _spelt(words[0])
        if WORD_START + word in rows
    )
    return GenderedSubwords(
        tuple(defining),
        tuple(equal),
        frozenset(specific | used),
        tuple(row for row in dict.fromkeys(neutral) if row not in specific | used),
        absent,
    )


def _pairs(pronouns: GenderedPronouns, nouns: GenderedNouns) -> Iterator[tuple[str, str, bool]]:
    """Yield feminine and masculine word of each pair, and whether it defines the subspace."""
    readings = [reading for of_form in pronouns.values() for reading in of_form]
    for case in _CASES:
        for reading in readings:
            if reading.case == case and reading.gender == "Masc":
                yield reading.opposite, reading.form, True
    seen = set()
    for table in (nouns.words, nouns.address):
        for noun in table.values():
            pair = (
                (noun.form, noun.opposite) if noun.gender == "Fem" else (noun.opposite, noun.form)
            )
            if noun.note or pair in seen:
                continue
            seen.add(pair)
            yield *pair, noun.kind in _DEFINING


def _specific_words(pronouns: GenderedPronouns, nouns: GenderedNouns) -> Iterator[str]:
    for form in pronouns:
        yield from _spelt(form)
    for gender in ("Fem", "Masc"):
        words = words_of(nouns, gender)
        for word in words.any_case:
            yield from _spelt(word)
        for word in words.as_written:
            yield from (word, word + ".")


def _spelt(word: str) -> tuple[str, str, str]:
    """Return a word as it is written, with a capital and in capitals."""
    return word, word[:1].upper() + word[1:], word.upper()


def debias_embeddings(
    vectors: NDArray[np.float32],
    subwords: Sequence[str],
    gendered: GenderedSubwords,
    dimensions: int,
) -> tuple[NDArray[np.float32], dict[str, Any]]:
    """Return embeddings (subwords, d) without gender but for gendered words, and a report.

    The report has the pairs that define the subspace and those that are equalised, the shares of
    variance of the first components, the counts of neutralised and untouched subwords, and the
    direct bias (mean absolute cosine with the subspace, see `gender_cosines`) of the professions
    before and after and as it would be by chance, with the cosine of each profession before.

    Raises InputError where vectors and subwords are not as many, or there are too few pairs.
    """
    if len(vectors) != len(subwords):
        raise InputError(
            "embedding.vocabulary-size",
            f"the model has {len(vectors)} source embeddings, but its vocabulary has "
            f"{len(subwords)} subwords",
            hint="give the source vocabulary with which the model was trained",
        )
    before = vectors.astype(np.float64)
    subspace = gender_subspace(before, gendered.defining, dimensions)
    neutral = [row for row in range(len(subwords)) if row not in gendered.specific]
    after = hard_debias(before, neutral, gendered.equal, subspace.basis).astype(np.float32)
    rows = list(gendered.professions)
    cosines = gender_cosines(before[rows], subspace.basis)
    left = gender_cosines(after[rows].astype(np.float64), subspace.basis)
    by_cosine = sorted(zip(cosines.tolist(), (subwords[row] for row in rows), strict=True))
    report = {
        "subspace": {
            "dimensions": dimensions,
            "pairs": _names(gendered.defining, subwords),
            "variance": [round(share, 4) for share in subspace.explained[:_REPORTED]],
        },
        "equalised": _names(gendered.equal, subwords),
        "pieces": {
            "all": len(subwords),
            "neutralised": len(neutral),
            "gendered": len(gendered.specific),
            "equalised": 2 * len(gendered.equal),
        },
        "pairs_not_in_vocabulary": gendered.absent,
        "direct_bias": {
            "professions": len(rows),
            "before": _mean(cosines),
            "after": _mean(left),
            "by_chance": round(chance_cosine(before.shape[1], dimensions), 6),
        },
        "professions": [[subword, round(cosine, 4)] for cosine, subword in by_cosine],
    }
    return after, report


def _names(pairs: Sequence[tuple[int, int]], subwords: Sequence[str]) -> list[list[str]]:
    return [[subwords[row] for row in pair] for pair in pairs]


def _mean(cosines: NDArray[np.float64]) -> float | None:
    """Return the mean of absolute values to six decimals; None of nothing."""
    return round(float(np.abs(cosines).mean()), 6) if len(cosines) else None
