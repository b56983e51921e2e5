"""Write the demo's figures into README.md and docs/results.md, from its tables.

    python docs/figures.py results

replaces what stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`, in every page,
by the table of that name and a line that says machine, date, seed and number of trainings.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from cdaflow.io.files import atomic_text

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs/results.md")
BLOCK = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

Row = dict[str, str]


def rows(results: Path, name: str) -> list[Row]:
    """Return the rows of a table of the results folder."""
    with open(results / f"tables/{name}.csv", encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def table(header: Iterable[str], lines: Iterable[Iterable[str]], left: int = 2) -> Iterator[str]:
    """Yield the lines of a Markdown table whose first `left` columns are text."""
    names = list(header)
    yield f"| {' | '.join(names)} |"
    yield f"| {' | '.join(':--' if n < left else '--:' for n in range(len(names)))} |"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def interval(row: Row, name: str, low: str, high: str) -> str:
    """Return a figure with its interval."""
    return f"{row[name]} [{row[low]}, {row[high]}]"


def signed(value: float) -> str:
    """Return a difference with its sign; no minus before a zero."""
    return f"{round(value, 1) + 0.0:+.1f}"


def baselines(results: Path) -> Iterator[str]:
    """Yield the table of the base models: WinoMT, BLEU and chrF."""
    bleu = {(row["language"], row["system"]): row for row in rows(results, "bleu")}
    columns = ("pro", "anti", "delta_s", "delta_g", "delta_r", "unknown")
    yield from table(
        ("Language", "System", "Acc", "Pro", "Anti", "ΔS", "ΔG", "ΔR", "Unk", "BLEU", "chrF"),
        (
            (
                row["language"],
                row["system"],
                interval(row, "accuracy", "accuracy_low", "accuracy_high"),
                *(row[name] for name in columns),
                interval(bleu[row["language"], row["system"]], "bleu", "low", "high"),
                bleu[row["language"], row["system"]]["chrf"],
            )
            for row in rows(results, "winomt")
            if row["system"] == "baseline"
        ),
    )


def matrix(results: Path) -> Iterator[str]:
    """Yield the table of all systems, with gains over the baseline and the pronouns."""
    bleu = {(row["language"], row["system"]): row for row in rows(results, "bleu")}
    pronouns = {(row["language"], row["system"]): row for row in rows(results, "pronouns")}
    base: dict[str, Row] = {}
    lines = []
    for row in rows(results, "winomt"):
        key = (row["language"], row["system"])
        first = base.setdefault(row["language"], row)
        loss = float(bleu[key]["bleu"]) - float(bleu[first["language"], first["system"]]["bleu"])
        she = pronouns[key]
        shown = int(she["she_same"]) + int(she["she_other"])
        lines.append(
            (
                *key,
                row["accuracy"],
                signed(float(row["accuracy"]) - float(first["accuracy"])),
                *(row[name] for name in ("pro", "anti", "delta_s", "delta_g", "delta_r")),
                bleu[key]["bleu"],
                signed(loss),
                f"{she['she_other']} of {shown}",
            )
        )
    yield from table(
        ("Language", "System", "Acc", "gain", "Pro", "Anti", "ΔS", "ΔG", "ΔR", "BLEU", "gain",
         "she → he"),
        lines,
    )  # fmt: skip


def counterfactuals(results: Path) -> Iterator[str]:
    """Yield the table of counterfactuals that equal those of the grammar."""
    yield from table(
        ("Language", "Method", "Guard", "candidates", "made", "right of made",
         "right of candidates", "wrong", "left out"),
        (
            (
                *(row[name] for name in ("language", "method", "guard", "candidates", "made")),
                interval(row, "right_of_made", "right_of_made_low", "right_of_made_high"),
                row["right_of_candidates"],
                row["wrong_by_cause"] or "-",
                row["dropped_by_cause"] or "-",
            )
            for row in rows(results, "counterfactual")
            if row["gender"] == "all"
        ),
        left=3,
    )  # fmt: skip


BLOCKS = {"baselines": baselines, "matrix": matrix, "counterfactuals": counterfactuals}


def replace_blocks(page: Path, lines: Callable[[str], Iterable[str]]) -> None:
    """Write the lines of each block of a page between its marks; `lines`: by the block's name."""

    def block(found: re.Match[str]) -> str:
        return found[1] + "\n".join(lines(found[2])) + "\n" + found[3]

    text = page.read_text(encoding="utf-8")
    with atomic_text(page) as handle:
        handle.write(BLOCK.sub(block, text))


def caption(results: Path) -> str:
    """Return where the figures come from: trainings, machine, date."""
    path = results / "tables/winomt.csv"
    made = json.loads(path.with_suffix("").with_suffix(".provenance.json").read_text("utf-8"))
    date = datetime.fromtimestamp(path.stat().st_mtime, UTC).date()
    machine = made["machine"]
    return (
        f"One training of each model (seed {made['config']['seed']}), {date}, "
        f"{machine['processor']}, {machine['system']}; intervals of 95 % cover the sentences alone."
    )


def main() -> None:
    """Rewrite the blocks of all pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, help="results folder of a finished `make demo`")
    results = parser.parse_args().results
    for page in PAGES:
        replace_blocks(page, lambda name: [*BLOCKS[name](results), "", caption(results)])


if __name__ == "__main__":
    main()
