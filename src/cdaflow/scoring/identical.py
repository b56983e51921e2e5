"""One file of translations that is taken for those of several trainings or systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cdaflow.errors import InputError

#: The roles of a system's own files among the inputs of a report.
_ROLES = ("translation", "translation_feminine", "translation_masculine", "hypothesis", "rewrites")

#: The digests of the files of a system.
Digests = tuple[str, ...]


def digests_of(report: Mapping[str, Any]) -> Digests:
    """Return the digests of the translations that a report is of; () where it has none."""
    inputs = report.get("inputs")
    if not isinstance(inputs, Mapping):
        return ()
    digests = [inputs.get(role) for role in _ROLES]
    return tuple(digest for digest in digests if isinstance(digest, str))


def check_trainings(trainings: Iterable[tuple[str, Digests]]) -> None:
    """Raise InputError where two trainings of a system have the same translations.

    `trainings`: of each the file to name, and the digests of its translations. Two trainings with
    other seeds never write the same file: their spread would be that of one training, which is 0.
    """
    for first, other in _pairs(trainings):
        raise InputError(
            "training.same-translations",
            f"the translations are identical to those of {first}: one training is given twice",
            file=other,
            hint="give each training its own translations, or leave one of them out",
        )


def identical_systems(systems: Iterable[tuple[str, Digests]]) -> tuple[str, ...]:
    """Return a line for each system whose translations are those of another one.

    `systems`: of each the name and the digests of its translations. It need be no mistake: a
    model that was changed by nothing translates as before.
    """
    return tuple(
        f"Caution: {other} has the translations of {first}: the same file, or no change at all."
        for first, other in _pairs(systems)
    )


def _pairs(named: Iterable[tuple[str, Digests]]) -> Iterator[tuple[str, str]]:
    """Yield the first name of the same digests, and each later one."""
    first: dict[Digests, str] = {}
    for name, digests in named:
        if digests in first:
            yield first[digests], name
        elif digests:
            first[digests] = name
