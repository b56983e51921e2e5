"""The blocks of docs/results/demo-search.md: how the embedded corpus and its mixtures were chosen.

    python docs/scripts/search_tables.py RUNS.jsonl

replaces the trainings in results/published/demo_search.json by those that benchmarks/search_demo.py
wrote. Its other part, `fine_tuning`, was entered by hand from single trials that no script makes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from page_tables import mean_and_range, table
from published_run import PUBLISHED, Published

from cdaflow.io.files import atomic_text

#: Setting of the search -> what its text is, in the order of the search.
SETTINGS = {
    "today": "before (*he*, *she* for both persons; 2 to 7 % women in men's professions)",
    "two15": "57 professions with one gender alone, the others with 15 % of the rarer",
    "near": "*they* for the first of two persons, shares as before",
    "near-x2": "as now, but for a few sentences that make no sense",
    "winner": "**as now**",
}

#: Updates after which the demo ends its trainings.
_UPDATES = 1000

Row = Mapping[str, Any]


def persons(run: Published) -> Iterator[str]:
    """Yield what is right of the rows against the stereotype, by whom their pronoun means.

    After the updates of the demo, with as many checkpoints averaged as the setting has.
    """
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in run.content["runs"]:
        if row["updates"] == _UPDATES:
            groups.setdefault((row["setting"], row["language"]), []).append(row)
    names = list(SETTINGS)
    previous = ""
    lines = []
    for (setting, language), rows in sorted(
        groups.items(), key=lambda item: (names.index(item[0][0]), item[0][1])
    ):
        average = max(row["average"] for row in rows)
        averaged = [row for row in rows if row["average"] == average]
        lines.append((
            SETTINGS[setting] if setting != previous else "",
            language,
            str(average),
            _seeds(sorted(row["seed"] for row in averaged)),
            *(mean_and_range([row[name] for row in averaged])
              for name in ("first_anti", "second_anti")),
        ))  # fmt: skip
        previous = setting
    yield from table(
        ("Text", "", "averaged", "seeds", "first person", "second person"), lines, left=4
    )


def search(run: Published) -> Iterator[str]:
    """Yield the baselines that were trained to choose the text: a row a setting and point."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in run.content["runs"]:
        key = (row["setting"], row["language"], row["updates"], row["average"])
        groups.setdefault(key, []).append(row)
    names = list(SETTINGS)
    previous = ""
    lines = []
    for key in sorted(groups, key=lambda key: (names.index(key[0]), *key[1:])):
        setting, language, updates, average = key
        rows = sorted(groups[key], key=lambda row: row["seed"])
        accuracies = [row["accuracy"] for row in rows]
        lines.append((
            SETTINGS[setting] if setting != previous else "",
            language,
            f"{updates:,}, {average}",
            _seeds([row["seed"] for row in rows]),
            *(", ".join(f"{row[name]:.1f}" for row in rows)
              for name in ("accuracy", "delta_r", "bleu")),
            f"{fmean(accuracies):.1f}",
            f"{stdev(accuracies):.1f}" if len(rows) > 1 else "-",
        ))  # fmt: skip
        previous = setting
    yield from table(
        ("Text", "", "updates, averaged", "seeds", "Acc by seed", "ΔR", "BLEU", "mean Acc",
         "standard deviation"),
        lines,
        left=7,
    )  # fmt: skip


def _seeds(seeds: list[int]) -> str:
    consecutive = seeds == list(range(seeds[0], seeds[-1] + 1))
    if len(seeds) > 2 and consecutive:
        return f"{seeds[0]} to {seeds[-1]}"
    return ", ".join(map(str, seeds))


def mixtures(run: Published) -> Iterator[str]:
    """Yield the trials of fine-tuning below their baselines."""
    bases = {
        (row["setting"], row["language"], row["seed"], row["updates"], row["average"]): row
        for row in run.content["runs"]
    }
    lines: list[tuple[str, ...]] = []
    last = None
    for row in run.content["fine_tuning"]:
        key = (row["setting"], row["language"], row["seed"], row["updates"], row["average"])
        base = bases[key]
        if key != last:
            state = "an earlier state of the corpus" if row["setting"] == "near" else "near as now"
            lines.append((f"{row['language']}, {state}", "baseline", f"{base['accuracy']:.1f}", "",
                          f"{base['delta_r']:.1f}", f"{base['bleu']:.1f}", ""))  # fmt: skip
        lines.append((
            "",
            row["trained_on"],
            f"{row['accuracy']:.1f}",
            f"{row['accuracy'] - base['accuracy']:+.1f}",
            f"{row['delta_r']:.1f}",
            f"{row['bleu']:.1f}",
            f"{row['bleu'] - base['bleu']:+.1f}",
        ))  # fmt: skip
        last = key
    yield from table(
        ("", "fine-tuned on (weight)", "Acc", "gain", "ΔR", "BLEU", "gain"), lines, left=2
    )


def main() -> None:
    """Replace the published trainings by those of a search."""
    runs = [json.loads(line) for line in Path(sys.argv[1]).read_text("utf-8").splitlines()]
    if unknown := {run["setting"] for run in runs} - SETTINGS.keys():
        raise SystemExit(f"say in SETTINGS what these settings are: {', '.join(unknown)}")
    if len({(run["setting"], run["digest"]) for run in runs}) > len(
        {run["setting"] for run in runs}
    ):
        raise SystemExit("a setting has trainings of several texts or recipes: keep those of one")
    path = PUBLISHED / "demo_search.json"
    trials = Published(path).content["fine_tuning"] if path.is_file() else []
    for run in runs:
        run.pop("folder", None)

    def lines(rows: list[Row]) -> str:
        return ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)

    with atomic_text(path) as handle:
        handle.write(f'{{"runs": [\n{lines(runs)}\n],\n"fine_tuning": [\n{lines(trials)}\n]}}\n')


if __name__ == "__main__":
    main()
