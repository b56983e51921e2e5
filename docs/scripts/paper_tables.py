"""The figures of a paper beside those of the real configuration, by the role of the system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from page_tables import table
from real_run import Key, RealRun
from run_tables import origin

from cdaflow.tables.papers import PAPERS
from cdaflow.tables.published import reference
from cdaflow.tables.text import ALL, number, order

#: Kind of table, column and header of what is compared with papers.
_COMPARED = (
    ("winomt", "accuracy", "Acc"),
    ("winomt", "delta_s", "ΔS"),
    ("winomt", "delta_g", "ΔG"),
    ("winomt", "delta_r", "ΔR"),
    ("bleu", "bleu", "BLEU"),
)


def published(real: RealRun, paper: str, systems: Sequence[str]) -> Iterator[str]:
    """Yield the figures of a paper, and ours, of the systems that have the same name in both.

    The paper's are those of our language, where it has it, else means over all its languages.
    """
    theirs = Theirs(paper, {language for language, _ in real.keys})
    compared = [item for item in _COMPARED if theirs.value(*item[:2], "baseline") is not None]
    lines = []
    for key in real.chosen([name for name in systems if name in theirs.names]):
        line = [*real.named(key), theirs.names[key[1]]]
        for kind, column, _ in compared:
            line += theirs.cells(kind, column, key[1])
            line += _ours(real, key, kind, column)
        lines.append(line)
    headers = [
        cell
        for *_, header in compared
        for cell in (f"{header}, paper", "gain", f"{header}, here", "gain")
    ]
    yield from table((*real.header(), "In the paper", *headers), lines, left=len(real.header()) + 1)
    published_paper = PAPERS[paper]
    kinds = dict.fromkeys(kind for kind, *_ in compared)
    quoted = (
        f"{published_paper.quoted}, {' and '.join(published_paper.tables[kind] for kind in kinds)}"
    )
    yield from (
        "",
        f"{quoted}: {theirs.where}; BLEU is the mean over test sets, theirs and ours. Data, models "
        f"and test sets differ: compare the gains. {origin(real.run, 'winomt')}",
    )


def _ours(real: RealRun, key: Key, kind: str, column: str) -> tuple[str, str]:
    """Return our figure and its gain, of BLEU their means over the test sets."""
    rows = [real.row(key, kind, testset) for testset in (real.bleu if kind == "bleu" else [""])]
    means = []
    for name in (column, f"{column}_gain"):
        values = [float(row[name]) for row in rows if row and row.get(name)]
        means.append(sum(values) / len(values) if values and len(values) == len(rows) else None)
    return number(means[0]) or "-", _signed(means[1])


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.1f}"


class Theirs:
    """The figures of a paper in our languages, or means over all of its where it has none.

    names: what it calls the systems, by ours.
    """

    def __init__(self, paper: str, languages: set[str]) -> None:
        self.names: dict[str, str] = {}
        self._figures: dict[tuple[str, str, str, str], list[float]] = {}
        rows = {kind: reference(paper, kind) for kind in ("winomt", "bleu")}
        languages_of_paper = order(
            row["language"] for row in rows["winomt"] if row["language"] != ALL
        )
        self.languages = [
            language for language in languages_of_paper if language in languages
        ] or languages_of_paper
        for kind, column, _ in _COMPARED:
            for row in rows[kind]:
                self.names.setdefault(row["system"], row["name"])
                if row.get(column):
                    key = kind, column, row["language"], row["system"]
                    self._figures.setdefault(key, []).append(float(row[column]))

    @property
    def where(self) -> str:
        """Which languages the figures are of."""
        listed = ", ".join(self.languages)
        return listed if len(self.languages) == 1 else f"means over {listed}"

    def value(self, kind: str, column: str, system: str) -> float | None:
        """Return a figure, the mean over the languages; None unless it is given in all of them."""
        by_language = [
            self._figures.get((kind, column, language, system)) for language in self.languages
        ]
        means = [sum(values) / len(values) for values in by_language if values]
        return sum(means) / len(means) if len(means) == len(by_language) else None

    def cells(self, kind: str, column: str, system: str) -> tuple[str, str]:
        """Return a figure and its difference from the baseline."""
        value, base = (self.value(kind, column, name) for name in (system, "baseline"))
        gained = None if value is None or base is None else value - base
        return number(value) or "-", "-" if system == "baseline" else _signed(gained)
