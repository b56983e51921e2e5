"""What all figures share: the look, the file that is the same each time, rows and legend.

SVG files are made smaller than matplotlib writes them, and readable on dark pages too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from textwrap import wrap
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from cdaflow.errors import ConfigError
from cdaflow.io.files import atomic_path
from cdaflow.progress import say
from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.text import NONE, visible

BLUE, VERMILION, GREY = "#0072B2", "#D55E00", "#6b6b6b"

#: What keeps the date and the program out of each format, and where its description stands.
_METADATA: dict[str, dict[str, str | None]] = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_DESCRIPTION = {".svg": "Description", ".png": "Description", ".pdf": "Subject"}

#: Text that says what is drawn.
_SMALL = {"size": 7.5}

_STYLE: Any = {
    "svg.hashsalt": "cdaflow",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#e2e2e2",
    "grid.linewidth": 0.7,
    "axes.edgecolor": "#9a9a9a",
    "xtick.color": "#9a9a9a",
    "ytick.color": "#9a9a9a",
    "xtick.labelcolor": "#222222",
    "ytick.labelcolor": "#222222",
    "text.parse_math": False,
    "figure.facecolor": "white",
    "savefig.dpi": 150,
}


@contextmanager
def figure_file(
    output: str | PathLike[str], width: float, height: float, caption: tuple[str, str]
) -> Iterator[Figure]:
    """Yield a figure of this size in inches, written to `output` when the block ends without error.

    `caption`: title and description, which the file carries for the report.
    """
    suffix = Path(output).suffix.lower()
    if suffix not in _METADATA:
        raise ConfigError(
            "figure.unknown-format",
            f'unknown file format of the figure "{output}"',
            hint=f"use a name that ends in {', '.join(_METADATA)}",
        )
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        metadata = {**_METADATA[suffix], "Title": caption[0], _DESCRIPTION[suffix]: caption[1]}
        with atomic_path(output) as temporary:
            figure.savefig(temporary, format=suffix[1:], metadata=metadata)
            if suffix == ".svg":
                svg = temporary.read_text(encoding="utf-8")
                temporary.write_text(for_pages(svg), encoding="utf-8", newline="\n")


def draw_nothing(output: str | PathLike[str], title: str, reason: str) -> None:
    """Write a figure that says why it has nothing to show, so that what needs the file goes on."""
    say(f"{output}: nothing to show: {reason}")
    caption = title, f"Nothing to show: {reason}."
    with figure_file(output, 6.4, 0.8, caption) as figure:
        text = wrapped(figure, visible(f"{title}: nothing to show, {reason}"))
        figure.text(0.5, 0.5, text, ha="center", va="center", color=GREY, fontsize=7.5)


def name_rows(axis: Any, names: Sequence[str], size: float | None = None) -> None:
    """Name the lines of a panel, the first on top."""
    axis.set_yticks(range(len(names)), [visible(name) or NONE for name in names], fontsize=size)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)


def draw_legend(figure: Figure, *axes: Any, columns: int, title: str = "") -> None:
    """Put one legend below the panels, each label once; `title` stands above it."""
    entries: dict[str, Any] = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    legend = figure.legend(
        list(entries.values()),
        list(entries),
        loc="outside lower center",
        ncols=columns,
        frameon=False,
        title=wrapped(figure, title),
        title_fontproperties=_SMALL,
    )
    legend.get_title().set_color(GREY)
    legend.get_title().set_multialignment("center")


def wrapped(figure: Figure, text: str) -> str:
    """Return small text in lines that are no wider than the figure."""
    return "\n".join(wrap(text, int(16 * figure.get_figwidth())))


def draw_estimate(
    axis: Any,
    estimate: Estimate,
    position: float,
    color: str,
    marker: str,
    label: str,
    size: float = 6,
    singles: Sequence[float | None] = (),
) -> None:
    """Draw an estimate on a horizontal line of its own; nothing where it is not defined.

    `singles`: the trainings whose mean it is, each a tick.
    """
    if estimate.value is None:
        return
    draw_ticks(axis, singles, position, color)
    if estimate.interval:
        axis.plot(estimate.interval, [position] * 2, color=color, lw=1.3, zorder=2, clip_on=False)
    axis.plot(
        [estimate.value],
        [position],
        marker,
        color=color,
        markersize=size,
        markeredgecolor="white",
        markeredgewidth=0.6,
        zorder=3,
        label=label,
        clip_on=False,  # a dot at 100 is a whole one
    )


def draw_ticks(axis: Any, values: Sequence[float | None], position: float, color: str) -> None:
    """Draw single trainings as ticks across the line of their mean; nothing where there is one."""
    present = [value for value in values if value is not None]
    if len(values) > 1:
        axis.plot(
            present, [position] * len(present), "|", color=color, markersize=6.5,
            markeredgewidth=0.9, zorder=2.5, clip_on=False,
        )  # fmt: skip


#: Colour as drawn -> colour on a dark page; some stand in the figures alone.
#: Every one stands out from the dark page by a contrast of 3:1 at least, text by 4.5:1.
_DARK = {
    "#ffffff": "#16191c",
    "#222222": "#e6e8ea",
    "#000000": "#e6e8ea",
    "#6b6b6b": "#a3abb3",
    "#9a9a9a": "#8b939b",
    "#b0b0b0": "#7d858d",
    "#c4c4c4": "#5c646c",
    "#d0d0d0": "#525a62",
    "#dedede": "#454c53",
    "#e2e2e2": "#30363c",
    "#0072b2": "#4ea8de",
    "#d55e00": "#ff8a3d",
    "#009e73": "#2cc295",
    "#cc79a7": "#e29cc4",
    "#66aad1": "#2c6a90",
    "#c2dded": "#1d3d50",
    "#f2f2f2": "#22272b",
    "#f7d9c2": "#573319",
    "#e99e66": "#96501f",
    "#b84f00": "#ff8a3d",
}

#: Decimal places of coordinates: hundredths of a point are finer than any screen.
_PLACES = 2


def for_pages(svg: str) -> str:
    """Return an SVG file of matplotlib with short numbers and names, and with dark colours.

    A browser that prefers a dark page shows the dark ones; whatever else reads the file does not
    know them and shows it as it was drawn. A picture without the style sheet of matplotlib is
    returned with its own colours.
    """
    head, start, body = svg.partition("<defs>")
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="[\w.]+">', "<g>", body)
    body = re.sub(r'(<use [^>]*)transform="translate\(([^ ]+) 0(?:\.0)?\)"', r'\1x="\2"', body)
    body = re.sub(r"scale\([^)]*\)|-?\d+\.\d+", _short, body)
    body = re.sub(r"\s*\n\s*", "\n", body).replace('\n"', '"').replace("DejaVuSans-", "g")
    sheet = "{stroke-linejoin: round; stroke-linecap: butt}"
    return head + start + body.replace(f"*{sheet}", f"*{sheet}\n{_dark_style()}", 1)


def _short(number: re.Match[str]) -> str:
    text = number.group()
    if text.startswith("scale"):  # small, and it matters
        return text
    return f"{float(text):.{_PLACES}f}".rstrip("0").rstrip(".")


def _dark_style() -> str:
    rules = [f"svg{{fill: {_DARK['#000000']}}}"]
    for light, dark in _DARK.items():
        for what in ("fill", "stroke"):
            selector = f'[style*="{what}: {light}"]'
            rules.append(f"{selector}{{{what}: {dark} !important}}")
        rules.append(f'[fill="{light}"]{{fill: {dark}}}')
    return "@media (prefers-color-scheme: dark) {\n" + "\n".join(rules) + "\n}"
