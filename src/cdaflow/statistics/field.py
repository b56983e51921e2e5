"""What a figure is: its names, its legend, its unit, which direction is better, how it is tested.

A field is stated once, by the metric that computes it; the JSON of a score, the columns of a table,
its legend, the figure set in bold and the star of a significant difference all follow from it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cdaflow.statistics.estimates import Statistic


class Unit(StrEnum):
    """What a figure counts, as its legend says it; counts and texts need no word."""

    PERCENT = "%"
    POINTS = "points"
    SCALE = "0 to 100"
    NATS = "nats"
    RATIO = "times"
    COUNT = ""
    TEXT = "text"


class Direction(StrEnum):
    """Which figures are better, as the legend says it."""

    HIGHER = "higher is better"
    LOWER = "lower is better"
    ZERO = "nearer to 0 is better"

    def goodness(self, figure: float) -> float:
        """Return a number that is the larger, the better the figure is."""
        if self is Direction.HIGHER:
            return figure
        return -figure if self is Direction.LOWER else -abs(figure)


class Test(StrEnum):
    """How a difference of two systems is tested, as the JSON of a comparison has it."""

    __test__ = False  # not a class of tests, whatever its name says to pytest

    #: Exact, of a proportion: McNemar's test where no rows belong together.
    SIGN_FLIP = "exact-sign-flip"
    #: Paired, over the sentences.
    BOOTSTRAP = "paired-bootstrap"
    #: On the differences of the trainings of both systems, over trainings and sentences.
    PAIRED_T = "paired-t"


class Interval(StrEnum):
    """Where a table has the 95 % interval of a figure."""

    #: In its CSV, and behind the figure wherever the table is shown.
    SHOWN = "shown"
    #: In its CSV; shown where there is room (the report), and of means over trainings.
    KEPT = "kept"


@dataclass(frozen=True)
class Field:
    """A figure of a metric, or a column of a table.

    name: its name in "scores" of the JSON. header: of its column, "" for a figure that tables do
    not show. about: what it is, the beginning of its legend. aside, remark: what the legend adds
    after the unit, and at its end. brief: the legend is `about` alone, since it refers to the
    field before it. column: its name in a CSV, by default `name` for a field with a header (a
    field with a column and no header is in the CSV alone). ends: the columns of its interval.
    compared: what `cdaflow score compare` calls it, by default `name`. decimals: how many are
    shown. optional: of what some test sets do not have: tables show it where a row has it, and
    score files may lack it. statistic: the figure as a function of what is counted of the
    sentences, in the columns of its metric; a share has Wilson's interval, all else the
    bootstrap's.
    """

    name: str
    header: str = ""
    about: str = ""
    unit: Unit = Unit.PERCENT
    direction: Direction | None = None
    test: Test | None = None
    interval: Interval = Interval.KEPT
    aside: str = ""
    remark: str = ""
    brief: bool = False
    column: str = ""
    ends: tuple[str, str] = ("", "")
    compared: str = ""
    decimals: int = 1
    optional: bool = False
    statistic: Statistic | None = None

    def __post_init__(self) -> None:
        if self.header and not self.column:
            object.__setattr__(self, "column", self.name)
        if self.column and not self.ends[0]:
            object.__setattr__(self, "ends", (f"{self.column}_low", f"{self.column}_high"))
        if not self.compared:
            object.__setattr__(self, "compared", self.name)

    @property
    def is_number(self) -> bool:
        """Whether the column holds figures, set flush right."""
        return self.unit is not Unit.TEXT

    @property
    def legend(self) -> str:
        """What the figure is, its unit and which direction is better, in one sentence."""
        if self.brief or not self.about or self.unit is Unit.TEXT:
            return self.about
        unit = f", {self.unit}" if self.unit else ""
        interval = " [95% interval]" if self.interval is Interval.SHOWN and self.header else ""
        direction = f"; {self.direction}" if self.direction else ""
        return f"{self.about}{unit}{interval}{self.aside}{direction}{self.remark}"

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the largest value that the figure can have, where its interval ends."""
        is_bounded = self.unit in (Unit.PERCENT, Unit.SCALE)
        return (0.0, 100.0) if is_bounded else (-math.inf, math.inf)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a CSV that hold the figure and, where it has one, its interval."""
        if not self.column:
            return ()
        return (self.column, *(self.ends if self.is_estimate else ()))

    @property
    def is_estimate(self) -> bool:
        """Whether the column holds figures that have an interval."""
        return bool(self.column) and self.unit not in (Unit.COUNT, Unit.TEXT)

    @property
    def crossed_ends(self) -> tuple[str, str]:
        """The columns of the crossed bootstrap interval of a mean over trainings."""
        return f"{self.column}_crossed_low", f"{self.column}_crossed_high"

    @property
    def gain(self) -> tuple[str, str, str]:
        """The columns of the difference from the baseline and of its interval."""
        return f"{self.column}_gain", f"{self.column}_gain_low", f"{self.column}_gain_high"

    def format(self, value: float | None) -> str:
        """Return a figure as tables have it, "" for None, and no minus before a zero."""
        if value is None:
            return ""
        text = f"{value:.{self.decimals}f}"
        return text.lstrip("-") if not text.strip("-0.") else text
