"""How sure a tagged model is of the words of each person, as a probability (beyond Garg et al.).

The log odds are those of `cdaflow.alternatives.assigning`. A temperature by which they are divided
(Guo et al. 2017) is chosen on development sentences whose alternatives are known.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cdaflow.alternatives.structures import Alternatives, read_objects
from cdaflow.alternatives.tagging.calibration import fit_temperature, reliability
from cdaflow.errors import InputError
from cdaflow.io.files import read_json, read_table, tsv_lines, write_lines
from cdaflow.lazy import numpy as np
from cdaflow.statistics.estimates import clustered_rate

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The columns of a file of person scores.
COLUMNS = ("line", "person", "word", "log_odds", "probability")


class PersonScore(NamedTuple):
    """The log odds that the words of a person are right; `line` from 1, `person` by index."""

    line: int
    person: int
    log_odds: float


def probability(log_odds: float, temperature: float = 1.0) -> float:
    """Return the probability that log odds say, divided by a temperature."""
    return 1 / (1 + math.exp(-max(min(log_odds / temperature, 700), -700)))


def write_scores(
    path: str | os.PathLike[str],
    rows: Iterable[tuple[PersonScore, str]],
    temperature: float = 1.0,
) -> None:
    """Write scores, each with the head word of its person (TSV, columns COLUMNS)."""
    lines = (
        (
            str(score.line),
            str(score.person),
            word,
            f"{score.log_odds:.4f}",
            f"{probability(score.log_odds, temperature):.6f}",
        )
        for score, word in rows
    )
    write_lines(path, tsv_lines(COLUMNS, lines))


def read_scores(path: str | os.PathLike[str]) -> Iterator[PersonScore]:
    """Yield the rows of such a file; InputError, with file and line, where one is none."""
    return (score for score, _ in read_words(path))


def join_scores(
    parts: Sequence[str | os.PathLike[str]], shards: Sequence[str | os.PathLike[str]]
) -> Iterator[tuple[PersonScore, str]]:
    """Yield the scores, with the head words, of the shards of a file of alternatives, in order.

    `parts`: those of each shard; their lines count from the beginning of the joined file. Raises
    InputError where there are not as many, or a score is of a line that its shard does not have.
    """
    if len(parts) != len(shards):
        raise InputError(
            "person-score.file-count", f"{len(parts)} files of people for {len(shards)} shards"
        )
    first = 0
    for part, shard in zip(parts, shards, strict=True):
        lines = sum(1 for _ in read_objects(shard))
        for score, word in read_words(part):
            if score.line > lines:
                raise InputError(
                    "person-score.line-not-in-shard",
                    f"a score is of line {score.line}, {shard} has {lines}",
                    file=part,
                    hint="give the scores in the order of the shards",
                )
            yield score._replace(line=first + score.line), word
        first += lines


def read_words(path: str | os.PathLike[str]) -> Iterator[tuple[PersonScore, str]]:
    """Yield the same, each with the head word of its person."""
    for number, row in read_table(path, COLUMNS):
        try:
            found = PersonScore(int(row["line"]), int(row["person"]), float(row["log_odds"]))
        except ValueError:
            found = PersonScore(0, 0, math.nan)
        if found.line < 1 or found.person < 0 or not math.isfinite(found.log_odds):
            raise InputError(
                "person-score.not-a-number",
                "line, person and log odds are numbers",
                file=path,
                line=number,
            )
        yield found, row["word"]


def read_temperature(path: str | os.PathLike[str]) -> float:
    """Return the temperature of a file of `cdaflow alternatives calibrate`."""
    content = read_json(path)
    value = content.get("temperature") if isinstance(content, dict) else None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not value > 0:
        raise InputError(
            "temperature.missing-or-not-positive",
            "the file has no 'temperature' above 0",
            file=path,
        )
    return float(value)


def calibrate_people(
    scores: Sequence[PersonScore],
    hypotheses: Sequence[Alternatives],
    references: Sequence[Alternatives],
) -> dict[str, Any]:
    """Return the temperature of the highest likelihood, and how far probabilities are from shares.

    `people` were scored, of whom `right` have the structures of the reference; `ece`: the expected
    calibration error in points, `ece_before` at temperature 1. Raises InputError where a score is
    of nobody, or there are none.
    """
    log_odds, right = _judged(scores, hypotheses, references)
    logits = np.stack([np.zeros(len(log_odds)), log_odds], axis=1)
    temperature = fit_temperature(logits, right.astype(np.int64))
    return {
        "temperature": temperature,
        "people": len(right),
        "right": int(right.sum()),
        "ece": _reliability(log_odds, right, temperature)["ece"],
        "ece_before": _reliability(log_odds, right, 1.0)["ece"],
    }


def evaluate_people(
    scores: Sequence[PersonScore],
    hypotheses: Sequence[Alternatives],
    references: Sequence[Alternatives],
    temperature: float,
) -> dict[str, Any]:
    """Return how many of the people have the right words, and how far probabilities are from it.

    `people`: how many were scored, `right` the share in percent of those who have the structures of
    the reference, with the interval of sentences, `calibration` the reliability before and after
    the temperature. Raises InputError as `calibrate_people` does.
    """
    log_odds, right = _judged(scores, hypotheses, references)
    lines = np.array([score.line for score in scores])
    sentences = [lines == line for line in np.unique(lines)]
    rate = clustered_rate(
        np.array([right[chosen].sum() for chosen in sentences]),
        np.array([chosen.sum() for chosen in sentences]),
    )
    return {
        "people": len(right),
        "right": rate.as_json(),
        "calibration": {
            "temperature": temperature,
            "before": _reliability(log_odds, right, 1.0),
            "after": _reliability(log_odds, right, temperature),
        },
    }


def _judged(
    scores: Sequence[PersonScore],
    hypotheses: Sequence[Alternatives],
    references: Sequence[Alternatives],
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the log odds of people, and whether they have the words of the reference."""
    right = []
    for score in scores:
        if score.line > len(hypotheses):
            raise InputError(
                "person-score.line-out-of-range",
                f"a score is of line {score.line}, there are {len(hypotheses)}",
            )
        hypothesis = hypotheses[score.line - 1]
        if score.person >= len(hypothesis.entities or ()):
            raise InputError(
                "person-score.person-out-of-range",
                f"line {score.line} has no person {score.person}",
            )
        right.append(_is_right(score.person, hypothesis, references[score.line - 1]))
    if not right:
        raise InputError("person-score.missing", "there are no scores of people")
    return np.array([score.log_odds for score in scores]), np.array(right)


def _reliability(
    log_odds: NDArray[np.float64], right: NDArray[np.bool_], temperature: float
) -> dict[str, Any]:
    return reliability(np.array([probability(one, temperature) for one in log_odds]), right)


def at_least(made: Alternatives, probabilities: Mapping[int, float], least: float) -> Alternatives:
    """Return alternatives without the structures of people who are less probable."""
    unsure = {person for person, value in probabilities.items() if value < least}
    kept = tuple(one for one in made.structures if unsure.isdisjoint(one.entities))
    return Alternatives(made.source, made.text, kept, made.entities)


def _is_right(person: int, hypothesis: Alternatives, reference: Alternatives) -> bool:
    """Return whether a person has the structures that the reference gives to the same one."""
    head = (hypothesis.entities or ())[person]
    others = [
        number
        for number, other in enumerate(reference.entities or ())
        if other.start < head.end and head.start < other.end
    ]

    def words(side: Alternatives, index: int) -> str:
        chosen = dict.fromkeys(side.choices, "Masc") | {index: "Fem"}
        return side.with_genders(chosen)

    return any(words(hypothesis, person) == words(reference, other) for other in others)
