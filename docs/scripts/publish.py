"""Write what published tables are made from into one small JSON file, and read it back.

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

reads tables of a finished workflow (results/tables) with their provenance, packs the counts behind
them into results/published/demo.json, makes the tables again from that file alone, and fails where
a cell differs. The file has:

- `provenance`: machine, versions, day of publication, languages, seeds of each system, what each
  system is (`systems`: what it starts from, its recipe, its data), and processor minutes by kind of
  step, as Snakemake's benchmarks have them: of all trainings, and of one of each system (null for
  steps that read the scores of all); `clock_minutes` are the same by the clock, of jobs that run
  side by side added up;
- `tables`: name -> the command that makes it, the commit and configuration of its making;
- `files`: the reports that these commands read, by path. What follows from counts is left out and
  computed again when the file is read: the scores of WinoMT from what became of each sentence,
  BLEU and chrF from their n-grams, rates of counterfactuals, of people and of taggers, calibration
  errors from the bins of probabilities, rank correlations of bias from the scores of professions,
  all figures of language models from the values of each noun. Intervals and tests of BLEU and chrF
  come from resamples of the translations, which are not published, and stand as they were found,
  and so do intervals of people and taggers, rank correlations in neutralised sentences, and the
  scores of MT-GenEval and of gender alternatives;
- `texts`: long strings of these reports, each once: what became of each sentence (a letter a
  sentence, or a word), numbers of its clusters, signatures. Of a string that says few words again
  and again stand its `words`, each once, and their `order`;
- `rejected`: examples of pairs that the target filter of self-training rejected for a word of the
  other gender; of the embedded corpus alone, since other text may not be ours to publish.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from packing import TABLES, pack
from published_run import PUBLISHED, Published

from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.files import atomic_text
from cdaflow.tables.text import read_csv


def _text(content: Mapping[str, Any]) -> str:
    """Return the JSON text, with a line for each file and text."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    files = ",\n".join(f"{line(path)}: {line(report)}" for path, report in content["files"].items())
    texts = ",\n".join(map(line, content["texts"]))
    head = "".join(
        f"{line(name)}: {json.dumps(content[name], ensure_ascii=False, indent=1)},\n"
        for name in ("provenance", "tables", "rejected")
    )
    return f'{{\n{head}"files": {{\n{files}\n}},\n"texts": [\n{texts}\n]\n}}\n'


def differences(published: Published, results: Path) -> Iterator[str]:
    """Yield the cells that differ between the workflow's tables and those made from the counts."""
    for name in published.content["tables"]:
        again = published.rows(name)
        _, rows = read_csv(results / f"tables/{name}.csv")
        if len(rows) != len(again):
            yield f"{name}: {len(again)} rows instead of {len(rows)}"
        for number, (expected, found) in enumerate(zip(rows, again, strict=False), 1):
            for column, cell in expected.items():
                if found.get(column) != cell:
                    yield f"{name}, row {number}, {column}: {found.get(column)!r}, not {cell!r}"


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
    text = _text(pack(results, tables, dirty=dirty))
    with tempfile.TemporaryDirectory() as temporary:
        trial = Path(temporary, f"{name}.json")
        trial.write_text(text, encoding="utf-8")
        found = list(differences(Published(trial), results))
    if found:
        raise InputError(
            f"{len(found)} cells differ in tables made from the counts: {'; '.join(found[:5])}",
            file=results,
            hint="was the workflow run to its end with this version?",
        )
    path = folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_text(path) as handle:
        handle.write(text)
    return Published(path)


def main() -> int:
    """Publish a results folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, help="results folder of a finished workflow")
    parser.add_argument("name", help="name of the file in results/published, without .json")
    parser.add_argument("--tables", nargs="+", default=(), choices=TABLES, help="default: all")
    parser.add_argument("--dirty", action="store_true", help="also of code that is in no commit")
    given = parser.parse_args()
    try:
        published = publish(given.results, given.name, given.tables, dirty=given.dirty)
    except CdaflowError as error:
        print(f"publish.py: {error}", file=sys.stderr)
        return 1
    print(f"{published.path}: {published.path.stat().st_size / 1024:.0f} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
