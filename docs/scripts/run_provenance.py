"""Where a published run comes from: machine, versions, trainings, systems, minutes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cdaflow.io.files import read_table

#: Metrics whose reports tell which trainings there are.
_OF_TRAININGS = ("winomt", "alternatives")

#: What is published of a system of the configuration; of a program and of files their names alone.
_OF_SYSTEM = ("base", "base_training", "recipe", "data")

#: Kinds of steps that are of all trainings together.
_OF_ALL = frozenset({"comparisons", "figures", "provenance", "report", "tables"})


def provenance_of_run(
    recorded: Mapping[str, Any], files: Mapping[str, Any], results: Path
) -> dict[str, Any]:
    """Return machine, versions, day, languages, seeds, systems and minutes of a run.

    `recorded`: the provenance of one of its tables; `files`: the reports that are published.
    """
    seeds: dict[str, set[int]] = {}
    for report in files.values():
        if report.get("metric") in _OF_TRAININGS and report.get("training") is not None:
            seeds.setdefault(report["system"], set()).add(report["training"])
    names = ("cdaflow", "numpy", "pymarian", "python", "sacrebleu", "stanza", "torch")
    versions = recorded["versions"]
    return {
        "machine": recorded["machine"],
        "versions": {name: versions[name] for name in names if name in versions},
        "published": datetime.now(UTC).date().isoformat(),
        "languages": recorded["config"]["languages"],
        "seeds": {system: sorted(found) for system, found in seeds.items()},
        "systems": _systems(recorded["config"]),
        **{
            name: dict(sorted(_minutes(results / "benchmarks", seeds, column).items()))
            for name, column in (("cpu_minutes", "cpu_time"), ("clock_minutes", "s"))
        },
    }


def _systems(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what each system of a configuration is; paths are not among it."""
    found = {}
    for name, section in dict(config.get("systems") or {}).items():
        about = {key: section[key] for key in _OF_SYSTEM if section.get(key)}
        if "recipe" in about:
            about["recipe"] = Path(about["recipe"]).stem
        if section.get("command"):
            about["command"] = Path(section["command"][0]).name
        elif not about:
            about["model" if "model" in section else "translations"] = "its own"
        found[name] = about
    return found


def _minutes(
    folder: Path, seeds: Mapping[str, set[int]], column: str
) -> dict[str, tuple[float, float | None]]:
    """Return the minutes of a results folder by kind of step; `column`: of the benchmarks.

    Of all steps, and without those of SYSTEM.SEED, the further trainings; None for steps that are
    of all trainings together. Trainings that are none of `seeds` do not count.
    """
    found: dict[str, list[float]] = {}
    for path in sorted(folder.rglob("*.tsv")):
        parts = path.relative_to(folder).with_suffix("").parts
        runs = [run for part in parts if (run := re.fullmatch(r"([\w-]+)\.([1-9][0-9]*)", part))]
        if any(int(run[2]) not in seeds.get(run[1], ()) for run in runs):
            continue
        for _, row in read_table(path, ("s", "cpu_time")):
            seconds = float(row[column]) if row[column] not in ("-", "NA") else 0.0
            sums = found.setdefault(parts[0], [0.0, 0.0])
            sums[0] += seconds / 60
            sums[1] += 0 if runs else seconds / 60
    return {
        kind: (round(of_all, 1), None if kind in _OF_ALL else round(of_one, 1))
        for kind, (of_all, of_one) in found.items()
    }
