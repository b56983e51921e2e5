"""Tables of what people judged: differences from the baseline, and whose translations they are."""

from __future__ import annotations

from cdaflow.scoring.annotation.results import Agreement, Quality, System
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.paired import Difference
from cdaflow.tables.judgements import gender_table, quality_table
from cdaflow.tables.published import published_beside
from cdaflow.tables.render import markdown_text
from cdaflow.tables.table import Table

NONE = Agreement(None, None)
LABELS = dict.fromkeys(("masculine", "feminine", "inconsistent", "ambiguous", "N/A"), 0.2)


def systems(difference: Difference) -> Table:
    base = System("de", "baseline", 50, 1, Estimate(50, 40, 60), LABELS, NONE, None, "")
    other = System("de", "gfst", 50, 1, Estimate(60, 50, 70), LABELS, NONE, difference, "baseline")
    return gender_table([base, other])


def test_gain_of_gender_in_percent() -> None:
    table = systems(Difference(0.5, 0.6, 0.1, 0.02, 0.18, 0.01))
    gains = [table.records[1][f"accuracy_{end}"] for end in ("gain", "gain_low", "gain_high", "p")]
    assert gains == ["10.0", "2.0", "18.0", "0.01"]
    assert table.records[0]["accuracy_gain"] == ""
    beside = published_beside("choubey2021", "human", table.records).records
    (row,) = (row for row in beside if row["system"] == "gfst")
    shown = [row[f"gain_here{end}"] for end in ("", "_low", "_high")]
    assert shown == ["10.0", "2.0", "18.0"]


def test_gain_of_quality_in_points() -> None:
    base = Quality("de", "baseline", 50, 1, Estimate(3.5, 3.1, 3.9), NONE, None, "")
    difference = Difference(3.5, 4.0, 0.5, 0.25, 0.754, 0.001)
    other = Quality("de", "gfst", 50, 1, Estimate(4.0, 3.6, 4.4), NONE, difference, "baseline")
    table = quality_table([base, other])
    beside = published_beside("choubey2021", "quality", table.records).records
    (row,) = (row for row in beside if row["system"] == "gfst")
    shown = [row[f"gain_here{end}"] for end in ("", "_low", "_high")]
    assert shown == ["0.50", "0.25", "0.75"]


def test_judged_translations_are_of_one_training() -> None:
    table = systems(Difference(0.5, 0.6, 0.1, 0.02, 0.18, 0.01))
    assert "One training of each system: intervals and tests cover" in markdown_text(table)
