"""The other person of each sentence of WinoMT: whether a system leaves it as it was.

A system that was fine-tuned on counterfactuals may learn to let every noun follow the pronoun. The
person to whom the pronoun refers is then right, and the other one, whose gender the source leaves
open, changes along (Saunders, Sallis and Byrne 2020; Naik et al. 2023, section 6.3 and Table 4).
Counted here in the reports of WinoMT (see `cdaflow.scoring.winomt_items`), of the sentences in
which the translation shows a gender of the other person:

- agreement: it has the gender of the pronoun, which says nothing of it.
- kept, followed: of the pairs of one sentence with "he" and with "she", those in which it has one
  gender in both, and those in which it is masculine with "he" and feminine with "she".
- unchanged: it has the gender that the first system of the table gives it in the same sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cdaflow.lazy import numpy as np
from cdaflow.scoring.metric import Metric, ObservedRows, Outcomes, TableRow
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Counts, Share, label_pairs, rate
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit

#: What is counted of a sentence or of a pair, and on what it is divided; by name of the score.
_PARTS = {
    "known": ("known", "rows"),
    "agreement": ("agreeing", "known_gendered"),
    "kept": ("kept", "pairs"),
    "followed": ("followed", "pairs"),
}

#: The columns of `secondary_rows`. Those whose pair is "against" go from feminine to masculine, and
#: "changed" is any other change (to or from a neuter).
COLUMNS = (*dict.fromkeys(name for part in _PARTS.values() for name in part), "against", "changed")

STATISTICS = {
    name: Share(*([COLUMNS.index(column)] for column in part)) for name, part in _PARTS.items()
}

#: Those that are tested.
_TESTED = COLUMNS[:-2]

#: Scores that the same sentences can show; only those that differ there count (see `least_p`).
_GROUPS = (("known",), ("agreement",), ("kept", "followed"))

#: Letters of the outcomes of a report: genders, of the other person also unknown and nobody.
_LETTERS = {"gold": "mfn", "secondary": "mfnu-"}
_MALE, _FEMALE, _NEUTRAL, _OPEN, _NOBODY = range(5)


def has_secondary(report: Mapping[str, Any]) -> bool:
    """Return whether a report found another person in any of its sentences."""
    try:
        return int(report["counts"]["secondary"]["rows"]) > 0
    except KeyError:
        return False
    except (TypeError, ValueError):
        return True  # a fault, which the table reports


def _rows(report: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield the one row of a report, made of its counts of the other person."""
    counts = {name: int(report["counts"]["secondary"][name]) for name in _TESTED}
    if min(counts.values()) < 0 or any(counts[over] > counts[of] for over, of in _PARTS.values()):
        raise ValueError('"counts.secondary" does not add up')
    scores = {name: rate(counts[over], counts[of]) for name, (over, of) in _PARTS.items()}
    # Where the report has the sentences, those that belong together count as one.
    for rows in _observed(Outcomes("", report)) if report.get("clusters") else ():
        scores |= rows.estimates()
    yield TableRow(counts={"known_rows": counts["known"], "pairs": counts["pairs"]}, scores=scores)


def secondary_rows(report: Outcomes, pairs: Iterable[tuple[int, int]]) -> Counts:
    """Return what each sentence of a report adds to each of COLUMNS: shape (sentences, columns).

    `pairs`: the numbers of the rows that are a sentence with "he" and with "she"; a pair is counted
    in the latter.
    """
    gold, secondary = report.columns(**_LETTERS)
    is_known = secondary < _OPEN
    gendered = is_known & (gold != _NEUTRAL)
    he = np.full(len(gold), _NOBODY)
    for with_he, she in pairs:
        he[she] = secondary[with_he]
    both = is_known & (he < _OPEN)
    same, followed, against = (
        both & mask
        for mask in (
            he == secondary,
            (he == _MALE) & (secondary == _FEMALE),
            (he == _FEMALE) & (secondary == _MALE),
        )
    )
    cells = {
        "rows": secondary != _NOBODY,
        "known": is_known,
        "known_gendered": gendered,
        "agreeing": gendered & (secondary == gold),
        "pairs": both,
        "kept": same,
        "followed": followed,
        "against": against,
        "changed": both & ~same & ~followed & ~against,
    }
    return np.stack([cells[name] for name in COLUMNS], axis=1).astype(np.int64)


def _observed(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the sentences of a report, each with what it adds to each count.

    Nothing where a report does not say which sentences belong together, or its outcomes are not its
    counts.
    """
    gold = report.outcome("gold")
    clusters = report.clusters(len(gold))
    if clusters is None:
        return
    # The same pairs of "he" and "she" as `winomt_items.pairs` finds.
    rows = secondary_rows(report, label_pairs(clusters.tolist(), gold, "m", "f"))
    counts = report.report["counts"]["secondary"]
    if [int(counts[name]) for name in _TESTED] != rows.sum(axis=0).tolist()[: len(_TESTED)]:
        return
    for names in _GROUPS:
        columns = [column for name in names for column in map(COLUMNS.index, _PARTS[name])]
        tests = {name: (STATISTICS[name], Test.BOOTSTRAP) for name in names}
        yield ObservedRows(rows * np.isin(np.arange(len(COLUMNS)), columns), tests, clusters)


def kept_rows(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the pairs of a report in which the other person is kept, or not, for `secondary_kept`.

    Nothing where the test set has no other person.
    """
    if not has_secondary(report.report):
        return
    for rows in _observed(report):
        if "kept" in rows.statistics:
            statistics = {"secondary_kept": rows.statistics["kept"]}
            yield replace(rows, statistics=statistics)


def _against(base: Outcomes, other: Outcomes) -> ObservedRows:
    """Return the sentences in which both systems show a gender of the other person."""
    base.shared(other, "gold")
    (gold, before), (_, after) = (side.columns(**_LETTERS) for side in (base, other))
    both = (before < _OPEN) & (after < _OPEN)
    rows = np.stack([both & (before == after), both], axis=1).astype(np.int64)
    tests = {"unchanged": (Share([0], [1]), Test.BOOTSTRAP)}
    return ObservedRows(rows, tests, other.clusters(len(gold)))


#: What is kept, as legends say it.
KEPT = (
    'pairs of a sentence with "he" and with "she" in which the other person has one gender in both'
)

_RATE: dict[str, Any] = {"interval": Interval.SHOWN, "test": Test.BOOTSTRAP}

METRIC = Metric(
    name="secondary",
    source="winomt",
    title="The other person of each sentence, to whom the pronoun does not refer",
    fields=(
        Field(
            "kept",
            "Kept",
            KEPT,
            direction=Direction.HIGHER,
            **_RATE,
        ),
        Field(
            "followed",
            "Followed",
            "pairs in which the other person changes gender with the pronoun",
            direction=Direction.LOWER,
            **_RATE,
        ),
        Field(
            "agreement",
            "Agrees",
            "sentences in which the other person has the gender of the pronoun; about 50 means "
            "independent",
            **_RATE,
        ),
        Field(
            "unchanged",
            "Unchanged",
            "sentences in which the other person has the same gender as in the baseline, of those "
            "in which both translations show one",
            direction=Direction.HIGHER,
            interval=Interval.SHOWN,
        ),
        Field(
            "known",
            "Known",
            "sentences whose translation shows the gender of the other person",
            **_RATE,
        ),
        Field("known_rows", "Sentences", "number of sentences that show it", Unit.COUNT),
        Field("pairs", "Pairs", "pairs in which both translations show it", Unit.COUNT),
    ),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
    signatures={"WinoMT": "signature"},
    method="The other person of the sentence, of whom the pronoun says nothing, was looked for as "
    'well: it should have one gender with "he" and with "she".',
    rows=_rows,
    applies=has_secondary,
    observed=_observed,
    against=_against,
)  # fmt: skip
