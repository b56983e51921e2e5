"""Scores compared, in a table, and as an object of the interface of Hugging Face's evaluate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from cdaflow.api import scores as scorers
from cdaflow.api.calls import tables_module
from cdaflow.api.scores import SHOWN, Scores
from cdaflow.errors import ConfigError
from cdaflow.scoring.metric import Metric, metric_named
from cdaflow.scoring.report import json_text

if TYPE_CHECKING:
    from cdaflow.scoring.compare import Correction
    from cdaflow.tables.table import Table

#: The scores of a system, or those of its trainings.
Side = Scores | Sequence[Scores]


def _trainings(side: Side) -> Sequence[Scores]:
    return [side] if isinstance(side, Scores) else side


@contextmanager
def _files(sides: Sequence[Side]) -> Iterator[list[Path]]:
    """Yield the score files of systems; they are removed at the end."""
    with TemporaryDirectory(prefix="cdaflow-") as folder:
        every = [score for side in sides for score in _trainings(side)]
        paths = [Path(folder) / f"{number}.json" for number, _ in enumerate(every, 1)]
        for path, score in zip(paths, every, strict=True):
            path.write_text(json_text(score.as_json()), encoding="utf-8")
        yield paths


@dataclass(frozen=True, repr=False)
class Comparison:
    """Systems compared with a baseline; `report` is the JSON of `cdaflow score compare`."""

    report: Mapping[str, Any]

    def __repr__(self) -> str:
        metric = metric_named(self.report["of"])
        names = [metric[name].compared for name in metric.first_scores][:SHOWN]
        parts = [
            f"{row['system']} {row['score']} {row['difference']:+.1f} (p={row['p']:.2g})"
            for row in self.rows
            if row["score"] in names and None not in (row["difference"], row["p"])
        ]
        head = f"{metric.name} {self.report['language']} against {self.report['base']}"
        return f"<{head}: {', '.join(parts)}>"

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The difference of each score of each system, with its interval, p-value and test."""
        return [
            {
                "baseline": self.report["base"],
                "system": comparison["system"],
                "score": name,
                **score,
            }
            for comparison in self.report["comparisons"]
            for name, score in comparison["scores"].items()
        ]

    def to_frame(self) -> Any:
        """Return `rows` as a DataFrame."""
        return tables_module("table").number_frame(self.rows)


def compare(
    base: Side, *others: Side, correction: Correction = "none", **resampling: Any
) -> Comparison:
    """Compare systems with a baseline by their scores.

    A list of scores is that of the trainings of a system. Options: `correction`, `bootstrap` and
    `seed` of `cdaflow score compare`.

    >>> rows = {"reference_feminine": ["La jefa."], "reference_masculine": ["El jefe."]}
    >>> base = score_geneval(["El jefe vino."], ["El jefe vino."], "es", system="base", **rows)
    >>> new = score_geneval(["La jefa vino."], ["El jefe vino."], "es", system="new", **rows)
    >>> compare(base, new).rows[0]["difference"]
    100.0
    """
    from cdaflow.scoring import compare as comparing

    with _files([base, *others]) as paths:
        sides = comparing.read_sides(paths)
        names = [name for side in sides for name in side]
        reports = [list(side.values()) for side in sides]
        result = comparing.compare(*reports, names=names, **resampling)
    return Comparison(comparing.correct(result, correction))


@dataclass(frozen=True, repr=False)
class ScoreTable:
    """A table of scores, as `cdaflow tables` writes it."""

    table: Table
    metric: Metric

    def __repr__(self) -> str:
        return "\n".join(tables_module("terminal").table_lines(self.table))

    def to_frame(self) -> Any:
        """Return a DataFrame of the cells of the CSV, as text."""
        return self.table.frame


def table(*sides: Side, baseline: str | None = None, **options: Any) -> ScoreTable:
    """Return the table of the scores of one metric: a row for each language and system.

    Options: `single` and `mean_of_languages` of `cdaflow tables`.

    >>> rows = {"reference_feminine": ["La jefa."], "reference_masculine": ["El jefe."]}
    >>> new = score_geneval(["La jefa vino."], ["El jefe vino."], "es", system="new", **rows)
    >>> table(new).to_frame()["system"].tolist()
    ['new']
    """
    with _files(sides) as paths:
        name = next(score.metric for side in sides for score in _trainings(side))
        scores = tables_module("scores").read_scores(name, paths)
    table = tables_module("metrics").metric_table(scores, baseline, **options)
    return ScoreTable(table, metric_named(name))


#: What the scorer of a metric calls predictions and references.
_ROLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "bleu": (("translations",), ("references",)),
    "winomt": (("translations",), ("challenge",)),
    "geneval": (("feminine", "masculine"), ("reference_feminine", "reference_masculine")),
    "gate": (("rewrites",), ("data",)),
    "mustshe": (("translations",), ("data",)),
}


@dataclass(frozen=True)
class EvaluationModule:
    """A metric with the interface of Hugging Face's `evaluate`; made by `load`."""

    name: str
    lang: str
    options: Mapping[str, Any]

    def compute(self, *, predictions: Any, references: Any = None) -> dict[str, Any]:
        """Return the values of the scores by name (per cent, not shares), and their signature.

        `references` are those of BLEU, or the rows of the test set; of geneval both are pairs, of
        the feminine and of the masculine sources.
        """
        options = dict(self.options)
        for names, texts in zip(_ROLES[self.name], (predictions, references), strict=True):
            sides = texts if len(names) > 1 and texts is not None else [texts] * len(names)
            if len(sides) != len(names):
                raise ConfigError(
                    "metric.no-pair",
                    f"{self.name} takes pairs: of the feminine and of the masculine sources",
                )
            options |= zip(names, sides, strict=True)
        scores: Scores = getattr(scorers, f"score_{self.name}")(lang=self.lang, **options)
        values = {name: score.value for name, score in scores.scores.items()}
        signed = scores.signature or next(iter(scores.scores.values())).signature
        return {**values, "signature": signed}


def load(name: str, lang: str, **options: Any) -> EvaluationModule:
    """Return a metric as `evaluate.load` would: bleu, winomt, geneval, gate or mustshe.

    >>> metric = load("bleu", "es")
    >>> metric.compute(predictions=["El gato duerme."], references=["El gato duerme."])["chrf"]
    100.0
    """
    if name not in _ROLES:
        raise ConfigError(
            "metric.unknown", f"no metric {name!r}", hint=f"there are: {', '.join(_ROLES)}"
        )
    return EvaluationModule(name, lang, options)
