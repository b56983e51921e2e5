"""Files of scores: the phrases and minimal pairs of a language model, and systems of them."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import MALFORMED, read_json, read_table
from cdaflow.lm.measures import NounScore, System, score_nouns, summarise
from cdaflow.lm.model import LanguageModel
from cdaflow.lm.phrases import Phrases
from cdaflow.statistics import SEED

FORMAT = 1

#: The metric of a comparison of systems, and the values of each noun in it.
METRIC = "language_models"
_OF_NOUN = ("stereotyping", "grammaticality")

#: Decimal places of these values in a comparison, in nats: its figures are computed from them.
_DECIMALS = 6

Numbers = NDArray[np.float64]

#: A noun leans to a gender that this share of its occurrences has (section 5.2).
STEREOTYPED = 0.75


def score_phrases(model: LanguageModel, phrases: Sequence[Phrases]) -> list[dict[str, float]]:
    """Return the natural log prefix probabilities of phrases by kind, in order."""
    kinds = [(number, kind) for number, phrase in enumerate(phrases) for kind in phrase.texts()]
    logs = model.prefix_log_probabilities([phrases[n].texts()[kind] for n, kind in kinds])
    scores: list[dict[str, float]] = [{} for _ in phrases]
    for (number, kind), log in zip(kinds, logs, strict=True):
        scores[number][kind] = log
    return scores


def read_minimal_pairs(path: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """Return the sentences of a table with the columns right and wrong.

    Raises InputError for an empty cell, equal sentences or no pair at all.
    """
    pairs = []
    for line, row in read_table(path, ("right", "wrong"), whole=True):
        if not row["right"] or not row["wrong"] or row["right"] == row["wrong"]:
            raise InputError(
                "pair.not-two-sentences",
                "expected two different sentences",
                file=path,
                line=line,
            )
        pairs.append((row["right"], row["wrong"]))
    if not pairs:
        raise InputError("table.no-pair", "the file has no pairs below the header", file=path)
    return pairs


def score_file(
    model: LanguageModel,
    phrases: Sequence[Phrases],
    pairs: Sequence[tuple[str, str]] = (),
    facts: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the scores of a model, as JSON values; `facts` (system, seed) are added."""
    logs = score_phrases(model, phrases)
    ours = model.log_probabilities([right for right, _ in pairs])
    theirs = model.log_probabilities([wrong for _, wrong in pairs])
    right = sum(right_log > wrong_log for right_log, wrong_log in zip(ours, theirs, strict=True))
    return {
        "format": FORMAT,
        "language": model.language,
        "model": model.digest,
        "training": model.facts.get("settings", {}).get("seed"),
        "nats_per_piece": min(model.facts.get("nats_per_piece", [float("nan")])),
        "phrases": [
            {**asdict(phrase), "log_p": log_p} for phrase, log_p in zip(phrases, logs, strict=True)
        ],
        "minimal_pairs": {"pairs": len(pairs), "right": right},
        **(facts or {}),
    }


def read_system(name: str, paths: Sequence[str | os.PathLike[str]]) -> tuple[System, list[Any]]:
    """Return a system of the score files of its trainings, and its nouns in order.

    Raises InputError where a file is none, or has other nouns than the first.
    """
    trainings = [_nouns(path) for path in paths]
    nouns = [score.noun for score in trainings[0][0]]
    for path, (scores, *_) in zip(paths, trainings, strict=True):
        if [score.noun for score in scores] != nouns:
            raise InputError(
                "score-file.other-nouns", f"the nouns differ from those in {paths[0]}", file=path
            )
    shares = [share for _, share, _ in trainings]
    seeds = [seed for *_, seed in trainings if seed is not None]
    if len(set(seeds)) < len(seeds):
        raise InputError(
            "score-file.same-training",
            f"{name}: two of {', '.join(map(str, paths))} belong to the same training",
        )
    system = System(
        name,
        np.array([[score.stereotyping for score in scores] for scores, *_ in trainings]),
        np.array([[score.grammaticality for score in scores] for scores, *_ in trainings]),
        None if any(share is None for share in shares) else np.array(shares, dtype=np.float64),
        tuple(seeds) if len(seeds) == len(trainings) else (),
    )
    return system, nouns


def _nouns(path: str | os.PathLike[str]) -> tuple[list[NounScore], float | None, int | None]:
    """Return the score of each noun in a file, the share of right minimal pairs, and the seed."""
    content = read_json(path)
    try:
        if content["format"] != FORMAT:
            raise ValueError(f"format {content['format']!r}")
        scored = [((row["noun"], row["noun_feminine"]), row["log_p"]) for row in content["phrases"]]
        counts = content["minimal_pairs"]
        share = counts["right"] / counts["pairs"] if counts["pairs"] else None
        seed = content.get("training")
        return score_nouns(scored), share, None if seed is None else int(seed)
    except MALFORMED as error:
        raise InputError(
            "score-file.not-model-scores",
            f"these are not scores of a language model ({type(error).__name__}: {error})",
            file=path,
            hint="write scores with `cdaflow lm score`",
        ) from None


def leaning(masculine: int, feminine: int) -> str:
    """Return the gender of enough occurrences, else "neither", or "absent" for none."""
    total = masculine + feminine
    if not total:
        return "absent"
    if masculine >= STEREOTYPED * total:
        return "masculine"
    return "feminine" if feminine >= STEREOTYPED * total else "neither"


def by_noun(
    systems: Sequence[System],
    nouns: Sequence[tuple[str, str]],
    counts: Mapping[tuple[str, str], tuple[int, int]],
) -> list[dict[str, Any]]:
    """Return each noun with its mean stereotyping over trainings, by system, as JSON values.

    `trainings`: its stereotyping and grammaticality by each training (None: no value). `counts`:
    the occurrences of its forms, where they are known, from which it leans to a gender (see
    `leaning`).
    """
    rows = []
    for index, noun in enumerate(nouns):
        row: dict[str, Any] = {"noun": noun[0], "noun_feminine": noun[1]}
        if noun in counts:
            row |= {"counts": list(counts[noun]), "leans": leaning(*counts[noun])}
        row["stereotyping"] = {
            system.name: float(system.stereotyping[:, index].mean()) for system in systems
        }
        row["trainings"] = {
            system.name: {
                name: [None if math.isnan(value) else value for value in values[:, index].tolist()]
                for name, values in zip(_OF_NOUN, _values(system), strict=True)
            }
            for system in systems
        }
        rows.append(row)
    return rows


def _values(system: System) -> tuple[Numbers, Numbers]:
    return system.stereotyping, system.grammaticality


def compare_systems(
    systems: Sequence[System],
    nouns: Sequence[tuple[str, str]],
    base: str,
    counts: Mapping[tuple[str, str], tuple[int, int]] | None = None,
    seed: int = SEED,
) -> dict[str, Any]:
    """Return the comparison of systems with the one named `base`, as JSON values.

    That of `summarise`, and the nouns (see `by_noun`). Values of nouns are rounded before anything
    is computed from them, so that all figures follow from the comparison itself.
    """
    rounded = [
        replace(
            system,
            stereotyping=np.round(system.stereotyping, _DECIMALS),
            grammaticality=np.round(system.grammaticality, _DECIMALS),
        )
        for system in systems
    ]
    return {
        "metric": METRIC,
        "seed": seed,
        **summarise(rounded, base, seed),
        "by_noun": by_noun(rounded, nouns, counts or {}),
    }
