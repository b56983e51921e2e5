"""Samples of the sentences that templates and situations make, written of a man and of a woman."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from cdaflow.counterfactual.correction.stated import SCHEMA as STATED_SCHEMA
from cdaflow.counterfactual.datasets.situations import (
    EITHER,
    KINDS,
    SHARES,
    Situation,
    SituationTemplate,
)
from cdaflow.errors import ConfigError
from cdaflow.io.columns import column_of
from cdaflow.io.pairs import write_pairs
from cdaflow.wordlists.english_lists import GENDERS

#: The columns of `cdaflow select persons`, and the kind of the template.
SCHEMA = STATED_SCHEMA.append(pa.field("kind", pa.string(), nullable=False))

#: Sentences that are drawn for each one that is taken, and how often in vain.
_DRAWN, _TRIES = 8, 100


class Draft(NamedTuple):
    """A template with the nouns and the phrase that fill it."""

    template: SituationTemplate
    nouns: Mapping[str, str]
    phrase: str

    @property
    def owner(self) -> str:
        """The noun of the person whose the pronouns are, or may be."""
        return self.nouns[self.template.person]


def sample(
    templates: Sequence[SituationTemplate],
    situations: Sequence[Situation],
    size: int,
    seed: int = 1,
    kinds: Sequence[str] = KINDS,
) -> Iterator[Draft]:
    """Yield `size` different sentences of the kinds, mixed.

    Kinds have their SHARES; those of `profession` are half of the profession, half of the other
    person. Of several that are drawn, that is taken whose person, and then whose template, was
    taken least often, so that no profession dominates.

    Raises ConfigError where there are too few different ones.
    """
    chance = random.Random(seed)
    shares = {kind: share for kind, share in SHARES.items() if kind in kinds}
    groups = {kind: [t for t in templates if t.kind == kind] for kind in shares}
    if missing := [kind for kind, group in groups.items() if not group]:
        raise ConfigError(
            "template.none-of-kind", f"there is no template of the kind {missing[0]!r}"
        )
    professions = sorted({situation.profession for situation in situations})
    pairs = [kind for kind in ("grammar", "two", "open") if kind in shares]
    if len(professions) == 1 and pairs:
        raise ConfigError(
            "template.kind-needs-two-professions",
            f"templates of the kind {pairs[0]!r} need two professions, and there is one",
            hint="add situations of another profession, or leave the kind out: --kinds",
        )
    order = [kind for kind, number in _quotas(shares, size).items() for _ in range(number)]
    chance.shuffle(order)
    taken: Counter[object] = Counter()
    for kind in order:
        owner = min(("noun", "other"), key=lambda place: taken[kind, place])
        group = [t for t in groups[kind] if t.owner == owner] or groups[kind]
        for _ in range(_TRIES):
            drafts = [_draft(group, situations, professions, chance) for _ in range(_DRAWN)]
            fresh = [draft for draft in drafts if not taken[_key(draft)]]
            if fresh:
                break
        else:
            raise ConfigError(
                "situation.too-few-sentences",
                f"there are no {size} different sentences of these kinds",
                hint="ask for fewer by --size, or for more kinds",
            )
        draft = min(fresh, key=lambda one: (taken[one.owner], taken[one.template]))
        taken.update([_key(draft), draft.owner, draft.template, (kind, owner)])
        yield draft


def _quotas(shares: Mapping[str, int], size: int) -> dict[str, int]:
    """Return how many of `size` are of each kind: as its share says, to the next whole number."""
    quotas, before, total = {}, 0, 0
    for kind, share in shares.items():
        total += share
        quotas[kind] = size * total // sum(shares.values()) - before
        before += quotas[kind]
    return quotas


def _key(draft: Draft) -> tuple[str, ...]:
    return draft.template.english, draft.phrase, *draft.nouns.values()


def _draft(
    templates: Sequence[SituationTemplate],
    situations: Sequence[Situation],
    professions: Sequence[str],
    chance: random.Random,
) -> Draft:
    """Return a template of these with nouns and a phrase, at random."""
    template = chance.choice(templates)
    if template.phrase:
        situation = chance.choice(situations)
        nouns = {"noun": situation.profession, "other": situation.other}
        return Draft(template, nouns, chance.choice(situation.phrases[template.phrase]))
    persons = chance.sample(professions, len(template.places))
    return Draft(template, dict(zip(template.places, persons, strict=True)), "")


def write_situations(output: str, drafts: Sequence[Draft]) -> int:
    """Write each sentence of a man and then of a woman, with the same `origin`; return how many.

    The columns are SCHEMA: those of `cdaflow select persons`, and the kind of the template. An open
    sentence states nobody's gender: its `gender` is empty.
    """
    rows: list[tuple[object, ...]] = []
    for origin, draft in enumerate(drafts, 1):
        for gender, version in zip(GENDERS, ("original", "swapped"), strict=True):
            source, *place = draft.template.fill(draft.nouns, draft.phrase, gender)
            person = source, draft.owner, "Sing", *place
            stated = "" if draft.template.owner == EITHER else gender
            rows.append((len(rows) + 1, *person, stated, version, origin, draft.template.kind))
    cells = zip(*rows, strict=True) if rows else ([] for _ in SCHEMA)
    columns = [column_of(c, field.type) for c, field in zip(cells, SCHEMA, strict=True)]
    return write_pairs([output], SCHEMA, [pa.RecordBatch.from_arrays(columns, schema=SCHEMA)])
