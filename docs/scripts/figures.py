"""Write the figures of README and docs from published results.

    python docs/scripts/figures.py            # rewrites the pages
    python docs/scripts/figures.py --check    # says which pages are not what it would write; fails

What stands between `<!-- figures: NAME -->` and `<!-- end of figures -->` becomes the block of that
name, made from a file of results/published alone. A run that is not published yet, and a part that
a published run lacks, leaves a line that says so. The pages of docs/results are written whole
(result_pages.py), and so is their picture.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import alternatives_run
import alternatives_tables
import comparison_tables
import fairness_run
import filter_tables
import paper_parts
import pronoun_cases
import readings
import real_tables
import repair_tables
import result_pages
import run_tables
import search_tables
import summary
from published_run import PUBLISHED, ROOT, Published, published_path

from cdaflow.io.files import atomic_text
from cdaflow.languages import KNOWN

MARK = "<!-- figures: "
BLOCK = re.compile(rf"({MARK}([\w-]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

#: File of results/published -> the command that makes what it is made from.
COMMANDS = {
    "agreement": "python benchmarks/agreement_scores.py --lang LANG ...",
    "alternatives": "make replicate-alternatives",
    "alternatives_demo": "snakemake alternatives --configfile config/alternatives.yaml",
    "alternatives_rewriting": "python benchmarks/alternatives_rewriting.py --lang LANG ...",
    "baselines": "make replicate-baselines",
    "bias_filter": "snakemake --configfile config/fairness.yaml config/studies/bias-filter.yaml",
    "demo": "make replicate",
    "equal_systems": "python benchmarks/equal_systems.py --lang LANG --reference REF A.txt B.txt",
    "fairness": "make replicate-fairness",
    "gfst": "make replicate-gfst",
    "gfst_hd": "snakemake --configfile config/gfst.yaml config/studies/gfst-hd.yaml "
    "--config trainings=3",
    "gfst_filters": "python benchmarks/gfst_filters.py --data FOLDER --models FOLDER",
    "real": "make real DATA=FOLDER",
    "real_alternatives": "snakemake --configfile config/real.yaml "
    "config/studies/real-alternatives.yaml",
    "real_gfst": "snakemake --configfile config/real.yaml config/studies/real-gfst.yaml",
    "real_second": "snakemake --configfile config/real{,-tries,-second}.yaml",
    "real_pivot": "snakemake --configfile config/real.yaml config/studies/real-pivot.yaml, with "
    "`trainings: 1` and without the other systems",
    "real_lm": "snakemake fairness_lm --configfile config/real.yaml config/studies/real-lm.yaml",
    "repair": "snakemake --configfile config/repair.yaml config/repair-engine.yaml",
    "repair_control": "snakemake --configfile config/repair.yaml "
    "config/studies/repair-control.yaml",
    "repair_methods": "snakemake --configfile config/repair.yaml "
    "config/studies/repair-methods.yaml",
    "demo_search": "python benchmarks/search_demo.py SETTINGS.yaml",
    "seat": "python benchmarks/bias_encoders.py --wheels FOLDER --tests FOLDER",
    "snli": "snakemake fairness_encoders --configfile config/papers/dolci2023.yaml "
    "config/studies/snli.yaml",
    "stripped_bleu": "python benchmarks/stripped_bleu.py --results results/alternatives --lang ...",
    "zero_shot": "snakemake students --configfile config/alternatives.yaml "
    "config/studies/zero-shot.yaml",
}

#: Name of a block -> the file that it is made from, and what writes it.
BLOCKS: dict[str, tuple[str, Callable[..., Iterable[str]]]] = {
    "baselines": ("baselines", run_tables.baselines),
    "baseline-trainings": ("baselines", run_tables.baseline_trainings),
    "matrix": ("demo", run_tables.matrix),
    "matrix-halves": ("demo", run_tables.matrix_halves),
    "guard": ("demo", run_tables.guard),
    "counterfactuals": ("demo", run_tables.counterfactuals),
    "minutes": ("demo", run_tables.minutes),
    "gfst": ("gfst", run_tables.matrix),
    "gfst-hd": ("gfst_hd", run_tables.matrix),
    "gfst-sizes": ("gfst", run_tables.gfst_sizes),
    "gfst-shares": ("gfst", run_tables.gfst_shares),
    "gfst-rejected": ("gfst", run_tables.gfst_rejected),
    "equal-systems": ("equal_systems", comparison_tables.equal_systems),
    "persons": ("demo_search", search_tables.persons),
    "search": ("demo_search", search_tables.search),
    "mixtures": ("demo_search", search_tables.mixtures),
    **{
        name: ("alternatives_rewriting", lines)
        for name, lines in alternatives_tables.BLOCKS.items()
    },
    "alternatives-stripped": ("stripped_bleu", alternatives_tables.stripped),
    **{name: ("alternatives", lines) for name, lines in alternatives_run.BLOCKS.items()},
    **{name: ("real_alternatives", lines) for name, lines in alternatives_run.REAL.items()},
    **{name: ("zero_shot", lines) for name, lines in alternatives_run.ZERO_SHOT.items()},
    **{name: ("fairness", lines) for name, lines in fairness_run.BLOCKS.items()},
    "snli-encoders": ("snli", fairness_run.encoders),
    "bias-filter": ("bias_filter", run_tables.matrix),
    **{name: ("real_lm", lines) for name, lines in fairness_run.REAL.items()},
    **{name: ("real", lines) for name, lines in real_tables.BLOCKS.items()},
    "repair": ("repair", repair_tables.repair),
    "repair-engine": ("repair", repair_tables.engine),
    "repair-control": ("repair_control", repair_tables.control),
    "repair-methods": ("repair_methods", repair_tables.methods),
    "repair-readings": ("repair", readings.block),
    "real-pivot": ("real_pivot", repair_tables.methods),
    "real-bases": ("real_second", real_tables.bases),
    "real-readings": ("real", readings.block),
    "real-tries-cases": ("real", pronoun_cases.block),
    **paper_parts.BLOCKS,
    **{name: ("gfst_filters", lines) for name, lines in filter_tables.BLOCKS.items()},
}

#: Block -> other files that it shows beside its own.
BESIDE = {"real-bases": ("real",), "repair-methods": ("repair", "repair_control")}

#: First part of a block's name -> the file that it is made from where there is one: a configuration
#: may be run, and published, in parts, each of one commit.
PARTS = {
    "alternatives-demo": "alternatives_demo",
    "alternatives-probabilities": "alternatives_demo",
    "real-gfst": "real_gfst",
}

#: File -> another one that may have the same.
INSTEAD = {"real_second": "real_earlier", "zero_shot": "alternatives"}


def block_writer(folder: Path = PUBLISHED) -> Callable[[str], list[str]]:
    """Return what gives the lines of a block by its name, from the published results in a folder.

    It reads each file once, and makes what several blocks show of it once. A run of one language
    may be published by itself, as FILE_LANGUAGE: its lines follow those of FILE.
    """
    runs: dict[str, Published] = {}

    def lines(name: str) -> list[str]:
        named, of_run = BLOCKS[name]
        file = named
        if file in INSTEAD and not published_path(file, folder).is_file():
            file = INSTEAD[file]
        for beginning, part in PARTS.items():
            if name.startswith(beginning) and published_path(part, folder).is_file():
                file = part
        all_lines: list[str] = []
        of_languages = (f"{file}_{language}" for language in KNOWN)
        alone = [
            part_file for part_file in of_languages if published_path(part_file, folder).is_file()
        ]
        for first in (file, *alone):
            read = [
                runs.setdefault(file_name, Published(published_path(file_name, folder)))
                for file_name in (first, *BESIDE.get(name, ()))
            ]
            of_one = list(of_run(*read)) if all(run.path.is_file() for run in read) else []
            if not all_lines:
                all_lines = of_one
            elif of_one and of_one[0].startswith("| Language "):  # else of the English, as before
                all_lines += ["", *of_one]
        return all_lines or [
            f"*Not run yet on the present corpus: `{COMMANDS[named]}` makes this table.*"
        ]

    return lines


def with_blocks(text: str, lines: Callable[[str], Iterable[str]]) -> str:
    """Return a page with the lines of each block between its marks; `lines`: by its name."""

    def block(match: re.Match[str]) -> str:
        return match[1] + "\n".join(lines(match[2])) + "\n" + match[3]

    return BLOCK.sub(block, text)


def pages() -> list[Path]:
    """Return the pages that have blocks of these; not those of other scripts."""
    paths = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    written = [
        path
        for path in paths
        if MARK in path.read_text(encoding="utf-8")
        and path.name not in ("architecture.md", "scale.md")
    ]
    return [*written, *(result_pages.FOLDER / name for name in sorted(result_pages.texts()))]


def page_text(page: Path, lines: Callable[[str], Iterable[str]]) -> str:
    """Return what a page should be; `lines`: of a block by its name."""
    whole = result_pages.texts() if page.parent == result_pages.FOLDER else {}
    return with_blocks(whole.get(page.name) or page.read_text(encoding="utf-8"), lines)


def picture() -> str:
    """Return the picture of README and docs/results.md, an SVG file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, summary.PICTURE.name)
        summary.draw(Published(published_path("real")), path)
        return path.read_text(encoding="utf-8")


def replace_blocks(page: Path, lines: Callable[[str], Iterable[str]]) -> None:
    """Write the lines of each block of a page between its marks; `lines`: by the block's name."""
    text = with_blocks(page.read_text(encoding="utf-8"), lines)
    with atomic_text(page) as handle:
        handle.write(text)


def main() -> int:
    """Rewrite the blocks of all pages, or compare them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say which pages would change")
    only_check = parser.parse_args().check
    lines = block_writer()
    texts = {page: page_text(page, lines) for page in pages()} | {summary.PICTURE: picture()}
    changed = [
        path
        for path, text in texts.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    if not only_check:
        for path in changed:
            path.parent.mkdir(exist_ok=True)
            with atomic_text(path) as handle:
                handle.write(texts[path])
        return 0
    if changed:
        names = ", ".join(path.relative_to(ROOT).as_posix() for path in changed)
        print(f"not what docs/scripts/figures.py writes: {names}", file=sys.stderr)
    return len(changed) > 0


if __name__ == "__main__":
    sys.exit(main())
