"""Sentences of WinoMT in which systems differ: what fine-tuning mended and what it broke.

Naik et al. (2023, Table 4 and section 6.3) show such sentences. Here they are drawn by a rule: of
each way in which a system can differ from the baseline as many as of the others, with a seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.tables.examples import Row
from cdaflow.tables.scores import WinoMT, order

#: How a system can differ from the baseline in a sentence, in the order in which they are drawn.
KINDS = {
    "noun mended": "the baseline has the gender of the noun wrong, another system right",
    "noun broken": "the baseline has the gender of the noun right, another system wrong",
    "pronoun broken": "another system writes a pronoun of the other gender, the baseline does not",
    "pronoun mended": "the baseline writes a pronoun of the other gender, another system does not",
    "other person changed": "another system gives the other person, too, the pronoun's gender",
}

_GENDERED = ("male", "female")

#: Systems of one language: name -> line and source -> row of its table of sentences.
Systems = Mapping[str, Mapping[tuple[str, str], Row]]


@dataclass(frozen=True)
class Differing:
    """A sentence in which systems differ from the baseline, which is the first of `rows`.

    `rows`: those of each system; `kind`: one of KINDS.
    """

    language: str
    kind: str
    rows: Mapping[str, Row]


def differing(
    scores: Sequence[WinoMT],
    tables: Sequence[Sequence[Row]],
    bases: Mapping[str, str],
    *,
    number: int,
    seed: int,
) -> list[Differing]:
    """Return at most `number` sentences of each language in which systems differ.

    `tables`: the rows of each of `scores`. `bases`: language -> baseline; a language without one is
    left out. Only sentences that all systems have are drawn, each once, in turn from the kinds.
    """
    found: list[Differing] = []
    for language in order(score.language for score in scores):
        systems = {
            score.system: {(row["line"], row["source"]): row for row in rows}
            for score, rows in zip(scores, tables, strict=True)
            if score.language == language
        }
        if language in bases and len(systems) > 1:
            found += _drawn(language, bases[language], systems, number, seed)
    return found


def _drawn(
    language: str, base: str, systems: Systems, number: int, seed: int
) -> Iterator[Differing]:
    """Yield the sentences of a language, kind by kind."""
    names = [base, *(name for name in systems if name != base)]
    kinds: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    for key, row in systems[base].items():
        if all(key in systems[name] for name in names):
            for kind in ways(row, [systems[name][key] for name in names[1:]]):
                kinds[kind].append(key)
    waiting = {}
    for kind, keys in kinds.items():
        # What is drawn of a kind does not depend on the others, but for what they have taken.
        random.Random(f"{seed}/{language}/{kind}").shuffle(keys)
        waiting[kind] = iter(keys)
    taken: dict[tuple[str, str], str] = {}
    while len(taken) < number and waiting:
        for kind in list(waiting):
            chosen = next((key for key in waiting[kind] if key not in taken), None)
            if chosen is None:
                del waiting[kind]
            elif len(taken) < number:
                taken[chosen] = kind
    for kind in KINDS:
        for key in (key for key in systems[base] if taken.get(key) == kind):
            yield Differing(language, kind, {name: systems[name][key] for name in names})


def ways(base: Row, others: Sequence[Row]) -> Iterator[str]:
    """Yield the ways (of KINDS) in which other systems differ from the baseline in a sentence."""
    right = is_right(base)
    turned = is_turned(base)
    if any(is_right(other) != right for other in others):
        yield "noun broken" if right else "noun mended"
    if any(is_turned(other) != turned for other in others):
        yield "pronoun mended" if turned else "pronoun broken"
    gold, second = base["gold"], base.get("secondary_gender", "")
    apart = gold in _GENDERED and second in _GENDERED and second != gold
    if apart and any(other.get("secondary_gender") == gold for other in others):
        yield "other person changed"


def is_right(row: Row) -> bool:
    """Return whether the gender found of the noun is the gold one."""
    return row["predicted"] == row["gold"]


def is_turned(row: Row) -> bool:
    """Return whether the pronoun came out in the other gender."""
    return row.get("pronoun_outcome") == PronounOutcome.OTHER.value
