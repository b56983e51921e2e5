"""Sources that say the gender of their open people by tags: "The boss<F> is tired."

Garg et al. (2024), section 5.2 and Table 2. The tags are symbols of the model's vocabulary (key
`symbols` of a recipe).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from cdaflow.alternatives.structures import FEMININE, GENDERS, MASCULINE, Alternatives, Entity
from cdaflow.errors import InputError

#: The tag of each gender.
TAGS = {"Masc": "<M>", "Fem": "<F>"}

#: Tries to draw assignments that are not there yet; of 8 people there are 254.
_TRIES = 100


def tag_source(source: str, entities: Sequence[Entity], genders: Mapping[int, str]) -> str:
    """Return a source with a tag behind the head word of each person in `genders` (by index).

    Raises InputError for a source that has a tag of its own.
    """
    if any(tag in source for tag in TAGS.values()):
        raise InputError("text.tagged-already", f"the source has a tag already: {source!r}")
    parts, end = [], 0
    for index in sorted(genders, key=lambda index: entities[index].end):
        entity = entities[index]
        parts += [source[end : entity.end], TAGS[genders[index]]]
        end = entity.end
    return "".join([*parts, source[end:]])


def assignments(people: Sequence[int], mixes: int, sampler: random.Random) -> list[dict[int, str]]:
    """Return genders of people: all masculine, all feminine, and at most `mixes` other ones.

    These are distinct, sampled from all combinations (Table 2). Of nobody there is none.
    """
    if not people:
        return []
    found = [dict.fromkeys(people, gender) for gender in GENDERS]
    wanted = min(mixes + 2, 2 ** len(people))
    for _ in range(_TRIES):
        if len(found) == wanted:
            break
        drawn = {index: sampler.choice(GENDERS) for index in people}
        if drawn not in found:
            found.append(drawn)
    return found


def tagged_pairs(
    item: Alternatives, mixes: int, sampler: random.Random
) -> Iterator[tuple[str, str]]:
    """Yield tagged sources of a sentence, each with its translation in these genders (Table 2).

    Nothing is yielded where nobody is open; where nobody is known for a structure there are the
    all-masculine and the all-feminine text alone.
    """
    entities = item.entities or ()
    told = {
        index: "Fem" if entity.label == FEMININE else "Masc"
        for index, entity in enumerate(entities)
        if entity.label in (FEMININE, MASCULINE)
    }
    known = all(each.entities for each in item.structures)
    for genders in assignments(item.open, mixes if known else 0, sampler):
        if known:
            text = item.with_genders(told | genders)
        else:
            text = item.feminine if "Fem" in genders.values() else item.masculine
        yield tag_source(item.source, entities, genders), text
