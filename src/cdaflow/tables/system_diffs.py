"""Sentences of WinoMT in which systems differ: what fine-tuning repaired and what it broke.

Naik et al. (2023, Table 4 and section 6.3) show such sentences. Here they are sampled by a rule: of
each way in which a system can differ from the baseline as many as of the others, with a seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_table
from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.tables.inputs import Paths
from cdaflow.tables.scores import Score, confusion
from cdaflow.tables.significance import baselines
from cdaflow.tables.text import order
from cdaflow.tables.trainings import shown_trainings

#: Columns that examples cannot do without; more may be there.
COLUMNS = ("line", "gold", "predicted", "half", "profession", "source", "translation")

_HINT = "give the table of sentences that was written beside the scores, in the same order"

Row = Mapping[str, str]


def read_sentences(path: str | PathLike[str], score: Score) -> list[Row]:
    """Return the rows of a per-sentence table, checked against the counts of `score`.

    Raises InputError where it is no such table, or where its genders do not add up to the
    confusion counts of the score file: then the two are not of one run.
    """
    rows: list[Row] = [row for _, row in read_table(path, COLUMNS, whole=True)]
    in_table = Counter((row["gold"], row["predicted"]) for row in rows)
    counted = {
        (gold, name): count
        for gold, row in confusion(score).items()
        for name, count in row.items()
        if count
    }
    if dict(in_table) != counted:
        raise InputError(
            "sentences-table.other-gender-counts",
            f"the genders of the {sum(in_table.values())} rows differ from the counts in "
            f"{score.path}",
            file=path,
            hint=_HINT,
        )
    return rows


def shown_sentences(
    scores: Sequence[Score], paths: Paths, baseline: str | None = None
) -> tuple[list[Score], list[list[Row]]]:
    """Return the scores of the training of each system that is shown, and its sentences.

    See `shown_trainings`. `paths`: the per-sentence tables of all `scores`, of which only these are
    read, or of these alone, in the same order. Raises as `read_sentences`, ConfigError where the
    numbers differ.
    """
    chosen = shown_trainings(scores, baseline)
    if len(paths) not in (len(scores), len(chosen)):
        note = f", of which {len(chosen)} are shown" if len(chosen) < len(scores) else ""
        raise ConfigError(
            "sentences-table.count",
            f"{len(paths)} tables of sentences for {len(scores)} WinoMT score files{note}",
            hint="give one for each score file, in the same order",
        )
    of = dict(zip(map(id, scores if len(paths) == len(scores) else chosen), paths, strict=True))
    return chosen, [read_sentences(of[id(score)], score) for score in chosen]


_RIGHT, _WRONG, _UNKNOWN = "right gender", "wrong gender", "gender unknown"
_PRONOUN, _OTHER_PERSON = "pronoun of the other gender", "other person changed"

#: How a system can differ from the baseline in a sentence, in the order in which they are sampled.
KINDS = {
    "noun repaired": "the baseline has the gender of the noun wrong, another system right",
    "noun broken": "the baseline has the gender of the noun right, another system wrong",
    "pronoun broken": "another system writes a pronoun of the other gender, the baseline does not",
    "pronoun repaired": "the baseline writes a pronoun of the other gender, another one does not",
    _OTHER_PERSON: "another system gives the other person, too, the pronoun's gender",
}

_GENDERED = ("male", "female")

#: Systems of one language: name -> line and source -> row of its table of sentences.
Systems = Mapping[str, Mapping[tuple[str, str], Row]]


@dataclass(frozen=True)
class SystemDiff:
    """A sentence in which systems differ from the baseline, which is the first of `rows`.

    `rows`: those of each system; `kind`: one of KINDS.
    """

    language: str
    kind: str
    rows: Mapping[str, Row]


def system_diffs(
    scores: Sequence[Score],
    tables: Sequence[Sequence[Row]],
    bases: Mapping[str, str],
    *,
    number: int,
    seed: int,
) -> list[SystemDiff]:
    """Return at most `number` sentences of each language in which systems differ.

    `tables`: the rows of each of `scores`. `bases`: language -> baseline; a language without one is
    left out. Only sentences that all systems have are sampled, each once, in turn from the kinds.
    """
    diffs: list[SystemDiff] = []
    for language in order(score.language for score in scores):
        systems = {
            score.system: {(row["line"], row["source"]): row for row in rows}
            for score, rows in zip(scores, tables, strict=True)
            if score.language == language
        }
        if language in bases and len(systems) > 1:
            diffs += _sampled(language, bases[language], systems, number, seed)
    return diffs


def _sampled(
    language: str, base: str, systems: Systems, number: int, seed: int
) -> Iterator[SystemDiff]:
    """Yield the sentences of a language, kind by kind."""
    names = [base, *(name for name in systems if name != base)]
    kinds: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    for key, row in systems[base].items():
        if all(key in systems[name] for name in names):
            for kind in ways(row, [systems[name][key] for name in names[1:]]):
                kinds[kind].append(key)
    waiting = {}
    for kind, keys in kinds.items():
        # What is sampled of a kind does not depend on the others, but for what they have taken.
        # The seed has the former names of the kinds, so that samples stay what they were.
        name = kind.replace("repaired", "mended")
        random.Random(f"{seed}/{language}/{name}").shuffle(keys)
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
            yield SystemDiff(language, kind, {name: systems[name][key] for name in names})


def ways(base: Row, others: Sequence[Row]) -> Iterator[str]:
    """Yield the ways (of KINDS) in which other systems differ from the baseline in a sentence."""
    right = is_right(base)
    turned = is_turned(base)
    if any(is_right(other) != right for other in others):
        yield "noun broken" if right else "noun repaired"
    if any(is_turned(other) != turned for other in others):
        yield "pronoun repaired" if turned else "pronoun broken"
    gold, second = base["gold"], base.get("secondary_gender", "")
    apart = gold in _GENDERED and second in _GENDERED and second != gold
    if apart and any(other.get("secondary_gender") == gold for other in others):
        yield _OTHER_PERSON


def is_right(row: Row) -> bool:
    """Return whether the gender found of the noun is the gold one."""
    return row["predicted"] == row["gold"]


def is_turned(row: Row) -> bool:
    """Return whether the pronoun came out in the other gender."""
    return row.get("pronoun_outcome") == PronounOutcome.OTHER.value


#: What one system made of a sentence; all but the first are errors.
OUTCOMES = {
    _RIGHT: "the noun has the gender of the source",
    _WRONG: "the noun has another gender",
    _UNKNOWN: "no gender of the noun could be found",
    _PRONOUN: "he became a feminine pronoun, or she a masculine one",
    _OTHER_PERSON: "the other person, too, has the pronoun's gender, unlike in the baseline",
}


def sample(
    scores: Sequence[Score],
    tables: Sequence[Sequence[Row]],
    number: int,
    baseline: str | None = None,
    required: Mapping[str, Collection[str]] | None = None,
) -> dict[str, list[SystemDiff]]:
    """Return sentences of each language with what every system made of them, the baseline first.

    `tables`: the rows of each of `scores`. `baseline` as in `metric_table`; in a language without
    it the first system stands for it. `required`: language -> lines that are taken in any case.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    diffs = {}
    for language in order(score.language for score in scores):
        sentences = {
            score.system: rows
            for score, rows in zip(scores, tables, strict=True)
            if score.language == language
        }
        base = bases.get(language, next(iter(sentences)))
        sentences = {base: sentences[base]} | sentences
        chosen = choose(sentences, number, (required or {}).get(language, ()))
        diffs[language] = [SystemDiff(language, "", rows) for rows in chosen]
    return diffs


def choose(
    sentences: Mapping[str, Sequence[Row]], number: int = 12, required: Collection[str] = ()
) -> list[dict[str, Row]]:
    """Return the rows by system of `number` sentences, from system -> rows of one language.

    First the lines that are `required`, then in turn from the kinds there are (half, gold gender,
    whether the first system was right, how the others differ from it), evenly over each kind;
    in the order of the challenge set. Only sentences that every system has are taken.
    """
    systems = {
        system: {(row["line"], row["source"]): row for row in rows}
        for system, rows in sentences.items()
    }
    shared: list[dict[str, Row]] = []
    for row in next(iter(sentences.values())):
        key = row["line"], row["source"]
        if all(key in rows for rows in systems.values()):
            shared.append({system: rows[key] for system, rows in systems.items()})
    chosen = {position for position, rows in enumerate(shared) if _first(rows)["line"] in required}
    kinds: dict[tuple[str, ...], list[int]] = {}
    for position, rows in enumerate(shared):
        if position not in chosen:
            kinds.setdefault(_kind(rows), []).append(position)
    share = _shares([len(kinds[kind]) for kind in sorted(kinds)], number - len(chosen))
    for kind, count in zip(sorted(kinds), share, strict=True):
        chosen.update(_spread(kinds[kind], count))
    return [shared[position] for position in sorted(chosen)]


def outcomes(rows: Mapping[str, Row]) -> dict[str, list[str]]:
    """Return what each system made of a sentence: names of OUTCOMES."""
    base = _first(rows)
    kinds = {}
    for system, row in rows.items():
        missed = _UNKNOWN if row["predicted"] == "unknown" else _WRONG
        kinds[system] = [_RIGHT if is_right(row) else missed]
        if is_turned(row):
            kinds[system].append(_PRONOUN)
        if _OTHER_PERSON in ways(base, [row]):
            kinds[system].append(_OTHER_PERSON)
    return kinds


def _first(rows: Mapping[str, Row]) -> Row:
    return next(iter(rows.values()))


def _kind(rows: Mapping[str, Row]) -> tuple[str, ...]:
    base, *others = rows.values()
    right = "right" if is_right(base) else "wrong"
    return base["half"], base["gold"], right, *ways(base, others)


def _shares(sizes: Sequence[int], number: int) -> list[int]:
    """Return how many to take of each kind: one each in turn, as long as there are any."""
    share = [0] * len(sizes)
    left = min(max(number, 0), sum(sizes))
    while left:
        for kind, size in enumerate(sizes):
            if left and share[kind] < size:
                share[kind] += 1
                left -= 1
    return share


def _spread(positions: Sequence[int], count: int) -> Iterator[int]:
    """Yield `count` of the positions, at even distances."""
    for step in range(count):
        yield positions[(2 * step + 1) * len(positions) // (2 * count)]
