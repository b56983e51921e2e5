"""The systems that no other beats in accuracy, the other person kept, and BLEU at once.

That is the Pareto front of the systems of a language. A difference inside the intervals is a tie:
one system beats another only if no value of it is lower, and in one measure their intervals do not
even touch. So no chain of systems beats one another in a circle, and at least one is unbeaten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.contents import Report
from cdaflow.tables.over_languages import ALL
from cdaflow.tables.significance import baselines, warned_of
from cdaflow.tables.table import Table
from cdaflow.tables.text import Record, order


@dataclass(frozen=True)
class Measure:
    """A column of the table of a metric in which systems are compared; higher is better."""

    metric: str
    column: str
    name: str
    title: str
    testset: str = ""

    def row(self, tables: Mapping[str, Table], language: str, system: str) -> Record | None:
        """Return the row of a system, None where it has no value that is to be believed."""
        for row in tables[self.metric].records if self.metric in tables else ():
            found = row["language"], row["system"], row.get("testset", "")
            if found == (language, system, self.testset) and row.get(self.column):
                return None if warned_of(row).is_suspect else row
        return None

    def ends(self, row: Record) -> tuple[str, str]:
        """Return the ends of the interval of a row; those of BLEU have no name before them."""
        names = ("low", "high") if self.column == "bleu" else ()
        low, high = names or (f"{self.column}_low", f"{self.column}_high")
        return row.get(low, ""), row.get(high, "")

    def estimate(self, row: Record) -> Estimate:
        """Return the value of a row with its interval."""
        low, high = (float(end) if end else None for end in self.ends(row))
        return Estimate(float(row[self.column]), low, high)


#: What accuracy is weighed against; BLEU comes once for each test set.
_ACCURACY = Measure("winomt", "accuracy", "accuracy", "Gender accuracy, %")
_KEPT = Measure("winomt", "kept", "Kept", "Kept, %")


@dataclass(frozen=True)
class Front:
    """The comparison of the systems of a language.

    measures: those that the language has. rows: of each system that has all of them, the rows of
    its measures. unbeaten: the systems that no other beats, by rising accuracy. baseline: the
    system that the others are compared with, "" for none. not_measured: what no system has. left:
    systems that lack a measure or whose scores are suspect.
    """

    language: str
    measures: Sequence[Measure]
    rows: Mapping[str, Sequence[Record]]
    unbeaten: Sequence[str]
    baseline: str
    not_measured: Sequence[str]
    left: Sequence[str]

    def estimates(self, system: str) -> list[Estimate]:
        """Return the values of a system, a measure each."""
        pairs = zip(self.measures, self.rows[system], strict=True)
        return [measure.estimate(row) for measure, row in pairs]

    def better(self) -> list[str]:
        """Return the unbeaten systems that beat the baseline."""
        if self.baseline not in self.rows:
            return []
        base = self.estimates(self.baseline)
        return [system for system in self.unbeaten if beats(self.estimates(system), base)]


def fronts(report: Report) -> list[Front]:
    """Return the front of each language, in the order of the tables."""
    tables = report.score_tables
    records = [row for name in ("winomt", "bleu") if name in tables for row in tables[name].records]
    languages = [name for name in order(row["language"] for row in records) if name != ALL]
    bases = baselines(((row["language"], row["system"]) for row in records), report.baseline)
    return [
        _front(
            tables, [row for row in records if row["language"] == language], bases.get(language, "")
        )
        for language in languages
    ]


def _front(tables: Mapping[str, Table], records: Sequence[Record], baseline: str) -> Front:
    language = records[0]["language"]
    systems = order(row["system"] for row in records)
    testsets = order(row["testset"] for row in records if "testset" in row)
    many = len(testsets) > 1
    names = [f"BLEU on {testset}" if many else "BLEU" for testset in testsets]
    bleu = [
        Measure("bleu", "bleu", name, name, testset)
        for name, testset in zip(names, testsets, strict=True)
    ]
    found = {
        measure: {system: measure.row(tables, language, system) for system in systems}
        for measure in (_ACCURACY, _KEPT, *bleu)
    }
    measures = [measure for measure, rows in found.items() if any(rows.values())]
    rows: dict[str, list[Record]] = {}
    for system in systems if measures else ():
        own = [row for measure in measures if (row := found[measure][system]) is not None]
        if len(own) == len(measures):
            rows[system] = own
    values = {
        system: [measure.estimate(row) for measure, row in zip(measures, own, strict=True)]
        for system, own in rows.items()
    }
    absent = [one.name for one in (_ACCURACY, _KEPT) if one not in measures]
    return Front(
        language,
        measures,
        rows,
        sorted(unbeaten(values), key=lambda system: values[system][0].value or 0),
        baseline,
        [*absent, *([] if bleu and set(bleu) & set(measures) else ["BLEU"])],
        [system for system in systems if system not in rows],
    )


def unbeaten(systems: Mapping[str, Sequence[Estimate]]) -> list[str]:
    """Return the systems that no other beats."""
    return [
        name
        for name, values in systems.items()
        if not any(beats(other, values) for other in systems.values())
    ]


def beats(ours: Sequence[Estimate], theirs: Sequence[Estimate]) -> bool:
    """Return whether no value is lower than theirs, and one is higher beyond both intervals."""
    pairs = list(zip(ours, theirs, strict=True))
    return all((a.value or 0) >= (b.value or 0) for a, b in pairs) and any(
        _is_above(a, b) for a, b in pairs
    )


def _is_above(a: Estimate, b: Estimate) -> bool:
    low = a.value if a.low is None else a.low
    high = b.value if b.high is None else b.high
    return (low or 0) > (high or 0)
