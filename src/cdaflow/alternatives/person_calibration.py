"""The commands on probabilities of people: calibrated, scored, and people left out by them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cdaflow.alternatives import person_scores
from cdaflow.alternatives.person_scores import probability, read_scores, read_temperature
from cdaflow.alternatives.structures import read_alternatives, write_alternatives, write_report
from cdaflow.errors import InputError
from cdaflow.io.files import digest, write_json
from cdaflow.option_types import Language, Output, OutputPath, Positive, Share, Value
from cdaflow.statistics import short

People = Annotated[Path, Value(metavar="SCORES.tsv", file="input")]
AlternativesFile = Annotated[Path, Value(metavar="FILE.jsonl", file="input")]
Calibration = Annotated[Path, Value(metavar="CALIBRATION.json", file="input")]


def calibrate(
    scores: People,
    /,
    *,
    alternatives: AlternativesFile,
    reference: AlternativesFile,
    output: OutputPath,
) -> str:
    """Choose the temperature of the probabilities of people.

    It is chosen on development sentences whose right alternatives are known: keep them apart from
    those that you score.

    Args:
        scores: output of `cdaflow alternatives rewrite --by mrf+lattice --people-scores`
        alternatives: what was offered by the same command
        reference: the right alternatives of the same sentences
        output (JSON): the temperature, and the calibration error before and after, for `cdaflow
            alternatives rewrite --calibration`
    """
    found = _judge(scores, alternatives, reference, person_scores.calibrate_people)
    write_json(output, found)
    return (
        f"{output}: temperature {found['temperature']:g}, calibration error "
        f"{found['ece_before']:.1f} to {found['ece']:.1f} points ({found['people']} people, "
        f"{found['right']} right)"
    )


def evaluate_people(
    scores: People,
    /,
    *,
    lang: Language,
    alternatives: AlternativesFile,
    reference: AlternativesFile,
    calibration: Calibration,
    system: str,
    training: Positive | None = None,
    testset: str,
    probabilities: OutputPath | None = None,
    output: Output = "-",
) -> str | None:
    """Score the probabilities of people: how far they are from the share that is right.

    A person is right whose words are those of the reference. The sentences must be others than
    those by which the temperature was chosen.

    Args:
        scores: output of `cdaflow alternatives rewrite --by mrf+lattice --people-scores`
        alternatives: what was offered by the same command, without --min-p
        reference: the right alternatives of the same sentences
        calibration: output of `cdaflow alternatives calibrate`
        system (NAME): what rewrote the sentences, for tables
        training (SEED): seed of the training of the tagged model, where it was trained several
            times
        testset (NAME): name of the sentences, for tables
        probabilities (TSV): also write the scores with the calibrated probability of each person
        output (SCORES.json): default: standard output
    """

    temperature = read_temperature(calibration)
    evaluate = partial(person_scores.evaluate_people, temperature=temperature)
    found = _judge(scores, alternatives, reference, evaluate)
    if probabilities is not None:
        words = person_scores.read_words(scores)
        person_scores.write_scores(probabilities, words, temperature)
    checksum = digest(reference)
    report: dict[str, Any] = {
        "metric": "people",
        "language": lang,
        "system": system,
        "training": training,
        "testset": testset,
        "gold": {"file": reference.name, "sha256": checksum},
        **found,
        "signature": f"people|data:{short(checksum)}|level:people",
    }
    before, after = (found["calibration"][key]["ece"] for key in ("before", "after"))
    summary = f"calibration error {before:.1f} to {after:.1f} points ({found['people']} people, "
    return write_report(output, report, f"{summary}{found['right']['value']:.1f} % right)")


def filter_(
    file: AlternativesFile,
    /,
    *,
    people_scores: People,
    calibration: Calibration | None = None,
    min_p: Share,
    output: OutputPath,
) -> str:
    """Keep the structures of people of whose words a tagged model is sure.

    Args:
        file: alternatives of `cdaflow alternatives rewrite --by mrf+lattice`
        people_scores: the scores that the same command wrote
        calibration: output of `cdaflow alternatives calibrate` (default: the model's probabilities
            are used as they are)
        min_p: offer nothing for people of whose words the model is less sure
        output (JSONL): the alternatives, one sentence a line
    """

    temperature = 1.0 if calibration is None else read_temperature(calibration)
    sure: dict[int, dict[int, float]] = defaultdict(dict)
    for score in read_scores(people_scores):
        sure[score.line][score.person] = probability(score.log_odds, temperature)
    made = list(read_alternatives(file))
    for line, people in sure.items():
        if line > len(made) or max(people) >= len(made[line - 1].entities or ()):
            raise InputError(
                "person-score.person-unknown-in-file",
                f"a score is of person {max(people)} of line {line}, whom {file} does not have",
                file=people_scores,
            )
    kept = [person_scores.at_least(each, sure.get(n, {}), min_p) for n, each in enumerate(made, 1)]
    write_alternatives(output, kept)
    before, after = (sum(bool(each.structures) for each in side) for side in (made, kept))
    return f"{output}: alternatives for {after} sentences, of {before}"


def _judge(
    scores: Path, alternatives: Path, reference: Path, judge: Callable[..., dict[str, Any]]
) -> dict[str, Any]:
    """Return what `judge` finds of scores; InputError where the sentences are not the same."""
    sides = [list(read_alternatives(path)) for path in (alternatives, reference)]
    if [each.source for each in sides[0]] != [each.source for each in sides[1]]:
        raise InputError(
            "alternatives.not-reference-sentences",
            "these are other sentences than those of the reference",
            file=alternatives,
        )
    try:
        return judge(list(read_scores(scores)), *sides)
    except InputError as error:
        raise error if error.file else error.at(scores) from None
