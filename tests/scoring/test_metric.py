"""What every metric states, and a metric that is one module: words of a translation per word."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cdaflow.errors import InputError
from cdaflow.scoring import metric as module
from cdaflow.scoring import mustshe
from cdaflow.scoring.compare import compare
from cdaflow.scoring.metric import METRICS, Metric, ObservedRows, Outcomes, metric_named, metrics
from cdaflow.statistics.estimates import Counts, Share, resampled_sums
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit

from ..errors import raises


@pytest.mark.parametrize("name", METRICS)
def test_each_metric_states_its_fields_once(name: str) -> None:
    metric = metric_named(name)
    assert metric.name == name
    names = [item.name for item in metric.fields]
    assert len(set(names)) == len(names)
    assert len(set(metric.columns)) == len(metric.columns)
    assert {"language", "system", "best", "baseline", "warned"} <= set(metric.columns)
    assert all(item.legend for item in metric.shown_fields)
    # Every figure of a table is tested, and says in its legend which direction is better, if any.
    assert all(f"{item.column}_p" in metric.columns for item in metric.tested)
    for item in metric.shown_fields:
        assert item.brief or item.direction is None or str(item.direction) in item.legend
    # The texts come first in a file of sentences.
    texts = ("translation", "rewrite", "hypothesis")
    assert metric.sentences[:2] in ((), ("line", "source"))
    assert not metric.sentences or metric.sentences[2] in texts
    grouped = [name for members in metric.groups.values() for name in members]
    assert len(set(grouped)) == len(grouped)


def test_an_unknown_metric_is_refused() -> None:
    with raises("metric.unknown", "'rouge'"):
        metric_named("rouge")
    assert [metric.name for metric in metrics()] == list(METRICS)


@pytest.mark.parametrize(
    ("field", "legend"),
    [
        (Field("a", "A", "right", direction=Direction.HIGHER), "right, %; higher is better"),
        (
            Field("a", "A", "one minus other", Unit.POINTS, Direction.ZERO, remark=", above 0"),
            "one minus other, points; nearer to 0 is better, above 0",
        ),
        (Field("a", "A", "right", interval=Interval.SHOWN), "right, % [95% interval]"),
        (Field("a", "A", "lines", Unit.COUNT), "lines"),
        (Field("a", "A", "the same of men", direction=Direction.LOWER, brief=True),
         "the same of men"),
    ],
)  # fmt: skip
def test_legends(field: Field, legend: str) -> None:
    assert field.legend == legend


def test_figures_and_directions() -> None:
    field = Field("a", "A")
    shown = [field.format(value) for value in (None, -0.04, 1.25, -3)]
    assert shown == ["", "0.0", "1.2", "-3.0"]
    assert field.columns == ("a", "a_low", "a_high")
    assert Field("a", "A", unit=Unit.COUNT, column="b").columns == ("b",)
    assert field.crossed_ends == ("a_crossed_low", "a_crossed_high")
    assert Direction.ZERO.goodness(-2) > Direction.ZERO.goodness(3)
    assert Direction.LOWER.goodness(2) > Direction.LOWER.goodness(3)


def words(report: Outcomes) -> Counts:
    """Return the words of each translation and of its source, out of a report."""
    return np.array([[int(n) for n in pair.split("/")] for pair in report.outcome("words").split()])


def observed(report: Outcomes) -> Iterator[ObservedRows]:
    yield ObservedRows(words(report), RATIO.statistics())


RATIO = Metric(
    name="length-ratio",
    title="Length of translations",
    fields=(
        Field("ratio", "Length", "words of the translation per 100 words of its source",
              direction=Direction.HIGHER, test=Test.BOOTSTRAP, statistic=Share([0], [1])),
    ),
    tests="paired bootstrap",
    observed=observed,
)  # fmt: skip


def test_a_metric_of_ones_own_is_scored_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(METRICS, "length-ratio", f"{__name__}:RATIO")
    monkeypatch.setattr(module, "import_module", lambda name: __import__("sys").modules[__name__])

    def report(system: str, pairs: str) -> dict[str, Any]:
        rows = words(Outcomes("", {"outcomes": {"words": pairs}}))
        (score,) = RATIO.estimates(rows, resampled_sums(rows, 50, 1)).values()
        return {
            "metric": "length-ratio", "language": "es", "system": system, "signature": "x",
            "scores": {"ratio": score.as_json()}, "outcomes": {"words": pairs},
        }  # fmt: skip

    base, other = report("base", "4/5 6/5 5/10 1/4"), report("other", "5/5 6/5 9/10 4/4")
    assert base["scores"]["ratio"]["value"] == pytest.approx(100 * 16 / 24)
    assert RATIO.columns[:5] == ("language", "system", "trainings", "seeds", "ratio")
    assert RATIO.columns[-4:] == ("baseline", "paired", "paired_base", "ratio_p")
    (item,) = compare(base, other)["comparisons"]
    score = item["scores"]["ratio"]
    assert (score["value"], score["test"]) == (100, "paired-bootstrap")
    assert score["difference"] == pytest.approx(100 * 8 / 24)
    assert score["p"] >= 0.25  # three sentences differ


def test_outcomes_as_numbers() -> None:
    found = Outcomes("a.json", {"outcomes": {"gold": "mfn", "pronoun": "so-"}})
    gold, pronoun = found.columns(gold="mfn", pronoun="soge-")
    assert (gold.tolist(), pronoun.tolist()) == ([0, 1, 2], [0, 1, 4])
    rows = found.one_hot(gold="mfn", pronoun="so-")
    # The letters of the last outcome are next to each other.
    assert rows.tolist() == np.eye(9, dtype=int)[[0, 4, 8]].tolist()


@pytest.mark.parametrize(
    ("metric", "outcomes", "problem"),
    [
        ("gate", {"f": "rwq", "official_f": "rww"}, "'q' is not an outcome \"f\""),
        ("gate", {"f": "rwe", "m": "rw", "official_f": "rwe"}, r"\[report.outcome-lengths\]"),
        ("gate", {}, 'no outcomes "f"'),
        ("mustshe", {"category": "13", "gender": "FM"}, "'3' is not an outcome \"category\""),
        ("mustshe", {"category": "12", "gender": "F"}, r"\[report.outcome-lengths\]"),
        ("secondary", {"gold": "mf", "secondary": "mx"}, "'x' is not an outcome \"secondary\""),
        ("pronouns", {"gold": "mf", "pronoun": "s"}, r"\[report.outcome-lengths\]"),
    ],
)
def test_outcomes_that_are_none(metric: str, outcomes: dict[str, str], problem: str) -> None:
    if metric == "mustshe":
        outcomes = dict.fromkeys(mustshe.COLUMNS, "00") | outcomes
    counts: dict[str, Any] = {"pronouns": {}, "secondary": {}}
    report = {"outcomes": outcomes, "clusters": "0 0", "counts": counts}
    observed = metric_named(metric).observed
    assert observed is not None
    with pytest.raises(InputError, match=problem) as caught:
        list(observed(Outcomes("a.json", report)))
    assert caught.value.file == "a.json"
