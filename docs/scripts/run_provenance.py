"""Where a published run comes from: machine, versions, trainings, systems, minutes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cdaflow.io.files import read_table
from cdaflow.lm.scores import METRIC as LANGUAGE_MODELS

#: Metrics whose reports tell which trainings there are.
_OF_TRAININGS = ("winomt", "alternatives", "seat", "bias_validity", "transfer")

#: What is published of a system of the configuration; of a program and of files their names alone.
_OF_SYSTEM = (
    "base",
    "base_training",
    "recipe",
    "data",
    "multilingual",
    "interpolate",
    "share",
    "export",
)

#: Metrics of systems of the configuration; of the others it has its own section.
_OF_SYSTEMS = ("winomt", "bleu", "alternatives")

#: Kinds of steps that are of all trainings together.
_OF_ALL = frozenset({"figures", "provenance", "report", "tables"})

#: A training in the name of a benchmark: "gb.2", "es.demo.lattice.tagged.2", "original.1.seat".
_RUN = re.compile(r"(?:^|(?<=\.))([A-Za-z][\w-]*)\.([1-9][0-9]*)(?=\.|$)")


def provenance_of_run(
    recorded: Mapping[str, Any], files: Mapping[str, Any], results: Path
) -> dict[str, Any]:
    """Return machine, versions, day, languages, seeds, systems and minutes of a run.

    `recorded`: the provenance of one of its tables; `files`: the reports that are published.
    """
    config = recorded["config"]
    seeds = _seeds(files.values())
    metrics = {report.get("metric") for report in files.values()}
    names = ("cdaflow", "numpy", "pymarian", "python", "sacrebleu", "stanza", "torch")
    versions = recorded["versions"]
    return {
        "machine": recorded["machine"],
        "versions": {name: versions[name] for name in names if name in versions},
        "published": datetime.now(UTC).date().isoformat(),
        "languages": config["languages"],
        "seeds": {system: sorted(system_seeds) for system, system_seeds in seeds.items()},
        "systems": _systems(config) if metrics.intersection(_OF_SYSTEMS) else {},
        **{
            name: dict(
                sorted(
                    _minutes(results / "benchmarks", seeds | _tagged(config, seeds), column).items()
                )
            )
            for name, column in (("cpu_minutes", "cpu_time"), ("clock_minutes", "s"))
        },
    }


def _seeds(reports: Iterable[Mapping[str, Any]]) -> dict[str, set[int]]:
    """Return the seeds of the trainings of each system that reports are of."""
    seeds: dict[str, set[int]] = {}
    for report in reports:
        if report.get("metric") in _OF_TRAININGS and report.get("training") is not None:
            seeds.setdefault(report["system"], set()).add(report["training"])
        if report.get("metric") == LANGUAGE_MODELS:
            for system in report["systems"]:
                seeds.setdefault(system["name"], set()).update(system.get("seeds", ()))
    return seeds


def _tagged(config: Mapping[str, Any], seeds: Mapping[str, set[int]]) -> dict[str, set[int]]:
    """Return the seeds of the system that reads tags, which is scored by the ways it is used in."""
    tagged = (config.get("alternatives") or {}).get("tagged")
    if not tagged:
        return {}
    ways = tuple(tagged.get("by") or ("lattice",))
    tagged_seeds = {
        seed
        for name, system_seeds in seeds.items()
        if name.startswith(ways)
        for seed in system_seeds
    }
    return {tagged["system"]: tagged_seeds} if tagged_seeds else {}


def _systems(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what each system of a configuration is; paths are not among it."""
    systems = {}
    for name, section in dict(config.get("systems") or {}).items():
        settings = {key: section[key] for key in _OF_SYSTEM if section.get(key)}
        if "recipe" in settings:
            settings["recipe"] = Path(settings["recipe"]).stem
        if section.get("command"):
            settings["command"] = Path(section["command"][0]).name
        elif not settings:
            settings["model" if "model" in section else "translations"] = "its own"
        systems[name] = settings
    return systems


def _minutes(
    folder: Path, seeds: Mapping[str, set[int]], column: str
) -> dict[str, tuple[float, float | None]]:
    """Return the minutes of a results folder by kind of step; `column`: of the benchmarks.

    Of all steps, and without those of SYSTEM.SEED, the further trainings; None for steps that are
    of all trainings together. Trainings that are none of `seeds` do not count. Of systems that name
    their first training, too (encoders, language models), that is no further one.
    """
    minutes: dict[str, list[float]] = {}
    for path in sorted(folder.rglob("*.tsv")):
        parts = path.relative_to(folder).with_suffix("").parts
        runs = [
            (run[1], int(run[2]))
            for part in parts
            for run in _RUN.finditer(part)
            if run[0] == part or run[1] in seeds
        ]
        if any(seed not in seeds.get(system, ()) for system, seed in runs):
            continue
        is_further = any(seed != min(seeds[system]) for system, seed in runs)
        for _, row in read_table(path, ("s", "cpu_time")):
            seconds = float(row[column]) if row[column] not in ("-", "NA") else 0.0
            sums = minutes.setdefault(parts[0], [0.0, 0.0])
            sums[0] += seconds / 60
            sums[1] += 0 if is_further else seconds / 60
    return {
        kind: (round(of_all, 1), None if kind in _OF_ALL else round(of_one, 1))
        for kind, (of_all, of_one) in minutes.items()
    }
