"""A sample of the sentences of WinoMT for the report: all kinds of outcomes, each sentence once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from cdaflow.tables.differing import Differing, is_right, is_turned, ways
from cdaflow.tables.examples import Row
from cdaflow.tables.marks import baselines
from cdaflow.tables.scores import WinoMT, order

#: What one system made of a sentence, beside the ways of `differing.KINDS` to differ.
OUTCOMES = {
    "noun right": "the noun has the gender of the source",
    "noun wrong": "the noun has another gender, or none that could be found",
    "pronoun of the other gender": "he became a feminine pronoun, or she a masculine one",
}


def sample(
    scores: Sequence[WinoMT],
    tables: Sequence[Sequence[Row]],
    number: int,
    baseline: str | None = None,
    wanted: Mapping[str, Collection[str]] | None = None,
) -> dict[str, list[Differing]]:
    """Return sentences of each language with what every system made of them, the baseline first.

    `tables`: the rows of each of `scores`. `baseline` as in `metric_table`; in a language without
    it the first system stands for it. `wanted`: language -> lines that are taken in any case.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    found = {}
    for language in order(score.language for score in scores):
        sentences = {
            score.system: rows
            for score, rows in zip(scores, tables, strict=True)
            if score.language == language
        }
        base = bases.get(language, next(iter(sentences)))
        sentences = {base: sentences[base]} | sentences
        chosen = choose(sentences, number, (wanted or {}).get(language, ()))
        found[language] = [Differing(language, "", rows) for rows in chosen]
    return found


def choose(
    sentences: Mapping[str, Sequence[Row]], number: int = 12, wanted: Collection[str] = ()
) -> list[dict[str, Row]]:
    """Return the rows by system of `number` sentences, from system -> rows of one language.

    First the lines that are `wanted`, then in turn from the kinds there are (half, gold gender,
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
    chosen = {place for place, rows in enumerate(shared) if _first(rows)["line"] in wanted}
    kinds: dict[tuple[str, ...], list[int]] = {}
    for place, rows in enumerate(shared):
        if place not in chosen:
            kinds.setdefault(_kind(rows), []).append(place)
    share = _shares([len(kinds[kind]) for kind in sorted(kinds)], number - len(chosen))
    for kind, count in zip(sorted(kinds), share, strict=True):
        chosen.update(_spread(kinds[kind], count))
    return [shared[place] for place in sorted(chosen)]


def outcomes(rows: Mapping[str, Row]) -> dict[str, list[str]]:
    """Return what each system made of a sentence: names of OUTCOMES, and of `differing.KINDS`."""
    base = _first(rows)
    found = {}
    for system, row in rows.items():
        right, wrong, turned = OUTCOMES
        names = [right if is_right(row) else wrong]
        names += [turned] if is_turned(row) else []
        found[system] = names if row is base else names + list(ways(base, [row]))
    return found


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


def _spread(places: Sequence[int], count: int) -> Iterator[int]:
    """Yield `count` of the places, at even distances."""
    for step in range(count):
        yield places[(2 * step + 1) * len(places) // (2 * count)]
