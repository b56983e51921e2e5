"""The table of examples (Naik et al. 2023, Tables 4 to 6): a row for each version of a sentence.

Two parts: "systems" has sentences of WinoMT with what each system made of them, "swaps" has pairs
that the guard caught, with what would have been written without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike

from cdaflow.counterfactual.decisions import CAUSES
from cdaflow.errors import ConfigError
from cdaflow.tables.differing import KINDS, Differing, differing, is_right
from cdaflow.tables.examples import Row, read_sentences
from cdaflow.tables.marks import baselines
from cdaflow.tables.render import NONE, Column, Record, Table, plain
from cdaflow.tables.scores import read_winomt
from cdaflow.tables.swaps import Swap, read_swaps

TITLE = "Examples: where systems differ from the baseline, and harmful swaps that the guard caught"

#: part: systems or swaps; kind: one of `differing.KINDS`, or the cause; example: its number within
#: the part and language; id: line of the challenge set, or id of the pair; what: which version of
#: the sentence; mark: the words that stand for the entity.
COLUMNS = (
    "language", "part", "kind", "example", "id", "what", "text", "noun", "pronoun", "note", "mark",
)  # fmt: skip

#: What the row of the English sentence is called.
SOURCE = "English"

Paths = Sequence[str | PathLike[str]]


def example_table(
    winomt: Paths = (),
    sentences: Paths = (),
    decisions: Paths = (),
    labels: Sequence[str] = (),
    *,
    number: int = 8,
    swaps: int = 2,
    seed: int = 1,
    baseline: str | None = None,
) -> Table:
    """Return the examples out of their files.

    `winomt`, `sentences`: score files, and the sentences of each. `decisions`, `labels`: those of
    `read_swaps`. `number` of each language, `swaps` of each cause. `baseline`: as in
    `metric_table`. Raises as the readers of the files do, ConfigError where there is none.
    """
    if len(winomt) != len(sentences):
        raise ConfigError(
            f"{len(sentences)} tables of sentences for {len(winomt)} WinoMT score files",
            hint="give one for each score file, in the same order",
        )
    if not (winomt or decisions):
        raise ConfigError(
            "there is nothing to take examples from",
            hint="give WinoMT score files with their sentences, or tables of decisions",
        )
    records: list[Record] = []
    if winomt:
        scores = read_winomt(winomt)
        bases = baselines(((score.language, score.system) for score in scores), baseline)
        tables = [read_sentences(p, score) for p, score in zip(sentences, scores, strict=True)]
        found = differing(scores, tables, bases, number=number, seed=seed)
        records += _numbered((item.language, sentence_rows(item)) for item in found)
    caught = read_swaps(decisions, labels, number=swaps, seed=seed)
    records += _numbered((item.language, _of_swap(item)) for item in caught)
    return example_view(records)


def _numbered(examples: Iterator[tuple[str, list[dict[str, str]]]]) -> Iterator[Record]:
    """Yield the rows of examples in the columns of the table, numbered within each language."""
    counts: dict[str, int] = {}
    for language, rows in examples:
        counts[language] = counts.get(language, 0) + 1
        for row in rows:
            number = str(counts[language])
            yield dict.fromkeys(COLUMNS, "") | {"language": language, "example": number} | row


def sentence_rows(item: Differing) -> list[dict[str, str]]:
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


def _of_swap(item: Swap) -> list[dict[str, str]]:
    """Return both sides of a pair, as they were and as they would have become."""
    pair = item.decision
    shared = {"part": "swaps", "kind": item.cause, "id": str(pair.id)}
    why = CAUSES.get(item.cause, "")
    facts = [": ".join(filter(None, (item.cause, why))), pair.detail, f"{item.count} of this cause"]
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


def example_view(records: Sequence[Record]) -> Table:
    """Return records of the CSV as a table; what an example is stands in its first row alone."""

    def once(record: Record, name: str) -> str:
        return record[name] if record["what"] == SOURCE else " "

    view = (
        Column("Language", lambda record: once(record, "language"), number=False),
        Column("Kind", lambda record: once(record, "kind"), number=False),
        Column("Id", lambda record: once(record, "id"), number=False),
        Column("What", plain("what"), number=False),
        Column("Text", plain("text"), number=False),
        Column("Noun", lambda record: record["noun"] or " ", number=False),
        Column("Pronoun", lambda record: record["pronoun"] or " ", number=False),
        Column("Note", lambda record: record["note"] or " ", number=False),
    )
    kinds = {record["kind"]: KINDS[record["kind"]] for record in records if record["kind"] in KINDS}
    notes = tuple(f"{kind}: {legend}." for kind, legend in kinds.items())
    return Table(TITLE, COLUMNS, records, view, notes=notes)


def grouped(records: Sequence[Record], part: str) -> dict[str, list[list[Record]]]:
    """Return the rows of each example of a part, by language."""
    found: dict[str, dict[str, list[Record]]] = {}
    for record in records:
        if record["part"] == part:
            examples: dict[str, list[Record]] = found.setdefault(record["language"], {})
            examples.setdefault(record["example"], []).append(record)
    return {language: list(examples.values()) for language, examples in found.items()}
