"""Write the tables of README.md and of pages in docs, from results/published alone.

    python docs/figures.py            # rewrites the pages
    python docs/figures.py --check    # says which pages are not what it would write, and fails

What stands between `<!-- figures: NAME -->` and `<!-- end of figures -->` becomes the block of that
name: a table made again from the score counts of a published run (see publish.py), and a line that
says trainings, machine, date and commit. A run that is not published yet leaves a line that says
so.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import filter_tables
import run_tables
from publish import ROOT
from run_tables import Run

from cdaflow.io.files import atomic_text

PAGES = (ROOT / "README.md", ROOT / "docs/results.md", ROOT / "docs/gfst.md")
BLOCK = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

#: Name of a block -> the run that it needs, and what writes it.
BLOCKS: dict[str, tuple[Run, Callable[[], Iterable[str]]]] = {
    "baselines": (run_tables.DEMO, run_tables.baselines),
    "baseline-trainings": (run_tables.DEMO, run_tables.baseline_trainings),
    "matrix": (run_tables.DEMO, run_tables.matrix),
    "guard": (run_tables.DEMO, run_tables.guard),
    "counterfactuals": (run_tables.DEMO, run_tables.counterfactuals),
    "minutes": (run_tables.DEMO, run_tables.minutes),
    "gfst": (run_tables.GFST, run_tables.gfst_systems),
    "gfst-sizes": (run_tables.GFST, run_tables.gfst_sizes),
    "gfst-shares": (run_tables.GFST, run_tables.gfst_shares),
    **{name: (filter_tables.FILTERS, lines) for name, lines in filter_tables.BLOCKS.items()},
}


def block_lines(name: str) -> list[str]:
    """Return the lines of a block."""
    run, lines = BLOCKS[name]
    return [*lines()] if run.published.path.is_file() else [run.missing]


def with_blocks(text: str, lines: Callable[[str], Iterable[str]]) -> str:
    """Return a page with the lines of each block between its marks; `lines`: by its name."""

    def block(found: re.Match[str]) -> str:
        return found[1] + "\n".join(lines(found[2])) + "\n" + found[3]

    return BLOCK.sub(block, text)


def replace_blocks(page: Path, lines: Callable[[str], Iterable[str]]) -> None:
    """Write the lines of each block of a page between its marks; `lines`: by the block's name."""
    text = with_blocks(page.read_text(encoding="utf-8"), lines)
    with atomic_text(page) as handle:
        handle.write(text)


def main() -> int:
    """Rewrite the blocks of all pages, or compare them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say which pages would change")
    check = parser.parse_args().check
    changed = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if with_blocks(text, block_lines) != text:
            changed.append(page.relative_to(ROOT).as_posix())
            if not check:
                replace_blocks(page, block_lines)
    if check and changed:
        print(f"not what docs/figures.py writes: {', '.join(changed)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
