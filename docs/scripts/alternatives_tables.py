"""The tables of gender alternatives that scripts of benchmarks/ measured.

From the all-masculine reference: alternatives_rewriting.py. Stripped translations of students
against every right text: stripped_bleu.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from page_tables import mean_and_range, table
from published_run import Published

#: Way to say who is open -> as a reader sees it.
_WAYS = {
    "none": "nobody (does nothing)",
    "rules": "rules",
    "sure": "sure rules",
    "tags": "tagger",
    "both": "rules and tagger",
    "gold": "annotation",
}

#: What stripped translations are scored against -> as a reader sees it.
_STRIPPED = {
    "own": "the corpus's own text",
    "nearest": "the nearest right text",
    "alone": "sentences with one right text",
}

_SCORES = {
    "P": "alternatives_precision",
    "R": "alternatives_recall",
    "structures P": "structures_precision",
    "R of structures": "structures_recall",
    "δ": "delta_bleu",
    # Sentences with one and with two open people of which every text is right.
    "all, 1": "complete_one",
    "all, 2": "complete_two",
}

_PEOPLE = {
    "alignment": "alignment",
    "by position": "alignment_position",
    "2+ open": "alignment_two",
    "by position of 2+": "alignment_two_position",
    "false people": "false_people",
}

Scores = Mapping[str, Mapping[str, Any]]


def _cell(scores: Scores, name: str, *, interval: bool) -> str:
    score = scores[name]
    if score["value"] is None:
        return "-"
    if not interval or score["low"] is None:
        return f"{score['value']:.1f}"
    return f"{score['value']:.1f} [{score['low']:.1f}, {score['high']:.1f}]"


def _rows(run: Published) -> Iterator[tuple[str, str, str, Scores]]:
    """Yield language, way, rows and their scores."""
    for language in ("fr", "es"):
        ways = run.content.get(language, {})
        for way in filter(ways.__contains__, _WAYS):
            for rows in ("all", "odd", "even"):
                yield language, _WAYS[way], rows, ways[way][rows]["scores"]


def _lines(run: Published, columns: Mapping[str, str], *, halves: bool) -> Iterator[str]:
    lines = (
        (language, way, rows, *(_cell(scores, name, interval=True) for name in columns.values()))
        for language, way, rows, scores in _rows(run)
        if (halves or rows == "all") and any(scores[name]["value"] for name in columns.values())
    )
    yield from table(("", "who is open", "rows", *columns), lines, left=3)
    yield ""
    provenance = run.provenance
    yield (
        "; ".join(f"{language}: {measured(record)}" for language, record in provenance.items())
        + "."
    )


def measured(record: Mapping[str, Any]) -> str:
    """Return the day and the commit of a measurement."""
    changed = " with changes" if record["changed_files"] else ""
    return f"{record['date']}, commit {record['commit'][:7]}{changed}"


def offered(run: Published) -> Iterator[str]:
    """Yield where alternatives are offered, their structures, and δ."""
    yield from _lines(run, _SCORES, halves=True)


def people(run: Published) -> Iterator[str]:
    """Yield whom structures go with, beside position alone, and who gets them wrongly."""
    yield from _lines(run, _PEOPLE, halves=False)


def stripped(run: Published) -> Iterator[str]:
    """Yield BLEU of students asked for no structures, with its spread over the trainings."""
    rows = run.content["rows"]
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["language"], row["system"]), []).append(row)
    lines = (
        (
            *key,
            str(len(group)),
            *(mean_and_range([row[column] for row in group]) for column in _STRIPPED),
        )
        for key, group in groups.items()
    )
    yield from table(("Language", "System", "trainings", *_STRIPPED.values()), lines, left=2)
    counts = {row["language"]: (row["sentences_alone"], row["sentences"]) for row in rows}
    alone = ", ".join(
        f"{stripped_count} of {all_:,} ({lang})" for lang, (stripped_count, all_) in counts.items()
    )
    yield ""
    yield (
        "Means over the trainings; in parentheses the least and the largest. Sentences with one "
        f"right text: {alone}. {measured(run.provenance)}."
    )


#: Name of a block -> what writes it.
BLOCKS: dict[str, Callable[[Published], Iterator[str]]] = {
    "alternatives-offered": offered,
    "alternatives-people": people,
}
