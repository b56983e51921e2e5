"""A sheet on the gender of people in translations of WinoMT (Choubey et al. 2021, section 3.1)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product
from os import PathLike

from cdaflow.errors import ConfigError
from cdaflow.scoring.annotation.sheets import Item, Sheet, shares_of
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.translations import read_translations

#: The genders of WinoMT that are judged; those of neutral rows are not known.
GENDERS = ("male", "female")
HALVES = ("pro", "anti")


def read_systems(
    files: Sequence[str | PathLike[str]], systems: Sequence[str], rows: Sequence[Row]
) -> dict[str, list[str]]:
    """Return the translations of all rows by system (see `read_translations` for the files).

    Raises ConfigError where systems and files are not as many, or a system is given twice.
    """
    if len(files) != len(systems) or len(set(systems)) != len(systems):
        raise ConfigError(
            f"{len(files)} files of translations for the systems {', '.join(systems)}",
            hint="give one name for each file, in the same order",
        )
    sources = [row.sentence for row in rows]
    return {
        system: read_translations(path, sources)
        for path, system in zip(files, systems, strict=True)
    }


def gender_sheet(
    language: str,
    rows: Sequence[Row],
    halves: Sequence[str],
    translations: Mapping[str, Sequence[str]],
    *,
    size: int,
    seed: int,
) -> Sheet:
    """Return a sheet of `size` sentences, each with its translation by each system.

    `rows`: of a challenge set; as many masculine as feminine ones are drawn, and as many of each
    half, where `halves` (of each row: pro, anti or -) tells them. `translations`: of all rows, by
    system. One that several systems gave stands once, so that it is judged alike for all of them.

    Raises ConfigError where there are too few rows.
    """
    items = []
    for line in _drawn(rows, halves, size, seed):
        systems: dict[str, list[str]] = {}
        for system, texts in translations.items():
            systems.setdefault(texts[line], []).append(system)
        row = rows[line]
        hidden = {"line": line + 1, "gender": row.gender, "half": halves[line]}
        items += [
            Item((row.sentence, row.entity, text), hidden | {"systems": names})
            for text, names in systems.items()
        ]
    return Sheet("gender", language, items, {"systems": list(translations)})


def _drawn(rows: Sequence[Row], halves: Sequence[str], size: int, seed: int) -> list[int]:
    """Return the places of the rows drawn, balanced over genders and halves."""
    names = HALVES if set(halves) & set(HALVES) else ("-",)
    groups: dict[tuple[str, str], list[int]] = {
        (half, gender): [] for half, gender in product(names, GENDERS)
    }
    seen = set()
    for place, (row, half) in enumerate(zip(rows, halves, strict=True)):
        # Some sentences stand twice in WinoMT.
        if (half, row.gender) in groups and (row.sentence, row.entity) not in seen:
            seen.add((row.sentence, row.entity))
            groups[half, row.gender].append(place)
    drawn: list[int] = []
    for (group, places), wanted in zip(groups.items(), shares_of(size, len(groups)), strict=True):
        if len(places) < wanted:
            what = " ".join(name for name in (*group, "sentences") if name != "-")
            raise ConfigError(
                f"{wanted} {what} are wanted, but there are {len(places)}",
                hint="give a smaller --size",
            )
        drawn += random.Random(f"{seed}/{'/'.join(group)}").sample(places, wanted)
    return sorted(drawn)
