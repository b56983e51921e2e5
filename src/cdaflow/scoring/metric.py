"""What a metric is: its fields, its scorer, the rows of its table, how two systems are compared.

A metric is one module and one line of METRICS. The module has the metric and its scorer: `score_`
and the name of the metric, a typed function whose signature gives the options of `cdaflow score
NAME` and whose docstring its help; it returns a `ScoreReport`. The command, the tables, their
significance marks, the report and the comparison with published figures all follow from that.

A score belongs to a system, a language, a test set and, where a system was trained several times,
to the seed of a training.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.lazy import numpy as np
from cdaflow.statistics.estimates import cluster_sums, estimate
from cdaflow.statistics.field import Field, Test, Unit
from cdaflow.statistics.sacre import KEPT, with_ngrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cdaflow.statistics.estimates import Clusters, Counts, Estimate, Resampling, Statistic

#: Name of a metric (in the JSON of its scores, of its commands and of its table) -> where it is.
METRICS = {
    "winomt": "cdaflow.scoring.winomt:METRIC",
    "pronouns": "cdaflow.scoring.pronoun_errors:METRIC",
    "secondary": "cdaflow.scoring.secondary_person:METRIC",
    "geneval": "cdaflow.scoring.geneval:METRIC",
    "geneval-context": "cdaflow.scoring.geneval:CONTEXT",
    "mustshe": "cdaflow.scoring.mustshe:METRIC",
    "gate": "cdaflow.scoring.gate:METRIC",
    "alternatives": "cdaflow.scoring.alternatives:METRIC",
    "bleu": "cdaflow.scoring.bleu:METRIC",
}

#: Metrics that have no scorer, since that of another one writes their scores -> this one.
SCORED_BY = {"pronouns": "winomt", "secondary": "winomt", "geneval-context": "geneval"}

#: The columns of a table of scores that count warnings: lines that look wrong, of how many, and
#: those of each kind (kind:lines).
WARNED = (
    Field("warned", "Warned", "lines of the translations that look wrong, %; the score files name "
          "them", Unit.COUNT),
    Field("warned_of", unit=Unit.COUNT, column="warned_of"),
    Field("warnings", unit=Unit.TEXT, column="warnings"),
)  # fmt: skip

#: The columns with which every row of a table of scores begins.
LABELS = (
    Field("language", "Language", unit=Unit.TEXT),
    Field("system", "System", unit=Unit.TEXT),
)

#: The column of a metric that is scored on several test sets.
TESTSET = Field("testset", "Test set", unit=Unit.TEXT)

#: The numbers of the clusters of rows.
_CLUSTERS = re.compile(r"[0-9]{1,9}(?: [0-9]{1,9})*")

#: Of how many trainings the figures of a row are the mean, and the seeds of these ("1 2 3").
TRAININGS = (
    Field("trainings", "Trainings", "trainings of the system whose mean a figure is", Unit.COUNT),
    Field("seeds", "Seed", "the seed of the training", Unit.TEXT),
)

#: What a row of a CSV is shown as in one of its columns.
Cell = Callable[[Mapping[str, str]], str]


@dataclass(frozen=True)
class TableRow:
    """A row of the table of a metric, as one score file has it: a part of the test set, or all.

    labels: by column, beside language and system. ending: of the names of its scores in the JSON
    and in a comparison ("_f"). counts: by column, of several trainings their mean. scores: by name,
    where they are not the "scores" of the JSON.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    ending: str = ""
    counts: Mapping[str, float] = field(default_factory=dict)
    scores: Mapping[str, Estimate] | None = None


@dataclass(frozen=True)
class Outcomes:
    """What became of each sentence of a report, and what to call it in an error message."""

    name: str
    report: Mapping[str, Any]

    def outcome(self, name: str) -> str:
        """Return one outcome, a character a row; InputError where there is none."""
        outcomes = self.report.get("outcomes")
        text = outcomes.get(name) if isinstance(outcomes, dict) else None
        if not isinstance(text, str):
            raise InputError(
                "report.outcome-missing",
                f'the report has no outcomes "{name}" of its sentences',
                file=self.name,
                hint="score the translations again with this version of cdaflow",
            )
        return text

    def shared(self, other: Outcomes, name: str) -> str:
        """Return an outcome that is the test set's own; InputError where `other` has another."""
        text = self.outcome(name)
        if other.outcome(name) != text:
            raise InputError(
                "report.other-testset",
                f'the outcomes "{name}" differ from those of {self.name}: another test set',
                file=other.name,
            )
        return text

    def clusters(self, rows: int) -> Clusters | None:
        """Return the number of the cluster of each of the `rows` of the test set.

        Rows of one number belong together, such as a sentence with "he" and with "she". None where
        each row stands for itself. Raises InputError where the report has them for other rows, or
        is of a version that did not look for them.
        """
        text = self.report.get("clusters")
        # Versions that looked for clusters also write the "training", be it null.
        if text is None and "training" in self.report:
            return None
        match = isinstance(text, str) and _CLUSTERS.fullmatch(text)
        numbers = str(text).split(" ") if match else []
        if len(numbers) != rows or not match:
            raise InputError(
                "report.no-clusters",
                f'the report has no "clusters" of its {rows} rows',
                file=self.name,
                hint="score the translations again with this version of cdaflow",
            )
        return np.array([int(number) for number in numbers], dtype=np.int64)

    def columns(self, **alphabets: str) -> list[NDArray[np.int64]]:
        """Return outcomes as numbers, shape (rows,): indices in `alphabets`, the letters of each.

        Raises InputError for another letter, and where they are not of one length.
        """
        columns = []
        for name, alphabet in alphabets.items():
            numbers = {letter: number for number, letter in enumerate(alphabet)}
            try:
                codes = [numbers[letter] for letter in self.outcome(name)]
            except KeyError as error:
                raise InputError(
                    "report.outcome-unknown", f'{error} is not an outcome "{name}"', file=self.name
                ) from None
            columns.append(np.array(codes, dtype=np.int64))
        if len(set(map(len, columns))) > 1:
            raise InputError(
                "report.outcome-lengths", "the outcomes have different lengths", file=self.name
            )
        return columns

    def numbers(self, name: str, columns: int) -> Counts:
        """Return an outcome of `number_text`: shape (rows, columns); InputError for another."""
        rows = [row.split("/") for row in self.outcome(name).split()]
        # No sentence has a thousand million words: a longer number fits no column.
        if any(len(row) != columns for row in rows) or not all(
            cell.isdecimal() and len(cell) < 10 for row in rows for cell in row
        ):
            raise InputError(
                "report.outcome-not-numbers",
                f'expected {columns} numbers per sentence as the outcomes "{name}"',
                file=self.name,
                hint="score the file again with this version of cdaflow",
            )
        return np.array(rows, dtype=np.int64).reshape(len(rows), columns)

    def corpus_counts(self, name: str, score: str) -> Counts:
        """Return what sacrebleu sums for a score of an outcome: shape (sentences, columns)."""
        return with_ngrams(score, self.numbers(name, len(KEPT[score])))

    def one_hot(self, **alphabets: str) -> Counts:
        """Return a row for each sentence with 1 at its cell, that of several outcomes.

        Cells are in the order of the letters in `alphabets`, those of the last outcome next to each
        other; see `columns` for the errors.
        """
        sizes = tuple(map(len, alphabets.values()))
        cells = np.ravel_multi_index(tuple(self.columns(**alphabets)), sizes)
        return np.equal.outer(cells, np.arange(math.prod(sizes))).astype(np.int64)


def number_text(rows: Counts) -> str:
    """Return rows of numbers as an outcome: those of a row with a stroke between them."""
    return " ".join("/".join(map(str, row)) for row in rows.tolist())


@dataclass(frozen=True)
class ObservedRows:
    """What a system did in each sentence, and the statistics of it that are compared.

    rows: what each sentence adds to each sum, shape (sentences, columns). statistics: name of the
    comparison -> the statistic of these sums, and how its difference is tested with one training
    of each system. clusters: which sentences belong together, see `Outcomes.clusters`. counted:
    the cells of `rows` that count at all, in the same shape, None for all; what does not count in
    one of two reports that are compared counts in neither. resampling: how the sentences are
    sampled, by default as in `cdaflow.statistics`.
    """

    rows: Counts
    statistics: Mapping[str, tuple[Statistic, Test]]
    clusters: Clusters | None = None
    counted: NDArray[np.bool_] | None = None
    resampling: Resampling | None = None

    def estimates(self) -> dict[str, Estimate]:
        """Return the statistics by name, in percent or points, shares with Wilson's intervals."""
        sums = cluster_sums(self.rows, self.clusters)
        return {
            name: estimate(statistic, sums, sums[:0])
            for name, (statistic, _) in self.statistics.items()
        }


@dataclass(frozen=True)
class Metric:
    """A metric and its fields.

    name: see METRICS. title: of its table. fields: of its scores, in the order of its table. tests:
    how differences are tested, for the note below the table. labels: the columns that name a row,
    in the order in which they are shown. counts: of each row. signatures: what is signed -> column.
    best: within what the best figure is marked. groups: headings of the score on a terminal ->
    names of fields. source: the metric whose score files it is read from, where it has none of its
    own. rows: the rows of a report; a ValueError where it is no such report. applies: whether a
    report has any. parts: rows that a terminal shows below the scores. cells: columns that are not
    shown as they stand -> what is shown. observed: what a report has of each sentence, by default
    its outcomes that say right or wrong (`observed.observed_outcomes`). values: the values of its
    scores by name, from the counts of a report whose sentences have no outcomes. against: what a
    report has of each sentence beside that of the baseline, for figures that need both; the
    statistics have the names of their fields, and the baseline has no such figure.
    testset_outcomes: the outcomes that are the test set's own, equal for all systems. sentences:
    the columns of the file of sentences that its scorer can write, none if there is no such file.
    method: how its scores come about, for the report: HTML, with {rows} and {testsets}. modes: the
    same of scores whose signature has a part that begins so. headline: the scores that a terminal
    shows first, by default those that tables show. called: what papers call it. cited: keys of the
    papers to be cited where its scores are used (`tables/references.bib`).
    """

    name: str
    title: str
    fields: tuple[Field, ...]
    tests: str
    labels: tuple[Field, ...] = LABELS
    counts: tuple[Field, ...] = ()
    signatures: Mapping[str, str] = field(default_factory=dict)
    best: str = "language"
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    source: str = ""
    sentences: tuple[str, ...] = ()
    method: str = ""
    modes: Mapping[str, str] = field(default_factory=dict)
    headline: tuple[str, ...] = ()
    called: str = ""
    cited: tuple[str, ...] = ()
    rows: Callable[[Mapping[str, Any]], Iterable[TableRow]] = lambda report: [TableRow()]
    applies: Callable[[Mapping[str, Any]], bool] = lambda report: True
    parts: Callable[[Mapping[str, Any]], Iterable[TableRow]] = lambda report: ()
    cells: Mapping[str, Cell] = field(default_factory=dict)
    observed: Callable[[Outcomes], Iterable[ObservedRows]] | None = None
    values: Callable[[Mapping[str, Any]], Mapping[str, float]] | None = None
    against: Callable[[Outcomes, Outcomes], ObservedRows] | None = None
    testset_outcomes: tuple[str, ...] = ()

    def method_of(self, signature: str) -> str:
        """Return how scores of a signature come about, "" where the metric does not say it."""
        parts = signature.split("|")
        ways = (way for mode, way in self.modes.items() if any(p.startswith(mode) for p in parts))
        return next(ways, self.method)

    @property
    def first_scores(self) -> tuple[str, ...]:
        """The names of the scores that a terminal shows where not all are asked for."""
        return self.headline or tuple(item.name for item in self.shown_fields)

    @property
    def directions(self) -> dict[str, Callable[[float], float]]:
        """How good a figure is, by column: of the fields of which one direction is better."""
        return {
            item.column: item.direction.goodness for item in self.shown_fields if item.direction
        }

    def __getitem__(self, name: str) -> Field:
        """Return the field of a name of the JSON; KeyError where there is none."""
        for item in self.fields:
            if item.name == name:
                return item
        raise KeyError(name)

    def field_of(self, name: str) -> Field | None:
        """Return the field whose score has this name, behind which the ending of a part may stand.

        The one with the longest name, since that of a field may begin that of another.
        """
        fields = [item for item in self.fields if f"{name}_".startswith(f"{item.name}_")]
        return max(fields, key=lambda item: len(item.name), default=None)

    def estimates(self, rows: Counts, samples: Counts) -> dict[str, Estimate]:
        """Return the scores of the fields that are statistics of sentences; see `estimate`."""
        return {
            item.name: estimate(item.statistic, rows, samples)
            for item in self.fields
            if item.statistic
        }

    def statistics(self, ending: str = "") -> dict[str, tuple[Statistic, Test]]:
        """Return what is compared of sentences, by name with an `ending`; see `ObservedRows`."""
        return {
            item.compared + ending: (item.statistic, item.test)
            for item in self.fields
            if item.statistic and item.test
        }

    @property
    def shown_fields(self) -> tuple[Field, ...]:
        """The fields that tables show."""
        return tuple(item for item in self.fields if item.header)

    @property
    def tested(self) -> tuple[Field, ...]:
        """The fields of a table that have a p-value against the baseline."""
        return tuple(item for item in self.shown_fields if item.test)

    @property
    def legends(self) -> dict[str, str]:
        """The legend of each field that has one, by name."""
        return {item.name: item.legend for item in self.fields if item.legend}

    @property
    def score_labels(self) -> tuple[Field, ...]:
        """The columns that name a score: those of LABELS, and the test set if there are several."""
        return (*LABELS, *(label for label in self.labels if label == TESTSET))

    @property
    def part_labels(self) -> tuple[Field, ...]:
        """The columns that name a part of the test set."""
        return tuple(label for label in self.labels if label not in self.score_labels)

    @property
    def csv_fields(self) -> tuple[Field, ...]:
        """The fields of the CSV of the metric, in the order of its columns."""
        marks = (
            "best",
            "baseline",
            "paired",
            "paired_base",
            *(f"{item.column}_p" for item in self.tested),
        )
        return (
            *self.score_labels,
            *self.part_labels,
            *TRAININGS,
            *(column for item in self.fields for column in (item, *_companions(item))),
            *self.counts,
            *WARNED,
            *(Field(name, unit=Unit.TEXT, column=name) for name in marks),
            *(Field(name, unit=Unit.TEXT, column=name) for name in self.signatures.values()),
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the CSV of the metric."""
        return tuple(column for item in self.csv_fields for column in item.columns)


def _companions(item: Field) -> Iterator[Field]:
    """Yield the columns that a CSV has of a figure beside its interval.

    Of a mean over trainings the interval of the crossed bootstrap and the standard deviation of the
    trainings; of one that is tested the difference from the baseline with its interval.
    """
    names = (*item.crossed_ends, f"{item.column}_sd") if item.is_estimate else ()
    for name in (*names, *(item.gain if item.header and item.test else ())):
        yield Field(name, unit=Unit.COUNT, column=name)


def metric_named(name: str) -> Metric:
    """Return a metric by its name; ConfigError where there is none."""
    if name not in METRICS:
        raise ConfigError(
            "metric.unknown", f"unknown metric {name!r}", hint=f"metrics: {', '.join(METRICS)}"
        )
    module, _, attribute = METRICS[name].partition(":")
    metric: Metric = getattr(import_module(module), attribute)
    return metric


def scorers() -> dict[str, tuple[str, str]]:
    """Return module and function of each scorer by the name of its metric; loads none of them."""
    return {
        name: (where.partition(":")[0], f"score_{name.replace('-', '_')}")
        for name, where in METRICS.items()
        if name not in SCORED_BY
    }


def metrics() -> Iterator[Metric]:
    """Yield every metric, in the order of METRICS."""
    return map(metric_named, METRICS)
