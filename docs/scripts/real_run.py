"""A run of the real configuration: its rows, and which systems stand in which block.

That follows from the names of systems: those of Naik et al. (2023) and of Choubey et al. (2021) are
called as in `cdaflow tables published`; what was trained from scratch, and systems from outside,
stand beside the base; every other one is a try.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from published_run import Published
from run_tables import figure, gain, origin

from cdaflow.tables.text import ALL, Record, order
from cdaflow.tables.trainings import lead, of_records

#: Names of the systems of each paper, the base aside.
_OF_PAPER = {
    "naik2023": re.compile(r"(handcrafted|gb)(-(random|handcrafted|guard|forward|back|second))*"),
    "choubey2021": re.compile(r"randst|gfst(-\w+)*"),
}

#: Language and system.
Key = tuple[str, str]


class RealRun:
    """A run with its rows by language and system, and the systems of each block."""

    def __init__(self, run: Published) -> None:
        self.run = run
        metrics = ("winomt", "secondary", "pronouns", "geneval")
        self.by_metric = {
            metric: run.by_system(metric) for metric in metrics if metric in run.content["tables"]
        }
        self.bleu: dict[str, dict[Key, Record]] = {}
        for row in run.rows("bleu"):
            key = row["language"], row["system"]
            self.bleu.setdefault(row["testset"], {})[key] = row
        self.keys = [key for key in self.by_metric["winomt"] if key[0] != ALL]
        self.systems: Mapping[str, Mapping[str, Any]] = run.provenance.get("systems", {})

    @property
    def names(self) -> list[str]:
        """All systems, in their order."""
        return order(system for _, system in self.keys)

    def besides(self) -> list[str]:
        """Return what stands beside the base: trained from scratch, or not trained here."""
        tuned = {
            name
            for name, section in self.systems.items()
            if any(section.get(key) for key in ("base", "interpolate", "export"))
        }
        return [name for name in self.names if name == self.names[0] or name not in tuned]

    def of_paper(self, paper: str) -> list[str]:
        """Return the base and the systems of a paper; [] where there is none of these."""
        pattern = _OF_PAPER[paper]
        systems = [name for name in self.names[1:] if pattern.fullmatch(name)]
        return [self.names[0], *systems] if systems else []

    def tries(self) -> list[str]:
        """Return the base and the systems that are none of those; [] where there is none."""
        listed = {*self.besides(), *self.of_paper("naik2023"), *self.of_paper("choubey2021")}
        systems = [name for name in self.names if name not in listed]
        return [self.names[0], *systems] if systems else []

    def row(self, key: Key, metric: str, testset: str = "") -> Record | None:
        """Return the row of a system, None where it has none."""
        rows = self.bleu[testset] if metric == "bleu" else self.by_metric.get(metric, {})
        return rows.get(key)

    def cell(self, key: Key, metric: str, column: str, testset: str = "") -> str:
        """Return a figure of a system with its interval."""
        row = self.row(key, metric, testset)
        return figure(row, metric, column) if row else "-"

    def gain(self, key: Key, metric: str, column: str, testset: str = "") -> str:
        """Return its difference from the base."""
        row = self.row(key, metric, testset)
        return gain(row, column) if row else "-"

    def chosen(self, systems: Sequence[str]) -> list[Key]:
        """Return the keys of systems, by language."""
        return [key for key in self.keys if key[1] in systems]

    def named(self, key: Key) -> list[str]:
        """Return the first cells of a line: the language, where there are several."""
        return list(key if len({language for language, _ in self.keys}) > 1 else key[1:])

    def header(self) -> list[str]:
        """Return the headers of these."""
        return ["Language", "System"][-len(self.named(self.keys[0])) :]

    def caption(self, systems: Sequence[str], *more: str) -> Iterator[str]:
        """Yield what stands below a table: trainings, intervals, origin."""
        rows = [self.by_metric["winomt"][key] for key in self.chosen(systems)]
        said = (lead(of_records(rows), crossed=False), self._one_base(rows), *more)
        yield from ("", " ".join((*filter(None, said), origin(self.run, "winomt"))))

    def _one_base(self, rows: Sequence[Record]) -> str:
        """Return which training of the base systems started from, where it was one for all."""
        started: dict[str, list[str]] = {}
        for row in rows:
            if row.get("paired_base"):
                started.setdefault(row["paired_base"], []).append(row["system"])
        if not started:
            return ""
        base = self.names[0]
        named = [", ".join(names) for names in started.values()] if len(started) > 1 else ["All"]
        texts = [
            f"{names} started from training {seed} of {base}"
            for names, seed in zip(named, started, strict=True)
        ]
        several = len(rows[0]["seeds"].split()) > 1
        instead = ", not with the mean in its row" if several else ""
        return (
            f"{'; '.join(texts)}, and each is compared with that one{instead}: no interval covers "
            "another base."
        )
