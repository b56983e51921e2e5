"""What all figures share: the look, the file that is the same each time, rows and legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from cdaflow.errors import ConfigError
from cdaflow.io.files import atomic_path
from cdaflow.tables.svg import for_pages
from cdaflow.tables.text import NONE, visible

BLUE, VERMILION, GREY = "#0072B2", "#D55E00", "#6b6b6b"

#: What keeps the date and the program out of each format, and where its description stands.
_METADATA: dict[str, dict[str, str | None]] = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_DESCRIPTION = {".svg": "Description", ".png": "Description", ".pdf": "Subject"}

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
    output: str | PathLike[str], width: float, height: float, about: tuple[str, str]
) -> Iterator[Figure]:
    """Yield a figure of so many inches, written to `output` when the block ends well.

    `about`: title and description, which the file carries for the report.
    """
    suffix = Path(output).suffix.lower()
    if suffix not in _METADATA:
        raise ConfigError(
            f'the figure "{output}" has no known format',
            hint=f"let the name end in {', '.join(_METADATA)}",
        )
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        metadata = {**_METADATA[suffix], "Title": about[0], _DESCRIPTION[suffix]: about[1]}
        with atomic_path(output) as temporary:
            figure.savefig(temporary, format=suffix[1:], metadata=metadata)
            if suffix == ".svg":
                svg = temporary.read_text(encoding="utf-8")
                temporary.write_text(for_pages(svg), encoding="utf-8", newline="\n")


def name_rows(axis: Any, names: Sequence[str], size: float | None = None) -> None:
    """Name the lines of a panel, the first on top."""
    axis.set_yticks(range(len(names)), [visible(name) or NONE for name in names], fontsize=size)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)


def draw_legend(figure: Figure, *axes: Any, columns: int) -> None:
    """Put one legend below the panels, each label once."""
    entries: dict[str, Any] = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    figure.legend(
        list(entries.values()),
        list(entries),
        loc="outside lower center",
        ncols=columns,
        frameon=False,
    )
