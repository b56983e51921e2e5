"""Probabilities of the people of gender alternatives."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cdaflow.option_types import OutputPath, Value


def calibrate(
    scores: Annotated[Path, Value(metavar="SCORES.tsv", file="input")],
    /,
    *,
    alternatives: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    reference: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    output: OutputPath,
) -> str:
    """Choose the temperature of the probabilities of people.

    It is chosen on development sentences whose right alternatives are known: keep them apart from
    those that you score.

    Args:
        scores: of `cdaflow alternatives rewrite --by mrf+lattice --people-scores`
        alternatives: what was offered by the same command
        reference: the right alternatives of the same sentences
        output (JSON): the temperature, and the calibration error before and after, for `cdaflow
            alternatives rewrite --calibration`
    """
    from cdaflow.alternatives.files import read_alternatives
    from cdaflow.alternatives.person_scores import calibrate_people, read_scores
    from cdaflow.errors import InputError
    from cdaflow.io.files import write_json

    sides = [list(read_alternatives(path)) for path in (alternatives, reference)]
    if [each.source for each in sides[0]] != [each.source for each in sides[1]]:
        raise InputError("these are other sentences than those of the reference", file=alternatives)
    try:
        found = calibrate_people(list(read_scores(scores)), *sides)
    except InputError as error:
        raise error if error.file else InputError(error.problem, file=scores) from None
    write_json(output, found)
    return (
        f"{output}: temperature {found['temperature']:g}, calibration error "
        f"{found['ece_before']:.1f} to {found['ece']:.1f} points ({found['people']} people, "
        f"{found['right']} right)"
    )
