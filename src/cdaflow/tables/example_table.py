"""The table of examples (Naik et al. 2023, Tables 4 to 6): a row for each version of a sentence.

Three parts: "systems" has sentences of WinoMT with what each system made of them, "swaps" has pairs
that the guard caught, with what would have been written without it, "rejected" has pairs that the
target filter of self-training rejected (Choubey et al. 2021, Tables 2 and 16).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from types import MappingProxyType

import pandas as pd

from cdaflow.counterfactual.decisions import CAUSES, Decision, read_decisions
from cdaflow.errors import ConfigError
from cdaflow.io.files import read_table
from cdaflow.scoring.annotation.sheets import GENDERS, reservoir
from cdaflow.scoring.metric import Cell
from cdaflow.tables.inputs import Paths, labelled
from cdaflow.tables.scores import read_scores
from cdaflow.tables.significance import baselines
from cdaflow.tables.system_diffs import (
    KINDS,
    Row,
    SystemDiff,
    is_right,
    shown_sentences,
    system_diffs,
)
from cdaflow.tables.table import Layout, Table, label, text_frame
from cdaflow.tables.text import CAUSES as CAUSE_WORDS
from cdaflow.tables.text import NONE, PRONOUNS, REJECTIONS, UNKNOWN, Record, finding, in_words

TITLE = "Examples: where systems differ from the baseline, and pairs that were caught or rejected"

#: part: systems, swaps or rejected; kind: one of `system_diffs.KINDS`, the cause, or the reason;
#: example: its number within the part and language; id: line of the challenge set, or id of the
#: pair; what: which version of the sentence; mark: the words that stand for the entity, or the one
#: that a pair was rejected for.
COLUMNS = (
    "language", "part", "kind", "example", "id", "what", "text", "noun", "pronoun", "note", "mark",
)  # fmt: skip

#: Whose translations the examples are.
ONE_SHOWN = (
    "Translations are those of one training of each system, with the lowest seed that all systems "
    "have, else the lowest that one shares with the baseline."
)

#: What the row of the English sentence is called.
SOURCE = "English"


def example_table(
    winomt: Paths = (),
    sentences: Paths = (),
    decisions: Paths = (),
    labels: Sequence[str] = (),
    rejected: Paths = (),
    rejected_labels: Sequence[str] = (),
    *,
    number: int = 8,
    swaps: int = 2,
    rejections: int = 2,
    seed: int = 1,
    baseline: str | None = None,
) -> Table:
    """Return the examples out of their files.

    `winomt`, `sentences`: score files, and the sentences of each; of systems with several trainings
    one is taken (`shown_trainings`). `decisions`, `labels`: those of `read_guard_examples`.
    `rejected`, `rejected_labels`: those of `read_rejected_examples`. `number` of each language,
    `swaps` of each cause, `rejections` of each gender and reason. `baseline`: as in `metric_table`.
    Raises as the readers of the files do, ConfigError where there is none.
    """
    if not (winomt or decisions or rejected):
        raise ConfigError(
            "examples.no-source",
            "there are no files to take examples from",
            hint="give WinoMT score files with sentences, tables of decisions, or rejected pairs",
        )
    records: list[Record] = []
    if winomt or sentences:
        scores, tables = shown_sentences(read_scores("winomt", winomt), sentences, baseline)
        bases = baselines(((score.language, score.system) for score in scores), baseline)
        diffs = system_diffs(scores, tables, bases, number=number, seed=seed)
        records += _numbered((item.language, sentence_rows(item)) for item in diffs)
    caught = read_guard_examples(decisions, labels, number=swaps, seed=seed)
    records += _numbered((item.language, _guard_rows(item)) for item in caught)
    lost = read_rejected_examples(rejected, rejected_labels, number=rejections, seed=seed)
    records += _numbered((item.language, _rejected_rows(item)) for item in lost)
    return example_view(text_frame(records, COLUMNS))


def _numbered(examples: Iterator[tuple[str, list[dict[str, str]]]]) -> Iterator[Record]:
    """Yield the rows of examples in the columns of the table, numbered within each language."""
    counts: dict[str, int] = {}
    for language, rows in examples:
        counts[language] = counts.get(language, 0) + 1
        for row in rows:
            number = str(counts[language])
            yield {"language": language, "example": number} | row


def sentence_rows(item: SystemDiff) -> list[dict[str, str]]:
    """Return a sentence as rows of the table.

    The English sentence, then each translation once with the systems that made it.
    """
    first = next(iter(item.rows.values()))
    shared = {"part": "systems", "kind": item.kind, "id": first["line"]}
    facts = [f"{first['profession']}: {first['gold']}"]
    if first["half"] in ("pro", "anti"):
        facts.append(f"{first['half']}-stereotypical")
    source = {"what": SOURCE, "text": first["source"], "mark": first["profession"]}
    rows = [shared | source | {"note": ", ".join(facts)}]
    outputs: dict[tuple[str, ...], list[str]] = {}
    cells = ("text", "noun", "pronoun", "note", "mark")
    for system, row in item.rows.items():
        outputs.setdefault(_output(row), []).append(system or NONE)
    for output, systems in outputs.items():
        rows.append(shared | {"what": ", ".join(systems)} | dict(zip(cells, output, strict=True)))
    return rows


def _output(row: Row) -> tuple[str, ...]:
    noun = f"{'right' if is_right(row) else 'wrong'}: {row['predicted']}"
    outcome, form = row.get("pronoun_outcome", "-"), row.get("pronoun_form", "")
    pronoun = "" if outcome in ("", "-") else ": ".join(filter(None, (outcome, form)))
    notes = [] if row.get("reason", "-") in ("", "-") else [row["reason"]]
    if row.get("secondary", "-") not in ("", "-"):
        notes.append(f"other person: {row['secondary']}, {row.get('secondary_gender', '')}")
    return row["translation"], noun, pronoun, "; ".join(notes), row.get("span", "")


def _guard_rows(item: GuardExample) -> list[dict[str, str]]:
    """Return both sides of a pair, as they were and as they would have become."""
    pair = item.decision
    shared = {"part": "swaps", "kind": item.cause, "id": str(pair.id)}
    why = CAUSES.get(item.cause, "")
    facts = [why or item.cause, pair.detail, f"{item.count} of this cause"]
    written = pair.counterfactual_target if pair.outcome == "repaired" else ""
    versions = [
        (SOURCE, pair.source, "; ".join(filter(None, facts)), pair.profession),
        (f"{SOURCE}, swapped", pair.counterfactual_source, "", pair.profession),
        ("Translation", pair.target, "", ""),
        ("Without guard", pair.unguarded_target, "", ""),
        (f"Guard: {item.guard}", written, pair.outcome, ""),
    ]
    names = ("what", "text", "note", "mark")
    return [shared | dict(zip(names, cells, strict=True)) for cells in versions]


def _rejected_rows(item: RejectedExample) -> list[dict[str, str]]:
    """Return a pair with the word that it was rejected for."""
    row = item.row
    reason = in_words(row["reason"], REJECTIONS)
    shared = {"part": "rejected", "kind": reason, "id": row["id"]}
    share = f"{item.count} of the {item.total} that were rejected"
    facts = f"{GENDERS[item.gender]}: {reason}; {share}"
    return [
        shared | {"what": SOURCE, "text": row["source"], "note": facts},
        shared | {"what": "Translation", "text": row["target"], "note": row["word"],
                  "mark": row["word"]},
    ]  # fmt: skip


def example_view(frame: pd.DataFrame) -> Table:
    """Return rows of the CSV as a table; what an example is stands in its first row alone."""
    layout = Layout(
        TITLE,
        tuple(label(name, name.capitalize() if name in _SHOWN else "") for name in COLUMNS),
        _SHOWN,
        cells={
            **{name: _in_first_row(name) for name in ("language", "id")},
            "kind": _in_first_row("kind", CAUSE_WORDS),
            "noun": lambda record: record["noun"] or " ",
            "pronoun": lambda record: finding(record["pronoun"], PRONOUNS) or " ",
            "note": lambda record: finding(record["note"], UNKNOWN) or " ",
        },
    )
    kinds = [kind for kind in frame["kind"].unique() if kind in KINDS]
    notes = [f"{kind}: {KINDS[kind]}." for kind in kinds]
    return layout.table(frame, notes=[*notes, *((ONE_SHOWN,) if kinds else ())])


_SHOWN = ("language", "kind", "id", "what", "text", "noun", "pronoun", "note")


def _in_first_row(name: str, words: Mapping[str, str] = MappingProxyType({})) -> Cell:
    return lambda record: words.get(record[name], record[name]) if record["what"] == SOURCE else " "


def examples_of(frame: pd.DataFrame, part: str) -> Iterator[tuple[str, list[Record]]]:
    """Yield language and rows of each example of a part, those of a language together."""
    for language, rows in frame[frame["part"] == part].groupby("language", sort=False):
        for _, example in rows.groupby("example", sort=False):
            yield str(language), example.to_dict("records")


#: The cause of a pair that the guard repaired.
REPAIRED = "pronoun repaired"

#: Causes that have nothing to do with pronouns.
_NO_GUARD = frozenset({"name", "over-number", "held-out"})


@dataclass(frozen=True)
class GuardExample:
    """A pair that would have been harmful without the guard.

    `cause`: why it was dropped, or REPAIRED; `count`: how many swaps of its cause there are.
    """

    language: str
    guard: str
    decision: Decision
    cause: str
    count: int


def read_guard_examples(
    files: Paths, labels: Sequence[str], *, number: int, seed: int
) -> list[GuardExample]:
    """Return at most `number` harmful swaps of each cause from each file.

    `labels`: LANGUAGE/GUARD of each file. Harmful is what would have been written without a guard
    and was dropped or written otherwise with it. Causes come in the order of how often they
    happen, the pairs of one in a seeded order.

    Raises ConfigError where labels and files are not as many or a label is none, InputError where
    a file has no decisions.
    """
    examples: list[GuardExample] = []
    for file, language, guard in labelled(files, labels, "GUARD", "es/drop"):
        causes: dict[str, list[Decision]] = {}
        for decision in read_decisions(file):
            if _is_harmful(decision):
                causes.setdefault(decision.cause or REPAIRED, []).append(decision)
        for cause, swaps in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
            swaps.sort()
            random.Random(f"{seed}/{language}/{cause}").shuffle(swaps)
            examples += [
                GuardExample(language, guard, swap, cause, len(swaps)) for swap in swaps[:number]
            ]
    return examples


def _is_harmful(decision: Decision) -> bool:
    """Return whether no guard would have written a counterfactual that the guard did not."""
    unguarded = decision.unguarded_target
    if decision.outcome == "kept" or decision.cause in _NO_GUARD:
        return False
    if unguarded in ("", decision.target):
        return False
    return decision.outcome == "dropped" or unguarded != decision.counterfactual_target


#: The columns of the file (those of `cdaflow.gfst.filtering.REJECTED`, whose import takes long).
_COLUMNS = ("id", "reason", "word", "source", "target")

#: Reasons for which there is nothing to show.
_NOT_SHOWN = frozenset({"empty", "no-tree"})


@dataclass(frozen=True)
class RejectedExample:
    """A pair that was rejected.

    gender: of its English (fem or msc). row: what its file says, by its columns.
    count: how many pairs of the gender were rejected for its reason, `total` in all.
    """

    language: str
    gender: str
    row: Record
    count: int
    total: int


def read_rejected_examples(
    files: Paths, labels: Sequence[str], *, number: int, seed: int
) -> list[RejectedExample]:
    """Return at most `number` pairs for each reason from each file, sampled by the seed.

    `labels`: LANGUAGE/GENDER of each file. The most frequent reasons come first, the pairs of one
    in the order of the file.

    Raises ConfigError where labels and files are not as many or a label is none, InputError where a
    file lacks the columns of rejected pairs.
    """
    examples: list[RejectedExample] = []
    for file, language, gender in labelled(files, labels, "GENDER", "es/fem"):
        if gender not in GENDERS:
            raise ConfigError(
                "label.no-gender",
                f'the label "{language}/{gender}" has no gender',
                hint="for example, es/fem or es/msc",
            )
        reasons = Counter(row["reason"] for row in _rows(file))
        for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            if reason in _NOT_SHOWN:
                continue
            rows = ((n, row) for n, row in enumerate(_rows(file)) if row["reason"] == reason)
            numbers = random.Random(f"{seed}/{language}/{gender}/{reason}")
            drawn = sorted(reservoir(rows, number, numbers), key=lambda item: item[0])
            examples += [
                RejectedExample(language, gender, row, count, reasons.total()) for _, row in drawn
            ]
    return examples


def _rows(path: str | PathLike[str]) -> Iterator[Record]:
    for _, row in read_table(path, _COLUMNS):
        yield row
