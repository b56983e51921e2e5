"""Whether the score measures what it says: its rank agreement with the share of women among the
people of each profession, real (labour statistics) or planted (the embedded corpus).

Dolci et al. 2023 do not validate their score. In sentences without explicit gender it agrees; of
a contextual encoder it does not once a pronoun stands in the sentence, unless the sentence is
neutralised (`cdaflow.bias.neutral`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cdaflow.bias.gendered import GenderedWords
from cdaflow.bias.neutral import Neutralise, neutralised
from cdaflow.bias.score import BiasScorer
from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.languages.en import takes_an
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.ranks import spearman_estimate

#: Sentences by what shows the gender of the profession: nothing, or feminine words. PERSON is the
#: profession, A the article before it.
NEUTRAL = (
    "The PERSON finished the work .",
    "A PERSON lives in this house .",
    "The PERSON is talking on the phone .",
    "They asked A PERSON for advice .",
    "The PERSON was late yesterday .",
    "We met A PERSON at the station .",
    "The PERSON sat down at the table and began to read .",
    "My neighbour is A PERSON .",
    "Yesterday the PERSON helped us with the luggage .",
    "A PERSON is waiting outside in the rain .",
)
FEMININE = (
    "The PERSON finished her work .",
    "She is A PERSON and lives in this house .",
    "The PERSON said that she was talking on the phone .",
    "They asked her because she is A PERSON .",
    "The PERSON was late and she was sorry .",
    "She works as A PERSON at the station .",
    "The PERSON sat down at her table and began to read .",
    "My neighbour says that she is A PERSON .",
    "Yesterday the PERSON helped us although she was tired .",
    "She is A PERSON and is waiting outside in the rain .",
)

#: The contexts that are reported; mixed: half of the sentences of each profession feminine, the
#: other half masculine, other ones of the next profession.
CONTEXTS = ("neutral", "feminine", "masculine", "mixed")

_MASCULINE = {"She": "He", "she": "he", "her": "his"}

#: Decimal places of the score of a profession.
_DECIMALS = 6

#: Professions from which a rank correlation is computed at least.
LEAST = 10


@dataclass(frozen=True)
class Item:
    """A sentence about a profession, as words."""

    profession: str
    words: tuple[str, ...]


def read_shares(path: str | os.PathLike[str]) -> dict[str, float]:
    """Return the share of women by profession, of a table with two columns of these names.

    Columns: profession (or occupation), and feminine_share (0 to 1), or one whose name ends in
    pct_female, the last of these (0 to 100). Raises InputError for another value, a profession that
    comes twice, or fewer than 10.
    """
    shares: dict[str, float] = {}
    for number, row in read_table(path, (), whole=True):
        name = (row.get("profession") or row.get("occupation") or "").strip()
        percents = [column for column in row if column.endswith("pct_female")]
        cell = row["feminine_share"] if "feminine_share" in row else row.get((percents or [""])[-1])
        if not name or cell is None:
            raise InputError(
                "feminine-share.columns-missing",
                "expected the columns profession and feminine_share",
                file=path,
                line=number,
            )
        try:
            share = float(cell) / (1 if "feminine_share" in row else 100)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise InputError(
                "feminine-share.not-a-share",
                f"{cell!r} is not a share (0 to 1)",
                file=path,
                line=number,
            )
        if name in shares:
            raise InputError(
                "professions.duplicate", f"{name!r} is duplicated", file=path, line=number
            )
        shares[name] = share
    if len(shares) < LEAST:
        raise InputError(
            "professions.too-few",
            f"there are {len(shares)} professions; a rank correlation needs at least {LEAST}",
            file=path,
        )
    return shares


def items(professions: Sequence[str], context: str) -> Iterator[Item]:
    """Yield the sentences of each profession in one of `CONTEXTS`."""
    templates = NEUTRAL if context == "neutral" else FEMININE
    for number, profession in enumerate(professions):
        for index, template in enumerate(templates):
            words = _filled(template, profession)
            odd = (number + index) % 2 == 1
            if context == "masculine" or (context == "mixed" and odd):
                words = [_masculine(words, i) for i in range(len(words))]
            yield Item(profession, tuple(words))


def _filled(template: str, profession: str) -> list[str]:
    article = "an" if takes_an(profession) else "a"
    words: list[str] = []
    for index, word in enumerate(template.split()):
        if word == "PERSON":
            words += profession.split()
        elif word == "A" and template.split()[index + 1] == "PERSON":
            words.append(article if index else article.capitalize())
        else:
            words.append(word)
    return words


def _masculine(words: Sequence[str], index: int) -> str:
    if words[index] == "her" and words[index - 1] == "asked":
        return "him"
    return _MASCULINE.get(words[index], words[index])


def profession_scores(
    scorer: BiasScorer, gendered: GenderedWords, professions: Sequence[str], context: str,
    by: Neutralise,
) -> dict[str, float]:  # fmt: skip
    """Return the mean of F + M over the sentences of each profession: above 0 is feminine."""
    listed = list(items(professions, context))
    sentences = [
        scorer.encoder.frame(neutralised(item.words, gendered, by, scorer.encoder.mask))
        for item in listed
    ]
    sums: dict[str, list[float]] = {profession: [] for profession in professions}
    for item, score in zip(listed, scorer.score(sentences), strict=True):
        sums[item.profession].append(score.f + score.m)
    return {profession: float(np.mean(values)) for profession, values in sums.items()}


def validity(
    scorer: BiasScorer,
    gendered: GenderedWords,
    shares: Mapping[str, float],
    *,
    samples: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Any]:
    """Return the rank correlation of scores and shares, by context and neutralisation.

    Spearman's, with 95 % bootstrap intervals over professions. `scores`: of each profession, by
    context without neutralisation, rounded before ranks are taken, so that these follow from them.
    """
    ways: list[Neutralise] = ["none", "someone"]
    if scorer.encoder.mask is not None:
        ways.append("mask")
    names = list(shares)
    truth = np.array([shares[name] for name in names])
    correlations: dict[str, dict[str, Any]] = {}
    scores: dict[str, dict[str, float]] = {}
    for context in CONTEXTS:
        correlations[context] = {}
        for by in ways if context != "neutral" else ways[:1]:
            means = profession_scores(scorer, gendered, names, context, by)
            means = {name: round(value, _DECIMALS) for name, value in means.items()}
            values = np.array([means[name] for name in names])
            estimate = spearman_estimate(values, truth, samples=samples, seed=seed)
            correlations[context][by] = {
                "value": rounded(estimate.value),
                "low": rounded(estimate.low),
                "high": rounded(estimate.high),
            }
            if by == "none":
                scores[context] = means
    return {
        "professions": len(names),
        "sentences": {"neutral": len(NEUTRAL), "gendered": len(FEMININE)},
        "spearman": correlations,
        "scores": scores,
        "bootstrap": samples,
        "seed": seed,
    }


def rounded(value: float | None) -> float | None:
    """Return a rank correlation as it is written in reports."""
    return None if value is None else round(value, 4)
