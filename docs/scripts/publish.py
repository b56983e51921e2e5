"""Write what published tables are made from into one small file (JSON, xz), and read it back.

    python docs/scripts/publish.py results demo
    python docs/scripts/publish.py results baselines --tables winomt bleu
    python docs/scripts/publish.py results/real real
    python docs/scripts/publish.py results/real-second real_second
    python docs/scripts/publish.py results/real real_gfst # under config/studies/real-gfst.yaml
    python docs/scripts/publish.py results/alternatives alternatives
    python docs/scripts/publish.py results/alternatives alternatives_demo \\
        --tables alternatives people
    python docs/scripts/publish.py results/alternatives zero_shot --tables students bleu
    python docs/scripts/publish.py results/fairness fairness --tables bias lm
    python docs/scripts/publish.py results/fairness bias_filter --tables winomt bleu
    python docs/scripts/publish.py results/real real_alternatives --tables alternatives students
    python docs/scripts/publish.py results/real real_lm --tables lm # config/studies/real-lm.yaml

reads tables of a finished workflow (results/tables) with their provenance, packs the reports behind
them into results/published/demo.json.xz, makes the tables again from that file alone, and fails
where a cell differs. The file has:

- `provenance`: machine, versions, day of publication, languages, seeds of each system, what each
  system is (`systems`: what it starts from, its recipe, its data), and processor minutes by kind of
  step, as Snakemake's benchmarks have them: of all trainings, and of one of each system (null for
  steps that read the scores of all); `clock_minutes` are the same by the clock, of jobs that run
  side by side added up;
- `tables`: name -> the command that makes it, the commit and configuration of its making; of BLEU
  also `cells` of each row: intervals and tests that rest on counts of sentences, which would take
  megabytes;
- `files`: the reports that these commands read, by path, without the digests of their inputs and
  their warnings, which quote text. Scores stand beside the counts and the outcomes of sentences
  that they follow from, and are refused where they do not (`scoring.observed.check_figures`).
- `rejected`: examples of pairs that the target filter of self-training rejected for a word of the
  other gender; of the embedded corpus alone, since other text may not be ours to publish.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from packing import SUMS, TABLES, pack, resampled_cells
from published_run import PUBLISHED, Published, write_published

from cdaflow.errors import CdaflowError, InputError
from cdaflow.tables.text import read_csv


def differences(published: Published, results: Path) -> Iterator[str]:
    """Yield the cells that differ between the workflow's tables and those made from the counts."""
    for name in published.content["tables"]:
        again = published.rows(name)
        _, rows = read_csv(results / f"tables/{name}.csv")
        if len(rows) != len(again):
            yield f"{name}: {len(again)} rows instead of {len(rows)}"
        for number, (expected, actual) in enumerate(zip(rows, again, strict=False), 1):
            for column, cell in expected.items():
                if actual.get(column) != cell:
                    yield f"{name}, row {number}, {column}: {actual.get(column)!r}, not {cell!r}"


def publish(
    results: Path,
    name: str,
    tables: Sequence[str] = (),
    *,
    dirty: bool = False,
    folder: Path = PUBLISHED,
) -> Published:
    """Write the published results of a results folder, and return them.

    Raises InputError as `pack`, and where a table made from the counts differs from that of the
    workflow: what was published before then stays.
    """
    content = pack(results, tables, dirty=dirty)
    with tempfile.TemporaryDirectory() as temporary:
        trial = Path(temporary, f"{name}.json.xz")
        write_published(trial, content)
        for table in SUMS.keys() & content["tables"].keys():
            _, rows = read_csv(results / f"tables/{table}.csv")
            again = Published(trial).rows(table)
            content["tables"][table]["cells"] = resampled_cells(rows, again)
        write_published(trial, content)
        cells = list(differences(Published(trial), results))
    if cells:
        raise InputError(
            "published.cells-differ",
            f"{len(cells)} cells differ in tables made from the counts: {'; '.join(cells[:5])}",
            file=results,
            hint="was the workflow run to its end with this version?",
        )
    path = folder / f"{name}.json.xz"
    write_published(path, content)
    return Published(path)


def main() -> int:
    """Publish a results folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, help="results folder of a finished workflow")
    parser.add_argument("name", help="name of the file in results/published, without its ending")
    parser.add_argument("--tables", nargs="+", default=(), choices=TABLES, help="default: all")
    parser.add_argument("--dirty", action="store_true", help="also of code that is in no commit")
    arguments = parser.parse_args()
    try:
        published = publish(
            arguments.results, arguments.name, arguments.tables, dirty=arguments.dirty
        )
    except CdaflowError as error:
        print(f"publish.py: {error}", file=sys.stderr)
        return 1
    print(f"{published.path}: {published.path.stat().st_size / 1024:.0f} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
